//! The filter sized for a list, and its rate measured on the keys held out.
//!
//! Two passes over the list, each key dealt out the same way in both ([`HoldOut`] is replayed from its seed): the first
//! inserts, the second asks for those held out. As all keys are distinct, a held-out key that is possibly present is a false
//! positive, every time. The filter is sized for the keys inserted, so that what is measured is the rate of a full filter,
//! not of one with a tenth of its room left.

use core::fmt;

use super::{Footprint, HoldOut, Part};
use crate::filter::{Bloom, BloomSpec, MemoryRefused, Verdict};
use crate::hash::{HashSpec, KeyBuffer};
use crate::theory::interval::Observed;
use crate::theory::sizing::bits_for;
use crate::theory::solve::{Given, SolveError, solve};

/// How many keys go into the filter at once.
const BATCH: u64 = 1024;

/// How many false positives are named.
const NAMED: usize = 20;

/// What is asked of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialSpec {
    /// The target rate, between 0 and 1.
    pub p: f64,
    /// How many keys in a hundred are held out.
    pub held_out_percent: u32,
    /// The seed that chooses them.
    pub seed: u64,
    /// How keys become positions.
    pub hash: HashSpec,
}

/// Why there is no trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TrialError {
    /// No filter has this rate for so many keys, or there is no key.
    Unsolvable(SolveError),
    /// Its bits cannot be had.
    MemoryRefused(MemoryRefused),
}

impl fmt::Display for TrialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolvable(error) => write!(f, "no filter has these numbers: {error:?}"),
            Self::MemoryRefused(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TrialError {}

/// How far a trial has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialProgress {
    /// Keys dealt out so far, in both passes together.
    pub done: u64,
    /// Twice the number of keys.
    pub total: u64,
}

impl TrialProgress {
    /// Whether nothing is left to do.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.done >= self.total
    }
}

/// What came of a trial.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialReport {
    /// The filter's spec: sized for `n_inserted` keys at the target rate.
    pub spec: BloomSpec,
    /// Keys inserted.
    pub n_inserted: u64,
    /// Bits that are 1.
    pub ones: u64,
    /// Held-out keys asked for, and how many of them were possibly present.
    pub observed: Observed,
    /// The numbers, in the list, of the first of those.
    pub false_positives: Vec<u64>,
    /// Bytes for *all* keys of the list: raw, in a hash set, and in a filter of ⌈−n ln p/(ln 2)²⌉ bits.
    pub footprint: Footprint,
}

/// A trial in progress. `step` is always given the list that it was made for.
#[derive(Debug)]
pub struct ListTrial {
    spec: TrialSpec,
    filter: Bloom,
    n: u64,
    footprint: Footprint,
    pass: Part,
    deal: HoldOut,
    next: u64,
    batch: KeyBuffer,
    observed: Observed,
    false_positives: Vec<u64>,
}

impl ListTrial {
    /// A trial of these keys, which must be distinct.
    ///
    /// # Errors
    /// [`TrialError`] when the filter cannot be.
    pub fn new(keys: &KeyBuffer, spec: TrialSpec) -> Result<Self, TrialError> {
        let n = keys.len() as u64;
        let n_inserted = n - HoldOut::n_held_out(n, spec.held_out_percent);
        let given = Given { n: Some(n_inserted), p: Some(spec.p), ..Given::default() };
        let sizing = solve(&given).map_err(TrialError::Unsolvable)?;
        let bloom = BloomSpec { n_bits: sizing.m, n_hashes: sizing.k, hash: spec.hash };
        Ok(Self {
            spec,
            filter: Bloom::try_new(bloom).map_err(TrialError::MemoryRefused)?,
            n,
            footprint: Footprint::of(keys, bits_for(n, spec.p)),
            pass: Part::Inserted,
            deal: HoldOut::new(n, spec.held_out_percent, spec.seed),
            next: 0,
            batch: KeyBuffer::new(),
            observed: Observed::default(),
            false_positives: Vec::new(),
        })
    }

    /// Deals out at most `budget` more keys.
    pub fn step(&mut self, keys: &KeyBuffer, budget: u64) -> TrialProgress {
        for _ in 0..budget {
            let Some(part) = self.deal.next() else {
                self.flush();
                if self.pass == Part::HeldOut {
                    break;
                }
                self.pass = Part::HeldOut;
                self.deal = HoldOut::new(self.n, self.spec.held_out_percent, self.spec.seed);
                self.next = 0;
                continue;
            };
            let number = self.next;
            self.next += 1;
            let Some(key) = keys.get(number as usize).filter(|_| part == self.pass) else { continue };
            if part == Part::HeldOut {
                self.ask(key, number);
            } else {
                self.batch.push(key);
                if self.batch.len() as u64 >= BATCH {
                    self.flush();
                }
            }
        }
        if self.next == self.n {
            self.flush();
        }
        self.progress()
    }

