//! Ways to live with deletions, run side by side: the same keys go into each, the same keys are deleted, the same are asked.
//!
//! A set of n keys is inserted. Then, round after round, some live keys (drawn by the seed) are deleted and as many or other
//! numbers of new ones inserted, one after the other in turn. At the end of every round each way is asked for every live
//! key, for every key deleted so far, and for keys that never were.
//!
//! What may go wrong, and is counted: a live key that is denied (false negative); a deleted key that is still possibly present
//! (stale); a key that never was and is possibly present (false positive). What it costs: memory in bits, the most of it
//! at any time, and keys hashed.
//!
//! Every structure is made for the most keys that live at one time, or for as many as is asked, by its own sizing for the same
//! rate.

mod run;
mod spec;
mod ways;

pub use run::DeletionRun;
pub use spec::{DeletionField, DeletionInput, DeletionIssue, DeletionSpec};

use crate::theory::interval::Observed;

/// What is done about a deletion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Nothing: the deleted key stays possibly present.
    Nothing,
    /// The key's bits are cleared, as must not be done: other keys lose theirs.
    ClearBits,
    /// Nothing until every so many operations, when a new filter is built from the live keys and takes the old one's place.
    Rebuild,
    /// A counting Bloom filter, four bits a counter.
    Counting,
    /// A cuckoo filter, four slots a bucket.
    Cuckoo,
    /// An exact list of deleted keys, asked after the filter.
    Tombstones,
    /// An exact list of absent keys that were found to be answered wrongly, asked after the filter: what a blacklist's
    /// whitelist is. It learns from every wrong “possibly present” that the truth behind the filter corrects.
    Corrections,
}

impl Way {
    /// All of them: what must not be done first, then the ways out.
    pub const ALL: [Self; 7] = [
        Self::Nothing,
        Self::ClearBits,
        Self::Rebuild,
        Self::Counting,
        Self::Cuckoo,
        Self::Tombstones,
        Self::Corrections,
    ];

    /// A name for files and tests.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::ClearBits => "clear-bits",
            Self::Rebuild => "rebuild",
            Self::Counting => "counting",
            Self::Cuckoo => "cuckoo",
            Self::Tombstones => "tombstones",
            Self::Corrections => "corrections",
        }
    }

    /// Whether a live key is never denied, as long as all found room.
    #[must_use]
    pub const fn keeps_the_guarantee(self) -> bool {
        !matches!(self, Self::ClearBits)
    }
}

/// How one way stands at the end of a round. What it cost is counted from the start on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WayTally {
    /// Live keys asked, and how many were denied.
    pub denied: Observed,
    /// Deleted keys asked, and how many were possibly present.
    pub stale: Observed,
    /// Keys that never were, and how many were possibly present.
    pub false_positives: Observed,
    /// Memory now, in bits.
    pub n_bits: u64,
    /// The most memory at any time so far, in bits: a rebuild holds two filters until it is done.
    pub peak_bits: u64,
    /// Keys hashed to insert and to delete so far, by a cuckoo filter also fingerprints hashed to move them. Queries are not
    /// in it.
    pub hashed: u64,
    /// How many operations ago the oldest deletion was that is not yet taken into account; 0 where all are.
    pub stale_for: u64,
    /// Rebuilds so far.
    pub rebuilds: u64,
    /// Counters that stand at their maximum, where they stay.
    pub saturated: u64,
    /// Keys for which there was no room so far, and which are therefore denied.
    pub refused: u64,
}

/// The end of a round; round 0 is before the first deletion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundTally {
    /// Keys that live.
    pub live: u64,
    /// Keys deleted so far.
    pub deleted: u64,
    /// Each way, in the order of [`Way::ALL`].
    pub ways: [WayTally; Way::ALL.len()],
}

impl RoundTally {
    /// One way.
    #[must_use]
    pub fn of(&self, way: Way) -> WayTally {
        let index = Way::ALL.iter().position(|&other| other == way);
        index.and_then(|index| self.ways.get(index)).copied().unwrap_or_default()
    }
}
