//! Curves as data: what a chart shows, before anyone draws it.
//!
//! A [`ChartSpec`] holds axes, series and marks in the units of the subject (keys, hash functions, bits a key, rates). The
//! drawing, the hit test, the table twin, the file for a spreadsheet and the spoken read-out all take the same spec, so
//! they cannot disagree. Nothing here knows a pixel format, a colour or a browser.

mod axis;
mod build;
mod course;
mod courses;
mod finding;
mod frame;
mod measure;
mod readout;
mod setting;
mod strip;
mod table;

pub use axis::{Axis, Quantity, Scale, Tick, superscript};
pub use build::Request;
pub use course::{Course, News, Stage, Wanted};
pub use courses::Courses;
pub use finding::{Agreement, Finding, Seen, agreement};
pub use frame::{Frame, Spare, text_width};
pub use measure::{Effort, Method, effort};
pub use readout::{Entry, Readout, Step};
pub use setting::{Observed, Plot, Setting, best_k, sweep_points};
pub use strip::Strip;
pub use table::{Row, Table};

use crate::theory::interval::Interval;

/// What a series is about. Its drawing style, its name and its order in legends follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// (1 − e^(−kn/m))^k.
    Textbook,
    /// (1 − (1 − 1/m)^(kn))^k.
    Bitwise,
    /// E[(X/m)^k], X the number of ones.
    Exact,
    /// The textbook rate with the best whole k for each size.
    Envelope,
    /// (X/m)^k of the bits that the measured filters really hold.
    Realised,
    /// Bits a key with a k that need not be whole: −ln p / (ln 2)².
    Ideal,
    /// Bits a key with the best whole k.
    Whole,
    /// Bits a key that no structure can go below: log₂ 1/p (Carter et al. 1978).
    Bound,
    /// False positives over probes of absent keys.
    Measured,
}

impl Kind {
    /// Every kind, in the order of legends and tables.
    pub const ALL: [Self; 9] = [
        Self::Textbook,
        Self::Bitwise,
        Self::Exact,
        Self::Envelope,
        Self::Realised,
        Self::Ideal,
        Self::Whole,
        Self::Bound,
        Self::Measured,
    ];

    /// A name for class attributes and column heads that does not change with the language.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Textbook => "textbook",
            Self::Bitwise => "bitwise",
            Self::Exact => "exact",
            Self::Envelope => "best_k",
            Self::Realised => "realised",
            Self::Ideal => "ideal",
            Self::Whole => "whole_k",
            Self::Bound => "lower_bound",
            Self::Measured => "measured",
        }
    }

    /// Whether the series is points with intervals rather than a line.
    #[must_use]
    pub const fn is_points(self) -> bool {
        matches!(self, Self::Measured)
    }
}

/// Which kinds are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown(u16);

impl Shown {
    /// Exactly these.
    #[must_use]
    pub fn of(kinds: &[Kind]) -> Self {
        Self(kinds.iter().fold(0, |bits, &kind| bits | 1 << kind as u16))
    }

    /// Whether `kind` is shown.
    #[must_use]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u16) != 0
    }

    /// The same with `kind` the other way round.
    #[must_use]
    pub const fn toggled(self, kind: Kind) -> Self {
        Self(self.0 ^ (1 << kind as u16))
    }
}

/// A count of probes of absent keys and how many of them answered “possibly present”.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// False positives.
    pub hits: u64,
    /// Probes.
    pub probes: u64,
}

/// One point of a series, in the units of the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Along the horizontal axis.
    pub x: f64,
    /// Along the vertical axis.
    pub y: f64,
    /// What was counted, and the 95 % Wilson interval of the rate; for measured points only.
    pub observed: Option<(Tally, Interval)>,
}

/// Points of one kind, x rising.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is about.
    pub kind: Kind,
    /// The points.
    pub points: Vec<Point>,
}

/// What a mark points out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The present parameters.
    Present,
    /// The best k, (m/n) ln 2.
    BestHashes,
    /// The rate asked for.
    Target,
}

/// A place pointed out: a dotted line at x, and a ring when y is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// What it points out.
    pub kind: MarkKind,
    /// Where, along the horizontal axis.
    pub x: f64,
    /// Where, along the vertical axis.
    pub y: Option<f64>,
    /// The kind whose rate its height is, where it is a rate.
    pub by: Option<Kind>,
}

/// A whole chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSpec {
    /// Which view it is.
    pub plot: Plot,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is shown, in the order of [`Kind::ALL`].
    pub series: Vec<Series>,
    /// Places pointed out.
    pub marks: Vec<Mark>,
    /// The horizontal places at which there is, or will be, a measurement.
    pub rows: Vec<f64>,
}

impl ChartSpec {
    /// The series of a kind, when it is shown.
    #[must_use]
    pub fn series(&self, kind: Kind) -> Option<&Series> {
        self.series.iter().find(|series| series.kind == kind)
    }

    /// The value of a kind's series at exactly `x`.
    #[must_use]
    pub fn value(&self, kind: Kind, x: f64) -> Option<f64> {
        self.series(kind)?.points.iter().find(|point| same(point.x, x)).map(|point| point.y)
    }

    /// Every x at which some series has a point, rising, each once.
    #[must_use]
    pub fn stops(&self) -> Vec<f64> {
        let mut xs: Vec<f64> =
            self.series.iter().flat_map(|series| series.points.iter().map(|point| point.x)).collect();
        rise(&mut xs);
        xs
    }

    /// The mark that is drawn as a ring: where the filter itself is.
    #[must_use]
    pub fn ring(&self) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.y.is_some())
    }

    /// What a mark of a kind says.
    #[must_use]
    pub fn mark(&self, kind: MarkKind) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.kind == kind)
    }
}

/// Puts places on an axis in rising order, each once.
fn rise(xs: &mut Vec<f64>) {
    xs.sort_unstable_by(f64::total_cmp);
    xs.dedup_by(|a, b| same(*a, *b));
}

/// Whether two places are one: the xs of a chart are made by the same arithmetic, so only rounding is forgiven.
pub(crate) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toggling_twice_changes_nothing() {
        let shown = Shown::of(&[Kind::Exact, Kind::Measured]);
        for kind in Kind::ALL {
            assert_eq!(shown.toggled(kind).toggled(kind), shown);
            assert_ne!(shown.toggled(kind).has(kind), shown.has(kind));
        }
    }
}
