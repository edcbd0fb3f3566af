//! What a first visit downloads, and the limit on it.

use crate::page::{Files, ending};
use anyhow::{Context, Result};
use std::collections::BTreeMap;

/// Bytes, packed with Brotli, that the Lab may need before it can be used.
pub(super) const FIRST_LOAD: usize = 300_000;

/// What is fetched before the page is ready.
const FIRST: [&str; 7] =
    ["index.html", "boot.js", "page.css", "app.js", "app.wasm", "icon.svg", "manifest.webmanifest"];
/// What is fetched when the first long computation starts.
const LATER: [&str; 2] = ["worker.js", "worker.wasm"];

/// Prints the table, and says whether the first load is within its budget.
///
/// # Errors
/// When a file is missing, since a table that leaves one out would flatter.
pub(super) fn report(packed: &Files, renamed: &BTreeMap<String, String>) -> Result<bool> {
    let size = |name: &str| -> Result<usize> {
        let new = renamed.get(name).map_or(name, String::as_str);
        Ok(packed.get(&format!("{new}.br")).with_context(|| format!("{new} was not packed"))?.len())
    };
    let table = |title: &str, names: &[&str]| -> Result<usize> {
        println!("\n{title:<24}{:>12}", "Brotli bytes");
        let mut total = 0;
        for name in names {
            let bytes = size(name)?;
            total += bytes;
            println!("  {name:<22}{bytes:>12}");
        }
        Ok(total)
    };
    let first = table("First load", &FIRST)?;
    println!("  {:<22}{first:>12} of {FIRST_LOAD} ({:.0} %)", "together", 100.0 * first as f64 / FIRST_LOAD as f64);
    let later = table("With the first worker", &LATER)?;
    println!("  {:<22}{later:>12}", "together");
    let parts: Vec<&str> = renamed.keys().map(String::as_str).filter(|name| is_part(name)).collect();
    table("When first shown", &parts)?;
    println!();
    Ok(first <= FIRST_LOAD)
}

/// Whether a file is code or style of something that the first picture does without.
fn is_part(name: &str) -> bool {
    (name == "rooms.css" || ending(name) == "wasm") && !FIRST.contains(&name) && !LATER.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(app: usize) -> Result<bool> {
        let files = FIRST.iter().chain(&LATER).map(|name| {
            let bytes = if *name == "app.wasm" { app } else { 100 };
            (format!("{name}.br"), vec![0; bytes])
        });
        report(&files.collect(), &BTreeMap::new())
    }

    #[test]
    fn the_limit_is_on_the_first_load_as_a_whole() -> Result<()> {
        assert!(within(FIRST_LOAD - 600)?);
        assert!(!within(FIRST_LOAD - 599)?);
        assert!(report(&Files::new(), &BTreeMap::new()).is_err());
        Ok(())
    }
}
