//! Work of any kind, cut into chunks, run in steps, and put together again.

use std::sync::Arc;

use super::plan::{Chunk, chunks};
use super::{
    BuildRun, ChunkRun, Contender, Contest, ContestRun, ContestTally, Failure, FilterSpec, KeyList, Laps, LargeSpec,
    LargeTally, MAX_CONTEST_KEYS, PointTally, ProbeKeys, ProbeRun, Progress, SweepKeys, SweepSpec,
};
use crate::filter::Bloom;

/// Something to measure or build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// Rates along an axis.
    Sweep(SweepSpec),
    /// One filter, probed many times.
    Large(LargeSpec),
    /// One filter, handed back with its bits.
    Build(FilterSpec),
    /// Structures held against one another, each a chunk.
    Contest(Contest),
}

impl Work {
    /// The lists that it takes keys from.
    #[must_use]
    pub fn lists(&self) -> Vec<&KeyList> {
        let (filter, own) = match self {
            Self::Sweep(SweepSpec { keys: SweepKeys::Listed(list), .. }) => (None, Some(list)),
            Self::Sweep(_) | Self::Contest(_) => (None, None),
            Self::Large(LargeSpec { filter, keys: ProbeKeys::Listed(list), .. }) => (Some(filter), Some(list)),
            Self::Large(LargeSpec { filter, .. }) | Self::Build(filter) => (Some(filter), None),
        };
        filter.into_iter().flat_map(|filter| &filter.members.listed).chain(own).collect()
    }

    /// Everything that a worker holds at a time, in bits: the largest filter, the lists' text and eight bytes a key.
    #[must_use]
    pub fn held_bits(&self) -> u64 {
        let bits = |list: &KeyList| (list.keys().n_bytes() as u64).saturating_add(8 * list.len()).saturating_mul(8);
        self.lists().into_iter().map(bits).fold(self.max_bits(), u64::saturating_add)
    }

    /// The bits of the largest filter that a worker holds at a time.
    #[must_use]
    pub fn max_bits(&self) -> u64 {
        match self {
            Self::Sweep(spec) => spec.max_bits(),
            Self::Large(LargeSpec { filter, .. }) | Self::Build(filter) => filter.bloom.n_bits,
            Self::Contest(contest) => contest.most_bits(),
        }
    }

    /// How many workers may share it: structures that are timed go one after the other, lest they take time from one another.
    #[must_use]
    pub const fn max_workers(&self) -> u64 {
        if matches!(self, Self::Contest(_)) { 1 } else { u64::MAX }
    }
}

/// What a worker is doing with a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Putting keys into the filter that all chunks share.
    Building,
    /// The measurement itself.
    #[default]
    Measuring,
}

/// What came out of a chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkReport {
    /// Of a sweep: points with what was seen there.
    Points(Vec<(usize, PointTally)>),
    /// Of a large run.
    Large(LargeTally),
    /// The filter that was built.
    Filter(Bloom),
    /// Of a contest: what was counted of one contender, and how long it took on the worker's machine.
    Contender(Contender, ContestTally, Laps),
}

/// Work that was checked and cut into chunks. Page and workers cut alike, so a chunk's number says everything.
#[derive(Clone, Debug)]
pub struct Plan(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Sweep(Arc<SweepSpec>, Vec<Chunk>),
    Large(Arc<LargeSpec>),
    Build(FilterSpec),
    Contest(Arc<Contest>),
}

impl Plan {
    /// Checks and cuts.
    ///
    /// # Errors
    /// What [`SweepSpec::check`] and [`FilterSpec::check`] say.
    pub fn new(work: Work) -> Result<Self, Failure> {
        Ok(Self(match work {
            Work::Sweep(spec) => {
                spec.check()?;
                let chunks = chunks(&spec);
                Kind::Sweep(Arc::new(spec), chunks)
            }
            Work::Large(spec) => {
                spec.filter.check()?;
                Kind::Large(Arc::new(spec))
            }
            Work::Build(spec) => {
                spec.check()?;
                Kind::Build(spec)
            }
            Work::Contest(contest) if (1..=MAX_CONTEST_KEYS).contains(&contest.n) => Kind::Contest(Arc::new(contest)),
            Work::Contest(_) => return Err(Failure::Protocol),
        }))
    }

