//! Axes: what is measured along them, from where to where, and which values get a label.

use crate::text::Lang;

/// What an axis measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Keys inserted.
    Keys,
    /// Hash functions, k.
    Hashes,
    /// Bits of the array for each key, m/n.
    BitsPerKey,
    /// A false-positive rate, between 0 and 1.
    Rate,
}

/// How values become lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps, equal lengths.
    #[default]
    Linear,
    /// Equal factors, equal lengths.
    Log,
}

/// A labelled value.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The value.
    pub at: f64,
    /// As written beside it; empty for a line without a label.
    pub label: String,
}

/// An axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// What it measures.
    pub quantity: Quantity,
    /// How values become lengths.
    pub scale: Scale,
    /// The value at the start; above 0 on a logarithmic axis.
    pub low: f64,
    /// The value at the end, above `low`.
    pub high: f64,
}

impl Axis {
    /// Where a value is, 0 at the start and 1 at the end. On a logarithmic axis what is not positive is far below 0.
    #[must_use]
    pub fn at(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log if value <= 0.0 => -1e3,
            Scale::Log => libm::log(value / self.low) / libm::log(self.high / self.low),
        }
    }

    /// The value at a place: the inverse of [`Axis::at`].
    #[must_use]
    pub fn value(&self, at: f64) -> f64 {
        match self.scale {
            Scale::Linear => self.low + at * (self.high - self.low),
            Scale::Log => self.low * libm::exp(at * libm::log(self.high / self.low)),
        }
    }

    /// About `room` labelled values (2 to `room` + 1), at round numbers.
    #[must_use]
    pub fn ticks(&self, room: usize, lang: Lang) -> Vec<Tick> {
        match self.scale {
            Scale::Linear => self.linear_ticks(room.max(2), lang),
            Scale::Log => self.log_ticks(room.max(2), lang),
        }
    }

    fn linear_ticks(&self, room: usize, lang: Lang) -> Vec<Tick> {
        let mut step = round_step((self.high - self.low) / room as f64);
        if matches!(self.quantity, Quantity::Keys | Quantity::Hashes) {
            step = step.max(1.0);
        }
        let first = libm::ceil(self.low / step - 1e-9);
        let last = libm::floor(self.high / step + 1e-9);
        let power = self.power();
        let decimals = decimals_for(match (self.quantity, power) {
            (Quantity::Rate, Some(exponent)) => step / power_of_ten(exponent),
            (Quantity::Rate, None) => step * 100.0,
            _ => step,
        });
        (0..=(last - first).max(0.0) as u64)
            .map(|i| {
                let at = (first + i as f64) * step;
                Tick { at, label: self.plain(at, decimals, power, lang) }
            })
            .collect()
    }

    /// Powers of ten; with few of them also 2 and 5 times each; with many, every second or third, so that all fit.
    fn log_ticks(&self, room: usize, lang: Lang) -> Vec<Tick> {
        let decades = libm::log10(self.high / self.low);
        let first = libm::floor(libm::log10(self.low) + 1e-9) as i32;
        let last = libm::ceil(libm::log10(self.high) - 1e-9) as i32;
        let stride = (libm::ceil(decades / room as f64) as i32).max(1);
        let factors: &[f64] = if decades * 3.0 <= room as f64 + 1.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let mut ticks = Vec::new();
        for exponent in first..=last {
            for &factor in factors {
                let at = factor * power_of_ten(exponent);
                if at < self.low * (1.0 - 1e-9) || at > self.high * (1.0 + 1e-9) {
                    continue;
                }
                // Counted from the top, so that the largest power keeps its label.
                let label = if (last - exponent) % stride == 0 {
                    self.short(at, factor, exponent, lang)
                } else {
                    String::new()
                };
                ticks.push(Tick { at, label });
            }
        }
        ticks
    }

    /// The power of ten that a linear axis of tiny rates is written in; per cent would take a row of zeros.
    fn power(&self) -> Option<i32> {
        let is_tiny = self.quantity == Quantity::Rate && self.high > 0.0 && self.high < LEAST_PERCENT;
        is_tiny.then(|| libm::floor(libm::log10(self.high) + 1e-9) as i32)
    }

    fn plain(&self, at: f64, decimals: usize, power: Option<i32>, lang: Lang) -> String {
        match self.quantity {
            Quantity::Rate if power.is_some() && at == 0.0 => "0".to_owned(),
            Quantity::Rate if at == 0.0 => "0\u{202f}%".to_owned(),
            Quantity::Rate => match power {
                Some(exponent) => format!("{:.decimals$}·10{}", at / power_of_ten(exponent), superscript(exponent)),
                None => format!("{:.decimals$}\u{202f}%", at * 100.0),
            },
            Quantity::Keys => short_count(at, lang),
            Quantity::Hashes | Quantity::BitsPerKey => format!("{at:.decimals$}"),
        }
    }

    fn short(&self, at: f64, factor: f64, exponent: i32, lang: Lang) -> String {
        match self.quantity {
            // One notation an axis: powers everywhere as soon as the least of them needs one.
            Quantity::Rate if self.low < LEAST_PERCENT * (1.0 - 1e-9) => {
                let power = if exponent == 0 { "1".to_owned() } else { format!("10{}", superscript(exponent)) };
                if factor > 1.0 { format!("{factor}·{power}") } else { power }
            }
            Quantity::Rate => format!("{:.*}\u{202f}%", (-2 - exponent).max(0) as usize, at * 100.0),
            Quantity::Keys => short_count(at, lang),
            Quantity::Hashes | Quantity::BitsPerKey => format!("{:.*}", (-exponent).max(0) as usize, at),
        }
    }
}

