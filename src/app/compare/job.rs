//! A contest in the workers, as a hook.

use std::cell::RefCell;
use std::rc::Rc;

use bloomscope::experiment::{
    Contender, Contest, ContestTally, Failure, FilterCache, Laps, MAX_CONTEST_KEYS, Outcome, Phase, Plan, Progress,
    Run, Step, Work,
};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::worker::{Here, JobEvent, JobHandle, Pool, in_slices, now};

/// Contests of up to so many keys are measured without being asked for: a second or two.
const UNASKED_KEYS: u64 = 100_000;

/// How long the numbers must have stood still before that, in milliseconds.
const SETTLED_MS: u32 = 500;

/// Keys handled between two looks at the clock, on the page itself: so many that the clock's steps do not show.
const SLICE_KEYS: u64 = 4096;

/// What came out of each contender.
pub type Results = Rc<Vec<(Contender, ContestTally, Laps)>>;

/// Where a contest stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stage {
    /// Nothing is under way.
    #[default]
    Idle,
    /// So much of all is done.
    Running(Progress),
    /// Stopped by the visitor.
    Stopped,
    /// Complete.
    Done,
    /// It could not be made.
    Failed(Failure),
}

/// A contest under way, or over.
#[derive(Clone, PartialEq)]
pub struct Measured {
    /// What came out so far, of this very contest.
    pub results: Results,
    /// Where it stands.
    pub stage: Stage,
    /// Starts it anew.
    pub run: Callback<()>,
    /// Stops it.
    pub cancel: Callback<()>,
}

/// Whether a contest can be measured at all.
pub const fn is_measurable(contest: &Contest) -> bool {
    contest.n > 0 && contest.n <= MAX_CONTEST_KEYS
}

/// Measures a contest: by itself where that is quick, else when asked to. Another contest drops what was found.
#[hook]
pub fn use_contest(contest: &Rc<Contest>) -> Measured {
    let pool = use_context::<Pool>();
    let job = use_mut_ref(|| None::<Job>);
    // What was measured is still there when the room is entered again.
    let state = use_reducer_eq(|| LAST.take());
    use_effect_with((*state).clone(), |course| {
        if course.stage == Stage::Done {
            LAST.set(course.clone());
        }
    });
    let run = {
        let (contest, job, dispatch) = (contest.clone(), job.clone(), state.dispatcher());
        Callback::from(move |()| {
            dispatch.dispatch(News::Begun(contest.clone()));
            *job.borrow_mut() = None; // the one before is over before the next begins
            let tell = {
                let (contest, dispatch) = (contest.clone(), dispatch.clone());
                Callback::from(move |event| dispatch.dispatch(News::Event(contest.clone(), event)))
            };
            let on_event = {
                let (contest, job, tell) = (contest.clone(), job.clone(), tell.clone());
                Callback::from(move |event| match event {
                    // Where no worker can be had it is measured here after all.
                    JobEvent::Failed(Failure::NoWorkers { .. }) => {
                        let here = measure_here((*contest).clone(), tell.clone());
                        job.borrow_mut().replace(Job::Here(here));
                    }
                    event => tell.emit(event),
                })
            };
            let begun = match &pool {
                Some(pool) => Job::There(pool.run(Work::Contest((*contest).clone()), on_event)),
                None => Job::Here(measure_here((*contest).clone(), tell)),
            };
            // A pool that has no workers says so before it returns, and then work is under way here.
            let mut job = job.borrow_mut();
            if job.is_none() {
                *job = Some(begun);
            }
        })
    };
    use_effect_with(contest.clone(), {
        let (job, run, state) = (job.clone(), run.clone(), state.clone());
        move |contest| {
            *job.borrow_mut() = None;
            let is_known = state.of.as_ref() == Some(contest) && state.stage == Stage::Done;
            if !is_known {
                state.dispatch(News::Changed);
            }
            let quick = !is_known && is_measurable(contest) && contest.n <= UNASKED_KEYS;
            let timer = quick.then(|| Timeout::new(SETTLED_MS, move || run.emit(())));
            move || drop(timer)
        }
    });
    let cancel = {
        let dispatch = state.dispatcher();
        Callback::from(move |()| {
            *job.borrow_mut() = None;
            dispatch.dispatch(News::Stopped);
        })
    };
    let is_current = state.of.as_ref() == Some(contest);
    Measured {
        results: if is_current { state.results.clone() } else { Results::default() },
        stage: if is_current { state.stage.clone() } else { Stage::Idle },
        run,
        cancel,
    }
}

