//! Who does what: jobs cut into chunks, shared among workers that may be slow, stuck or broken.
//!
//! Pure: what happens comes in as calls with the time in milliseconds, what is to be done goes out as [`Command`]s, and what
//! a visitor should learn as [`JobEvent`]s. The web part of the pool only carries these to and fro.
//!
//! - Workers are started when there is first something for them to do, and not more than there are chunks.
//! - A job that is cancelled is gone at once: whatever is still under way for it is dropped on arrival.
//! - A worker that does not confirm a cancellation within [`CANCEL_MS`] is terminated; what it had of other jobs is given
//!   to others.
//! - A worker that breaks down fails the job it was at; the next job gets a new worker.
//! - A worker that cannot be started, or says nothing for [`START_MS`], is not replaced before there is new work. Where it
//!   was the last hope, every job fails.

mod job;
mod slot;

use job::Job;
pub use job::JobEvent;
use slot::{Assignment, Slot, State};

use super::{Failure, FromWorker, Plan, StartTrouble, ToWorker, Work};

/// How long a worker may take to confirm a cancellation, in milliseconds. It looks for messages every 10 ms or so.
pub const CANCEL_MS: f64 = 300.0;

/// What a late confirmation is given besides, once it is missed: it may be there already, behind a busy page.
const GRACE_MS: f64 = 50.0;

/// How long a worker may take to start while the page is seen, in milliseconds: it has a few hundred kilobytes to load.
pub const START_MS: f64 = 20_000.0;

/// What a late start is given besides, once it is missed: a machine that slept, or a busy page, hears of it late.
const START_GRACE_MS: f64 = 1000.0;

/// Bits that all workers may hold together, 512 MiB: large filters are measured by fewer workers.
const MEMORY_BITS: u64 = 1 << 32;

/// A worker whose filter was larger than this, 32 MiB, is ended with the job: memory of WebAssembly never shrinks.
const RETIRE_BITS: u64 = 1 << 28;

/// One worker: a place in the pool, and how many workers had the place before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkerId {
    /// The place.
    pub slot: usize,
    /// How many workers had it before.
    pub generation: u32,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Start a worker.
    Spawn(WorkerId),
    /// Send it a message.
    Post(WorkerId, ToWorker),
    /// End it.
    Terminate(WorkerId),
}

/// Jobs and workers.
#[derive(Debug)]
pub struct Schedule {
    slots: Vec<Slot>,
    jobs: Vec<Job>,
    next_job: u64,
    paused_since: Option<f64>,
    commands: Vec<Command>,
    endings: Vec<(u64, JobEvent)>,
}

impl Schedule {
    /// A pool of at most `size` workers (at least 1), none of them started.
    #[must_use]
    pub fn new(size: usize) -> Self {
        let slots = (0..size.max(1)).map(|_| Slot::default()).collect();
        let (jobs, commands, endings) = (Vec::new(), Vec::new(), Vec::new());
        Self { slots, jobs, next_job: 0, paused_since: None, commands, endings }
    }

    /// Takes on work; the job's number.
    pub fn submit(&mut self, work: Work, now: f64) -> u64 {
        let id = self.next_job;
        self.next_job += 1;
        // What could not be started before may start now.
        self.slots.iter_mut().for_each(Slot::forgive);
        match Plan::new(work.clone()) {
            Err(failure) => self.endings.push((id, JobEvent::Failed(failure))),
            Ok(plan) => {
                let job = Job::new(id, work, plan);
                if job.is_done() {
                    self.endings.extend(job.into_results().into_iter().map(|event| (id, event)));
                } else {
                    self.jobs.push(job);
                }
            }
        }
        self.assign(now);
        id
    }

    /// Drops a job: nothing more is heard of it.
    pub fn cancel(&mut self, id: u64, now: f64) {
        self.endings.retain(|(job, _)| *job != id);
        self.end(id, now);
        self.assign(now);
    }

    /// While paused, no chunk is given out and no worker is expected to start; chunks under way are finished.
    pub fn pause(&mut self, is_paused: bool, now: f64) {
        if let (Some(since), false) = (self.paused_since, is_paused) {
            self.slots.iter_mut().for_each(|slot| slot.allow(now - since));
        }
        self.paused_since = is_paused.then(|| self.paused_since.unwrap_or(now));
        self.assign(now);
    }

