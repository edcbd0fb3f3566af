//! How many bits, how many hash functions, how many keys.
//!
//! Everything here inverts the textbook rate p = (1−e^{−kn/m})^k (Bloom 1970; Broder & Mitzenmacher 2004). For a fixed
//! m/n that rate falls with k until k = (m/n) ln 2, where half of the bits are 1 and p = 2^{−k}, and rises after it.
//! Because the textbook rate lies a little below the exact one, so do the sizes: by a relative error of the order k/m in p.

use super::rate::textbook;
use crate::hash::MAX_HASHES;
use core::f64::consts::{LN_2, LN_10};

/// The most bits the calculator answers for: 2⁵³ (one pebibyte). Up to here an f64 holds every whole number.
pub const MAX_BITS: u64 = 1 << 53;

/// The most keys the calculator answers for: 2⁵³.
pub const MAX_KEYS: u64 = 1 << 53;

/// What a rate ten times lower costs at the best k: ln 10/(ln 2)² ≈ 4.79 bits a key.
pub const BITS_PER_FACTOR_TEN: f64 = LN_10 / (LN_2 * LN_2);

/// The bits, not rounded, that reach rate `p` with `n` keys at the best real k: −n ln p/(ln 2)².
///
/// Domain 0 < p < 1. Edges: 0 for n = 0 or p ≥ 1, infinite for p = 0. No k below 1 exists, so for p > 1/2 this promises
/// more than any filter keeps; [`bits_for_hashes`] with k = 1 is the truth there.
#[must_use]
pub fn optimal_bits(n: u64, p: f64) -> f64 {
    if n == 0 || p >= 1.0 {
        return 0.0;
    }
    -(n as f64) * libm::log(p) / (LN_2 * LN_2)
}

/// m = ⌈−n ln p/(ln 2)²⌉, at least 1: [`optimal_bits`] rounded up. `u64::MAX` when it does not fit.
#[must_use]
pub fn bits_for(n: u64, p: f64) -> u64 {
    (libm::ceil(optimal_bits(n, p)) as u64).max(1) // a float-to-integer cast saturates
}

/// The real k that gives the lowest textbook rate: (m/n) ln 2. Infinite for n = 0.
#[must_use]
pub fn optimal_hashes(m: u64, n: u64) -> f64 {
    m as f64 / n as f64 * LN_2
}

/// k = max(1, round((m/n) ln 2)), at most [`MAX_HASHES`].
///
/// The nearest whole number is almost always also the best one; [`best_hashes`] decides by the rate.
#[must_use]
pub fn hashes_for(m: u64, n: u64) -> u32 {
    (libm::round(optimal_hashes(m, n)) as u32).clamp(1, MAX_HASHES)
}

/// The whole k from 1 to [`MAX_HASHES`] with the lowest bitwise rate; the smaller one of two that tie.
///
/// With r = (1−1/m)^n the rate is (1−r^k)^k, which as a function of a real k has its one minimum at −ln 2/ln r; so the best
/// whole number is a neighbour of it. 1 for n = 0 (every k is perfect) and for m = 1 (every k is useless).
#[must_use]
pub fn best_hashes(n: u64, m: u64) -> u32 {
    if n == 0 || m < 2 {
        return 1;
    }
    let real = -LN_2 / (n as f64 * libm::log1p(-1.0 / m as f64));
    let below = (real as u32).clamp(1, MAX_HASHES);
    let above = (below + 1).min(MAX_HASHES);
    if super::rate::bitwise(n, m, above) < super::rate::bitwise(n, m, below) { above } else { below }
}

/// The load θ = kn/m at which k hash functions reach exactly rate `p`: −ln(1−p^{1/k}).
///
/// Domain 0 < p < 1, k ≥ 1; k = 0 counts as 1. Relative error a few 10⁻¹⁶ on the whole domain: 1−p^{1/k} is never formed
/// by a subtraction that cancels.
#[must_use]
pub fn load_for(p: f64, k: u32) -> f64 {
    let log_root = libm::log(p) / f64::from(k.max(1));
    let root = libm::exp(log_root);
    if root < 0.5 { -libm::log1p(-root) } else { -libm::log(-libm::expm1(log_root)) }
}

/// The fewest bits with which `k` hash functions keep `n` keys at a textbook rate of at most `p`: ⌈−kn/ln(1−p^{1/k})⌉.
///
/// At least 1; `u64::MAX` when it does not fit. The computed textbook rate for the result is never above `p`. Above about
/// 10¹⁵ bits neighbouring m give the same rate in an f64, and the result may exceed the fewest by a few parts in 10¹⁶.
#[must_use]
pub fn bits_for_hashes(n: u64, p: f64, k: u32) -> u64 {
    let throws = n as f64 * f64::from(k);
    let mut m = (libm::ceil(throws / load_for(p, k)) as u64).max(1);
    if m > 1 && textbook(n, m - 1, k) <= p {
        m -= 1;
    }
    let mut step = 1_u64; // doubled, so that a rounding error at a huge m is left behind in a few turns
    while textbook(n, m, k) > p && m < u64::MAX {
        m = m.saturating_add(step);
        step = step.saturating_mul(2);
    }
    m
}

