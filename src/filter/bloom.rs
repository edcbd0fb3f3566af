//! The Bloom filter (Bloom 1970).
//!
//! m bits and k positions a key. Insertion sets the k bits; a query that finds one of them 0 knows that the key was never
//! inserted. Both cost one digest and at most k memory accesses. Guarantee: a key that was inserted is never reported
//! absent, because no operation clears a bit. Price: other keys may have set all k bits of a key that was not.

use super::{BitArray, MemoryRefused, Verdict};
use crate::hash::{HashSpec, KeyBuffer, Prober};

/// What fixes a Bloom filter's behaviour: two filters of one spec given the same keys hold the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BloomSpec {
    /// m, at least 1.
    pub n_bits: u64,
    /// k, at least 1.
    pub n_hashes: u32,
    /// How keys become positions.
    pub hash: HashSpec,
}

/// A Bloom filter.
#[derive(Clone, Debug)]
pub struct Bloom {
    bits: BitArray,
    prober: Prober,
    len: u64,
}

impl Bloom {
    /// An empty filter.
    ///
    /// # Errors
    /// [`MemoryRefused`] when the bits cannot be had.
    pub fn try_new(spec: BloomSpec) -> Result<Self, MemoryRefused> {
        Ok(Self {
            bits: BitArray::try_new(spec.n_bits)?,
            prober: Prober::new(spec.hash, spec.n_bits, spec.n_hashes),
            len: 0,
        })
    }

    /// The bits.
    #[must_use]
    pub const fn bits(&self) -> &BitArray {
        &self.bits
    }

    /// What computes the positions.
    #[must_use]
    pub const fn prober(&self) -> &Prober {
        &self.prober
    }

    /// How many insertions there were.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing was inserted.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Sets the key's bits; returns how many of them were 0 before. `on_new` is called with each of those.
    pub fn insert_with(&mut self, key: &[u8], mut on_new: impl FnMut(u64)) -> u32 {
        let mut newly_set = 0;
        for probe in self.prober.probes(key) {
            if self.bits.set(probe.index) {
                newly_set += 1;
                on_new(probe.index);
            }
        }
        self.len += 1;
        newly_set
    }

    /// Sets the key's bits; returns how many of them were 0 before.
    pub fn insert(&mut self, key: &[u8]) -> u32 {
        self.insert_with(key, |_| ())
    }

    /// Whether the key may have been inserted; stops at the first 0.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> Verdict {
        if self.prober.probes(key).all(|probe| self.bits.get(probe.index)) {
            Verdict::PossiblyPresent
        } else {
            Verdict::DefinitelyAbsent
        }
    }

    /// Inserts every key: the same as [`Bloom::insert`] for each in turn.
    pub fn insert_all(&mut self, keys: &KeyBuffer) {
        for key in keys.iter() {
            self.insert(key);
        }
    }

    /// How many of the keys are possibly present: the same as counting [`Bloom::contains`].
    #[must_use]
    pub fn count_present(&self, keys: &KeyBuffer) -> u64 {
        keys.iter().filter(|key| self.contains(key) == Verdict::PossiblyPresent).count() as u64
    }
}
