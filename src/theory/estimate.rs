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

#[cfg(test)]
mod tests {
    use super::*;

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
