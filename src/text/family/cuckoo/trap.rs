//! Deletion of a key that was never inserted, told as a trap.

use super::hex;
use crate::text::Lang;
use crate::text::number::count;
use crate::view::family::cuckoo::{CuckooStory, Trap};

/// What a removal did of a key that was never in, before “false negative”; `victims` are denied from now on.
#[must_use]
pub fn trapped_parts(lang: Lang, story: &CuckooStory, victims: &[String]) -> (String, &'static str) {
    let shown = hex(story.address.fingerprint, story.spec.fingerprint_bits());
    let key = &story.key;
    let names = victims.join(lang.pick(", ", "、"));
    match lang {
        Lang::En => {
            let denied = if victims.len() == 1 { "it is" } else { "they are" };
            (
                format!(
                    "{key} was never inserted, but the filter cannot know that. The fingerprint {shown} it took out belonged to {names}, and {denied} denied from now on: a "
                ),
                ".",
            )
        }
        Lang::Zh => (
            format!(
                "{key} 从未插入，可过滤器无从知道。它取走的 {shown} 是 {names} 的指纹；从此再问 {names}，它都会说没有：这就是"
            ),
            "。",
        ),
    }
}

/// A removal of a key that was never in, where fingerprints enough remain for the keys that are.
#[must_use]
pub fn lucky(lang: Lang, key: &str) -> String {
    match lang {
        Lang::En => format!("{key} was never inserted. This time no key that is in is denied for it."),
        Lang::Zh => format!("{key} 从未插入。这次侥幸，没有哪个键因此被漏判。"),
    }
}

/// A removal of a key that was in, after which others are denied, before “false negative”: an earlier deletion had taken one
/// fingerprint too many.
#[must_use]
pub fn late_parts(lang: Lang, victims: &[String]) -> (String, &'static str) {
    let names = victims.join(lang.pick(", ", "、"));
    match lang {
        Lang::En => {
            (format!("But an earlier deletion had taken one fingerprint too many, and {names} is denied now: a "), ".")
        }
        Lang::Zh => (format!("但之前已有一次删除多拿了一个指纹，现在再问 {names}，它会说没有：这是一次"), "。"),
    }
}

/// The trap, offered.
#[must_use]
pub fn trap(lang: Lang, trap: &Trap, victim: &str) -> String {
    let (key, tries) = (&trap.key, count(u64::from(trap.tries)));
    match lang {
        Lang::En if trap.tries == 1 => {
            format!("{key} was never inserted. But to the filter it is {victim}: same fingerprint, same buckets.")
        }
        Lang::En => format!(
            "{key} was never inserted. But to the filter it is {victim}: same fingerprint, same buckets. It took {tries} made-up names to find."
        ),
        Lang::Zh if trap.tries == 1 => {
            format!("{key} 从未插入，但在过滤器眼里它就是 {victim}：指纹一样，两个桶也一样。")
        }
        Lang::Zh => format!(
            "{key} 从未插入，但在过滤器眼里它就是 {victim}：指纹一样，两个桶也一样。编到第 {tries} 个名字就撞上了。"
        ),
    }
}

/// The button that deletes it all the same.
#[must_use]
pub fn trap_delete(lang: Lang, key: &str) -> String {
    match lang {
        Lang::En => format!("Delete {key}"),
        Lang::Zh => format!("删除 {key}"),
    }
}

/// After it: whom to ask about now.
#[must_use]
pub fn trap_sprung(lang: Lang, victim: &str) -> String {
    match lang {
        Lang::En => format!("Now see what the filter says about {victim}, which was inserted and never deleted."),
        Lang::Zh => format!("再问问 {victim}：它插入过，从没删过，看过滤器怎么答。"),
    }
}

/// The button that asks about a key.
#[must_use]
pub fn ask_victim(lang: Lang, victim: &str) -> String {
    match lang {
        Lang::En => format!("Ask about {victim}"),
        Lang::Zh => format!("问问 {victim}"),
    }
}
