//! Key lists: the panel, what was read, what was measured, what was wrong.

mod problems;

pub use problems::{problem, trial_problem};

use super::number::{bytes, count, percent, percent_to, plural, significant};
use super::{Lang, messages};
use crate::dump::{Counts, Csv, Delimiter, Encoding, Footprint, Format, KeyList, TrialReport};

messages! {
    /// Between two sentences.
    space: " ", "";
    /// After a phrase that stands for a sentence, before another.
    stop: ". ", "。";
    heading: "Your own keys", "你自己的键";
    intro: "Drop a text or CSV file anywhere on the page. It stays on this device.", "把文本或 CSV 文件拖到页面任意位置。文件不会离开本机。";
    drop_now: "Let go to read it", "松手即可读取";
    choose_file: "Choose a file", "选择文件";
    or_paste: "or paste keys, one a line", "或者粘贴，一行一个键";
    paste_placeholder: "asset:1001\nasset:1002\nasset:1003", "资产:1001\n资产:1002\n资产:1003";
    pasted: "Pasted text", "粘贴的文本";
    options: "How it is read", "怎样读";
    more_options: "More options", "更多选项";
    format: "Format", "格式";
    lines: "One key a line", "一行一个键";
    csv: "CSV table", "CSV 表格";
    column: "Column of keys", "键在哪一列";
    delimiter: "Separator", "分隔符";
    header: "First row", "首行";
    header_present: "Column names", "是列名";
    header_absent: "Data", "是数据";
    quotes: "Quotes", "引号";
    quotes_standard: "Enclose fields", "用来包住字段";
    quotes_off: "Ordinary characters", "当普通字符";
    encoding: "Encoding", "编码";
    spaces: "Spaces around a key", "键两端的空白";
    spaces_trim: "Cut off", "去掉";
    spaces_keep: "Keep", "保留";
    limit: "Read at most", "最多读取";
    target: "Target rate", "目标误判率";
    held_out: "Held out to measure", "留出来实测";
    held_out_none: "none", "不留";
    preview: "The first rows as they are read", "按现在的读法，开头几行是";
    use_this_column: "Use this column", "用这一列";
    cancel: "Cancel", "取消";
    cancelled: "Reading was cancelled.", "已取消读取。";
    use_list: "Put this list into the filter", "把这份列表插入过滤器";
    dismiss: "Close", "关闭";
    measuring: "Measuring…", "正在实测……";
    memory: "Memory for all the keys", "存下全部键要多少内存";
    memory_raw: "the keys, end to end", "键本身，首尾相接";
    memory_set: "a hash set of strings", "字符串哈希集合";
    memory_filter: "a Bloom filter", "布隆过滤器";
    memory_how: "How the hash set is estimated", "哈希集合是怎样估算的";
    memory_formula: "On a 64-bit machine: Σ max(32, 16·⌈(length + 8)/16⌉) + 25 · 2^⌈log₂(8n/7)⌉ bytes, that is one allocation a key and a table at most 7/8 full.", "按 64 位机器估算：Σ max(32, 16·⌈(长度 + 8)/16⌉) + 25 · 2^⌈log₂(8n/7)⌉ 字节，即每个键一次内存分配，外加装填率不超过 7/8 的表。";
    earlier_stays: "The list read before is still here.", "之前读好的列表还在。";
    nothing_changed: "Nothing was changed.", "没有做任何改动。";
    quotes_as_text: "Read quotes as ordinary characters", "把引号当普通字符来读";
    read_as_lines: "Read each line as a key", "每行当作一个键来读";
    pick_best_column: "Choose a column that is there", "换成存在的列";
}

/// The name of an encoding.
#[must_use]
pub const fn encoding_name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::Utf16Le => "UTF-16 LE",
        Encoding::Utf16Be => "UTF-16 BE",
        Encoding::Windows1252 => "Latin-1 (Windows-1252)",
        Encoding::Gb18030 => "GB 18030 (GBK)",
    }
}

/// The name of a separator.
#[must_use]
pub const fn delimiter_name(lang: Lang, delimiter: Delimiter) -> &'static str {
    match delimiter {
        Delimiter::Comma => lang.pick("comma ,", "逗号 ,"),
        Delimiter::Semicolon => lang.pick("semicolon ;", "分号 ;"),
        Delimiter::Tab => lang.pick("tab", "制表符"),
    }
}

/// A column, by its name or else its number.
#[must_use]
pub fn column_name(lang: Lang, index: usize, name: &str) -> String {
    match (lang, name) {
        (Lang::En, "") => format!("column {}", index + 1),
        (Lang::Zh, "") => format!("第 {} 列", index + 1),
        (_, name) => name.into(),
    }
}

/// A share of keys held out.
#[must_use]
pub fn share(lang: Lang, share_percent: u32) -> String {
    if share_percent == 0 { held_out_none(lang).into() } else { percent(f64::from(share_percent) / 100.0) }
}

