//! How numbers are written: digit groups, percentages, sizes.

use super::Lang;

/// A narrow no-break space: stands between a number and its unit.
const THIN: char = '\u{202f}';

/// A count with its digits in groups of three: `1,000,000`.
#[must_use]
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// So many of something in English: `1 key`, `2,000 keys`.
#[must_use]
pub fn plural(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

/// A number with `figures` significant figures (at least one) and no trailing zeros, without an exponent.
#[must_use]
pub fn significant(x: f64, figures: u32) -> String {
    if x == 0.0 || !x.is_finite() {
        return if x == 0.0 { "0".into() } else { "–".into() };
    }
    let magnitude = libm::floor(libm::log10(libm::fabs(x))) as i32;
    let decimals = (figures.max(1) as i32 - 1 - magnitude).max(0) as usize;
    let text = format!("{x:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// A small number as a power of ten with `figures` significant figures: `7.1 × 10⁻¹⁰`.
#[must_use]
pub fn power_of_ten(x: f64, figures: u32) -> String {
    let text = format!("{x:.*e}", figures.max(1) as usize - 1);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: String = exponent.chars().map(superscript).collect();
    let mantissa = if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
    if mantissa == "1" { format!("10{exponent}") } else { format!("{mantissa}{THIN}×{THIN}10{exponent}") }
}

/// A rate between 0 and 1 as a percentage with two significant figures (three from 10 % on): `4.1 %`, `0.013 %`; from a
/// hundred-thousandth of a per cent downwards as a power of ten.
#[must_use]
pub fn percent(rate: f64) -> String {
    percent_to(rate, if rate >= 0.1 { 3 } else { 2 })
}

/// The same with a given number of significant figures.
#[must_use]
pub fn percent_to(rate: f64, figures: u32) -> String {
    if !rate.is_finite() {
        return "–".into();
    }
    if rate != 0.0 && rate < 1e-6 {
        power_of_ten(rate, figures)
    } else {
        format!("{}{THIN}%", significant(rate * 100.0, figures))
    }
}

/// A rate by theory of a filter that is not empty, as [`percent`] has it: never nothing, however small.
#[must_use]
pub fn percent_of_theory(rate: f64) -> String {
    if rate < 1e-300 { format!("<{THIN}10⁻³⁰⁰") } else { percent(rate) }
}

/// A size in bytes with binary units: `32 bytes`, `89.1 KiB`, `1.143 MiB`; four significant figures.
#[must_use]
pub fn bytes(lang: Lang, n: u64) -> String {
    if n < 1024 {
        let word = lang.pick(if n == 1 { "byte" } else { "bytes" }, "字节");
        return format!("{n}{THIN}{word}");
    }
    let mut value = n as f64;
    let mut unit = "";
    for next in ["KiB", "MiB", "GiB", "TiB", "PiB"] {
        if value < 1024.0 {
            break;
        }
        value /= 1024.0;
        unit = next;
    }
    format!("{}{THIN}{unit}", significant(value, 4))
}

fn superscript(c: char) -> char {
    match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' | '4'..='9' => char::from_u32('⁰' as u32 + (c as u32 - '0' as u32)).unwrap_or(c),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1024), "1,024");
        assert_eq!(count(9_585_059), "9,585,059");
        assert_eq!(count(100_000), "100,000");
        assert_eq!((plural(1, "key", "keys"), plural(2000, "key", "keys")), ("1 key".into(), "2,000 keys".into()));
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn rates_keep_two_figures_and_turn_to_powers_when_tiny() {
        assert_eq!(percent(0.0412), "4.1\u{202f}%");
        assert_eq!(percent(0.5), "50\u{202f}%");
        assert_eq!(percent(0.1234), "12.3\u{202f}%");
        assert_eq!(percent(0.000_134), "0.013\u{202f}%");
        assert_eq!(percent(7.1e-10), "7.1\u{202f}×\u{202f}10⁻¹⁰");
        assert_eq!(percent(1e-9), "10⁻⁹");
        assert_eq!(percent(0.0), "0\u{202f}%");
        assert_eq!(percent_of_theory(0.0), "<\u{202f}10⁻³⁰⁰");
        assert_eq!(percent_of_theory(0.0412), "4.1\u{202f}%");
        assert_eq!(percent(f64::NAN), "–");
    }

    #[test]
    fn sizes_use_binary_units() {
        assert_eq!(bytes(Lang::En, 1), "1\u{202f}byte");
        assert_eq!(bytes(Lang::Zh, 32), "32\u{202f}字节");
        assert_eq!(bytes(Lang::En, 91_231), "89.09\u{202f}KiB");
        assert_eq!(bytes(Lang::En, 1_198_133), "1.143\u{202f}MiB");
        assert_eq!(bytes(Lang::En, 1 << 28), "256\u{202f}MiB");
    }
}
