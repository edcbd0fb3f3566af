//! The chart of bits a key against the rate: curves of theory and the structures of the table as points.

use super::Row;
use crate::experiment::{Contender, ContestTally, Goal};
use crate::theory::{blocked, cuckoo, fuse, sizing};
use crate::view::series::{Axis, Quantity, Scale};

/// A curve of theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// log₂(1/p): no filter of these bits errs less (Carter et al. 1978).
    Bound,
    /// log₂(1/p)/ln 2.
    Bloom,
    /// Blocks of 512 bits, by their exact formula.
    Blocked,
    /// (log₂(1/p) + 3)/0.95.
    Cuckoo,
    /// 1.125·log₂(1/p), or more for few keys.
    Fuse,
}

impl Line {
    /// All of them, as the legend has them.
    pub const ALL: [Self; 5] = [Self::Bloom, Self::Blocked, Self::Cuckoo, Self::Fuse, Self::Bound];

    /// Bits a key at rate `p` for `n` keys.
    #[must_use]
    pub fn bits_per_key(self, n: u64, p: f64) -> Option<f64> {
        let bound = -libm::log2(p);
        Some(match self {
            Self::Bound => bound,
            Self::Bloom => sizing::bits_per_key_for(p),
            Self::Blocked => {
                let keys = n.clamp(1, 20_000); // the ratio no longer changes
                let (blocks, _) = blocked::blocks_for(keys, p, 512, 1 << 30)?;
                blocks as f64 * 512.0 / keys as f64
            }
            Self::Cuckoo => {
                let slots = 4;
                let load_factor = cuckoo::achievable_load(slots)?;
                (bound + libm::log2(2.0 * f64::from(slots))) / load_factor
            }
            Self::Fuse => fuse::overhead(n.max(2)).min(2.0) * bound,
        })
    }
}

/// A structure in the chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Which.
    pub contender: Contender,
    /// Its rate: measured, or by theory.
    pub rate: f64,
    /// Its bits a key.
    pub bits_per_key: f64,
    /// Whether the rate was measured.
    pub is_measured: bool,
    /// The ends of the measured rate's interval.
    pub interval: (f64, f64),
}

/// The chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Trade {
    /// The rate, logarithmic.
    pub x: Axis,
    /// Bits a key.
    pub y: Axis,
    /// Points of each curve, at ascending rates.
    pub lines: Vec<(Line, Vec<(f64, f64)>)>,
    /// Structures that err now and then.
    pub spots: Vec<Spot>,
    /// The goal, as a rate or as bits a key.
    pub goal: (Option<f64>, Option<f64>),
}

/// How many places a curve is computed at.
const PLACES: u32 = 60;

impl Trade {
    /// The chart of a table.
    #[must_use]
    pub fn new(rows: &[Row], n: u64, goal: Goal) -> Self {
        let spots: Vec<Spot> = rows.iter().filter_map(spot).collect();
        let wanted = match goal {
            Goal::Rate(p) => (Some(p), None),
            Goal::Memory(n_bits) => (None, Some(n_bits as f64 / n.max(1) as f64)),
        };
        let least = spots.iter().map(|spot| spot.rate).chain(wanted.0).fold(0.01, f64::min);
        let low = libm::exp10(libm::floor(libm::log10((least / 3.0).max(1e-12))));
        // What no structure needs is not shown, but 10 % always is.
        let worst = spots.iter().map(|spot| spot.rate).chain(wanted.0).fold(0.1 / 3.0, f64::max);
        let high = (worst * 3.0).min(1.0);
        let x = Axis { quantity: Quantity::Rate, scale: Scale::Log, low, high };
        let most = spots.iter().map(|spot| spot.bits_per_key).fold(16.0, f64::max).min(120.0);
        let y = Axis { quantity: Quantity::BitsPerKey, scale: Scale::Linear, low: 0.0, high: most * 1.08 };
        let places = (0..=PLACES).map(|i| x.value(f64::from(i) / f64::from(PLACES)));
        let lines = Line::ALL.map(|line| {
            let points = places.clone().filter(|&p| p < 0.9);
            (line, points.filter_map(|p| Some((p, line.bits_per_key(n, p)?))).collect())
        });
        Self { x, y, lines: lines.into(), spots, goal: wanted }
    }
}

fn spot(row: &Row) -> Option<Spot> {
    let measured = row.tally().map(ContestTally::observed).filter(|seen| seen.hits > 0);
    let rate = measured.and_then(|seen| seen.rate()).or_else(|| row.theory().filter(|_| row.tally().is_none()))?;
    let interval = measured.map_or((rate, rate), |seen| (seen.interval().low, seen.interval().high));
    let bits_per_key = row.bits_per_key()?;
    (rate > 0.0).then_some(Spot {
        contender: row.contender,
        rate,
        bits_per_key,
        is_measured: measured.is_some(),
        interval,
    })
}
