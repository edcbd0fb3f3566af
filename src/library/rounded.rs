//! Logarithms and whole powers, correctly rounded.
//!
//! Sizes of real filters are truncated products with a logarithm, and RedisBloom stores such a product as a double in its
//! dumps. The C library that a server runs on errs by at most 0.52 units in the last place (so it differs from the exact
//! value rounded in about one argument of a thousand), `libm`'s by up to one. These are computed with twice the digits of a
//! double (Dekker 1971) and rounded once; a halfway case that needs more digits than that is not known to occur.
//!
//! Cost: some thirty divisions' worth of arithmetic; called once a sizing, never once a key.

/// An unevaluated sum of two doubles, the second at most half a unit in the last place of the first.
#[derive(Clone, Copy)]
struct Pair(f64, f64);

/// ln 2 in three parts, each the double nearest to what the ones before it leave.
const LN_2: [f64; 3] = [
    f64::from_bits(0x3fe6_2e42_fefa_39ef),
    f64::from_bits(0x3c7a_bc9e_3b39_803f),
    f64::from_bits(0x3907_b57a_079a_1934),
];

/// a + b exactly.
fn two_sum(a: f64, b: f64) -> Pair {
    let sum = a + b;
    let b_part = sum - a;
    Pair(sum, (a - (sum - b_part)) + (b - b_part))
}

/// a·b exactly.
fn two_product(a: f64, b: f64) -> Pair {
    let product = a * b;
    Pair(product, libm::fma(a, b, -product))
}

impl Pair {
    fn add(self, other: Self) -> Self {
        let Pair(high, error) = two_sum(self.0, other.0);
        let Pair(low, rest) = two_sum(self.1, other.1);
        let Pair(high, error) = two_sum(high, error + low);
        two_sum(high, error + rest)
    }

    fn times(self, other: Self) -> Self {
        let Pair(high, error) = two_product(self.0, other.0);
        two_sum(high, error + (self.0 * other.1 + self.1 * other.0))
    }

    fn over(self, divisor: Self) -> Self {
        let first = self.0 / divisor.0;
        let rest = self.add(divisor.times(Pair(-first, 0.0)));
        let second = rest.0 / divisor.0;
        let rest = rest.add(divisor.times(Pair(-second, 0.0)));
        let Pair(high, low) = two_sum(first, second);
        two_sum(high, low + rest.0 / divisor.0)
    }
}

/// ln x, correctly rounded. −∞ for 0, NaN below 0, ∞ for ∞.
///
/// ```
/// use bloomscope::library::ln;
///
/// assert_eq!(ln(0.005).to_bits(), 0xc015_317a_1b94_9c53);
/// ```
#[must_use]
pub fn ln(x: f64) -> f64 {
    if !x.is_finite() || x <= 0.0 {
        return libm::log(x);
    }
    // x = fraction · 2^exponent with the fraction from √½ to √2.
    let (mut fraction, mut exponent) = libm::frexp(x);
    if fraction < core::f64::consts::FRAC_1_SQRT_2 {
        fraction *= 2.0;
        exponent -= 1;
    }
    // ln f = 2 artanh s = 2 (s + s³/3 + s⁵/5 + …), s = (f − 1)/(f + 1); |s| ≤ 0.172, so 23 terms are beyond 2⁻¹¹⁰.
    let s = Pair(fraction - 1.0, 0.0).over(two_sum(fraction, 1.0));
    let square = s.times(s);
    let sum = (0..23)
        .rev()
        .fold(Pair(0.0, 0.0), |sum, i| sum.times(square).add(Pair(1.0, 0.0).over(Pair(f64::from(2 * i + 1), 0.0))));
    let of_fraction = s.times(sum).times(Pair(2.0, 0.0));
    let e = f64::from(exponent);
    let [high, middle, low] = LN_2.map(|part| two_product(part, e));
    let of_power = high.add(middle).add(low);
    let Pair(result, rest) = of_power.add(of_fraction);
    result + rest
}

/// xᵏ, correctly rounded but for the last doubles above 0.
#[must_use]
pub(super) fn power(x: f64, k: u32) -> f64 {
    let (mut square, mut product, mut left) = (Pair(x, 0.0), Pair(1.0, 0.0), k);
    while left > 0 {
        if left % 2 == 1 {
            product = product.times(square);
        }
        square = square.times(square);
        left /= 2;
    }
    product.0 + product.1
}

#[cfg(test)]
mod tests {
    use super::{ln, power};

    #[test]
    fn powers_agree_with_the_usual_ones() {
        for (x, k) in [(0.5, 0), (0.5, 1), (0.25, 30), (0.9, 255), (430.0 / 832.0, 6), (0.0, 3), (1.0, 255)] {
            let (rounded, usual) = (power(x, k), libm::pow(x, f64::from(k)));
            assert!((rounded - usual).abs() <= usual * 2.3e-16, "{x} {k}");
        }
        assert_eq!(power(430.0 / 832.0, 6).to_bits(), 0x3f93_83dd_7343_931f);
    }

    #[test]
    fn known_values_to_the_last_bit() {
        // Computed with fifty digits and rounded.
        for (x, bits) in [
            (0.005, 0xc015_317a_1b94_9c53),
            (0.01, 0xc012_6bb1_bbb5_5515),
            (0.0025, 0xc017_f742_7b73_e391),
            (1e-300, 0xc085_9634_47f8_7fb5),
            (5e-324, 0xc087_4385_446d_71c3),
            (0.25, 0xbff6_2e42_fefa_39ef),
            (0.03, 0xc00c_0d6e_3a14_28a6),
            (0.999, 0xbf50_6467_0d97_9b73),
            (0.707_106_781_186_547_5, 0xbfd6_2e42_fefa_39f1),
            (1.5, 0x3fd9_f323_ecbf_984c),
            (3.0, 0x3ff1_93ea_7aad_030b),
            (1e+300, 0x4085_9634_47f8_7fb5),
            (0.999_999_999_999_999_9, 0xbca0_0000_0000_0000),
            (2.225_073_858_507_201_4e-308, 0xc086_232b_dd7a_bcd2),
        ] {
            let expected = f64::from_bits(bits);
            assert_eq!(ln(x).to_bits(), bits, "{x}: {} instead of {expected}", ln(x));
        }
        assert_eq!((ln(1.0), ln(0.0)), (0.0, f64::NEG_INFINITY));
        assert!(ln(-1.0).is_nan() && ln(f64::NAN).is_nan());
    }

    #[test]
    fn stays_within_a_unit_of_the_usual_one() {
        let mut rng = crate::rng::SplitMix64::new(1);
        for _ in 0..20_000 {
            let x = f64::from_bits(rng.next_u64() >> 1);
            if x.is_finite() && x > 0.0 {
                let usual = libm::log(x);
                assert!((ln(x) - usual).abs() <= usual.abs() * 2.3e-16, "{x:e}");
            }
        }
    }
}
