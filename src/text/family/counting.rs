//! A counting filter's steps.

use crate::text::Lang;
use crate::text::number::count;
use crate::view::family::counting::Event;

/// What happens to a counter.
#[must_use]
pub fn say(lang: Lang, event: &Event) -> String {
    match (lang, *event) {
        (Lang::En, Event::Read { cell, value: 0, .. }) => format!("Counter {} is 0: stop", count(cell)),
        (Lang::Zh, Event::Read { cell, value: 0, .. }) => format!("计数器 {} 是 0，到此为止", count(cell)),
        (Lang::En, Event::Read { cell, value, .. }) => format!("Counter {} is {value}: go on", count(cell)),
        (Lang::Zh, Event::Read { cell, value, .. }) => format!("计数器 {} 是 {value}，继续", count(cell)),
        (_, Event::Raised(change) | Event::Lowered(change)) if change.before == change.after => match lang {
            Lang::En => {
                format!("Counter {} stays at {}: it is full and has stopped counting", count(change.cell), change.after)
            }
            Lang::Zh => format!("计数器 {} 停在 {}：它已满，不再计数", count(change.cell), change.after),
        },
        (_, Event::Raised(change) | Event::Lowered(change)) => {
            let full = if change.saturated { lang.pick(", full from now on", "，从此计满") } else { "" };
            let (cell, before, after) = (count(change.cell), change.before, change.after);
            match lang {
                Lang::En => format!("Counter {cell}: {before} → {after}{full}"),
                Lang::Zh => format!("计数器 {cell}：{before} → {after}{full}"),
            }
        }
    }
}