    /// How far the trial has come.
    #[must_use]
    pub const fn progress(&self) -> TrialProgress {
        let before = if let Part::HeldOut = self.pass { self.n } else { 0 };
        TrialProgress { done: before + self.next, total: 2 * self.n }
    }

    /// What came of it so far; complete once nothing is left to do.
    #[must_use]
    pub fn report(&self) -> TrialReport {
        TrialReport {
            spec: self.filter.spec(),
            n_inserted: self.filter.len(),
            ones: self.filter.bits().ones(),
            observed: self.observed,
            false_positives: self.false_positives.clone(),
            footprint: self.footprint,
        }
    }

    /// The filter with the keys inserted so far.
    #[must_use]
    pub fn into_filter(self) -> Bloom {
        self.filter
    }

    fn flush(&mut self) {
        self.filter.insert_all(&self.batch);
        self.batch.clear();
    }

    fn ask(&mut self, key: &[u8], number: u64) {
        let hit = self.filter.contains(key) == Verdict::PossiblyPresent;
        self.observed = self.observed.merge(Observed { hits: u64::from(hit), trials: 1 });
        if hit && self.false_positives.len() < NAMED {
            self.false_positives.push(number);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail by panicking
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn run(keys: &KeyBuffer, spec: TrialSpec, budget: u64) -> ListTrial {
        let mut trial = ListTrial::new(keys, spec).unwrap();
        while !trial.step(keys, budget).is_done() {}
        trial
    }

    fn ids(n: u64) -> KeyBuffer {
        (0..n).map(|i| format!("id:{i}")).collect()
    }

    #[test]
    fn the_measured_rate_is_the_rate_asked_for() {
        let spec = TrialSpec { p: 0.01, held_out_percent: 20, seed: 3, hash: HashSpec::default() };
        let report = run(&ids(200_000), spec, 10_000).report();
        assert_eq!((report.n_inserted, report.observed.trials), (160_000, 40_000));
        assert_eq!((report.spec.n_bits, report.spec.n_hashes), (1_533_610, 7));
        // At 1 % of 40,000 the standard deviation is 20; five of them miss with probability 6e-7, and the seed is fixed.
        assert!(report.observed.hits.abs_diff(400) < 100, "{} false positives", report.observed.hits);
        assert_eq!(report.footprint.filter, 1_917_012_u64.div_ceil(8));
        assert_eq!(report.false_positives.len(), NAMED);
    }

    #[test]
    fn a_rate_out_of_range_or_bits_beyond_memory_are_refused() {
        let spec = |p| TrialSpec { p, held_out_percent: 10, seed: 0, hash: HashSpec::default() };
        for p in [0.0, 1.0, -0.1, f64::NAN] {
            assert!(matches!(ListTrial::new(&ids(3), spec(p)), Err(TrialError::Unsolvable(_))), "{p}");
        }
        assert!(matches!(ListTrial::new(&KeyBuffer::new(), spec(0.1)), Err(TrialError::Unsolvable(_))));
    }

    proptest! {
        #[test]
        fn steps_of_any_size_give_what_dealing_by_hand_gives(
            n in 1_u64..300, held_out_percent in 0_u32..=100, seed: u64, budget in 1_u64..400,
        ) {
            let keys = ids(n);
            let spec = TrialSpec { p: 0.2, held_out_percent, seed, hash: HashSpec::default() };
            let trial = run(&keys, spec, budget);
            let report = trial.report();
            let mut filter = Bloom::try_new(report.spec).unwrap();
            let parts: Vec<Part> = HoldOut::new(n, held_out_percent, seed).collect();
            let part = |wanted| keys.iter().zip(&parts).enumerate().filter(move |(_, (_, part))| **part == wanted);
            part(Part::Inserted).for_each(|(_, (key, _))| { filter.insert(key); });
            let hits: Vec<u64> = part(Part::HeldOut)
                .filter(|(_, (key, _))| filter.contains(key) == Verdict::PossiblyPresent)
                .map(|(number, _)| number as u64)
                .collect();
            prop_assert_eq!(report.observed, Observed { hits: hits.len() as u64, trials: n - filter.len() });
            prop_assert_eq!(&report.false_positives[..], &hits[..hits.len().min(NAMED)]);
            prop_assert_eq!(trial.into_filter(), filter);
        }
    }
}
