//! A binary fuse filter's steps.

use crate::text::number::count;
use crate::text::{Lang, messages};
use crate::view::family::fuse::Event;

messages! {
    rebuilt_because: "A fuse filter is made of all its keys at once: a change means building it anew.", "熔丝过滤器要用全部键一次构造，任何改动都得重建。";
}

/// What happens in a step.
#[must_use]
pub fn say(lang: Lang, event: &Event) -> String {
    match (lang, *event) {
        (Lang::En, Event::Read { nth, cell, value }) => {
            format!("Cell {} of 3 is number {}: it holds {value:x}", nth + 1, count(cell))
        }
        (Lang::Zh, Event::Read { nth, cell, value }) => {
            format!("三格中的第 {} 格是 {} 号，内容 {value:x}", nth + 1, count(cell))
        }
        (Lang::En, Event::Compared { xor, fingerprint }) if xor == fingerprint => {
            format!("The xor is {xor:x}: the key's fingerprint")
        }
        (Lang::En, Event::Compared { xor, fingerprint }) => {
            format!("The xor is {xor:x}, not the key's fingerprint {fingerprint:x}")
        }
        (Lang::Zh, Event::Compared { xor, fingerprint }) if xor == fingerprint => {
            format!("异或得 {xor:x}，正是键的指纹")
        }
        (Lang::Zh, Event::Compared { xor, fingerprint }) => format!("异或得 {xor:x}，不是键的指纹 {fingerprint:x}"),
    }
}
