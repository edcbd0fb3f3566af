//! The numbers beside a structure, and what a deletion did to others.

use crate::filter::{BuildError, Variant};
use crate::text::number::{bytes, count, percent_of_theory, plural, significant};
use crate::text::{Lang, messages};
use crate::view::family::figures::{Figures, Plain};

messages! {
    figures_heading: "Numbers", "数值";
    abilities_heading: "What it can and cannot do", "能做什么，不能做什么";
    histogram: "Counters by value", "各值的计数器个数";
    counter_value: "value", "值";
    counted: "counted", "实有";
    expected: "expected", "预期";
    sub_filters: "Sub-filters, the oldest first", "子过滤器（最旧的在前）";
    keys_of_capacity: "keys", "键";
    fill: "bits that are 1", "1 的占比";
    rate: "rate", "误判率";
}

/// A number with its name and, where it was computed, by what formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureRow {
    /// What it is.
    pub name: &'static str,
    /// The formula's source, or that it was counted.
    pub source: Option<&'static str>,
    /// The number.
    pub value: String,
}

/// The paper behind a structure's theoretical rate.
const fn source(lang: Lang, variant: Variant) -> &'static str {
    match variant {
        Variant::Bloom => lang.pick("exact: Bose et al. 2008", "精确：Bose 等 2008"),
        Variant::Counting { .. } => {
            lang.pick("Fan et al. 2000; exact: Bose et al. 2008", "Fan 等 2000；精确：Bose 等 2008")
        }
        Variant::Partitioned => lang.pick("exact: Mullin 1983", "精确：Mullin 1983"),
        Variant::Blocked { .. } => lang.pick("Putze, Sanders & Singler 2007", "Putze、Sanders、Singler 2007"),
        Variant::Scalable { .. } => lang.pick("compound: Almeida et al. 2007", "复合：Almeida 等 2007"),
        Variant::Cuckoo { .. } => lang.pick("Fan et al. 2014", "Fan 等 2014"),
        Variant::Fuse { .. } => lang.pick("2⁻ᶠ: Graf & Lemire 2022", "2⁻ᶠ：Graf、Lemire 2022"),
    }
}

