//! From a filter's numbers to a chart: which lines, over which range, and where to measure.

use super::axis::{power_of_ten, round_step};
use super::{Axis, ChartSpec, Kind, Mark, MarkKind, Point, Quantity, Scale, Series, Shown, Tally, same};
use crate::theory::{interval, rate, sizing};

/// A view of the subject.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Plot {
    /// Rate against keys inserted; m and k stay.
    #[default]
    Keys,
    /// Rate against k; n and m stay.
    Hashes,
    /// Rate against bits a key; n and k stay.
    BitsPerKey,
    /// Bits a key against the rate asked for; no filter is needed.
    Target,
}

impl Plot {
    /// Every view, in the order in which the page offers them.
    pub const ALL: [Self; 4] = [Self::Keys, Self::Hashes, Self::BitsPerKey, Self::Target];

    /// A name for files and attributes that does not change with the language.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Hashes => "hashes",
            Self::BitsPerKey => "bits",
            Self::Target => "target",
        }
    }

    /// The kinds that a view can show.
    #[must_use]
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Keys | Self::Hashes => &[Kind::Textbook, Kind::Bitwise, Kind::Exact, Kind::Realised, Kind::Measured],
            Self::BitsPerKey => {
                &[Kind::Textbook, Kind::Bitwise, Kind::Exact, Kind::Envelope, Kind::Realised, Kind::Measured]
            }
            Self::Target => &[Kind::Ideal, Kind::Whole, Kind::Bound],
        }
    }
}

/// The numbers of the filter that the chart is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Keys designed for, at least 1: the n of every view but [`Plot::Keys`].
    pub capacity: u64,
    /// Keys in it now: the place marked in [`Plot::Keys`].
    pub len: u64,
    /// m, at least 1.
    pub n_bits: u64,
    /// k, at least 1.
    pub n_hashes: u32,
    /// The rate asked for, if one was.
    pub target: Option<f64>,
    /// Ones among the bits at hand, if there is a filter: places the mark at the realised rate.
    pub ones: Option<u64>,
}

impl Setting {
    /// n, m and k of the filter that a view has at `x`.
    #[must_use]
    pub fn filter_at(&self, plot: Plot, x: f64) -> (u64, u64, u32) {
        let whole = |value: f64| libm::round(value).max(1.0);
        match plot {
            Plot::Keys => (libm::round(x).max(0.0) as u64, self.n_bits, self.n_hashes),
            Plot::Hashes => (self.capacity, self.n_bits, whole(x) as u32),
            Plot::BitsPerKey => (self.capacity, whole(x * self.capacity as f64) as u64, self.n_hashes),
            Plot::Target => (self.capacity, self.n_bits, self.n_hashes),
        }
    }

    /// Where the filter itself is along a view's horizontal axis.
    #[must_use]
    pub fn here(&self, plot: Plot) -> f64 {
        match plot {
            Plot::Keys => self.len as f64,
            Plot::Hashes => f64::from(self.n_hashes),
            Plot::BitsPerKey => self.bits_per_key(),
            Plot::Target => self.aim(),
        }
    }

    /// The rate asked for; where none was, the one there is. Within the axis of [`Plot::Target`].
    pub(super) fn aim(&self) -> f64 {
        let own = || rate::exact(self.capacity, self.n_bits, self.n_hashes).value;
        self.target.unwrap_or_else(own).clamp(1e-15, 0.5)
    }

    fn bits_per_key(&self) -> f64 {
        self.n_bits as f64 / self.capacity.max(1) as f64
    }
}

/// What was counted at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observed {
    /// The place, one of [`sweep_points`].
    pub x: f64,
    /// False positives and probes.
    pub tally: Tally,
    /// The share of ones in the filters that were probed, on average.
    pub fill_ratio: f64,
}

/// A chart asked for: everything but the measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// The view.
    pub plot: Plot,
    /// The filter.
    pub setting: Setting,
    /// How the horizontal axis runs.
    pub x_scale: Scale,
    /// How the vertical axis runs.
    pub y_scale: Scale,
}

/// The k that makes the textbook rate least: (m/n) ln 2, not rounded.
#[must_use]
pub fn best_k(setting: &Setting) -> f64 {
    sizing::optimal_hashes(setting.n_bits, setting.capacity.max(1))
}

/// The end of a view's horizontal axis.
fn x_end(plot: Plot, setting: &Setting) -> f64 {
    match plot {
        Plot::Keys => {
            let far = (2.0 * setting.capacity as f64).max(1.25 * setting.len as f64).max(8.0);
            let step = round_step(far / 8.0);
            step * libm::ceil(far / step - 1e-9)
        }
        Plot::Hashes => (2.5 * best_k(setting))
            .max(f64::from(setting.n_hashes) * 1.25)
            .clamp(8.0, f64::from(crate::hash::MAX_HASHES))
            .ceil(),
        Plot::BitsPerKey => (1.6 * setting.bits_per_key()).max(16.0).ceil(),
        Plot::Target => 0.5,
    }
}

