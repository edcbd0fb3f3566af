//! The binary fuse filter: a key's way, why it takes no key, and the numbers beside it.

use super::{Said, hex};
use crate::filter::Verdict;
use crate::text::number::{count, percent, percent_of_theory, plural, significant};
use crate::text::{Lang, lab, messages};
use crate::view::family::Outcome;
use crate::view::family::fuse::{Event, FuseFacts, FuseStep, FuseStory};

messages! {
    fingerprint: "fingerprint", "指纹";
    cells: "three cells", "三格";
    xor: "xor", "异或";
    refused: "It takes no more keys", "不能再添加键";
    why_not_added: "The cells hold no keys, only numbers that fit together: each belongs to the sums of several keys. A cell changed to fit one more key would break the others. So the filter is built from all its keys at once.", "格子里存的不是键，而是一组互相配合的数：每一格都参与好几个键的异或。为新键改动其中一个，别的键就对不上了。所以它只能拿全部的键一次建成。";
    cannot_delete: "It lets no key go", "不能删除键";
    why_not_deleted: "The key’s three cells are needed by others as well, so there is nothing to clear. Without the key, the filter has to be built anew.", "这个键的三个格子，别的键也要用，没有哪一格可以清掉。想去掉它，只能重新构建。";
    rebuild: "Build anew with it", "加上它，重新构建";
    rebuild_without: "Build anew without it", "去掉它，重新构建";
    rebuilt: "Built anew", "已重新构建";
    rebuilt_because: "A fuse filter is made of all its keys at once: a change means building it anew.", "熔丝过滤器要用全部键一次建成，任何改动都得重建。";
    empty: "There are no keys to build from, so it answers “definitely absent” to all.", "没有键可供构建，问任何键它都答“一定不存在”。";
    keys_name: "Keys", "键数";
    segments_name: "Segments", "分段";
    bits_name: "Bits per key", "每键位数";
    rate_name: "False-positive rate", "误判率";
    source: "Graf & Lemire 2022", "Graf、Lemire，2022";
}

/// What building anew did.
#[must_use]
pub fn rebuilt_result(lang: Lang, story: &FuseStory) -> String {
    let n = story.built.n_distinct;
    match lang {
        Lang::En => format!(
            "All cells were solved for again, now for {}; most hold other values than before.",
            plural(n, "key", "keys")
        ),
        Lang::Zh => format!("为 {} 个键重新解出了每一格，大多数的值都和之前不同。", count(n)),
    }
}

/// A segment's name.
#[must_use]
pub fn segment(lang: Lang, number: u64) -> String {
    match lang {
        Lang::En => format!("segment {}", count(number)),
        Lang::Zh => format!("{} 号段", count(number)),
    }
}

/// What one cell holds, where it is pointed at: every cell holds a number, whoever it serves.
#[must_use]
pub fn cell_holds(lang: Lang, facts: &FuseFacts, index: u64, held: u32) -> String {
    let (at, held) = (count(index), hex(held, facts.spec.fingerprint_bits()));
    let segment = segment(lang, index / facts.layout.segment_length.max(1));
    match lang {
        Lang::En => format!("Cell {at}, in {segment}, holds {held}."),
        Lang::Zh => format!("{at} 号格（{segment}）里是 {held}。"),
    }
}

/// The three values and what they give, as a formula; the fingerprint behind it when it is another.
#[must_use]
pub fn xor_formula(story: &FuseStory) -> String {
    let f = story.spec.fingerprint_bits();
    let [a, b, c] = story.trace.values.map(|value| hex(value, f));
    let sum = format!("{a} ⊕ {b} ⊕ {c} = {}", hex(story.trace.xor, f));
    if story.is_match() { sum } else { format!("{sum} ≠ {}", hex(story.trace.fingerprint, f)) }
}

/// What happens in a step.
#[must_use]
pub fn say(lang: Lang, event: &Event) -> String {
    step_name(lang, &event.story, event.step)
}

