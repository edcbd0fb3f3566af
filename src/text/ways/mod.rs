//! Ways to live with deletions, and two filters that may or may not be combined.

mod pair;
mod room;

pub use pair::*;
pub use room::*;

use super::number::{bytes, count, percent, plural, significant};
use super::{Lang, messages};
use crate::experiment::{Way, WayTally};

messages! {
    nothing: "Do nothing", "什么都不做";
    clear_bits: "Clear the bits", "直接清零";
    rebuild: "Rebuild", "定期重建";
    counting: "Counting filter", "计数过滤器";
    cuckoo: "Cuckoo filter", "布谷鸟过滤器";
    tombstones: "List of deleted keys", "已删键名单";
    corrections: "List of known mistakes", "已知误判名单";
}

/// A way's name.
#[must_use]
pub const fn name(lang: Lang, way: Way) -> &'static str {
    match way {
        Way::Nothing => nothing(lang),
        Way::ClearBits => clear_bits(lang),
        Way::Rebuild => rebuild(lang),
        Way::Counting => counting(lang),
        Way::Cuckoo => cuckoo(lang),
        Way::Tombstones => tombstones(lang),
        Way::Corrections => corrections(lang),
    }
}

/// What a way cost, in one sentence. `plain` is the way in which nothing is done, at the same time.
#[must_use]
pub fn price(lang: Lang, way: Way, tally: &WayTally, plain: &WayTally) -> String {
    let memory = |n_bits: u64| bytes(lang, n_bits.div_ceil(8));
    let times = significant(tally.n_bits as f64 / plain.n_bits.max(1) as f64, 2);
    let rate = tally.false_positives.rate().map_or_else(|| "–".to_owned(), percent);
    let (stale, denied) = (tally.stale.hits, tally.denied.hits);
    match (lang, way) {
        (Lang::En, Way::Nothing) => {
            format!("{} still possibly present, and the rate has come to {rate}.", of_deleted(stale))
        }
        (Lang::Zh, Way::Nothing) => format!("仍有 {} 个已删的键被答为“可能存在”，误判率到了 {rate}。", count(stale)),
        (Lang::En, Way::ClearBits) => {
            format!("{} denied: this must not be done.", keys_are(denied, "live key", "live keys"))
        }
        (Lang::Zh, Way::ClearBits) => format!("漏判了 {} 个还在的键：不能这样删。", count(denied)),
        (Lang::En, Way::Rebuild) => format!(
            "{}, {} in all; {} while old and new stand side by side; until the next one {} possibly present.",
            plural(tally.rebuilds, "rebuild", "rebuilds"),
            plural(tally.hashed, "key hashed", "keys hashed"),
            memory(tally.peak_bits),
            of_deleted(stale)
        ),
        (Lang::Zh, Way::Rebuild) => format!(
            "重建 {} 次，共算了 {} 次键的哈希；新旧并存时要 {}；下次重建之前，{} 个已删的键仍“可能存在”。",
            count(tally.rebuilds),
            count(tally.hashed),
            memory(tally.peak_bits),
            count(stale)
        ),
        (Lang::En, Way::Counting) => format!(
            "{times} times the memory; {} stuck at the maximum.",
            keys_are(tally.saturated, "counter", "counters")
        ),
        (Lang::Zh, Way::Counting) => format!("内存是 {times} 倍；{} 个计数器已顶到上限。", count(tally.saturated)),
        (Lang::En, Way::Cuckoo) => format!(
            "{times} times the memory; {} refused for want of room. Only keys that were inserted may be deleted.",
            keys_are(tally.refused, "key", "keys")
        ),
        (Lang::Zh, Way::Cuckoo) => {
            format!("内存是 {times} 倍；{} 个键因放不下被拒。只能删除确实插入过的键。", count(tally.refused))
        }
        (Lang::En, Way::Tombstones) => format!(
            "The list has grown to {}, and the filter under it forgets nothing: its rate has come to {rate}.",
            memory(tally.n_bits.saturating_sub(plain.n_bits))
        ),
        (Lang::En, Way::Corrections) => format!(
            "The list of mistakes has grown to {}. Each is made once; a key asked for the first time passes as before.",
            memory(tally.n_bits.saturating_sub(plain.n_bits))
        ),
        (Lang::Zh, Way::Corrections) => format!(
            "名单已占 {}。每个误判只犯一次，第一次来问的键照样会误判。",
            memory(tally.n_bits.saturating_sub(plain.n_bits))
        ),
        (Lang::Zh, Way::Tombstones) => format!(
            "名单已占 {}；下面的过滤器什么也没忘，误判率到了 {rate}。",
            memory(tally.n_bits.saturating_sub(plain.n_bits))
        ),
    }
}

fn of_deleted(n: u64) -> String {
    keys_are(n, "deleted key", "deleted keys")
}

fn keys_are(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", plural(n, one, many), if n == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::interval::Observed;

    #[test]
    fn every_price_is_told_in_both_languages() {
        let plain = WayTally { n_bits: 1000, ..WayTally::default() };
        for way in Way::ALL {
            let [en, zh] = Lang::ALL.map(|lang| price(lang, way, &plain, &plain));
            assert!(en.is_ascii() || en.contains('–') || en.contains('\u{202f}'), "{en}");
            assert!(zh.ends_with('。') && en.ends_with('.'), "{zh}");
        }
        let harmed = WayTally { denied: Observed { hits: 1, trials: 9 }, ..plain };
        assert_eq!(price(Lang::En, Way::ClearBits, &harmed, &plain), "1 live key is denied: this must not be done.");
    }
}
