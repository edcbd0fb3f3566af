//! Words of the charts and of the Curves room.

mod room;
mod say;

pub use room::*;
pub use say::{Piece, Positions, say};

use super::number::{self, count};
use super::{Lang, messages};
use crate::view::series::{ChartSpec, Entry, Kind, Mark, MarkKind, Plot, Quantity, Readout, Setting};

messages! {
    /// Head of the interval column.
    interval_head: "95 % interval", "95 % 区间";
    /// Head of the column of counts.
    tally_head: "false positives / probes", "误判次数 / 探测次数";
}

/// The name of a series, as in the legend.
#[must_use]
pub const fn kind(lang: Lang, kind: Kind) -> &'static str {
    match kind {
        Kind::Textbook => lang.pick("textbook", "教科书公式"),
        Kind::Bitwise => lang.pick("finite m", "有限 m 公式"),
        Kind::Exact => lang.pick("exact", "精确理论"),
        Kind::Envelope => lang.pick("best k at each size", "各处取最优 k"),
        Kind::Realised => lang.pick("from the bits actually set", "按实际置位"),
        Kind::Ideal => lang.pick("k as a real number", "k 取实数"),
        Kind::Whole => lang.pick("whole k", "k 取整数"),
        Kind::Bound => lang.pick("theoretical minimum", "信息论下限"),
        Kind::Measured => lang.pick("measured, 95 % interval", "实测，95 % 区间"),
    }
}

/// The name of a series where its interval stands apart.
#[must_use]
pub const fn short_kind(lang: Lang, kind: Kind) -> &'static str {
    match kind {
        Kind::Measured => lang.pick("measured", "实测"),
        other => self::kind(lang, other),
    }
}

/// What the ring at the present filter stands for.
#[must_use]
pub const fn ring(lang: Lang, mark: &Mark) -> &'static str {
    match mark.by {
        Some(Kind::Realised) => lang.pick("this filter, by its bits", "当前过滤器（按实际位）"),
        Some(_) => lang.pick("this filter, by exact theory", "当前过滤器（按精确理论）"),
        None => lang.pick("this filter", "当前过滤器"),
    }
}

/// What a series is, in a few symbols or words.
#[must_use]
pub const fn kind_detail(lang: Lang, kind: Kind) -> &'static str {
    match kind {
        Kind::Textbook => "(1 − e^(−kn/m))^k",
        Kind::Bitwise => "(1 − (1 − 1/m)^(kn))^k",
        Kind::Exact => lang.pick("mean of (X/m)^k over all ways the bits can fall", "(X/m)^k 对所有置位情形的平均"),
        Kind::Envelope => lang.pick("(1 − e^(−kn/m))^k, k = (m/n) ln 2", "(1 − e^(−kn/m))^k，k = (m/n) ln 2"),
        Kind::Realised => lang.pick("(X/m)^k, X counted in the filters measured", "(X/m)^k，X 数自实测的过滤器"),
        Kind::Ideal => "−ln p / (ln 2)²",
        Kind::Whole => "−k / ln(1 − p^(1/k))",
        Kind::Bound => "log₂ 1/p",
        Kind::Measured => lang.pick("probes of keys never inserted", "用从未插入的键去探测"),
    }
}

/// What an axis measures.
#[must_use]
pub const fn axis(lang: Lang, quantity: Quantity, plot: Plot) -> &'static str {
    match (quantity, plot) {
        (Quantity::Keys, _) => lang.pick("keys inserted, n", "已插入的键数 n"),
        (Quantity::Hashes, _) => lang.pick("hash functions, k", "哈希函数个数 k"),
        (Quantity::BitsPerKey, _) => lang.pick("bits per key, m/n", "每键位数 m/n"),
        (Quantity::Rate, Plot::Target) => lang.pick("target rate, p", "目标误判率 p"),
        (Quantity::Rate, _) => lang.pick("false-positive rate", "误判率"),
    }
}

/// The column head of an axis in a file.
#[must_use]
pub const fn axis_slug(quantity: Quantity, plot: Plot) -> &'static str {
    match (quantity, plot) {
        (Quantity::Keys, _) => "keys",
        (Quantity::Hashes, _) => "k",
        (Quantity::BitsPerKey, _) => "bits_per_key",
        (Quantity::Rate, Plot::Target) => "target_rate",
        (Quantity::Rate, _) => "rate",
    }
}

