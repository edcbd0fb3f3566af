//! Rust's tools: cargo, and the compiler for wasm; and how other programs are run.

mod outside;

pub(crate) use outside::{ensure_browser, ensure_node, open, wasm_opt};

use crate::project::Project;
use crate::say;
use anyhow::{Context, Result, bail, ensure};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The platform that the page is compiled for.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// How the page is compiled; a profile of `Cargo.toml`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to compile, quick enough to use.
    #[default]
    Serve,
    /// As published.
    Release,
}

impl Profile {
    /// Its name for cargo, and of its folder under `target`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Serve => "serve",
            Self::Release => "release",
        }
    }
}

/// The cargo that runs this program.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a command with its output shown.
///
/// # Errors
/// When it cannot start or ends with failure; `what` says what it was for.
pub(crate) fn run(command: &mut Command, what: &str) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start `{name}`, needed to {what}"))?;
    ensure!(status.success(), "could not {what}: `{name}` ended with {status}");
    Ok(())
}

/// What a command prints, or nothing when it cannot start or fails.
pub(crate) fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Makes sure that rustc can compile for wasm.
///
/// # Errors
/// When the standard library for wasm is missing and rustup cannot add it.
pub(crate) fn ensure_wasm_target() -> Result<()> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = output_of(Command::new(rustc).args(["--print", "sysroot"])).context("cannot run `rustc`")?;
    if PathBuf::from(sysroot).join("lib/rustlib").join(WASM).join("lib").is_dir() {
        return Ok(());
    }
    say(format_args!("Adding Rust's {WASM} target (once)"));
    let added = Command::new("rustup").args(["target", "add", WASM]).status();
    match added {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => bail!("`rustup target add {WASM}` failed; the page cannot be compiled without it"),
        Err(_) => bail!(
            "Rust's {WASM} target is missing and there is no rustup to add it: install the target with the package \
             manager that brought Rust, or install Rust with rustup"
        ),
    }
}

/// Compiles the two programs of the page, and says where they are: `app`, `worker`.
///
/// # Errors
/// When the target cannot be added or the code does not compile.
pub(crate) fn compile(project: &Project, profile: Profile) -> Result<[PathBuf; 2]> {
    ensure_wasm_target()?;
    say(match profile {
        Profile::Serve => "Compiling the page and its worker (the first time takes a minute or two)",
        Profile::Release => "Compiling the page and its worker for release (a few minutes)",
    });
    // For release the page is compiled to be small and the worker to be fast.
    let programs = match profile {
        Profile::Serve => [("app", "serve"), ("worker", "serve")],
        Profile::Release => [("app", "page"), ("worker", "release")],
    };
    for (name, cargo_profile) in programs {
        let mut command = cargo();
        command.current_dir(project.root());
        command.args(["rustc", "--package", "bloomscope", "--bin", name, "--target", WASM, "--profile", cargo_profile]);
        command.arg("--target-dir").arg(project.target());
        if name == "app" {
            // What refers to what: without it the page cannot be cut into parts (`split.rs`).
            command.args(["--", "-Clink-arg=--emit-relocs"]);
        }
        if profile == Profile::Release {
            // Messages name source files; where this machine keeps them is nobody's business, and only makes them longer.
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", crates_without_home());
        }
        run(&mut command, &format!("compile the {name}"))?;
    }
    let folder = project.target().join(WASM);
    Ok(programs.map(|(name, cargo_profile)| folder.join(cargo_profile).join(name).with_extension("wasm")))
}

/// Flags that make the compiler leave out of messages where cargo keeps the sources of crates.
fn crates_without_home() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
    let registries = std::fs::read_dir(home.join("registry").join("src")).into_iter().flatten().flatten();
    let flags = registries.map(|registry| registry.path()).filter(|path| !path.to_string_lossy().contains(' '));
    flags.map(|path| format!("--remap-path-prefix={}/=", path.display())).collect::<Vec<_>>().join(" ")
}
