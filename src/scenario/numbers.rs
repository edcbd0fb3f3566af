//! Reading the numbers people type and links carry: `1e6`, `1,000,000`, `1%`, `1in100`, `64KiB`.

use crate::hash::MAX_HASHES;
use lexical_parse_float::FromLexical as _;

/// The largest count the calculator takes: beyond 2⁵³ a double no longer tells neighbours apart.
pub(super) const MAX_COUNT: u64 = 1 << 53;

/// Why a text is not the number that is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberProblem {
    /// It is empty.
    Empty,
    /// It is not written as a number.
    NotANumber,
    /// It is a number, but not a whole one.
    NotWhole,
    /// A whole number outside these bounds.
    OutOfRange {
        /// The least allowed.
        low: u64,
        /// The most allowed.
        high: u64,
    },
    /// A rate that is not between 0 and 1, both excluded.
    NotARate,
}

/// A count of keys: digits, grouped or not, or scientific.
///
/// # Errors
/// [`NumberProblem`] unless it is a whole number from 1 to 2⁵³.
pub fn parse_count(text: &str) -> Result<u64, NumberProblem> {
    whole(number(text)?, 1, MAX_COUNT)
}

/// A whole number, 0 included.
///
/// # Errors
/// [`NumberProblem`] unless it is a whole number up to 2⁵³.
pub fn parse_whole(text: &str) -> Result<u64, NumberProblem> {
    whole(number(text)?, 0, MAX_COUNT)
}

/// A number of hash functions.
///
/// # Errors
/// [`NumberProblem`] unless it is a whole number from 1 to [`MAX_HASHES`].
pub fn parse_hashes(text: &str) -> Result<u32, NumberProblem> {
    whole(number(text)?, 1, u64::from(MAX_HASHES)).map(|k| k as u32)
}

/// A seed.
///
/// # Errors
/// [`NumberProblem`] unless it is a whole number below 2⁶⁴.
pub fn parse_seed(text: &str) -> Result<u64, NumberProblem> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NumberProblem::Empty);
    }
    if !text.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit()) {
        return number(text).and(Err(NumberProblem::NotWhole));
    }
    text.parse().map_err(|_| NumberProblem::OutOfRange { low: 0, high: u64::MAX })
}

/// A size: a plain number is bits; `B`, `KB`, `MB`, `GB` are decimal bytes and `KiB`, `MiB`, `GiB` binary ones.
///
/// # Errors
/// [`NumberProblem`] unless it comes to a whole number of bits from 1 to 2⁵³.
pub fn parse_bits(text: &str) -> Result<u64, NumberProblem> {
    const UNITS: [(&str, f64); 9] = [
        ("kib", 8.0 * 1024.0),
        ("mib", 8.0 * 1_048_576.0),
        ("gib", 8.0 * 1_073_741_824.0),
        ("kb", 8e3),
        ("mb", 8e6),
        ("gb", 8e9),
        ("bits", 1.0),
        ("bit", 1.0),
        ("b", 8.0),
    ];
    let lower = text.trim().to_ascii_lowercase();
    let (digits, bits) = UNITS
        .iter()
        .find_map(|(unit, bits)| lower.strip_suffix(unit).map(|rest| (rest, *bits)))
        .unwrap_or((&lower, 1.0));
    whole(number(digits)? * bits, 1, MAX_COUNT)
}

/// A rate: `0.01`, `1e-2`, `1%` or `1in100`.
///
/// # Errors
/// [`NumberProblem`] unless it lies between 0 and 1, both excluded.
pub fn parse_rate(text: &str) -> Result<f64, NumberProblem> {
    let lower = text.trim().to_ascii_lowercase();
    let rate = if let Some(percent) = lower.strip_suffix(['%', '％']) {
        number(percent)? / 100.0
    } else if let Some((one, of)) = lower.split_once("in").filter(|(one, of)| !one.is_empty() && !of.is_empty()) {
        number(one)? / number(of)?
    } else {
        number(&lower)?
    };
    if rate > 0.0 && rate < 1.0 { Ok(rate) } else { Err(NumberProblem::NotARate) }
}

