//! Key generators, trials and sweeps, the observed filter of the Lab.
//!
//! Measurement is work that is cut into chunks, each independent of the others and fixed by the spec and its number. Results
//! are integers that are added up, so they are the same for the same seed, however many workers share the chunks and in
//! whatever order they finish.

mod build;
mod contents;
mod contest;
mod deletion;
mod design;
mod edits;
mod engine;
mod failure;
mod family;
mod lab;
mod large;
mod list;
mod message;
mod pairs;
mod plan;
pub mod schedule;
mod shuffle;
mod source;
mod source_text;
mod sweep;
mod trial;
mod words;
mod work;

pub use build::{BuildRun, FilterSpec};
pub use contents::{Contents, Generated, OwnList};
pub use contest::{
    Blueprint, CONTEST_PROBES, Contender, Contest, ContestRun, ContestTally, Design, Fate, Goal, Hindrance, Lap, Laps,
    MAX_CONTEST_KEYS, Operation,
};
pub use deletion::{DeletionField, DeletionInput, DeletionIssue, DeletionRun, DeletionSpec, RoundTally, Way, WayTally};
pub use design::probes_per_filter;
pub use edits::Edit;
pub use engine::Engine;
pub use failure::{Failure, StartTrouble};
pub use family::{Change, Done, FamilyBuild, FamilyLab};
pub use lab::{INDEXED_KEYS, Kept, Lab, ON_DEMAND_KEYS, Provenance, Synced};
pub use large::{LargeSpec, LargeTally, ProbeKeys, ProbeRun};
pub use list::{KeyList, Members};
pub use message::{FromWorker, ToWorker};
pub use pairs::{Combined, Counted, Pair, PairField, PairInput, PairIssue, PairSpec, Refused, Side};
pub use source::KeySource;
pub use source_text::{MAX_COUNT, MAX_PREFIX_BYTES, SourceError};
pub use sweep::{Axis, HashRule, MAX_POINTS, PointTally, SweepKeys, SweepSpec};
pub use trial::ChunkRun;
pub use work::{ChunkReport, FilterCache, Outcome, Phase, Plan, Run, Step, Work, run_to_end};

/// Keys that are made and used at a time: the scratch buffer stays in the processor's cache.
const BLOCK: u64 = 512;

/// How far work has got, in keys inserted or probed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Done.
    pub done: u64,
    /// In all.
    pub total: u64,
}
