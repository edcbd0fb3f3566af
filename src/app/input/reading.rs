//! Reads a source in a worker of its own, or on the page where that is quicker or no worker is to be had.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use bloomscope::dump::{ReadError, ReadOptions};
use bloomscope::experiment::FromWorker;
use bloomscope::wire;
use bloomscope::wire::reading::{News, decode_news, encode_options};
use gloo::events::EventListener;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};
use yew::Callback;

use super::pieces::{Step, read_blob};
use super::source::Source;
use super::state::Change;
use crate::worker::carry::{self, CarryError};

/// What is read on the page, in bytes: less than a frame's work is done before a worker has started.
const SMALL_BYTES: f64 = 256.0 * 1024.0;

/// Milliseconds between two reports of progress.
const REPORT_MS: f64 = 60.0;

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
    let small = source.blob.size() <= SMALL_BYTES;
    let inner =
        Rc::new(Inner { source, options, number, on_change, dropped: Cell::default(), worker: RefCell::default() });
    if small || inner.clone().read_in_worker().is_none() {
        inner.clone().read_on_page();
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
    /// Whether it was given the source.
    asked: bool,
    _listeners: [EventListener; 3],
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Inner {
    fn read_on_page(self: Rc<Self>) {
        wasm_bindgen_futures::spawn_local(async move {
            let mut reported = now();
            let on_step = |step| {
                match step {
                    Step::Previewed(preview) => self.tell(News::Previewed(preview)),
                    Step::Progressed(progress) if now() - reported >= REPORT_MS => {
                        reported = now();
                        self.tell(News::Progressed(progress));
                    }
                    Step::Progressed(_) => {}
                }
                !self.dropped.get()
            };
            if let Some(result) = read_blob(&self.source.blob, self.options.clone(), on_step).await {
                self.tell(result.map_or_else(News::Failed, News::Done));
            }
        });
    }

    /// `None` where the browser starts no worker.
    fn read_in_worker(self: Rc<Self>) -> Option<()> {
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
        *self.worker.borrow_mut() = Some(Reader { worker, asked: false, _listeners: listeners });
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
        if let Some(reader) = self.worker.borrow_mut().as_mut() {
            reader.asked = reader.worker.post_message(&request).is_ok();
        }
    }

    /// A worker that fails before it has begun is done without; one that fails later has met something in the file, or
    /// the end of its memory.
    fn give_up(self: &Rc<Self>, reason: String) {
        let reader = self.worker.take();
        if reader.is_some_and(|reader| reader.asked) {
            self.tell(News::Failed(ReadError::Interrupted { reason }));
        } else if !self.dropped.get() {
            self.clone().read_on_page();
        }
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

fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}