    /// A worker said something. What comes from one that was ended, or belongs to no job, is dropped.
    pub fn receive(&mut self, worker: WorkerId, message: FromWorker, now: f64) {
        let Some(slot) = self.slot_mut(worker) else { return };
        match message {
            FromWorker::Ready => slot.state = State::Ready,
            FromWorker::Progress { job, chunk, phase, progress } => {
                if let Some(assignment) = slot.assignment_mut(job, chunk) {
                    assignment.progress = Some((phase, progress));
                    self.jobs.iter_mut().filter(|j| j.id == job).for_each(|j| j.is_dirty = true);
                }
            }
            FromWorker::Done { job, chunk, report } => {
                if slot.take_assignment(job, chunk) {
                    let taken = self.jobs.iter_mut().find(|j| j.id == job).map(|j| j.take_report(chunk, report));
                    if let Some(Err(failure)) = taken {
                        self.fail(job, failure, now);
                    }
                    self.finish(job, now);
                }
            }
            FromWorker::Cancelled { job } => slot.cancelling.retain(|waiting| waiting.job != job),
            FromWorker::Failed { job: Some(job), failure } => self.fail(job, failure, now),
            FromWorker::Failed { job: None, failure: Failure::Crashed { message } } => {
                return self.broken(worker, &message, now);
            }
            FromWorker::Failed { job: None, failure } => return self.broken(worker, &format!("{failure:?}"), now),
        }
        self.assign(now);
    }

    /// A worker reported an error or could not be started.
    pub fn broken(&mut self, worker: WorkerId, message: &str, now: f64) {
        let Some(slot) = self.slot_mut(worker) else { return };
        if slot.state == State::Ready {
            self.blame(worker, now, |_| Failure::Crashed { message: message.into() });
        } else {
            self.give_up(worker.slot, &StartTrouble::from_message(message), now);
        }
        self.assign(now);
    }

    /// A worker did not start. Every job fails, unless another worker is there or on its way.
    fn give_up(&mut self, place: usize, trouble: &StartTrouble, now: f64) {
        self.replace(place);
        if let Some(slot) = self.slots.get_mut(place) {
            slot.state = State::Broken;
        }
        if !self.slots.iter().any(Slot::is_manned) {
            while let Some(job) = self.jobs.first().map(|job| job.id) {
                self.fail(job, Failure::NoWorkers { trouble: trouble.clone() }, now);
            }
        }
    }

    /// What a worker sent did not fit into the page's memory.
    pub fn overflowed(&mut self, worker: WorkerId, now: f64) {
        if self.slot_mut(worker).is_some() {
            self.blame(worker, now, |job| Failure::MemoryRefused { n_bits: job.max_bits });
            self.assign(now);
        }
    }

    /// Ends a worker and fails the job that it was at.
    fn blame(&mut self, worker: WorkerId, now: f64, failure: impl FnOnce(&Job) -> Failure) {
        let at_hand = self.slot_mut(worker).and_then(|slot| slot.assigned.first()).map(|assignment| assignment.job);
        self.replace(worker.slot);
        if let Some(job) = self.jobs.iter().find(|job| Some(job.id) == at_hand) {
            let (id, failure) = (job.id, failure(job));
            self.fail(id, failure, now);
        }
    }

    /// Looks after workers that should have answered. Call it at [`Schedule::deadline`].
    pub fn tick(&mut self, now: f64) {
        for place in 0..self.slots.len() {
            let Some(slot) = self.slots.get_mut(place) else { continue };
            if self.paused_since.is_none() && slot.is_silent(now) {
                self.give_up(place, &StartTrouble::Silent, now);
            } else if slot.is_stuck(now) {
                self.replace(place);
            }
        }
        self.assign(now);
    }

    /// When [`Schedule::tick`] is next wanted, in milliseconds.
    #[must_use]
    pub fn deadline(&self) -> Option<f64> {
        self.slots.iter().filter_map(|slot| slot.deadline(self.paused_since.is_some())).min_by(f64::total_cmp)
    }

    /// What is to be done since this was last asked.
    pub fn take_commands(&mut self) -> Vec<Command> {
        core::mem::take(&mut self.commands)
    }

    /// Whether [`Schedule::take_events`] has something to tell.
    #[must_use]
    pub fn has_events(&self) -> bool {
        !self.endings.is_empty() || self.jobs.iter().any(|job| job.is_dirty)
    }

    /// What happened since this was last asked, by job: of each only the latest state, so that asking once a frame is
    /// enough. [`JobEvent::Done`] and [`JobEvent::Failed`] come last and once.
    pub fn take_events(&mut self) -> Vec<(u64, JobEvent)> {
        let mut events = core::mem::take(&mut self.endings);
        let Self { slots, jobs, .. } = self;
        for job in jobs.iter_mut().filter(|job| job.is_dirty) {
            job.is_dirty = false;
            let under_way = slots.iter().flat_map(|slot| &slot.assigned).filter(|assigned| assigned.job == job.id);
            let progress = job.progress(under_way);
            events.extend(job.snapshot().into_iter().chain([progress]).map(|event| (job.id, event)));
        }
        events
    }

    /// The slot of a worker that is still in office.
    fn slot_mut(&mut self, worker: WorkerId) -> Option<&mut Slot> {
        self.slots.get_mut(worker.slot).filter(|slot| slot.generation == worker.generation && slot.is_manned())
    }

