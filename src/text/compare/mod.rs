//! The Compare room.

mod say;
mod structure;

pub use say::{Piece, say};
pub use structure::{about, failed, name, short, source, why_not};

use super::number::{count, percent_to, plural, significant};
use super::{Lang, messages};
use crate::experiment::{ContestTally, Operation};
use crate::theory::interval::Interval;
use crate::view::compare::{Column, Needs};

messages! {
    room: "Compare", "对比";
    keys: "Keys", "键数";
    goal: "What is to be kept", "给定什么";
    rate: "Rate", "误判率";
    budget: "Memory", "内存";
    by_rate: "a target rate", "目标误判率";
    by_budget: "a memory budget", "内存上限";
    run: "Measure", "开始测量";
    again: "Measure again", "重新测量";
    cancel: "Stop", "停止";
    progress: "Progress of the measurement", "测量进度";
    save_table: "Save the table or a picture", "保存表格或图";
    table_title: "Eleven structures, the same keys", "同一批键，十一种结构";
    trade_title: "What a rate costs: bits a key", "误判率的价钱：每键位数";
    speed_title: "Time an operation takes", "每次操作的用时";
    trade_x: "False-positive rate", "误判率";
    trade_y: "Bits a key", "每键位数";
    speed_x: "Nanoseconds an operation (one step to the right is ten times slower)", "每次操作的纳秒数（每向右一大格慢十倍）";
    interval_name: "95 % interval", "95 % 区间";
    no_speeds: "Measure to see the times of this machine here.", "测量之后，这里会显示本机的用时。";
    line_bloom: "Bloom, best k", "布隆，最佳 k";
    line_blocked: "Blocked, 512 bits", "分块，512 位";
    line_cuckoo: "Cuckoo, 4 slots, 95 % full", "布谷鸟，4 槽，装到 95 %";
    line_fuse: "Binary fuse", "二元熔丝";
    line_bound: "Lower bound log₂(1/p)", "下界 log₂(1/p)";
    point_measured: "measured here", "本机实测";
    point_designed: "by theory, not measured yet", "理论值，尚未测量";
    lowest: "lowest first", "从低到高";
    cannot_answer: "It counts keys; it cannot say whether one is there.", "它只数个数，不能回答某个键在不在。";
    waiting: "Not measured yet: rates are by theory, and times are unknown.", "尚未测量：误判率是理论值，用时未知。";
    stopped: "Stopped. What was measured before stays.", "已停止。此前测到的都在。";
    one_machine: "Times are of this browser on this machine, in one worker, one structure after the other; the next run will differ a little. Counts will not.", "用时只代表这台机器上的这个浏览器：在一个后台线程里逐个测量，下次会略有出入；计数则每次都一样。";
    not_measured: "not yet", "未测";
    yes: "yes", "能";
    no: "no", "不能";
    deletes: "Deletes", "删除";
    grows: "Grows", "扩容";
    merges: "Merges", "合并";
    needs: "Must know", "须先知道";
    scroll_hint: "The table scrolls sideways.", "表格可以左右滚动。";
    exact: "exact", "精确";
    details: "About the structures", "这些结构是什么";
    source_of_rate: "Rate by", "误判率公式";
}

/// The head of a column.
#[must_use]
pub const fn column(lang: Lang, column: Column) -> &'static str {
    match column {
        Column::Structure => lang.pick("Structure", "结构"),
        Column::BitsPerKey => lang.pick("Bits a key", "每键位数"),
        Column::Memory => lang.pick("Memory", "内存"),
        Column::Theory => lang.pick("Rate, theory", "误判率（理论）"),
        Column::Measured => lang.pick("Rate, measured", "误判率（实测）"),
        Column::FalseNegatives => lang.pick("Keys denied", "漏判"),
        Column::Insert => lang.pick("Insert", "插入"),
        Column::Hit => lang.pick("Query, there", "查询（在）"),
        Column::Miss => lang.pick("Query, absent", "查询（不在）"),
        Column::Lines => lang.pick("Cache lines", "缓存行"),
    }
}

