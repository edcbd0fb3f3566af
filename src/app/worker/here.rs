//! A filter built on the page itself, where no worker can be had: in slices, between which the browser has its turn.

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

/// A filter being built here; dropping it ends the work.
#[must_use = "dropping it ends the work"]
pub(crate) struct BuildHere {
    dropped: Rc<Cell<bool>>,
}

impl Drop for BuildHere {
    fn drop(&mut self) {
        self.dropped.set(true);
    }
}

/// Builds a filter. `on_event` is told as by a [`Pool`](super::Pool), never from within this call.
pub(crate) fn build_here(spec: FilterSpec, on_event: Callback<JobEvent>) -> BuildHere {
    let dropped = Rc::new(Cell::new(false));
    later(dropped.clone(), move |dropped| match BuildRun::new(spec) {
        Ok(run) => slice(run, dropped, on_event),
        Err(failure) => on_event.emit(JobEvent::Failed(failure)),
    });
    BuildHere { dropped }
}

fn slice(mut run: BuildRun, dropped: Rc<Cell<bool>>, on_event: Callback<JobEvent>) {
    let end = now() + SLICE_MS;
    let progress = loop {
        let progress = run.step(SLICE_KEYS);
        if progress.done >= progress.total {
            return on_event.emit(JobEvent::Filter(run.into_bloom()));
        }
        if now() >= end {
            break progress;
        }
    };
    on_event.emit(JobEvent::Progress(Phase::Building, progress));
    later(dropped, move |dropped| slice(run, dropped, on_event));
}

/// Goes on after the browser's turn, if it is still wanted then.
fn later(dropped: Rc<Cell<bool>>, go_on: impl FnOnce(Rc<Cell<bool>>) + 'static) {
    Timeout::new(0, move || {
        if !dropped.get() {
            go_on(dropped);
        }
    })
    .forget(); // it fires once
}
