//! A chart's measurement as a hook: started when what it measures changes, dropped when nobody looks, never stale.

use super::Measurement;
use crate::worker::{JobHandle, Pool};
use bloomscope::experiment::{Failure, StartTrouble, SweepSpec, Work};
use bloomscope::view::series::{Course, Courses, Effort, Method, News, Observed, Request, Stage, Wanted};
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// What was measured before, owned by what outlives the chart. Nothing renders because of it.
#[derive(Clone, Default)]
pub struct Measured(Rc<RefCell<Courses>>);

impl PartialEq for Measured {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Measured {
    fn recall(&self, wanted: &Wanted) -> Option<Rc<Course>> {
        self.0.borrow().recall(wanted)
    }
}

/// The course of a measurement as a reducer.
#[derive(Default, PartialEq)]
struct Followed(Rc<Course>);

impl Reducible for Followed {
    type Action = News;

    fn reduce(self: Rc<Self>, news: News) -> Rc<Self> {
        Rc::new(Self(Rc::new(self.0.after(news))))
    }
}

/// Measures what a chart shows. A change of chart or method drops what was measured in the same render, and starts anew, or
/// shows what `memory` has of it.
#[hook]
pub fn use_measurement(request: &Request, method: &Method, memory: &Measured) -> Measurement {
    let pool = use_context::<Pool>();
    let job = use_mut_ref(|| None::<JobHandle>);
    // Kept while it is equal: what does not change the measurement does not restart it.
    let wanted = use_memo(request.sweep(method), |spec| spec.clone().map(Wanted::new));
    let followed =
        use_reducer_eq(|| Followed((*wanted).as_ref().and_then(|wanted| memory.recall(wanted)).unwrap_or_default()));
    use_effect_with((followed.0.clone(), memory.clone()), |(course, memory)| {
        memory.0.borrow_mut().remember(course);
    });
    let start = {
        let (pool, job, dispatch) = (pool, job.clone(), followed.dispatcher());
        move |spec: &Rc<SweepSpec>| {
            *job.borrow_mut() = None; // the old one first: it makes room
            let Some(pool) = &pool else {
                let failure = Failure::NoWorkers { trouble: StartTrouble::NotLoaded };
                return dispatch.dispatch(News::Begun(spec.clone(), Stage::Failed(failure)));
            };
            dispatch.dispatch(News::Begun(spec.clone(), Stage::Running { done: 0, total: 1 }));
            let (to, of) = (dispatch.clone(), spec.clone());
            let on_event = Callback::from(move |event| to.dispatch(News::Event(of.clone(), event)));
            *job.borrow_mut() = Some(pool.run(Work::Sweep((**spec).clone()), on_event));
        }
    };
    use_effect_with(wanted.clone(), {
        let (job, start, dispatch, memory) = (job.clone(), start.clone(), followed.dispatcher(), memory.clone());
        move |wanted: &Rc<Option<Wanted>>| {
            *job.borrow_mut() = None;
            let Some(wanted) = wanted.as_ref() else { return };
            match (memory.recall(wanted), &wanted.effort) {
                (Some(course), _) => dispatch.dispatch(News::Recalled(course)),
                (None, Effort::Small) => start(&wanted.spec),
                (None, _) => dispatch.dispatch(News::Begun(wanted.spec.clone(), wanted.first_stage())),
            }
        }
    });
    let run = {
        let wanted = wanted.clone();
        Callback::from(move |()| {
            if let Some(wanted) = wanted.as_ref() {
                start(&wanted.spec);
            }
        })
    };
    let cancel = {
        let (wanted, dispatch) = (wanted.clone(), followed.dispatcher());
        Callback::from(move |()| {
            *job.borrow_mut() = None;
            if let Some(wanted) = wanted.as_ref() {
                dispatch.dispatch(News::Stopped(wanted.spec.clone()));
            }
        })
    };
    let spec = (*wanted).as_ref().map(|wanted| &*wanted.spec);
    let observed: Rc<Vec<Observed>> =
        use_memo((request.plot, request.setting, followed.0.tallies(spec)), |(_, _, tallies)| {
            request.observed(tallies)
        });
    Measurement { observed, stage: followed.0.stage((*wanted).as_ref()), run, cancel }
}