/// A finite number; commas, underscores and spaces between digits are skipped.
fn number(text: &str) -> Result<f64, NumberProblem> {
    let plain: String =
        text.trim().chars().filter(|c| !matches!(c, ',' | '_' | ' ' | '\u{a0}' | '\u{202f}' | '，')).collect();
    if plain.is_empty() {
        return Err(NumberProblem::Empty);
    }
    if !plain.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-')) {
        return Err(NumberProblem::NotANumber);
    }
    f64::from_lexical(plain.as_bytes()).ok().filter(|x| x.is_finite()).ok_or(NumberProblem::NotANumber)
}

fn whole(x: f64, low: u64, high: u64) -> Result<u64, NumberProblem> {
    if x < low as f64 || x > high as f64 {
        return Err(NumberProblem::OutOfRange { low, high });
    }
    let floor = libm::floor(x);
    if x > floor { Err(NumberProblem::NotWhole) } else { Ok(floor as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The crate that is small reads what the standard library reads, to the last bit.
    #[test]
    fn numbers_are_read_as_the_standard_library_reads_them() {
        let odd = [
            "1", "1.", ".5", ".", "", "+1", "-1", "--1", "1e", "1e5", "1e+5", "1e-5", "e5", "1.5.2", "0.1e1e1", "00012",
        ];
        let hard =
            ["0.1", "9007199254740993", "2.2250738585072011e-308", "4.9e-324", "1e-400", "1.7976931348623157e308"];
        let long = format!("0.{}1", "0".repeat(300));
        let mut rng = crate::rng::SplitMix64::new(7);
        let random: Vec<String> = (0..2000).map(|_| f64::from_bits(rng.next_u64() >> 2).to_string()).collect();
        for text in odd.into_iter().chain(hard).chain([long.as_str()]).chain(random.iter().map(String::as_str)) {
            let expected = text.parse::<f64>().ok().filter(|x| x.is_finite()).map(f64::to_bits);
            assert_eq!(number(text).ok().map(f64::to_bits), expected, "{text}");
        }
    }

    #[test]
    fn every_notation_of_the_link_is_read() {
        for text in ["0.01", "1e-2", "1%", "1 %", "1in100", "1 in 100", "1.0％"] {
            assert_eq!(parse_rate(text), Ok(0.01), "{text}");
        }
        for (text, bits) in [("256", 256), ("64KiB", 524_288), ("1MB", 8_000_000), ("1e3", 1000), ("2b", 16)] {
            assert_eq!(parse_bits(text), Ok(bits), "{text}");
        }
        assert_eq!(parse_count("1,000,000"), Ok(1_000_000));
        assert_eq!(parse_hashes("7"), Ok(7));
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(parse_count(" "), Err(NumberProblem::Empty));
        assert_eq!(parse_count("ten"), Err(NumberProblem::NotANumber));
        assert_eq!(parse_count("1.5"), Err(NumberProblem::NotWhole));
        assert_eq!(parse_count("0"), Err(NumberProblem::OutOfRange { low: 1, high: MAX_COUNT }));
        assert_eq!(parse_count("-1"), Err(NumberProblem::OutOfRange { low: 1, high: MAX_COUNT }));
        assert_eq!(parse_hashes("256"), Err(NumberProblem::OutOfRange { low: 1, high: 255 }));
        assert_eq!(parse_bits("1e999"), Err(NumberProblem::NotANumber));
        assert_eq!(parse_rate("inf"), Err(NumberProblem::NotANumber));
        assert_eq!(parse_seed("-1"), Err(NumberProblem::OutOfRange { low: 0, high: u64::MAX }));
        assert_eq!(parse_seed("18446744073709551616"), Err(NumberProblem::OutOfRange { low: 0, high: u64::MAX }));
        assert_eq!(parse_seed("1.5"), Err(NumberProblem::NotWhole));
        assert_eq!(parse_seed("x"), Err(NumberProblem::NotANumber));
        assert_eq!(parse_seed("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(parse_count("NaN"), Err(NumberProblem::NotANumber));
        for text in ["0", "1", "100%", "-0.1", "1in0", "0in0", "2"] {
            assert!(parse_rate(text).is_err(), "{text}");
        }
    }
}
