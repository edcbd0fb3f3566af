//! The Bloom filter (Bloom 1970).
//!
//! Idea: m bits and k positions a key. Insertion sets the k bits; a query that finds one of them 0 knows that the key was
//! never inserted.
//!
//! Cost: one digest and k memory accesses to insert, at most k to query (about two when half the bits are 1 and the key
//! is absent). Memory: m bits, whatever the keys' length; no key is kept.
//!
//! Guarantee: a key that was inserted is never reported absent, because no operation clears a bit, except two:
//! [`Bloom::clear`], which clears them all, and [`Bloom::clear_key`], which is there to show what it breaks.
//! Price: other keys may have set all k bits of a key that was not. With the best k that happens to a share p of absent
//! keys when there are log₂(1/p)/ln 2 bits a key: 9.59 for 1 %, and 4.79 more for each further factor of ten.
//!
//! Parameters: m in bits, at least 1; k, at least 1; how keys become positions (see [`crate::hash`]).

use super::spec_error::{check_bits, check_target};
use super::{BitArray, Filter, MemoryRefused, SpecError, Verdict, WordsRejected, kernel};
use crate::hash::{HashSpec, KeyBuffer, Prober};
use crate::theory::sizing::{bits_for, hashes_for};

/// A Bloom filter.
///
/// ```
/// use bloomscope::filter::{Bloom, BloomSpec, Verdict};
/// use bloomscope::hash::{HashSpec, KeyBuffer};
///
/// // 10,000 keys at 9.59 bits a key and k = 7: one absent key in a hundred is let through.
/// let spec = BloomSpec { n_bits: 95_851, n_hashes: 7, hash: HashSpec::default() };
/// let mut filter = Bloom::try_new(spec)?;
/// filter.insert_all(&(0..10_000).map(|i| format!("user:{i}")).collect());
///
/// assert_eq!(filter.contains(b"user:42"), Verdict::PossiblyPresent);
/// let bits_per_key = filter.bits().n_bits() as f64 / filter.len() as f64;
/// assert!((bits_per_key - 9.59).abs() < 0.01);
/// assert!((filter.bits().fill_ratio() - 0.518).abs() < 0.01); // 1 − e^(−kn/m)
///
/// let absent: KeyBuffer = (0..100_000).map(|i| format!("nobody:{i}")).collect();
/// let measured_fpr = filter.count_present(&absent) as f64 / 1e5;
/// assert!((measured_fpr - 0.01).abs() < 0.002, "{measured_fpr}");
/// # Ok::<(), bloomscope::filter::MemoryRefused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bloom {
    bits: BitArray,
    prober: Prober,
    len: u64,
}

/// What fixes a Bloom filter's behaviour: two filters of one spec given the same keys hold the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BloomSpec {
    /// m, at least 1 (0 is taken for 1).
    pub n_bits: u64,
    /// k, at least 1 (0 is taken for 1).
    pub n_hashes: u32,
    /// How keys become positions.
    pub hash: HashSpec,
}

impl BloomSpec {
    /// The usual sizing: m = ⌈−n ln p/(ln 2)²⌉ and k = round((m/n) ln 2), at least 1.
    ///
    /// # Errors
    /// No keys, a rate outside (0, 1), or more bits than are ever allocated.
    pub fn for_rate(n: u64, p: f64, hash: HashSpec) -> Result<Self, SpecError> {
        check_target(n, p)?;
        Self::for_memory(n, bits_for(n, p), hash)
    }

    /// All of these bits, with the best k for `n` keys.
    ///
    /// # Errors
    /// No keys, no bits, or more than are ever allocated.
    pub fn for_memory(n: u64, n_bits: u64, hash: HashSpec) -> Result<Self, SpecError> {
        if n == 0 {
            return Err(SpecError::ZeroCapacity);
        }
        let n_bits = check_bits(n_bits, 1)?;
        Ok(Self { n_bits, n_hashes: hashes_for(n_bits, n), hash })
    }

    fn prober(&self) -> Prober {
        Prober::new(self.hash, self.n_bits, self.n_hashes)
    }
}

impl Bloom {
    /// An empty filter.
    ///
    /// # Errors
    /// [`MemoryRefused`] when the bits cannot be had: more than [`super::MAX_ALLOCATED_BITS`], or the system refuses.
    pub fn try_new(spec: BloomSpec) -> Result<Self, MemoryRefused> {
        let prober = spec.prober();
        Ok(Self { bits: BitArray::try_new(prober.n_bits())?, prober, len: 0 })
    }