/// Where a view is measured: at most 21 places, rising. At each of them the filter has whole numbers of keys, bits and hash
/// functions.
#[must_use]
pub fn sweep_points(plot: Plot, setting: &Setting) -> Vec<f64> {
    let end = x_end(plot, setting);
    let mut points: Vec<f64> = match plot {
        Plot::Keys => (1..=16).map(|i| libm::round(end * f64::from(i) / 16.0)).collect(),
        Plot::Hashes | Plot::BitsPerKey => {
            let stride = libm::ceil(end / 20.0);
            (0..20).map(|i| 1.0 + stride * f64::from(i)).filter(|&x| x <= end).collect()
        }
        Plot::Target => Vec::new(),
    };
    // The present place is always measured, in place of a point that would crowd it.
    let here = setting.here(plot);
    if !points.is_empty() && here > 0.0 && here <= end {
        let crowd = if plot == Plot::Hashes { 0.5 } else { 0.45 * end / points.len() as f64 };
        points.retain(|&x| (x - here).abs() >= crowd);
        points.push(here);
        points.sort_by(f64::total_cmp);
    }
    points.dedup_by(|a, b| same(*a, *b));
    points
}

impl Request {
    /// The chart without measurements.
    #[must_use]
    pub fn chart(&self) -> ChartSpec {
        let rows = sweep_points(self.plot, &self.setting);
        let x = self.x_axis();
        let xs = self.samples(&x, &rows);
        let series: Vec<Series> = self
            .plot
            .kinds()
            .iter()
            .filter(|kind| !matches!(kind, Kind::Realised | Kind::Measured))
            .map(|&kind| Series {
                kind,
                points: xs
                    .iter()
                    .map(|&x| Point { x, y: self.line(kind, x), observed: None })
                    .filter(|point| point.y.is_finite())
                    .collect(),
            })
            .collect();
        let marks = self.marks();
        let y = self.y_axis(&series, &marks);
        ChartSpec { plot: self.plot, x, y, series, marks, rows }
    }

    fn x_axis(&self) -> Axis {
        let high = x_end(self.plot, &self.setting);
        let quantity = match self.plot {
            Plot::Keys => Quantity::Keys,
            Plot::Hashes => Quantity::Hashes,
            Plot::BitsPerKey => Quantity::BitsPerKey,
            Plot::Target => Quantity::Rate,
        };
        let low = match (self.x_scale, self.plot) {
            (Scale::Linear, _) => 0.0,
            (Scale::Log, Plot::Keys) => (high / 100.0).max(1.0), // below, the rate is hardly above nothing
            (Scale::Log, Plot::Hashes | Plot::BitsPerKey) => 1.0,
            (Scale::Log, Plot::Target) => least_rate(&self.setting),
        };
        Axis { quantity, scale: self.x_scale, low, high }
    }

    /// Where the lines are computed: close enough to look smooth, at whole numbers where only those exist, and wherever
    /// there is a measurement or a mark, so that every read-out is exact.
    fn samples(&self, x: &Axis, rows: &[f64]) -> Vec<f64> {
        let least = match self.plot {
            Plot::Keys => 0.0,
            Plot::Hashes | Plot::BitsPerKey => 1.0,
            Plot::Target => least_rate(&self.setting),
        };
        // The exact rate takes about k² steps: milliseconds each for hundreds of hash functions.
        let count = if self.setting.n_hashes > 60 { 40 } else { 120 };
        let even = (0..=count).map(|i| {
            let at = x.value(f64::from(i) / f64::from(count));
            if matches!(self.plot, Plot::Keys | Plot::Hashes) { libm::round(at) } else { at }
        });
        let mut xs: Vec<f64> = even.chain(rows.iter().copied()).chain([self.setting.here(self.plot)]).collect();
        xs.retain(|&at| at >= least && at >= x.low && at <= x.high);
        xs.sort_by(f64::total_cmp);
        xs.dedup_by(|a, b| same(*a, *b));
        xs
    }

    fn line(&self, kind: Kind, x: f64) -> f64 {
        let (n, m, k) = self.setting.filter_at(self.plot, x);
        match kind {
            Kind::Textbook => rate::textbook(n, m, k),
            Kind::Bitwise => rate::bitwise(n, m, k),
            Kind::Exact => rate::exact(n, m, k).value,
            Kind::Envelope => rate::textbook(n, m, sizing::best_hashes(n, m)),
            Kind::Ideal => sizing::optimal_bits(1, x),
            Kind::Whole => whole_bits(x),
            Kind::Bound => -libm::log2(x),
            Kind::Realised | Kind::Measured => f64::NAN, // these are observed, not computed
        }
    }

    fn marks(&self) -> Vec<Mark> {
        let setting = &self.setting;
        let present = |x: f64| {
            let (n, m, k) = setting.filter_at(self.plot, x);
            let y = match setting.ones {
                Some(ones) if setting.len == n => rate::realised(ones, m, k),
                _ => rate::exact(n, m, k).value,
            };
            Mark { kind: MarkKind::Present, x, y: Some(y) }
        };
        match self.plot {
            Plot::Keys | Plot::BitsPerKey => vec![present(setting.here(self.plot))],
            Plot::Hashes => vec![
                Mark { kind: MarkKind::BestHashes, x: best_k(setting), y: None },
                present(f64::from(setting.n_hashes)),
            ],
            Plot::Target => {
                vec![Mark { kind: MarkKind::Target, x: setting.here(self.plot), y: Some(setting.bits_per_key()) }]
            }
        }
    }

