//! The cuckoo filter (Fan, Andersen, Kaminsky & Mitzenmacher 2014).
//!
//! Idea: a table of buckets in which each key leaves a fingerprint of f bits, in one of two buckets. The second is the first
//! xor a hash of the fingerprint, so a fingerprint can move to its other bucket though its key is gone (partial-key cuckoo
//! hashing). When both buckets of a new key are full, some fingerprint there is kicked out to its other bucket, may have to
//! kick another, and so on.
//!
//! Cost: one digest and two buckets to query or remove; the same to insert, and as many more as there are kicks: hardly
//! any until the table is three quarters full, hundreds near the end. Memory: f bits a slot, f/α a key at load factor α.
//!
//! Guarantee: a key whose insertion succeeded is found until it is removed, as long as only keys are removed that were
//! inserted and not removed since. The filter cannot check that: removing another key takes away whatever fingerprint it
//! finds, and the key that this belonged to is then denied. An insertion that runs out of kicks is refused and undone: the
//! table is exactly as it was. One key can be inserted at most 2b times, for its copies share two buckets.
//! Price: absent keys are let through at the rate 1 − (1 − 1/(2^f − 1))^{2bα}, below 2b/(2^f − 1): with b = 4 and f = 12
//! below 0.2 %, at 12.6 bits a key where 95 % of the slots are used.
//!
//! Parameters: f from 4 to 32 bits, and not too narrow for the table (see [`crate::theory::cuckoo`]); b = 1, 2, 4 or 8 slots
//! a bucket; a power of two of buckets; the most kicks an insertion may take (500); a seed for the choice of victims; how
//! keys become numbers.

mod report;
mod spec;

pub use report::{CuckooInsertion, CuckooPlacement, CuckooRemoval, CuckooTrace, Kick};
pub use spec::{CuckooAddress, CuckooSpec, MAX_KICKS};

use super::packed::PackedArray;
use super::{BitArray, Filter, MemoryRefused, Verdict, WordsRejected};
use crate::hash::KeyBuffer;
use crate::rng::{SplitMix64, stream};

/// A cuckoo filter.
///
/// ```
/// use bloomscope::filter::{Cuckoo, CuckooPlacement, CuckooSpec, Verdict};
/// use bloomscope::hash::{HashSpec, KeyBuffer};
///
/// // 1,024 buckets of four slots of 12 bits, 95 % of them used.
/// let mut filter = Cuckoo::try_new(CuckooSpec::new(1024, 4, 12, HashSpec::default())?)?;
/// for i in 0..3891 {
///     let report = filter.insert(format!("user:{i}").as_bytes());
///     assert!(matches!(report.outcome, CuckooPlacement::Stored { .. }));
/// }
/// assert_eq!(filter.contains(b"user:42"), Verdict::PossiblyPresent);
/// let bits_per_key = filter.n_bits() as f64 / filter.len() as f64;
/// assert!((bits_per_key - 12.63).abs() < 0.01);
///
/// let absent: KeyBuffer = (0..100_000).map(|i| format!("nobody:{i}")).collect();
/// let measured_fpr = filter.count_present(&absent) as f64 / 1e5;
/// assert!((measured_fpr - 0.00185).abs() < 0.0007, "{measured_fpr}");
///
/// filter.remove(b"user:42");
/// assert_eq!(filter.contains(b"user:42"), Verdict::DefinitelyAbsent);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuckoo {
    spec: CuckooSpec,
    table: PackedArray,
    used: BitArray, // which slots are not 0: derived, for pictures; no part of the filter's own memory
}

impl Cuckoo {
    /// An empty filter.
    ///
    /// # Errors
    /// [`MemoryRefused`] when the system refuses.
    pub fn try_new(spec: CuckooSpec) -> Result<Self, MemoryRefused> {
        let table = PackedArray::try_new(spec.n_slots(), spec.fingerprint_bits())?;
        Ok(Self { spec, table, used: BitArray::try_new(spec.n_slots())? })
    }

