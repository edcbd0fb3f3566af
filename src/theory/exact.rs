//! The exact false-positive rate, for every n, m and k.
//!
//! After t = kn independent uniform throws X of the m bits are 1, and an absent key finds all its k positions set with
//! probability (X/m)^k; the rate is the mean E\[(X/m)^k\] (Bose et al. 2008; Christensen, Roginsky & Jimeno 2010). The
//! formulas published there sum over all m occupancies or alternate in sign with terms far larger than the result. Here
//! the same mean is split by what the absent key sees:
//!
//! E\[(X/m)^k\] = Σ_d P(its k positions are d different bits) · Q_d,  Q_d = P(t throws cover d given bits).
//!
//! Q_d is found in one of two ways, both without cancellation:
//!
//! - **Covering** ([`ExactMethod::Covering`]), at low and moderate load. The number h of throws that fall on the d bits is
//!   binomial with d/m, and given h they cover the d bits with probability c(h,d) = d!·S(h,d)/d^h, so
//!   Q_d = Σ_h P(h)·c(h,d). The c obey c(h,d) = c(h−1,d) + ((d−1)/d)^{h−1}·c(h−1,d−1): either h−1 throws did already, or
//!   all but one bit was covered by throws that avoided it. Every term is positive.
//! - **Inclusion–exclusion** ([`ExactMethod::InclusionExclusion`]), where at most half of the bits are 0 and the key expects at
//!   most one 0 among its positions: Q_d = Σ_i (−1)^i C(d,i)(1−i/m)^t, whose terms then fall at least as fast as 1/i!.
//!
//! Nothing depends on m except through ratios, so five billion keys cost what five do: about k times the number of h that
//! matter, a microsecond for k = 7 and a few milliseconds for k = 255. "Exact" is meant for independent uniform positions
//! with repetition, k a key; filters that derive positions from two hashes differ at small m (see the [module
//! docs](super)).

use super::rate::{all_set, throws};
use super::sizing::best_hashes;
use crate::hash::MAX_HASHES;

/// Half a unit in the last place of 1: the relative error of one f64 operation.
const UNIT: f64 = f64::EPSILON / 2.0;

/// The exact rate as a number, with what is known about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactRate {
    /// E\[(X/m)^k\].
    pub value: f64,
    /// Bound on the absolute error from rounding and from the tail left out; typically 10⁻¹³ of the value.
    pub error: f64,
    /// How it was computed.
    pub method: ExactMethod,
}

/// How an exact rate was computed; see the [module docs](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactMethod {
    /// Nothing to compute: no keys, no bits or no hash functions.
    Trivial,
    /// A sum over how many throws fall on the bits that the absent key sees.
    Covering,
    /// An alternating sum over the bits not covered.
    InclusionExclusion,
}

/// E\[(X/m)^k\], the exact rate of a filter with `n` keys, `m` bits and `k` hash functions.
///
/// Never below the bitwise rate. Edges as for all rates: 0 for n = 0, 1 for m = 0 or k = 0. Below about 10⁻³⁰⁰ the value
/// underflows towards 0. See the [module docs](self) for method and cost.
#[must_use]
pub fn exact(n: u64, m: u64, k: u32) -> ExactRate {
    if n == 0 || m == 0 || k == 0 {
        return ExactRate { value: all_set(n, m, k, || 0.0), error: 0.0, method: ExactMethod::Trivial };
    }
    let distinct = distinct_positions(m, k);
    let zero_share = libm::exp(throws(n, k) * libm::log1p(-1.0 / m as f64));
    let expected_zeros = (distinct.len() - 1) as f64 * zero_share;
    // With a single position the sum is 1 − zero_share, which cancels unless that share is small by itself.
    let (covered, method) = if expected_zeros <= 1.0 && zero_share <= 0.5 {
        (alternating(n, m, k, distinct.len()), ExactMethod::InclusionExclusion)
    } else {
        (covering(n, m, k, distinct.len()), ExactMethod::Covering)
    };
    let (mut value, mut error) = (0.0, 0.0);
    for (probability, (q, q_error)) in distinct.iter().zip(covered) {
        value += probability * q;
        error += probability * q_error;
    }
    // Each probability took three operations a position; the sum above took two a term.
    error += value * (5.0 * f64::from(k) + 2.0) * UNIT + f64::MIN_POSITIVE;
    ExactRate { value: value.min(1.0), error, method }
}

