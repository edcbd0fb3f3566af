//! The Lab.

mod numbers;
mod steps;

pub use numbers::*;
pub use steps::*;

use super::number::{count, percent_of_theory, plural};
use super::{Lang, messages};

messages! {
    ask_heading: "Ask the filter", "问问过滤器";
    key_label: "Key", "键";
    key_placeholder: "any text", "任意文本";
    insert: "Insert", "插入";
    query: "Query", "查询";
    type_a_key: "Type a key and see where it goes.", "输入一个键，看它去往哪些位。";
    text_step: "text", "文本";
    hash_step_many: "one digest for each position", "每个位置各算一次摘要";
    verdict_step: "answer", "结论";
    positions_label: "Positions, in probe order", "按探测顺序排列的位置";
    absent: "Definitely absent", "一定不存在";
    maybe: "Possibly present", "可能存在";
    inserted: "Inserted", "已插入";
    false_positive: "false positive", "误判";
    false_negative: "false negative", "漏判";
    delete: "Delete", "删除";
    cleared: "Bits cleared", "位已清零";
    true_positive: "This key was inserted, so the answer is right. The filter itself cannot tell this from a false positive.", "这个键确实插入过，这次答对了；但过滤器自己分不清这是真的命中还是误判。";
    verdict_later: "The answer comes last.", "最后才有结论。";
    inserted_before: "This key was inserted before; inserting it again changes nothing.", "这个键之前已经插入过，再插入一次没有任何变化。";
    rate_heading: "False positives as keys arrive", "误判率随键数上升";
    params_heading: "Parameters", "参数";
    hash_heading: "How a key becomes positions", "键怎样变成位置";
    contents_heading: "Keys inserted", "已插入的键";
    digest_label: "Digest", "摘要算法";
    derivation_label: "Derivation", "推导方式";
    reduction_label: "Reduction", "取位方式";
    seed_label: "Seed for random keys and probes", "种子（随机键与探测）";
    new_seed: "New random seed", "换个随机种子";
    best_k: "Use the best k", "用最优 k";
    n_name: "planned keys", "预计键数";
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
    clear: "Empty the filter", "清空过滤器";
    generator_label: "Generate", "批量生成";
    gen_seq: "numbered ids", "顺序编号";
    gen_random: "random 64-bit numbers", "64 位随机数";
    gen_uuid: "UUIDs", "UUID";
    gen_words: "made-up words", "随机造词";
    gen_count: "How many", "数量";
    no_list_in_reality: "A real filter keeps no such list: it holds only the bits. It is kept here so that every answer can be checked.", "真正的过滤器没有这份列表，它只有位数组。这里留着列表，是为了能核对每一次回答。";
    kept_on_demand: "Above 10,000 keys no index is kept: who set a bit is worked out again when you ask.", "超过 10,000 个键就不再保存索引：问到某一位时，再现算是谁点亮的。";
    kept_off: "Above 2,000,000 keys who set a bit is no longer worked out.", "超过 2,000,000 个键，不再追查是谁点亮了某一位。";
    point_at_bit: "Point at a bit to see which keys set it.", "指向任意一位，看看是哪些键点亮了它。";
    press_to_ask: "Press it to work out which keys set it.", "按一下，现算是哪些键点亮了它。";
    consent_title: "A large filter", "过滤器很大";
    nobody: "No key has set it.", "没有键点亮它。";
    provenance_off: "Who set it is not known: too many keys.", "键太多，不追查是谁点亮的。";
    cancel: "Cancel", "取消";
    building: "Building the filter…", "正在构建过滤器……";
    empty_hint: "No key yet. Type one and insert it, or generate some above.", "还没有插入任何键。可以输入一个插入，也可以用上面的批量生成。";
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
    /// The bits, when the filter is built.
    pub bits: Option<Bits>,
}

/// What the sentence says of a filter that is built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bits {
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
    let Figures { n_bits, n_hashes, .. } = f;
    let Some(Bits { len, ones, realised }) = f.bits else {
        return match lang {
            Lang::En => vec![
                plain("This filter would have "),
                handle(Handle::Bits, plural(n_bits, "bit", "bits")),
                plain(" and "),
                handle(Handle::Hashes, plural(u64::from(n_hashes), "hash function", "hash functions")),
                plain(". It is not built; the numbers and the curve hold all the same."),
            ],
            Lang::Zh => vec![
                plain("这个过滤器会有 "),
                handle(Handle::Bits, format!("{} 位", count(n_bits))),
                plain("、"),
                handle(Handle::Hashes, format!("{n_hashes} 个哈希函数")),
                plain("。它还没有构建，但数字和曲线照样有效。"),
            ],
        };
    };
    let rate = percent_of_theory(realised);
    let mut pieces = match lang {
        Lang::En => vec![
            plain("This filter has "),
            handle(Handle::Bits, plural(n_bits, "bit", "bits")),
            plain(" and "),
            handle(Handle::Hashes, plural(u64::from(n_hashes), "hash function", "hash functions")),
            plain(". "),
        ],
        Lang::Zh => vec![
            plain("这个过滤器有 "),
            handle(Handle::Bits, format!("{} 位", count(n_bits))),
            plain("、"),
            handle(Handle::Hashes, format!("{n_hashes} 个哈希函数")),
            plain("；"),
        ],
    };
    pieces.extend(match (lang, len) {
        (Lang::En, 0) => {
            vec![plain(
                "No key has been inserted yet, so every bit is 0, and it answers “definitely absent” to every key.",
            )]
        }
        (Lang::Zh, 0) => vec![plain("还没有插入任何键，每一位都是 0，问任何键它都会答“一定不存在”。")],
        (Lang::En, _) => vec![
            handle(Handle::Keys, plural(len, "key", "keys")),
            plain(if len == 1 { " was inserted, so " } else { " were inserted, so " }),
            handle(Handle::Ones, plural(ones, "bit", "bits")),
            plain(if ones == 1 { " is 1. " } else { " are 1. " }),
            plain("Ask it about a key it never saw, and "),
            handle(Handle::Rate, rate),
            plain(" of the time it will say “possibly present”."),
        ],
        (Lang::Zh, _) => vec![
            plain("插入 "),
            handle(Handle::Keys, format!("{} 个键", count(len))),
            plain("后，有 "),
            handle(Handle::Ones, format!("{} 位", count(ones))),
            plain("是 1。拿一个从未插入的键去问，它有 "),
            handle(Handle::Rate, rate),
            plain(" 的概率回答“可能存在”。"),
        ],
    });
    pieces
}
