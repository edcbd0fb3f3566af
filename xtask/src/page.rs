//! The page as a set of files: two wasm programs with their bindings, and what is in `static/`.
//!
//! Everything is in one folder with plain names, and every reference is relative:
//!
//! | file | from |
//! |---|---|
//! | `index.html` | as it is |
//! | `page.css` | `static/css/*.css`, one after another |
//! | `rooms.css` | the same of `static/css/rooms/`: styles of what comes in parts, fetched with the first of them |
//! | `app.js`, `app.wasm` | bindings and code of `src/app`: what the first picture needs |
//! | `split_*.wasm`, `chunk_*.wasm` | the rest of `src/app`, in parts that are fetched when first shown |
//! | `worker.js`, `worker.wasm` | the same of `src/worker`, ended by `static/worker-start.js` |
//! | the rest | the other files in `static/`; `sw.js`, for offline use, only in `dist/` |

use crate::parts;
use crate::project::Project;
use crate::say;
use crate::tools::{self, Profile};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// Files by their path inside the page, with `/` between folders.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Cascade layers, weakest first. The order is fixed here, so the order of the files does not matter.
const LAYERS: &str = "@layer tokens, base, layout, components;\n";

/// Global names that the bindings define for the loaders in `static/`.
const GLOBALS: [(&str, &str); 2] = [("app", "bloomscopeApp"), ("worker", "bloomscopeWorker")];

/// The program that comes in parts.
const CUT: &str = "app";

/// Compiles and collects the whole page.
///
/// # Errors
/// When something does not compile or a file cannot be read.
pub(crate) fn assemble(project: &Project, profile: Profile) -> Result<Files> {
    let programs = tools::compile(project, profile)?;
    let mut files = Files::new();
    let mut parts = String::new();
    for ((name, global), program) in GLOBALS.iter().zip(&programs) {
        let folder = bindings(project, program, name, global, profile)?;
        files.insert(format!("{name}.js"), read(&folder.join(format!("{name}.js")))?);
        files.insert(format!("{name}.wasm"), read(&folder.join(format!("{name}_bg.wasm")))?);
        if *name == CUT {
            let (list, more) = parts::collect(&folder)?;
            parts = list;
            files.extend(more);
        }
    }
    add_static(project, &mut files)?;
    parts::announce(files.get_mut("index.html").context("the page has no index.html")?, &parts)?;
    Ok(files)
}

/// Adds what is not compiled, replacing what was there: `index.html`, styles and the rest of `static/`.
fn add_static(project: &Project, files: &mut Files) -> Result<()> {
    files.insert("index.html".to_owned(), read(&project.root().join("index.html"))?);
    let folder = project.root().join("static");
    let mut rest = Files::new();
    read_folder(&folder, "", &mut rest)?;
    let (mut styles, mut rooms) = (LAYERS.to_owned(), String::new());
    for (name, content) in rest {
        if name.starts_with("css/") {
            let styles = if name.starts_with("css/rooms/") { &mut rooms } else { &mut styles };
            styles.extend(["/* ", &name, " */\n", &String::from_utf8_lossy(&content), "\n"]);
        } else if name == "worker-start.js" {
            let worker = files.get_mut("worker.js").context("worker.js is made before static/worker-start.js")?;
            worker.extend_from_slice(&content);
        } else if name != "sw.js" {
            files.insert(name, content);
        }
    }
    files.insert("page.css".to_owned(), styles.into_bytes());
    files.insert("rooms.css".to_owned(), rooms.into_bytes());
    Ok(())
}

/// Makes a program's JavaScript bindings (a classic script, so that it works from `file:` too) and its final wasm, and says
/// in which folder. Skipped when the program is the one of last time.
fn bindings(project: &Project, program: &Path, name: &str, global: &str, profile: Profile) -> Result<PathBuf> {
    let folder = project.target().join("xtask").join("bindings").join(profile.name()).join(name);
    let stamp_file = folder.join("made-from");
    let code = read(program)?;
    let stamp = format!("{:016x} {} {:016x}", fingerprint(&code), code.len(), parts::version());
    if fs::read_to_string(&stamp_file).is_ok_and(|made_from| made_from == stamp) {
        return Ok(folder);
    }
    say(format_args!("Making the JavaScript bindings of the {name}"));
    if folder.is_dir() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    if name == CUT {
        parts::cut(&code, &folder, global)?;
    } else {
        let mut bindgen = Bindgen::new();
        bindgen.input_bytes(name, code).out_name(name).typescript(false).omit_default_module_path(true);
        bindgen.remove_producers_section(true).no_modules(true)?.no_modules_global(global)?;
        bindgen.generate(&folder).with_context(|| format!("cannot make the bindings of {}", program.display()))?;
    }
    let snippets = folder.join("snippets");
    ensure!(!snippets.exists(), "{}: JavaScript snippets of crates are not supported", snippets.display());
    write(&stamp_file, stamp.as_bytes())?;
    Ok(folder)
}

/// What follows the last dot of a name.
pub(crate) fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// FNV-1a, 64 bits: tells versions of a file apart, and names them.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Writes the files into a folder and removes whatever else is in it. Files that are the same are not touched.
///
/// # Errors
/// When the folder cannot be written.
pub(crate) fn write_folder(folder: &Path, files: &Files) -> Result<()> {
    let mut present = Files::new();
    if folder.is_dir() {
        read_folder(folder, "", &mut present)?;
    }
    for (name, content) in files {
        if present.remove(name).as_ref() != Some(content) {
            write(&folder.join(name), content)?;
        }
    }
    for stale in present.keys() {
        let path = folder.join(stale);
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(())
}

/// Reads every file under `folder`; names start with `prefix`.
fn read_folder(folder: &Path, prefix: &str, files: &mut Files) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        let entry = entry.with_context(|| format!("cannot list {}", folder.display()))?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read_folder(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, read(&entry.path())?);
        }
    }
    Ok(())
}

/// Reads a file, naming it on failure.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file and the folders above it, naming it on failure.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}