/// [`exact`] at each of `ns`, in order.
#[must_use]
pub fn exact_curve(m: u64, k: u32, ns: &[u64]) -> Vec<ExactRate> {
    ns.iter().map(|n| exact(*n, m, k)).collect()
}

/// P(k throws hit d different bits of m) for d = 0, 1, …, min(k, m).
fn distinct_positions(m: u64, k: u32) -> Vec<f64> {
    let cells = m as f64;
    let most = u64::from(k).min(m) as usize;
    let mut p = vec![0.0; most + 1];
    if let Some(none) = p.first_mut() {
        *none = 1.0;
    }
    for _ in 0..k {
        let mut fewer = 0.0; // P(d−1) before this throw
        for (d, here) in p.iter_mut().enumerate() {
            let before = *here;
            *here = before * (d as f64 / cells) + fewer * ((cells - d as f64 + 1.0) / cells);
            fewer = before;
        }
    }
    p
}

/// (Q_d, error bound) for d = 0, 1, …, `len` − 1 by the alternating sum.
fn alternating(n: u64, m: u64, k: u32, len: usize) -> Vec<(f64, f64)> {
    let (t, cells) = (throws(n, k), m as f64);
    let missed: Vec<(f64, f64)> = (0..len)
        .map(|i| {
            let exponent = t * log_share(cells - i as f64, cells);
            // i = m: no throw can miss every bit. Elsewhere six roundings in the exponent, which exp turns into relative ones.
            if i as u64 == m { (0.0, 0.0) } else { (libm::exp(exponent), (2.0 - 6.0 * exponent) * UNIT) }
        })
        .collect();
    (0..len)
        .map(|d| {
            let (mut sum, mut error, mut choose) = (0.0, 0.0, 1.0);
            for (i, (share, relative)) in missed.iter().enumerate().take(d + 1) {
                let term = choose * share;
                if i > 0 && term < UNIT * UNIT {
                    error += term; // the terms fall and alternate, so what is left out is less than the first of it
                    break;
                }
                sum += if i % 2 == 0 { term } else { -term };
                error += term * (relative + (3 * i + 2 + len.min(24)) as f64 * UNIT);
                choose *= (d - i) as f64 / (i + 1) as f64;
            }
            (sum, error)
        })
        .collect()
}

/// ln(part/whole), relatively accurate for parts close to the whole too.
fn log_share(part: f64, whole: f64) -> f64 {
    if part > whole / 2.0 { libm::log1p(-(whole - part) / whole) } else { libm::log(part / whole) }
}

/// (Q_d, error bound) for d = 0, 1, …, `len` − 1 by conditioning on the throws that fall on the d bits.
fn covering(n: u64, m: u64, k: u32, len: usize) -> Vec<(f64, f64)> {
    let t = n.saturating_mul(u64::from(k));
    // c(h, d) for h = 0, 1, …, one d at a time. c(0, 0) = 1: no bits are covered by no throws.
    let mut column = vec![0.0; rows_needed(t, m, (len - 1) as u64) as usize];
    if let Some(none) = column.first_mut() {
        *none = 1.0;
    }
    let mut covered = vec![(1.0, 0.0)];
    for d in 1..len as u64 {
        let avoid = (d - 1) as f64 / d as f64;
        let (mut power, mut here, mut smaller) = (1.0, 0.0, 0.0); // ((d−1)/d)^{h−1}, c(h−1, d), c(h−1, d−1)
        for (h, c) in column.iter_mut().enumerate() {
            here += power * smaller;
            smaller = core::mem::replace(c, here);
            if h > 0 {
                power *= avoid;
            }
        }
        covered.push(conditioned(t, m, d, &column));
    }
    covered
}

/// How many h must be tabulated so that what lies beyond is below rounding, for the largest d; h = 0 included.
fn rows_needed(t: u64, m: u64, d: u64) -> u64 {
    if d >= m {
        return t.saturating_add(1); // every throw falls on the d bits
    }
    // Q_d ≥ P(h)·c(h, d) ≥ P(h)·d!/d^d ≥ P(h)·e^{−d} at h = max(mode, d), so the tail is compared with that.
    let negligible = libm::exp(-(d as f64)) * UNIT * UNIT;
    let mut h = mode(t, m, d).max(d).min(t);
    let mut weight = 1.0;
    loop {
        let growth = next_weight(t, m, d, h);
        if h == t || (growth < 1.0 && weight * growth <= negligible * (1.0 - growth)) {
            return h.saturating_add(1);
        }
        weight *= growth;
        h += 1;
    }
}

