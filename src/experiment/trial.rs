//! One chunk of a sweep, as a value that is stepped.

use std::sync::Arc;

use super::plan::{Chunk, Points};
use super::shuffle::Shuffle;
use super::sweep::{PointTally, SweepKeys, SweepSpec};
use super::{BLOCK, Failure, Progress};
use crate::filter::{Bloom, BloomSpec};
use crate::hash::KeyBuffer;
use crate::rng::stream;

/// A chunk being measured. However it is stepped, it reports the same.
#[derive(Debug)]
pub struct ChunkRun {
    spec: Arc<SweepSpec>,
    chunk: Chunk,
    filter: BloomSpec,
    /// Where a growing filter is probed: keys inserted by then, and the point, ascending.
    stops: Vec<(u64, usize)>,
    /// What was seen at each stop.
    tallies: Vec<PointTally>,
    trial: u64,
    current: Option<Trial>,
    done: u64,
    scratch: KeyBuffer,
}

/// One filter and how far it has got.
#[derive(Debug)]
struct Trial {
    bloom: Bloom,
    keys: TrialKeys,
    stop: usize,
    probed: u64,
}

impl ChunkRun {
    pub(super) fn new(spec: Arc<SweepSpec>, chunk: Chunk) -> Self {
        let points = match chunk.points {
            Points::All => 0..spec.points.len(),
            Points::One(point) => point..point.saturating_add(1),
        };
        let mut filter = spec.base;
        let mut stops = Vec::new();
        for point in points {
            if let Some((n, at)) = spec.at(point) {
                stops.push((n, point));
                filter = at;
            }
        }
        stops.sort_unstable();
        let tallies = vec![PointTally::default(); stops.len()];
        Self { spec, chunk, filter, stops, tallies, trial: 0, current: None, done: 0, scratch: KeyBuffer::new() }
    }

    /// Keys to insert and to probe in the whole chunk, and how many of them are done.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let insertions = self.stops.last().map_or(0, |&(n, _)| n).saturating_mul(self.chunk.trials);
        let probes = self.chunk.probes.saturating_mul(self.stops.len() as u64);
        Progress { done: self.done, total: insertions.saturating_add(probes) }
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.trial >= self.chunk.trials || self.stops.is_empty()
    }

    /// Inserts and probes up to `budget` keys.
    ///
    /// # Errors
    /// [`Failure::MemoryRefused`] when the bits cannot be had.
    pub fn step(&mut self, mut budget: u64) -> Result<Progress, Failure> {
        while budget > 0 && !self.is_done() {
            let mut trial = match self.current.take() {
                Some(trial) => trial,
                None => self.start_trial()?,
            };
            let used = self.advance(&mut trial, budget);
            budget -= used.min(budget);
            self.done += used;
            if trial.stop < self.stops.len() {
                self.current = Some(trial);
            } else {
                self.trial += 1;
            }
        }
        Ok(self.progress())
    }

    /// What was seen: point and tally.
    pub fn report(&self) -> impl Iterator<Item = (usize, PointTally)> {
        self.stops.iter().zip(&self.tallies).map(|(&(_, point), &tally)| (point, tally))
    }

    fn start_trial(&self) -> Result<Trial, Failure> {
        let keys = TrialKeys::new(&self.spec, self.chunk.first_trial + self.trial);
        Ok(Trial { bloom: Bloom::try_new(self.filter)?, keys, stop: 0, probed: 0 })
    }

    /// One block of insertions or probes, or the end of a stop; returns how many keys it took.
    fn advance(&mut self, trial: &mut Trial, budget: u64) -> u64 {
        let (Some(&(n, _)), Some(tally)) = (self.stops.get(trial.stop), self.tallies.get_mut(trial.stop)) else {
            return 0;
        };
        let inserted = trial.bloom.len();
        let to_probe = share(self.chunk.probes, self.chunk.trials, self.trial);
        self.scratch.clear();
        if inserted < n {
            let block = BLOCK.min(budget).min(n - inserted);
            trial.keys.fill_inserted(&self.spec, inserted, block, &mut self.scratch);
            trial.bloom.insert_all(&self.scratch);
            block
        } else if trial.probed < to_probe {
            let block = BLOCK.min(budget).min(to_probe - trial.probed);
            trial.keys.fill_absent(&self.spec, trial.stop, trial.probed, block, &mut self.scratch);
            tally.hits += trial.bloom.count_present(&self.scratch);
            tally.probes += block;
            trial.probed += block;
            block
        } else {
            tally.filters += 1;
            tally.ones += trial.bloom.bits().ones();
            trial.stop += 1;
            trial.probed = 0;
            0
        }
    }
}