/// A view's name.
#[must_use]
pub const fn plot(lang: Lang, plot: Plot) -> &'static str {
    match plot {
        Plot::Keys => lang.pick("Keys inserted", "插入的键数"),
        Plot::Hashes => lang.pick("Hash functions", "哈希函数个数"),
        Plot::BitsPerKey => lang.pick("Bits per key", "每键位数"),
        Plot::Target => lang.pick("Target rate", "目标误判率"),
    }
}

/// A view's heading.
#[must_use]
pub const fn title(lang: Lang, plot: Plot) -> &'static str {
    match plot {
        Plot::Keys => lang.pick("False positives as keys arrive", "误判率随键数上升"),
        Plot::Hashes => lang.pick("False positives against k", "误判率与哈希函数个数"),
        Plot::BitsPerKey => lang.pick("False positives against bits per key", "误判率与每键位数"),
        Plot::Target => lang.pick("Bits a key costs for a target rate", "达到目标误判率，每个键要多少位"),
    }
}

/// A heading that says which filter it is about, for a picture that stands alone.
#[must_use]
pub fn full_title(lang: Lang, plot: Plot, setting: &Setting) -> String {
    let (n, m, k) = (count(setting.capacity), count(setting.n_bits), setting.n_hashes);
    let numbers = match plot {
        Plot::Keys => format!("m = {m}, k = {k}"),
        Plot::Hashes => format!("n = {n}, m = {m}"),
        Plot::BitsPerKey => format!("n = {n}, k = {k}"),
        Plot::Target => return title(lang, plot).to_owned(),
    };
    match lang {
        Lang::En => format!("{} ({numbers})", title(lang, plot)),
        Lang::Zh => format!("{}（{}）", title(lang, plot), numbers.replace(", k", "，k").replace(", m", "，m")),
    }
}

/// A value of an axis, as read out.
#[must_use]
pub fn value(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::Keys | Quantity::Hashes => count(libm::round(value) as u64),
        Quantity::BitsPerKey => trimmed(value, 2),
        Quantity::Rate => rate(value),
    }
}

/// The value of a series at a place, as read out. What theory says is above nothing as soon as there is a key.
#[must_use]
pub fn reading(lang: Lang, chart: &ChartSpec, x: f64, entry: &Entry) -> String {
    match (chart.y.quantity, entry.kind) {
        (Quantity::BitsPerKey, _) => format!("{:.2}", entry.y),
        (Quantity::Rate, Kind::Measured) => rate(entry.y),
        (Quantity::Rate, _) if chart.x.quantity == Quantity::Keys && x == 0.0 => rate(entry.y),
        (Quantity::Rate, _) => theory(lang, entry.y),
        (other, _) => value(other, entry.y),
    }
}

/// A best k, which need not be whole: two digits after the point, or a power of ten where it is astronomical.
#[must_use]
pub fn real_hashes(k: f64) -> String {
    if k < 1e5 { format!("{k:.2}") } else { number::power_of_ten(k, 2) }
}

/// Keys, counted.
#[must_use]
pub fn key_count(lang: Lang, n: u64) -> String {
    match lang {
        Lang::En if n == 1 => "1\u{a0}key".to_owned(),
        Lang::En => format!("{}\u{a0}keys", count(n)),
        Lang::Zh => format!("{} 个键", count(n)),
    }
}

/// A place along the horizontal axis, in words: 40 keys.
#[must_use]
pub fn place(lang: Lang, chart: &ChartSpec, x: f64) -> String {
    let number = value(chart.x.quantity, x);
    match (chart.x.quantity, lang) {
        (Quantity::Keys, _) => key_count(lang, libm::round(x) as u64),
        (Quantity::Hashes, _) => format!("k\u{a0}=\u{a0}{number}"),
        (Quantity::BitsPerKey, Lang::En) => {
            format!("{number} {}", if number == "1" { "bit per key" } else { "bits per key" })
        }
        (Quantity::BitsPerKey, Lang::Zh) => format!("每键 {number} 位"),
        (Quantity::Rate, _) => format!("p\u{a0}=\u{a0}{number}"),
    }
}