    /// The filter that `len` insertions left with these words: how one built by a worker reaches the page.
    ///
    /// # Errors
    /// [`WordsRejected`] where the words are not those of `spec.n_bits` bits.
    pub fn from_parts(spec: BloomSpec, words: Vec<u64>, len: u64) -> Result<Self, WordsRejected> {
        let prober = spec.prober();
        Ok(Self { bits: BitArray::from_words(words, prober.n_bits())?, prober, len })
    }

    /// What [`Bloom::from_parts`] takes: the spec, the words and the number of insertions.
    #[must_use]
    pub fn into_parts(self) -> (BloomSpec, Vec<u64>, u64) {
        (self.spec(), self.bits.into_words(), self.len)
    }

    /// The filter with these bits, which are as many as the spec says.
    pub(super) fn of_bits(spec: BloomSpec, bits: BitArray, len: u64) -> Self {
        Self { bits, prober: spec.prober(), len }
    }

    /// The spec it was made from.
    #[must_use]
    pub const fn spec(&self) -> BloomSpec {
        let prober = &self.prober;
        BloomSpec { n_bits: prober.n_bits(), n_hashes: prober.n_hashes(), hash: prober.spec() }
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

    /// Forgets every key, keeping the memory.
    pub fn clear(&mut self) {
        self.bits.clear();
        self.len = 0;
    }

    /// Deletion as it is often attempted, and as it must not be done: clears the key's bits, and returns those that were 1,
    /// in probe order.
    ///
    /// **This ends the filter's guarantee.** Any other key that shares one of these bits is from now on reported absent,
    /// although it was inserted. The number of insertions stays as it was. A filter that can delete is a
    /// [`Counting`](super::Counting) or a [`Cuckoo`](super::Cuckoo) one.
    ///
    /// ```
    /// use bloomscope::filter::{Bloom, BloomSpec, Verdict};
    /// use bloomscope::hash::HashSpec;
    ///
    /// let mut filter = Bloom::try_new(BloomSpec { n_bits: 64, n_hashes: 3, hash: HashSpec::default() })?;
    /// let keys: Vec<String> = (0..20).map(|i| format!("user:{i}")).collect();
    /// keys.iter().for_each(|key| _ = filter.insert(key.as_bytes()));
    /// assert_eq!(filter.clear_key(b"user:0").len(), 3);
    /// let lost = keys.iter().filter(|key| filter.contains(key.as_bytes()) == Verdict::DefinitelyAbsent);
    /// assert!(lost.count() > 1); // user:0, and others with it
    /// # Ok::<(), bloomscope::filter::MemoryRefused>(())
    /// ```
    pub fn clear_key(&mut self, key: &[u8]) -> Vec<u64> {
        let bits = &mut self.bits;
        self.prober.probes(key).map(|probe| probe.index).filter(|&index| bits.unset(index)).collect()
    }

    /// Sets the key's bits; returns how many of them were 0 before (0: the key was possibly present already). `on_new` is
    /// called with each of those, in probe order.
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

    /// Sets the key's bits; returns how many of them were 0 before (0: the key was possibly present already).
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

    /// Inserts every key: the same as [`Bloom::insert`] for each in turn, but faster, since several are in flight at once.
    pub fn insert_all(&mut self, keys: &KeyBuffer) {
        if kernel::insert_all(&mut self.bits, &self.prober, keys) {
            self.len += keys.len() as u64;
        } else {
            keys.iter().for_each(|key| _ = self.insert(key));
        }
    }

    /// How many of the keys are possibly present: the same as counting [`Bloom::contains`], but faster.
    #[must_use]
    pub fn count_present(&self, keys: &KeyBuffer) -> u64 {
        kernel::count_present(&self.bits, &self.prober, keys)
            .unwrap_or_else(|| keys.iter().filter(|key| self.contains(key) == Verdict::PossiblyPresent).count() as u64)
    }
}

impl Filter for Bloom {
    /// How many of the key's bits were 0 before.
    type Report = u32;

    fn insert(&mut self, key: &[u8]) -> u32 {
        self.insert(key)
    }

    fn contains(&self, key: &[u8]) -> Verdict {
        self.contains(key)
    }

    fn n_bits(&self) -> u64 {
        self.bits.n_bits()
    }

    fn len(&self) -> u64 {
        self.len
    }
}
