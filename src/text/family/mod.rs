//! The structures beside the plain Bloom filter: what happens in a step, what came of it, what each can and cannot do.

mod abilities;
pub mod blocked;
mod cells;
pub mod counting;
pub mod cuckoo;
pub mod deletion;
pub mod fuse;
pub mod partitioned;
pub mod scalable;
mod side;
pub mod unused;

pub use abilities::*;
pub use cells::*;
pub use side::*;

use super::number::count;
use super::{Lang, lab, messages};
use crate::experiment::FamilyLab;
use crate::view::family::{Event, FamilyStep, FamilyStory, Outcome};
use crate::view::story::Fate;

messages! {
    delete: "Delete", "删除";
    false_negative: "false negative", "漏判";
    removed: "Removed", "已删除";
    not_there: "Nothing to remove", "没有可删的";
    cannot_delete: "Not removed", "没有删除";
    full: "No room", "放不下了";
    skipped: "Skipped", "已跳过";
    rebuilt: "Built anew", "已重建";
    held_before: "In the set already", "已在集合里";
    path_label: "Steps of this operation", "这次操作的步骤";
    cells_hint: "Point at a cell to see what it holds.", "指向任意一格，看看里面是什么。";
    building: "Building the filter…", "正在构建过滤器……";
    unsolved: "No fuse filter was found for these keys. Another seed or hash may do.", "没能为这些键构造出熔丝过滤器，可以换个种子或哈希。";
}

/// A piece of what is said of an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Words.
    Plain(String),
    /// What has gone wrong, in a word or two.
    Loud(&'static str),
}

/// The pieces as one text.
#[must_use]
pub fn plain(said: &[Said]) -> String {
    said.iter()
        .map(|piece| match piece {
            Said::Plain(words) => words.as_str(),
            Said::Loud(word) => word,
        })
        .collect()
}

/// A fingerprint, or a cell's value, in hexadecimal digits: as many as its width needs, as cells of the grid are labelled.
#[must_use]
pub fn hex(value: u32, bits: u32) -> String {
    format!("{value:0width$x}", width = bits.div_ceil(4) as usize)
}

/// What happens in a step: in the list, under the scrubber and for the screen reader.
#[must_use]
pub fn step(lang: Lang, story: &FamilyStory, step: &FamilyStep) -> String {
    match &step.event {
        Event::Text => format!("{} {}", lab::text_step(lang), story.key),
        Event::Bytes => lab::bytes_step(lang, story.key.len()),
        Event::Counting(event) => counting::say(lang, event),
        Event::Partitioned(event) => partitioned::say(lang, event),
        Event::Blocked(event) => blocked::say(lang, event),
        Event::Scalable(event) => scalable::say(lang, event),
        Event::Cuckoo(event) => cuckoo::say(lang, event),
        Event::Fuse(event) => fuse::say(lang, event),
        Event::Verdict => title(lang, story).into(),
    }
}

/// What came of it, in a word or two.
#[must_use]
pub const fn title(lang: Lang, story: &FamilyStory) -> &'static str {
    match story.outcome {
        Outcome::Asked => match story.verdict {
            crate::filter::Verdict::DefinitelyAbsent => lab::absent(lang),
            crate::filter::Verdict::PossiblyPresent => lab::maybe(lang),
        },
        Outcome::Inserted => lab::inserted(lang),
        Outcome::HeldBefore => held_before(lang),
        Outcome::Skipped => skipped(lang),
        Outcome::Full => full(lang),
        Outcome::Rebuilt => rebuilt(lang),
        Outcome::Removed => removed(lang),
        Outcome::NotThere => not_there(lang),
        Outcome::CannotDelete => cannot_delete(lang),
    }
}

/// How a number of this step comes about, as a formula; where there is one.
#[must_use]
pub fn formula(lang: Lang, step: &FamilyStep) -> Option<String> {
    if let Event::Cuckoo(event) = &step.event { cuckoo::formula(lang, event) } else { None }
}

