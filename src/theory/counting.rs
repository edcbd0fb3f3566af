//! How high the counters of a counting Bloom filter rise (Fan, Cao, Almeida & Broder 2000).
//!
//! n keys in m counters with k independent uniform positions each; a key that meets a counter twice counts there once, so
//! it raises a given counter with probability q = 1−(1−1/m)^k, and the counter's value is binomial: n trials of q, with mean
//! close to kn/m, which is also the Poisson distribution's that it tends to. (The paper lets a key count twice, kn trials of
//! 1/m; the two differ by a relative error of the order k/m.) The false-positive rate is that of a Bloom filter with m bits.
//!
//! Edges: without keys or hash functions every counter is 0 for certain; without counters nothing is asked, probability 0.

use super::interval::Interval;
use super::rate::throws;

/// P(a given counter has value j) = C(n,j) q^j (1−q)^{n−j}.
///
/// Relative error about 10⁻¹⁵ times the larger of j and the mean; underflows to 0 below about 10⁻³⁰⁰.
#[must_use]
pub fn value(n: u64, m: u64, k: u32, j: u64) -> f64 {
    if m == 0 {
        return 0.0;
    }
    if n == 0 || k == 0 || m == 1 {
        return f64::from(j == if m == 1 && k > 0 { n } else { 0 });
    }
    if j > n {
        return 0.0;
    }
    let log_stays = f64::from(k) * libm::log1p(-1.0 / m as f64); // ln(1−q)
    let log_raised = libm::log(-libm::expm1(log_stays)); // ln q
    // ln C(n,j)q^j as a sum of logarithms of factors near the mean, so that nothing large cancels.
    let rising: f64 = (0..j).map(|i| libm::log((n - i) as f64) + log_raised - libm::log((i + 1) as f64)).sum();
    libm::exp(rising + (n - j) as f64 * log_stays)
}

/// P(a given counter has value j or more): j = 2ʷ − 1 asks how likely one of w bits is saturated.
///
/// A sum of positive terms in the upper tail, and one minus the lower ones at and below the mean.
#[must_use]
pub fn at_least(n: u64, m: u64, k: u32, j: u64) -> f64 {
    if j == 0 {
        return if m == 0 { 0.0 } else { 1.0 };
    }
    if m == 0 {
        return 0.0;
    }
    if (j as f64) <= throws(n, k) / m as f64 {
        return (1.0 - (0..j).map(|i| value(n, m, k, i)).sum::<f64>()).clamp(0.0, 1.0);
    }
    let (mut sum, mut i) = (0.0, j);
    loop {
        let term = value(n, m, k, i);
        sum += term;
        if term <= sum * 1e-17 || i == n {
            return f64::min(sum, 1.0);
        }
        i += 1;
    }
}

/// P(any of the m counters has value j or more), enclosed: from 1−(1−P)^m to min(1, mP), P being [`at_least`].
///
/// Above by the union bound. Below because counters are negatively associated – what one has, others have not – so that
/// P(all are below j) ≤ (1−P)^m (Joag-Dev & Proschan 1983). The two ends meet when mP is small.
#[must_use]
pub fn any_at_least(n: u64, m: u64, k: u32, j: u64) -> Interval {
    let one = at_least(n, m, k, j);
    let cells = m as f64;
    let high = (cells * one).min(1.0);
    let low = if one >= 1.0 { f64::from(m > 0) } else { -libm::expm1(cells * libm::log1p(-one)) };
    Interval { low: low.min(high), high }
}

/// The bound of the paper on the same probability, with nothing but kn/m in it: m(e·kn/(jm))^j.
///
/// At the best k, kn/m = ln 2 and j = 16, it is 1.37·10⁻¹⁵·m: why four bits are enough. 1 for j = 0, and never above 1.
#[must_use]
pub fn any_at_least_bound(n: u64, m: u64, k: u32, j: u64) -> f64 {
    if m == 0 {
        return 0.0;
    }
    let base = core::f64::consts::E * (throws(n, k) / m as f64) / j as f64;
    if j == 0 { 1.0 } else { (m as f64 * libm::pow(base, j as f64)).min(1.0) }
}

