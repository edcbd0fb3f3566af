//! What is to be read at one place of a chart.

use super::{ChartSpec, Kind, Tally};
use crate::theory::interval::Interval;

/// One series' value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The series.
    pub kind: Kind,
    /// Its value there.
    pub y: f64,
    /// What was counted, for measured points.
    pub observed: Option<(Tally, Interval)>,
}

/// Everything at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Readout {
    /// The place along the horizontal axis.
    pub x: f64,
    /// The series that have a value there, in legend order.
    pub entries: Vec<Entry>,
}

impl ChartSpec {
    /// What is to be read at exactly `x`, one of [`ChartSpec::stops`].
    #[must_use]
    pub fn readout(&self, x: f64) -> Readout {
        let entries = self
            .series
            .iter()
            .filter_map(|series| {
                let point = series.points.iter().find(|point| super::same(point.x, x))?;
                Some(Entry { kind: series.kind, y: point.y, observed: point.observed })
            })
            .collect();
        Readout { x, entries }
    }
}

/// A move along the stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next one.
    Next,
    /// To the one before.
    Back,
    /// A tenth of the way forward.
    PageNext,
    /// A tenth of the way back.
    PageBack,
    /// To the first.
    First,
    /// To the last.
    Last,
}

impl Step {
    /// The move that a key of the keyboard means, by its DOM name.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Some(match key {
            "ArrowRight" | "ArrowUp" => Self::Next,
            "ArrowLeft" | "ArrowDown" => Self::Back,
            "PageUp" => Self::PageNext,
            "PageDown" => Self::PageBack,
            "Home" => Self::First,
            "End" => Self::Last,
            _ => return None,
        })
    }

    /// Where it leads from `at` among `count` stops; `None` when there are none.
    #[must_use]
    pub fn from(self, at: usize, count: usize) -> Option<usize> {
        let last = count.checked_sub(1)?;
        let page = (count / 10).max(1);
        Some(match self {
            Self::Next => at.saturating_add(1).min(last),
            Self::Back => at.min(last).saturating_sub(1),
            Self::PageNext => at.saturating_add(page).min(last),
            Self::PageBack => at.min(last).saturating_sub(page),
            Self::First => 0,
            Self::Last => last,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Observed, Plot, Request, Scale, Setting};
    use super::*;

    #[test]
    fn lines_are_read_everywhere_and_points_where_they_are() {
        let setting = Setting { capacity: 40, len: 34, n_bits: 256, n_hashes: 3, target: Some(0.05), ones: None };
        let request = Request { plot: Plot::Keys, setting, x_scale: Scale::Linear, y_scale: Scale::Linear };
        let observed = [Observed { x: 40.0, tally: Tally { hits: 1, probes: 100 }, fill_ratio: 0.351_562_5 }];
        let chart = request.observe(request.chart(), &observed);
        let kinds = |x: f64| chart.readout(x).entries.iter().map(|entry| entry.kind).collect::<Vec<_>>();
        assert_eq!(kinds(40.0), [Kind::Textbook, Kind::Bitwise, Kind::Exact, Kind::Realised, Kind::Measured]);
        assert_eq!(kinds(41.0), [Kind::Textbook, Kind::Bitwise, Kind::Exact]);
        assert!(chart.stops().iter().all(|&x| chart.readout(x).entries.len() >= 3));
    }

    #[test]
    fn moves_stay_among_the_stops() {
        for step in [Step::Next, Step::Back, Step::PageNext, Step::PageBack, Step::First, Step::Last] {
            assert_eq!(step.from(0, 0), None);
            for at in [0, 3, 9, 500] {
                assert!(step.from(at, 10).is_some_and(|to| to < 10));
            }
        }
        assert_eq!(Step::Next.from(4, 10), Some(5));
        assert_eq!(Step::Back.from(4, 10), Some(3));
        assert_eq!(Step::of_key("x"), None);
    }
}
