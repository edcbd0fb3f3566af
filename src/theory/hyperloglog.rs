//! How many different keys a HyperLogLog has seen (Flajolet, Fusy, Gandouet & Meunier 2007; estimator of Ertl 2017).
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | m | registers, a power of two | – |
//! | C_k | registers that hold k | registers |
//! | q | bits of a digest that are not the register's number; a register holds 0 … q + 1 | bits |
//!
//! The paper's estimator is biased below about 5m/2 keys and needs another (linear counting) there. Ertl's is one formula for all
//! n, without constants fitted to measurements: it corrects the harmonic mean for registers that are 0 or saturated.

use core::f64::consts::LN_2;

use super::estimate::Estimate;

/// 1.04/√m: the standard error of the estimate, relative to it. For m = 0 infinite.
///
/// For n below about m the error is smaller.
#[must_use]
pub fn relative_error(n_registers: u64) -> f64 {
    1.04 / libm::sqrt(n_registers as f64)
}

/// The estimate from the histogram C₀, C₁, …, C_{q+1} of the registers' values, and its standard error.
///
/// n̂ = m²/(2 ln 2 · (m·σ(C₀/m) + Σ_k C_k 2^{−k} + m·τ(1 − C_{q+1}/m)·2^{−q})). 0 when all registers are 0; infinite when all
/// are saturated; 0 for an empty histogram or one of zeros.
#[must_use]
pub fn estimate(histogram: &[u64]) -> Estimate {
    let n_registers: u64 = histogram.iter().sum();
    let m = n_registers as f64;
    let ([zeros, middle @ .., saturated], true) = (histogram, n_registers > 0) else {
        return Estimate { value: 0.0, standard_error: 0.0 };
    };
    let tail = m * tau(1.0 - *saturated as f64 / m);
    let sum = middle.iter().rev().fold(tail, |sum, &count| 0.5 * (sum + count as f64)); // smallest terms first
    let value = m / (2.0 * LN_2) * (m / (sum + m * sigma(*zeros as f64 / m)));
    Estimate { value, standard_error: value * relative_error(n_registers) }
}

/// σ(x) = x + Σ_{k≥1} x^{2^k} 2^{k−1}, infinite at x = 1.
fn sigma(x: f64) -> f64 {
    if x >= 1.0 {
        return f64::INFINITY;
    }
    let (mut power, mut weight, mut sum) = (x, 1.0, x);
    loop {
        power *= power;
        let next = sum + power * weight;
        if next <= sum {
            return sum;
        }
        (sum, weight) = (next, weight * 2.0);
    }
}

/// τ(x) = (1 − x − Σ_{k≥1} (1 − x^{2^{−k}})² 2^{−k})/3, 0 at both ends.
fn tau(x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return 0.0;
    }
    let (mut root, mut weight, mut sum) = (x, 1.0, 1.0 - x);
    loop {
        root = libm::sqrt(root);
        weight *= 0.5;
        let next = sum - (1.0 - root) * (1.0 - root) * weight;
        if next >= sum {
            return sum / 3.0;
        }
        sum = next;
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // the edges are exact
mod tests {
    use super::*;

    #[test]
    fn edges() {
        for nothing in [&[][..], &[0], &[0, 0, 0], &[16, 0, 0]] {
            assert_eq!(estimate(nothing).value, 0.0, "{nothing:?}");
        }
        assert_eq!(estimate(&[0, 0, 16]).value, f64::INFINITY);
        assert!((relative_error(1 << 14) - 0.008_125).abs() < 1e-12);
    }

    #[test]
    fn few_keys_are_counted_as_by_linear_counting() {
        // One key in 16384 registers: one of them is 1 or more. −m ln(1 − 1/m) = 1.00003.
        let mut histogram = vec![0; 52];
        (histogram[0], histogram[1]) = (16_383, 1);
        assert!((estimate(&histogram).value - 1.0).abs() < 1e-3, "{:?}", estimate(&histogram));
    }

    /// The expected histogram of n keys (Poisson) gives n back, over twenty orders of magnitude.
    #[test]
    fn expected_registers_give_the_keys_back() {
        for n in [1e2, 1e4, 1e6, 1e9, 1e13, 1e18] {
            let (m, q) = (1_u64 << 14, 50);
            let at_most = |k: i32| if k > q { 1.0 } else { (-n / m as f64 * 0.5_f64.powi(k)).exp() };
            let scale = 1_u64 << 40; // a histogram of whole numbers, fine enough
            let counts = (0..=q + 1).map(|k| if k == 0 { at_most(0) } else { at_most(k) - at_most(k - 1) });
            let histogram: Vec<u64> = counts.map(|share| (share * scale as f64).round() as u64).collect();
            let value = estimate(&histogram).value / (scale / m) as f64;
            assert!((value / n - 1.0).abs() < 1e-3, "{value} for {n}");
        }
    }
}
