//! What follows from n, p, m and k, and the choice of hash.

use crate::hash::{Derivation, Digest, MAX_HASHES, Reduction};
use crate::text::Lang;
use crate::text::curves::real_hashes;
use crate::text::number::{bytes, count, percent_of_theory, percent_to, significant};
use crate::theory::sizing::optimal_hashes;

/// A digest family's name.
#[must_use]
pub const fn digest(digest: Digest) -> &'static str {
    match digest {
        Digest::Murmur3 => "MurmurHash3 128",
        Digest::Xxh3_128 => "XXH3 128",
        Digest::Xxh3_64 => "XXH3 64",
        Digest::Sip13 => "SipHash-1-3",
        Digest::Fnv1a => "FNV-1a 64",
        Digest::Crc32 => "CRC-32",
    }
}

/// A derivation's name.
#[must_use]
pub const fn derivation(lang: Lang, derivation: Derivation) -> &'static str {
    match derivation {
        Derivation::Double => lang.pick("double hashing", "双重哈希"),
        Derivation::Enhanced => lang.pick("enhanced double hashing", "增强双重哈希"),
        Derivation::Independent => lang.pick("k independent seeds", "k 个独立种子"),
    }
}

/// A reduction's name.
#[must_use]
pub const fn reduction(lang: Lang, reduction: Reduction) -> &'static str {
    match reduction {
        Reduction::Modulo => lang.pick("modulo m", "对 m 取模"),
        Reduction::MultiplyShift => lang.pick("multiply and shift", "乘后移位"),
    }
}

/// Under n: what it is, and how many are in.
#[must_use]
pub fn n_note(lang: Lang, capacity: u64, len: u64) -> String {
    let over = len.saturating_sub(capacity);
    match (lang, over) {
        (Lang::En, 0) => format!("planned keys · {} inserted", count(len)),
        (Lang::En, _) => format!("planned keys · {} inserted, {} too many", count(len), count(over)),
        (Lang::Zh, 0) => format!("预计键数 · 已插入 {}", count(len)),
        (Lang::Zh, _) => format!("预计键数 · 已插入 {}，超出 {}", count(len), count(over)),
    }
}

/// Under p: what it is, and what the whole numbers used give.
#[must_use]
pub fn p_note(lang: Lang, rate: f64, fixed: bool) -> String {
    let rate = if rate < 1e-6 { percent_of_theory(rate) } else { percent_to(rate, 3) };
    match (lang, fixed) {
        (Lang::En, true) => format!("target rate · rounded m and k give {rate}"),
        (Lang::En, false) => "textbook rate with n keys in".into(),
        (Lang::Zh, true) => format!("目标误判率 · m、k 取整后为 {rate}"),
        (Lang::Zh, false) => "插入 n 个键后的教科书误判率".into(),
    }
}

/// Under m: what it is, bytes, and bits a key.
#[must_use]
pub fn m_note(lang: Lang, n_bits: u64, per_key: f64) -> String {
    let size = bytes(lang, n_bits.div_ceil(8));
    let per_key = if per_key >= 1000.0 { count(per_key as u64) } else { significant(per_key, 3) };
    match lang {
        Lang::En => format!("bits · {size}, {per_key} a key"),
        Lang::Zh => format!("位数 · {size}，每键 {per_key} 位"),
    }
}

/// Under k: what it is, and the best one for m and n, of those that this page takes.
#[must_use]
pub fn k_note(lang: Lang, k: u32, best: u32, n_bits: u64, capacity: u64) -> String {
    let ideal = optimal_hashes(n_bits, capacity);
    if best == MAX_HASHES && ideal >= f64::from(MAX_HASHES) + 0.5 {
        let ideal = if ideal < 1e5 { count(libm::round(ideal) as u64) } else { real_hashes(ideal) };
        return match lang {
            Lang::En => format!("hash functions · at most {MAX_HASHES} here; best would be {ideal}"),
            Lang::Zh => format!("哈希函数个数 · 本页上限 {MAX_HASHES}，最优 {ideal}"),
        };
    }
    match (lang, k == best) {
        (Lang::En, true) => "hash functions · best: (m/n)·ln 2".into(),
        (Lang::En, false) => format!("hash functions · best would be {best}"),
        (Lang::Zh, true) => "哈希函数个数 · 最优：(m/n)·ln 2".into(),
        (Lang::Zh, false) => format!("哈希函数个数 · 最优 {best}"),
    }
}

