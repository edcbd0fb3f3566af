//! A chart's measurement as a hook: started when what it measures changes, dropped when nobody looks, never stale.

use super::Measurement;
use crate::worker::{JobHandle, Pool};
use bloomscope::experiment::{Failure, StartTrouble, SweepSpec, Work};
use bloomscope::view::series::{Course, Effort, Method, News, Observed, Request, Stage, Wanted};
use std::rc::Rc;
use yew::prelude::*;

/// The course of a measurement as a reducer.
#[derive(Default, PartialEq)]
struct Followed(Course);

impl Reducible for Followed {
    type Action = News;

    fn reduce(self: Rc<Self>, news: News) -> Rc<Self> {
        Rc::new(Self(self.0.after(news)))
    }
}

/// Measures what a chart shows. A change of chart or method drops what was measured in the same render, and starts anew.
#[hook]
pub fn use_measurement(request: &Request, method: &Method) -> Measurement {
    let pool = use_context::<Pool>();
    let job = use_mut_ref(|| None::<JobHandle>);
    let followed = use_reducer_eq(Followed::default);
    // Kept while it is equal: what does not change the measurement does not restart it.
    let wanted = use_memo(request.sweep(method), |spec| spec.clone().map(Wanted::new));
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
        let (job, start, dispatch) = (job.clone(), start.clone(), followed.dispatcher());
        move |wanted: &Rc<Option<Wanted>>| {
            *job.borrow_mut() = None;
            match wanted.as_ref() {
                Some(Wanted { spec, effort: Effort::Small }) => start(spec),
                Some(wanted) => dispatch.dispatch(News::Begun(wanted.spec.clone(), wanted.first_stage())),
                None => {}
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
