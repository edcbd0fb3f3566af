//! Estimates from the bits at hand.

use super::occupancy;

/// An estimated quantity and how far off it typically is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its standard error, in the same unit.
    pub standard_error: f64,
}

/// n̂ = −(m/k) ln(1−X/m): how many different keys set the `ones` bits (Swamidass & Baldi 2007).
///
/// `None` when every bit is 1 (any large number of keys explains that), and when m = 0, k = 0 or `ones` > m. 0 for no ones.
/// Biased upwards by a relative error of the order 1/m; see [`cardinality_estimate`] for the scatter.
#[must_use]
pub fn cardinality(ones: u64, m: u64, k: u32) -> Option<f64> {
    if ones >= m || k == 0 {
        return None;
    }
    Some(-(m as f64) / f64::from(k) * libm::log1p(-(ones as f64 / m as f64)))
}

/// [`cardinality`] with its standard error.
///
/// Delta method: dn̂/dX = m/(k(m−X)), so the standard error is m/(k(m−X))·√Var X, with the exact variance of the occupancy
/// after kn̂ throws. First order only: with few zeros left (m−X below about ten) it is too small. `None` as for
/// [`cardinality`].
#[must_use]
pub fn cardinality_estimate(ones: u64, m: u64, k: u32) -> Option<Estimate> {
    let value = cardinality(ones, m, k)?;
    let slope = m as f64 / (f64::from(k) * (m - ones) as f64);
    let deviation = libm::sqrt(occupancy::variance(m, value * f64::from(k)));
    Some(Estimate { value, standard_error: slope * deviation })
}

/// How many keys two filters of one spec have together, from the ones of the union of their bits: [`cardinality_estimate`],
/// since the union is the filter of both sets.
#[must_use]
pub fn union_cardinality(ones_of_union: u64, m: u64, k: u32) -> Option<Estimate> {
    cardinality_estimate(ones_of_union, m, k)
}

/// How many keys two filters of one spec have in common: n̂(A) + n̂(B) − n̂(A∪B), from the ones of both and of the union of
/// their bits (Swamidass & Baldi 2007; compare Papapetrou, Siberski & Nejdl 2010).
///
/// Not from the ones of the intersection, many of which no common key set. The three estimates err together, so their
/// errors do not add up: by the delta method the variance is (m/k)²·(C(A∪B) + 2C(A∩B) − C(A) − C(B)), where
/// C(s) = ((1−1/m)^{−ks} − 1)/m + (1−1/m)((1−1/(m−1)²)^{ks} − 1) is the relative covariance of the numbers of zeros of two
/// filters with s keys in common, and the estimates stand for the true numbers. First order only, as for
/// [`cardinality_estimate`]. The error depends on how full the filters are and hardly on what is common: few common keys of
/// many cannot be told from none.
///
/// The value is not cut off at 0, so that its mean stays right: disjoint sets are estimated negative half the time. `None`
/// where one of the three numbers of ones allows no estimate.
#[must_use]
pub fn intersection_cardinality(ones_a: u64, ones_b: u64, ones_of_union: u64, m: u64, k: u32) -> Option<Estimate> {
    let (a, b) = (cardinality(ones_a, m, k)?, cardinality(ones_b, m, k)?);
    let both = cardinality(ones_of_union, m, k)?;
    let value = a + b - both;
    let common = |s| relative_covariance(m, f64::from(k) * s);
    let variance = common(both) + 2.0 * common(value.max(0.0)) - common(a) - common(b);
    Some(Estimate { value, standard_error: m as f64 / f64::from(k) * libm::sqrt(variance.max(0.0)) })
}

