//! The section on ways to live with deletions.

use crate::experiment::{DeletionField, DeletionInput, RoundTally, Way};
use crate::text::number::{count, percent, plural};
use crate::text::{Lang, messages};
use crate::view::ways::Measure;

messages! {
    ways_title: "Living with deletions", "要删除，怎么办";
    ways_table: "The ways side by side", "几种办法放在一起";
    way: "Way", "办法";
    denied: "Live keys denied", "漏判的键";
    stale: "Deleted, still present", "已删仍答“可能存在”";
    false_positives: "Rate, measured", "误判率（实测）";
    memory: "Memory", "内存";
    memory_peak: "at most", "最多时";
    hashed: "Keys hashed", "算过的哈希";
    what_it_takes: "What it takes", "代价";
    round: "Round", "第几轮";
    x_rounds: "Rounds", "轮数";
    save_ways: "Save the rounds", "保存各轮数据";
    ways_progress: "Progress of the run", "运行进度";
    ways_waiting: "Not run yet.", "尚未运行。";
    ways_stopped: "Stopped. The rounds before stay.", "已停止。之前各轮的结果都在。";
    ways_failed: "There was no memory for a filter of this size. Fewer keys will do.", "内存不足，建不了这么大的过滤器。请减少键数。";
    ways_note: "All get the same keys in the same order, and are made for the same number of keys. Both lists are exact. The first takes every deletion; the second learns from its mistakes, as the whitelist beside a blacklist does, and the same absent keys are asked after every round. Cuckoo: Fan et al. 2014; counting: Fan et al. 2000.", "各种办法按同样的顺序处理同一批键，设计容量也相同。两种名单都是精确的：前一种记下每次删除，后一种从误判中学习，就像黑名单旁边的白名单；每轮之后询问的都是同一批不存在的键。布谷鸟：Fan 等，2014；计数：Fan 等，2000。";
}

/// The field of a number.
#[must_use]
pub const fn field(lang: Lang, field: DeletionField) -> &'static str {
    match field {
        DeletionField::Keys => lang.pick("Keys at the start", "开始时的键数"),
        DeletionField::Deletions => lang.pick("Deleted a round", "每轮删除"),
        DeletionField::Insertions => lang.pick("Inserted a round", "每轮插入"),
        DeletionField::Rounds => lang.pick("Rounds", "轮数"),
        DeletionField::RebuildEvery => lang.pick("Rebuild every … operations", "每多少次操作重建"),
        DeletionField::Rate => lang.pick("Made for a rate of", "设计误判率"),
        DeletionField::Capacity => lang.pick("Made for … keys", "设计容量（键数）"),
        DeletionField::CounterBits => lang.pick("Bits a counter", "每个计数器几位"),
        DeletionField::Probes => lang.pick("Absent keys asked", "用来询问的键数"),
    }
}

/// A chart's title.
#[must_use]
pub const fn measure(lang: Lang, measure: Measure) -> &'static str {
    match measure {
        Measure::Denied => lang.pick("Live keys denied", "漏判：还在的键被答“不存在”"),
        Measure::Stale => lang.pick("Deleted keys still possibly present", "已删的键仍答“可能存在”"),
        Measure::Rate => lang.pick("False-positive rate, measured", "误判率，实测"),
        Measure::Memory => lang.pick("Memory, KiB", "内存，KiB"),
    }
}

/// A chart in a sentence, for those who do not see it.
#[must_use]
pub fn rounds_label(lang: Lang, of: Measure, n_rounds: u64) -> String {
    let what = measure(lang, of);
    match lang {
        Lang::En => {
            format!("{what}, over {}, a line a way. The table has the numbers.", plural(n_rounds, "round", "rounds"))
        }
        Lang::Zh => format!("{what}：{} 轮里的变化，每种办法一条线；数字见表格。", count(n_rounds)),
    }
}

/// What is shown: round so and so of so many.
#[must_use]
pub fn round_of(lang: Lang, at: u64, n_rounds: u64) -> String {
    match lang {
        Lang::En => format!("After round {} of {}", count(at), count(n_rounds)),
        Lang::Zh => format!("第 {} 轮之后（共 {} 轮）", count(at), count(n_rounds)),
    }
}

