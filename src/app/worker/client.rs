//! One worker of the browser, with its listeners.

use bloomscope::experiment::{FromWorker, ToWorker};
use bloomscope::wire;
use gloo::events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::carry::{self, CarryError};

/// What a worker was heard to do.
pub(super) enum Heard {
    /// It sent a message.
    Said(FromWorker),
    /// It broke down, or could not be loaded, or is not of this version.
    Broke(String),
    /// What it sent does not fit into memory.
    TooLarge,
}

/// A worker; ended when dropped.
pub(super) struct Client {
    worker: Worker,
    _listeners: [EventListener; 3],
}

impl Client {
    /// Starts the worker at `url`. The error is the browser's message.
    pub(super) fn start(url: &str, hear: impl Fn(Heard) + Clone + 'static) -> Result<Self, String> {
        let worker = Worker::new(url).map_err(|error| words(&error))?;
        let on_message = {
            let hear = hear.clone();
            EventListener::new(&worker, "message", move |event| {
                if let Some(event) = event.dyn_ref::<MessageEvent>() {
                    hear(read(&event.data()));
                }
            })
        };
        let on_error = {
            let hear = hear.clone();
            EventListener::new(&worker, "error", move |event| {
                // A script that could not be loaded gives an event without a message.
                let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
                hear(Heard::Broke(message));
            })
        };
        let on_unreadable = EventListener::new(&worker, "messageerror", move |_| hear(Heard::TooLarge));
        Ok(Self { worker, _listeners: [on_message, on_error, on_unreadable] })
    }

    /// Sends a message; the error is the browser's message.
    pub(super) fn post(&self, message: &ToWorker) -> Result<(), String> {
        let (parts, transfer) = carry::pack(&wire::encode_to_worker(message)).map_err(|error| match error {
            CarryError::Memory(bytes) => format!("no memory for {bytes} bytes"),
            CarryError::Foreign => String::new(),
        })?;
        self.worker.post_message_with_transfer(&parts, &transfer).map_err(|error| words(&error))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

fn read(data: &JsValue) -> Heard {
    match carry::unpack(data) {
        Ok(incoming) => match wire::decode_from_worker(incoming) {
            Ok(message) => Heard::Said(message),
            Err(error) => Heard::Broke(format!("{error:?}")),
        },
        Err(CarryError::Memory(_)) => Heard::TooLarge,
        Err(CarryError::Foreign) => Heard::Broke("a message of unknown form".into()),
    }
}

/// An exception in the browser's words.
fn words(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}
