//! Measures a list on the page, in steps between which the browser has its turn.

use std::cell::Cell;
use std::rc::Rc;

use bloomscope::dump::{KeyList, ListTrial, TrialError, TrialReport, TrialSpec};
use gloo::timers::callback::Timeout;
use yew::Callback;

/// Milliseconds of work at a time: half a frame.
const STEP_MS: f64 = 8.0;

/// Keys between two looks at the clock.
const STEP_KEYS: u64 = 1024;

/// A measurement under way; dropping it ends it.
pub struct Measuring {
    dropped: Rc<Cell<bool>>,
}

impl Drop for Measuring {
    fn drop(&mut self) {
        self.dropped.set(true);
    }
}

/// Starts measuring; `on_done` is called once, later.
pub fn measure(
    list: Rc<KeyList>,
    spec: TrialSpec,
    on_done: Callback<Result<Rc<TrialReport>, TrialError>>,
) -> Measuring {
    let dropped = Rc::new(Cell::new(false));
    let watched = dropped.clone();
    Timeout::new(0, move || {
        if watched.get() {
            return;
        }
        match ListTrial::new(&list.keys, spec) {
            Ok(trial) => step(trial, list, watched, on_done),
            Err(error) => on_done.emit(Err(error)),
        }
    })
    .forget(); // it fires once and then looks whether it is still wanted
    Measuring { dropped }
}

fn step(
    mut trial: ListTrial,
    list: Rc<KeyList>,
    dropped: Rc<Cell<bool>>,
    on_done: Callback<Result<Rc<TrialReport>, TrialError>>,
) {
    let clock = web_sys::window().and_then(|window| window.performance());
    let now = || clock.as_ref().map_or(f64::INFINITY, web_sys::Performance::now);
    let end = now() + STEP_MS;
    loop {
        if trial.step(&list.keys, STEP_KEYS).is_done() {
            return on_done.emit(Ok(Rc::new(trial.report())));
        }
        if now() >= end {
            break;
        }
    }
    Timeout::new(0, move || {
        if !dropped.get() {
            step(trial, list, dropped, on_done);
        }
    })
    .forget();
}