/// What a column's numbers are.
#[must_use]
pub const fn column_note(lang: Lang, column: Column) -> &'static str {
    match column {
        Column::Structure => lang.pick("The usual order", "默认顺序"),
        Column::BitsPerKey => lang.pick("All memory, divided by the keys", "全部内存除以键数"),
        Column::Memory => lang.pick("Of the structure with all keys in it", "装下全部键后的大小"),
        Column::Theory => lang.pick("By the structure's own formula", "按各自的公式计算"),
        Column::Measured => {
            lang.pick("On absent keys, with the 95 % Wilson interval", "用一定不在的键测得，附 95 % Wilson 区间")
        }
        Column::FalseNegatives => {
            lang.pick("Of all inserted keys, asked one by one: must be 0", "把插入的键逐个问一遍，必须是 0")
        }
        Column::Insert => {
            lang.pick("Nanoseconds a key, and against the Bloom filter", "每键纳秒数，以及与布隆过滤器之比")
        }
        Column::Hit => lang.pick("Nanoseconds for a key that is there", "查询存在的键，纳秒"),
        Column::Miss => lang.pick("Nanoseconds for a key that is not", "查询不存在的键，纳秒"),
        Column::Lines => lang.pick(
            "Pieces of 64 bytes that a query for an inserted key reads, on average",
            "查询一个已插入的键平均要读几段 64 字节内存",
        ),
    }
}

/// The name of an operation.
#[must_use]
pub const fn operation(lang: Lang, operation: Operation) -> &'static str {
    match operation {
        Operation::Insert => lang.pick("insert", "插入"),
        Operation::Hit => lang.pick("query, there", "查询（在）"),
        Operation::Miss => lang.pick("query, absent", "查询（不在）"),
    }
}

/// What has to be known beforehand.
#[must_use]
pub const fn need(lang: Lang, needs: Needs) -> &'static str {
    match needs {
        Needs::Nothing => lang.pick("nothing", "无须"),
        Needs::Count => lang.pick("how many keys", "键数"),
        Needs::Range => lang.pick("the range", "编号范围"),
        Needs::Keys => lang.pick("every key", "全部键"),
    }
}

/// Nanoseconds, written with as many figures as they deserve.
#[must_use]
pub fn nanos(each: f64) -> String {
    let number =
        if each < 999.5 { significant(each, if each < 99.5 { 2 } else { 3 }) } else { count(libm::round(each) as u64) };
    format!("{number}\u{202f}ns")
}

/// So many times another time.
#[must_use]
pub fn times(ratio: f64) -> String {
    format!("×\u{202f}{}", significant(ratio, 2))
}

/// A measured rate: its interval says how much of it to believe.
#[must_use]
pub fn measured(rate: f64) -> String {
    percent_to(rate, 3)
}

/// An interval of rates.
#[must_use]
pub fn interval(interval: Interval) -> String {
    format!("{} – {}", percent_to(interval.low, 3), percent_to(interval.high, 3))
}

/// What a counter counted, with its error, against the truth.
#[must_use]
pub fn counted(lang: Lang, tally: &ContestTally, error: f64, n: u64) -> String {
    let (estimated, error, n) = (count(tally.estimated), count(libm::round(error) as u64), count(n));
    match lang {
        Lang::En => format!("counts {estimated} ± {error}; there are {n}"),
        Lang::Zh => format!("数得 {estimated} ± {error}，实际 {n}"),
    }
}

/// What is being measured.
#[must_use]
pub fn running(lang: Lang, done: u64, of: u64) -> String {
    match lang {
        Lang::En => format!("Measuring: {done} of {of} structures are done."),
        Lang::Zh => format!("正在测量：{of} 种结构已完成 {done} 种。"),
    }
}

/// What was measured.
#[must_use]
pub fn done(lang: Lang, n: u64, probes: u64) -> String {
    let (keys, n, probes) = (plural(n, "key", "keys"), count(n), count(probes));
    match lang {
        Lang::En => {
            format!("Measured: each structure was given {keys}, asked for all of them and for {probes} others.")
        }
        Lang::Zh => format!("测量完成：每种结构都插入 {n} 个键，逐个查询，再查询 {probes} 个不在其中的键。"),
    }
}

/// More keys than are measured.
#[must_use]
pub fn too_many(lang: Lang, most: u64) -> String {
    let most = count(most);
    match lang {
        Lang::En => format!("Up to {most} keys are measured here; for more, the numbers by theory stand alone."),
        Lang::Zh => format!("这里最多实测 {most} 个键；再多就只给理论值。"),
    }
}

/// The room's chart in a sentence, for those who do not see it.
#[must_use]
pub fn trade_label(lang: Lang, points: u64) -> String {
    match lang {
        Lang::En => format!(
            "Chart: bits a key against the false-positive rate, four curves and their lower bound, {points} structures as \
             points. The table has the same numbers."
        ),
        Lang::Zh => format!("图：每键位数与误判率，四条曲线和下界，{points} 种结构各为一点。表格里是同样的数字。"),
    }
}

/// The chart of times in a sentence.
#[must_use]
pub fn speed_label(lang: Lang, rows: u64) -> String {
    match lang {
        Lang::En => {
            format!("Chart: the time of insertions and queries of {rows} structures. The table has the same numbers.")
        }
        Lang::Zh => format!("图：{rows} 种结构的插入和查询用时。表格里是同样的数字。"),
    }
}
