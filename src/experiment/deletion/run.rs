//! The run, as a value that is stepped.

use super::ways::Worker;
use super::{DeletionSpec, RoundTally, Way};
use crate::experiment::{BLOCK, Progress};
use crate::filter::BuildError;
use crate::hash::KeyBuffer;
use crate::rng::{SplitMix64, stream};
use crate::theory::interval::Observed;

/// The stream of the seed from which deletions are drawn; keys have theirs from their source.
const DRAWS: u64 = 0xde1e;

/// A run of all ways.
#[derive(Debug)]
pub struct DeletionRun {
    spec: DeletionSpec,
    workers: Vec<Worker>,
    rng: SplitMix64,
    /// The indices of the keys that live and of those that were deleted.
    live: Vec<u64>,
    deleted: Vec<u64>,
    /// The index of the next new key.
    next: u64,
    /// Operations since the last rebuild.
    since_rebuild: u64,
    phase: Phase,
    /// How much of the phase is done.
    at: u64,
    done: u64,
    tally: RoundTally,
    rounds: Vec<RoundTally>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Load,
    Change,
    AskLive,
    AskDeleted,
    AskAbsent,
    Over,
}

impl DeletionRun {
    /// Before the first key.
    ///
    /// # Errors
    /// [`BuildError`] where there is no memory.
    pub fn new(spec: DeletionSpec) -> Result<Self, BuildError> {
        let workers = Way::ALL.into_iter().map(|way| Worker::new(way, &spec)).collect::<Result<_, _>>()?;
        let rng = SplitMix64::new(stream(spec.input().seed, DRAWS));
        Ok(Self {
            spec,
            workers,
            rng,
            live: Vec::new(),
            deleted: Vec::new(),
            next: 0,
            since_rebuild: 0,
            phase: Phase::Load,
            at: 0,
            done: 0,
            tally: RoundTally::default(),
            rounds: Vec::new(),
        })
    }

    /// Does about `budget` more keys, at least one block, and one rebuild at the most beyond them.
    ///
    /// # Errors
    /// [`BuildError`] where there is no memory for a second filter.
    pub fn step(&mut self, budget: u64) -> Result<Progress, BuildError> {
        let end = self.done.saturating_add(budget.max(1));
        while self.done < end && !self.is_over() {
            let n = BLOCK.min(self.length() - self.at);
            match self.phase {
                Phase::Load => (0..n).for_each(|_| self.insert()),
                Phase::Change => self.change(n)?,
                _ => self.ask(n),
            }
            self.at += n;
            self.done += n;
            while !self.is_over() && self.at >= self.length() {
                self.end_phase();
            }
        }
        Ok(self.progress())
    }

    /// How far it has got, in keys inserted, deleted and asked.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        Progress { done: self.done, total: self.spec.cost() }
    }

    /// Whether every round is done.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// What is run.
    #[must_use]
    pub const fn spec(&self) -> &DeletionSpec {
        &self.spec
    }

    /// The rounds that are done, from round 0.
    #[must_use]
    pub fn report(&self) -> &[RoundTally] {
        &self.rounds
    }

    fn length(&self) -> u64 {
        let input = self.spec.input();
        match self.phase {
            Phase::Load => input.n,
            Phase::Change => input.deletions + input.insertions,
            Phase::AskLive => self.live.len() as u64,
            Phase::AskDeleted => self.deleted.len() as u64,
            Phase::AskAbsent => input.n_probes,
            Phase::Over => 0,
        }
    }

    fn end_phase(&mut self) {
        self.at = 0;
        self.phase = match self.phase {
            Phase::Load | Phase::Change => Phase::AskLive,
            Phase::AskLive => Phase::AskDeleted,
            Phase::AskDeleted => Phase::AskAbsent,
            Phase::AskAbsent | Phase::Over => {
                self.end_round();
                if self.rounds.len() as u64 > self.spec.input().rounds { Phase::Over } else { Phase::Change }
            }
        };
    }

    fn end_round(&mut self) {
        let mut tally = core::mem::take(&mut self.tally);
        tally.live = self.live.len() as u64;
        tally.deleted = self.deleted.len() as u64;
        for (way, worker) in tally.ways.iter_mut().zip(&self.workers) {
            let (denied, stale, false_positives) = (way.denied, way.stale, way.false_positives);
            *way = super::WayTally { denied, stale, false_positives, ..worker.cost() };
        }
        self.rounds.push(tally);
    }

    fn insert(&mut self) {
        let key = self.key(self.next);
        self.workers.iter_mut().for_each(|worker| worker.insert(&key));
        self.live.push(self.next);
        self.next += 1;
    }

    /// Deletions and insertions in turn, spread evenly over the round. At a tie it is a deletion's turn, so that no more keys
    /// live than the structures are made for.
    fn change(&mut self, n: u64) -> Result<(), BuildError> {
        let (deletions, insertions) = (self.spec.input().deletions, self.spec.input().insertions);
        for at in self.at..self.at + n {
            // Deletions among the first t of all operations: ⌈t·d/(d+a)⌉.
            let before = |t: u64| (t * deletions).div_ceil(deletions + insertions);
            if before(at + 1) > before(at) {
                self.delete();
            } else {
                self.insert();
            }
            self.since_rebuild += 1;
            if self.since_rebuild >= self.spec.input().rebuild_every {
                self.rebuild()?;
            }
        }
        Ok(())
    }

    fn delete(&mut self) {
        let drawn = self.rng.below(self.live.len() as u64) as usize;
        if drawn < self.live.len() {
            let index = self.live.swap_remove(drawn);
            let key = self.key(index);
            self.workers.iter_mut().for_each(|worker| worker.delete(&key));
            self.deleted.push(index);
        }
    }

    fn rebuild(&mut self) -> Result<(), BuildError> {
        let (input, mut keys) = (self.spec.input(), KeyBuffer::new());
        for &index in &self.live {
            keys.push_with(|out| input.source.write_key(input.seed, index, out));
        }
        self.since_rebuild = 0;
        self.workers.iter_mut().try_for_each(|worker| worker.rebuild(keys.iter()))
    }

    fn ask(&mut self, n: u64) {
        for at in self.at..self.at + n {
            let place = usize::try_from(at).unwrap_or(usize::MAX);
            let index = match self.phase {
                Phase::AskLive => self.live.get(place).copied(),
                Phase::AskDeleted => self.deleted.get(place).copied(),
                _ => Some(self.spec.n_keys() + at),
            };
            let Some(key) = index.map(|index| self.key(index)) else { continue };
            for (way, worker) in self.tally.ways.iter_mut().zip(&mut self.workers) {
                let is_present = worker.contains(&key);
                let (of, is_wrong) = match self.phase {
                    Phase::AskLive => (&mut way.denied, !is_present),
                    Phase::AskDeleted => (&mut way.stale, is_present),
                    _ => (&mut way.false_positives, is_present),
                };
                *of = of.merge(Observed { hits: u64::from(is_wrong), trials: 1 });
                if is_wrong && is_present {
                    worker.learn(&key);
                }
            }
        }
    }

    fn key(&self, index: u64) -> Vec<u8> {
        let (input, mut key) = (self.spec.input(), Vec::new());
        input.source.write_key(input.seed, index, &mut key);
        key
    }
}