/// What became of a bit, after the words that say where it is.
#[must_use]
pub const fn bit(lang: Lang, fate: Fate) -> &'static str {
    match fate {
        Fate::One => lang.pick("is 1: go on", "是 1，继续"),
        Fate::Zero => lang.pick("is 0: stop", "是 0，到此为止"),
        Fate::Unread => lang.pick("not read", "未读"),
        Fate::NewlySet => lang.pick("0 → 1", "0 → 1"),
        Fate::AlreadySet => lang.pick("already 1", "本来就是 1"),
        Fate::Cleared => lang.pick("1 → 0", "1 → 0"),
        Fate::AlreadyClear => lang.pick("already 0", "本来就是 0"),
    }
}

/// Why the answer is what it is, or what was changed: whole sentences.
#[must_use]
pub fn reason(lang: Lang, story: &FamilyStory, is_member: bool) -> String {
    let absent = story.verdict == crate::filter::Verdict::DefinitelyAbsent;
    match story.outcome {
        Outcome::Asked if absent && is_member => lang
            .pick(
                "This key is in the set, and yet the filter denies it: a deletion took away what others had put there.",
                "这个键明明在集合里，过滤器却说没有：某次删除把本不该动的内容一起拿走了。",
            )
            .into(),
        Outcome::Asked if absent => lang
            .pick("What an insertion would have left is not there.", "如果插入过，这里必有痕迹；现在没有。")
            .into(),
        Outcome::Asked if is_member => lab::true_positive(lang).into(),
        Outcome::Asked => lang
            .pick(
                "This key is not in the set. What other keys have left looks as if it were.",
                "这个键不在集合里，只是别的键留下的痕迹让它看起来在。",
            )
            .into(),
        Outcome::Inserted => match story.steps.last() {
            Some(_) => lang.pick("The key itself is not stored.", "键本身并没有存下来。").into(),
            None => String::new(),
        },
        Outcome::HeldBefore => lang
            .pick(
                "This key is in the set; inserting it again is left out here, since deleting it once is then enough.",
                "这个键已在集合里；这里不重复插入，这样以后删一次就够。",
            )
            .into(),
        Outcome::Skipped => scalable::skipped_because(lang).into(),
        Outcome::Full => cuckoo::full_because(lang).into(),
        Outcome::Rebuilt => fuse::rebuilt_because(lang).into(),
        Outcome::Removed if absent => lang
            .pick("It is answered “definitely absent” now.", "现在再问，答“一定不存在”。")
            .into(),
        Outcome::Removed => lang
            .pick(
                "It is still answered “possibly present”: what other keys have left looks like it.",
                "再问仍答“可能存在”：别的键留下的痕迹和它一样。",
            )
            .into(),
        Outcome::NotThere => lang
            .pick(
                "The filter is certain that this key is not in it, so nothing was changed.",
                "过滤器能确定这个键不在里面，所以没有做任何改动。",
            )
            .into(),
        Outcome::CannotDelete => lang
            .pick(
                "This structure cannot take a key back: its bits are shared, and nothing says by whom. The key left the set, but not the filter.",
                "这种结构收不回一个键：位是共用的，又没有记录归谁。键离开了集合，却还留在过滤器里。",
            )
            .into(),
    }
}

/// What came of it, with all that the page knows beside the filter.
#[must_use]
pub fn account(lang: Lang, story: &FamilyStory, lab: &FamilyLab) -> Vec<Said> {
    let is_member = lab.is_member(story.key.as_bytes());
    let told = story.steps.iter().rev().find_map(|step| match &step.event {
        _ if story.outcome == Outcome::HeldBefore => None,
        Event::Cuckoo(event) => Some(cuckoo::account(lang, &event.story, lab)),
        Event::Fuse(event) => Some(fuse::account(lang, &event.story, story.outcome, is_member)),
        _ => None,
    });
    told.unwrap_or_else(|| vec![Said::Plain(reason(lang, story, is_member))])
}

/// The whole outcome for a screen reader.
#[must_use]
pub fn spoken(lang: Lang, story: &FamilyStory, lab: &FamilyLab) -> String {
    format!("{}{}{}", title(lang, story), lang.pick(". ", "。"), plain(&account(lang, story, lab)))
}

/// How far a filter is built.
#[must_use]
pub fn progress(lang: Lang, done: u64, total: u64) -> String {
    match lang {
        Lang::En => format!("{} of {} keys", count(done), count(total)),
        Lang::Zh => format!("{} / {} 个键", count(done), count(total)),
    }
}
