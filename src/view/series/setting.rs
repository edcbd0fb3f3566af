//! The filter that a chart is about, the views of it, and where along each of them it is measured.

use super::axis::{power_of_ten, round_step};
use super::{Kind, Scale, Tally, rise};
use crate::theory::{rate, sizing};

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

    /// How a view's vertical axis runs unless the visitor chooses: rates too small for a linear one are shown by factors.
    #[must_use]
    pub fn y_scale(&self, plot: Plot) -> Scale {
        let is_tiny = || rate::bitwise(self.capacity, self.n_bits, self.n_hashes) < 1e-6;
        match plot {
            Plot::BitsPerKey => Scale::Log,
            Plot::Keys | Plot::Hashes if is_tiny() => Scale::Log,
            Plot::Keys | Plot::Hashes | Plot::Target => Scale::Linear,
        }
    }

    /// The rate asked for; where none was, the one there is. Within the axis of [`Plot::Target`].
    pub(super) fn aim(&self) -> f64 {
        let own = || rate::exact(self.capacity, self.n_bits, self.n_hashes).value;
        self.target.unwrap_or_else(own).clamp(1e-15, 0.5)
    }

    pub(super) fn bits_per_key(&self) -> f64 {
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

/// The k that makes the textbook rate least: (m/n) ln 2, not rounded.
#[must_use]
pub fn best_k(setting: &Setting) -> f64 {
    sizing::optimal_hashes(setting.n_bits, setting.capacity.max(1))
}

/// The end of a view's horizontal axis.
pub(super) fn x_end(plot: Plot, setting: &Setting) -> f64 {
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
    }
    rise(&mut points);
    points
}

/// The smallest rate that is asked for in [`Plot::Target`]: a millionth, or a power of ten below the present one.
pub(super) fn least_rate(setting: &Setting) -> f64 {
    power_of_ten(libm::floor(libm::log10(setting.aim())) as i32).min(1e-6)
}