    /// How many chunks there are.
    #[must_use]
    pub fn n_chunks(&self) -> u64 {
        match &self.0 {
            Kind::Sweep(_, chunks) => chunks.len() as u64,
            Kind::Large(spec) => spec.n_chunks(),
            Kind::Build(_) => 1,
            Kind::Contest(_) => Contender::ALL.len() as u64,
        }
    }

    /// How much of the work a chunk is, in a unit of its own; 0 where there is no such chunk.
    #[must_use]
    pub fn cost(&self, chunk: u64) -> u64 {
        match &self.0 {
            Kind::Sweep(_, chunks) => chunks.get(chunk as usize).map_or(0, |chunk| chunk.cost),
            Kind::Large(spec) => {
                let (from, to) = spec.range(chunk);
                to - from
            }
            Kind::Build(spec) => spec.members.len().max(1),
            Kind::Contest(contest) => contest.cost(),
        }
    }

    /// Starts a chunk. `cache` holds the filter of the last large run.
    ///
    /// # Errors
    /// [`Failure::MemoryRefused`]; [`Failure::Protocol`] where there is no such chunk.
    pub fn start(&self, chunk: u64, cache: &mut FilterCache) -> Result<Run, Failure> {
        if chunk >= self.n_chunks() {
            return Err(Failure::Protocol);
        }
        Ok(Run(match &self.0 {
            Kind::Sweep(spec, chunks) => match chunks.get(chunk as usize) {
                Some(&chunk) => State::Sweep(ChunkRun::new(spec.clone(), chunk)),
                None => return Err(Failure::Protocol),
            },
            Kind::Large(spec) => {
                if let Some(bloom) = cache.get(&spec.filter) {
                    State::Probe(ProbeRun::new(spec.clone(), bloom, chunk))
                } else {
                    cache.clear(); // two large filters may not fit
                    State::Prepare(BuildRun::new(spec.filter.clone())?, spec.clone(), chunk)
                }
            }
            Kind::Build(spec) => State::Build(BuildRun::new(spec.clone())?),
            Kind::Contest(contest) => match Contender::ALL.get(chunk as usize) {
                Some(&contender) => State::Contest(ContestRun::new(contest.clone(), contender), contender),
                None => return Err(Failure::Protocol),
            },
        }))
    }

    /// Nothing measured yet.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match &self.0 {
            Kind::Sweep(spec, _) => Outcome::Points(vec![PointTally::default(); spec.points.len()]),
            Kind::Large(_) => Outcome::Large(LargeTally::default()),
            Kind::Build(_) => Outcome::Filter(None),
            Kind::Contest(_) => Outcome::Contenders(Vec::new()),
        }
    }
}

/// The filter of the last large run, kept so that its chunks need not build it again.
#[derive(Debug, Default)]
pub struct FilterCache(Option<(FilterSpec, Arc<Bloom>)>);

impl FilterCache {
    fn get(&self, spec: &FilterSpec) -> Option<Arc<Bloom>> {
        self.0.as_ref().filter(|(of, _)| of == spec).map(|(_, bloom)| bloom.clone())
    }

    /// Frees the memory.
    pub fn clear(&mut self) {
        self.0 = None;
    }
}

/// A chunk at work.
#[derive(Debug)]
pub struct Run(State);

#[derive(Debug)]
enum State {
    Sweep(ChunkRun),
    /// A large run's filter is not there yet.
    Prepare(BuildRun, Arc<LargeSpec>, u64),
    Probe(ProbeRun),
    Build(BuildRun),
    Contest(ContestRun, Contender),
    Over,
}

/// What a step came to.
#[derive(Debug)]
pub enum Step {
    /// There is more to do.
    Working(Phase, Progress),
    /// The chunk is done.
    Finished(ChunkReport),
}

