//! The worker: long work off the main thread.
//!
//! All thinking is [`bloomscope::experiment::Engine`]; this program gives it time and carries its messages. It works in
//! slices and looks for messages between them, so a cancellation gets through within about [`program::SLICE_MS`].

#[cfg(target_arch = "wasm32")]
mod carry;
#[cfg(target_arch = "wasm32")]
mod program;

#[cfg(target_arch = "wasm32")]
fn main() {
    program::run();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This program is a web page: run `cargo xtask serve`.");
    std::process::exit(1);
}