/// The end of a round, as a heading.
#[must_use]
pub fn after_round(lang: Lang, at: u64) -> String {
    match lang {
        Lang::En => format!("After round {}", count(at)),
        Lang::Zh => format!("第 {} 轮之后", count(at)),
    }
}

/// The course of a run.
#[must_use]
pub fn ways_running(lang: Lang, done: u64, n_rounds: u64) -> String {
    match lang {
        Lang::En => format!("{} of {} done …", count(done), plural(n_rounds, "round", "rounds")),
        Lang::Zh => format!("正在运行：{}/{} 轮……", count(done), count(n_rounds)),
    }
}

/// What a complete run has asked.
#[must_use]
pub fn ways_done(lang: Lang, n_probes: u64) -> String {
    match lang {
        Lang::En => format!(
            "Done: after every round each way was asked for every live key, every deleted one, and {}.",
            plural(n_probes, "key that never was", "keys that never were")
        ),
        Lang::Zh => {
            format!("完成：每轮之后，每种办法都被问遍还在的键、已删的键和 {} 个从未有过的键。", count(n_probes))
        }
    }
}

/// What came out, in a few sentences.
#[must_use]
pub fn ways_finding(lang: Lang, input: &DeletionInput, rounds: u64, last: &RoundTally) -> String {
    let [plain, clear, cuckoo] = [Way::Nothing, Way::ClearBits, Way::Cuckoo].map(|way| last.of(way));
    let rate = plain.false_positives.rate().map_or_else(|| "–".to_owned(), percent);
    let (denied, refused) = (clear.denied.hits, cuckoo.denied.hits);
    let no_room = cuckoo.refused;
    match lang {
        Lang::En => {
            let harm = if denied == 0 {
                "Clearing bits has not denied one yet.".to_owned()
            } else {
                format!("Clearing bits denies {} that should be there.", plural(denied, "key", "keys"))
            };
            let rest = if refused == 0 {
                "The ways out deny none; the table says what they take.".to_owned()
            } else {
                format!(
                    "The cuckoo filter had no room for {}, and denies {} of those that live.",
                    plural(no_room, "key", "keys"),
                    count(refused)
                )
            };
            if rounds == 0 {
                return format!(
                    "{} are in each, and nothing is deleted yet: {rate} of absent keys pass the plain filter.",
                    plural(input.n, "key", "keys")
                );
            }
            format!(
                "After {} in which {} of {} are deleted and {} inserted, a filter that forgets nothing still lets {} \
                 through, and {rate} of all absent ones. {harm} {rest}",
                plural(rounds, "round", "rounds"),
                count(input.deletions),
                plural(input.n, "key", "keys"),
                count(input.insertions),
                plural(plain.stale.hits, "deleted key", "deleted keys"),
            )
        }
        Lang::Zh => {
            let harm = if denied == 0 {
                "直接清零，眼下还没有漏判。".to_owned()
            } else {
                format!("直接清零，会漏判 {} 个还在的键。", count(denied))
            };
            let rest = if refused == 0 {
                "其余办法一个也不漏判，代价见下表。".to_owned()
            } else {
                format!("布谷鸟过滤器有 {} 个键放不下，其中还在的 {} 个被漏判。", count(no_room), count(refused))
            };
            if rounds == 0 {
                return format!("每种都装了 {} 个键，尚未删除：普通过滤器的误判率是 {rate}。", count(input.n));
            }
            format!(
                "{} 个键，每轮删 {} 个、插 {} 个，{} 轮之后：什么都不做，{} 个已删的键仍答“可能存在”，误判率到了 {rate}。{harm}{rest}",
                count(input.n),
                count(input.deletions),
                count(input.insertions),
                count(rounds),
                count(plain.stale.hits),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_says_what_was_harmed() {
        let mut last = RoundTally::default();
        let said = |last: &RoundTally| Lang::ALL.map(|lang| ways_finding(lang, &DeletionInput::default(), 1, last));
        let [en, zh] = said(&last);
        assert!(
            en.starts_with("After 1 round in") && en.contains("not denied one") && zh.contains("还没有漏判"),
            "{en} {zh}"
        );
        if let Some(clear) = last.ways.get_mut(1) {
            clear.denied.hits = 1;
        }
        assert!(said(&last)[0].contains("denies 1 key that"), "{}", said(&last)[0]);
    }
}
