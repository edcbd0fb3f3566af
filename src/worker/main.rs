//! The worker: long work off the main thread.
//!
//! All thinking is [`bloomscope::experiment::Engine`]; this program gives it time and carries its messages. It works in
//! slices of about 10 ms and looks for messages between them, so that a cancellation gets through.

#[cfg(target_arch = "wasm32")]
mod carry;
#[cfg(target_arch = "wasm32")]
mod gb18030;
#[cfg(target_arch = "wasm32")]
mod pieces;
#[cfg(target_arch = "wasm32")]
mod program;
#[cfg(target_arch = "wasm32")]
mod reading;

#[cfg(target_arch = "wasm32")]
fn main() {
    program::run();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This program is a web page: run `cargo xtask serve`.");
    std::process::exit(1);
}
