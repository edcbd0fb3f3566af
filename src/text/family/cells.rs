//! What a cell holds, and whose it is.

use crate::filter::Variant;
use crate::text::Lang;
use crate::text::number::count;
use crate::view::family::cells::CellFacts;
use crate::view::grid::Notation;

/// What a cell holds and where it lies.
#[must_use]
pub fn cell(lang: Lang, facts: &CellFacts) -> String {
    let CellFacts { value, is_full, .. } = *facts;
    let index = count(facts.index);
    let what = match (lang, facts.notation) {
        (Lang::En, Notation::Bit) => format!("Bit {index} is {value}"),
        (Lang::Zh, Notation::Bit) => format!("第 {index} 位是 {value}"),
        (Lang::En, Notation::Decimal) => {
            format!("Counter {index} is {value}{}", if is_full { ", full: it no longer counts" } else { "" })
        }
        (Lang::Zh, Notation::Decimal) => {
            format!("计数器 {index} 是 {value}{}", if is_full { "，已满，不再计数" } else { "" })
        }
        (Lang::En, Notation::Hex(_)) if value == 0 => format!("Cell {index} is empty"),
        (Lang::Zh, Notation::Hex(_)) if value == 0 => format!("第 {index} 格是空的"),
        (Lang::En, Notation::Hex(digits)) => format!("Cell {index} holds {value:0digits$x}", digits = digits as usize),
        (Lang::Zh, Notation::Hex(digits)) => format!("第 {index} 格内容是 {value:0digits$x}", digits = digits as usize),
    };
    let place = facts.place.map(|(part, offset)| {
        let (part, from_1, offset) = (count(part), count(part + 1), count(offset));
        match (lang, facts.variant) {
            (Lang::En, Variant::Partitioned) => format!("slice {from_1}, offset {offset}"),
            (Lang::Zh, Variant::Partitioned) => format!("第 {from_1} 片，片内 {offset}"),
            (Lang::En, Variant::Blocked { .. }) => format!("block {from_1}, offset {offset}"),
            (Lang::Zh, Variant::Blocked { .. }) => format!("第 {from_1} 块，块内 {offset}"),
            (Lang::En, Variant::Scalable { .. }) => format!("sub-filter {from_1}, bit {offset} of it"),
            (Lang::Zh, Variant::Scalable { .. }) => format!("子过滤器 {from_1} 的第 {offset} 位"),
            (Lang::En, Variant::Cuckoo { .. }) => format!("bucket {part}, slot {offset}"),
            (Lang::Zh, Variant::Cuckoo { .. }) => format!("桶 {part}，槽 {offset}"),
            (Lang::En, _) => format!("segment {part}, cell {offset} of it"),
            (Lang::Zh, _) => format!("第 {part} 段第 {offset} 格"),
        }
    });
    match (lang, place) {
        (Lang::En, Some(place)) => format!("{what} ({place})."),
        (Lang::Zh, Some(place)) => format!("{what}（{place}）。"),
        (Lang::En, None) => format!("{what}."),
        (Lang::Zh, None) => format!("{what}。"),
    }
}

/// Which keys come to a cell.
#[must_use]
pub fn used_by(lang: Lang, facts: &CellFacts, names: &[String], total: u64) -> String {
    let rest = total.saturating_sub(names.len() as u64);
    if total == 0 {
        return lang.pick("No key comes here.", "没有键用到它。").into();
    }
    let may = matches!(facts.variant, Variant::Cuckoo { .. } | Variant::Scalable { .. });
    let list = names.join(lang.pick(", ", "、"));
    match lang {
        Lang::En => {
            let verb = if may { "May be of" } else { "Used by" };
            let more = if rest > 0 { format!(" and {} more", count(rest)) } else { String::new() };
            format!("{verb} {list}{more}.")
        }
        Lang::Zh => {
            let more = if rest > 0 { format!(" 等 {} 个键", count(total)) } else { String::new() };
            if may { format!("可能属于 {list}{more}。") } else { format!("{list}{more} 用到它。") }
        }
    }
}
