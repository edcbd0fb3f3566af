//! What each structure can do, whatever the numbers.

use crate::experiment::Contender;

/// What it can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// Whether a key can be taken out.
    pub deletes: bool,
    /// Whether it takes more keys than it was made for and keeps its rate.
    pub grows: bool,
    /// Whether two of a kind can be made one without their keys.
    pub merges: bool,
    /// What it has to know before the first key.
    pub needs: Needs,
}

/// What has to be known beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// How many keys there will be.
    Count,
    /// The range of the numbers.
    Range,
    /// All keys.
    Keys,
}

impl Abilities {
    /// Of a structure.
    #[must_use]
    pub const fn of(contender: Contender) -> Self {
        let (deletes, grows, merges, needs) = match contender {
            Contender::Bloom | Contender::Partitioned | Contender::Blocked => (false, false, true, Needs::Count),
            Contender::Counting => (true, false, true, Needs::Count),
            Contender::Scalable => (false, true, false, Needs::Nothing),
            Contender::Cuckoo => (true, false, false, Needs::Count),
            Contender::Fuse => (false, false, false, Needs::Keys),
            Contender::HashSet => (true, true, true, Needs::Nothing),
            Contender::IdBitmap => (true, false, true, Needs::Range),
            Contender::SortedArray => (false, false, true, Needs::Keys),
            Contender::HyperLogLog => (false, true, true, Needs::Nothing),
        };
        Self { deletes, grows, merges, needs }
    }
}