/// The most keys that `m` bits and `k` hash functions hold at a textbook rate of at most `p`: ⌊−(m/k) ln(1−p^{1/k})⌋.
///
/// 0 when even one key is too many; `u64::MAX` when it does not fit. The computed textbook rate for the result is never
/// above `p`, with the same caveat for huge m as [`bits_for_hashes`].
#[must_use]
pub fn keys_for_hashes(m: u64, p: f64, k: u32) -> u64 {
    let mut n = libm::floor(m as f64 / f64::from(k.max(1)) * load_for(p, k)) as u64;
    if textbook(n.saturating_add(1), m, k) <= p {
        n = n.saturating_add(1);
    }
    let mut step = 1_u64;
    while textbook(n, m, k) > p && n > 0 {
        n = n.saturating_sub(step);
        step = step.saturating_mul(2);
    }
    n
}

/// The most keys that `m` bits hold at a textbook rate of at most `p`, and the k that holds them.
///
/// For fixed p the load a key may cost is best at k = log₂(1/p); the best whole k is a neighbour of it. Of two that hold
/// equally many keys the smaller k is given, since it costs fewer memory accesses.
#[must_use]
pub fn keys_for(m: u64, p: f64) -> (u64, u32) {
    let below = (libm::floor(-libm::log2(p)) as u32).clamp(1, MAX_HASHES);
    let above = (below + 1).min(MAX_HASHES);
    let (few, many) = (keys_for_hashes(m, p, below), keys_for_hashes(m, p, above));
    if many > few { (many, above) } else { (few, below) }
}

/// Bits a key that reach rate `p` at the best real k: log₂(1/p)/ln 2. 9.59 for 1 %.
#[must_use]
pub fn bits_per_key_for(p: f64) -> f64 {
    optimal_bits(1, p)
}

/// The rate that `bits_per_key` buys at the best real k: e^{−(m/n)(ln 2)²}, the inverse of [`bits_per_key_for`].
#[must_use]
pub fn rate_for_bits_per_key(bits_per_key: f64) -> f64 {
    libm::exp(-bits_per_key * LN_2 * LN_2)
}

/// Bytes that hold `bits` bits: ⌈bits/8⌉.
#[must_use]
pub const fn bytes_for(bits: u64) -> u64 {
    bits.div_ceil(8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::rate::bitwise;

    #[test]
    fn edges_saturate() {
        assert_eq!(bits_for(0, 0.01), 1);
        assert_eq!(bits_for(5, 1.0), 1);
        assert_eq!(bits_for(5, 0.0), u64::MAX);
        assert_eq!(hashes_for(1000, 0), MAX_HASHES);
        assert_eq!(hashes_for(1, 1000), 1);
        assert_eq!(bits_for_hashes(u64::MAX, 1e-9, 255), u64::MAX);
        assert_eq!(keys_for_hashes(8, 1e-9, 1), 0);
        assert_eq!((bytes_for(0), bytes_for(1), bytes_for(64)), (0, 1, 8));
    }

    #[test]
    fn the_best_whole_k_beats_every_other() {
        for (n, m) in [(1, 8), (3, 8), (20, 64), (8, 1), (1000, 14_378), (1, 300), (1, 1000), (1_000_000, 9_585_059)] {
            let best = best_hashes(n, m);
            let least = (1..=MAX_HASHES).map(|k| bitwise(n, m, k)).fold(f64::INFINITY, f64::min);
            assert!(bitwise(n, m, best) <= least, "{n} {m} {best}");
        }
        assert_eq!(best_hashes(0, 64), 1);
    }

    #[test]
    fn loads_are_inverse_to_rates() {
        for p in [1e-300, 1e-30, 1e-9, 0.01, 0.3, 0.5, 0.9, 0.999_999] {
            for k in [1, 2, 7, 30, 255] {
                let back = libm::pow(-libm::expm1(-load_for(p, k)), f64::from(k));
                assert!((back / p - 1.0).abs() < 1e-12, "{p} {k} {back}");
            }
        }
    }

    #[test]
    fn a_factor_of_ten_costs_the_same_everywhere() {
        for p in [0.1, 1e-3, 1e-8] {
            let cost = bits_per_key_for(p / 10.0) - bits_per_key_for(p);
            assert!((cost - BITS_PER_FACTOR_TEN).abs() < 1e-12);
        }
    }
}