    /// The filter whose packed slots are `words`: how one built by a worker reaches the page.
    ///
    /// # Errors
    /// [`WordsRejected`] where the words are not those of `spec.n_bits()` bits, or the memory for them is refused.
    pub fn from_parts(spec: CuckooSpec, words: Vec<u64>) -> Result<Self, WordsRejected> {
        let table = PackedArray::from_words(words, spec.n_slots(), spec.fingerprint_bits())?;
        let too_many = |refused: MemoryRefused| WordsRejected::TooManyBits { n_bits: refused.n_bits };
        let mut used = BitArray::try_new(spec.n_slots()).map_err(too_many)?;
        for index in (0..spec.n_slots()).filter(|&index| table.get(index) != 0) {
            used.set(index);
        }
        Ok(Self { spec, table, used })
    }

    /// What [`Cuckoo::from_parts`] takes.
    #[must_use]
    pub fn into_parts(self) -> (CuckooSpec, Vec<u64>) {
        (self.spec, self.table.into_words())
    }

    /// The spec it was made from.
    #[must_use]
    pub const fn spec(&self) -> CuckooSpec {
        self.spec
    }

    /// The table's memory, in bits: slots times f.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.table.n_bits()
    }

    /// How many fingerprints there are: insertions that succeeded, less removals.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.used.ones()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The share of slots that are used, from 0 to 1.
    #[must_use]
    pub fn load_factor(&self) -> f64 {
        self.used.fill_ratio()
    }

    /// Which slots are used: slot s of bucket i is bit i·b + s. Always up to date.
    #[must_use]
    pub const fn occupancy(&self) -> &BitArray {
        &self.used
    }

    /// The fingerprint in slot `index` of the whole table (slot s of bucket i is i·b + s); `None` when it is free or there is
    /// no such slot.
    #[must_use]
    pub fn slot(&self, index: u64) -> Option<u32> {
        Some(self.table.get(index)).filter(|&fingerprint| fingerprint != 0 && index < self.table.len())
    }

    /// Stores the key's fingerprint, moving others where both buckets are full. A key given twice is stored twice.
    pub fn insert(&mut self, key: &[u8]) -> CuckooInsertion {
        let address = self.spec.address(key);
        let mut kicks = Vec::new();
        let outcome = self.place(&address, &mut kicks);
        if outcome == CuckooPlacement::Full {
            for kick in kicks.iter().rev() {
                self.table.replace(self.index(kick.from_bucket, kick.slot), kick.fingerprint);
            }
        }
        CuckooInsertion { address, kicks, outcome }
    }

    /// Inserts every key in turn; returns how many were refused.
    pub fn insert_all(&mut self, keys: &KeyBuffer) -> u64 {
        keys.iter().filter(|key| self.insert(key).outcome == CuckooPlacement::Full).count() as u64
    }

    /// Whether the key may have been inserted.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> Verdict {
        match self.find(&self.spec.address(key)) {
            Some(_) => Verdict::PossiblyPresent,
            None => Verdict::DefinitelyAbsent,
        }
    }

    /// How many of the keys are possibly present.
    #[must_use]
    pub fn count_present(&self, keys: &KeyBuffer) -> u64 {
        keys.iter().filter(|key| self.contains(key) == Verdict::PossiblyPresent).count() as u64
    }

    /// What a query for `key` looks at and finds.
    #[must_use]
    pub fn trace(&self, key: &[u8]) -> CuckooTrace {
        let address = self.spec.address(key);
        let contents = |bucket| {
            (0..self.spec.bucket_size()).map(|slot| self.table.get(self.index(bucket, slot))).collect::<Vec<_>>()
        };
        let (first, second) = (contents(address.first_bucket), contents(address.second_bucket));
        CuckooTrace { address, first, second, matched: self.find(&address) }
    }

    /// Takes out one fingerprint equal to the key's.
    ///
    /// Right only for a key that was inserted and not removed since: then whichever equal fingerprint goes, as many remain as
    /// there are keys. For any other key the filter cannot tell, and what it removes may be the only trace of a key that it
    /// will deny from then on.
    pub fn remove(&mut self, key: &[u8]) -> CuckooRemoval {
        let Some((bucket, slot)) = self.find(&self.spec.address(key)) else { return CuckooRemoval::NotPresent };
        let index = self.index(bucket, slot);
        self.table.replace(index, 0);
        self.used.unset(index);
        CuckooRemoval::Removed { bucket, slot }
    }

    /// The first of `candidates` that cannot be told from `key`, though it is another: removing it removes `key`. Costs one
    /// digest a candidate; one in about 2^f·buckets/2 is such.
    pub fn find_double<K: AsRef<[u8]>>(&self, key: &[u8], candidates: impl IntoIterator<Item = K>) -> Option<K> {
        let address = self.spec.address(key);
        candidates.into_iter().find(|candidate| {
            let candidate = candidate.as_ref();
            candidate != key && self.spec.address(candidate).is_alike(&address)
        })
    }

    /// Forgets every key, keeping the memory.
    pub fn clear(&mut self) {
        self.table.clear();
        self.used.clear();
    }

    /// Stores a fingerprint, or leaves the last one kicked without a slot.
    fn place(&mut self, address: &CuckooAddress, kicks: &mut Vec<Kick>) -> CuckooPlacement {
        let CuckooAddress { mut fingerprint, first_bucket, second_bucket } = *address;
        for bucket in [first_bucket, second_bucket] {
            if let Some(stored) = self.try_put(bucket, fingerprint) {
                return stored;
            }
        }
        let mut rng = SplitMix64::new(stream(self.spec.seed(), self.len()));
        let mut bucket = if rng.below(2) == 0 { first_bucket } else { second_bucket };
        for _ in 0..self.spec.max_kicks() {
            let slot = rng.below(u64::from(self.spec.bucket_size())) as u32;
            let from_bucket = bucket;
            fingerprint = self.table.replace(self.index(bucket, slot), fingerprint);
            bucket = self.spec.other_bucket(bucket, fingerprint);
            kicks.push(Kick { from_bucket, slot, fingerprint, to_bucket: bucket });
            if let Some(stored) = self.try_put(bucket, fingerprint) {
                return stored;
            }
        }
        CuckooPlacement::Full
    }

    /// Puts a fingerprint into the first free slot of a bucket, if there is one.
    fn try_put(&mut self, bucket: u64, fingerprint: u32) -> Option<CuckooPlacement> {
        let slot = (0..self.spec.bucket_size()).find(|&slot| self.table.get(self.index(bucket, slot)) == 0)?;
        let index = self.index(bucket, slot);
        self.table.replace(index, fingerprint);
        self.used.set(index);
        Some(CuckooPlacement::Stored { bucket, slot })
    }

    /// The first slot that holds the address's fingerprint, as (bucket, slot).
    fn find(&self, address: &CuckooAddress) -> Option<(u64, u32)> {
        [address.first_bucket, address.second_bucket].into_iter().find_map(|bucket| {
            let mut slots = 0..self.spec.bucket_size();
            slots
                .find(|&slot| self.table.get(self.index(bucket, slot)) == address.fingerprint)
                .map(|slot| (bucket, slot))
        })
    }

    /// The place of a bucket's slot in the whole table.
    const fn index(&self, bucket: u64, slot: u32) -> u64 {
        bucket * self.spec.bucket_size() as u64 + slot as u64
    }
}

impl Filter for Cuckoo {
    type Report = CuckooInsertion;

    fn insert(&mut self, key: &[u8]) -> CuckooInsertion {
        self.insert(key)
    }

    fn contains(&self, key: &[u8]) -> Verdict {
        self.contains(key)
    }

    fn n_bits(&self) -> u64 {
        self.n_bits()
    }

    fn len(&self) -> u64 {
        self.len()
    }
}
