//! A job: its work, which chunks are given out, what came back.

use super::super::{
    ChunkReport, Contender, ContestTally, Failure, Laps, LargeTally, Outcome, Phase, Plan, PointTally, Progress, Work,
};
use super::MEMORY_BITS;
use super::slot::Assignment;
use crate::filter::Bloom;

/// What a job has to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobEvent {
    /// How far it has got: keys inserted while building, else a share of the whole measurement.
    Progress(Phase, Progress),
    /// Everything that a sweep saw so far, by point.
    Points(Vec<PointTally>),
    /// Everything that a large run saw so far.
    Large(LargeTally),
    /// The filter that was built.
    Filter(Bloom),
    /// The contenders that are through so far.
    Contenders(Vec<(Contender, ContestTally, Laps)>),
    /// It is over, and complete.
    Done,
    /// It is over, and not complete.
    Failed(Failure),
}

#[derive(Debug)]
pub(super) struct Job {
    pub(super) id: u64,
    pub(super) work: Work,
    pub(super) max_bits: u64,
    /// How many workers may hold filters of this size at a time.
    pub(super) max_workers: u64,
    /// Chunks that a worker had and did not finish.
    pub(super) returned: Vec<u64>,
    /// Whether there is something new to tell.
    pub(super) is_dirty: bool,
    plan: Plan,
    outcome: Outcome,
    next_chunk: u64,
    done_chunks: u64,
    done_cost: u64,
    total_cost: u64,
}

impl Job {
    pub(super) fn new(id: u64, work: Work, plan: Plan) -> Self {
        Self {
            id,
            max_bits: work.max_bits(),
            max_workers: (MEMORY_BITS / work.held_bits().max(1)).clamp(1, work.max_workers()),
            work,
            returned: Vec::new(),
            is_dirty: false,
            outcome: plan.outcome(),
            next_chunk: 0,
            done_chunks: 0,
            done_cost: 0,
            total_cost: (0..plan.n_chunks()).fold(0, |sum: u64, chunk| sum.saturating_add(plan.cost(chunk))),
            plan,
        }
    }

    /// Chunks that nobody has.
    pub(super) fn waiting(&self) -> u64 {
        self.plan.n_chunks() - self.next_chunk + self.returned.len() as u64
    }

    pub(super) fn is_done(&self) -> bool {
        self.done_chunks >= self.plan.n_chunks()
    }

    pub(super) fn take_chunk(&mut self) -> Option<u64> {
        self.returned.pop().or_else(|| {
            let chunk = self.next_chunk;
            (chunk < self.plan.n_chunks()).then(|| {
                self.next_chunk += 1;
                chunk
            })
        })
    }

    pub(super) fn take_report(&mut self, chunk: u64, report: ChunkReport) -> Result<(), Failure> {
        self.outcome.add(report)?;
        self.done_chunks += 1;
        self.done_cost = self.done_cost.saturating_add(self.plan.cost(chunk));
        self.is_dirty = true;
        Ok(())
    }

    /// Done chunks and the done part of those under way; or, before the first of them measures, the building.
    pub(super) fn progress<'a>(&self, under_way: impl Iterator<Item = &'a Assignment>) -> JobEvent {
        let mut done = self.done_cost;
        let mut building: Option<Progress> = None;
        let mut is_measuring = self.done_chunks > 0;
        for assignment in under_way {
            match assignment.progress {
                Some((Phase::Measuring, progress)) => {
                    is_measuring = true;
                    let part = u128::from(self.plan.cost(assignment.chunk)) * u128::from(progress.done);
                    done = done.saturating_add((part / u128::from(progress.total.max(1))) as u64);
                }
                Some((Phase::Building, progress)) if building.is_none_or(|most| most.done < progress.done) => {
                    building = Some(progress);
                }
                _ => {}
            }
        }
        match building {
            Some(progress) if !is_measuring => JobEvent::Progress(Phase::Building, progress),
            _ => JobEvent::Progress(Phase::Measuring, Progress { done, total: self.total_cost }),
        }
    }

    /// What was seen so far.
    pub(super) fn snapshot(&self) -> Option<JobEvent> {
        match &self.outcome {
            Outcome::Points(points) if self.done_chunks > 0 => Some(JobEvent::Points(points.clone())),
            Outcome::Large(tally) if self.done_chunks > 0 => Some(JobEvent::Large(*tally)),
            Outcome::Contenders(all) if self.done_chunks > 0 => Some(JobEvent::Contenders(all.clone())),
            _ => None,
        }
    }

    /// The last events of a job that is done.
    pub(super) fn into_results(self) -> Vec<JobEvent> {
        let result = match self.outcome {
            Outcome::Points(points) => Some(JobEvent::Points(points)),
            Outcome::Large(tally) => Some(JobEvent::Large(tally)),
            Outcome::Filter(bloom) => bloom.map(JobEvent::Filter),
            Outcome::Contenders(all) => Some(JobEvent::Contenders(all)),
        };
        let all = Progress { done: self.total_cost, total: self.total_cost };
        result.into_iter().chain([JobEvent::Progress(Phase::Measuring, all), JobEvent::Done]).collect()
    }
}
