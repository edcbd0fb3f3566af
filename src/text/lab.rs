//! The Lab.

use super::number::{bytes, count, percent, percent_to, significant};
use super::{Lang, messages};
use crate::hash::{Derivation, Digest, Reduction};

messages! {
    ask_heading: "Ask the filter", "问问过滤器";
    key_label: "Key", "键";
    key_placeholder: "any text", "任意文本";
    insert: "Insert", "放入";
    query: "Query", "查询";
    type_a_key: "Type a key and see where it goes.", "输入一个键，看它去往哪些位。";
    text_step: "text", "文本";
    hash_step_many: "one digest for each position", "每个位置各算一次摘要";
    verdict_step: "answer", "结论";
    positions_label: "Positions, in probe order", "探查顺序下的各个位置";
    unread: "not read", "未读";
    absent: "Definitely absent", "一定不存在";
    maybe: "Possibly present", "可能存在";
    inserted: "Inserted", "已放入";
    false_positive: "false positive", "误判";
    true_positive: "It is in the filter, so the answer is right. The filter itself cannot tell this from a false positive.", "它确实在里面，这次说对了。不过过滤器自己分不清这是命中还是误判。";
    rate_heading: "False positives as keys arrive", "误判率随键数上升";
    params_heading: "Parameters", "参数";
    hash_heading: "How a key becomes positions", "键怎样变成位置";
    contents_heading: "In the filter", "过滤器里";
    digest_label: "Digest", "摘要算法";
    derivation_label: "Derivation", "推导方式";
    reduction_label: "Reduction", "取位方式";
    seed_label: "Seed", "种子";
    new_seed: "New random seed", "换个随机种子";
    best_k: "Use the best k", "用最优 k";
    n_name: "keys designed for", "设计容量";
    p_name: "false-positive rate", "误判率";
    m_name: "bits", "位数";
    k_name: "hash functions", "哈希函数个数";
    first_step: "First step", "第一步";
    step_back: "Step back", "后退一步";
    step_forward: "Step forward", "前进一步";
    last_step: "Last step", "最后一步";
    play: "Play", "播放";
    pause: "Pause", "暂停";
    speed: "Speed", "速度";
    scrub: "Step", "步骤";
    clear: "Empty the filter", "清空";
    generator_label: "Keys", "键";
    gen_seq: "numbered ids", "顺序编号";
    gen_random: "random 64-bit numbers", "64 位随机数";
    gen_uuid: "UUIDs", "UUID";
    gen_words: "made-up words", "造出来的词";
    gen_count: "How many", "数量";
    no_list_in_reality: "A real filter keeps no such list: it holds only the bits. It is kept here so that every answer can be checked.", "真正的过滤器没有这份清单，它只有位数组。这里留着清单，是为了能核对每一次回答。";
    kept_on_demand: "Above 10,000 keys no index is kept: who set a bit is worked out again when you ask.", "超过 10,000 个键就不再保存索引：问到某一位时，再现算是谁点亮的。";
    kept_off: "Above 2,000,000 keys who set a bit is no longer worked out.", "超过 2,000,000 个键，不再追查是谁点亮了某一位。";
    point_at_bit: "Point at a bit to see which keys set it.", "指向任意一位，看看是哪些键点亮了它。";
    press_to_ask: "Press it to work out which keys set it.", "按一下，现算是哪些键点亮了它。";
    consent_title: "A large filter", "一个很大的过滤器";
    nobody: "No key has set it.", "没有键点亮它。";
    provenance_off: "Who set it is not known: too many keys.", "键太多，不追查是谁点亮的。";
    building: "Building the filter…", "正在建过滤器……";
    empty_hint: "Nothing is in it yet. Type a key and insert it, or fill it below.", "里面还什么都没有。输入一个键放进去，或者在下方批量填入。";
}

/// A piece of the sentence above the grid: plain text, or a number that is a handle for something on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Plain(String),
    /// A number, and what it speaks of.
    Handle(Handle, String),
}

