//! Words of the Curves room's controls and measurements.

use super::super::number::{count, percent_to as rate_to, plural};
use super::super::{Lang, messages};
use super::key_count;
use crate::experiment::{Failure, KeySource, StartTrouble};
use crate::theory::interval::Interval;
use crate::view::series::{Agreement, Scale, Tally};

messages! {
    /// The room's heading, for screen readers.
    room: "Curves: theory against measurement", "曲线：理论与实测";
    /// The legend's name for screen readers.
    legend: "Lines and points shown", "显示哪些线和点";
    /// Opens the table.
    as_table: "As a table", "看表格";
    /// Starts measuring anew.
    run: "Measure", "测量";
    /// Ends it.
    cancel: "Stop", "停止";
    /// The progress bar's name.
    progress: "Progress of the measurement", "测量进度";
    /// The group of views.
    views: "What the rate is drawn against", "看误判率随什么变化";
    /// The horizontal axis's choice.
    x_axis: "x", "横轴";
    /// The vertical axis's choice.
    y_axis: "y", "纵轴";
    /// The group of file formats.
    export: "Save the chart", "保存图表";
    /// Heading of the controls.
    measuring: "Measurement", "测量方式";
    /// Which keys.
    keys: "Keys", "键";
    /// Probes a point.
    probes: "Probes per point", "每点探测次数";
    /// The seed.
    seed: "Seed", "种子";
    /// Announces the filter in which double hashing is off.
    deviant: "Theory takes positions for independent. Double hashing makes all of them from two numbers, and in a small filter that shows.",
        "理论假定各个位置互相独立；双重哈希的位置却都由两个数推出来，过滤器一小就看得出差别。";
    /// Heading of the large run.
    large_heading: "A large run", "大规模实测";
    /// Starts the large run.
    large_run: "Run", "开始";
    /// The large run was stopped.
    large_stopped: "Stopped; nothing was kept.", "已停止，没有保留结果。";
    /// The strip's name.
    strip: "The interval of the measured rate, and theory as an upright line", "实测误判率的区间；竖线是理论值";
    /// The visitor's own keys.
    own_list: "your list", "你的列表";
}

/// A scale.
#[must_use]
pub const fn scale(lang: Lang, scale: Scale) -> &'static str {
    match scale {
        Scale::Linear => lang.pick("linear", "线性"),
        Scale::Log => lang.pick("log", "对数"),
    }
}

/// What a download button does.
#[must_use]
pub fn save_as(lang: Lang, format: &str) -> String {
    match lang {
        Lang::En => format!("Save as {format}"),
        Lang::Zh => format!("保存为 {format}"),
    }
}

/// A generator's name, with an example.
#[must_use]
pub fn source(lang: Lang, source: &KeySource) -> String {
    match source {
        KeySource::Sequential { prefix, start } => match lang {
            Lang::En => format!("ids: {prefix}{start}…"),
            Lang::Zh => format!("编号：{prefix}{start}…"),
        },
        KeySource::Random64 => lang.pick("64-bit numbers", "64 位随机数").to_owned(),
        KeySource::Uuid => lang.pick("UUIDs", "随机 UUID").to_owned(),
        KeySource::Words => lang.pick("made-up words", "随机造词").to_owned(),
    }
}

/// The button to the filter in which double hashing is off.
#[must_use]
pub fn show_deviant(lang: Lang, n: u64, m: u64, k: u32) -> String {
    match lang {
        Lang::En => nowrap(&format!("Show it: n = {n}, m = {m}, k = {k}")),
        Lang::Zh => nowrap(&format!("看看：n = {n}，m = {m}，k = {k}")),
    }
}

/// A measurement waits to be asked for.
#[must_use]
pub const fn waiting(lang: Lang) -> &'static str {
    lang.pick(
        "With a filter of this size measuring takes a while, so it waits for you.",
        "过滤器很大，测量要花些时间，点“测量”开始。",
    )
}

/// A measurement is under way.
#[must_use]
pub fn running(lang: Lang, probes: u64) -> String {
    match (lang, probes) {
        (Lang::En, 0) => "Building filters…".to_owned(),
        (Lang::Zh, 0) => "正在构建过滤器……".to_owned(),
        (Lang::En, _) => format!("{} so far…", plural(probes, "probe", "probes")),
        (Lang::Zh, _) => format!("已探测 {} 次……", count(probes)),
    }
}

/// A measurement was stopped.
#[must_use]
pub fn stopped(lang: Lang, probes: u64) -> String {
    match lang {
        Lang::En => format!("Stopped after {}.", plural(probes, "probe", "probes")),
        Lang::Zh => format!("已停止，共探测 {} 次。", count(probes)),
    }
}

/// A measurement is complete.
#[must_use]
pub fn done(lang: Lang, probes: u64, points: u64) -> String {
    match lang {
        Lang::En => {
            let (probes, points) = (plural(probes, "probe", "probes"), plural(points, "point", "points"));
            format!("{probes} at {points}, all of keys never inserted.")
        }
        Lang::Zh => format!("在 {points} 个点上共探测 {} 次，所用的键都从未插入。", count(probes)),
    }
}

