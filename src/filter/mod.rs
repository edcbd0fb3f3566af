//! Filters: a bit array and the structures over it.

mod bits;
mod bloom;

pub use bits::{BitArray, MAX_ALLOCATED_BITS, MemoryRefused};
pub use bloom::{Bloom, BloomSpec};

/// A filter's answer to "is this key in the set?".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The key was never inserted: certain.
    DefinitelyAbsent,
    /// The key was inserted, or other keys lit all its bits: not certain.
    PossiblyPresent,
}
