//! Lists the JSON files of the folder with the vectors, and has each included.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

const VARIABLE: &str = "BLOOMSCOPE_VECTORS";

fn main() -> Result<()> {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let given = env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
    // A relative folder is meant from the checkout, where cargo runs tests.
    let folder = root.join(given.clone().map_or_else(|| "tests/vectors".into(), PathBuf::from));
    let folder = folder.canonicalize().map_err(|error| Error::other(format!("{}: {error}", folder.display())))?;
    println!("cargo::rerun-if-changed={}", folder.display());

    let mut files = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.is_dir() {
            for inner in fs::read_dir(&path)? {
                files.push(inner?.path());
            }
        }
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();

    let mut source =
        format!("/// Whether {VARIABLE} named the folder.\npub const GIVEN: bool = {};\n", given.is_some());
    source += "/// Paths below the folder, and contents.\npub const FILES: &[(&str, &str)] = &[\n";
    for path in files {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.strip_prefix(&folder).map_err(Error::other)?;
        let name = name.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        writeln!(source, "    ({name:?}, include_str!({:?})),", path.display().to_string()).map_err(Error::other)?;
    }
    source += "];\n";
    let out = env::var_os("OUT_DIR").ok_or_else(|| Error::other("no OUT_DIR"))?;
    fs::write(Path::new(&out).join("files.rs"), source)
}