/// Why there is no measurement.
#[must_use]
pub fn failure(lang: Lang, failure: &Failure) -> String {
    let text = match (failure, lang) {
        (Failure::MemoryRefused { n_bits }, Lang::En) => {
            return format!(
                "A filter of {} bits is too large to build here. Theory holds all the same.",
                count(*n_bits)
            );
        }
        (Failure::MemoryRefused { n_bits }, Lang::Zh) => {
            return format!("{} 位的过滤器太大，无法在此构建；理论曲线照样成立。", count(*n_bits));
        }
        (Failure::TooFewKeys { have, need }, Lang::En) => {
            return format!("The list has {}; this takes at least {}.", key_count(lang, *have), count(*need));
        }
        (Failure::TooFewKeys { have, need }, Lang::Zh) => {
            return format!("列表只有 {} 个键，至少要 {} 个。", count(*have), count(*need));
        }
        (Failure::BadFilter { .. } | Failure::TooManyPoints { .. }, _) => {
            lang.pick("There is no such filter to measure.", "没有这样的过滤器可测。")
        }
        (Failure::NoWorkers { trouble }, _) => return no_workers(lang, trouble),
        (Failure::Crashed { .. } | Failure::Protocol, _) => {
            lang.pick("The measurement broke off. Press Measure to try again.", "测量中断了。点“测量”再试一次。")
        }
    };
    text.to_owned()
}

/// Why nothing can be measured where no worker starts.
fn no_workers(lang: Lang, trouble: &StartTrouble) -> String {
    match (trouble, lang) {
        (StartTrouble::Said(reason), Lang::En) => {
            format!("No worker can be started here, so nothing can be measured. The browser says: {reason}")
        }
        (StartTrouble::Said(reason), Lang::Zh) => format!("后台线程启动不了，无法测量。浏览器的说法：{reason}"),
        (StartTrouble::NotLoaded, _) => lang
            .pick(
                "The worker’s program could not be loaded, so nothing was measured. Check the connection, then try again.",
                "后台线程的程序没能载入，没有测成。请检查网络，再试一次。",
            )
            .to_owned(),
        (StartTrouble::Silent, _) => lang
            .pick(
                "The worker did not start in time, so nothing was measured. Please try again.",
                "后台线程迟迟没有启动，没有测成。请再试一次。",
            )
            .to_owned(),
    }
}

/// What the large run does.
#[must_use]
pub fn large_about(lang: Lang, n: u64, m: u64, k: u32, probes: u64) -> String {
    let (n, m, probes) = (count(n), count(m), count(probes));
    match lang {
        Lang::En => nowrap(&format!(
            "{n} keys go into {m} bits with k = {k}, made for 1\u{202f}%. Then {probes} keys that were never inserted are queried."
        )),
        Lang::Zh => nowrap(&format!(
            "把 {n} 个键插入按 1\u{202f}% 设计的 {m} 位过滤器（k = {k}），再查询 {probes} 个从未插入的键。"
        )),
    }
}

/// The large run is building its filter.
#[must_use]
pub fn large_building(lang: Lang, done: u64, total: u64) -> String {
    match lang {
        Lang::En => format!("Inserting: {} of {} keys…", count(done), count(total)),
        Lang::Zh => format!("正在插入：{} / {} 个键……", count(done), count(total)),
    }
}

/// The large run is probing.
#[must_use]
pub fn large_probing(lang: Lang, hits: u64, done: u64, total: u64) -> String {
    let (done, total) = (count(done), count(total));
    match lang {
        Lang::En => {
            let hits = plural(hits, "false positive", "false positives");
            format!("Querying: {done} of {total} keys, {hits} so far…")
        }
        Lang::Zh => format!("正在查询：{done} / {total} 个键，已有 {} 次误判……", count(hits)),
    }
}

/// Theory's place on the strip.
#[must_use]
pub fn strip_theory(lang: Lang, exact: f64) -> String {
    format!("{} {}", lang.pick("theory", "理论"), rate_to(exact, 4))
}

/// A rate on the strip.
#[must_use]
pub fn strip_rate(rate: f64) -> String {
    rate_to(rate, 4)
}

/// Formulas stay in one line.
fn nowrap(text: &str) -> String {
    text.replace(" = ", "\u{a0}=\u{a0}")
}

/// What the large run found.
#[must_use]
pub fn large_result(lang: Lang, tally: Tally, interval: Interval, exact: f64, agreement: Agreement) -> String {
    let Tally { hits, probes } = tally;
    let measured = rate_to(hits as f64 / probes.max(1) as f64, 4);
    let (low, high, exact) = (rate_to(interval.low, 4), rate_to(interval.high, 4), rate_to(exact, 4));
    let were = if hits == 1 { "was" } else { "were" };
    let (hits, probes) = (count(hits), count(probes));
    match lang {
        Lang::En => {
            let verdict = match agreement {
                Agreement::Agrees => "the two agree",
                Agreement::Doubtful => "chance still allows that",
                Agreement::Above => "more than theory allows",
                Agreement::Below => "less than theory allows",
            };
            format!(
                "{hits} of {probes} absent keys {were} “possibly present”: {measured}, between {low} and {high} (95\u{202f}%). Exact theory says {exact}: {verdict}."
            )
        }
        Lang::Zh => {
            let verdict = match agreement {
                Agreement::Agrees => "两者相符",
                Agreement::Doubtful => "差距尚在偶然范围内",
                Agreement::Above => "实测偏高",
                Agreement::Below => "实测偏低",
            };
            format!(
                "{probes} 个不存在的键中有 {hits} 个被答“可能存在”：误判率 {measured}，95\u{202f}% 区间 {low} ～ {high}。精确理论为 {exact}，{verdict}。"
            )
        }
    }
}
