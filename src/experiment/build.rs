//! Building one filter from all its keys, as a value that is stepped.

use super::sweep::check_filter;
use super::{BLOCK, Failure, Members, Progress};
use crate::filter::{Bloom, BloomSpec};
use crate::hash::KeyBuffer;

/// A filter and what it holds: the same spec gives the same bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterSpec {
    /// m, k and hashing.
    pub bloom: BloomSpec,
    /// The keys, in order.
    pub members: Members,
}

impl FilterSpec {
    /// Says what is wrong with the spec, if anything.
    ///
    /// # Errors
    /// [`Failure::BadFilter`] or [`Failure::MemoryRefused`] for m or k out of range.
    pub fn check(&self) -> Result<(), Failure> {
        check_filter(self.bloom)
    }
}

/// A filter being built.
#[derive(Debug)]
pub struct BuildRun {
    members: Members,
    bloom: Bloom,
    scratch: KeyBuffer,
}

impl BuildRun {
    /// Starts with an empty filter.
    ///
    /// # Errors
    /// [`Failure::MemoryRefused`] when the bits cannot be had.
    pub fn new(spec: FilterSpec) -> Result<Self, Failure> {
        spec.check()?;
        Ok(Self { members: spec.members, bloom: Bloom::try_new(spec.bloom)?, scratch: KeyBuffer::new() })
    }

    /// Keys inserted, of all.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { done: self.bloom.len(), total: self.members.len() }
    }

    /// Inserts up to `budget` keys.
    pub fn step(&mut self, budget: u64) -> Progress {
        let until = self.bloom.len().saturating_add(budget).min(self.members.len());
        while self.bloom.len() < until {
            let from = self.bloom.len();
            self.scratch.clear();
            self.members.fill(from, until.min(from + BLOCK), &mut self.scratch);
            self.bloom.insert_all(&self.scratch);
        }
        self.progress()
    }

    /// The filter as it is now.
    #[must_use]
    pub fn into_bloom(self) -> Bloom {
        self.bloom
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::experiment::{KeyList, KeySource};
    use crate::hash::HashSpec;

    proptest! {
        #[test]
        fn steps_do_not_matter(budgets in prop::collection::vec(1..900_u64, 1..10), generated in 0..2000_u64) {
            let listed = KeyList::new(["own", "keys", "用户"].into_iter().collect());
            let members =
                Members { generated: Some((KeySource::Words, generated)), seed: 3, listed: vec![listed] };
            let bloom = BloomSpec { n_bits: 5000, n_hashes: 3, hash: HashSpec::default() };
            let mut naive = Bloom::try_new(bloom).map_err(|e| TestCaseError::fail(e.to_string()))?;
            let mut key = Vec::new();
            for index in 0..generated {
                key.clear();
                KeySource::Words.write_key(3, index, &mut key);
                naive.insert(&key);
            }
            for key in ["own", "keys", "用户"] {
                naive.insert(key.as_bytes());
            }
            let Ok(mut run) = BuildRun::new(FilterSpec { bloom, members }) else {
                return Err(TestCaseError::fail("refused"));
            };
            let mut budgets = budgets.into_iter().cycle();
            while run.progress().done < run.progress().total {
                run.step(budgets.next().unwrap_or(1));
            }
            prop_assert_eq!(run.into_bloom(), naive);
        }
    }
}
