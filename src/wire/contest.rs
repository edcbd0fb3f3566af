//! The encoded forms of a contest and of what came out of it.

use serde::{Deserialize, Serialize};

use super::WireError;
use super::parts::{Hash, KeySource, at, hash, place, places};
use crate::experiment as core;

/// A contest.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Contest {
    n: u64,
    goal: Goal,
    hash: Hash,
    source: KeySource,
    seed: u64,
    n_probes: u64,
}

#[derive(Debug, Serialize, Deserialize)]
enum Goal {
    Rate(f64),
    Memory(u64),
}

impl From<&core::Contest> for Contest {
    fn from(contest: &core::Contest) -> Self {
        Self {
            n: contest.n,
            goal: match contest.goal {
                core::Goal::Rate(rate) => Goal::Rate(rate),
                core::Goal::Memory(n_bits) => Goal::Memory(n_bits),
            },
            hash: places(contest.hash),
            source: (&contest.source).into(),
            seed: contest.seed,
            n_probes: contest.n_probes,
        }
    }
}

impl Contest {
    pub(super) fn restore(self) -> Result<core::Contest, WireError> {
        Ok(core::Contest {
            n: self.n,
            goal: match self.goal {
                Goal::Rate(rate) => core::Goal::Rate(rate),
                Goal::Memory(n_bits) => core::Goal::Memory(n_bits),
            },
            hash: hash(self.hash)?,
            source: self.source.into(),
            seed: self.seed,
            n_probes: self.n_probes,
        })
    }
}

/// The contender's place; how it fared; what was counted, in the order of the fields; operations and nanoseconds of each lap.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Tally(u8, Fate, [u64; 8], [(u64, u64); 3]);

#[derive(Debug, Serialize, Deserialize)]
enum Fate {
    Absent,
    Built,
    NoRoom(u64),
    Unsolved,
}

impl Tally {
    pub(super) fn new(contender: core::Contender, tally: &core::ContestTally, laps: &core::Laps) -> Self {
        let fate = match tally.fate {
            core::Fate::Absent => Fate::Absent,
            core::Fate::Built => Fate::Built,
            core::Fate::NoRoom { inserted } => Fate::NoRoom(inserted),
            core::Fate::Unsolved => Fate::Unsolved,
        };
        let counted = [
            tally.n_bits,
            tally.members,
            tally.false_negatives,
            tally.probes,
            tally.false_positives,
            tally.traced,
            tally.cache_lines,
            tally.estimated,
        ];
        let laps = [laps.insert, laps.hit, laps.miss].map(|lap| (lap.operations, lap.nanos));
        Self(place(&core::Contender::ALL, contender), fate, counted, laps)
    }

    pub(super) fn restore(self) -> Result<core::ChunkReport, WireError> {
        let Self(contender, fate, counted, laps) = self;
        let [n_bits, members, false_negatives, probes, false_positives, traced, cache_lines, estimated] = counted;
        let fate = match fate {
            Fate::Absent => core::Fate::Absent,
            Fate::Built => core::Fate::Built,
            Fate::NoRoom(inserted) => core::Fate::NoRoom { inserted },
            Fate::Unsolved => core::Fate::Unsolved,
        };
        let tally = core::ContestTally {
            fate,
            n_bits,
            members,
            false_negatives,
            probes,
            false_positives,
            traced,
            cache_lines,
            estimated,
        };
        let [insert, hit, miss] = laps.map(|(operations, nanos)| core::Lap { operations, nanos });
        let laps = core::Laps { insert, hit, miss };
        Ok(core::ChunkReport::Contender(at(&core::Contender::ALL, contender)?, tally, laps))
    }
}