/// What a step is called where it stands alone: under the scrubber and for the screen reader.
#[must_use]
pub fn step_name(lang: Lang, story: &FuseStory, step: FuseStep) -> String {
    let f = story.spec.fingerprint_bits();
    match step {
        FuseStep::Digest => format!("{}: {:x}", lab::digest(story.spec.hash().digest), story.digest),
        FuseStep::Fingerprint => {
            let shown = hex(story.trace.fingerprint, f);
            match lang {
                Lang::En => format!("Fingerprint {shown}: {f} bits"),
                Lang::Zh => format!("指纹 {shown}：{f} 位"),
            }
        }
        FuseStep::Cell(i) => {
            let at = story.trace.cells.get(i).copied().unwrap_or_default();
            let held = hex(story.trace.values.get(i).copied().unwrap_or_default(), f);
            let (at, segment) = (count(at), segment(lang, story.segment(i)));
            match lang {
                Lang::En => format!("Cell {at} of {segment} holds {held}"),
                Lang::Zh => format!("{segment}的 {at} 号格里是 {held}"),
            }
        }
        FuseStep::Xor => xor_formula(story),
    }
}

/// Why the answer is “definitely absent”.
#[must_use]
pub fn absent_because(lang: Lang, story: &FuseStory) -> String {
    if story.built.n_distinct == 0 {
        return empty(lang).into();
    }
    let f = story.spec.fingerprint_bits();
    let (sum, print) = (hex(story.trace.xor, f), hex(story.trace.fingerprint, f));
    match lang {
        Lang::En => format!(
            "The three cells give {sum}, and its fingerprint is {print}. For every key of the set the two are equal, so this is none of them."
        ),
        Lang::Zh => {
            format!("三格异或得 {sum}，而它的指纹是 {print}。集合里的每个键，这两者必定相等；所以它不在其中。")
        }
    }
}

/// Why a member is found.
#[must_use]
pub fn true_positive(lang: Lang, story: &FuseStory) -> String {
    let print = hex(story.trace.fingerprint, story.spec.fingerprint_bits());
    match lang {
        Lang::En => format!(
            "The three cells give its fingerprint, {print}: they were solved for that. The filter itself cannot tell this from a false positive."
        ),
        Lang::Zh => format!(
            "三格异或正好得到它的指纹 {print}：构建时就是这样解出来的。但过滤器自己分不清这是真的命中还是误判。"
        ),
    }
}

/// Before “false positive” and after it.
#[must_use]
pub fn false_positive_parts(lang: Lang, story: &FuseStory) -> (String, String) {
    let f = story.spec.fingerprint_bits();
    let (print, key) = (hex(story.trace.fingerprint, f), &story.key);
    let odds = count(1_u64 << f);
    match lang {
        Lang::En => (
            format!("The three cells give its fingerprint, {print}, yet {key} was not among the keys: a "),
            format!(". No key is to blame: one absent key in {odds} meets this chance."),
        ),
        Lang::Zh => (
            format!("三格异或正好得到它的指纹 {print}，但 {key} 不在键里：这是一次"),
            format!("。这不怪哪个键：每 {odds} 个不存在的键，就有一个碰上这样的巧合。"),
        ),
    }
}

/// The sentences of the verdict.
#[must_use]
pub fn account(lang: Lang, story: &FuseStory, outcome: Outcome, is_member: bool) -> Vec<Said> {
    match (outcome, story.verdict, is_member) {
        (Outcome::Rebuilt, ..) => {
            let space = lang.pick(" ", "");
            vec![Said::Plain(format!("{}{space}{}", rebuilt_because(lang), rebuilt_result(lang, story)))]
        }
        (_, Verdict::DefinitelyAbsent, _) => vec![Said::Plain(absent_because(lang, story))],
        (_, Verdict::PossiblyPresent, true) => vec![Said::Plain(true_positive(lang, story))],
        (_, Verdict::PossiblyPresent, false) => {
            let (before, after) = false_positive_parts(lang, story);
            vec![Said::Plain(before), Said::Loud(lab::false_positive(lang)), Said::Plain(after)]
        }
    }
}

