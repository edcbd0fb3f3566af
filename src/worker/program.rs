//! The message loop.

use std::cell::RefCell;
use std::rc::Rc;

use bloomscope::experiment::{ChunkReport, Engine, Failure, FromWorker};
use bloomscope::wire::{self, WireError};
use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

use crate::carry::{self, CarryError};
use crate::reading;

/// How long it works before it looks for messages, in milliseconds.
pub(crate) const SLICE_MS: f64 = 10.0;

/// A step should take about this long, in milliseconds, so that a slice ends on time.
const STEP_MS: f64 = 2.0;

/// How often a chunk under way reports its progress, in milliseconds: a few frames.
const PROGRESS_MS: f64 = 50.0;

/// Keys in a step: from what even a slow machine does in [`STEP_MS`] to what no machine does.
const STEP_KEYS: core::ops::RangeInclusive<u64> = 256..=1 << 22;

/// Starts the worker and says so.
pub(crate) fn run() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    report_panics(scope.clone());
    // A message to ourselves comes after those of the page that are waiting, and unlike a timer it is not delayed.
    let Ok(channel) = MessageChannel::new() else { return };
    let program = Rc::new(Program {
        scope: scope.clone(),
        channel: channel.clone(),
        state: RefCell::new(State { engine: Engine::default(), step_keys: 2048, reported_at: 0.0, is_due: false }),
    });

    let on_slice = {
        let program = program.clone();
        Closure::<dyn Fn()>::new(move || program.slice())
    };
    channel.port1().set_onmessage(Some(on_slice.as_ref().unchecked_ref()));
    let reads = scope.clone();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        if !reading::begin(&reads, &event.data()) {
            program.receive(&event);
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // Both live as long as the worker.
    on_slice.forget();
    on_message.forget();
    post(&scope, &FromWorker::Ready);
}

struct Program {
    scope: DedicatedWorkerGlobalScope,
    channel: MessageChannel,
    state: RefCell<State>,
}

struct State {
    engine: Engine,
    /// Keys in a step, as fits the machine and the work at hand.
    step_keys: u64,
    /// When progress was last reported.
    reported_at: f64,
    /// Whether a slice is called for.
    is_due: bool,
}

impl Program {
    /// A message from the page.
    fn receive(&self, event: &MessageEvent) {
        let state = &mut *self.state.borrow_mut();
        let message = carry::unpack(&event.data())
            .map_err(|error| match error {
                CarryError::Memory(bytes) => Failure::MemoryRefused { n_bits: 8 * bytes as u64 },
                CarryError::Foreign => Failure::Protocol,
            })
            .and_then(|incoming| {
                let engine = &state.engine;
                wire::decode_to_worker(incoming, |id| engine.list(id)).map_err(|_: WireError| Failure::Protocol)
            });
        match message {
            Ok(message) => {
                if let Some(answer) = state.engine.receive(message) {
                    post(&self.scope, &answer);
                }
                self.call(state);
            }
            Err(failure) => post(&self.scope, &FromWorker::Failed { job: None, failure }),
        }
    }

    /// Works until the slice is over or nothing is left.
    fn slice(&self) {
        let state = &mut *self.state.borrow_mut();
        state.is_due = false;
        let start = self.now();
        let mut before = start;
        while let Some(said) = state.engine.step(state.step_keys) {
            let now = self.now();
            state.step_keys = adapted(state.step_keys, now - before);
            state.engine.took(((now - before) * 1e6) as u64);
            before = now;
            if matches!(said, FromWorker::Progress { .. }) {
                if now - state.reported_at >= PROGRESS_MS {
                    state.reported_at = now;
                    post(&self.scope, &said);
                }
            } else {
                post(&self.scope, &said);
            }
            if now - start >= SLICE_MS {
                break;
            }
        }
        self.call(state);
    }

    /// Calls for a slice, if there is something to do.
    fn call(&self, state: &mut State) {
        if !state.is_due && !state.engine.is_idle() {
            state.is_due = self.channel.port2().post_message(&wasm_bindgen::JsValue::NULL).is_ok();
        }
    }

    fn now(&self) -> f64 {
        self.scope.performance().map_or(0.0, |performance| performance.now())
    }
}

/// More keys where a step was short, fewer where it was long; clocks are as coarse as a millisecond in some browsers.
fn adapted(keys: u64, took_ms: f64) -> u64 {
    let next = if took_ms > 2.0 * STEP_MS {
        keys / 2
    } else if took_ms < STEP_MS {
        keys + keys / 4
    } else {
        keys
    };
    next.clamp(*STEP_KEYS.start(), *STEP_KEYS.end())
}

/// Sends a message. A filter for which the browser has no second copy's memory becomes a failure of its job.
fn post(scope: &DedicatedWorkerGlobalScope, message: &FromWorker) {
    match carry::pack(&wire::encode_from_worker(message)) {
        Ok((parts, transfer)) => {
            // The page's end of the port closes only with the worker.
            let _ = scope.post_message_with_transfer(&parts, &transfer);
        }
        Err(_) => {
            if let FromWorker::Done { job, report: ChunkReport::Filter(bloom), .. } = message {
                let failure = Failure::MemoryRefused { n_bits: bloom.bits().n_bits() };
                post(scope, &FromWorker::Failed { job: Some(*job), failure });
            }
        }
    }
}

/// Tells the page of a panic before the program ends.
fn report_panics(scope: DedicatedWorkerGlobalScope) {
    std::panic::set_hook(Box::new(move |panic| {
        let failure = Failure::Crashed { message: panic.to_string() };
        if let Ok((parts, _)) = carry::pack(&wire::encode_from_worker(&FromWorker::Failed { job: None, failure })) {
            let _ = scope.post_message_with_transfer(&parts, &Array::new());
        }
    }));
}