/// Cov(Z, Z′)/(E Z · E Z′), Z and Z′ being the numbers of zeros of two arrays of `m` bits that have `throws` throws in common.
fn relative_covariance(m: u64, throws: f64) -> f64 {
    if m < 2 {
        return 0.0;
    }
    let (share, y) = (1.0 / m as f64, 1.0 / (m - 1) as f64);
    share * libm::expm1(-throws * libm::log1p(-share)) + (1.0 - share) * libm::expm1(throws * libm::log1p(-y * y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;

    #[test]
    fn one_filter_twice_has_all_its_keys_in_common() {
        for (ones, m, k) in [(1, 64, 3), (500, 1000, 7), (60_000, 100_000, 4), (900, 1000, 2)] {
            let (one, both) = (cardinality_estimate(ones, m, k), intersection_cardinality(ones, ones, ones, m, k));
            let (Some(one), Some(both)) = (one, both) else { panic!("not full") };
            assert!((one.value - both.value).abs() < 1e-9, "{one:?} {both:?}");
            // The zeros at hand against the zeros expected of n̂ keys: a relative difference of the order 1/m.
            assert!((one.standard_error / both.standard_error - 1.0).abs() < 3.0 / m as f64, "{one:?} {both:?}");
        }
        assert_eq!(intersection_cardinality(64, 1, 64, 64, 3), None);
        assert_eq!(union_cardinality(64, 64, 3), None);
    }

    /// 400 pairs of filters: the mean within 5 standard errors, the scatter within 5 of its own (3.5 % each).
    #[test]
    fn the_stated_error_is_the_scatter() {
        let (m, k) = (2000_u64, 4_u32);
        let mut rng = SplitMix64::new(7);
        for (only_a, only_b, common) in [(100_u64, 150_u64, 0_u64), (100, 150, 60), (20, 300, 40), (0, 200, 100)] {
            let (mut values, mut errors) = (Vec::new(), Vec::new());
            for _ in 0..400 {
                let mut throw = |n: u64| (0..n * u64::from(k)).map(|_| rng.below(m)).collect::<Vec<_>>();
                let (a, b, both) = (throw(only_a), throw(only_b), throw(common));
                let ones = |parts: &[&[u64]]| {
                    let mut bits: Vec<u64> = parts.concat();
                    bits.sort_unstable();
                    bits.dedup();
                    bits.len() as u64
                };
                let estimate =
                    intersection_cardinality(ones(&[&a, &both]), ones(&[&b, &both]), ones(&[&a, &b, &both]), m, k);
                let Some(Estimate { value, standard_error }) = estimate else { panic!("not full") };
                values.push(value);
                errors.push(standard_error);
            }
            let mean = values.iter().sum::<f64>() / 400.0;
            let scatter = libm::sqrt(values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / 399.0);
            let stated = libm::sqrt(errors.iter().map(|e| e * e).sum::<f64>() / 400.0);
            assert!((mean - common as f64).abs() < 5.0 * scatter / 20.0 + 0.5, "{common}: {mean} ± {}", scatter / 20.0);
            assert!((stated / scatter - 1.0).abs() < 0.18, "{common}: {stated} {scatter}");
        }
    }

    #[test]
    fn edges() {
        assert_eq!(cardinality(0, 64, 3), Some(0.0));
        for (ones, m, k) in [(64, 64, 3), (65, 64, 3), (0, 0, 3), (1, 64, 0)] {
            assert_eq!(cardinality(ones, m, k), None);
            assert_eq!(cardinality_estimate(ones, m, k), None);
        }
        assert_eq!(cardinality_estimate(0, 64, 3), Some(Estimate { value: 0.0, standard_error: 0.0 }));
    }

    #[test]
    fn a_half_full_filter() {
        // −(1000/7) ln ½ ≈ 99.02; √(m(¼ − ½·½·ln 2)) / (k/2) as m grows.
        let Some(Estimate { value, standard_error }) = cardinality_estimate(500, 1000, 7) else { panic!("not full") };
        assert!((value - 99.021_025_8).abs() < 1e-6);
        let asymptotic = (1000.0 * (0.25 - 0.25 * core::f64::consts::LN_2)).sqrt() * 2.0 / 7.0;
        assert!((standard_error / asymptotic - 1.0).abs() < 2e-3, "{standard_error} {asymptotic}");
    }
}
