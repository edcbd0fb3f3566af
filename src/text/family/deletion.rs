//! Deletion from a plain filter, as it must not be done: the question before, and whom it harmed.

use crate::text::number::count;
use crate::text::{Lang, messages};

messages! {
    heading: "Predict first", "先猜一猜";
    nobody: "none", "一个也没有";
    one_or_two: "1 or 2", "1～2 个";
    more: "more", "更多";
    give_up: "Leave it", "算了";
    right: "You guessed right.", "猜对了。";
    wrong: "Not as you guessed.", "和你猜的不一样。";
    unknown: "Whom it harms is not looked for: too many keys.", "键太多，这里不追查伤到了谁。";
    also_set_by: "Who else had set these bits", "这些位还有谁点亮过";
    nobody_else: "nobody else", "没有别人";
    lesson: "A plain filter cannot delete: a bit does not know whose it is. A counting or a cuckoo filter can.", "普通布隆过滤器不能删除：一个位不知道自己属于谁。计数过滤器和布谷鸟过滤器才可以。";
}

/// What is about to happen, and what is asked.
#[must_use]
pub fn question(lang: Lang, key: &str, bits: &[u64]) -> String {
    let list = bits.iter().map(|&bit| count(bit)).collect::<Vec<_>>().join(lang.pick(", ", "、"));
    match (lang, bits.len()) {
        (Lang::En, 0) => format!(
            "All bits of {key} are 0 already, so clearing them changes nothing. How many other keys will the filter then deny?"
        ),
        (Lang::En, 1) => {
            format!("To delete {key}, bit {list} is set to 0. How many other keys will the filter then deny?")
        }
        (Lang::En, _) => {
            format!("To delete {key}, bits {list} are set to 0. How many other keys will the filter then deny?")
        }
        (Lang::Zh, 0) => format!("{key} 的各位本来就是 0，清了也没变化。之后过滤器会漏判多少个别的键？"),
        (Lang::Zh, _) => format!("要删除 {key}，就把第 {list} 位改成 0。之后过滤器会漏判多少个别的键？"),
    }
}

/// How many were harmed.
#[must_use]
pub fn harmed(lang: Lang, n: u64) -> String {
    match (lang, n) {
        (Lang::En, 0) => "No other key is denied by it.".into(),
        (Lang::En, 1) => {
            "1 other key is denied now, though it was inserted and never deleted: a false negative.".into()
        }
        (Lang::En, n) => format!(
            "{} other keys are denied now, though they were inserted and never deleted: false negatives.",
            count(n)
        ),
        (Lang::Zh, 0) => "没有别的键因此被漏判。".into(),
        (Lang::Zh, n) => format!("另有 {} 个键插入过、也没删过，现在却被判为不存在：这就是漏判。", count(n)),
    }
}

/// Who else had set one bit.
#[must_use]
pub fn sharers(lang: Lang, names: &[String], total: u64) -> String {
    let rest = total.saturating_sub(names.len() as u64);
    let list = names.join(lang.pick(", ", "、"));
    match lang {
        _ if total == 0 => nobody_else(lang).into(),
        Lang::En if rest > 0 => format!("{list} and {} more", count(rest)),
        Lang::Zh if rest > 0 => format!("{list} 等 {} 个键", count(total)),
        _ => list,
    }
}
