//! Words of the charts and of the Curves room.

mod room;
mod say;

pub use room::*;
pub use say::{Piece, Positions, say};

use super::number::{self, count};
use super::{Lang, messages};
use crate::view::series::{ChartSpec, Kind, MarkKind, Plot, Quantity, Readout, Setting};

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
        Kind::Bitwise => lang.pick("bit by bit", "逐位公式"),
        Kind::Exact => lang.pick("exact", "精确理论"),
        Kind::Envelope => lang.pick("best k at each size", "每处都取最优 k"),
        Kind::Realised => lang.pick("from the bits themselves", "按实际置位"),
        Kind::Ideal => lang.pick("any k", "k 可取小数"),
        Kind::Whole => lang.pick("whole k", "k 取整数"),
        Kind::Bound => lang.pick("no structure can do better", "任何结构的下限"),
        Kind::Measured => lang.pick("measured, 95 % interval", "实测，95 % 区间"),
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
        Kind::Measured => lang.pick("probes of keys never inserted", "用从未放入的键去探测"),
    }
}

/// What an axis measures.
#[must_use]
pub const fn axis(lang: Lang, quantity: Quantity, plot: Plot) -> &'static str {
    match (quantity, plot) {
        (Quantity::Keys, _) => lang.pick("keys inserted, n", "已放入的键数 n"),
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
        Plot::Keys => lang.pick("Keys inserted", "放入的键数"),
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

/// A place along the horizontal axis, in words: 40 keys.
#[must_use]
pub fn place(lang: Lang, chart: &ChartSpec, x: f64) -> String {
    let number = value(chart.x.quantity, x);
    match (chart.x.quantity, lang) {
        (Quantity::Keys, Lang::En) => format!("{number} {}", if number == "1" { "key" } else { "keys" }),
        (Quantity::Keys, Lang::Zh) => format!("{number} 个键"),
        (Quantity::Hashes, _) => format!("k = {number}"),
        (Quantity::BitsPerKey, Lang::En) => format!("{number} bits per key"),
        (Quantity::BitsPerKey, Lang::Zh) => format!("每键 {number} 位"),
        (Quantity::Rate, _) => format!("p = {number}"),
    }
}

/// A read-out in a sentence.
#[must_use]
pub fn spoken(lang: Lang, chart: &ChartSpec, readout: &Readout) -> String {
    let values = readout.entries.iter().map(|entry| {
        let (name, y) = (spoken_kind(lang, entry.kind), value(chart.y.quantity, entry.y));
        match (entry.observed, lang) {
            (None, _) => format!("{name} {y}"),
            (Some((t, i)), Lang::En) => {
                format!("{name} {y}, between {} and {}, from {} probes", rate(i.low), rate(i.high), count(t.probes))
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

const fn spoken_kind(lang: Lang, kind: Kind) -> &'static str {
    match kind {
        Kind::Measured => lang.pick("measured", "实测"),
        other => self::kind(lang, other),
    }
}

/// A chart in a sentence: what it shows, and where the present parameters are.
#[must_use]
pub fn summary(lang: Lang, chart: &ChartSpec) -> String {
    let heading = title(lang, chart.plot);
    let present = chart.mark(MarkKind::Present).or_else(|| chart.mark(MarkKind::Target));
    let now = present.and_then(|mark| {
        let (at, y) = (place(lang, chart, mark.x), value(chart.y.quantity, mark.y?));
        Some(match (lang, chart.plot) {
            (Lang::En, Plot::Target) => format!(" At {at} this filter spends {y} bits per key."),
            (Lang::Zh, Plot::Target) => format!("{at} 时，这个过滤器每键用 {y} 位。"),
            (Lang::En, _) => format!(" At {at}, where this filter is, the rate is {y}."),
            (Lang::Zh, _) => format!("这个过滤器现在的位置：{at}，误判率 {y}。"),
        })
    });
    let best = chart.mark(MarkKind::BestHashes).map(|mark| match lang {
        Lang::En => format!(" The best k is {:.2}.", mark.x),
        Lang::Zh => format!("最优 k 为 {:.2}。", mark.x),
    });
    let stop = lang.pick(".", "。");
    let hint = lang.pick(" Arrow keys read it out.", "用方向键逐点读数。");
    format!("{heading}{stop}{}{}{hint}", now.unwrap_or_default(), best.unwrap_or_default())
}

/// A rate as it stands in read-outs.
#[must_use]
pub fn rate(rate: f64) -> String {
    number::percent(rate)
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
