//! Scripts and styles without what only their readers need: comments, long names, blanks. By esbuild, when node is there.

use crate::page::{Files, ending};
use crate::project::Project;
use crate::{say, tools};
use anyhow::{Context, Result, ensure};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Reads text, writes its short form; the argument says what it is. Names at the top of a script stay: other files use them.
const PROGRAM: &str = "const { code } = require('esbuild').transformSync(require('fs').readFileSync(0, 'utf8'), { minify: true, \
                       charset: 'utf8', loader: process.argv[1] }); process.stdout.write(code)";

/// Replaces every script and style sheet by its short form.
///
/// # Errors
/// When esbuild refuses one; not when it is missing.
pub(super) fn minify(project: &Project, files: &mut Files) -> Result<()> {
    if tools::wasm_opt(project)?.is_none() {
        say("There is no node here to run esbuild: scripts and styles stay as they were written (4 kB more)");
        return Ok(());
    }
    for (name, text) in files.iter_mut() {
        let loader = ending(name);
        if ["js", "css"].contains(&loader) {
            *text = short(project, loader, text).with_context(|| format!("cannot shorten {name}"))?;
        }
    }
    Ok(())
}

fn short(project: &Project, loader: &str, text: &[u8]) -> Result<Vec<u8>> {
    let mut command = Command::new("node");
    command.current_dir(project.root()).args(["-e", PROGRAM, loader]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("cannot start node")?;
    child.stdin.take().context("node takes no input")?.write_all(text)?;
    let output = child.wait_with_output()?;
    ensure!(output.status.success() && !output.stdout.is_empty(), "esbuild ended with {}", output.status);
    Ok(output.stdout)
}
