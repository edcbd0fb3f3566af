//! `cargo xtask test`: every test there is.
//!
//! | part | what runs | where |
//! |---|---|---|
//! | host | unit, integration and documentation tests of the library; the tests of this program | natively |
//! | wasm | once more those of `tests/*.rs` that use `wasm_bindgen_test` | WebAssembly in headless Chromium |
//! | browser | `tests/browser/*.test.mjs` | the page as published, in headless Chromium |

use crate::args::{Part, TestOptions};
use crate::project::Project;
use crate::server::{Server, Site};
use crate::tools::{self, WASM, cargo, run};
use crate::{dist, page, say, serve};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::process::Command;
use std::thread;

/// Flags for a browser that makes no requests of its own.
const BROWSER_FLAGS: [&str; 8] = [
    "headless",
    "no-sandbox",
    "disable-gpu",
    "disable-quic",
    "no-first-run",
    "disable-background-networking",
    "disable-component-update",
    "disable-sync",
];
/// Seconds that the tests of one file may take inside wasm.
const WASM_TIMEOUT: &str = "600";

/// Runs the parts asked for, in order, up to the first that fails.
///
/// # Errors
/// When a test fails, or what it needs is missing and cannot be installed.
pub(crate) fn test(project: &Project, options: &TestOptions) -> Result<()> {
    let wanted = |part: Part| options.part.is_none_or(|only| only == part);
    if wanted(Part::Host) {
        host(project, options)?;
    }
    if wanted(Part::Wasm) {
        wasm(project, options)?;
    }
    if wanted(Part::Browser) {
        browser(project, options)?;
    }
    Ok(())
}

/// A cargo command for this checkout.
fn cargo_here(project: &Project, words: &[&str]) -> Command {
    let mut command = cargo();
    command.current_dir(project.root()).args(words).arg("--target-dir").arg(project.target());
    command
}

fn host(project: &Project, options: &TestOptions) -> Result<()> {
    say("Testing natively: the library");
    run(cargo_here(project, &["test", "--package", "bloomscope"]).args(&options.filter), "pass the library's tests")?;
    say("Testing natively: xtask");
    // Apart, so that the crates both use are not compiled a second time for the features of the other.
    run(cargo_here(project, &["test", "--package", "xtask"]).args(&options.filter), "pass xtask's tests")
}

fn wasm(project: &Project, options: &TestOptions) -> Result<()> {
    tools::ensure_wasm_target()?;
    let browser = tools::ensure_browser()?;
    say("Compiling the runner for tests inside WebAssembly");
    run(&mut cargo_here(project, &["build", "--package", "wasm-test-runner"]), "compile the test runner")?;
    let runner = project.target().join("debug").join(format!("wasm-test-runner{}", std::env::consts::EXE_SUFFIX));

    let settings = project.target().join("xtask").join("webdriver.json");
    let flags = BROWSER_FLAGS.map(|flag| format!("\"--{flag}\"")).join(", ");
    let program = browser.program.to_string_lossy().replace('\\', "\\\\");
    let json = format!("{{\"goog:chromeOptions\": {{\"binary\": \"{program}\", \"args\": [{flags}]}}}}\n");
    page::write(&settings, json.as_bytes())?;

    say("Testing inside WebAssembly, in headless Chromium");
    let mut command = cargo_here(project, &["test", "--package", "bloomscope", "--target", WASM]);
    for name in wasm_tests(project)? {
        command.args(["--test", &name]);
    }
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner);
    command.env("CHROMEDRIVER", browser.driver).env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings);
    command.env("WASM_BINDGEN_USE_BROWSER", "1").env("WASM_BINDGEN_TEST_TIMEOUT", WASM_TIMEOUT);
    command.env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60");
    // What tests say, as how many rows they checked, is shown for those that pass too.
    command.args(&options.filter).args(["--", "--nocapture"]);
    run(&mut command, "pass the library's tests inside WebAssembly")
}

fn browser(project: &Project, options: &TestOptions) -> Result<()> {
    let browser = tools::ensure_browser()?;
    tools::ensure_node(project)?;
    let (folder, kind) = match options.profile {
        tools::Profile::Serve => (serve::build(project, options.profile)?, "dev"),
        tools::Profile::Release => (dist::dist(project)?, "dist"),
    };
    let server = Server::bind()?;
    let url = server.url();
    // The same page below a folder, as hosts with several projects serve it.
    let mounts = [("/".to_owned(), folder.clone()), ("/some/where/else/".to_owned(), folder.clone())];
    thread::spawn(move || server.run(&Site { mounts: mounts.into(), builds: None }));

    say("Testing in headless Chromium");
    let mut command = Command::new("node");
    command.current_dir(project.root()).args(["--test", "--test-reporter=spec"]);
    command.args(journeys(project, options.filter.as_deref())?);
    command.env("BLOOMSCOPE_BROWSER", browser.program).env("BLOOMSCOPE_URL", &url);
    command.env("BLOOMSCOPE_SUBPATH_URL", format!("{url}some/where/else/"));
    command.env("BLOOMSCOPE_SHOTS", project.target().join("journeys"));
    command.env("BLOOMSCOPE_FOLDER", folder).env("BLOOMSCOPE_KIND", kind);
    run(&mut command, "pass the browser journeys")
}

/// Names of the integration tests that also run inside wasm: those that use its test attribute.
fn wasm_tests(project: &Project) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for name in names_in(project, "tests")? {
        if let Some(stem) = name.strip_suffix(".rs") {
            let source = page::read(&project.root().join("tests").join(&name))?;
            if String::from_utf8_lossy(&source).contains("use wasm_bindgen_test::") {
                names.push(stem.to_owned());
            }
        }
    }
    ensure!(!names.is_empty(), "no file tests/*.rs uses wasm_bindgen_test");
    Ok(names)
}

/// Arguments for node: the files of journeys with `filter` in their name, or else all of them and a pattern for the names
/// of the journeys.
fn journeys(project: &Project, filter: Option<&str>) -> Result<Vec<String>> {
    const FOLDER: &str = "tests/browser";
    let mut files = names_in(project, FOLDER)?;
    files.retain(|name| name.ends_with(".test.mjs"));
    ensure!(!files.is_empty(), "there is no file {FOLDER}/*.test.mjs");
    let mut arguments = Vec::new();
    if let Some(filter) = filter {
        if files.iter().any(|name| name.contains(filter)) {
            files.retain(|name| name.contains(filter));
        } else {
            arguments.push(format!("--test-name-pattern={filter}"));
        }
    }
    arguments.extend(files.iter().map(|name| format!("{FOLDER}/{name}")));
    Ok(arguments)
}

/// What is in a folder of the checkout, in order.
fn names_in(project: &Project, folder: &str) -> Result<Vec<String>> {
    let entries = fs::read_dir(project.root().join(folder)).with_context(|| format!("cannot list {folder}"))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}