/// A read-out in a sentence.
#[must_use]
pub fn spoken(lang: Lang, chart: &ChartSpec, readout: &Readout) -> String {
    let values = readout.entries.iter().map(|entry| {
        let (name, y) = (short_kind(lang, entry.kind), reading(lang, chart, readout.x, entry));
        match (entry.observed, lang) {
            (None, _) => format!("{name} {y}"),
            (Some((t, i)), Lang::En) => {
                let probes = number::plural(t.probes, "probe", "probes");
                format!("{name} {y}, between {} and {}, from {probes}", rate(i.low), rate(i.high))
            }
            (Some((t, i)), Lang::Zh) => {
                format!("{name} {y}，区间 {} 到 {}，探测 {} 次", rate(i.low), rate(i.high), count(t.probes))
            }
        }
    });
    let values: Vec<String> = values.collect();
    let place = place(lang, chart, readout.x);
    match lang {
        Lang::En => format!("{place}: {}.", values.join("; ")),
        Lang::Zh => format!("{place}：{}。", values.join("；")),
    }
}

/// A chart in a sentence: what it shows, and where the present parameters are.
#[must_use]
pub fn summary(lang: Lang, chart: &ChartSpec) -> String {
    let heading = title(lang, chart.plot);
    let present = chart.mark(MarkKind::Present).or_else(|| chart.mark(MarkKind::Target));
    let now = present.and_then(|mark| {
        let entry = Entry { kind: mark.by.unwrap_or(Kind::Ideal), y: mark.y?, observed: None };
        let (at, y) = (place(lang, chart, mark.x), reading(lang, chart, mark.x, &entry));
        Some(match (lang, chart.plot) {
            (Lang::En, Plot::Target) => format!(" At {at} this filter spends {y} bits per key."),
            (Lang::Zh, Plot::Target) => format!("{at} 时，这个过滤器每键用 {y} 位。"),
            (Lang::En, _) => format!(" At {at}, where this filter is, the rate is {y}."),
            (Lang::Zh, _) => format!("这个过滤器现在的位置：{at}，误判率 {y}。"),
        })
    });
    let best = chart.mark(MarkKind::BestHashes).map(|mark| match lang {
        Lang::En => format!(" The best k is {}.", real_hashes(mark.x)),
        Lang::Zh => format!("最优 k 为 {}。", real_hashes(mark.x)),
    });
    let stop = lang.pick(".", "。");
    let hint = lang.pick(" Arrow keys read it out.", "用方向键逐点读数。");
    format!("{heading}{stop}{}{}{hint}", now.unwrap_or_default(), best.unwrap_or_default())
}

/// A rate as it stands in read-outs: two significant figures (three from 10 % on) with trailing zeros, so that the same
/// precision shows beside “8.1 %” as “8.0 %”; the tiniest as powers of ten.
#[must_use]
pub fn rate(rate: f64) -> String {
    if rate == 0.0 || !rate.is_finite() {
        return number::percent(rate);
    }
    if rate < 1e-6 {
        return number::power_of_ten(rate, 2);
    }
    let figures = if rate >= 0.1 { 3 } else { 2 };
    let decimals = (figures - 1 - libm::floor(libm::log10(rate * 100.0)) as i32).max(0) as usize;
    format!("{:.decimals$}\u{202f}%", rate * 100.0)
}

/// A rate by theory of a filter that is not empty: never nothing, however small.
#[must_use]
pub fn theory(lang: Lang, rate: f64) -> String {
    if rate < 1e-300 {
        lang.pick("less than 10⁻³⁰⁰", "低于 10⁻³⁰⁰").to_owned()
    } else {
        self::rate(rate)
    }
}

/// A number with at most so many digits after the point.
fn trimmed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// An interval of rates.
#[must_use]
pub fn range(lang: Lang, low: f64, high: f64) -> String {
    let joint = lang.pick(" – ", " ～ ");
    format!("{}{joint}{}", rate(low), rate(high))
}

/// Hits of probes.
#[must_use]
pub fn tally(hits: u64, probes: u64) -> String {
    format!("{} / {}", count(hits), count(probes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_side_by_side_have_the_same_precision() {
        let written = |value| rate(value).replace('\u{202f}', " ");
        assert_eq!([0.08, 0.081, 0.05, 0.5, 0.0].map(written), ["8.0 %", "8.1 %", "5.0 %", "50.0 %", "0 %"]);
        assert_eq!([1.0, 1.3e-4, 2.5e-9].map(written), ["100 %", "0.013 %", "2.5 × 10⁻⁹"]);
        assert_eq!(theory(Lang::En, 0.0), "less than 10⁻³⁰⁰");
        assert_eq!(real_hashes(4.436), "4.44");
        assert_eq!(real_hashes(6_243_314_768_165.36).replace('\u{202f}', " "), "6.2 × 10¹²");
    }
}
