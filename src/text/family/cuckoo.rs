//! A cuckoo filter's steps.

use crate::text::number::count;
use crate::text::{Lang, messages};
use crate::view::family::cuckoo::Event;

messages! {
    full_because: "No slot was found within the kicks allowed; the table is as it was, and the key was not taken.", "在允许的踢出次数内没找到空槽；表恢复原样，这个键没有放进去。";
}

/// What happens in a step.
#[must_use]
pub fn say(lang: Lang, event: &Event) -> String {
    let Event::Bucket { bucket, fingerprint, matched } = event;
    let bucket = count(*bucket);
    match (lang, matched) {
        (Lang::En, Some(slot)) => format!("Bucket {bucket}: fingerprint {fingerprint:x} is in slot {}", slot + 1),
        (Lang::En, None) => format!("Bucket {bucket}: no fingerprint {fingerprint:x}"),
        (Lang::Zh, Some(slot)) => format!("桶 {bucket}：指纹 {fingerprint:x} 在第 {} 个槽", slot + 1),
        (Lang::Zh, None) => format!("桶 {bucket}：没有指纹 {fingerprint:x}"),
    }
}
