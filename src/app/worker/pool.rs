//! The pool: the schedule's hands and ears in the browser.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use bloomscope::experiment::Work;
use bloomscope::experiment::schedule::{Command, JobEvent, Schedule, WorkerId};
use gloo::events::EventListener;
use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::Timeout;
use web_sys::Document;
use yew::Callback;

use super::client::{Client, Heard};

/// The most workers, however many cores there are: beyond this a picture does not get sharp noticeably faster.
const MAX_WORKERS: f64 = 16.0;

/// Workers for the whole page; none is started before there is work. Cloning gives another hold of the same pool.
#[derive(Clone)]
pub(crate) struct Pool(Rc<Inner>);

impl PartialEq for Pool {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// A job under way: dropping it cancels the job, after which nothing more is heard of it.
#[must_use = "dropping the handle cancels the job"]
pub(crate) struct JobHandle {
    pool: Weak<Inner>,
    job: u64,
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.upgrade() {
            pool.cancel(self.job);
        }
    }
}

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

impl Pool {
    /// A pool of one worker less than the machine has cores, at least one. Starts nothing.
    pub(crate) fn new() -> Self {
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        let size = (cores - 1.0).clamp(1.0, MAX_WORKERS) as usize;
        let inner = Rc::new_cyclic(|me: &Weak<Inner>| Inner {
            me: me.clone(),
            schedule: RefCell::new(Schedule::new(size)),
            clients: RefCell::default(),
            callbacks: RefCell::default(),
            frame: RefCell::default(),
            timer: RefCell::default(),
            timer_at: Cell::new(None),
            _on_visibility: document().map(|document| {
                let me = me.clone();
                EventListener::new(&document, "visibilitychange", move |_| {
                    if let Some(pool) = me.upgrade() {
                        pool.see_visibility();
                    }
                })
            }),
        });
        inner.see_visibility();
        Self(inner)
    }

    /// Has work done. `on_event` is called between frames until [`JobEvent::Done`] or [`JobEvent::Failed`], never from
    /// within this call.
    pub(crate) fn run(&self, work: Work, on_event: Callback<JobEvent>) -> JobHandle {
        let job = self.0.schedule.borrow_mut().submit(work, now());
        self.0.callbacks.borrow_mut().push((job, on_event));
        self.0.act();
        JobHandle { pool: Rc::downgrade(&self.0), job }
    }
}

struct Inner {
    me: Weak<Inner>,
    schedule: RefCell<Schedule>,
    // Few of each: looked through from the start.
    clients: RefCell<Vec<(WorkerId, Client)>>,
    callbacks: RefCell<Vec<(u64, Callback<JobEvent>)>>,
    frame: RefCell<Option<AnimationFrame>>,
    timer: RefCell<Option<Timeout>>,
    timer_at: Cell<Option<f64>>,
    _on_visibility: Option<EventListener>,
}

impl Inner {
    fn forget(&self, job: u64) {
        self.callbacks.borrow_mut().retain(|(of, _)| *of != job);
    }

    fn cancel(&self, job: u64) {
        self.forget(job);
        self.schedule.borrow_mut().cancel(job, now());
        self.act();
    }

    fn see_visibility(&self) {
        let is_hidden = document().is_some_and(|document| document.hidden());
        self.schedule.borrow_mut().pause(is_hidden, now());
        self.act();
    }

    fn hear(&self, worker: WorkerId, heard: Heard) {
        match heard {
            Heard::Said(message) => self.schedule.borrow_mut().receive(worker, message, now()),
            Heard::Broke(message) => self.schedule.borrow_mut().broken(worker, &message, now()),
            Heard::TooLarge => self.schedule.borrow_mut().overflowed(worker, now()),
        }
        self.act();
    }

    /// Carries out what the schedule wants, and arranges for its next look and for news.
    fn act(&self) {
        loop {
            let commands = self.schedule.borrow_mut().take_commands();
            if commands.is_empty() {
                break;
            }
            for command in commands {
                self.obey(command);
            }
        }
        self.arrange_frame();
        self.arrange_timer();
    }

    fn obey(&self, command: Command) {
        let broken = |worker, message: &str| self.schedule.borrow_mut().broken(worker, message, now());
        match command {
            Command::Spawn(worker) => {
                let url =
                    document().and_then(|d| d.document_element()).and_then(|html| html.get_attribute("data-worker"));
                let me = self.me.clone();
                let hear = move |heard| {
                    if let Some(pool) = me.upgrade() {
                        pool.hear(worker, heard);
                    }
                };
                match Client::start(&url.unwrap_or_default(), hear) {
                    Ok(client) => {
                        let mut clients = self.clients.borrow_mut();
                        clients.retain(|(id, _)| id.slot != worker.slot);
                        clients.push((worker, client));
                    }
                    Err(message) => broken(worker, &message),
                }
            }
            Command::Post(worker, message) => {
                let clients = self.clients.borrow();
                let client = clients.iter().find(|(id, _)| *id == worker);
                if let Some(Err(message)) = client.map(|(_, client)| client.post(&message)) {
                    broken(worker, &message);
                }
            }
            Command::Terminate(worker) => {
                self.clients.borrow_mut().retain(|(id, _)| *id != worker);
            }
        }
    }

    /// News is told once a frame. A hidden page has no frames and hears no news.
    fn arrange_frame(&self) {
        if self.schedule.borrow().has_events() && self.frame.borrow().is_none() {
            let me = self.me.clone();
            let frame = request_animation_frame(move |_| {
                if let Some(pool) = me.upgrade() {
                    pool.frame.take();
                    pool.tell();
                }
            });
            *self.frame.borrow_mut() = Some(frame);
        }
    }

    fn arrange_timer(&self) {
        let due = self.schedule.borrow().deadline();
        if due == self.timer_at.replace(due) {
            return;
        }
        let me = self.me.clone();
        let timer = due.map(|due| {
            // Rounded up: a timer that is early by a fraction would look and find nothing.
            let delay = (due - now()).ceil().clamp(0.0, 60_000.0) as u32;
            Timeout::new(delay.saturating_add(1), move || {
                if let Some(pool) = me.upgrade() {
                    pool.timer_at.set(None);
                    pool.schedule.borrow_mut().tick(now());
                    pool.act();
                }
            })
        });
        *self.timer.borrow_mut() = timer;
    }

    /// Tells each job's news to its callback. Nothing is borrowed meanwhile: a callback may start or cancel jobs.
    fn tell(&self) {
        let events = self.schedule.borrow_mut().take_events();
        for (job, event) in events {
            let is_last = matches!(event, JobEvent::Done | JobEvent::Failed(_));
            let callback =
                self.callbacks.borrow().iter().find(|(of, _)| *of == job).map(|(_, callback)| callback.clone());
            if is_last {
                self.forget(job);
            }
            if let Some(callback) = callback {
                callback.emit(event);
            }
        }
    }
}

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// Milliseconds since the page was opened.
pub(crate) fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}
