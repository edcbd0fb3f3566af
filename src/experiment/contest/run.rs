//! One contender's part of a contest, as a value that is stepped.
//!
//! Passes: keys are made; they are inserted, into a new structure again and again until there were enough insertions to time;
//! inserted keys are asked; absent keys are asked; the cache lines of some queries are counted. No step belongs to two
//! passes, so whoever has a clock can say how long a step took ([`ContestRun::took`]) and the time goes to the right
//! operation.

use std::sync::Arc;

use super::held::{Failed, Held};
use super::{Blueprint, Contender, Contest, ContestTally, Fate, Laps, Operation};
use crate::experiment::{Failure, Progress};
use crate::hash::KeyBuffer;

/// Operations of a kind that are timed at least: some 10 ms, against clocks that are a millisecond coarse in some browsers.
const TIMED_OPERATIONS: u64 = 400_000;

/// Bits that are cleared over and over to time insertions, at most.
const CLEARED_BITS: u64 = 1 << 28;

/// Queries of which cache lines are counted.
const TRACED_KEYS: u64 = 2000;

/// A contender at work.
#[derive(Debug)]
pub struct ContestRun {
    contest: Arc<Contest>,
    blueprint: Blueprint,
    held: Held,
    keys: KeyBuffer,
    probes: KeyBuffer,
    pass: Pass,
    /// Operations of this pass that are done.
    done: u64,
    builds: u64,
    tally: ContestTally,
    laps: Laps,
    /// What the last step spent its time on.
    last: Option<(Operation, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    Keys,
    Probes,
    Insert,
    Hits,
    Misses,
    Lines,
    Over,
}

impl Pass {
    const ALL: [Self; 6] = [Self::Keys, Self::Probes, Self::Insert, Self::Hits, Self::Misses, Self::Lines];

    const fn next(self) -> Self {
        match self {
            Self::Keys => Self::Probes,
            Self::Probes => Self::Insert,
            Self::Insert => Self::Hits,
            Self::Hits => Self::Misses,
            Self::Misses => Self::Lines,
            Self::Lines | Self::Over => Self::Over,
        }
    }
}

impl ContestRun {
    /// Starts one contender. What cannot take part is over at once.
    #[must_use]
    pub fn new(contest: Arc<Contest>, contender: Contender) -> Self {
        let design = contest.design(contender);
        let pass = if design.is_ok() { Pass::Keys } else { Pass::Over };
        let blueprint = design.map_or(Blueprint::SortedArray, |design| design.blueprint);
        let n_bits = design.map_or(1, |design| design.n_bits.max(1));
        let builds = (TIMED_OPERATIONS / contest.n.max(1)).min(CLEARED_BITS / n_bits).max(1);
        Self {
            contest,
            blueprint,
            held: Held::Nothing,
            keys: KeyBuffer::new(),
            probes: KeyBuffer::new(),
            pass,
            done: 0,
            builds,
            tally: ContestTally::default(),
            laps: Laps::default(),
            last: None,
        }
    }

    /// Does up to `budget` operations of one pass; none once all is done.
    ///
    /// # Errors
    /// [`Failure::MemoryRefused`].
    pub fn step(&mut self, budget: u64) -> Result<Option<Progress>, Failure> {
        self.last = None;
        if self.pass == Pass::Over {
            return Ok(None);
        }
        let total = self.total(self.pass);
        let to = self.done.saturating_add(budget).min(total);
        let from = self.done;
        self.done = to;
        match self.pass {
            Pass::Keys => self.contest.source.fill(self.contest.seed, from..to, &mut self.keys),
            Pass::Probes => {
                let n = self.contest.n;
                self.contest.source.fill(self.contest.seed, n + from..n + to, &mut self.probes);
            }
            Pass::Insert => self.insert(from, to)?,
            Pass::Hits => self.ask(from, to),
            Pass::Misses => {
                self.tally.false_positives += self.held.count(&self.probes, from..to);
                self.tally.probes += to - from;
                self.last = Some((Operation::Miss, to - from));
            }
            Pass::Lines => {
                let lines = (from..to).filter_map(|i| self.keys.get(i as usize)).map(|key| self.held.lines(key));
                for lines in lines.flatten() {
                    self.tally.traced += 1;
                    self.tally.cache_lines += lines;
                }
            }
            Pass::Over => {}
        }
        let progress = self.progress();
        while self.pass != Pass::Over && self.done >= self.total(self.pass) {
            self.pass = self.pass.next();
            self.done = 0;
        }
        Ok(Some(progress))
    }

    /// The last step took so long.
    pub const fn took(&mut self, nanos: u64) {
        if let Some((operation, operations)) = self.last.take() {
            self.laps.add(operation, operations, nanos);
        }
    }

    /// What was counted, and how long it took.
    #[must_use]
    pub const fn report(&self) -> (ContestTally, Laps) {
        (self.tally, self.laps)
    }

    /// How many operations a pass has.
    fn total(&self, pass: Pass) -> u64 {
        let n = self.contest.n;
        let answers = !matches!(self.blueprint, Blueprint::HyperLogLog { .. });
        match pass {
            Pass::Keys => n,
            Pass::Probes => self.contest.n_probes,
            Pass::Insert => n * self.builds,
            Pass::Hits if answers => n * (TIMED_OPERATIONS / n.max(1)).max(1),
            Pass::Misses if answers => self.contest.n_probes,
            Pass::Lines if answers => n.min(TRACED_KEYS),
            _ => 0,
        }
    }

    fn progress(&self) -> Progress {
        let before = Pass::ALL.into_iter().take_while(|&pass| pass != self.pass).map(|pass| self.total(pass));
        let total = Pass::ALL.into_iter().map(|pass| self.total(pass)).sum();
        Progress { done: before.sum::<u64>() + self.done, total }
    }

    /// Insertions number `from` to `to` of all builds together; a step ends where a build does.
    fn insert(&mut self, from: u64, to: u64) -> Result<(), Failure> {
        let n = self.contest.n.max(1);
        let start = from % n;
        let end = n.min(start + (to - from));
        self.done = from + (end - start);
        if start == 0 {
            self.held = Held::Nothing; // two of a kind may not fit
            self.held = Held::empty(self.blueprint, &self.contest)?;
        }
        match self.held.insert(self.blueprint, &self.keys, start..end) {
            Ok(inserted) => {
                self.last = Some((Operation::Insert, inserted));
                // What is built at once is at its end.
                self.done = from + inserted;
                if self.done >= n * self.builds {
                    self.tally.fate = Fate::Built;
                    self.tally.n_bits = self.held.n_bits();
                    self.tally.estimated = self.held.estimated();
                }
                Ok(())
            }
            Err(Failed::Contender(fate)) => {
                self.tally.fate = fate;
                self.pass = Pass::Over;
                Ok(())
            }
            Err(Failed::Work(failure)) => Err(failure),
        }
    }

    /// Asks for inserted keys, round after round. Each is counted the first time.
    fn ask(&mut self, from: u64, to: u64) {
        let n = self.contest.n.max(1);
        let start = from % n;
        let end = n.min(start + (to - from));
        self.done = from + (end - start);
        let found = self.held.count(&self.keys, start..end);
        if from < n {
            self.tally.members += end - start;
            self.tally.false_negatives += (end - start) - found;
        }
        self.last = Some((Operation::Hit, end - start));
    }
}
