//! A scalable filter's steps.

use crate::text::number::{bytes, count, plural};
use crate::text::{Lang, messages};
use crate::view::family::scalable::Event;

messages! {
    skipped_because: "It seemed to be there already, so nothing was set and it does not count. Queries find it all the same.", "它看起来已经在里面，所以没有置位，也不计数；查询时照样能找到。";
}

/// What happens in a step.
#[must_use]
pub fn say(lang: Lang, event: &Event) -> String {
    match (lang, *event) {
        (Lang::En, Event::Asked { sub_filter, says_yes: true, .. }) => {
            format!("Sub-filter {}: all its bits are 1, “possibly present”", sub_filter + 1)
        }
        (Lang::Zh, Event::Asked { sub_filter, says_yes: true, .. }) => {
            format!("子过滤器 {}：各位全是 1，答“可能存在”", sub_filter + 1)
        }
        (Lang::En, Event::Asked { sub_filter, read, n_hashes, .. }) => {
            format!("Sub-filter {}: a 0 at position {read} of {n_hashes}, go on to the next", sub_filter + 1)
        }
        (Lang::Zh, Event::Asked { sub_filter, read, n_hashes, .. }) => {
            format!("子过滤器 {}：{n_hashes} 个位置里第 {read} 个是 0，换下一个", sub_filter + 1)
        }
        (Lang::En, Event::Grown { sub_filter, capacity, n_bits }) => format!(
            "The newest is full: sub-filter {} is begun, for {} in {}",
            sub_filter + 1,
            plural(capacity, "key", "keys"),
            bytes(lang, n_bits.div_ceil(8))
        ),
        (Lang::Zh, Event::Grown { sub_filter, capacity, n_bits }) => format!(
            "最新的已满：新建子过滤器 {}，容纳 {} 个键，占 {}",
            sub_filter + 1,
            count(capacity),
            bytes(lang, n_bits.div_ceil(8))
        ),
        (Lang::En, Event::Added { sub_filter, newly_set, len, capacity }) => format!(
            "Into sub-filter {}: {} set, {} of {} keys",
            sub_filter + 1,
            plural(newly_set as u64, "bit", "bits"),
            count(len),
            count(capacity)
        ),
        (Lang::Zh, Event::Added { sub_filter, newly_set, len, capacity }) => format!(
            "放进子过滤器 {}：点亮 {newly_set} 位，已有 {} / {} 个键",
            sub_filter + 1,
            count(len),
            count(capacity)
        ),
    }
}
