//! Builds, serves, tests and packs the page: `cargo xtask help`.
//!
//! | module | what is in it |
//! |---|---|
//! | [`args`] | the command line, as a table and a parser |
//! | [`project`] | where things are |
//! | [`tools`] | other programs: cargo, rustup, node, the browser |
//! | [`page`] | the page as a set of files, from two wasm programs and `static/` |
//! | [`server`] | a small HTTP server for files |
//! | [`serve`] | `build` and `serve` |
//! | [`dist`] | `dist` |
//! | [`mod@test`] | `test` |
//! | [`mod@bench`] | `bench` |

mod args;
mod bench;
mod dist;
mod page;
mod parts;
mod project;
mod serve;
mod server;
mod test;
mod tools;

use args::{Command, HELP};
use std::process::ExitCode;

fn main() -> ExitCode {
    match args::parse(std::env::args().skip(1)).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    let project = project::Project::find()?;
    match command {
        Command::Help => {
            print!("{HELP}");
            Ok(())
        }
        Command::Bench => bench::bench(&project),
        Command::Build(profile) => serve::build(&project, profile).map(drop),
        Command::Serve(options) => serve::serve(&project, &options),
        Command::Test(options) => test::test(&project, &options),
        Command::Dist => dist::dist(&project).map(drop),
    }
}

/// One line of progress, apart from the output of the tools that run meanwhile.
fn say(line: impl std::fmt::Display) {
    eprintln!("• {line}");
}
