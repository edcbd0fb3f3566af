//! A blocked filter's steps.

use crate::text::Lang;
use crate::text::number::count;
use crate::view::family::blocked::Event;

/// What happens in a step.
#[must_use]
pub fn say(lang: Lang, event: &Event) -> String {
    match (lang, *event) {
        (Lang::En, Event::Block { block, n_blocks, block_bits }) => {
            format!("The first hash picks block {} of {} ({block_bits} bits)", count(block + 1), count(n_blocks))
        }
        (Lang::Zh, Event::Block { block, n_blocks, block_bits }) => {
            format!("第一个哈希选中第 {} 块（共 {} 块，每块 {block_bits} 位）", count(block + 1), count(n_blocks))
        }
        (Lang::En, Event::Bit { offset, index, fate }) => {
            format!("Offset {offset} in the block (bit {}): {}", count(index), super::bit(lang, fate))
        }
        (Lang::Zh, Event::Bit { offset, index, fate }) => {
            format!("块内 {offset}（第 {} 位）：{}", count(index), super::bit(lang, fate))
        }
    }
}
