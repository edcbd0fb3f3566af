//! What is counted of a contender, and how long it took.

use crate::theory::interval::Observed;

/// How a contender fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// It could not take part.
    #[default]
    Absent,
    /// It holds every key.
    Built,
    /// A key found no room.
    NoRoom {
        /// How many were inserted before.
        inserted: u64,
    },
    /// No fuse filter was found for the keys.
    Unsolved,
}

/// What was counted: the same for the same contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContestTally {
    /// How it fared.
    pub fate: Fate,
    /// Its memory with all keys in it, in bits.
    pub n_bits: u64,
    /// Inserted keys that were asked.
    pub members: u64,
    /// Of these, how many were denied.
    pub false_negatives: u64,
    /// Absent keys that were asked.
    pub probes: u64,
    /// Of these, how many were reported as possibly present.
    pub false_positives: u64,
    /// Inserted keys of which the cache lines of a query were counted.
    pub traced: u64,
    /// Cache lines of all these queries.
    pub cache_lines: u64,
    /// How many different keys it thinks there are, if counting is what it does.
    pub estimated: u64,
}

impl ContestTally {
    /// The measured rate with its interval; nothing was tried where it does not answer.
    #[must_use]
    pub const fn observed(&self) -> Observed {
        Observed { hits: self.false_positives, trials: self.probes }
    }

    /// Cache lines of a query for an inserted key, on average.
    #[must_use]
    pub fn lines_per_query(&self) -> Option<f64> {
        (self.traced > 0).then(|| self.cache_lines as f64 / self.traced as f64)
    }
}

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Putting a key in.
    Insert,
    /// Asking for a key that is in.
    Hit,
    /// Asking for one that is not.
    Miss,
}

/// Operations and the time they took together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lap {
    /// How many.
    pub operations: u64,
    /// How long, in nanoseconds.
    pub nanos: u64,
}

impl Lap {
    /// Nanoseconds an operation; none before there is anything to divide.
    #[must_use]
    pub fn each(&self) -> Option<f64> {
        (self.operations > 0 && self.nanos > 0).then(|| self.nanos as f64 / self.operations as f64)
    }
}

/// How long the operations of one contender took on one machine. No part of what is counted: it differs from run to run, and
/// it is empty where nobody brought a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Laps {
    /// Insertions.
    pub insert: Lap,
    /// Queries for keys that are in.
    pub hit: Lap,
    /// Queries for keys that are not.
    pub miss: Lap,
}

impl Laps {
    /// The lap of an operation.
    #[must_use]
    pub const fn of(&self, operation: Operation) -> Lap {
        match operation {
            Operation::Insert => self.insert,
            Operation::Hit => self.hit,
            Operation::Miss => self.miss,
        }
    }

    pub(super) const fn add(&mut self, operation: Operation, operations: u64, nanos: u64) {
        let lap = match operation {
            Operation::Insert => &mut self.insert,
            Operation::Hit => &mut self.hit,
            Operation::Miss => &mut self.miss,
        };
        lap.operations = lap.operations.saturating_add(operations);
        lap.nanos = lap.nanos.saturating_add(nanos);
    }
}