    /// Ends a job of which all chunks are done.
    fn finish(&mut self, id: u64, now: f64) {
        let is_done = self.jobs.iter().any(|job| job.id == id && job.is_done());
        if is_done && let Some(job) = self.end(id, now) {
            self.endings.extend(job.into_results().into_iter().map(|event| (id, event)));
        }
    }

    fn fail(&mut self, id: u64, failure: Failure, now: f64) {
        if self.end(id, now).is_some() {
            self.endings.push((id, JobEvent::Failed(failure)));
        }
    }

    /// Takes a job out and tells its workers.
    fn end(&mut self, id: u64, now: f64) -> Option<Job> {
        let place = self.jobs.iter().position(|job| job.id == id)?;
        let job = self.jobs.remove(place);
        for place in 0..self.slots.len() {
            let Some(slot) = self.slots.get_mut(place) else { continue };
            if !slot.started.contains(&id) {
                continue;
            }
            slot.forget(id);
            if job.max_bits > RETIRE_BITS && slot.assigned.is_empty() {
                self.replace(place);
            } else {
                let worker = WorkerId { slot: place, generation: slot.generation };
                slot.cancelling.push(slot::Waiting::new(id, now));
                self.commands.push(Command::Post(worker, ToWorker::Cancel { job: id }));
            }
        }
        Some(job)
    }

    /// Ends the worker in a place; its chunks go back to their jobs. A new one comes when there is something to do.
    fn replace(&mut self, place: usize) {
        let Some(slot) = self.slots.get_mut(place) else { return };
        self.commands.push(Command::Terminate(WorkerId { slot: place, generation: slot.generation }));
        for Assignment { job, chunk, .. } in slot.vacate() {
            self.jobs.iter_mut().filter(|j| j.id == job).for_each(|j| j.returned.push(chunk));
        }
    }

    /// Gives chunks to workers that have none, then a second one each to begin with at once, and calls for more workers
    /// while there are chunks for them.
    fn assign(&mut self, now: f64) {
        if self.paused_since.is_some() {
            return;
        }
        for depth in 1..=2 {
            // Towards the end a second chunk would wait behind the first while others have nothing to do.
            if depth == 2 && self.jobs.iter().map(Job::waiting).sum::<u64>() <= self.slots.len() as u64 {
                break;
            }
            for place in 0..self.slots.len() {
                let takes = |slot: &Slot| slot.state == State::Ready && slot.assigned.len() < depth;
                if self.slots.get(place).is_some_and(takes) {
                    self.give(place);
                }
            }
        }
        // One that could not be started is not replaced, the next would fare no better; unless nobody is left.
        if self.slots.iter().any(|slot| slot.state == State::Broken) && self.slots.iter().any(Slot::is_manned) {
            return;
        }
        let mut starting = self.slots.iter().filter(|slot| matches!(slot.state, State::Starting { .. })).count() as u64;
        for place in 0..self.slots.len() {
            if starting >= self.wanted() {
                break;
            }
            let Some(slot) = self.slots.get_mut(place).filter(|slot| slot.state == State::Empty) else { continue };
            slot.start(now);
            starting += 1;
            self.commands.push(Command::Spawn(WorkerId { slot: place, generation: slot.generation }));
        }
    }

    /// How many more workers would get a chunk.
    fn wanted(&self) -> u64 {
        self.jobs.iter().map(|job| job.waiting().min(job.max_workers.saturating_sub(self.workers_at(job.id)))).sum()
    }

    /// How many workers have chunks of a job.
    fn workers_at(&self, id: u64) -> u64 {
        self.slots.iter().filter(|slot| slot.has(id)).count() as u64
    }

    /// Gives a worker the next chunk of the job that has the fewest under way, the newest of several.
    fn give(&mut self, place: usize) {
        let under_way = |id| self.slots.iter().flat_map(|slot| &slot.assigned).filter(|a| a.job == id).count();
        let allowed = |job: &&Job| {
            let here = self.slots.get(place).is_some_and(|slot| slot.has(job.id));
            job.waiting() > 0 && (here || self.workers_at(job.id) < job.max_workers)
        };
        let next = self.jobs.iter().filter(allowed).min_by_key(|job| (under_way(job.id), core::cmp::Reverse(job.id)));
        let Some(id) = next.map(|job| job.id) else { return };
        let live_lists: Vec<u64> = self.jobs.iter().flat_map(|job| job.work.lists()).map(super::KeyList::id).collect();
        let Some(job) = self.jobs.iter_mut().find(|job| job.id == id) else { return };
        let (Some(slot), Some(chunk)) = (self.slots.get_mut(place), job.take_chunk()) else { return };
        let worker = WorkerId { slot: place, generation: slot.generation };
        let messages = slot.introduce(job, &live_lists).into_iter().chain([ToWorker::Chunk { job: id, chunk }]);
        self.commands.extend(messages.map(|message| Command::Post(worker, message)));
        slot.assigned.push(Assignment { job: id, chunk, progress: None });
    }
}
