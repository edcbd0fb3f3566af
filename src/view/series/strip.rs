//! One measured rate against one of theory, on a line of their own.

use crate::theory::interval::Interval;

/// Places on a line, each from 0 at its start to 1 at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strip {
    /// The interval's lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The measured rate.
    pub measured: f64,
    /// The rate by theory.
    pub theory: f64,
}

impl Strip {
    /// A line on which the interval and theory both have room, and a label beside each end of the interval.
    #[must_use]
    pub fn new(measured: f64, interval: Interval, theory: f64) -> Self {
        let margin = interval.width().max((theory - measured).abs() * 0.45).max(f64::MIN_POSITIVE);
        let (from, to) = (interval.low.min(theory) - margin, interval.high.max(theory) + margin);
        let at = |value: f64| (value - from) / (to - from);
        Self { low: at(interval.low), high: at(interval.high), measured: at(measured), theory: at(theory) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_on_the_line_and_in_order() {
        for theory in [0.0, 0.0099, 0.0101, 0.3] {
            let strip = Strip::new(0.01, Interval { low: 0.0098, high: 0.0102 }, theory);
            for at in [strip.low, strip.high, strip.measured, strip.theory] {
                assert!((0.0..=1.0).contains(&at));
            }
            assert!(strip.low < strip.measured && strip.measured < strip.high);
            assert_eq!(theory < 0.01, strip.theory < strip.measured);
        }
        let strip = Strip::new(0.0, Interval { low: 0.0, high: 0.0 }, 0.0);
        assert!(strip.theory.is_finite());
    }
}
