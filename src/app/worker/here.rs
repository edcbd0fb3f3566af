//! Work on the page itself, in slices between which the browser has its turn: filters where no worker can be had, and runs
//! that are over before a worker would be there.

use std::cell::Cell;
use std::rc::Rc;

use bloomscope::experiment::schedule::JobEvent;
use bloomscope::experiment::{BuildRun, FilterSpec, Phase};
use gloo::timers::callback::Timeout;
use yew::Callback;

use super::pool::now;

/// Milliseconds of work at a time: half a frame.
const SLICE_MS: f64 = 8.0;

/// Keys between two looks at the clock.
const SLICE_KEYS: u64 = 1024;

/// Work being done here; dropping it ends it.
#[must_use = "dropping it ends the work"]
pub(crate) struct Here {
    dropped: Rc<Cell<bool>>,
}

impl Drop for Here {
    fn drop(&mut self) {
        self.dropped.set(true);
    }
}

/// Calls `slice` once in each of the browser's turns, with the time at which it should come to an end, until it says that
/// nothing is left to do; never from within this call.
pub(crate) fn in_slices(mut slice: impl FnMut(f64) -> bool + 'static) -> Here {
    let dropped = Rc::new(Cell::new(false));
    later(dropped.clone(), Box::new(move || slice(now() + SLICE_MS)));
    Here { dropped }
}

fn later(dropped: Rc<Cell<bool>>, mut slice: Box<dyn FnMut() -> bool>) {
    Timeout::new(0, move || {
        if !dropped.get() && slice() {
            later(dropped, slice);
        }
    })
    .forget(); // it fires once
}

/// Builds a filter. `on_event` is told as by a [`Pool`](super::Pool), never from within this call.
pub(crate) fn build_here(spec: FilterSpec, on_event: Callback<JobEvent>) -> Here {
    let mut run = None;
    let mut spec = Some(spec);
    in_slices(move |end| {
        if let Some(spec) = spec.take() {
            match BuildRun::new(spec) {
                Ok(new) => run = Some(new),
                Err(failure) => on_event.emit(JobEvent::Failed(failure)),
            }
        }
        let Some(mut going) = run.take() else { return false };
        let progress = loop {
            let progress = going.step(SLICE_KEYS);
            if progress.done >= progress.total {
                on_event.emit(JobEvent::Filter(going.into_bloom()));
                return false;
            }
            if now() >= end {
                break progress;
            }
        };
        run = Some(going);
        on_event.emit(JobEvent::Progress(Phase::Building, progress));
        true
    })
}
