//! A key's way, the answer, and what a bit is.

use crate::hash::{Derivation, Reduction};
use crate::text::Lang;
use crate::text::number::{bytes, count, plural};

/// The heading of the bytes step.
#[must_use]
pub fn bytes_step(lang: Lang, n: usize) -> String {
    format!("UTF-8 · {}", bytes(lang, n as u64))
}

/// How positions follow from the digest, as a formula with m in it.
#[must_use]
pub fn formula(derivation: Derivation, reduction: Reduction, width: u32, n_bits: u64) -> String {
    let value = match derivation {
        Derivation::Double => "h₁ + i·h₂",
        Derivation::Enhanced => "h₁ + i·h₂ + (i³ − i)/6",
        Derivation::Independent => "hᵢ",
    };
    match reduction {
        Reduction::Modulo => format!("({value}) mod {n_bits}"),
        Reduction::MultiplyShift => format!("⌊({value})·{n_bits} / 2{}⌋", if width == 32 { "³²" } else { "⁶⁴" }),
    }
}

/// The heading of the positions.
#[must_use]
pub fn positions_step(lang: Lang, formula: &str) -> String {
    format!("{} {formula}", lang.pick("positions", "位置"))
}

/// One position's formula with its numbers.
#[must_use]
pub fn position_detail(reduction: Reduction, width: u32, value: u64, n_bits: u64, index: u64) -> String {
    match (reduction, width) {
        (Reduction::Modulo, 32) => format!("{value} mod {n_bits} = {index}"),
        (Reduction::Modulo, _) => format!("{} mod {n_bits} = {index}", value & (u64::MAX >> 1)),
        (Reduction::MultiplyShift, 32) => format!("⌊{value}·{n_bits} / 2³²⌋ = {index}"),
        (Reduction::MultiplyShift, _) => format!("⌊{value}·{n_bits} / 2⁶⁴⌋ = {index}"),
    }
}

/// What a query found at a position, for the list and the screen reader.
#[must_use]
pub fn found(lang: Lang, index: u64, one: bool) -> String {
    match (lang, one) {
        (Lang::En, true) => format!("Bit {} is 1: go on", count(index)),
        (Lang::En, false) => format!("Bit {} is 0: stop", count(index)),
        (Lang::Zh, true) => format!("第 {} 位是 1，继续", count(index)),
        (Lang::Zh, false) => format!("第 {} 位是 0，到此为止", count(index)),
    }
}

/// What an insertion did at a position.
#[must_use]
pub fn did(lang: Lang, index: u64, newly: bool) -> String {
    match (lang, newly) {
        (Lang::En, true) => format!("Bit {}: 0 → 1", count(index)),
        (Lang::En, false) => format!("Bit {}: already 1", count(index)),
        (Lang::Zh, true) => format!("第 {} 位：0 → 1", count(index)),
        (Lang::Zh, false) => format!("第 {} 位：本来就是 1", count(index)),
    }
}

/// What a deletion did at a position.
#[must_use]
pub fn undid(lang: Lang, index: u64, cleared: bool) -> String {
    match (lang, cleared) {
        (Lang::En, true) => format!("Bit {}: 1 → 0", count(index)),
        (Lang::En, false) => format!("Bit {}: already 0", count(index)),
        (Lang::Zh, true) => format!("第 {} 位：1 → 0", count(index)),
        (Lang::Zh, false) => format!("第 {} 位：本来就是 0", count(index)),
    }
}

/// What a deletion did in all.
#[must_use]
pub fn cleared_result(lang: Lang, n: usize) -> String {
    match lang {
        Lang::En if n == 0 => "All its bits were 0 already: nothing was changed.".into(),
        Lang::En => format!("{} went from 1 to 0, whoever else had set them.", plural(n as u64, "bit", "bits")),
        Lang::Zh if n == 0 => "它的各位本来就是 0：没有任何变化。".into(),
        Lang::Zh => format!("{n} 位从 1 变成 0，不管还有谁也点亮过它们。"),
    }
}

/// The words before “false negative” and after it, for a key in the set that the filter denies.
#[must_use]
pub fn false_negative_parts(lang: Lang, key: &str) -> (String, &'static str) {
    match lang {
        Lang::En => {
            (format!("But {key} is in the set: a "), ". A deletion has cleared what it shared with another key.")
        }
        Lang::Zh => (format!("可 {key} 明明在集合里：这是一次"), "。某次删除清掉了它和别人共用的位。"),
    }
}

/// Why a key is certainly absent.
#[must_use]
pub fn absent_because(lang: Lang, index: u64, read: usize, k: usize) -> String {
    let index = count(index);
    match lang {
        Lang::En if read < k => {
            format!(
                "Bit {index} is 0. Had the key been inserted, it would be 1. One 0 is enough: {read} of {k} positions read."
            )
        }
        Lang::En if k == 1 => format!("Bit {index} is 0. Had the key been inserted, it would be 1."),
        Lang::En => {
            format!("Bit {index} is 0. Had the key been inserted, it would be 1. It was the last of {k} positions.")
        }
        Lang::Zh if read < k => {
            format!("第 {index} 位是 0；这个键若插入过，它必是 1。一个 0 就够了：{k} 个位置只读了 {read} 个。")
        }
        Lang::Zh if k == 1 => format!("第 {index} 位是 0；这个键若插入过，它必是 1。"),
        Lang::Zh => format!("第 {index} 位是 0；这个键若插入过，它必是 1。它是 {k} 个位置里的最后一个。"),
    }
}

