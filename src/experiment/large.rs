//! One filter, probed many times: the large run, and the measured rate of the very filter that is on show.
//!
//! A worker builds the filter once and keeps it; ranges of probes are the chunks. No probe is a member: a key that the filter
//! rules out certainly was not inserted, and one that it does not rule out is looked up among the true keys before it counts.

use std::sync::Arc;

use super::{BLOCK, FilterSpec, KeyList, KeySource, Members, Progress};
use crate::filter::{Bloom, BloomSpec, Verdict};
use crate::hash::KeyBuffer;
use crate::theory::interval::Observed;

/// Probes in a chunk: about 10 ms of one worker, but enough chunks that many workers share a small run too.
const CHUNK_PROBES: core::ops::RangeInclusive<u64> = (1 << 12)..=(1 << 17);

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProbeKeys {
    /// Generated keys from index `from` on.
    Generated {
        /// The generator.
        source: KeySource,
        /// Its seed.
        seed: u64,
        /// The first index.
        from: u64,
    },
    /// The keys of a list, each once: held-out lines.
    Listed(KeyList),
}

/// A filter and the probes that it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargeSpec {
    /// The filter.
    pub filter: FilterSpec,
    /// What is asked.
    pub keys: ProbeKeys,
    /// How many probes; a list gives at most its length.
    pub n_probes: u64,
}

impl LargeSpec {
    /// `n_keys` generated keys go in, the ones after them are asked.
    #[must_use]
    pub fn generated(bloom: BloomSpec, source: KeySource, seed: u64, n_keys: u64, n_probes: u64) -> Self {
        let members = Members { generated: Some((source, n_keys)), seed, listed: vec![] };
        Self::of_filter(FilterSpec { bloom, members }, n_probes)
    }

    /// A given filter is asked keys like those that were generated for it, or words where none were.
    #[must_use]
    pub fn of_filter(filter: FilterSpec, n_probes: u64) -> Self {
        let (source, from) = filter.members.generated.clone().unwrap_or((KeySource::Words, 0));
        let keys = ProbeKeys::Generated { source, seed: filter.members.seed, from };
        Self { filter, keys, n_probes }
    }

    /// Probes there are to ask.
    #[must_use]
    pub fn probes(&self) -> u64 {
        match &self.keys {
            ProbeKeys::Generated { .. } => self.n_probes,
            ProbeKeys::Listed(list) => self.n_probes.min(list.len()),
        }
    }

    /// Probes in each chunk but the last.
    fn chunk_probes(&self) -> u64 {
        self.probes().div_ceil(128).clamp(*CHUNK_PROBES.start(), *CHUNK_PROBES.end())
    }

    /// How many chunks there are.
    pub(super) fn n_chunks(&self) -> u64 {
        self.probes().div_ceil(self.chunk_probes())
    }

    /// The probes of a chunk: from, to.
    pub(super) fn range(&self, chunk: u64) -> (u64, u64) {
        let from = self.probes().min(chunk.saturating_mul(self.chunk_probes()));
        (from, self.probes().min(from.saturating_add(self.chunk_probes())))
    }

    /// Whether no probe can be a member, whatever the filter says: a generator's later keys where nothing else went in.
    fn is_disjoint(&self) -> bool {
        let members = &self.filter.members;
        match (&self.keys, &members.generated) {
            (_, None) if members.is_empty() => true,
            (ProbeKeys::Generated { source, seed, from }, Some((inserted, count))) => {
                let same = source == inserted && *seed == members.seed;
                same && members.listed.is_empty() && from >= count && from.checked_add(self.n_probes).is_some()
            }
            _ => false,
        }
    }
}

/// What was seen of one filter: integers to add up, and the filter's own figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LargeTally {
    /// Probes answered "possibly present": false positives.
    pub hits: u64,
    /// Probes asked.
    pub probes: u64,
    /// Keys left out, because they are members.
    pub members: u64,
    /// Lit bits of the filter.
    pub ones: u64,
    /// Keys inserted.
    pub len: u64,
}

impl LargeTally {
    /// Adds another tally of the same filter.
    pub fn add(&mut self, other: Self) {
        self.hits += other.hits;
        self.probes += other.probes;
        self.members += other.members;
        self.ones = self.ones.max(other.ones);
        self.len = self.len.max(other.len);
    }

    /// The measured rate with its interval.
    #[must_use]
    pub const fn observed(self) -> Observed {
        Observed { hits: self.hits, trials: self.probes }
    }
}

/// A chunk of probes being asked.
#[derive(Debug)]
pub struct ProbeRun {
    spec: Arc<LargeSpec>,
    bloom: Arc<Bloom>,
    from: u64,
    next: u64,
    to: u64,
    tally: LargeTally,
    scratch: KeyBuffer,
}

impl ProbeRun {
    /// Asks chunk number `chunk`; `bloom` is the filter that the spec describes.
    pub(super) fn new(spec: Arc<LargeSpec>, bloom: Arc<Bloom>, chunk: u64) -> Self {
        let (from, to) = spec.range(chunk);
        let tally = LargeTally { ones: bloom.bits().ones(), len: bloom.len(), ..LargeTally::default() };
        Self { spec, bloom, from, next: from, to, tally, scratch: KeyBuffer::new() }
    }