impl Run {
    /// Inserts and probes up to `budget` keys.
    ///
    /// # Errors
    /// [`Failure::MemoryRefused`]; [`Failure::Protocol`] after the end.
    pub fn step(&mut self, budget: u64, cache: &mut FilterCache) -> Result<Step, Failure> {
        let (next, step) = match core::mem::replace(&mut self.0, State::Over) {
            State::Sweep(mut run) => {
                let progress = run.step(budget)?;
                if run.is_done() {
                    return Ok(Step::Finished(ChunkReport::Points(run.report().collect())));
                }
                (State::Sweep(run), Step::Working(Phase::Measuring, progress))
            }
            State::Prepare(mut run, spec, chunk) => {
                let progress = run.step(budget);
                if progress.done < progress.total {
                    (State::Prepare(run, spec, chunk), Step::Working(Phase::Building, progress))
                } else {
                    let bloom = Arc::new(run.into_bloom());
                    cache.0 = Some((spec.filter.clone(), bloom.clone()));
                    (State::Probe(ProbeRun::new(spec, bloom, chunk)), Step::Working(Phase::Building, progress))
                }
            }
            State::Probe(mut run) => {
                let progress = run.step(budget);
                if progress.done >= progress.total {
                    return Ok(Step::Finished(ChunkReport::Large(run.report())));
                }
                (State::Probe(run), Step::Working(Phase::Measuring, progress))
            }
            State::Build(mut run) => {
                let progress = run.step(budget);
                if progress.done >= progress.total {
                    return Ok(Step::Finished(ChunkReport::Filter(run.into_bloom())));
                }
                (State::Build(run), Step::Working(Phase::Building, progress))
            }
            State::Contest(mut run, contender) => {
                let Some(progress) = run.step(budget)? else {
                    let (tally, laps) = run.report();
                    return Ok(Step::Finished(ChunkReport::Contender(contender, tally, laps)));
                };
                (State::Contest(run, contender), Step::Working(Phase::Measuring, progress))
            }
            State::Over => return Err(Failure::Protocol),
        };
        self.0 = next;
        Ok(step)
    }

    /// The last step took so long. Only what is timed takes note of it.
    pub const fn took(&mut self, nanos: u64) {
        if let State::Contest(run, _) = &mut self.0 {
            run.took(nanos);
        }
    }
}

/// What came out of the chunks so far, added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Of a sweep: what was seen at each point.
    Points(Vec<PointTally>),
    /// Of a large run.
    Large(LargeTally),
    /// The filter, once it is built.
    Filter(Option<Bloom>),
    /// Of a contest: contenders that are through, in the order of [`Contender::ALL`].
    Contenders(Vec<(Contender, ContestTally, Laps)>),
}

impl Outcome {
    /// Adds a chunk's report.
    ///
    /// # Errors
    /// [`Failure::Protocol`] where the report is not of this kind of work.
    pub fn add(&mut self, report: ChunkReport) -> Result<(), Failure> {
        match (self, report) {
            (Self::Points(all), ChunkReport::Points(some)) => {
                for (point, tally) in some {
                    all.get_mut(point).ok_or(Failure::Protocol)?.add(tally);
                }
            }
            (Self::Large(all), ChunkReport::Large(some)) => all.add(some),
            (Self::Filter(slot), ChunkReport::Filter(bloom)) => *slot = Some(bloom),
            (Self::Contenders(all), ChunkReport::Contender(contender, tally, laps)) => {
                all.retain(|(other, _, _)| *other != contender);
                let place = all.partition_point(|(other, _, _)| (*other as u8) < contender as u8);
                all.insert(place, (contender, tally, laps));
            }
            _ => return Err(Failure::Protocol),
        }
        Ok(())
    }
}

/// Does all of the work at once, chunk after chunk: what workers do together.
///
/// # Errors
/// As [`Plan::new`] and [`Run::step`].
pub fn run_to_end(work: Work) -> Result<Outcome, Failure> {
    let plan = Plan::new(work)?;
    let mut outcome = plan.outcome();
    let mut cache = FilterCache::default();
    for chunk in 0..plan.n_chunks() {
        let mut run = plan.start(chunk, &mut cache)?;
        loop {
            if let Step::Finished(report) = run.step(u64::MAX, &mut cache)? {
                outcome.add(report)?;
                break;
            }
        }
    }
    Ok(outcome)
}