/// Offers to read the file in an encoding.
#[must_use]
pub fn read_as(lang: Lang, encoding: Encoding) -> String {
    let name = encoding_name(encoding);
    match lang {
        Lang::En => format!("Read as {name}"),
        Lang::Zh => format!("按 {name} 读取"),
    }
}

/// Offers to read up to a larger size.
#[must_use]
pub fn read_up_to(lang: Lang, limit: u64) -> String {
    let limit = bytes(lang, limit);
    match lang {
        Lang::En => format!("Read up to {limit}"),
        Lang::Zh => format!("放宽到 {limit}"),
    }
}

/// How far reading has come.
#[must_use]
pub fn reading(lang: Lang, name: &str, done: u64, total: u64, keys: u64) -> String {
    let (done, total, keys) = (bytes(lang, done), bytes(lang, total), distinct(lang, keys));
    match lang {
        Lang::En => format!("Reading {name}: {done} of {total}, {keys} so far"),
        Lang::Zh => format!("正在读取 {name}：{done} / {total}，已有 {keys}"),
    }
}

/// What was read, as one sentence: lines, size, format.
#[must_use]
pub fn source(lang: Lang, name: &str, list: &KeyList) -> String {
    let Counts { bytes: size, lines, .. } = list.counts;
    let (size, encoding) = (bytes(lang, size), encoding_name(list.encoding));
    let column = match list.format {
        Format::Lines => None,
        Format::Csv(Csv { column, .. }) => Some(column_name(lang, column as usize, &list.column_name)),
    };
    match (lang, column) {
        (Lang::En, None) => format!("{name}: {}, {size}, {encoding}.", plural(lines, "line", "lines")),
        (Lang::En, Some(column)) => {
            format!("{name}: {}, {size}, {encoding}; keys from “{column}”.", plural(lines, "line", "lines"))
        }
        (Lang::Zh, None) => format!("{name}：{} 行，{size}，{encoding}。", count(lines)),
        (Lang::Zh, Some(column)) => format!("{name}：{} 行，{size}，{encoding}；键取自“{column}”列。", count(lines)),
    }
}

/// How many distinct keys there are.
#[must_use]
pub fn distinct(lang: Lang, keys: u64) -> String {
    match lang {
        Lang::En => plural(keys, "distinct key", "distinct keys"),
        Lang::Zh => format!("{} 个不同的键", count(keys)),
    }
}

/// What was left out, one phrase each; nothing where nothing was.
#[must_use]
pub fn left_out(lang: Lang, list: &KeyList) -> Vec<String> {
    let counts = list.counts;
    let mut phrases = Vec::new();
    if counts.duplicates > 0 {
        let first = list.first_repeat.and_then(|repeat| Some((repeat.line, list.keys.get(repeat.key as usize)?)));
        let n = count(counts.duplicates);
        phrases.push(match (lang, first.map(|(line, key)| (count(line), excerpt(&String::from_utf8_lossy(key))))) {
            (Lang::En, Some((line, key))) => {
                format!(
                    "{} left out; the first is “{key}” in line {line}",
                    plural(counts.duplicates, "duplicate", "duplicates")
                )
            }
            (Lang::En, None) => format!("{} left out", plural(counts.duplicates, "duplicate", "duplicates")),
            (Lang::Zh, Some((line, key))) => format!("{n} 个重复的已略去，第一个是第 {line} 行的“{key}”"),
            (Lang::Zh, None) => format!("{n} 个重复的已略去"),
        });
    }
    let mut say = |n: u64, (one, many): (&str, &str), zh: &str| {
        if n > 0 {
            phrases.push(match lang {
                Lang::En => plural(n, one, many),
                Lang::Zh => format!("{} {zh}", count(n)),
            });
        }
    };
    say(counts.empty_lines, ("empty line", "empty lines"), "个空行");
    say(counts.blank_keys, ("row with nothing in the column", "rows with nothing in the column"), "行在该列是空的");
    say(
        counts.without_column,
        ("row too short to have the column", "rows too short to have the column"),
        "行太短，没有该列",
    );
    say(
        counts.ragged,
        ("row with more or fewer fields than the first", "rows with more or fewer fields than the first"),
        "行的字段数与首行不同",
    );
    phrases
}

/// The filter for all keys of a list, in a sentence; how its size compares follows in [`saving`].
#[must_use]
pub fn sized(lang: Lang, keys: u64, p: f64, n_bits: u64, n_hashes: u32) -> String {
    let (rate, bits, size) = (percent(p), count(n_bits), bytes(lang, n_bits.div_ceil(8)));
    match lang {
        Lang::En => format!(
            "A filter for {} at {rate} takes {bits} bits ({size}) and {}.",
            if keys == 1 { "it".into() } else { format!("all {}", count(keys)) },
            plural(u64::from(n_hashes), "hash function", "hash functions"),
        ),
        Lang::Zh => format!(
            "要装下这 {} 个键、误判率 {rate}，过滤器需要 {bits} 位（{size}）和 {n_hashes} 个哈希函数。",
            count(keys)
        ),
    }
}

