//! Programs that are not Rust's: node and its packages, a browser and its driver. Found; installed where that is allowed
//! (by root on Debian and its kin); or asked for in words.

use super::{output_of, run};
use crate::project::Project;
use crate::say;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest node that the scripts are written for.
const NODE: u32 = 20;
/// Names of browsers that the tests can drive, best first.
const BROWSERS: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/// Where else they are usually found.
const PLACES: [&str; 3] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/// A browser with its driver.
pub(crate) struct Browser {
    pub(crate) program: PathBuf,
    pub(crate) driver: PathBuf,
}

/// The script of wasm-opt, or nothing when there is no usable node.
///
/// # Errors
/// When npm fails to install it.
pub(crate) fn wasm_opt(project: &Project) -> Result<Option<PathBuf>> {
    if node_version().is_none_or(|version| version < NODE) || find("npm").is_none() {
        return Ok(None);
    }
    ensure_packages(project)?;
    Ok(Some(project.root().join("node_modules/binaryen/bin/wasm-opt")))
}

/// Makes sure that node and the packages of `package.json` are there.
///
/// # Errors
/// Says what to install when they are not and cannot be installed from here.
pub(crate) fn ensure_node(project: &Project) -> Result<()> {
    if node_version().is_none() || find("npm").is_none() {
        install(&["nodejs", "npm"], "node and npm, which drive the browser")?;
    }
    match node_version() {
        Some(version) if version >= NODE => ensure_packages(project),
        Some(version) => bail!("node {version} is too old: the browser journeys need node {NODE} or newer"),
        None => bail!("node is still missing after it was installed: is it on PATH?"),
    }
}

/// Finds a browser and its driver, or installs them.
///
/// # Errors
/// Says what to install when they are not there and cannot be installed from here.
pub(crate) fn ensure_browser() -> Result<Browser> {
    let look = || {
        let program = std::env::var_os("BLOOMSCOPE_BROWSER").map(PathBuf::from);
        let program = program.or_else(|| BROWSERS.iter().find_map(|name| find(name)));
        let program = program.or_else(|| PLACES.iter().map(PathBuf::from).find(|place| place.is_file()));
        let driver = std::env::var_os("CHROMEDRIVER").map(PathBuf::from).or_else(|| find("chromedriver"));
        program.zip(driver).map(|(program, driver)| Browser { program, driver })
    };
    if let Some(browser) = look() {
        return Ok(browser);
    }
    let what = "Chromium (or Chrome) and chromedriver of the same version; name them in BLOOMSCOPE_BROWSER and \
                CHROMEDRIVER if they are not on PATH";
    install(&["chromium", "chromium-driver", "fonts-noto-cjk"], what)?;
    match look() {
        Some(browser) => Ok(browser),
        None => bail!("the browser is still missing after it was installed; install {what}"),
    }
}

fn node_version() -> Option<u32> {
    let version = output_of(Command::new("node").arg("--version"))?;
    version.trim_start_matches('v').split('.').next()?.parse().ok()
}

/// Installs the packages of `package-lock.json`, unless that has been done since it last changed.
fn ensure_packages(project: &Project) -> Result<()> {
    let modified = |path: &Path| path.metadata().and_then(|meta| meta.modified()).ok();
    let wanted = modified(&project.root().join("package-lock.json"));
    if modified(&project.root().join("node_modules/.package-lock.json")) >= wanted {
        return Ok(());
    }
    say("Installing the packages of package-lock.json with npm (once)");
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(npm);
    command.current_dir(project.root()).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    run(&mut command, "install the packages of package-lock.json")
}

/// Installs Debian packages where this is Debian (or its kin) and the user is root.
fn install(packages: &[&str], what: &str) -> Result<()> {
    let list = packages.join(" ");
    if find("apt-get").is_none() {
        bail!("please install {what}");
    }
    if output_of(Command::new("id").arg("-u")).as_deref() != Some("0") {
        bail!("please install {what}. On this system: sudo apt-get install {list}");
    }
    say(format_args!("Installing {list}"));
    let mut update = Command::new("apt-get");
    update.args(["update", "-qq"]);
    run(&mut update, "update the list of packages")?;
    let mut install = Command::new("apt-get");
    install.env("DEBIAN_FRONTEND", "noninteractive");
    install.args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages);
    run(&mut install, &format!("install {list}"))
}

/// A program on `PATH`.
fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };
    let files: Vec<String> = endings.iter().map(|ending| format!("{name}{ending}")).collect();
    std::env::split_paths(&path)
        .flat_map(|folder| files.iter().map(move |file| folder.join(file)).collect::<Vec<_>>())
        .find(|program| program.is_file())
}

/// Opens an address in the visitor's browser; only says so when it cannot.
pub(crate) fn open(url: &str) {
    let (program, args): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program).args(args).arg(url).output();
    if !started.is_ok_and(|output| output.status.success()) {
        say(format_args!("Could not open a browser with `{program}`: open {url} yourself"));
    }
}
