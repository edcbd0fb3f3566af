//! When the page may say that it is ready: every part that its first picture asks for is there.

use std::cell::Cell;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::dom;

thread_local! {
    static AWAITED: Cell<u32> = const { Cell::new(0) };
}

/// Something the first picture waits for, until it is dropped.
struct Awaited(());

impl Awaited {
    /// One thing more to wait for.
    fn begin() -> Self {
        AWAITED.set(AWAITED.get() + 1);
        Self(())
    }
}

impl Drop for Awaited {
    fn drop(&mut self) {
        // What has just come may itself ask for more, and still has effects to run.
        Timeout::new(0, || {
            AWAITED.set(AWAITED.get() - 1);
            if AWAITED.get() == 0
                && let Some(html) = dom::html()
            {
                let _ = html.set_attribute("data-ready", "true");
            }
        })
        .forget();
    }
}

/// What the first picture shows here is awaited until it is there. Later pictures are not waited for.
#[hook]
pub fn use_awaited(is_there: bool) {
    let awaited = use_mut_ref(|| Some(Awaited::begin()));
    use_effect_with(is_there, move |&is_there| {
        if is_there {
            awaited.take();
        }
    });
}
