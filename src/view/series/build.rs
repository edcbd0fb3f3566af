//! From a filter's numbers to a chart: which lines, over which range.

use super::axis::{power_of_ten, round_step};
use super::setting::{least_rate, x_end};
use super::{
    Axis, ChartSpec, Kind, Mark, MarkKind, Observed, Plot, Point, Quantity, Scale, Series, Setting, Shown, Tally,
    best_k, rise, sweep_points,
};
use crate::theory::{interval, rate, sizing};

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
        rise(&mut xs);
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
            let (y, by) = match setting.ones {
                Some(ones) if setting.len == n => (rate::realised(ones, m, k), Kind::Realised),
                _ => (rate::exact(n, m, k).value, Kind::Exact),
            };
            Mark { kind: MarkKind::Present, x, y: Some(y), by: Some(by) }
        };
        match self.plot {
            Plot::Keys | Plot::BitsPerKey => vec![present(setting.here(self.plot))],
            Plot::Hashes => vec![
                Mark { kind: MarkKind::BestHashes, x: best_k(setting), y: None, by: None },
                present(f64::from(setting.n_hashes)),
            ],
            Plot::Target => {
                let y = Some(setting.bits_per_key());
                vec![Mark { kind: MarkKind::Target, x: setting.here(self.plot), y, by: None }]
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
                // Nothing found among many probes is a bound from above, which is worth its place too.
                let bounds = measured.points.iter().filter(|point| point.y <= 0.0).filter_map(|point| point.observed);
                let bound = bounds.map(|(_, interval)| interval.high).filter(|&high| high < 0.01).fold(0.0, f64::max);
                while bound > self.y.high && self.y.high < 1.0 {
                    self.y.high *= 10.0;
                }
            }
            Scale::Linear => (),
        }
    }
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
