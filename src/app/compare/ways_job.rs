//! A run with deletions on the page itself, as a hook.

use std::rc::Rc;

use bloomscope::experiment::{DeletionRun, DeletionSpec, Progress, RoundTally};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::worker::{Here, in_slices, now};

/// Runs that handle up to so many keys start without being asked for: a fraction of a second.
const UNASKED_KEYS: u64 = 400_000;

/// How long the numbers must have stood still before that, in milliseconds.
const SETTLED_MS: u32 = 400;

/// Keys handled between two looks at the clock.
const SLICE_KEYS: u64 = 256;

/// Where a run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Stage {
    /// Not begun.
    #[default]
    Idle,
    /// So much of it is done.
    Running(Progress),
    /// Stopped by the visitor.
    Stopped,
    /// Complete.
    Done,
    /// There was no memory.
    Failed,
}

/// A run under way, or over.
#[derive(Clone, PartialEq)]
pub struct Running {
    /// The rounds that are done, of this very run.
    pub rounds: Rc<Vec<RoundTally>>,
    /// Where it stands.
    pub stage: Stage,
    /// Starts it anew.
    pub run: Callback<()>,
    /// Stops it.
    pub cancel: Callback<()>,
}

/// Runs a spec: by itself where that is quick, else when asked to. Another spec drops what came of the one before.
#[hook]
pub fn use_deletion(spec: &Rc<DeletionSpec>) -> Running {
    let work = use_mut_ref(|| None::<Here>);
    let course = use_state(Course::default);
    let run = {
        let (spec, work, set) = (spec.clone(), work.clone(), course.setter());
        Callback::from(move |()| {
            let start =
                Course { of: Some(spec.clone()), stage: Stage::Running(Progress::default()), ..Course::default() };
            set.set(start);
            *work.borrow_mut() = Some(begin(spec.clone(), set.clone()));
        })
    };
    use_effect_with(spec.clone(), {
        let (work, run, set) = (work.clone(), run.clone(), course.setter());
        move |spec| {
            *work.borrow_mut() = None;
            set.set(Course::default());
            let timer = (spec.cost() <= UNASKED_KEYS).then(|| Timeout::new(SETTLED_MS, move || run.emit(())));
            move || drop(timer)
        }
    });
    let cancel = {
        let course = course.clone();
        Callback::from(move |()| {
            *work.borrow_mut() = None;
            course.set(Course { stage: Stage::Stopped, ..(*course).clone() });
        })
    };
    let Course { of, rounds, stage } = &*course;
    let is_current = of.as_ref() == Some(spec);
    Running {
        rounds: if is_current { rounds.clone() } else { Rc::default() },
        stage: if is_current { *stage } else { Stage::Idle },
        run,
        cancel,
    }
}

/// The course of a run; it says of which.
#[derive(Clone, Default)]
struct Course {
    of: Option<Rc<DeletionSpec>>,
    rounds: Rc<Vec<RoundTally>>,
    stage: Stage,
}

fn begin(spec: Rc<DeletionSpec>, set: UseStateSetter<Course>) -> Here {
    let mut run = None;
    in_slices(move |end| {
        let report = |rounds: &[RoundTally], stage| {
            set.set(Course { of: Some(spec.clone()), rounds: Rc::new(rounds.to_vec()), stage });
        };
        let Ok(mut going) = run.take().map_or_else(|| DeletionRun::new((*spec).clone()), Ok) else {
            report(&[], Stage::Failed);
            return false;
        };
        loop {
            match going.step(SLICE_KEYS) {
                Err(_) => {
                    report(going.report(), Stage::Failed);
                    return false;
                }
                Ok(_) if going.is_over() => {
                    report(going.report(), Stage::Done);
                    return false;
                }
                Ok(progress) if now() >= end => {
                    report(going.report(), Stage::Running(progress));
                    run = Some(going);
                    return true;
                }
                Ok(_) => {}
            }
        }
    })
}
