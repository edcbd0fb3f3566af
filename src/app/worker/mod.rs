//! Long work off the main thread, as components see it: a [`Pool`] runs [`Work`](bloomscope::experiment::Work) and calls
//! back with [`JobEvent`]s; dropping the [`JobHandle`] cancels.
//!
//! Who does what is decided in [`bloomscope::experiment::schedule`]; here its commands become workers and messages. Events
//! come at most once a frame, each kind in its latest state. While the page is hidden no work is given out.

#[path = "../../worker/carry.rs"]
pub(crate) mod carry;
mod client;
mod here;
mod pool;

pub(crate) use bloomscope::experiment::schedule::JobEvent;
pub(crate) use here::{Here, build_here, in_slices};
pub(crate) use pool::{JobHandle, Pool, now};