/// A contest under way, in a worker or on the page; dropping it ends it.
enum Job {
    There(#[allow(dead_code)] JobHandle), // held to be dropped
    Here(#[allow(dead_code)] Here),
}

thread_local! {
    /// The last contest that was completed.
    static LAST: RefCell<Course> = RefCell::default();
}

/// Measures on the page itself, in slices. The times are this thread's.
fn measure_here(contest: Contest, tell: Callback<JobEvent>) -> Here {
    let mut going = None;
    in_slices(move |end| match slice(&contest, going.take(), end, &tell) {
        Ok(more) => {
            going = more;
            going.is_some()
        }
        Err(failure) => {
            tell.emit(JobEvent::Failed(failure));
            false
        }
    })
}

/// A contest on the page, between two slices.
struct Going {
    plan: Plan,
    outcome: Outcome,
    chunk: u64,
    run: Run,
}

impl Going {
    fn begin(contest: Contest, cache: &mut FilterCache) -> Result<Self, Failure> {
        let plan = Plan::new(Work::Contest(contest))?;
        let run = plan.start(0, cache)?;
        Ok(Self { outcome: plan.outcome(), plan, chunk: 0, run })
    }
}

fn slice(
    contest: &Contest,
    going: Option<Going>,
    end: f64,
    tell: &Callback<JobEvent>,
) -> Result<Option<Going>, Failure> {
    let mut cache = FilterCache::default();
    let mut going = match going {
        Some(going) => going,
        None => Going::begin(contest.clone(), &mut cache)?,
    };
    let n = going.plan.n_chunks();
    while now() < end {
        let before = now();
        let step = going.run.step(SLICE_KEYS, &mut cache)?;
        going.run.took(((now() - before) * 1e6) as u64);
        if let Step::Finished(report) = step {
            going.outcome.add(report)?;
            if let Outcome::Contenders(all) = &going.outcome {
                tell.emit(JobEvent::Contenders(all.clone()));
            }
            going.chunk += 1;
            if going.chunk == n {
                tell.emit(JobEvent::Done);
                return Ok(None);
            }
            going.run = going.plan.start(going.chunk, &mut cache)?;
        }
    }
    tell.emit(JobEvent::Progress(Phase::Measuring, Progress { done: going.chunk, total: n }));
    Ok(Some(going))
}

/// The course of a contest; it says of which.
#[derive(Clone, Default, PartialEq)]
struct Course {
    of: Option<Rc<Contest>>,
    results: Results,
    stage: Stage,
}

enum News {
    Changed,
    Begun(Rc<Contest>),
    Stopped,
    Event(Rc<Contest>, JobEvent),
}

impl Reducible for Course {
    type Action = News;

    fn reduce(self: Rc<Self>, news: News) -> Rc<Self> {
        let mut next = (*self).clone();
        match news {
            News::Changed => next = Self::default(),
            News::Begun(contest) => {
                let stage = Stage::Running(Progress::default());
                next = Self { of: Some(contest), results: Results::default(), stage };
            }
            News::Stopped => next.stage = Stage::Stopped,
            News::Event(contest, JobEvent::Failed(failure)) => {
                (next.of, next.stage) = (Some(contest), Stage::Failed(failure));
            }
            News::Event(contest, _) if self.of.as_ref() != Some(&contest) => return self,
            News::Event(_, _) if !matches!(self.stage, Stage::Running(_)) => return self,
            News::Event(_, JobEvent::Contenders(all)) => next.results = Rc::new(all),
            News::Event(_, JobEvent::Progress(_, progress)) => next.stage = Stage::Running(progress),
            News::Event(_, JobEvent::Done) => next.stage = Stage::Done,
            News::Event(..) => return self,
        }
        Rc::new(next)
    }
}
