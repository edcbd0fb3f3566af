//! The encoded forms of messages, work and reports.

use serde::{Deserialize, Serialize};

use super::WireError;
use super::contest::{Contest, Tally};
use super::parts::{BloomSpec, FilterSpec, Find, KeySource, SweepSpec};
use crate::experiment as core;
use crate::filter as f;

/// From the page; a list's keys are in the body.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToWorker {
    Keep,
    Forget(u64),
    Start { job: u64, work: Work },
    Chunk { job: u64, chunk: u64 },
    Cancel { job: u64 },
}

impl From<&core::ToWorker> for ToWorker {
    fn from(message: &core::ToWorker) -> Self {
        match *message {
            core::ToWorker::Keep(_) => Self::Keep,
            core::ToWorker::Forget(id) => Self::Forget(id),
            core::ToWorker::Start { job, ref work } => Self::Start { job, work: work.into() },
            core::ToWorker::Chunk { job, chunk } => Self::Chunk { job, chunk },
            core::ToWorker::Cancel { job } => Self::Cancel { job },
        }
    }
}

/// What to do.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Work {
    Sweep(SweepSpec),
    Large { filter: FilterSpec, keys: ProbeKeys, n_probes: u64 },
    Build(FilterSpec),
    Contest(Contest),
}

/// A generator with seed and first index, or a list by its fingerprint.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ProbeKeys {
    Generated(KeySource, u64, u64),
    Listed(u64),
}

impl From<&core::Work> for Work {
    fn from(work: &core::Work) -> Self {
        match work {
            core::Work::Sweep(spec) => Self::Sweep(spec.into()),
            core::Work::Large(spec) => {
                let keys = match &spec.keys {
                    core::ProbeKeys::Generated { source, seed, from } => {
                        ProbeKeys::Generated(source.into(), *seed, *from)
                    }
                    core::ProbeKeys::Listed(list) => ProbeKeys::Listed(list.id()),
                };
                Self::Large { filter: (&spec.filter).into(), keys, n_probes: spec.n_probes }
            }
            core::Work::Build(spec) => Self::Build(spec.into()),
            core::Work::Contest(contest) => Self::Contest(contest.into()),
        }
    }
}

impl Work {
    pub(super) fn restore(self, find: &Find<'_>) -> Result<core::Work, WireError> {
        Ok(match self {
            Self::Sweep(spec) => core::Work::Sweep(spec.restore(find)?),
            Self::Large { filter, keys, n_probes } => {
                let keys = match keys {
                    ProbeKeys::Generated(source, seed, from) => {
                        core::ProbeKeys::Generated { source: source.into(), seed, from }
                    }
                    ProbeKeys::Listed(id) => core::ProbeKeys::Listed(find(id)?),
                };
                core::Work::Large(core::LargeSpec { filter: filter.restore(find)?, keys, n_probes })
            }
            Self::Build(spec) => core::Work::Build(spec.restore(find)?),
            Self::Contest(contest) => core::Work::Contest(contest.restore()?),
        })
    }
}

/// From a worker; a filter's words are in the body.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum FromWorker {
    Ready,
    Progress { job: u64, chunk: u64, building: bool, done: u64, total: u64 },
    Done { job: u64, chunk: u64, report: Report },
    Cancelled { job: u64 },
    Failed { job: Option<u64>, failure: Failure },
}

/// Point, hits, probes, filters, ones of each; hits, probes, members, ones, len; spec and len.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    Points(Vec<(u32, [u64; 4])>),
    Large([u64; 5]),
    Filter(BloomSpec, u64),
    Contender(Tally),
}

/// Why not.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Failure {
    MemoryRefused(u64),
    BadFilter(u64, u32),
    TooManyPoints(u64, u64),
    TooFewKeys(u64, u64),
    Protocol,
    Crashed(String),
    NoWorkers(String),
    NotLoaded,
    Silent,
}

impl From<&core::FromWorker> for FromWorker {
    fn from(message: &core::FromWorker) -> Self {
        match *message {
            core::FromWorker::Ready => Self::Ready,
            core::FromWorker::Progress { job, chunk, phase, progress: core::Progress { done, total } } => {
                Self::Progress { job, chunk, building: phase == core::Phase::Building, done, total }
            }
            core::FromWorker::Done { job, chunk, ref report } => Self::Done { job, chunk, report: report.into() },
            core::FromWorker::Cancelled { job } => Self::Cancelled { job },
            core::FromWorker::Failed { job, ref failure } => Self::Failed { job, failure: failure.into() },
        }
    }
}