/// How much smaller the filter is.
#[must_use]
pub fn saving(lang: Lang, footprint: Footprint) -> String {
    let Footprint { raw, hash_set, filter } = footprint;
    let times = |n: u64| significant(n as f64 / filter.max(1) as f64, if n >= 10 * filter { 2 } else { 3 });
    let (saved, raw_times, set_times) = (bytes(lang, raw.saturating_sub(filter)), times(raw), times(hash_set));
    match (lang, raw > filter) {
        (Lang::En, true) => {
            format!(
                "That saves {saved} against the bare keys, which take {raw_times} times as much; a hash set takes {set_times} times as much."
            )
        }
        (Lang::En, false) => {
            format!("The bare keys are so short that they take less; a hash set takes {set_times} times as much.")
        }
        (Lang::Zh, true) => {
            format!("比只存键本身省下 {saved}：键本身是它的 {raw_times} 倍，哈希集合是它的 {set_times} 倍。")
        }
        (Lang::Zh, false) => format!("这些键很短，只存键本身反而更省；哈希集合则是它的 {set_times} 倍。"),
    }
}

/// What was measured, in a sentence.
#[must_use]
pub fn measured(lang: Lang, report: &TrialReport, p: f64) -> String {
    let inserted = count(report.n_inserted);
    let Some(rate) = report.observed.rate() else {
        return match lang {
            Lang::En => "No key was held out, so nothing was measured with this list.".into(),
            Lang::Zh => "没有留出键，所以没有用这份列表实测。".into(),
        };
    };
    let interval = report.observed.interval();
    let (trials, hits) = (count(report.observed.trials), report.observed.hits);
    let figures = |rate| percent_to(rate, 3);
    let (rate, low, high, p) = (figures(rate), figures(interval.low), figures(interval.high), percent(p));
    match lang {
        Lang::En => format!(
            "{} went into a filter sized for {}; then {} asked for. {} (95\u{202f}% interval {low} to {high}); the target was {p}.",
            plural(report.n_inserted, "key", "keys"),
            if report.n_inserted == 1 { "it" } else { "them" },
            if report.observed.trials == 1 {
                "the one held out was".into()
            } else {
                format!("the {trials} held out were")
            },
            match hits {
                0 => format!("None came back “possibly present”: {rate}"),
                1 => format!("One came back “possibly present”, a false positive: {rate}"),
                n => format!("{} came back “possibly present”, each a false positive: {rate}", count(n)),
            },
        ),
        Lang::Zh => format!(
            "把 {inserted} 个键插入按此数量设计的过滤器，再拿留出的 {trials} 个键去查询。{}（95\u{202f}% 区间 {low} 到 {high}），目标是 {p}。",
            match hits {
                0 => format!("没有一次答“可能存在”：误判率 {rate}"),
                n => format!("有 {} 次答“可能存在”，次次都是误判：误判率 {rate}", count(n)),
            },
        ),
    }
}

/// Introduces false positives by name.
#[must_use]
pub fn false_positives(lang: Lang, shown: usize, of: u64) -> String {
    match (lang, shown as u64 == of) {
        (Lang::En, true) => "Wrongly “possibly present”:".into(),
        (Lang::En, false) => format!("Wrongly “possibly present”, the first {shown} of {}:", count(of)),
        (Lang::Zh, true) => "被误判为“可能存在”的键：".into(),
        (Lang::Zh, false) => format!("被误判为“可能存在”的键（{} 个中的前 {shown} 个）：", count(of)),
    }
}

/// A key or a cell, cut to a readable length.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let visible: String = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() { format!("{visible}…") } else { visible }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::interval::Observed;

    #[test]
    fn nothing_measured_and_nothing_wrong_are_told_apart() {
        let report = |hits, trials| TrialReport {
            spec: crate::filter::BloomSpec { n_bits: 96, n_hashes: 7, hash: crate::hash::HashSpec::default() },
            n_inserted: 10,
            ones: 40,
            observed: Observed { hits, trials },
            false_positives: Vec::new(),
            footprint: Footprint { raw: 100, hash_set: 500, filter: 12 },
        };
        assert!(measured(Lang::En, &report(0, 0), 0.01).starts_with("No key was held out"));
        assert!(measured(Lang::En, &report(0, 5), 0.01).contains("None came back"));
        assert!(
            measured(Lang::En, &report(2, 5), 0.01)
                .contains("2 came back “possibly present”, each a false positive: 40\u{202f}%")
        );
        assert!(measured(Lang::Zh, &report(2, 5), 0.01).contains("有 2 次"));
    }

    #[test]
    fn a_filter_larger_than_the_keys_is_not_called_a_saving() {
        let footprint = Footprint { raw: 10, hash_set: 500, filter: 12 };
        assert!(saving(Lang::En, footprint).contains("take less"));
        assert!(saving(Lang::En, Footprint { raw: 1200, ..footprint }).contains("100 times"));
    }
}
