//! How many of m bits are 1 after t independent uniform throws: the classical occupancy problem (Feller 1950).

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
