//! The command line: what can be asked for, in words and as a value.

use crate::tools::Profile;
use anyhow::{Result, bail};

/// What `cargo xtask help` prints.
pub(crate) const HELP: &str = "\
Usage: cargo xtask <command>

  serve    build the page and serve it on http://127.0.0.1:8080 (or the next free port)
             --open       open it in the default browser
             --watch      rebuild and reload when a file changes
             --release    build as for release: slower to compile, faster to run
  build    build the page into target/page/ without serving it
             --release
  help     print this
";

/// A command with its options.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    Build(Profile),
    Serve(ServeOptions),
}

/// Options of `serve`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ServeOptions {
    pub(crate) profile: Profile,
    pub(crate) open: bool,
    pub(crate) watch: bool,
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
        "build" => {
            let mut profile = Profile::default();
            for word in &rest {
                match word.as_str() {
                    "--release" => profile = Profile::Release,
                    other => bail!("`build` does not know `{other}`\n\n{HELP}"),
                }
            }
            Ok(Command::Build(profile))
        }
        "serve" => {
            let mut options = ServeOptions::default();
            for word in &rest {
                match word.as_str() {
                    "--release" => options.profile = Profile::Release,
                    "--open" => options.open = true,
                    "--watch" => options.watch = true,
                    other => bail!("`serve` does not know `{other}`\n\n{HELP}"),
                }
            }
            Ok(Command::Serve(options))
        }
        other => bail!("there is no command `{other}`\n\n{HELP}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn serve_takes_its_options_in_any_order() {
        let options = ServeOptions { profile: Profile::Release, open: true, watch: true };
        assert_eq!(parsed("serve --watch --release --open").ok(), Some(Command::Serve(options)));
        assert_eq!(parsed("serve").ok(), Some(Command::Serve(ServeOptions::default())));
    }

    #[test]
    fn an_unknown_word_is_named() {
        for line in ["swerve", "serve --opne", "build --open"] {
            let word = line.split_whitespace().last().unwrap_or_default();
            let message = parsed(line).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(message.contains(&format!("`{word}`")), "{line}: {message}");
        }
    }
}
