//! False-positive rates of a filter with `n` keys, `m` bits and `k` hash functions.
//!
//! Edges, the same for all of them: an empty filter (n = 0) never errs, rate 0; without bits or without hash functions
//! (m = 0 or k = 0) nothing can ever be ruled out, rate 1.

pub use super::exact::{ExactMethod, ExactRate, best_hashes_exact, exact, exact_curve};

/// (1−e^{−kn/m})^k: the textbook rate (Bloom 1970; Broder & Mitzenmacher 2004).
///
/// Two approximations: e^{−kn/m} for (1−1/m)^{kn}, and bits taken for independent. Never above the exact rate; below it by
/// a relative error of the order k/m at moderate fill, which is a factor of several at the m of teaching pictures.
/// Computed to a relative error of about k·10⁻¹⁶.
#[must_use]
pub fn textbook(n: u64, m: u64, k: u32) -> f64 {
    all_set(n, m, k, || -libm::expm1(-throws(n, k) / m as f64))
}

/// (1−(1−1/m)^{kn})^k: the expected fill ratio to the power k.
///
/// One approximation: bits taken for independent. Between [`textbook`] and the exact rate (by Jensen's inequality, since
/// x^k is convex). Computed to a relative error of about k·10⁻¹⁶ for every m.
#[must_use]
pub fn bitwise(n: u64, m: u64, k: u32) -> f64 {
    all_set(n, m, k, || expected_fill(n, m, k))
}

/// (X/m)^k: the rate of this very filter, whose `ones` bits of `m` are 1, for keys with uniform independent positions.
///
/// No approximation. `ones` above m counts as m. The exact rate is this one's mean over all filters with n keys.
#[must_use]
pub fn realised(ones: u64, m: u64, k: u32) -> f64 {
    all_set(ones, m, k, || ones.min(m) as f64 / m as f64)
}

/// 1−(1−1/m)^{kn}: the share of bits that `n` keys are expected to set; 0 for n = 0 or k = 0, 1 for m = 0.
#[must_use]
pub fn expected_fill(n: u64, m: u64, k: u32) -> f64 {
    if n == 0 || k == 0 {
        return 0.0;
    }
    if m == 0 {
        return 1.0;
    }
    -libm::expm1(throws(n, k) * libm::log1p(-1.0 / m as f64))
}

/// kn as a real number.
pub(super) fn throws(n: u64, k: u32) -> f64 {
    n as f64 * f64::from(k)
}

/// fill^k with the module's edges.
pub(super) fn all_set(n: u64, m: u64, k: u32, fill: impl FnOnce() -> f64) -> f64 {
    if m == 0 || k == 0 {
        return 1.0;
    }
    if n == 0 {
        return 0.0;
    }
    libm::pow(fill(), f64::from(k))
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // the edges are exact
mod tests {
    use super::*;

    #[test]
    fn the_edges_are_as_said() {
        for rate in [textbook, bitwise] {
            assert_eq!(rate(0, 64, 3), 0.0);
            assert_eq!(rate(5, 0, 3), 1.0);
            assert_eq!(rate(0, 64, 0), 1.0);
            assert_eq!(rate(u64::MAX, 1, 255), 1.0);
            assert!(rate(1, u64::MAX, 3) > 0.0);
        }
        assert_eq!(bitwise(1, 1, 1), 1.0);
        assert_eq!(realised(0, 64, 3), 0.0);
        assert_eq!(realised(99, 64, 3), 1.0);
        assert_eq!(realised(32, 64, 3), 0.125);
        assert_eq!(expected_fill(3, 1, 2), 1.0);
    }
}