/// Q_d = Σ_h P(h)·c(h, d) and its error bound; `column` holds c(·, d).
fn conditioned(t: u64, m: u64, d: u64, column: &[f64]) -> (f64, f64) {
    let cover = |h: u64| column.get(h as usize).copied().unwrap_or(0.0);
    if d >= m {
        return (cover(t), cover(t) * roundings(t, d, 0));
    }
    // Weights proportional to P(h), 1 at the mode; dividing by their sum makes them probabilities without a logarithm.
    let mode = mode(t, m, d).min(column.len() as u64 - 1);
    let (mut total, mut sum) = (1.0, cover(mode));
    let (mut weight, mut h) = (1.0, mode);
    while h > 0 && weight > UNIT * UNIT {
        h -= 1;
        weight /= next_weight(t, m, d, h);
        total += weight;
        sum += weight * cover(h);
    }
    let below = mode - h;
    (weight, h) = (1.0, mode);
    let tail = loop {
        let growth = next_weight(t, m, d, h);
        let tail = if growth < 1.0 { weight * growth / (1.0 - growth) } else { f64::INFINITY };
        if tail <= sum * UNIT * UNIT || h + 1 >= column.len() as u64 {
            break tail;
        }
        weight *= growth;
        h += 1;
        total += weight;
        sum += weight * cover(h);
    };
    let q = sum / total;
    (q, q * roundings(h, d, below.max(h - mode)) + (1.0 + q) * tail / total)
}

/// Relative rounding error of a covered share: c(h, d) took 2h operations for each power in each of d columns and h sums,
/// a weight six for each step from the mode, in the numerator and in the denominator; then the sums over h.
fn roundings(h: u64, d: u64, steps: u64) -> f64 {
    (2 * d * h + 3 * h + d + 12 * steps + 4) as f64 * UNIT
}

/// The most likely number of throws on the d bits, for d < m.
fn mode(t: u64, m: u64, d: u64) -> u64 {
    ((u128::from(t) + 1) * u128::from(d) / u128::from(m)) as u64
}

/// P(h+1)/P(h) of the binomial distribution with t throws and share d/m, for d < m; 0 at h = t.
fn next_weight(t: u64, m: u64, d: u64, h: u64) -> f64 {
    (t - h) as f64 / (h + 1) as f64 * (d as f64 / (m - d) as f64)
}

/// The whole k from 1 to [`MAX_HASHES`] with the lowest exact rate: walks downhill from the best k by the bitwise rate.
///
/// At small m it can be one or two below that. 1 for n = 0 and for m = 1, where all k are alike.
#[must_use]
pub fn best_hashes_exact(n: u64, m: u64) -> u32 {
    let mut best = best_hashes(n, m);
    let mut least = exact(n, m, best).value;
    for step in [-1_i32, 1] {
        while let Some(next) = best.checked_add_signed(step).filter(|k| (1..=MAX_HASHES).contains(k)) {
            let rate = exact(n, m, next).value;
            if rate >= least {
                break;
            }
            (best, least) = (next, rate);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges() {
        for (n, m, k, value) in [(0, 8, 2, 0.0), (0, 0, 2, 1.0), (3, 0, 2, 1.0), (3, 8, 0, 1.0)] {
            assert_eq!(exact(n, m, k), ExactRate { value, error: 0.0, method: ExactMethod::Trivial });
        }
        assert!((exact(5, 1, 255).value - 1.0).abs() < 1e-15);
        assert!((exact(u64::MAX, 1 << 53, 255).value - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_two_ways_agree_where_both_are_sound() {
        for (n, m, k) in [(20, 64, 3), (200, 1000, 7), (1 << 40, 1 << 41, 3), (9, 8, 8), (300, 512, 10)] {
            let len = distinct_positions(m, k).len();
            for ((a, a_error), (b, b_error)) in alternating(n, m, k, len).into_iter().zip(covering(n, m, k, len)) {
                assert!((a - b).abs() <= a_error + b_error, "{n} {m} {k}: {a} {b} {a_error} {b_error}");
            }
        }
    }

    #[test]
    fn the_exactly_best_k_beats_every_other() {
        for (n, m) in [(1, 8), (3, 8), (4, 32), (20, 64), (8, 1), (30, 300), (1000, 14_378)] {
            let best = exact(n, m, best_hashes_exact(n, m)).value;
            assert!((1..=40).all(|k| best <= exact(n, m, k).value * (1.0 + 1e-12)), "{n} {m}");
        }
    }
}
