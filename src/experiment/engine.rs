//! A worker's mind: takes messages, works in steps, says what came out. The worker binary only gives it time and carries
//! its messages.

use std::collections::VecDeque;

use super::work::{FilterCache, Plan, Run, Step};
use super::{Failure, FromWorker, KeyList, ToWorker};

/// The state of one worker.
#[derive(Debug, Default)]
pub struct Engine {
    lists: Vec<KeyList>,
    jobs: Vec<(u64, Plan)>,
    queue: VecDeque<(u64, u64)>,
    current: Option<(u64, u64, Run)>,
    cache: FilterCache,
}

impl Engine {
    /// A list that is kept, by its fingerprint.
    #[must_use]
    pub fn list(&self, id: u64) -> Option<&KeyList> {
        self.lists.iter().find(|list| list.id() == id)
    }

    /// Takes a message; the answer, if it wants one at once.
    pub fn receive(&mut self, message: ToWorker) -> Option<FromWorker> {
        match message {
            ToWorker::Keep(list) => {
                if self.list(list.id()).is_none() {
                    self.lists.push(list);
                }
            }
            ToWorker::Forget(id) => self.lists.retain(|list| list.id() != id),
            ToWorker::Start { job, work } => match Plan::new(work) {
                Ok(plan) => self.jobs.push((job, plan)),
                Err(failure) => return Some(FromWorker::Failed { job: Some(job), failure }),
            },
            ToWorker::Chunk { job, chunk } => self.queue.push_back((job, chunk)),
            ToWorker::Cancel { job } => {
                self.drop_job(job);
                return Some(FromWorker::Cancelled { job });
            }
        }
        None
    }

    /// Whether there is nothing to do until the next message.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.current.is_none() && self.queue.is_empty()
    }

    /// Inserts and probes up to `budget` keys of the chunk at hand; `None` when idle.
    pub fn step(&mut self, budget: u64) -> Option<FromWorker> {
        let (job, chunk, mut run) = if let Some(current) = self.current.take() {
            current
        } else {
            let (job, chunk) = self.queue.pop_front()?;
            match self.start(job, chunk) {
                Ok(run) => (job, chunk, run),
                Err(failure) => return Some(self.fail(job, failure)),
            }
        };
        match run.step(budget, &mut self.cache) {
            Ok(Step::Finished(report)) => Some(FromWorker::Done { job, chunk, report }),
            Ok(Step::Working(phase, progress)) => {
                self.current = Some((job, chunk, run));
                Some(FromWorker::Progress { job, chunk, phase, progress })
            }
            Err(failure) => Some(self.fail(job, failure)),
        }
    }

    /// The last step took so many nanoseconds, for work that is timed: the engine has no clock of its own.
    pub const fn took(&mut self, nanos: u64) {
        if let Some((_, _, run)) = &mut self.current {
            run.took(nanos);
        }
    }

    fn start(&mut self, job: u64, chunk: u64) -> Result<Run, Failure> {
        let plan = self.jobs.iter().find(|(id, _)| *id == job).map(|(_, plan)| plan).ok_or(Failure::Protocol)?;
        plan.start(chunk, &mut self.cache)
    }

    fn fail(&mut self, job: u64, failure: Failure) -> FromWorker {
        self.drop_job(job);
        FromWorker::Failed { job: Some(job), failure }
    }

    /// Forgets a job. The cached filter goes with the last one: it may be large, and a visitor who looks at something else
    /// should not pay for it.
    fn drop_job(&mut self, job: u64) {
        self.jobs.retain(|(id, _)| *id != job);
        self.queue.retain(|(id, _)| *id != job);
        self.current.take_if(|(id, _, _)| *id == job);
        if self.jobs.is_empty() {
            self.cache.clear();
        }
    }
}
