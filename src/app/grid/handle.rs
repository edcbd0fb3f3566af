//! The stage as the component and its listeners hold it: changed from anywhere, painted on animation frames.

use super::input::Gestures;
use super::stage::{Stage, Status};
use gloo::render::{AnimationFrame, request_animation_frame};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use yew::Callback;

/// What the stage tells the page.
#[derive(Clone, Default, PartialEq)]
pub struct Tell {
    /// Something about the view changed.
    pub status: Callback<Status>,
    /// The pointer or the keyboard is on another bit, or on none.
    pub hover: Callback<Option<u64>>,
    /// A bit was chosen.
    pub select: Callback<u64>,
    /// Other marks are connected.
    pub connected: Callback<u64>,
}

/// A shared stage.
#[derive(Clone, Default)]
pub struct Handle(Rc<Inner>);

#[derive(Default)]
struct Inner {
    stage: RefCell<Option<Stage>>,
    pub gestures: RefCell<Gestures>,
    frame: RefCell<Option<AnimationFrame>>,
    tell: RefCell<Tell>,
    told: Cell<Status>,
}

impl PartialEq for Handle {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Handle {
    /// Puts a stage in place, or takes it away.
    pub fn set(&self, stage: Option<Stage>) {
        if stage.is_none() {
            self.0.frame.take();
        }
        self.0.stage.replace(stage);
        self.settle();
    }

    /// Sets whom to tell.
    pub fn set_tell(&self, tell: Tell) {
        self.0.tell.replace(tell);
    }

    /// Whom to tell.
    pub fn tell(&self) -> Tell {
        self.0.tell.borrow().clone()
    }

    /// Does something with the stage, then sees to it that the change is painted and told. `None` before there is a stage.
    pub fn with<R>(&self, change: impl FnOnce(&mut Stage) -> R) -> Option<R> {
        let result = self.0.stage.borrow_mut().as_mut().map(change);
        self.settle();
        result
    }

    /// Does something with the stage and the gesture in progress.
    pub fn gesture<R>(&self, change: impl FnOnce(&mut Gestures, &mut Stage) -> R) -> Option<R> {
        self.with(|stage| change(&mut self.0.gestures.borrow_mut(), stage))
    }

    fn settle(&self) {
        let Some((needs_frame, status)) = self.0.stage.borrow().as_ref().map(|s| (s.needs_frame(), s.status())) else {
            return;
        };
        if needs_frame && self.0.frame.borrow().is_none() {
            let inner = Rc::downgrade(&self.0);
            // A hidden tab gets no animation frames, so it paints nothing.
            self.0.frame.replace(Some(request_animation_frame(move |time| Self::on_frame(&inner, time))));
        }
        let told = self.0.told.replace(status);
        if told != status {
            let tell = self.tell();
            let bit = |s: &Status| s.focus.or(s.hover).and_then(|target| target.index());
            if bit(&told) != bit(&status) {
                tell.hover.emit(bit(&status));
            }
            if told.connected != status.connected {
                tell.connected.emit(status.connected);
            }
            tell.status.emit(status);
        }
    }

    fn on_frame(inner: &Weak<Inner>, time: f64) {
        let Some(handle) = inner.upgrade().map(Self) else { return };
        handle.0.frame.take();
        handle.with(|stage| stage.paint(time));
    }
}