fn row(lang: Lang, name: [&'static str; 2], source: Option<[&'static str; 2]>, value: String) -> FigureRow {
    let pick = |texts: [&'static str; 2]| lang.pick(texts[0], texts[1]);
    FigureRow { name: pick(name), source: source.map(pick), value }
}

/// Without keys no key is let through: that is certain, and no bound.
fn theory(f: &Figures, rate: f64) -> String {
    if f.n == 0 { percent(0.0) } else { percent_of_theory(rate) }
}

/// The rows of numbers.
#[must_use]
pub fn figures(lang: Lang, f: &Figures) -> Vec<FigureRow> {
    let in_set = if f.fill.is_some() {
        ["keys in the set", "集合里的键"]
    } else {
        ["keys, all that it is made for", "键（按设计容量）"]
    };
    let mut rows = vec![
        row(
            lang,
            in_set,
            None,
            if f.n == f.capacity { count(f.n) } else { format!("{} / {}", count(f.n), count(f.capacity)) },
        ),
        row(lang, ["memory", "内存"], None, memory(lang, f)),
    ];
    if let Some(k) = f.n_hashes {
        rows.push(row(lang, ["hash functions, k", "哈希函数个数 k"], None, k.to_string()));
    }
    if let Some(fill) = f.fill {
        let name = match f.variant {
            Variant::Counting { .. } => ["counters above 0", "大于 0 的计数器"],
            Variant::Cuckoo { .. } => ["load: slots in use", "负载：已用的槽"],
            _ => ["fill: bits that are 1", "填充：1 的占比"],
        };
        rows.push(row(lang, name, Some(["counted", "实数"]), percent(fill)));
    }
    if let Variant::Scalable { .. } = f.variant {
        rows.push(row(lang, ["rate never exceeded, p", "不会超过的误判率 p"], None, percent(f.target)));
    }
    rows.push(FigureRow {
        name: lang.pick("rate in theory", "理论误判率"),
        source: Some(source(lang, f.variant)),
        value: theory(f, f.theory),
    });
    if let Some(realised) = f.realised {
        rows.push(row(
            lang,
            ["rate of the cells at hand", "按现有内容算的误判率"],
            Some(["realised", "实得"]),
            percent_of_theory(realised),
        ));
    }
    rows.extend(besides(lang, f));
    rows
}

/// What a structure is held against, and what it could not do: rows that go with numbers of any kind.
#[must_use]
pub fn besides(lang: Lang, f: &Figures) -> Vec<FigureRow> {
    let mut rows = Vec::new();
    let (name, plain) = match f.plain {
        Plain::SameBits(rate) => (["a plain filter with the same m and k", "同样 m、k 的普通布隆过滤器"], rate),
        Plain::SameMemory(rate) => {
            (["a plain filter of this memory, best k", "同样内存、最优 k 的普通布隆过滤器"], rate)
        }
        Plain::SameKeys(rate) => {
            (["a fixed filter for n at p, given the same keys", "按 n、p 设计的固定过滤器，装同样的键"], rate)
        }
    };
    rows.push(row(lang, name, Some(["exact: Bose et al. 2008", "精确：Bose 等 2008"]), theory(f, plain)));
    if let Some((own, fixed)) = f.at_twice {
        rows.push(row(
            lang,
            ["at 2n keys: this / the fixed one", "装到 2n 个键：它 / 固定的"],
            None,
            format!("{} / {}", percent_of_theory(own), percent_of_theory(fixed)),
        ));
    }
    if let Some((own, plain)) = f.lines {
        let (own, plain) = (significant(own, 3), significant(plain, 3));
        rows.push(row(
            lang,
            ["cache lines an operation touches: this / plain", "一次操作碰到的缓存行：它 / 普通"],
            None,
            format!("{own} / {plain}"),
        ));
    }
    if f.undeletable > 0 {
        rows.push(row(lang, ["deletions it could not do", "没能做的删除"], None, count(f.undeletable)));
    }
    if f.refused > 0 {
        rows.push(row(lang, ["insertions that found no room", "放不下的插入"], None, count(f.refused)));
    }
    rows
}

/// Cells and bits: `256 counters × 4 bits = 128 B`.
fn memory(lang: Lang, f: &Figures) -> String {
    let cells = count(f.n_cells);
    let bytes = bytes(lang, f.n_bits.div_ceil(8));
    let of_width = |en: &str, zh: &str, width: u32| match lang {
        Lang::En => format!("{cells} {en} × {width} bits = {bytes}"),
        Lang::Zh => format!("{cells} 个{zh} × {width} 位 = {bytes}"),
    };
    match f.variant {
        Variant::Counting { counter_bits } => of_width("counters", "计数器", counter_bits),
        Variant::Cuckoo { fingerprint_bits, .. } => of_width("slots", "槽", fingerprint_bits),
        Variant::Fuse { fingerprint_bits } => of_width("cells", "格", fingerprint_bits),
        _ => format!("{cells} {} = {bytes}", lang.pick("bits", "位")),
    }
}

/// The sentence above the table.
#[must_use]
pub fn sentence(lang: Lang, f: &Figures) -> String {
    let (n, rate) = (plural(f.n, "key", "keys"), percent_of_theory(f.realised.unwrap_or(f.theory)));
    let idea = match f.variant {
        Variant::Bloom => lang.pick("Each key sets k bits.", "每个键点亮 k 位。"),
        Variant::Counting { .. } => lang.pick(
            "A counter in place of each bit: insertion adds one, so deletion can take one away.",
            "每一位换成一个计数器：插入加一，删除便能减一。",
        ),
        Variant::Partitioned => lang.pick(
            "The bits are k slices, and each hash function has one of its own.",
            "位数组切成 k 片，每个哈希函数独占一片。",
        ),
        Variant::Blocked { .. } => lang.pick(
            "A first hash picks a block, and all of the key’s bits lie in it: one cache line instead of k.",
            "先用一个哈希选块，键的所有位都落在这一块里：只碰一条缓存行，而不是 k 条。",
        ),
        Variant::Scalable { .. } => lang.pick(
            "When it is full it begins another, larger and stricter filter, and asks them all, the newest first.",
            "装满了就再建一个更大、更严的过滤器；查询时从最新的问起，逐个问遍。",
        ),
        Variant::Cuckoo { .. } => lang.pick(
            "Each key leaves a fingerprint in one of two buckets; where both are full, one has to move.",
            "每个键把指纹放进两个桶之一；两个都满，就得有一个搬走。",
        ),
        Variant::Fuse { .. } => lang.pick(
            "Each key’s fingerprint is the xor of three cells, solved for all keys at once.",
            "每个键的指纹等于三格的异或，所有键一次解出。",
        ),
    };
    match (lang, f.fill.is_some() || f.n > 0) {
        (Lang::En, _) if f.n == 0 => format!("{idea} It holds no key yet."),
        (Lang::Zh, _) if f.n == 0 => format!("{idea}里面还没有键。"),
        (Lang::En, _) => format!("{idea} With {n} it lets {rate} of all other keys through."),
        (Lang::Zh, _) => format!("{idea}装 {} 个键时，其他的键有 {rate} 会被误判。", count(f.n)),
    }
}

/// That a filter is not built for its size.
#[must_use]
pub fn too_large(lang: Lang, most_keys: u64, most_bits: u64) -> String {
    let (keys, memory) = (count(most_keys), bytes(lang, most_bits / 8));
    match lang {
        Lang::En => format!(
            "This page builds these structures with up to {keys} keys and {memory}. The numbers beside still hold."
        ),
        Lang::Zh => format!("这些结构在本页最多构建 {keys} 个键、{memory}。旁边的计算仍然有效。"),
    }
}

/// Why a filter cannot be had.
#[must_use]
pub fn failed(lang: Lang, error: &BuildError) -> String {
    match error {
        BuildError::Spec(error) => {
            let what = crate::text::variants::spec_error(lang, error);
            format!("{what}{}", lang.pick(".", "。"))
        }
        BuildError::Memory(refused) => crate::text::lab::refused(lang, refused.n_bits),
        BuildError::Unsolved => super::unsolved(lang).into(),
        BuildError::Full { inserted } => match lang {
            Lang::En => format!("There was no room after {}.", plural(*inserted, "key", "keys")),
            Lang::Zh => format!("装到 {} 个键就放不下了。", count(*inserted)),
        },
    }
}

/// That a key was deleted that was not in the set.
#[must_use]
pub fn wrongful(lang: Lang, key: &str) -> String {
    match lang {
        Lang::En => {
            format!("{key} was never in the set: it only looked as if, and what was taken away belonged to others.")
        }
        Lang::Zh => format!("{key} 根本不在集合里，只是看起来在；被拿走的都是别人的。"),
    }
}

/// How many others have a counter that fell.
#[must_use]
pub fn who_lost(lang: Lang, touched: Option<u64>) -> String {
    match (lang, touched) {
        (_, None) => String::new(),
        (Lang::En, Some(1)) => "1 key lost a count.".into(),
        (Lang::En, Some(n)) => format!("{} keys lost a count.", count(n)),
        (Lang::Zh, Some(n)) => format!("有 {} 个键的计数因此变小。", count(n)),
    }
}

/// How many keys in the set are denied.
#[must_use]
pub fn denied_now(lang: Lang, total: u64) -> String {
    match (lang, total) {
        (Lang::En, 1) => "1 key of the set is denied now:".into(),
        (Lang::En, n) => format!("{} keys of the set are denied now:", count(n)),
        (Lang::Zh, n) => format!("集合里现在有 {} 个键被漏判：", count(n)),
    }
}

/// A count.
#[must_use]
pub fn whole(n: u64) -> String {
    count(n)
}

/// A number that is expected: two figures below ten, none above a hundred.
#[must_use]
pub fn about(x: f64) -> String {
    if x >= 100.0 {
        count(libm::round(x) as u64)
    } else if x < 0.05 {
        "0".into()
    } else {
        significant(x, 2)
    }
}

/// So many of so many.
#[must_use]
pub fn of(n: u64, most: u64) -> String {
    format!("{} / {}", count(n), count(most))
}

/// A share in per cent.
#[must_use]
pub fn percent(share: f64) -> String {
    crate::text::number::percent(share)
}