/// Asks for consent to a large array.
#[must_use]
pub fn ask_consent(lang: Lang, n_bits: u64) -> String {
    let size = bytes(lang, n_bits.div_ceil(8));
    match lang {
        Lang::En => format!(
            "This filter needs {size} of this browser’s memory. The numbers hold either way; build it to see its bits."
        ),
        Lang::Zh => format!("这个过滤器要占用浏览器 {size} 内存。不构建也能计算；构建后才能看到每一位。"),
    }
}

/// The button that gives it.
#[must_use]
pub fn give_consent(lang: Lang, n_bits: u64) -> String {
    let size = bytes(lang, n_bits.div_ceil(8));
    match lang {
        Lang::En => format!("Build it ({size})"),
        Lang::Zh => format!("构建（{size}）"),
    }
}

/// In place of the grid when the array is beyond what is ever built.
#[must_use]
pub fn beyond(lang: Lang, n_bits: u64) -> String {
    let bits = count(n_bits);
    match lang {
        Lang::En => {
            format!(
                "{bits} bits are more than this page builds: at most 2,147,483,648 (256 MiB). The numbers and the curve still hold."
            )
        }
        Lang::Zh => format!("{bits} 位超出了本页能构建的上限：2,147,483,648 位（256 MiB）。数字和曲线仍然有效。"),
    }
}

/// In place of the grid when the browser refused the memory.
#[must_use]
pub fn refused(lang: Lang, n_bits: u64) -> String {
    let size = bytes(lang, n_bits.div_ceil(8));
    match lang {
        Lang::En => format!(
            "The browser refused {size} of memory. Choose a smaller m, or close other tabs and try again. The numbers and the curve still hold."
        ),
        Lang::Zh => format!("浏览器没有给出 {size} 内存。可以把 m 调小，或关掉别的标签页再试。数字和曲线仍然有效。"),
    }
}

/// One sentence on what the choice of hash means for the filter.
#[must_use]
pub const fn hash_note(lang: Lang, hash: crate::hash::HashSpec) -> &'static str {
    match (hash.digest, hash.derivation) {
        (Digest::Crc32, _) => lang.pick(
            "CRC-32 is a checksum: it has only 32 bits, and for keys of one length two seeds differ by a constant, so k functions are really one.",
            "CRC-32 是校验和：只有 32 位；键长相同时，换种子只差一个常数，k 个函数其实是同一个。",
        ),
        (Digest::Fnv1a, _) => lang.pick(
            "FNV-1a is simple, and weakest where keys differ only at their end.",
            "FNV-1a 很简单；键只在末尾不同时，散得最不均匀。",
        ),
        (_, Derivation::Double) => lang.pick(
            "Two numbers stand for k functions. In small filters that costs accuracy: compare with independent seeds in Curves.",
            "用两个数代替 k 个函数。过滤器很小时会偏离理论，可在“曲线”里与独立种子对比。",
        ),
        (_, Derivation::Enhanced) => lang.pick(
            "A cubic term breaks up the even strides of double hashing at almost no cost.",
            "加一个三次项，打散双重哈希的等距步长，几乎不增加开销。",
        ),
        (_, Derivation::Independent) => lang.pick(
            "As the theory assumes: every position from a digest of its own, at k times the cost.",
            "与理论假设一致：每个位置各算一次摘要，代价是 k 倍的计算。",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::sizing::hashes_for;

    #[test]
    fn a_best_k_beyond_the_limit_is_not_called_the_best() {
        let note = |n_bits, n| k_note(Lang::En, 7, hashes_for(n_bits, n), n_bits, n);
        assert_eq!(note(14_378, 1000), "hash functions · best would be 10");
        assert_eq!(note(1 << 53, 1000), "hash functions · at most 255 here; best would be 6.2\u{202f}×\u{202f}10¹²");
        assert_eq!(note(1000, 1), "hash functions · at most 255 here; best would be 693");
        assert_eq!(note(368, 1), "hash functions · best would be 255");
    }

    #[test]
    fn a_rate_is_never_nothing() {
        assert_eq!(p_note(Lang::Zh, 0.0, true), "目标误判率 · m、k 取整后为 <\u{202f}10⁻³⁰⁰");
    }
}
