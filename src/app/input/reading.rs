//! Reads a source in a worker of its own. The page carries no reader: whoever brings no list need not load one.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use bloomscope::dump::{ReadError, ReadOptions};
use bloomscope::experiment::FromWorker;
use bloomscope::wire;
use bloomscope::wire::reading::{News, decode_news, encode_options};
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};
use yew::Callback;

use super::source::Source;
use super::state::Change;
use crate::worker::carry::{self, CarryError};

/// Reading under way; dropping it ends it, and the worker with it.
pub struct Reading(Rc<Inner>);

impl Drop for Reading {
    fn drop(&mut self) {
        self.0.dropped.set(true);
        self.0.worker.take();
    }
}

/// Starts reading attempt `number`.
pub fn read(source: Source, options: ReadOptions, number: u64, on_change: Callback<Change>) -> Reading {
    let inner =
        Rc::new(Inner { source, options, number, on_change, dropped: Cell::default(), worker: RefCell::default() });
    if inner.clone().start().is_none() {
        // Not from within this call: whoever made it is not ready for news.
        let inner = Rc::downgrade(&inner);
        let fail = move || {
            if let Some(inner) = inner.upgrade() {
                inner.give_up("the browser starts no worker".into());
            }
        };
        Timeout::new(0, fail).forget(); // it fires once and then looks whether it is still wanted
    }
    Reading(inner)
}

struct Inner {
    source: Source,
    options: ReadOptions,
    number: u64,
    on_change: Callback<Change>,
    dropped: Cell<bool>,
    worker: RefCell<Option<Reader>>,
}

/// A worker with its listeners, ended when dropped.
struct Reader {
    worker: Worker,
    _listeners: [EventListener; 3],
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Inner {
    /// `None` where the browser starts no worker.
    fn start(self: Rc<Self>) -> Option<()> {
        let root = web_sys::window()?.document()?.document_element()?;
        let worker = Worker::new(&root.get_attribute("data-worker")?).ok()?;
        let listen = |kind: &'static str, hear: fn(&Rc<Self>, &web_sys::Event)| {
            let inner = Rc::downgrade(&self);
            EventListener::new(&worker, kind, move |event| {
                if let Some(inner) = inner.upgrade() {
                    hear(&inner, event);
                }
            })
        };
        let listeners = [
            listen("message", |inner, event| {
                if let Some(event) = event.dyn_ref::<MessageEvent>() {
                    inner.hear(&event.data());
                }
            }),
            listen("error", |inner, event| {
                inner.give_up(event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default());
            }),
            listen("messageerror", |inner, _| inner.tell(News::Failed(ReadError::MemoryRefused { keys: 0 }))),
        ];
        *self.worker.borrow_mut() = Some(Reader { worker, _listeners: listeners });
        Some(())
    }

    fn hear(self: &Rc<Self>, data: &JsValue) {
        let is_news = data.dyn_ref::<Array>().is_some_and(|parts| parts.length() == 4);
        match carry::unpack(data) {
            Ok(incoming) if is_news => match decode_news(incoming) {
                Ok(news) => self.tell(news),
                Err(error) => self.give_up(format!("{error:?}")),
            },
            Ok(incoming) => match wire::decode_from_worker(incoming) {
                Ok(FromWorker::Ready) => self.ask(),
                Ok(FromWorker::Failed { failure, .. }) => self.give_up(format!("{failure:?}")),
                Ok(_) => {}
                Err(error) => self.give_up(format!("{error:?}")),
            },
            Err(CarryError::Memory(_)) => self.tell(News::Failed(ReadError::MemoryRefused { keys: 0 })),
            Err(CarryError::Foreign) => self.give_up("a message of unknown form".into()),
        }
    }

    /// Hands the worker, once it is ready, the source.
    fn ask(self: &Rc<Self>) {
        let options = Uint8Array::from(&encode_options(&self.options)[..]);
        let request = Array::of2(&options, &self.source.blob);
        let asked = self.worker.borrow().as_ref().map(|reader| reader.worker.post_message(&request).is_ok());
        if asked == Some(false) {
            self.give_up("the browser did not hand the file over".into());
        }
    }

    /// The worker failed.
    fn give_up(&self, reason: String) {
        self.worker.take();
        self.tell(News::Failed(ReadError::Interrupted { reason }));
    }

    fn tell(&self, news: News) {
        if self.dropped.get() {
            return;
        }
        let number = self.number;
        self.on_change.emit(match news {
            News::Previewed(preview) => Change::Previewed(number, preview),
            News::Progressed(progress) => Change::Progressed(number, progress),
            News::Done(list) => Change::Finished(number, Ok(list)),
            News::Failed(error) => Change::Finished(number, Err(error)),
        });
    }
}