/// Rates from here on are written per cent, smaller ones as powers of ten.
const LEAST_PERCENT: f64 = 1e-6;

/// The smallest of 1, 2, 5 times a power of ten that is at least `rough`.
pub(crate) fn round_step(rough: f64) -> f64 {
    if rough <= 0.0 || !rough.is_finite() {
        return 1.0;
    }
    let exponent = libm::floor(libm::log10(rough)) as i32;
    let power = power_of_ten(exponent);
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// 10^e, by the shortest way: negative powers by division, so that 0.01 is the number nearest to one hundredth.
pub(crate) fn power_of_ten(exponent: i32) -> f64 {
    let power = (0..exponent.unsigned_abs()).fold(1.0, |power, _| power * 10.0);
    if exponent < 0 { 1.0 / power } else { power }
}

/// Digits after the point that tell multiples of `step` apart.
fn decimals_for(step: f64) -> usize {
    (-libm::floor(libm::log10(step) + 1e-9)).max(0.0) as usize
}

/// A count in few characters: 800, 20k, 1.5M; 2 万, 1.5 亿.
pub(crate) fn short_count(count: f64, lang: Lang) -> String {
    let units: [(f64, &str); 3] = match lang {
        Lang::En => [(1e9, "G"), (1e6, "M"), (1e3, "k")],
        Lang::Zh => [(1e8, " 亿"), (1e4, " 万"), (1.0, "")],
    };
    let unit = units.into_iter().find(|&(size, _)| count.abs() >= size * 10.0 || (size >= 1e4 && count.abs() >= size));
    let (size, name) = unit.unwrap_or((1.0, ""));
    let mut text = format!("{:.3}", count / size);
    text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    text + name
}

/// A number as superscript digits.
#[must_use]
pub fn superscript(number: i32) -> String {
    number
        .to_string()
        .chars()
        .map(|digit| match digit {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            other => other.to_digit(10).and_then(|d| char::from_u32(0x2070 + d)).unwrap_or(other),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(quantity: Quantity, scale: Scale, low: f64, high: f64, room: usize) -> Vec<String> {
        let ticks = Axis { quantity, scale, low, high }.ticks(room, Lang::En);
        ticks.into_iter().map(|tick| tick.label.replace('\u{202f}', " ")).collect()
    }

    #[test]
    fn labels_are_round_and_fit() {
        use Quantity::{Hashes, Keys, Rate};
        use Scale::{Linear, Log};
        assert_eq!(labels(Rate, Linear, 0.0, 0.5, 5), ["0 %", "10 %", "20 %", "30 %", "40 %", "50 %"]);
        assert_eq!(labels(Rate, Linear, 0.0, 0.002, 4), ["0 %", "0.05 %", "0.10 %", "0.15 %", "0.20 %"]);
        assert_eq!(labels(Keys, Linear, 0.0, 80.0, 4), ["0", "20", "40", "60", "80"]);
        assert_eq!(labels(Keys, Linear, 0.0, 2e6, 4), ["0", "500k", "1M", "1.5M", "2M"]);
        assert_eq!(labels(Hashes, Linear, 1.0, 4.0, 12), ["1", "2", "3", "4"]);
        let percents = ["0.0001 %", "0.001 %", "0.01 %", "0.1 %", "1 %", "10 %", "100 %"];
        assert_eq!(labels(Rate, Log, 1e-6, 1.0, 7), percents);
        assert_eq!(labels(Rate, Log, 1e-7, 1e-3, 5), ["10⁻⁷", "10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³"]);
        assert_eq!(labels(Rate, Linear, 0.0, 1.5e-12, 3), ["0", "0.5·10⁻¹²", "1.0·10⁻¹²", "1.5·10⁻¹²"]);
        assert_eq!(labels(Rate, Log, 0.01, 0.1, 4), ["1 %", "2 %", "5 %", "10 %"]);
        assert_eq!(labels(Rate, Log, 1e-12, 1.0, 4).iter().filter(|label| !label.is_empty()).count(), 5);
    }

    #[test]
    fn a_place_leads_back_to_its_value() {
        for scale in [Scale::Linear, Scale::Log] {
            let axis = Axis { quantity: Quantity::Rate, scale, low: 1e-5, high: 0.7 };
            for value in [1e-5, 0.003, 0.7] {
                assert!((axis.value(axis.at(value)) / value - 1.0).abs() < 1e-12);
            }
            assert!(axis.at(0.0) < 0.0);
        }
    }

    #[test]
    fn counts_are_short_in_both_languages() {
        let both = |count| (short_count(count, Lang::En), short_count(count, Lang::Zh));
        assert_eq!(both(0.0), ("0".into(), "0".into()));
        assert_eq!(both(2_000.0), ("2000".into(), "2000".into()));
        assert_eq!(both(20_000.0), ("20k".into(), "2 万".into()));
        assert_eq!(both(1_500_000.0), ("1.5M".into(), "150 万".into()));
    }
}