    /// Probes asked, of the chunk's.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        Progress { done: self.next - self.from, total: self.to - self.from }
    }

    /// Asks up to `budget` probes.
    pub fn step(&mut self, budget: u64) -> Progress {
        let until = self.next.saturating_add(budget).min(self.to);
        let disjoint = self.spec.is_disjoint();
        while self.next < until {
            let block_end = until.min(self.next + BLOCK);
            self.fill(block_end);
            let probes = block_end - self.next;
            let (hits, members) =
                if disjoint { (self.bloom.count_present(&self.scratch), 0) } else { self.count_true() };
            self.tally.add(LargeTally { hits, members, probes: probes - members, ..LargeTally::default() });
            self.next = block_end;
        }
        self.progress()
    }

    /// What was seen so far.
    #[must_use]
    pub const fn report(&self) -> LargeTally {
        self.tally
    }

    /// The keys of the probes up to `end`.
    fn fill(&mut self, end: u64) {
        self.scratch.clear();
        match &self.spec.keys {
            ProbeKeys::Generated { source, seed, from } => {
                for number in self.next..end {
                    let index = from.wrapping_add(number);
                    self.scratch.push_with(|out| source.write_key(*seed, index, out));
                }
            }
            ProbeKeys::Listed(list) => {
                (self.next..end).filter_map(|i| list.keys().get(i as usize)).for_each(|key| self.scratch.push(key));
            }
        }
    }

    /// False positives among the keys at hand, and members.
    fn count_true(&self) -> (u64, u64) {
        let mut counts = (0, 0);
        for key in self.scratch.iter().filter(|key| self.bloom.contains(key) == Verdict::PossiblyPresent) {
            if self.spec.filter.members.contains(key) {
                counts.1 += 1;
            } else {
                counts.0 += 1;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::super::BuildRun;
    use super::*;
    use crate::hash::HashSpec;

    fn bloom(n_bits: u64) -> BloomSpec {
        BloomSpec { n_bits, n_hashes: 2, hash: HashSpec::default() }
    }

    fn list(range: core::ops::Range<u32>) -> KeyList {
        KeyList::new(range.map(|i| format!("user:{i}")).collect())
    }

    /// Runs every chunk in steps of `budget` and adds up.
    fn measure(spec: &LargeSpec, budget: u64) -> LargeTally {
        let mut total = LargeTally::default();
        let Ok(mut build) = BuildRun::new(spec.filter.clone()) else { return total };
        build.step(u64::MAX);
        let bloom = Arc::new(build.into_bloom());
        for chunk in 0..spec.n_chunks() {
            let mut run = ProbeRun::new(Arc::new(spec.clone()), bloom.clone(), chunk);
            while run.progress().done < run.progress().total {
                run.step(budget);
            }
            total.add(run.report());
        }
        total
    }

    #[test]
    fn members_are_not_counted_as_false_positives() {
        // user:0..100 generated, user:150..160 by hand; asked user:0..1000 in several ways.
        let members = Members { generated: Some((KeySource::default(), 100)), seed: 0, listed: vec![list(150..160)] };
        let filter = FilterSpec { bloom: bloom(400), members };
        let from_list = LargeSpec { filter: filter.clone(), keys: ProbeKeys::Listed(list(0..1000)), n_probes: 9999 };
        let tally = measure(&from_list, 77);
        assert_eq!((tally.probes, tally.members, tally.len), (890, 110, 110));

        let after = LargeSpec::of_filter(filter, 900);
        assert_eq!(after.keys, ProbeKeys::Generated { source: KeySource::default(), seed: 0, from: 100 });
        let later = measure(&after, 1000);
        assert_eq!((later.probes, later.members), (890, 10));
        assert_eq!((later.hits, later.ones), (tally.hits, tally.ones), "the same absent keys, asked in two ways");
    }

    #[test]
    fn the_large_run_has_chunks_for_many_workers() {
        let spec = LargeSpec::generated(bloom(9_585_059), KeySource::default(), 1, 1_000_000, 10_000_000);
        assert!((100..=200).contains(&spec.n_chunks()));
        assert_eq!((0..spec.n_chunks()).map(|chunk| spec.range(chunk)).map(|(a, b)| b - a).sum::<u64>(), 10_000_000);
        assert!(spec.is_disjoint());
        assert_eq!(spec.range(u64::MAX), (10_000_000, 10_000_000));
    }

    proptest! {
        #[test]
        fn hits_are_those_of_a_set_and_a_loop(
            inserted in 0..300_u32, asked in 0..9000_u32, n_bits in 1..3000_u64, budget in 1..5000_u64,
        ) {
            let members = Members { generated: None, seed: 0, listed: vec![list(0..inserted)] };
            let filter = FilterSpec { bloom: bloom(n_bits), members };
            let keys = ProbeKeys::Generated { source: KeySource::default(), seed: 0, from: 0 };
            let tally = measure(&LargeSpec { filter, keys, n_probes: u64::from(asked) }, budget);

            let set: HashSet<String> = (0..inserted).map(|i| format!("user:{i}")).collect();
            let mut naive = Bloom::try_new(bloom(n_bits)).map_err(|e| TestCaseError::fail(e.to_string()))?;
            (0..inserted).for_each(|i| _ = naive.insert(format!("user:{i}").as_bytes()));
            let absent: Vec<_> = (0..asked).map(|i| format!("user:{i}")).filter(|key| !set.contains(key)).collect();
            let hits = absent.iter().filter(|key| naive.contains(key.as_bytes()) == Verdict::PossiblyPresent).count();
            prop_assert_eq!((tally.hits, tally.probes), (hits as u64, absent.len() as u64));
        }
    }
}