/// The part of `total` that number `which` of `parts` gets: parts differ by one at most, the first ones are the larger.
const fn share(total: u64, parts: u64, which: u64) -> u64 {
    total / parts + (which < total % parts) as u64
}

/// The keys of one trial: what is inserted and what is absent do not overlap, and no other trial has the same.
#[derive(Debug)]
enum TrialKeys {
    /// Indices count from `base`, under `seed`.
    Generated { seed: u64, base: u64 },
    /// The list in this trial's order.
    Listed(Shuffle),
}

impl TrialKeys {
    fn new(spec: &SweepSpec, trial: u64) -> Self {
        match &spec.keys {
            SweepKeys::Generated(_) => {
                // A source without a seed gets a fresh range of indices instead; the others get both.
                let span = spec.max_n().saturating_add(spec.probes().saturating_mul(spec.points.len() as u64));
                Self::Generated { seed: stream(spec.seed, trial), base: trial.wrapping_mul(span) }
            }
            SweepKeys::Listed(list) => Self::Listed(Shuffle::new(list.len(), stream(spec.seed, trial))),
        }
    }

    /// Appends inserted keys number `from` to `from + count`.
    fn fill_inserted(&self, spec: &SweepSpec, from: u64, count: u64, keys: &mut KeyBuffer) {
        self.fill(spec, from, count, keys);
    }

    /// Appends absent keys number `from` to `from + count` of a stop. Generated keys are fresh at every stop; those of a list
    /// are the same ones again, for there are no others.
    fn fill_absent(&self, spec: &SweepSpec, stop: usize, from: u64, count: u64, keys: &mut KeyBuffer) {
        let at_stop = match self {
            Self::Generated { .. } => spec.probes().wrapping_mul(stop as u64),
            Self::Listed(_) => 0,
        };
        self.fill(spec, spec.max_n().wrapping_add(at_stop).wrapping_add(from), count, keys);
    }

