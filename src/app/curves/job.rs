//! A large run as a hook.

use crate::worker::{JobEvent, JobHandle, Pool};
use bloomscope::experiment::{self, Failure, LargeSpec, LargeTally, StartTrouble, Work};
use std::rc::Rc;
use yew::prelude::*;

/// Where a large run stands.
#[derive(Clone, Debug, PartialEq)]
pub enum LargeState {
    /// Not started.
    Idle,
    /// Keys inserted, of all.
    Building(u64, u64),
    /// Probing.
    Probing(LargeTally),
    /// Complete.
    Done(LargeTally),
    /// Stopped by the visitor.
    Stopped,
    /// It could not be made.
    Failed(Failure),
}

/// A large run that starts when asked to. A change of what it would measure drops what it found.
#[hook]
pub fn use_large(spec: &Rc<LargeSpec>) -> (LargeState, Callback<()>, Callback<()>) {
    let pool = use_context::<Pool>();
    let job = use_mut_ref(|| None::<JobHandle>);
    let state = use_reducer_eq(|| LargeJob(LargeState::Idle));
    use_effect_with(spec.clone(), {
        let (job, dispatch) = (job.clone(), state.dispatcher());
        move |_| {
            *job.borrow_mut() = None;
            dispatch.dispatch(LargeNews::Become(LargeState::Idle));
        }
    });
    let run = {
        let (spec, job, dispatch) = (spec.clone(), job.clone(), state.dispatcher());
        Callback::from(move |()| {
            let Some(pool) = &pool else {
                let failure = Failure::NoWorkers { trouble: StartTrouble::NotLoaded };
                return dispatch.dispatch(LargeNews::Become(LargeState::Failed(failure)));
            };
            dispatch.dispatch(LargeNews::Become(LargeState::Building(0, spec.filter.members.len())));
            let to = dispatch.clone();
            let on_event = Callback::from(move |event| to.dispatch(LargeNews::Event(event)));
            *job.borrow_mut() = None;
            *job.borrow_mut() = Some(pool.run(Work::Large((*spec).clone()), on_event));
        })
    };
    let cancel = {
        let dispatch = state.dispatcher();
        Callback::from(move |()| {
            *job.borrow_mut() = None;
            dispatch.dispatch(LargeNews::Become(LargeState::Stopped));
        })
    };
    (state.0.clone(), run, cancel)
}

#[derive(PartialEq)]
struct LargeJob(LargeState);

enum LargeNews {
    Become(LargeState),
    Event(JobEvent),
}

impl Reducible for LargeJob {
    type Action = LargeNews;

    fn reduce(self: Rc<Self>, news: LargeNews) -> Rc<Self> {
        use LargeState::{Building, Done, Failed, Probing};
        let is_under_way = matches!(self.0, Building(..) | Probing(_));
        let next = match (news, &self.0) {
            (LargeNews::Become(state), _) => state,
            (LargeNews::Event(_), _) if !is_under_way => return self,
            (LargeNews::Event(JobEvent::Progress(experiment::Phase::Building, progress)), Building(..)) => {
                Building(progress.done, progress.total)
            }
            (LargeNews::Event(JobEvent::Large(tally)), _) => Probing(tally),
            (LargeNews::Event(JobEvent::Done), Probing(tally)) => Done(*tally),
            (LargeNews::Event(JobEvent::Failed(failure)), _) => Failed(failure),
            (LargeNews::Event(_), _) => return self,
        };
        Rc::new(Self(next))
    }
}
