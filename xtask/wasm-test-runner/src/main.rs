//! Cargo's runner for wasm tests: hands a test binary to headless Chromium through its driver.
//!
//! A program apart from `xtask`, because it brings an HTTP server, an HTTP client and a command-line parser, and whoever
//! only wants to see the page should not wait for those to compile.

use std::process::ExitCode;

fn main() -> ExitCode {
    match wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