/// What a number in the sentence speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handle {
    /// m.
    Bits,
    /// k.
    Hashes,
    /// Keys inserted.
    Keys,
    /// Bits that are 1.
    Ones,
    /// The rate of the bits at hand.
    Rate,
}

/// The figures of the sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// m.
    pub n_bits: u64,
    /// k.
    pub n_hashes: u32,
    /// Keys inserted.
    pub len: u64,
    /// Bits that are 1.
    pub ones: u64,
    /// The realised rate (X/m)^k.
    pub realised: f64,
}

/// The sentence above the grid.
#[must_use]
pub fn sentence(lang: Lang, f: Figures) -> Vec<Piece> {
    let plain = |text: &str| Piece::Plain(text.into());
    let handle = |which, text: String| Piece::Handle(which, text);
    let rate = percent(f.realised);
    match lang {
        Lang::En => vec![
            plain("This filter has "),
            handle(Handle::Bits, plural(f.n_bits, "bit", "bits")),
            plain(" and "),
            handle(Handle::Hashes, plural(u64::from(f.n_hashes), "hash function", "hash functions")),
            plain(". It holds "),
            handle(Handle::Keys, plural(f.len, "key", "keys")),
            plain(", so "),
            handle(Handle::Ones, plural(f.ones, "bit", "bits")),
            plain(if f.ones == 1 { " is 1. " } else { " are 1. " }),
            plain("Ask it about a key it never saw, and "),
            handle(Handle::Rate, rate),
            plain(" of the time it will say “possibly present”."),
        ],
        Lang::Zh => vec![
            plain("这个过滤器有 "),
            handle(Handle::Bits, format!("{} 位", count(f.n_bits))),
            plain("、"),
            handle(Handle::Hashes, format!("{} 个哈希函数", f.n_hashes)),
            plain("，已放入 "),
            handle(Handle::Keys, format!("{} 个键", count(f.len))),
            plain("，其中 "),
            handle(Handle::Ones, format!("{} 位", count(f.ones))),
            plain("是 1。随便拿一个从未放入的键来问，它有 "),
            handle(Handle::Rate, rate),
            plain(" 的可能答“可能存在”。"),
        ],
    }
}

fn plural(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

/// The heading of the bytes step.
#[must_use]
pub fn bytes_step(lang: Lang, n: usize) -> String {
    format!("UTF-8 · {}", bytes(lang, n as u64))
}

/// A digest family's name.
#[must_use]
pub const fn digest(digest: Digest) -> &'static str {
    match digest {
        Digest::Murmur3 => "MurmurHash3 128",
        Digest::Xxh3_128 => "XXH3 128",
        Digest::Xxh3_64 => "XXH3 64",
        Digest::Sip13 => "SipHash-1-3",
        Digest::Fnv1a => "FNV-1a 64",
        Digest::Crc32 => "CRC-32",
    }
}

/// A derivation's name.
#[must_use]
pub const fn derivation(lang: Lang, derivation: Derivation) -> &'static str {
    match derivation {
        Derivation::Double => lang.pick("double hashing", "双重哈希"),
        Derivation::Enhanced => lang.pick("enhanced double hashing", "增强双重哈希"),
        Derivation::Independent => lang.pick("k independent seeds", "k 个独立种子"),
    }
}

/// A reduction's name.
#[must_use]
pub const fn reduction(lang: Lang, reduction: Reduction) -> &'static str {
    match reduction {
        Reduction::Modulo => lang.pick("modulo m", "对 m 取模"),
        Reduction::MultiplyShift => lang.pick("multiply and shift", "乘后移位"),
    }
}

/// How positions follow from the digest, as a formula with m in it.
#[must_use]
pub fn formula(derivation: Derivation, reduction: Reduction, width: u32, n_bits: u64) -> String {
    let value = match derivation {
        Derivation::Double => "h₁ + i·h₂",
        Derivation::Enhanced => "h₁ + i·h₂ + (i³ − i)/6",
        Derivation::Independent => "hᵢ",
    };
    match reduction {
        Reduction::Modulo => format!("({value}) mod {n_bits}"),
        Reduction::MultiplyShift => format!("⌊({value})·{n_bits} / 2{}⌋", if width == 32 { "³²" } else { "⁶⁴" }),
    }
}

