//! Any filter of the family as one type.

use super::{AnySpec, Variant, VariantSpec};
use crate::filter::{
    BitArray, Blocked, BlockedInsertion, Bloom, CellChange, Counting, Cuckoo, CuckooInsertion, CuckooPlacement,
    CuckooRemoval, Filter, Fuse, FuseError, MemoryRefused, Partitioned, Scalable, ScalableInsertion, SpecError,
    Verdict,
};
use crate::hash::KeyBuffer;

/// A filter of any kind, chosen when the program runs.
///
/// ```
/// use bloomscope::filter::{AnyFilter, AnySpec, Variant, Verdict};
/// use bloomscope::hash::{HashSpec, KeyBuffer};
///
/// let keys: KeyBuffer = (0..1000).map(|i| format!("user:{i}")).collect();
/// for variant in Variant::ALL {
///     let filter = AnyFilter::build(AnySpec::for_rate(variant, 1000, 0.01, HashSpec::default())?, &keys)?;
///     assert_eq!(filter.contains(b"user:42"), Verdict::PossiblyPresent);
///     assert!((1e-4..0.0106).contains(&filter.theoretical_rate(1000)), "{variant}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum AnyFilter {
    /// A Bloom filter.
    Bloom(Bloom),
    /// A counting one.
    Counting(Counting),
    /// A partitioned one.
    Partitioned(Partitioned),
    /// A blocked one.
    Blocked(Blocked),
    /// A scalable one.
    Scalable(Scalable),
    /// A cuckoo filter.
    Cuckoo(Cuckoo),
    /// A fuse filter.
    Fuse(Fuse),
}

/// What an insertion did, in the words of the structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// So many bits were 0 before.
    Bits {
        /// How many.
        newly_set: u32,
    },
    /// Counters were raised.
    Counters(Vec<CellChange>),
    /// Bits of one block were set.
    Block(BlockedInsertion),
    /// It went to a sub-filter, or was skipped.
    SubFilter(ScalableInsertion),
    /// A fingerprint was stored.
    Fingerprint(CuckooInsertion),
}

/// What a removal did, in the words of the structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Removed {
    /// Counters were lowered.
    Counters(Vec<CellChange>),
    /// A fingerprint was taken out.
    Fingerprint {
        /// Of this bucket.
        bucket: u64,
        /// Of this slot in it.
        slot: u32,
    },
}

/// Why an operation was not done. The filter is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No room was found for a fingerprint; with what was tried.
    Full(CuckooInsertion),
    /// The structure is built from all keys at once and takes no more.
    BuiltAtOnce,
    /// There is no memory to grow.
    Memory(MemoryRefused),
    /// The structure cannot remove a key.
    CannotDelete,
    /// The key is certainly not there.
    NotPresent,
}

/// Why there is no such filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BuildError {
    /// The numbers do not go together.
    Spec(SpecError),
    /// There is no memory.
    Memory(MemoryRefused),
    /// No solution was found for a fuse filter.
    Unsolved,
    /// A key found no room.
    Full {
        /// How many were inserted before.
        inserted: u64,
    },
}

impl core::fmt::Display for BuildError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Spec(error) => error.fmt(f),
            Self::Memory(refused) => refused.fmt(f),
            Self::Unsolved => write!(f, "no fuse filter was found for these keys"),
            Self::Full { inserted } => write!(f, "no room after {inserted} keys"),
        }
    }
}

impl core::error::Error for BuildError {}

impl From<MemoryRefused> for BuildError {
    fn from(refused: MemoryRefused) -> Self {
        Self::Memory(refused)
    }
}

impl AnyFilter {
    /// An empty filter of a variant with these numbers. An empty fuse filter stays empty.
    ///
    /// # Errors
    /// Numbers that are not offered together, or no memory.
    pub fn try_new(spec: &VariantSpec) -> Result<Self, BuildError> {
        Self::build(spec.resolve().map_err(BuildError::Spec)?, &KeyBuffer::new())
    }

    /// The filter of these keys: how a fuse filter comes to be at all, and the others as by inserting one after the other.
    ///
    /// # Errors
    /// No memory, a key for which there is no room, or no solution for a fuse filter.
    pub fn build(spec: AnySpec, keys: &KeyBuffer) -> Result<Self, BuildError> {
        let mut filter = match spec {
            AnySpec::Bloom(spec) => {
                let mut bloom = Bloom::try_new(spec)?;
                bloom.insert_all(keys);
                return Ok(Self::Bloom(bloom));
            }
            AnySpec::Fuse(spec) => {
                return Fuse::build(spec, keys).map(Self::Fuse).map_err(|error| match error {
                    FuseError::Memory(refused) => BuildError::Memory(refused),
                    FuseError::Unsolved { .. } => BuildError::Unsolved,
                });
            }
            AnySpec::Counting(spec) => Self::Counting(Counting::try_new(spec)?),
            AnySpec::Partitioned(spec) => Self::Partitioned(Partitioned::try_new(spec)?),
            AnySpec::Blocked(spec) => Self::Blocked(Blocked::try_new(spec)?),
            AnySpec::Scalable(spec) => Self::Scalable(Scalable::try_new(spec)?),
            AnySpec::Cuckoo(spec) => Self::Cuckoo(Cuckoo::try_new(spec)?),
        };
        for (inserted, key) in (0..).zip(keys.iter()) {
            filter.insert(key).map_err(|refusal| match refusal {
                Refusal::Memory(refused) => BuildError::Memory(refused),
                _ => BuildError::Full { inserted },
            })?;
        }
        Ok(filter)
    }

