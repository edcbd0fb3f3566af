//! Filters: a bit array and the structures over it.

pub mod contrast;

mod bits;
mod blocked;
mod bloom;
mod cache;
mod counting;
mod cuckoo;
mod family;
mod fuse;
mod kernel;
mod packed;
mod pairs;
mod partitioned;
mod scalable;
mod spec_error;

pub use bits::{BitArray, MAX_ALLOCATED_BITS, MemoryRefused, WordsRejected};
pub use blocked::{
    Blocked, BlockedInsertion, BlockedSpec, DEFAULT_BLOCK_BITS, LEAST_BLOCK_BITS, MOST_BLOCK_BITS, Place,
};
pub use bloom::{Bloom, BloomSpec};
pub use cache::{CACHE_LINE_BITS, cache_lines};
pub use counting::{
    CellChange, Counting, CountingSpec, DEFAULT_COUNTER_BITS, LEAST_COUNTER_BITS, MOST_COUNTER_BITS, NotPresent,
};
pub use cuckoo::{
    Cuckoo, CuckooAddress, CuckooInsertion, CuckooPlacement, CuckooRemoval, CuckooSpec, CuckooTrace, Kick, MAX_KICKS,
};
pub use family::{AnyFilter, AnySpec, BuildError, Inserted, Refusal, Removed, Variant, VariantError, VariantSpec};
pub use fuse::{Fuse, FuseBuilt, FuseError, FuseSpec, FuseTrace, MAX_ATTEMPTS};
pub use pairs::{PairError, SpecField};
pub use partitioned::{Partitioned, PartitionedSpec};
pub use scalable::{
    Asked, DEFAULT_EXPANSION, DEFAULT_TIGHTENING_PERMILLE, MOST_EXPANSION, Scalable, ScalableInsertion, ScalableSpec,
    SubFilter,
};
pub use spec_error::SpecError;

/// What every filter can do, whatever it is made of: the part that experiments, comparisons and simulators are written
/// against, as a type parameter. What only some can do (delete, grow, list ones) belongs to the type itself.
///
/// The two rules that make a structure a filter: `contains` answers [`Verdict::PossiblyPresent`] for every key whose
/// insertion succeeded and that was not removed since; and neither operation keeps the key.
pub trait Filter {
    /// What an insertion tells: how many bits it changed, where a fingerprint went, that there was no room, …
    type Report;

    /// Adds a key.
    fn insert(&mut self, key: &[u8]) -> Self::Report;

    /// Whether the key may have been added.
    fn contains(&self, key: &[u8]) -> Verdict;

    /// The memory that the filter's own table takes, in bits.
    fn n_bits(&self) -> u64;

    /// How many insertions succeeded; a key given twice counts twice.
    fn len(&self) -> u64;

    /// Whether nothing was inserted.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A filter's answer to "is this key in the set?".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The key was never inserted: certain.
    DefinitelyAbsent,
    /// The key was inserted, or other keys lit all its bits: not certain.
    PossiblyPresent,
}
