//! A partitioned filter's steps.

use crate::text::Lang;
use crate::text::number::count;
use crate::view::family::partitioned::Event;

/// What happens in a slice.
#[must_use]
pub fn say(lang: Lang, event: &Event) -> String {
    let (slice, offset, index) = (event.slice + 1, count(event.offset), count(event.index));
    let bit = super::bit(lang, event.fate);
    match lang {
        Lang::En => format!("Slice {slice}, offset {offset} (bit {index}): {bit}"),
        Lang::Zh => format!("第 {slice} 片，片内 {offset}（第 {index} 位）：{bit}"),
    }
}