    /// Wide enough for every line, whether shown or not, so that the axis stays where it is when lines come and go.
    fn y_axis(&self, series: &[Series], marks: &[Mark]) -> Axis {
        let ys = || series.iter().flat_map(|s| &s.points).map(|p| p.y).chain(marks.iter().filter_map(|mark| mark.y));
        let most = ys().fold(0.0, f64::max);
        if self.plot == Plot::Target {
            let low = if self.y_scale == Scale::Log { 1.0 } else { 0.0 };
            return Axis { quantity: Quantity::BitsPerKey, scale: self.y_scale, low, high: round_up(most.max(2.0)) };
        }
        let (low, high) = match self.y_scale {
            Scale::Linear => (0.0, round_up(most.clamp(1e-12, 1.0)).min(1.0)),
            Scale::Log => {
                let here = marks.iter().filter_map(|mark| mark.y).filter(|&y| y > 0.0).fold(1.0, f64::min);
                let least = ys().filter(|&y| y > 0.0).fold(1.0, f64::min);
                // A nearly empty filter's rate is astronomically small; the chart stays near what can be told apart.
                let floor = least.max(here * 1e-3).max(1e-15);
                let high = power_of_ten(libm::ceil(libm::log10(most.clamp(1e-14, 1.0)) - 1e-9) as i32);
                (power_of_ten(libm::floor(libm::log10(floor) + 1e-9) as i32).min(high / 10.0), high)
            }
        };
        Axis { quantity: Quantity::Rate, scale: self.y_scale, low, high }
    }

    /// The chart with what was counted: measured points and the realised line.
    #[must_use]
    pub fn observe(&self, mut chart: ChartSpec, observed: &[Observed]) -> ChartSpec {
        let seen: Vec<&Observed> = observed.iter().filter(|seen| seen.tally.probes > 0).collect();
        if seen.is_empty() || self.plot == Plot::Target {
            return chart;
        }
        let realised = seen.iter().map(|seen| {
            let (_, _, k) = self.setting.filter_at(self.plot, seen.x);
            Point { x: seen.x, y: libm::pow(seen.fill_ratio, f64::from(k)), observed: None }
        });
        let measured = seen.iter().map(|seen| {
            let Tally { hits, probes } = seen.tally;
            let interval = interval::wilson(hits, probes, interval::Z95);
            Point { x: seen.x, y: hits as f64 / probes as f64, observed: Some((seen.tally, interval)) }
        });
        chart.series.push(Series { kind: Kind::Realised, points: realised.collect() });
        chart.series.push(Series { kind: Kind::Measured, points: measured.collect() });
        chart.make_room();
        chart
    }
}

impl ChartSpec {
    /// Only these kinds.
    #[must_use]
    pub fn only(mut self, shown: Shown) -> Self {
        self.series.retain(|series| shown.has(series.kind));
        self
    }

    /// Widens the vertical axis when a measured rate is surely outside it: its interval, not chance, decides.
    fn make_room(&mut self) {
        let Some(measured) = self.series.last() else { return };
        let surely = measured.points.iter().filter_map(|point| point.observed.map(|(_, interval)| interval));
        let (most, least) = surely.fold((0.0_f64, 1.0_f64), |(most, least), interval| {
            (most.max(interval.low), if interval.low > 0.0 { least.min(interval.high) } else { least })
        });
        match self.y.scale {
            Scale::Linear if most > self.y.high => self.y.high = round_up(most).min(1.0),
            Scale::Log => {
                while most > self.y.high && self.y.high < 1.0 {
                    self.y.high *= 10.0;
                }
                while least < self.y.low && self.y.low > 1e-15 {
                    self.y.low /= 10.0;
                }
            }
            Scale::Linear => (),
        }
    }
}

/// The smallest rate that is asked for in [`Plot::Target`]: a millionth, or a power of ten below the present one.
fn least_rate(setting: &Setting) -> f64 {
    power_of_ten(libm::floor(libm::log10(setting.aim())) as i32).min(1e-6)
}

/// The smallest round number above.
fn round_up(most: f64) -> f64 {
    let step = round_step(most / 5.0);
    step * libm::ceil(most * 1.02 / step - 1e-9)
}

/// Bits a key for rate p with the better of the two whole k beside log₂ 1/p: m/n = −k / ln(1 − p^(1/k)).
fn whole_bits(p: f64) -> f64 {
    let bits = |k: f64| -k / libm::log1p(-libm::pow(p, 1.0 / k));
    let k = libm::floor(-libm::log2(p)).max(1.0);
    bits(k).min(bits(k + 1.0))
}

#[cfg(test)]
#[path = "build_tests.rs"]
mod tests;
