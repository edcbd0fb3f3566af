//! How many of m bits are 1 after t independent uniform throws: the classical occupancy problem (Feller 1950).
//!
//! For a filter t = kn. Mean and variance are closed forms for every size; the whole distribution is for pictures and stops
//! at [`MAX_CELLS`] and [`MAX_THROWS`], beyond which it looks like the normal curve of its mean and variance.

/// The most bits [`distribution`] is computed for.
pub const MAX_CELLS: u64 = 1 << 13;

/// The most throws [`distribution`] is computed for.
pub const MAX_THROWS: u64 = 1 << 15;

/// A probability that no picture shows; occupancies at either end that are rarer are left out.
const NEGLIGIBLE: f64 = 1e-30;

/// E\[X\] = m(1−(1−1/m)^t). 0 for m = 0 or t ≤ 0; `throws` may be any real number.
#[must_use]
pub fn mean(m: u64, throws: f64) -> f64 {
    if m == 0 || throws <= 0.0 {
        return 0.0;
    }
    -(m as f64) * libm::expm1(throws * libm::log1p(-1.0 / m as f64))
}

/// Var\[X\] = mq(1−q) − m(m−1)(q² − q₂), where q = (1−1/m)^t and q₂ = (1−2/m)^t.
///
/// 0 for m ≤ 1 or t ≤ 1; `throws` may be any real number. At low load the three terms cancel almost entirely (one
/// collision among t throws has variance about t²/2m beside terms of size t), so there the equal expression
/// mq²((e^a−1−a) + (a−(m−1)b) + (m−1)(e^{−b}−1+b)) is used, with a = −t ln(1−1/m) and b = −t ln(1−1/(m−1)²).
/// Relative error below 10⁻¹², larger only within a few throws of t = 1.
#[must_use]
pub fn variance(m: u64, throws: f64) -> f64 {
    if m <= 1 || throws <= 1.0 {
        return 0.0;
    }
    let cells = m as f64;
    let y = 1.0 / (cells - 1.0);
    let a = -throws * libm::log1p(-1.0 / cells);
    // q₂/q² = 1−1/(m−1)², infinitely far down the exponent for m = 2.
    let b = -throws * libm::log1p(-y * y);
    let q = libm::exp(-a);
    let variance = if a < 0.5 && m > 1000 {
        // a/t − (m−1)b/t as a series in y; the direct difference would leave only rounding errors.
        let slip = y * y * (-1.0 / 2.0 + y * (-1.0 / 6.0 + y * (-1.0 / 4.0 + y * (-2.0 / 15.0 - y / 6.0))));
        cells * q * q * (exp_beyond_linear(a) + throws * slip + exp_beyond_linear(-b) / y)
    } else {
        cells * q * -libm::expm1(-a) + cells * (cells - 1.0) * q * q * libm::expm1(-b)
    };
    variance.max(0.0)
}

/// e^x − 1 − x for |x| ≤ ½, by its series.
fn exp_beyond_linear(x: f64) -> f64 {
    let (mut term, mut sum) = (x * x / 2.0, 0.0);
    for i in 3..20 {
        sum += term;
        term *= x / f64::from(i);
    }
    sum
}

/// P(X = x) for every x that is not utterly improbable.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The x of the first probability.
    pub first: u64,
    /// P(X = first), P(X = first + 1), …; never empty.
    pub probabilities: Vec<f64>,
    /// The probability of all other x together, at most.
    pub left_out: f64,
}

/// The distribution of X after `throws` throws into `m` bits, one throw at a time: P′(x) = P(x)·x/m + P(x−1)·(m−x+1)/m.
///
/// All terms are positive, so each probability is right to a relative error of about 3·`throws`·10⁻¹⁶ and an absolute one
/// of `left_out`. Cost: `throws` times the width of the distribution, which is of the order √m; some ten milliseconds for
/// m = 4096 and 10⁴ throws. `None` for m = 0 and above [`MAX_CELLS`] or [`MAX_THROWS`].
#[must_use]
pub fn distribution(m: u64, throws: u64) -> Option<Distribution> {
    if m == 0 || m > MAX_CELLS || throws > MAX_THROWS {
        return None;
    }
    let cells = m as f64;
    let mut all = Distribution { first: 0, probabilities: vec![1.0], left_out: 0.0 };
    for _ in 0..throws {
        let mut from_below = 0.0; // P(x−1)·(m−x+1)/m
        let mut x = all.first as f64;
        for p in &mut all.probabilities {
            let here = *p;
            *p = here * (x / cells) + from_below;
            from_below = here * ((cells - x) / cells);
            x += 1.0;
        }
        if from_below > NEGLIGIBLE {
            all.probabilities.push(from_below);
        } else {
            all.left_out += from_below;
        }
        let rare = all.probabilities.iter().take_while(|p| **p < NEGLIGIBLE).count();
        all.left_out += all.probabilities.drain(..rare).sum::<f64>();
        all.first += rare as u64;
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::rate::exact;

    #[test]
    fn edges() {
        assert_eq!(distribution(0, 1), None);
        assert_eq!(distribution(MAX_CELLS + 1, 1), None);
        assert_eq!(distribution(1, MAX_THROWS + 1), None);
        assert_eq!(distribution(5, 0), Some(Distribution { first: 0, probabilities: vec![1.0], left_out: 0.0 }));
        assert_eq!(distribution(5, 1), Some(Distribution { first: 1, probabilities: vec![1.0], left_out: 0.0 }));
        assert!(mean(0, 3.0) + mean(3, 0.0) + variance(0, 3.0) + variance(9, 1.0) + variance(1, 9.0) < 1e-15);
    }

    #[test]
    fn the_distribution_has_its_moments_and_its_rate() {
        for (m, n, k) in
            [(1, 3, 2), (2, 5, 1), (64, 20, 3), (1024, 102, 7), (4096, 1000, 4), (4096, 100, 28), (500, 900, 8)]
        {
            let t = n * u64::from(k);
            let all = distribution(m, t).map_or_else(Vec::new, |d| {
                d.probabilities.iter().enumerate().map(|(i, p)| ((d.first + i as u64) as f64, *p)).collect()
            });
            let sum = |f: &dyn Fn(f64) -> f64| all.iter().map(|(x, p)| p * f(*x)).sum::<f64>();
            let (mu, rate) = (mean(m, t as f64), exact(n, m, k));
            assert!((sum(&|_| 1.0) - 1.0).abs() < 1e-11, "{m} {n} {k}");
            assert!((sum(&|x| x) / mu - 1.0).abs() < 1e-11, "{m} {n} {k}");
            let spread = sum(&|x| (x - mu) * (x - mu));
            assert!((spread - variance(m, t as f64)).abs() < 1e-9 * (1.0 + spread), "{m} {n} {k}");
            let by_distribution = sum(&|x| libm::pow(x / m as f64, f64::from(k)));
            assert!((by_distribution / rate.value - 1.0).abs() < 1e-10, "{m} {n} {k}: {by_distribution} {rate:?}");
        }
    }
}