/// The heading of the positions.
#[must_use]
pub fn positions_step(lang: Lang, formula: &str) -> String {
    format!("{} {formula}", lang.pick("positions", "位置"))
}

/// One position's formula with its numbers.
#[must_use]
pub fn position_detail(reduction: Reduction, width: u32, value: u64, n_bits: u64, index: u64) -> String {
    match (reduction, width) {
        (Reduction::Modulo, 32) => format!("{value} mod {n_bits} = {index}"),
        (Reduction::Modulo, _) => format!("{} mod {n_bits} = {index}", value & (u64::MAX >> 1)),
        (Reduction::MultiplyShift, 32) => format!("⌊{value}·{n_bits} / 2³²⌋ = {index}"),
        (Reduction::MultiplyShift, _) => format!("⌊{value}·{n_bits} / 2⁶⁴⌋ = {index}"),
    }
}

/// What a query found at a position, for the list and the screen reader.
#[must_use]
pub fn found(lang: Lang, index: u64, one: bool) -> String {
    match (lang, one) {
        (Lang::En, true) => format!("Bit {index} is 1: go on"),
        (Lang::En, false) => format!("Bit {index} is 0: stop"),
        (Lang::Zh, true) => format!("第 {index} 位是 1，继续"),
        (Lang::Zh, false) => format!("第 {index} 位是 0，到此为止"),
    }
}

/// What an insertion did at a position.
#[must_use]
pub fn did(lang: Lang, index: u64, newly: bool) -> String {
    match (lang, newly) {
        (Lang::En, true) => format!("Bit {index}: 0 → 1"),
        (Lang::En, false) => format!("Bit {index}: already 1"),
        (Lang::Zh, true) => format!("第 {index} 位：0 → 1"),
        (Lang::Zh, false) => format!("第 {index} 位：本来就是 1"),
    }
}

/// Why a key is certainly absent.
#[must_use]
pub fn absent_because(lang: Lang, index: u64, read: usize, k: usize) -> String {
    match lang {
        Lang::En if read < k => {
            let word = if read == 1 { "position" } else { "positions" };
            format!(
                "Bit {index} is 0. Had the key been inserted, it would be 1. One 0 is enough: {read} of {k} {word} read."
            )
        }
        Lang::En => {
            format!("Bit {index} is 0. Had the key been inserted, it would be 1. It was the last of {k} positions.")
        }
        Lang::Zh if read < k => {
            format!("第 {index} 位是 0；这个键若放入过，它必是 1。一个 0 就够了：{k} 个位置只读了 {read} 个。")
        }
        Lang::Zh => format!("第 {index} 位是 0；这个键若放入过，它必是 1。它是 {k} 个位置里的最后一个。"),
    }
}

/// The words before “false positive” and after it, for a key that was never inserted though all its bits are 1.
#[must_use]
pub fn false_positive_parts(lang: Lang, key: &str, distinct: usize) -> (String, &'static str) {
    match lang {
        Lang::En => {
            let bits = match distinct {
                1 => "Its one bit is".into(),
                2 => "Both bits are".into(),
                n => format!("All {n} bits are"),
            };
            (format!("{bits} 1, yet {key} was never inserted: a "), ".")
        }
        Lang::Zh => (format!("{distinct} 位全是 1，但 {key} 从未放入：这是一次"), "。"),
    }
}

