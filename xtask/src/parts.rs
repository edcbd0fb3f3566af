//! The page's program cut into parts: what the first picture needs, and what is fetched when it is first shown.
//!
//! The functions marked in `src/app/lazy.rs` are the seams; `wasm_split_cli_support` follows what refers to what and writes
//! a file for each part, and one for what several parts share. Its loader is a module, which would not load from `file:`;
//! ours is in `static/boot.js`, and learns from `index.html` which files make up a part.

use crate::page::{Files, ending, fingerprint, read};
use anyhow::{Context, Result, anyhow, ensure};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

/// What the program calls the module that it imports the loaders of its parts from.
const LOADERS: &str = "./parts.js";
/// The global object that stands for that module; `static/boot.js` makes it.
const LOADERS_GLOBAL: &str = "bloomscopeParts";
/// In `index.html`: part → its files, in the order in which they are needed.
const ATTRIBUTE: &str = "data-parts='{}'";

/// Cuts the program in two or more, makes the bindings of the first, and gives its script and all wasm files by name: the
/// first is `app.wasm`. `parts.json` says what belongs to which part.
///
/// # Errors
/// When the program cannot be read, or the bindings are not what [`classic`] knows.
pub(crate) fn cut(code: &[u8], folder: &Path, global: &str) -> Result<()> {
    let main = folder.join("first.wasm");
    let mut options = Options::new(code);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.link_name = LOADERS;
    let cut = transform(options).map_err(|error| anyhow!("cannot cut the page into parts: {error:?}"))?;

    let mut bindgen = Bindgen::new();
    bindgen.input_path(&main).out_name("app").typescript(false).omit_default_module_path(true);
    // What the parts share with the first is kept: the table of functions, the memory.
    bindgen.remove_producers_section(true).keep_lld_exports(true).web(true)?;
    bindgen.generate(folder).context("cannot make the bindings of the page")?;
    let script = folder.join("app.js");
    let classic = classic(&fs::read_to_string(&script)?, global)?;
    fs::write(&script, classic)?;
    fs::write(folder.join("parts.json"), listed(&cut.prefetch_map))?;
    fs::remove_file(main)?;
    fs::remove_file(folder.join(LOADERS))?;
    Ok(())
}

/// The list of parts that [`cut`] left in a folder, and their files.
///
/// # Errors
/// When something is missing there.
pub(crate) fn collect(folder: &Path) -> Result<(String, Files)> {
    let list = String::from_utf8(read(&folder.join("parts.json"))?)?;
    let mut files = Files::new();
    for name in list.split('"').filter(|word| ending(word) == "wasm") {
        files.insert(name.to_owned(), read(&folder.join(name))?);
    }
    Ok((list, files))
}

/// Tells `index.html` of the parts.
///
/// # Errors
/// When it has no place for them.
pub(crate) fn announce(html: &mut Vec<u8>, list: &str) -> Result<()> {
    let text = std::str::from_utf8(html)?;
    ensure!(text.matches(ATTRIBUTE).count() == 1, "index.html must have {ATTRIBUTE} exactly once");
    *html = text.replace(ATTRIBUTE, &format!("data-parts='{list}'")).into_bytes();
    Ok(())
}

/// JSON: part → file names.
fn listed(parts: &HashMap<String, Vec<String>>) -> String {
    let sorted: BTreeMap<_, _> = parts.iter().collect();
    let entries = sorted.into_iter().map(|(part, stems)| {
        let names: Vec<String> = stems.iter().map(|stem| format!("\"{stem}.wasm\"")).collect();
        format!("\"{part}\":[{}]", names.join(","))
    });
    format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
}

/// Bindings as a classic script: modules do not load from `file:`. What is replaced must be there, so that other bindings
/// of another wasm-bindgen are an error here and not on the page.
fn classic(module: &str, global: &str) -> Result<String> {
    const END: &str = "export { initSync, __wbg_init as default };";
    ensure!(module.matches(END).count() == 1, "the bindings do not end in {END}");
    let mut script = format!("var {global} = (() => {{\n\"use strict\";\n");
    let mut entries = 0;
    for line in module.lines() {
        let word = line.trim_start();
        if word.starts_with("import ") {
            ensure!(word.contains(LOADERS), "the bindings import something else than {LOADERS}: {line}");
        } else if word.starts_with(&format!("\"{LOADERS}\":")) {
            entries += 1;
            if entries == 1 {
                script.extend(["\"", LOADERS, "\": ", LOADERS_GLOBAL, ",\n"]);
            }
        } else if word == END {
            script.push_str("return __wbg_init;\n");
        } else {
            ensure!(!word.starts_with("export "), "the bindings export more than was expected: {line}");
            script.extend([line, "\n"]);
        }
    }
    ensure!(entries > 0, "the bindings do not import the loaders of parts");
    script.push_str("})();\n");
    Ok(script)
}

/// What [`cut`] makes of a program follows from this, too.
pub(crate) fn version() -> u64 {
    fingerprint(concat!(include_str!("parts.rs"), include_str!("../Cargo.toml")).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_becomes_a_script() -> Result<()> {
        let module = "import * as import1 from \"./parts.js\"\nconst imports = {\n    \"./parts.js\": import1,\n    \
                      \"./parts.js\": import1,\n};\nexport { initSync, __wbg_init as default };\n";
        let script = classic(module, "start")?;
        assert!(script.starts_with("var start = (() => {"), "{script}");
        assert!(script.ends_with("return __wbg_init;\n})();\n"), "{script}");
        assert_eq!(script.matches("\"./parts.js\": bloomscopeParts,").count(), 1, "{script}");
        assert!(!script.contains("import *") && !script.contains("export"), "{script}");
        assert!(classic("import * as a from \"elsewhere\"\n", "start").is_err());
        assert!(classic(&module.replace("export {", "export function f() {}\nexport {"), "start").is_err());
        Ok(())
    }

    #[test]
    fn the_shell_learns_which_files_make_a_part() -> Result<()> {
        let parts = HashMap::from([
            ("list".to_owned(), vec!["common".to_owned(), "list".to_owned()]),
            ("curves".to_owned(), vec!["curves".to_owned()]),
        ]);
        let mut html = b"<script data-parts='{}'>".to_vec();
        announce(&mut html, &listed(&parts))?;
        let expected = "<script data-parts='{\"curves\":[\"curves.wasm\"],\"list\":[\"common.wasm\",\"list.wasm\"]}'>";
        assert_eq!(String::from_utf8_lossy(&html), expected);
        assert!(announce(&mut html, "{}").is_err());
        Ok(())
    }
}
