//! The worker: long work off the main thread.
#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This program is a web page: run `cargo xtask serve`.");
    std::process::exit(1);
}

#[cfg(target_arch = "wasm32")]
fn main() {
    web_sys::console::debug_1(&"The worker has no work yet.".into());
}
