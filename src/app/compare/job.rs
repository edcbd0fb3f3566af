//! A contest in the workers, as a hook.

use std::rc::Rc;

use bloomscope::experiment::{
    Contender, Contest, ContestTally, Failure, Laps, MAX_CONTEST_KEYS, Progress, StartTrouble, Work,
};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::worker::{JobEvent, JobHandle, Pool};

/// Contests of up to so many keys are measured without being asked for: a second or two.
const UNASKED_KEYS: u64 = 100_000;

/// How long the numbers must have stood still before that, in milliseconds.
const SETTLED_MS: u32 = 500;

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
    let job = use_mut_ref(|| None::<JobHandle>);
    let state = use_reducer_eq(Course::default);
    let run = {
        let (contest, job, dispatch) = (contest.clone(), job.clone(), state.dispatcher());
        Callback::from(move |()| {
            let Some(pool) = &pool else {
                let failure = Failure::NoWorkers { trouble: StartTrouble::NotLoaded };
                return dispatch.dispatch(News::Event(contest.clone(), JobEvent::Failed(failure)));
            };
            dispatch.dispatch(News::Begun(contest.clone()));
            let on_event = {
                let (contest, dispatch) = (contest.clone(), dispatch.clone());
                Callback::from(move |event| dispatch.dispatch(News::Event(contest.clone(), event)))
            };
            *job.borrow_mut() = None; // the one before is over before the next begins
            *job.borrow_mut() = Some(pool.run(Work::Contest((*contest).clone()), on_event));
        })
    };
    use_effect_with(contest.clone(), {
        let (job, run, dispatch) = (job.clone(), run.clone(), state.dispatcher());
        move |contest| {
            *job.borrow_mut() = None;
            dispatch.dispatch(News::Changed);
            let quick = is_measurable(contest) && contest.n <= UNASKED_KEYS;
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
