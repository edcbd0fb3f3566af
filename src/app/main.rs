//! The page: a Yew front end over the library.
//!
//! State flows one way: event → action → [`bloomscope::scenario::State::apply`] → state → view. Components get plain
//! values and callbacks; only `dom` knows the address bar, the clock, storage and entropy; only the grid's painter and the
//! chart's host touch a canvas; only the worker client talks to workers.

#![allow(unreachable_pub)] // a binary has no outside: `pub` means for the rest of it

#[cfg(target_arch = "wasm32")]
mod bench;
#[cfg(target_arch = "wasm32")]
mod chart;
#[cfg(target_arch = "wasm32")]
mod compare;
#[cfg(target_arch = "wasm32")]
mod curves;
#[cfg(target_arch = "wasm32")]
mod dom;
#[cfg(target_arch = "wasm32")]
mod family;
#[cfg(target_arch = "wasm32")]
mod field;
#[cfg(target_arch = "wasm32")]
mod grid;
#[cfg(target_arch = "wasm32")]
mod input;
#[cfg(target_arch = "wasm32")]
mod island;
#[cfg(target_arch = "wasm32")]
mod lab;
#[cfg(target_arch = "wasm32")]
mod lazy;
#[cfg(target_arch = "wasm32")]
mod ready;
#[cfg(target_arch = "wasm32")]
mod roving;
#[cfg(target_arch = "wasm32")]
mod shell;
#[cfg(target_arch = "wasm32")]
mod store;
#[cfg(target_arch = "wasm32")]
mod worker;

#[cfg(target_arch = "wasm32")]
fn main() {
    dom::report_panics();
    if let Some(root) = dom::root() {
        yew::Renderer::<shell::App>::with_root(root).render();
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This program is a web page: run `cargo xtask serve`.");
    std::process::exit(1);
}
