//! The false-positive rate of a partitioned Bloom filter (Mullin 1983; Almeida et al. 2007).

use super::rate::all_set;

/// (1−(1−k/m)^n)^k with slices of m/k bits, one position in each.
///
/// Exact, not approximate: each slice takes one throw a key, slices know nothing of one another, and the absent key looks
/// once at each, so the rate is the product of k expected fill ratios. Never below the plain filter's bitwise rate, because
/// 1−k/m ≤ (1−1/m)^k; above it by a relative error of the order k²/m. Computed to a relative error of about k·10⁻¹⁶.
///
/// Edges: 0 for n = 0; 1 for m = 0 or k = 0; 1 also where a slice has at most one bit (m ≤ k).
#[must_use]
pub fn rate(n: u64, m: u64, k: u32) -> f64 {
    all_set(n, m, k, || expected_fill(n, m, k))
}

/// 1−(1−k/m)^n: the share of bits that n keys are expected to set; 0 for n = 0 or k = 0, 1 for m ≤ k.
#[must_use]
pub fn expected_fill(n: u64, m: u64, k: u32) -> f64 {
    if n == 0 || k == 0 {
        return 0.0;
    }
    if m <= u64::from(k) {
        return 1.0;
    }
    -libm::expm1(n as f64 * libm::log1p(-f64::from(k) / m as f64))
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // the edges are exact
mod tests {
    use super::super::rate::bitwise;
    use super::*;

    #[test]
    fn edges() {
        assert_eq!((rate(0, 8, 2), rate(3, 0, 2), rate(3, 8, 0), rate(1, 2, 2)), (0.0, 1.0, 1.0, 1.0));
        assert_eq!(rate(u64::MAX, 64, 8), 1.0);
        assert!(rate(1, u64::MAX, 2) > 0.0);
    }

    #[test]
    fn small_cases_agree_with_enumeration() {
        for (n, slice, k) in [(1, 2_u64, 2), (2, 2, 2), (2, 3, 2), (3, 2, 3), (2, 4, 2), (4, 5, 1)] {
            let m = slice * u64::from(k);
            let outcomes = slice.pow((n + 1) * k); // the last key is the absent one
            let passed = (0..outcomes).filter(|outcome| {
                let mut digits = *outcome;
                let mut keys = (0..=n).map(|_| (0..k).map(|_| (digits % slice, digits /= slice).0).collect::<Vec<_>>());
                let absent = keys.next().unwrap_or_default();
                let keys: Vec<_> = keys.collect();
                (0..k as usize).all(|i| keys.iter().any(|key| key[i] == absent[i]))
            });
            let share = passed.count() as f64 / outcomes as f64;
            assert!((rate(u64::from(n), m, k) - share).abs() < 1e-14, "{n} {slice} {k}");
            assert!(rate(u64::from(n), m, k) >= bitwise(u64::from(n), m, k));
        }
    }
}