impl From<&core::ChunkReport> for Report {
    fn from(report: &core::ChunkReport) -> Self {
        match report {
            core::ChunkReport::Points(points) => Self::Points(
                points.iter().map(|&(point, t)| (point as u32, [t.hits, t.probes, t.filters, t.ones])).collect(),
            ),
            core::ChunkReport::Large(t) => Self::Large([t.hits, t.probes, t.members, t.ones, t.len]),
            core::ChunkReport::Filter(bloom) => Self::Filter(bloom.spec().into(), bloom.len()),
            core::ChunkReport::Contender(contender, tally, laps) => {
                Self::Contender(Tally::new(*contender, tally, laps))
            }
        }
    }
}

impl From<&core::Failure> for Failure {
    fn from(failure: &core::Failure) -> Self {
        match failure {
            core::Failure::MemoryRefused { n_bits } => Self::MemoryRefused(*n_bits),
            core::Failure::BadFilter { n_bits, n_hashes } => Self::BadFilter(*n_bits, *n_hashes),
            core::Failure::TooManyPoints { points, max } => Self::TooManyPoints(*points, *max),
            core::Failure::TooFewKeys { have, need } => Self::TooFewKeys(*have, *need),
            core::Failure::Protocol => Self::Protocol,
            core::Failure::Crashed { message } => Self::Crashed(message.clone()),
            core::Failure::NoWorkers { trouble: core::StartTrouble::Said(message) } => Self::NoWorkers(message.clone()),
            core::Failure::NoWorkers { trouble: core::StartTrouble::NotLoaded } => Self::NotLoaded,
            core::Failure::NoWorkers { trouble: core::StartTrouble::Silent } => Self::Silent,
        }
    }
}

impl From<Failure> for core::Failure {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::MemoryRefused(n_bits) => Self::MemoryRefused { n_bits },
            Failure::BadFilter(n_bits, n_hashes) => Self::BadFilter { n_bits, n_hashes },
            Failure::TooManyPoints(points, max) => Self::TooManyPoints { points, max },
            Failure::TooFewKeys(have, need) => Self::TooFewKeys { have, need },
            Failure::Protocol => Self::Protocol,
            Failure::Crashed(message) => Self::Crashed { message },
            Failure::NoWorkers(message) => Self::NoWorkers { trouble: core::StartTrouble::Said(message) },
            Failure::NotLoaded => Self::NoWorkers { trouble: core::StartTrouble::NotLoaded },
            Failure::Silent => Self::NoWorkers { trouble: core::StartTrouble::Silent },
        }
    }
}

impl FromWorker {
    /// `filter` makes a filter of a spec, a length and the body's words.
    pub(super) fn restore(
        self,
        filter: impl FnOnce(f::BloomSpec, u64) -> Option<f::Bloom>,
    ) -> Result<core::FromWorker, WireError> {
        Ok(match self {
            Self::Ready => core::FromWorker::Ready,
            Self::Progress { job, chunk, building, done, total } => {
                let phase = if building { core::Phase::Building } else { core::Phase::Measuring };
                core::FromWorker::Progress { job, chunk, phase, progress: core::Progress { done, total } }
            }
            Self::Done { job, chunk, report } => {
                let report = match report {
                    Report::Contender(tally) => tally.restore()?,
                    Report::Points(points) => core::ChunkReport::Points(points.into_iter().map(point).collect()),
                    Report::Large([hits, probes, members, ones, len]) => {
                        core::ChunkReport::Large(core::LargeTally { hits, probes, members, ones, len })
                    }
                    Report::Filter(spec, len) => {
                        core::ChunkReport::Filter(filter(spec.restore()?, len).ok_or(WireError::Body)?)
                    }
                };
                core::FromWorker::Done { job, chunk, report }
            }
            Self::Cancelled { job } => core::FromWorker::Cancelled { job },
            Self::Failed { job, failure } => core::FromWorker::Failed { job, failure: failure.into() },
        })
    }
}

fn point((point, [hits, probes, filters, ones]): (u32, [u64; 4])) -> (usize, core::PointTally) {
    (point as usize, core::PointTally { hits, probes, filters, ones })
}