    /// The spec it was made from.
    #[must_use]
    pub const fn spec(&self) -> AnySpec {
        match self {
            Self::Bloom(filter) => AnySpec::Bloom(filter.spec()),
            Self::Counting(filter) => AnySpec::Counting(filter.spec()),
            Self::Partitioned(filter) => AnySpec::Partitioned(filter.spec()),
            Self::Blocked(filter) => AnySpec::Blocked(filter.spec()),
            Self::Scalable(filter) => AnySpec::Scalable(filter.spec()),
            Self::Cuckoo(filter) => AnySpec::Cuckoo(filter.spec()),
            Self::Fuse(filter) => AnySpec::Fuse(filter.spec()),
        }
    }

    /// Which structure it is.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.spec().variant()
    }

    /// Adds a key.
    ///
    /// # Errors
    /// [`Refusal::Full`], [`Refusal::BuiltAtOnce`] or [`Refusal::Memory`].
    pub fn insert(&mut self, key: &[u8]) -> Result<Inserted, Refusal> {
        match self {
            Self::Bloom(filter) => Ok(Inserted::Bits { newly_set: filter.insert(key) }),
            Self::Counting(filter) => Ok(Inserted::Counters(filter.insert(key))),
            Self::Partitioned(filter) => Ok(Inserted::Bits { newly_set: filter.insert(key) }),
            Self::Blocked(filter) => Ok(Inserted::Block(filter.insert(key))),
            Self::Scalable(filter) => filter.insert(key).map(Inserted::SubFilter).map_err(Refusal::Memory),
            Self::Cuckoo(filter) => {
                let report = filter.insert(key);
                match report.outcome {
                    CuckooPlacement::Stored { .. } => Ok(Inserted::Fingerprint(report)),
                    CuckooPlacement::Full => Err(Refusal::Full(report)),
                }
            }
            Self::Fuse(_) => Err(Refusal::BuiltAtOnce),
        }
    }

    /// Removes a key; only one that was inserted may be, which no filter can check.
    ///
    /// # Errors
    /// [`Refusal::CannotDelete`] or [`Refusal::NotPresent`].
    pub fn remove(&mut self, key: &[u8]) -> Result<Removed, Refusal> {
        match self {
            Self::Counting(filter) => filter.remove(key).map(Removed::Counters).map_err(|_| Refusal::NotPresent),
            Self::Cuckoo(filter) => match filter.remove(key) {
                CuckooRemoval::Removed { bucket, slot } => Ok(Removed::Fingerprint { bucket, slot }),
                CuckooRemoval::NotPresent => Err(Refusal::NotPresent),
            },
            _ => Err(Refusal::CannotDelete),
        }
    }

    /// Whether the key may have been inserted.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> Verdict {
        match self {
            Self::Bloom(filter) => filter.contains(key),
            Self::Counting(filter) => filter.contains(key),
            Self::Partitioned(filter) => filter.contains(key),
            Self::Blocked(filter) => filter.contains(key),
            Self::Scalable(filter) => filter.contains(key),
            Self::Cuckoo(filter) => filter.contains(key),
            Self::Fuse(filter) => filter.contains(key),
        }
    }

    /// The memory that the table takes, in bits.
    #[must_use]
    pub fn n_bits(&self) -> u64 {
        match self {
            Self::Bloom(filter) => filter.bits().n_bits(),
            Self::Counting(filter) => filter.n_bits(),
            Self::Partitioned(filter) => filter.n_bits(),
            Self::Blocked(filter) => filter.n_bits(),
            Self::Scalable(filter) => filter.n_bits(),
            Self::Cuckoo(filter) => filter.n_bits(),
            Self::Fuse(filter) => filter.n_bits(),
        }
    }

    /// How many keys it holds, as the structure counts them.
    #[must_use]
    pub fn len(&self) -> u64 {
        match self {
            Self::Bloom(filter) => filter.len(),
            Self::Counting(filter) => filter.len(),
            Self::Partitioned(filter) => filter.len(),
            Self::Blocked(filter) => filter.len(),
            Self::Scalable(filter) => filter.len(),
            Self::Cuckoo(filter) => filter.len(),
            Self::Fuse(filter) => filter.len(),
        }
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What there is to draw: a bit for each cell, 1 where it is in use – bits, counters above 0, slots with a fingerprint.
    /// One array for each sub-filter of a scalable filter; none for a fuse filter, of which no cell is free.
    #[must_use]
    pub fn occupancy(&self) -> Vec<&BitArray> {
        match self {
            Self::Bloom(filter) => vec![filter.bits()],
            Self::Counting(filter) => vec![filter.occupied()],
            Self::Partitioned(filter) => vec![filter.bits()],
            Self::Blocked(filter) => vec![filter.bits()],
            Self::Scalable(filter) => filter.bits().collect(),
            Self::Cuckoo(filter) => vec![filter.occupancy()],
            Self::Fuse(_) => Vec::new(),
        }
    }

    /// The rate that theory gives a filter of this spec with `n` different keys; a scalable one would have grown for them, and
    /// a cuckoo filter takes no more than it has slots.
    #[must_use]
    pub fn theoretical_rate(&self, n: u64) -> f64 {
        self.spec().theoretical_rate(n)
    }
}

impl Filter for AnyFilter {
    /// What it did, or why it did not.
    type Report = Result<Inserted, Refusal>;

    fn insert(&mut self, key: &[u8]) -> Self::Report {
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