/// Who lit one bit: `bit 193 by a, b and 3 more`.
#[must_use]
pub fn lit_by(lang: Lang, bit: u64, names: &[String], total: u64) -> (String, String) {
    let rest = total.saturating_sub(names.len() as u64);
    match lang {
        Lang::En => {
            let more = if rest > 0 { format!(" and {} more", count(rest)) } else { String::new() };
            (format!("{bit}"), format!("lit by {}{more}", names.join(", ")))
        }
        Lang::Zh => {
            let more = if rest > 0 { format!(" 等 {} 个键", count(total)) } else { " ".into() };
            (format!("{bit}"), format!("由 {}{more}点亮", names.join("、")))
        }
    }
}

/// What an insertion did in all.
#[must_use]
pub fn inserted_result(lang: Lang, newly: usize, k: usize) -> String {
    match (lang, newly) {
        (Lang::En, 0) => {
            "All its bits were 1 already: the filter has not changed, and had answered “possibly present” before."
                .into()
        }
        (Lang::En, 1) => format!("1 of {k} positions went from 0 to 1. The key itself is not stored."),
        (Lang::En, n) => format!("{n} of {k} positions went from 0 to 1. The key itself is not stored."),
        (Lang::Zh, 0) => "它的各位本来就全是 1：过滤器没有变化，之前问它也会答“可能存在”。".into(),
        (Lang::Zh, n) => format!("{k} 个位置里有 {n} 个从 0 变成 1。键本身并没有存下来。"),
    }
}

/// Under n: how many are in.
#[must_use]
pub fn n_note(lang: Lang, len: u64) -> String {
    match lang {
        Lang::En => format!("{} inserted", count(len)),
        Lang::Zh => format!("已放入 {}", count(len)),
    }
}

/// Under p: what the integers give.
#[must_use]
pub fn p_note(lang: Lang, rate: f64, fixed: bool) -> String {
    let rate = percent_to(rate, 3);
    match (lang, fixed) {
        (Lang::En, true) => format!("n, m and k as rounded give {rate}"),
        (Lang::En, false) => "follows from n, m and k".into(),
        (Lang::Zh, true) => format!("取整后的 n、m、k 给出 {rate}"),
        (Lang::Zh, false) => "由 n、m、k 得出".into(),
    }
}

/// Under m: bytes, and bits a key.
#[must_use]
pub fn m_note(lang: Lang, n_bits: u64, per_key: f64) -> String {
    let (size, per_key) = (bytes(lang, n_bits.div_ceil(8)), significant(per_key, 3));
    match lang {
        Lang::En => format!("{size}, {per_key} bits a key"),
        Lang::Zh => format!("{size}，每键 {per_key} 位"),
    }
}

/// Under k: the best one.
#[must_use]
pub fn k_note(lang: Lang, k: u32, best: u32) -> String {
    match (lang, k == best) {
        (Lang::En, true) => "the best for this m and n: (m/n)·ln 2".into(),
        (Lang::En, false) => format!("best would be {best} = (m/n)·ln 2, rounded"),
        (Lang::Zh, true) => "对这组 m、n 最优：(m/n)·ln 2".into(),
        (Lang::Zh, false) => format!("最优是 {best}，即 (m/n)·ln 2 取整"),
    }
}

/// Asks for consent to a large array.
#[must_use]
pub fn ask_consent(lang: Lang, n_bits: u64) -> String {
    let size = bytes(lang, n_bits.div_ceil(8));
    match lang {
        Lang::En => format!(
            "This filter needs {size} of this browser's memory. The numbers hold either way; build it to see its bits."
        ),
        Lang::Zh => format!("这个过滤器要占用浏览器 {size}内存。不建也能计算；建好才能看到每一位。"),
    }
}

/// The button that gives it.
#[must_use]
pub fn give_consent(lang: Lang, n_bits: u64) -> String {
    let size = bytes(lang, n_bits.div_ceil(8));
    match lang {
        Lang::En => format!("Build it ({size})"),
        Lang::Zh => format!("建出来（{size}）"),
    }
}