/// The words before “false positive” and after it, for a key that was never inserted though all its bits are 1.
#[must_use]
pub fn false_positive_parts(lang: Lang, key: &str, distinct: usize) -> (String, &'static str) {
    match lang {
        Lang::En => {
            let bits = match distinct {
                1 => "Its one bit is".into(),
                2 => "Both bits are".into(),
                n => format!("All {n} bits are"),
            };
            (format!("{bits} 1, yet {key} was never inserted: a "), ".")
        }
        Lang::Zh => {
            let bits = match distinct {
                1 => "唯一的一位".into(),
                2 => "两位都".into(),
                n => format!("{n} 位全"),
            };
            (format!("{bits}是 1，但 {key} 从未插入：这是一次"), "。")
        }
    }
}

/// Who lit one bit: `bit 193 by a, b and 3 more`.
#[must_use]
pub fn lit_by(lang: Lang, bit: u64, names: &[String], total: u64) -> (String, String) {
    let rest = total.saturating_sub(names.len() as u64);
    match lang {
        Lang::En => {
            let more = if rest > 0 { format!(" and {} more", count(rest)) } else { String::new() };
            (format!("{bit}"), format!("lit by {}{more}", names.join(", ")))
        }
        Lang::Zh => {
            let more = if rest > 0 { format!(" 等 {} 个键", count(total)) } else { " ".into() };
            (format!("{bit}"), format!("由 {}{more}点亮", names.join("、")))
        }
    }
}

/// A position that no query came to.
#[must_use]
pub fn unread(lang: Lang, index: u64) -> String {
    match lang {
        Lang::En => format!("Bit {}: not read", count(index)),
        Lang::Zh => format!("第 {} 位：未读", count(index)),
    }
}

/// A position that is yet to come.
#[must_use]
pub fn pending(lang: Lang, index: u64) -> String {
    match lang {
        Lang::En => format!("Bit {}: to come", count(index)),
        Lang::Zh => format!("第 {} 位：还没轮到", count(index)),
    }
}

/// What an insertion did in all.
#[must_use]
pub fn inserted_result(lang: Lang, newly: usize, k: usize) -> String {
    match (lang, newly) {
        (Lang::En, 1) if k == 1 => "Its one position went from 0 to 1. The key itself is not stored.".into(),
        (Lang::Zh, 1) if k == 1 => "它唯一的位置从 0 变成 1。键本身并没有存下来。".into(),
        (Lang::En, 0) => {
            "All its bits were 1 already: the filter has not changed, and had answered “possibly present” before."
                .into()
        }
        (Lang::En, n) => format!("{n} of {k} positions went from 0 to 1. The key itself is not stored."),
        (Lang::Zh, 0) => "它的各位本来就全是 1：过滤器没有变化，之前问它也会答“可能存在”。".into(),
        (Lang::Zh, n) => format!("{k} 个位置里有 {n} 个从 0 变成 1。键本身并没有存下来。"),
    }
}

/// What a bit is and who set it: heading.
#[must_use]
pub fn bit_is(lang: Lang, index: u64, one: bool) -> String {
    let value = u8::from(one);
    match lang {
        Lang::En => format!("Bit {} is {value}.", count(index)),
        Lang::Zh => format!("第 {} 位是 {value}。", count(index)),
    }
}

/// Who set a bit, as a sentence.
#[must_use]
pub fn set_by(lang: Lang, names: &[String], total: u64, is_one: bool) -> String {
    let rest = total.saturating_sub(names.len() as u64);
    let names = names.join(lang.pick(", ", "、"));
    let who = match lang {
        Lang::En if rest > 0 => format!("{names} and {} more", count(rest)),
        Lang::Zh if rest > 0 => format!("{names} 等 {} 个键", count(total)),
        _ => names,
    };
    match (lang, is_one) {
        (Lang::En, true) => format!("Set by {who}."),
        (Lang::En, false) => format!("Cleared by a deletion; missed by {who}."),
        (Lang::Zh, true) => format!("由 {who} 点亮。"),
        (Lang::Zh, false) => format!("被一次删除清零；{who} 本该点亮它。"),
    }
}

/// The button that asks, and the line after several insertions at once.
#[must_use]
pub fn added(lang: Lang, keys: u64, bits: u64) -> String {
    match lang {
        Lang::En => {
            format!("{} inserted at once, {} turned on.", plural(keys, "key", "keys"), plural(bits, "bit", "bits"))
        }
        Lang::Zh => format!("一次插入 {} 个键，点亮 {} 位。", count(keys), count(bits)),
    }
}

/// A key in the list of contents and how many more there are.
#[must_use]
pub fn and_more(lang: Lang, n: u64) -> String {
    match lang {
        Lang::En => format!("and {} more", count(n)),
        Lang::Zh => format!("另有 {} 个", count(n)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_position_is_not_spoken_of_as_many() {
        for lang in Lang::ALL {
            let said = [
                absent_because(lang, 5, 1, 1),
                false_positive_parts(lang, "a", 1).0,
                inserted_result(lang, 1, 1),
                added(lang, 1, 1),
            ];
            for text in said {
                for many in ["positions", " 1 bits", "1 keys", "1 个位置", "1 位全"] {
                    assert!(!text.contains(many), "{text}");
                }
            }
        }
        assert_eq!(inserted_result(Lang::En, 1, 3), "1 of 3 positions went from 0 to 1. The key itself is not stored.");
    }
}