/// The rows of numbers beside the grid: name, value, and what it is held against.
#[must_use]
pub fn facts(lang: Lang, facts: &FuseFacts) -> [(&'static str, String, String); 4] {
    let (built, f) = (facts.built, facts.spec.fingerprint_bits());
    let (given, distinct) = (count(built.n_given), count(built.n_distinct));
    let bits = facts.bits_per_key.map_or_else(|| "–".into(), |bits| significant(bits, 3));
    let best = significant(1.125 * f64::from(f), 3);
    let (segments, length) = (count(facts.n_segments()), count(facts.layout.segment_length));
    let rate = if built.n_distinct == 0 { percent(0.0) } else { percent_of_theory(facts.rate) };
    let attempts = u64::from(built.attempts);
    match lang {
        Lang::En => {
            let repeats = if built.n_given == built.n_distinct { String::new() } else { format!("{given} given; ") };
            [
                (
                    keys_name(lang),
                    distinct,
                    format!("{repeats}built at once, in {}", plural(attempts, "attempt", "attempts")),
                ),
                (
                    segments_name(lang),
                    segments,
                    format!("of {length} cells; a key has a cell in each of three neighbours"),
                ),
                (bits_name(lang), bits, format!("counted; about {best} from a million keys up")),
                (rate_name(lang), rate, format!("by theory, 1 in 2{}, whatever the number of keys", superscript(f))),
            ]
        }
        Lang::Zh => {
            let repeats =
                if built.n_given == built.n_distinct { String::new() } else { format!("给了 {given} 个；") };
            [
                (keys_name(lang), distinct, format!("{repeats}一次建成，试了 {attempts} 次")),
                (segments_name(lang), segments, format!("每段 {length} 格；一个键在相邻三段里各占一个")),
                (bits_name(lang), bits, format!("实际值；百万个键以上约为 {best}")),
                (rate_name(lang), rate, format!("理论值 1/2{}，与键数无关", superscript(f))),
            ]
        }
    }
}

const fn superscript(f: u32) -> &'static str {
    match f {
        8 => "⁸",
        16 => "¹⁶",
        _ => "³²",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::{Fuse, FuseSpec};
    use crate::hash::{HashSpec, KeyBuffer};

    #[test]
    fn every_story_is_told_in_both_languages() {
        let keys: KeyBuffer = (0..30).chain(0..5).map(|i| format!("k{i}")).collect();
        let filter = Fuse::build(FuseSpec::new(8, HashSpec::default()).unwrap(), &keys).unwrap();
        for i in 0..400 {
            let story = FuseStory::of(&filter, &format!("k{i}"));
            for lang in Lang::ALL {
                for step in story.steps() {
                    assert!(!step_name(lang, &story, step).is_empty());
                }
                assert_eq!(xor_formula(&story).contains('≠'), story.verdict == Verdict::DefinitelyAbsent);
                let print = hex(story.trace.fingerprint, 8);
                let said = account(lang, &story, Outcome::Asked, i < 30);
                assert_eq!(said.len() == 3, story.verdict == Verdict::PossiblyPresent && i >= 30);
                assert!(absent_because(lang, &story).contains(&print) && true_positive(lang, &story).contains(&print));
            }
        }
        let facts = self::facts(Lang::En, &FuseFacts::of(&filter));
        assert_eq!(facts[0], ("Keys", "30".into(), "35 given; built at once, in 1 attempt".into()));
        assert_eq!((facts[3].1.as_str(), facts[3].2.contains("2⁸")), ("0.39\u{202f}%", true));
    }

    #[test]
    fn an_empty_set_says_so() {
        let filter = Fuse::build(FuseSpec::new(8, HashSpec::default()).unwrap(), &KeyBuffer::new()).unwrap();
        let story = FuseStory::of(&filter, "a");
        assert_eq!(absent_because(Lang::En, &story), empty(Lang::En));
        assert_eq!(facts(Lang::Zh, &FuseFacts::of(&filter))[2].1, "–");
    }
}
