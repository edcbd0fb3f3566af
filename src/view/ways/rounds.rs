//! The courses of the ways over the rounds: one measure a chart, one line a way.

use crate::experiment::{RoundTally, Way, WayTally};
use crate::view::series::{Axis, Quantity, Scale};

/// What a chart shows of every way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Live keys that are denied.
    Denied,
    /// Deleted keys that are possibly present.
    Stale,
    /// The measured false-positive rate.
    Rate,
    /// Memory in KiB.
    Memory,
}

impl Measure {
    /// All of them: what goes wrong first.
    pub const ALL: [Self; 4] = [Self::Denied, Self::Stale, Self::Rate, Self::Memory];

    /// A name for ids and files.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Denied => "denied",
            Self::Stale => "stale",
            Self::Rate => "rate",
            Self::Memory => "memory",
        }
    }

    fn of(self, tally: &WayTally) -> f64 {
        match self {
            Self::Denied => tally.denied.hits as f64,
            Self::Stale => tally.stale.hits as f64,
            Self::Rate => tally.false_positives.rate().unwrap_or_default(),
            Self::Memory => tally.n_bits as f64 / 8192.0,
        }
    }

    const fn quantity(self) -> Quantity {
        match self {
            Self::Denied | Self::Stale => Quantity::Keys,
            Self::Rate => Quantity::Rate,
            Self::Memory => Quantity::BitsPerKey,
        }
    }
}

/// A chart of one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounds {
    /// What is measured.
    pub measure: Measure,
    /// Rounds.
    pub x: Axis,
    /// The measure.
    pub y: Axis,
    /// The value of each way at the end of each round, from round 0; ways that lie on one another are all there.
    pub lines: Vec<(Way, Vec<f64>)>,
    /// The round that is looked at.
    pub at: usize,
}

impl Rounds {
    /// The chart of the rounds that are done, of so many.
    #[must_use]
    pub fn new(measure: Measure, rounds: &[RoundTally], n_rounds: u64, at: usize) -> Self {
        let lines =
            Way::ALL.map(|way| (way, rounds.iter().map(|round| measure.of(&round.of(way))).collect::<Vec<_>>()));
        let most = lines.iter().flat_map(|(_, values)| values).copied().fold(0.0, f64::max);
        let least = match measure {
            Measure::Denied | Measure::Stale => 4.0,
            Measure::Rate => 0.001,
            Measure::Memory => 0.1,
        };
        let axis = |quantity, high| Axis { quantity, scale: Scale::Linear, low: 0.0, high };
        Self {
            measure,
            x: axis(Quantity::Hashes, n_rounds.max(1) as f64),
            y: axis(measure.quantity(), f64::max(most * 1.08, least)),
            lines: lines.into(),
            at: at.min(rounds.len().saturating_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::interval::Observed;

    #[test]
    fn a_line_has_a_value_a_round_and_the_axis_holds_them_all() {
        let mut rounds = vec![RoundTally::default(); 3];
        if let Some(tally) = rounds.get_mut(2).and_then(|round| round.ways.get_mut(1)) {
            tally.denied = Observed { hits: 250, trials: 1000 };
        }
        let chart = Rounds::new(Measure::Denied, &rounds, 10, 99);
        assert_eq!((chart.lines.len(), chart.at), (Way::ALL.len(), 2));
        assert_eq!(chart.lines.get(1), Some(&(Way::ClearBits, vec![0.0, 0.0, 250.0])));
        assert!(chart.y.at(250.0) < 1.0 && chart.x.at(10.0) >= 1.0);
        assert_eq!(Rounds::new(Measure::Rate, &[], 10, 0).lines.first(), Some(&(Way::Nothing, Vec::new())));
    }
}