    fn fill(&self, spec: &SweepSpec, from: u64, count: u64, keys: &mut KeyBuffer) {
        for i in 0..count {
            let number = from.wrapping_add(i);
            match (self, &spec.keys) {
                (Self::Generated { seed, base }, SweepKeys::Generated(source)) => {
                    keys.push_with(|out| source.write_key(*seed, base.wrapping_add(number), out));
                }
                (Self::Listed(shuffle), SweepKeys::Listed(list)) => {
                    if let Some(key) = list.keys().get(shuffle.forward(number) as usize) {
                        keys.push(key);
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::super::plan::chunks;
    use super::super::sweep::{Axis, HashRule};
    use super::super::{KeyList, KeySource};
    use super::*;
    use crate::hash::HashSpec;

    fn spec(axis: Axis, keys: SweepKeys, points: Vec<u64>) -> SweepSpec {
        let base = BloomSpec { n_bits: 200, n_hashes: 3, hash: HashSpec::default() };
        SweepSpec { axis, base, n: 20, points, keys, seed: 5, probes_per_point: 700 }
    }

    fn run(spec: &Arc<SweepSpec>, chunk: Chunk, budgets: &mut dyn Iterator<Item = u64>) -> Vec<(usize, PointTally)> {
        let mut run = ChunkRun::new(spec.clone(), chunk);
        while !run.is_done() {
            let before = run.progress();
            let budget = budgets.next().unwrap_or(1);
            assert!(run.step(budget).is_ok_and(|after| after.done <= before.done + budget));
        }
        assert_eq!(run.progress().done, run.progress().total);
        run.report().collect()
    }

    fn some_list() -> KeyList {
        KeyList::new((0..300).map(|i| format!("line {i}")).collect())
    }

    #[test]
    fn inserted_and_absent_keys_never_meet() {
        for keys in [
            SweepKeys::Generated(KeySource::default()),
            SweepKeys::Generated(KeySource::Random64),
            SweepKeys::Generated(KeySource::Words),
            SweepKeys::Listed(some_list()),
        ] {
            let spec = spec(Axis::Keys, keys, vec![0, 10, 50]);
            let mut first_keys = HashSet::new();
            for trial in 0..20 {
                let keys = TrialKeys::new(&spec, trial);
                let (mut inserted, mut absent) = (KeyBuffer::new(), KeyBuffer::new());
                keys.fill_inserted(&spec, 0, 50, &mut inserted);
                (0..3).for_each(|stop| keys.fill_absent(&spec, stop, 0, 250, &mut absent));
                let inserted: HashSet<_> = inserted.iter().collect();
                assert_eq!(inserted.len(), 50);
                assert_eq!(absent.len(), 750);
                assert!(absent.iter().all(|key| !inserted.contains(key)), "{:?}", spec.keys);
                first_keys.insert(inserted.iter().min().map(|key| key.to_vec()));
            }
            assert!(first_keys.len() > 10, "trials insert different keys: {:?}", spec.keys);
        }
    }

    #[test]
    fn a_tally_is_what_a_naive_loop_counts() {
        let spec = Arc::new(spec(Axis::Keys, SweepKeys::Generated(KeySource::default()), vec![30, 10]));
        let chunk = Chunk { points: Points::All, first_trial: 2, trials: 1, probes: 400, cost: 0 };
        let mut naive = Vec::new();
        if let Ok(mut bloom) = Bloom::try_new(spec.base) {
            let base = 2 * (30 + 2 * 700);
            for (stop, n) in [10, 30].into_iter().enumerate() {
                (bloom.len()..n).for_each(|i| _ = bloom.insert(format!("user:{}", base + i).as_bytes()));
                let absent = (0..400).map(|i| format!("user:{}", base + 30 + 700 * stop as u64 + i));
                let hits =
                    absent.filter(|key| bloom.contains(key.as_bytes()) == crate::filter::Verdict::PossiblyPresent);
                let hits = hits.count() as u64;
                naive.push((1 - stop, PointTally { hits, probes: 400, filters: 1, ones: bloom.bits().ones() }));
            }
        }
        assert!(naive.iter().any(|(_, tally)| tally.hits > 0));
        assert_eq!(run(&spec, chunk, &mut core::iter::repeat(1000)), naive);
    }

    #[test]
    fn refused_memory_is_an_error() {
        let mut spec = spec(Axis::Hashes, SweepKeys::Generated(KeySource::Random64), vec![1]);
        spec.base.n_bits = 1 << 32;
        let chunk = Chunk { points: Points::One(0), first_trial: 0, trials: 1, probes: 1, cost: 0 };
        let refused = ChunkRun::new(Arc::new(spec), chunk).step(1);
        assert_eq!(refused, Err(Failure::MemoryRefused { n_bits: 1 << 32 }));
    }

    proptest! {
        #[test]
        fn steps_do_not_matter(
            axis in prop::sample::select(vec![Axis::Keys, Axis::Hashes, Axis::Bits(HashRule::Fixed)]),
            budgets in prop::collection::vec(1..2000_u64, 1..20), listed: bool,
        ) {
            let keys = if listed { SweepKeys::Listed(some_list()) } else { SweepKeys::Generated(KeySource::Uuid) };
            let spec = Arc::new(spec(axis, keys, vec![1, 40, 7]));
            prop_assert_eq!(spec.check(), Ok(()));
            for chunk in chunks(&spec) {
                let at_once = run(&spec, chunk, &mut core::iter::repeat(u64::MAX));
                let stepped = run(&spec, chunk, &mut budgets.iter().copied().cycle());
                prop_assert_eq!(at_once, stepped);
            }
        }
    }
}
