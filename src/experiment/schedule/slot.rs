//! A place for a worker, and what the worker in it has been told.

use super::super::{Phase, Progress, ToWorker};
use super::job::Job;
use super::{CANCEL_MS, GRACE_MS, START_GRACE_MS, START_MS};

/// Whether there is a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum State {
    /// No.
    #[default]
    Empty,
    /// It is loading; by then it should say so.
    Starting { until: f64, is_in_grace: bool },
    /// Yes.
    Ready,
    /// It could not be started; not tried again until there is new work.
    Broken,
}

/// A chunk that a worker has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    pub(super) job: u64,
    pub(super) chunk: u64,
    /// What the worker last said about it.
    pub(super) progress: Option<(Phase, Progress)>,
}

/// A cancellation that is not confirmed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub(super) job: u64,
    until: f64,
    is_in_grace: bool,
}

impl Waiting {
    pub(super) fn new(job: u64, now: f64) -> Self {
        Self { job, until: now + CANCEL_MS, is_in_grace: false }
    }
}

/// The place.
#[derive(Debug, Default)]
pub(super) struct Slot {
    pub(super) state: State,
    pub(super) generation: u32,
    /// In the order in which the worker does them.
    pub(super) assigned: Vec<Assignment>,
    /// Jobs that the worker knows.
    pub(super) started: Vec<u64>,
    /// Lists that it has.
    kept: Vec<u64>,
    pub(super) cancelling: Vec<Waiting>,
}

impl Slot {
    /// Whether there is a worker, loaded or not.
    pub(super) fn is_manned(&self) -> bool {
        matches!(self.state, State::Starting { .. } | State::Ready)
    }

    /// Whether the worker has a chunk of the job.
    pub(super) fn has(&self, job: u64) -> bool {
        self.assigned.iter().any(|assignment| assignment.job == job)
    }

    pub(super) fn assignment_mut(&mut self, job: u64, chunk: u64) -> Option<&mut Assignment> {
        self.assigned.iter_mut().find(|assignment| assignment.job == job && assignment.chunk == chunk)
    }

    /// Removes an assignment, if there is one.
    pub(super) fn take_assignment(&mut self, job: u64, chunk: u64) -> bool {
        let before = self.assigned.len();
        self.assigned.retain(|assignment| assignment.job != job || assignment.chunk != chunk);
        self.assigned.len() < before
    }

    /// What the worker must hear before a chunk of this job: which lists it may drop, which it needs, what the job is.
    pub(super) fn introduce(&mut self, job: &Job, live_lists: &[u64]) -> Vec<ToWorker> {
        if self.started.contains(&job.id) {
            return Vec::new();
        }
        self.started.push(job.id);
        let (kept, dropped) = self.kept.iter().partition(|id| live_lists.contains(id));
        self.kept = kept;
        let dropped: Vec<u64> = dropped;
        let mut messages: Vec<_> = dropped.into_iter().map(ToWorker::Forget).collect();
        for list in job.work.lists() {
            if !self.kept.contains(&list.id()) {
                self.kept.push(list.id());
                messages.push(ToWorker::Keep(list.clone()));
            }
        }
        messages.push(ToWorker::Start { job: job.id, work: job.work.clone() });
        messages
    }

    /// Nothing of this job is expected any more.
    pub(super) fn forget(&mut self, job: u64) {
        self.started.retain(|&id| id != job);
        self.assigned.retain(|assignment| assignment.job != job);
    }

    /// The place is free for a new worker; the chunks of the old one.
    pub(super) fn vacate(&mut self) -> Vec<Assignment> {
        let old = core::mem::take(self);
        self.generation = old.generation.wrapping_add(1);
        old.assigned
    }

    /// A worker is on its way.
    pub(super) fn start(&mut self, now: f64) {
        self.state = State::Starting { until: now + START_MS, is_in_grace: false };
    }

    /// Whether it should have started and did not, through the grace time as well.
    pub(super) fn is_silent(&mut self, now: f64) -> bool {
        match &mut self.state {
            State::Starting { until, is_in_grace } if now >= *until => {
                *until = now + START_GRACE_MS;
                core::mem::replace(is_in_grace, true)
            }
            _ => false,
        }
    }

    /// Time in which the page was hidden, and a worker may have been kept waiting, does not count.
    pub(super) fn allow(&mut self, more: f64) {
        if let State::Starting { until, .. } = &mut self.state {
            *until += more;
        }
    }

    /// Lets a place where a worker could not be started be tried again.
    pub(super) fn forgive(&mut self) {
        if self.state == State::Broken {
            self.state = State::Empty;
        }
    }

    /// Whether a confirmation is overdue and stayed so through the grace time, which begins when it is first missed.
    pub(super) fn is_stuck(&mut self, now: f64) -> bool {
        let mut is_stuck = false;
        for waiting in self.cancelling.iter_mut().filter(|waiting| now >= waiting.until) {
            is_stuck |= waiting.is_in_grace;
            waiting.is_in_grace = true;
            waiting.until = now + GRACE_MS;
        }
        is_stuck
    }

    /// When something must have been heard.
    pub(super) fn deadline(&self, is_paused: bool) -> Option<f64> {
        match self.state {
            State::Starting { .. } if is_paused => None,
            State::Starting { until, .. } => Some(until),
            State::Ready => self.cancelling.iter().map(|waiting| waiting.until).min_by(f64::total_cmp),
            State::Empty | State::Broken => None,
        }
    }
}
