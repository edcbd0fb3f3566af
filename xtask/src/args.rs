//! The command line: what can be asked for, in words and as a value.

use crate::tools::Profile;
use anyhow::{Result, bail};

/// What `cargo xtask help` prints.
pub(crate) const HELP: &str = "\
Usage: cargo xtask <command>

  serve    build the page and serve it on http://127.0.0.1:8080 (or the next free port)
             --open       open it in the default browser
             --watch      rebuild and reload when a file changes
             --release    compile as for release: slower to build, faster to run
             --dist       build and serve dist/, the page as published
  test     run every test
             host|wasm|browser [filter]   only one part of them, and only those with `filter` in their name
             --dev        browser journeys on a page that is quick to build, instead of the published one
  dist     build the page to publish, in dist/
  build    build the page into target/page/ without serving it
             --release    compile as for release
  bench    time the filter inside WebAssembly against fastbloom on the host (release, node)
  help     print this
";

/// A command with its options.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    Bench,
    Build(Profile),
    Serve(ServeOptions),
    Test(TestOptions),
    Dist,
}

/// What is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edition {
    /// `target/page`: plain names, nothing packed.
    Page(Profile),
    /// `dist`.
    Published,
}

/// Options of `serve`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ServeOptions {
    pub(crate) edition: Edition,
    pub(crate) open: bool,
    pub(crate) watch: bool,
}

/// A part of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Host,
    Wasm,
    Browser,
}

/// Options of `test`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TestOptions {
    /// All of them when not given.
    pub(crate) part: Option<Part>,
    pub(crate) filter: Option<String>,
    /// Which page the browser journeys go through: `Release` is the published one.
    pub(crate) profile: Profile,
}

/// Reads the words after `cargo xtask`.
///
/// # Errors
/// Names the first word that is not understood.
pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Command> {
    let Some(command) = words.next() else { return Ok(Command::Help) };
    let rest: Vec<String> = words.collect();
    match command.as_str() {
        "help" | "-h" | "--help" => Ok(Command::Help),
        "bench" => match rest.first() {
            None => Ok(Command::Bench),
            Some(word) => unknown("bench", word),
        },
        "build" => match rest.as_slice() {
            [] => Ok(Command::Build(Profile::Serve)),
            [word] if word == "--release" => Ok(Command::Build(Profile::Release)),
            [word, ..] => unknown("build", word),
        },
        "serve" => parse_serve(&rest),
        "test" => parse_test(&rest),
        "dist" => match rest.first() {
            None => Ok(Command::Dist),
            Some(word) => unknown("dist", word),
        },
        other => bail!("there is no command `{other}`\n\n{HELP}"),
    }
}

fn parse_serve(words: &[String]) -> Result<Command> {
    let mut options = ServeOptions { edition: Edition::Page(Profile::Serve), open: false, watch: false };
    for word in words {
        match word.as_str() {
            "--release" => options.edition = Edition::Page(Profile::Release),
            "--dist" => options.edition = Edition::Published,
            "--open" => options.open = true,
            "--watch" => options.watch = true,
            other => return unknown("serve", other),
        }
    }
    if options.watch && options.edition == Edition::Published {
        bail!("`--watch` goes with a page for development; leave out `--dist`");
    }
    Ok(Command::Serve(options))
}

fn parse_test(words: &[String]) -> Result<Command> {
    let mut options = TestOptions { part: None, filter: None, profile: Profile::Release };
    for word in words {
        match word.as_str() {
            "--dev" => options.profile = Profile::Serve,
            "host" if options.part.is_none() => options.part = Some(Part::Host),
            "wasm" if options.part.is_none() => options.part = Some(Part::Wasm),
            "browser" if options.part.is_none() => options.part = Some(Part::Browser),
            filter if options.part.is_some() && options.filter.is_none() && !filter.starts_with('-') => {
                options.filter = Some(filter.to_owned());
            }
            other => return unknown("test", other),
        }
    }
    Ok(Command::Test(options))
}

fn unknown(command: &str, word: &str) -> Result<Command> {
    bail!("`{command}` does not know `{word}`\n\n{HELP}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_come_in_any_order() -> Result<()> {
        let options = ServeOptions { edition: Edition::Page(Profile::Release), open: true, watch: true };
        assert_eq!(parsed("serve --watch --release --open")?, Command::Serve(options));
        let options = ServeOptions { edition: Edition::Published, open: false, watch: false };
        assert_eq!(parsed("serve --dist")?, Command::Serve(options));
        let options = |part, filter: Option<&str>, profile| {
            Command::Test(TestOptions { part, filter: filter.map(str::to_owned), profile })
        };
        assert_eq!(parsed("test")?, options(None, None, Profile::Release));
        assert_eq!(parsed("test wasm")?, options(Some(Part::Wasm), None, Profile::Release));
        assert_eq!(parsed("test browser --dev boot")?, options(Some(Part::Browser), Some("boot"), Profile::Serve));
        assert_eq!(parsed("dist")?, Command::Dist);
        assert_eq!(parsed("")?, Command::Help);
        Ok(())
    }

    #[test]
    fn an_unknown_word_is_named() {
        for line in ["swerve", "serve --opne", "build --open", "test boot", "test host a b", "dist --open"] {
            let word = line.split_whitespace().last().unwrap_or_default();
            let message = parsed(line).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(message.contains(&format!("`{word}`")), "{line}: {message}");
        }
        assert!(parsed("serve --dist --watch").is_err());
    }
}