/// In place of the grid when the array is beyond what is ever built.
#[must_use]
pub fn beyond(lang: Lang, n_bits: u64) -> String {
    let size = bytes(lang, n_bits.div_ceil(8));
    match lang {
        Lang::En => format!(
            "{size} is more than this page builds: 2³¹ bits (256 MiB) at most. The numbers and the curve still hold."
        ),
        Lang::Zh => format!("{size}超出了本页能建的上限：2³¹ 位（256 MiB）。数字和曲线仍然有效。"),
    }
}

/// In place of the grid when the browser refused the memory.
#[must_use]
pub fn refused(lang: Lang, n_bits: u64) -> String {
    let size = bytes(lang, n_bits.div_ceil(8));
    match lang {
        Lang::En => format!(
            "The browser refused {size} of memory. Choose a smaller m, or close other tabs and try again. The numbers and the curve still hold."
        ),
        Lang::Zh => format!("浏览器没有给出 {size}内存。可以把 m 调小，或关掉别的标签页再试。数字和曲线仍然有效。"),
    }
}

/// What a bit is and who set it: heading.
#[must_use]
pub fn bit_is(lang: Lang, index: u64, one: bool) -> String {
    let value = u8::from(one);
    match lang {
        Lang::En => format!("Bit {} is {value}", count(index)),
        Lang::Zh => format!("第 {} 位是 {value}", count(index)),
    }
}

/// Who set a bit, as a sentence.
#[must_use]
pub fn set_by(lang: Lang, names: &[String], total: u64) -> String {
    let rest = total.saturating_sub(names.len() as u64);
    match lang {
        Lang::En if rest > 0 => format!("Set by {} and {} more.", names.join(", "), count(rest)),
        Lang::En => format!("Set by {}.", names.join(", ")),
        Lang::Zh if rest > 0 => format!("由 {} 等 {} 个键点亮。", names.join("、"), count(total)),
        Lang::Zh => format!("由 {} 点亮。", names.join("、")),
    }
}

/// The button that asks, and the line after several insertions at once.
#[must_use]
pub fn added(lang: Lang, keys: u64, bits: u64) -> String {
    match lang {
        Lang::En => {
            format!("{} inserted at once, {} turned on.", plural(keys, "key", "keys"), plural(bits, "bit", "bits"))
        }
        Lang::Zh => format!("一次放入 {} 个键，点亮 {} 位。", count(keys), count(bits)),
    }
}

/// A key in the list of contents and how many more there are.
#[must_use]
pub fn and_more(lang: Lang, n: u64) -> String {
    match lang {
        Lang::En => format!("and {} more", count(n)),
        Lang::Zh => format!("另有 {} 个", count(n)),
    }
}

/// One sentence on what the choice of hash means for the filter.
#[must_use]
pub const fn hash_note(lang: Lang, hash: crate::hash::HashSpec) -> &'static str {
    match (hash.digest, hash.derivation) {
        (Digest::Crc32, _) => lang.pick(
            "CRC-32 is a checksum: it has only 32 bits, and for keys of one length two seeds differ by a constant, so k functions are really one.",
            "CRC-32 是校验和：只有 32 位；键长相同时，换种子只差一个常数，k 个函数其实是同一个。",
        ),
        (Digest::Fnv1a, _) => lang.pick(
            "FNV-1a is simple, and weakest where keys differ only at their end.",
            "FNV-1a 很简单；键只在末尾不同时，它最吃力。",
        ),
        (_, Derivation::Double) => lang.pick(
            "Two numbers stand for k functions. In small filters that costs accuracy: compare with independent seeds in Curves.",
            "用两个数代替 k 个函数。过滤器很小时会偏离理论，可在“曲线”里与独立种子对比。",
        ),
        (_, Derivation::Enhanced) => lang.pick(
            "A cubic term breaks up the even strides of double hashing at almost no cost.",
            "加一个三次项，打散双重哈希的等距步长，几乎不增加开销。",
        ),
        (_, Derivation::Independent) => lang.pick(
            "As the theory assumes: every position from a digest of its own, at k times the cost.",
            "与理论假设一致：每个位置各算一次摘要，代价是 k 倍的计算。",
        ),
    }
}
