//! The pass of `wasm-opt` over the compiled programs, when node is there to run it.

use crate::page::{self, Files, ending, fingerprint};
use crate::project::Project;
use crate::{say, tools};
use anyhow::{Context, Result};
use std::process::Command;

/// The worker is to be fast, the page to be small. What a compiler says of itself is left out.
fn options(name: &str) -> [&'static str; 3] {
    [if name == "worker.wasm" { "-O3" } else { "-Oz" }, "--strip-producers", "--strip-target-features"]
}

/// Replaces every wasm file by its optimised twin. Results are kept, so that an unchanged program is not optimised twice.
///
/// # Errors
/// When `wasm-opt` fails; not when it is missing.
pub(super) fn optimise(project: &Project, files: &mut Files) -> Result<()> {
    let Some(wasm_opt) = tools::wasm_opt(project)? else {
        say("There is no node here to run wasm-opt: the wasm files stay as the compiler made them (some 10 % larger)");
        return Ok(());
    };
    let version = page::read(&project.root().join("package-lock.json"))?;
    let folder = project.target().join("xtask").join("optimised");
    for (name, code) in files.iter_mut().filter(|(name, _)| ending(name) == "wasm") {
        let key = [code.as_slice(), &version, options(name).join(" ").as_bytes()].concat();
        let kept = folder.join(format!("{:016x}.wasm", fingerprint(&key)));
        if !kept.is_file() {
            say(format_args!("Optimising {name}"));
            let (input, output) = (folder.join(name), folder.join(format!("{name}.out")));
            page::write(&input, code)?;
            let mut command = Command::new("node");
            command.arg(&wasm_opt).args(options(name)).arg(&input).arg("-o").arg(&output);
            tools::run(&mut command, &format!("optimise {name}"))?;
            std::fs::rename(&output, &kept).with_context(|| format!("cannot write {}", kept.display()))?;
        }
        *code = page::read(&kept)?;
    }
    Ok(())
}
