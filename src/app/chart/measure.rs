//! A chart's measurement as a hook: started when what it measures changes, dropped when nobody looks, never stale.

use super::{Measurement, Phase};
use crate::worker::{JobEvent, JobHandle, Pool};
use bloomscope::experiment::{Failure, PointTally, SweepSpec, Work};
use bloomscope::view::series::{Effort, Method, Observed, Request, effort};
use std::rc::Rc;
use yew::prelude::*;

/// What came in for one sweep. Results of another sweep are never shown: they are another value.
#[derive(Clone, PartialEq)]
struct Results {
    spec: Option<Rc<SweepSpec>>,
    tallies: Rc<Vec<PointTally>>,
    phase: Phase,
}

enum News {
    Phase(Option<Rc<SweepSpec>>, Phase),
    Event(Rc<SweepSpec>, JobEvent),
    Stopped,
}

impl Reducible for Results {
    type Action = News;

    fn reduce(self: Rc<Self>, news: News) -> Rc<Self> {
        let mut next = (*self).clone();
        match news {
            News::Phase(spec, phase) => next = Self { spec, tallies: Rc::default(), phase },
            News::Stopped => next.phase = Phase::Stopped,
            News::Event(spec, event) => {
                if next.spec.as_ref().is_none_or(|now| !Rc::ptr_eq(now, &spec)) {
                    return self;
                }
                match event {
                    JobEvent::Points(tallies) => next.tallies = Rc::new(tallies),
                    JobEvent::Progress(_, progress) => {
                        next.phase = Phase::Running { done: progress.done, total: progress.total };
                    }
                    JobEvent::Done => next.phase = Phase::Done,
                    JobEvent::Failed(failure) => next.phase = Phase::Failed(failure),
                    JobEvent::Large(_) | JobEvent::Filter(_) => return self,
                }
            }
        }
        Rc::new(next)
    }
}

/// Measures what a chart shows. A change of chart or method drops what was measured in the same render, and starts anew.
#[hook]
pub fn use_measurement(request: &Request, method: &Method) -> Measurement {
    let pool = use_context::<Pool>();
    let job = use_mut_ref(|| None::<JobHandle>);
    let results = use_reducer_eq(|| Results { spec: None, tallies: Rc::default(), phase: Phase::Waiting });
    // Kept while it is equal: what does not change the measurement does not restart it.
    let spec = use_memo(request.sweep(method), |spec| spec.clone().map(Rc::new));
    let start = {
        let (pool, job, dispatch) = (pool, job.clone(), results.dispatcher());
        move |spec: &Rc<SweepSpec>| {
            *job.borrow_mut() = None; // the old one first: it makes room
            let Some(pool) = &pool else {
                let failure = Failure::NoWorkers { message: String::new() };
                return dispatch.dispatch(News::Phase(Some(spec.clone()), Phase::Failed(failure)));
            };
            dispatch.dispatch(News::Phase(Some(spec.clone()), Phase::Running { done: 0, total: 1 }));
            let (to, of) = (dispatch.clone(), spec.clone());
            let on_event = Callback::from(move |event| to.dispatch(News::Event(of.clone(), event)));
            *job.borrow_mut() = Some(pool.run(Work::Sweep((**spec).clone()), on_event));
        }
    };
    use_effect_with(spec.clone(), {
        let (job, start, dispatch) = (job.clone(), start.clone(), results.dispatcher());
        move |spec: &Rc<Option<Rc<SweepSpec>>>| {
            *job.borrow_mut() = None;
            match (**spec).as_ref().map(|spec| (spec, effort(spec))) {
                Some((spec, Effort::Small)) => start(spec),
                Some((spec, Effort::Large)) => dispatch.dispatch(News::Phase(Some(spec.clone()), Phase::Waiting)),
                Some((spec, Effort::Impossible(failure))) => {
                    dispatch.dispatch(News::Phase(Some(spec.clone()), Phase::Failed(failure)));
                }
                None => dispatch.dispatch(News::Phase(None, Phase::Waiting)),
            }
        }
    });
    let run = {
        let spec = spec.clone();
        Callback::from(move |()| {
            if let Some(spec) = spec.as_ref() {
                start(spec);
            }
        })
    };
    let cancel = {
        let dispatch = results.dispatcher();
        Callback::from(move |()| {
            *job.borrow_mut() = None;
            dispatch.dispatch(News::Stopped);
        })
    };
    // Until the effect above has run, the results are still of what was measured before: show none of them.
    let is_fresh = match (spec.as_ref(), &results.spec) {
        (Some(now), Some(then)) => Rc::ptr_eq(now, then),
        (None, None) => true,
        _ => false,
    };
    let tallies = if is_fresh { results.tallies.clone() } else { Rc::default() };
    let observed: Rc<Vec<Observed>> =
        use_memo((request.plot, request.setting, tallies), |(_, _, tallies)| request.observed(tallies));
    let phase = if is_fresh { results.phase.clone() } else { Phase::Running { done: 0, total: 1 } };
    Measurement { observed, phase, run, cancel }
}