/// How many of the m counters are expected to have each value from 0 to 2ʷ − 1, the last one standing for "or more": what a
/// filter's histogram is held against. `width` counts as at least 1 and at most 8 bits.
#[must_use]
pub fn expected_histogram(n: u64, m: u64, k: u32, width: u32) -> Vec<f64> {
    let max = (1_u64 << width.clamp(1, 8)) - 1;
    let mut expected: Vec<f64> = (0..max).map(|j| m as f64 * value(n, m, k, j)).collect();
    expected.push(m as f64 * at_least(n, m, k, max));
    expected
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // the edges are exact
mod tests {
    use super::*;

    #[test]
    fn edges() {
        assert_eq!((value(0, 9, 3, 0), value(0, 9, 3, 1), value(5, 0, 3, 0)), (1.0, 0.0, 0.0));
        assert_eq!((value(5, 1, 3, 5), value(5, 1, 3, 4), value(5, 1, 0, 0)), (1.0, 0.0, 1.0));
        assert_eq!((value(2, 9, 3, 3), at_least(2, 9, 3, 3), at_least(2, 9, 3, 0)), (0.0, 0.0, 1.0));
        assert_eq!(any_at_least(5, 1, 3, 5), Interval { low: 1.0, high: 1.0 });
        assert_eq!(any_at_least(0, 9, 3, 1), Interval { low: 0.0, high: 0.0 });
        assert_eq!((any_at_least_bound(1, 0, 1, 1), any_at_least_bound(1, 9, 1, 0)), (0.0, 1.0));
    }

    /// Every outcome of n keys with k positions among m counters, walked through.
    fn enumerated(n: u32, m: u64, k: u32, j: u64) -> (f64, f64, f64) {
        let (mut one_is, mut one_least, mut any) = (0_u64, 0_u64, 0_u64);
        let all = m.pow(n * k);
        for outcome in 0..all {
            let mut digits = outcome;
            let mut counters = vec![0; m as usize];
            for _ in 0..n {
                let mut cells: Vec<u64> = (0..k).map(|_| (digits % m, digits /= m).0).collect();
                cells.sort_unstable();
                cells.dedup();
                for cell in cells {
                    counters[cell as usize] += 1;
                }
            }
            one_is += u64::from(counters[0] == j);
            one_least += u64::from(counters[0] >= j);
            any += u64::from(counters.iter().any(|&c| c >= j));
        }
        let share = |count: u64| count as f64 / all as f64;
        (share(one_is), share(one_least), share(any))
    }

    #[test]
    fn small_cases_agree_with_enumeration() {
        for (n, m, k) in [(3, 3, 2), (4, 2, 3), (5, 4, 1), (2, 5, 3), (3, 4, 3)] {
            for j in 0..=u64::from(n) {
                let (is, least, any) = enumerated(n, m, k, j);
                let n = u64::from(n);
                assert!((value(n, m, k, j) - is).abs() < 1e-14, "{n} {m} {k} {j}");
                assert!((at_least(n, m, k, j) - least).abs() < 1e-14, "{n} {m} {k} {j}");
                let Interval { low, high } = any_at_least(n, m, k, j);
                assert!(low <= any + 1e-14 && any <= high + 1e-14, "{n} {m} {k} {j}: {low} {any} {high}");
                assert!(any <= any_at_least_bound(n, m, k, j) + 1e-14);
            }
        }
    }

    #[test]
    fn four_bits_are_enough_as_the_paper_says() {
        // k = (m/n) ln 2: 10⁶ keys, k = 7, kn/m = ln 2.
        let (n, m, k) = (1_000_000, 10_098_865, 7);
        let bound = any_at_least_bound(n, m, k, 16);
        assert!((bound / m as f64 / 1.37e-15 - 1.0).abs() < 0.01, "{bound}");
        let Interval { low, high } = any_at_least(n, m, k, 16);
        assert!(low <= high && high < bound && low / high > 0.999, "{low} {high} {bound}");
        let total: f64 = expected_histogram(n, m, k, 4).iter().sum();
        assert!((total / m as f64 - 1.0).abs() < 1e-12);
    }
}
