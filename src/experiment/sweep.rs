//! Measured false-positive rates along an axis: what to measure.

use super::{Failure, KeyList, KeySource};
use crate::filter::{BloomSpec, MAX_ALLOCATED_BITS};
use crate::hash::MAX_HASHES;
use crate::theory::interval::Observed;
use crate::theory::sizing;

/// The most points a sweep may have.
pub const MAX_POINTS: usize = 4096;

/// The quantity that differs from point to point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Keys inserted, n. One filter grows through all points and is probed at each.
    Keys,
    /// Hash functions, k.
    Hashes,
    /// Bits, m: drawn as bits per key.
    Bits(HashRule),
}

/// How many hash functions go with a number of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashRule {
    /// Those of the base.
    Fixed,
    /// The best whole number for m and n: max(1, round((m/n)·ln 2)).
    Best,
}

/// Where a sweep's keys come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SweepKeys {
    /// A generator: each trial inserts fresh keys and probes others.
    Generated(KeySource),
    /// A list without duplicates: each trial splits it afresh into inserted and held-out keys. A point gets at most as many
    /// probes as the list has keys, since asking the same keys again and again would tell nothing about other keys.
    Listed(KeyList),
}

/// A sweep: the rate at every point, from trials with fresh keys. See [`super::probes_per_filter`] for how probes are spread
/// over filters. Results follow from these fields alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepSpec {
    /// What differs.
    pub axis: Axis,
    /// m, k and hashing at every point, except for what differs.
    pub base: BloomSpec,
    /// n at every point, unless the axis is [`Axis::Keys`].
    pub n: u64,
    /// The values along the axis, in any order: n, k or m.
    pub points: Vec<u64>,
    /// Where keys come from.
    pub keys: SweepKeys,
    /// Everything random follows from it.
    pub seed: u64,
    /// Probes that every point has had at the end.
    pub probes_per_point: u64,
}

impl SweepSpec {
    /// The keys inserted and the filter at a point: `None` beyond the last.
    #[must_use]
    pub fn at(&self, point: usize) -> Option<(u64, BloomSpec)> {
        let value = *self.points.get(point)?;
        Some(match self.axis {
            Axis::Keys => (value, self.base),
            Axis::Hashes => (self.n, BloomSpec { n_hashes: u32::try_from(value).unwrap_or(u32::MAX), ..self.base }),
            Axis::Bits(HashRule::Fixed) => (self.n, BloomSpec { n_bits: value, ..self.base }),
            Axis::Bits(HashRule::Best) => {
                (self.n, BloomSpec { n_bits: value, n_hashes: sizing::hashes_for(value, self.n), ..self.base })
            }
        })
    }

    /// The most keys that any point inserts.
    #[must_use]
    pub fn max_n(&self) -> u64 {
        if self.axis == Axis::Keys { self.points.iter().copied().max().unwrap_or(0) } else { self.n }
    }

    /// The bits of the largest filter: what a worker needs memory for.
    #[must_use]
    pub fn max_bits(&self) -> u64 {
        (0..self.points.len()).filter_map(|point| self.at(point)).map(|(_, spec)| spec.n_bits).max().unwrap_or(0)
    }

    /// Probes that every point really gets.
    #[must_use]
    pub fn probes(&self) -> u64 {
        match &self.keys {
            SweepKeys::Generated(_) => self.probes_per_point,
            SweepKeys::Listed(list) => self.probes_per_point.min(list.len()),
        }
    }

    /// Probes that one filter can be asked without asking a key twice.
    pub(super) fn spare_keys(&self) -> u64 {
        match &self.keys {
            SweepKeys::Generated(_) => u64::MAX,
            SweepKeys::Listed(list) => list.len().saturating_sub(self.max_n()),
        }
    }

    /// Says what is wrong with the spec, if anything.
    ///
    /// # Errors
    /// [`Failure::TooManyPoints`], [`Failure::BadFilter`] for m or k out of range, [`Failure::TooFewKeys`] for a list that
    /// is too short to insert from and hold out at least one key.
    pub fn check(&self) -> Result<(), Failure> {
        if self.points.len() > MAX_POINTS {
            return Err(Failure::TooManyPoints { points: self.points.len() as u64, max: MAX_POINTS as u64 });
        }
        for (_, spec) in (0..self.points.len()).filter_map(|point| self.at(point)) {
            check_filter(spec)?;
        }
        match &self.keys {
            SweepKeys::Listed(list) if self.spare_keys() == 0 => {
                Err(Failure::TooFewKeys { have: list.len(), need: self.max_n().saturating_add(1) })
            }
            _ => Ok(()),
        }
    }
}

/// Whether a filter can exist at all.
pub(super) fn check_filter(spec: BloomSpec) -> Result<(), Failure> {
    if spec.n_bits > MAX_ALLOCATED_BITS {
        return Err(Failure::MemoryRefused { n_bits: spec.n_bits });
    }
    let possible = spec.n_bits > 0 && (1..=MAX_HASHES).contains(&spec.n_hashes);
    if possible { Ok(()) } else { Err(Failure::BadFilter { n_bits: spec.n_bits, n_hashes: spec.n_hashes }) }
}

/// What was seen at a point: integers, so that merging in any order gives the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointTally {
    /// Probes answered "possibly present": all false positives, since probes are absent keys.
    pub hits: u64,
    /// Probes asked.
    pub probes: u64,
    /// Filters they were asked of.
    pub filters: u64,
    /// Lit bits of these filters together.
    pub ones: u64,
}

impl PointTally {
    /// Adds another tally of the same point.
    pub const fn add(&mut self, other: Self) {
        self.hits += other.hits;
        self.probes += other.probes;
        self.filters += other.filters;
        self.ones += other.ones;
    }

    /// The measured rate with its interval.
    #[must_use]
    pub const fn observed(self) -> Observed {
        Observed { hits: self.hits, trials: self.probes }
    }
}
