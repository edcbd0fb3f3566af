//! `cargo xtask bench`: how fast the filter is inside WebAssembly, held against fastbloom on the host.
//!
//! `examples/throughput.rs` is built for release as both. The two run in turn, several times, and of each measurement the
//! fastest counts, in processor time: on a machine that does other things besides, the ratio of two minima is what can be
//! repeated. Node runs the wasm side: its engine is Chromium's.

use crate::project::Project;
use crate::say;
use crate::tools::{self, Profile, WASM, cargo, run};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use wasm_bindgen_cli_support::Bindgen;

/// How many times each side runs.
const TURNS: usize = 3;

/// Nanoseconds a key, by subject, operation and kind of keys.
type Times = BTreeMap<(String, String, String), f64>;

/// Measures and prints a table.
///
/// # Errors
/// When something does not compile or run, or node is missing.
pub(crate) fn bench(project: &Project) -> Result<()> {
    tools::ensure_wasm_target()?;
    say("Compiling the measurement for the host and for WebAssembly (release: a few minutes)");
    let native = compile(project, None)?.with_extension(std::env::consts::EXE_EXTENSION);
    let wasm = script(project, &compile(project, Some(WASM))?.with_extension("wasm"))?;
    let (mut on_host, mut in_wasm) = (Times::new(), Times::new());
    for turn in 1..=TURNS {
        say(format_args!("Measuring, turn {turn} of {TURNS}: host, then WebAssembly"));
        measure(&mut Command::new(&native), &mut on_host)?;
        measure(Command::new("node").arg(&wasm), &mut in_wasm)?;
    }
    print!("{}", table(&on_host, &in_wasm));
    Ok(())
}

/// Builds the example; its path without what the platform adds.
fn compile(project: &Project, target: Option<&str>) -> Result<PathBuf> {
    let mut command = cargo();
    command.current_dir(project.root()).args(["build", "--package", "bloomscope", "--example", "throughput"]);
    command.args(["--profile", Profile::Release.name()]).arg("--target-dir").arg(project.target());
    let mut folder = project.target().to_owned();
    if let Some(target) = target {
        command.args(["--target", target]);
        folder.push(target);
    }
    run(&mut command, "compile examples/throughput.rs")?;
    Ok(folder.join(Profile::Release.name()).join("examples").join("throughput"))
}

/// The bindings under which node runs a wasm program.
fn script(project: &Project, wasm: &Path) -> Result<PathBuf> {
    let folder = project.target().join("xtask").join("throughput");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).nodejs(true)?.typescript(false);
    bindgen.generate(&folder).context("cannot make the bindings of examples/throughput.rs")?;
    Ok(folder.join("throughput.js"))
}

/// Runs one side and keeps what is faster than before.
fn measure(command: &mut Command, times: &mut Times) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start `{name}`"))?;
    ensure!(output.status.success(), "`{name}` ended with {}", output.status);
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let (key, time) = measurement(line).with_context(|| format!("`{name}` printed `{line}`"))?;
        let best = times.entry(key).or_insert(f64::INFINITY);
        *best = best.min(time);
    }
    Ok(())
}

/// One line of the example's output.
fn measurement(line: &str) -> Option<((String, String, String), f64)> {
    let mut words = line.split_whitespace().map(str::to_owned);
    let key = (words.next()?, words.next()?, words.next()?);
    let time: f64 = words.next()?.parse().ok()?;
    (time.is_finite() && words.next().is_none()).then_some((key, time))
}

/// Nanoseconds a key side by side, and what is asked for: the time inside WebAssembly as a share of fastbloom's.
fn table(on_host: &Times, in_wasm: &Times) -> String {
    let mut rows =
        vec!["ns per key          fastbloom  bulk, host  bulk, wasm  naive, wasm   wasm / fastbloom".to_owned()];
    let mut sums = [0.0; 2];
    for ((_, operation, kind), &fastbloom) in on_host.iter().filter(|((subject, ..), _)| subject == "fastbloom") {
        let find = |times: &Times, subject: &str| {
            times.get(&(subject.to_owned(), operation.clone(), kind.clone())).copied().unwrap_or(f64::NAN)
        };
        let (host, wasm, naive) = (find(on_host, "bulk"), find(in_wasm, "bulk"), find(in_wasm, "naive"));
        let ratio = wasm / fastbloom;
        rows.push(format!("{operation:8}{kind:10}{fastbloom:11.1}{host:12.1}{wasm:12.1}{naive:13.1}{ratio:19.2}"));
        if kind == "ids" && operation != "miss" {
            sums = [sums[0] + fastbloom, sums[1] + wasm];
        }
    }
    rows.push(format!("insertion and probing of a million ids, together: {:.2}\n", sums[1] / sums[0]));
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_three_words_and_a_time() {
        let key = ["bulk", "hit", "ids"].map(str::to_owned);
        assert_eq!(measurement("bulk hit ids 19.250"), Some((key.into(), 19.25)));
        for line in ["", "bulk hit ids", "bulk hit ids fast", "bulk hit ids NaN", "bulk hit ids 1 2"] {
            assert_eq!(measurement(line), None, "{line}");
        }
    }

    #[test]
    fn the_table_has_a_row_a_measurement_and_the_ratio() {
        let times = |rows: &[&str]| -> Times { rows.iter().copied().filter_map(measurement).collect() };
        let host = times(&["fastbloom hit ids 20", "fastbloom insert ids 20", "bulk hit ids 18", "bulk insert ids 19"]);
        let wasm = times(&["bulk hit ids 15", "bulk insert ids 17", "naive hit ids 30", "naive insert ids 40"]);
        let table = table(&host, &wasm);
        assert_eq!(table.lines().count(), 4, "{table}");
        assert!(table.lines().nth(1).is_some_and(|row| row.starts_with("hit") && row.ends_with("0.75")), "{table}");
        assert!(table.ends_with("together: 0.80\n"), "{table}");
    }
}
