//! `cargo xtask dist`: the page as published, in `dist/`.
//!
//! One folder for any static host and any sub-path, and for a memory stick: names carry a hash of their content, every
//! reference is relative, packed copies (`.br`, `.gz`) stand beside the plain files, and `embedded.js` holds the code once
//! more as text, for pages opened from a disk, where nothing can be fetched.

mod budget;
mod minify;
mod names;
mod optimise;
mod pack;

use crate::page::{self, Files, fingerprint};
use crate::project::Project;
use crate::say;
use crate::tools::Profile;
use anyhow::{Context, Result, ensure};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use std::path::PathBuf;
use std::time::Instant;

/// What is hashed into names, leaves first: a file's references are settled before its own name is.
const RENAMED: [&str; 10] = [
    "icon.svg",
    "icon-180.png",
    "icon-192.png",
    "icon-512.png",
    "manifest.webmanifest",
    "page.css",
    "rooms.css",
    "app.js",
    "worker.js",
    "boot.js",
];
/// Keeps its name, since browsers look for a newer one at the same address.
const SERVICE_WORKER: &str = "sw.js";

/// Builds, checks and writes `dist/`, and returns that folder.
///
/// # Errors
/// When something does not compile, a file is missing, or the first load is over its budget.
pub(crate) fn dist(project: &Project) -> Result<PathBuf> {
    let start = Instant::now();
    let mut files = page::assemble(project, Profile::Release)?;
    optimise::optimise(project, &mut files)?;
    minify::minify(project, &mut files)?;
    let embedded = embedded(&files)?;
    let embedded_name = names::hashed("embedded.js", &embedded)?;
    add_loader_options(&mut files, &embedded_name)?;
    // Code mentions no other file by name, so it may be renamed first.
    let code: Vec<String> = files.keys().filter(|name| page::ending(name) == "wasm").cloned().collect();
    let order: Vec<&str> = code.iter().map(String::as_str).chain(RENAMED).collect();
    let renamed = names::rename(&mut files, &order)?;
    let service_worker = page::read(&project.root().join("static").join(SERVICE_WORKER))?;
    let list = offline_list(&files)?;
    files.insert(SERVICE_WORKER.to_owned(), [list.into_bytes(), service_worker].concat());

    say("Packing");
    let packed = pack::pack(&files)?;
    let within = budget::report(&packed, &renamed)?;
    files.extend(packed);
    files.insert(embedded_name, embedded); // last: only read from a disk, so neither stored for offline use nor packed
    let folder = project.dist();
    page::write_folder(&folder, &files)?;
    let bytes: usize = files.values().map(Vec::len).sum();
    say(format_args!(
        "{} files, {:.1} MB, in {} ({:.1} s)",
        files.len(),
        bytes as f64 / 1e6,
        folder.display(),
        start.elapsed().as_secs_f64()
    ));
    ensure!(within, "the first load is over its budget of {} bytes", budget::FIRST_LOAD);
    Ok(folder)
}

/// The code as text, for `file:`. The worker's script is a string, because there a worker can only start from a `Blob`.
fn embedded(files: &Files) -> Result<Vec<u8>> {
    let get = |name: &str| files.get(name).with_context(|| format!("the page has no {name}"));
    let app = BASE64_STANDARD.encode(get("app.wasm")?);
    let code = BASE64_STANDARD.encode(get("worker.wasm")?);
    let script = String::from_utf8_lossy(get("worker.js")?);
    let parts = files
        .keys()
        .filter(|name| page::ending(name) == "wasm" && !["app.wasm", "worker.wasm"].contains(&name.as_str()));
    let parts = parts.map(|name| Ok(format!("{}:\"{}\"", quoted(name), BASE64_STANDARD.encode(get(name)?))));
    let parts = parts.collect::<Result<Vec<_>>>()?.join(",");
    let worker = format!("self.bloomscopeCode=Uint8Array.from(atob(\"{code}\"),(char)=>char.charCodeAt(0));\n{script}");
    Ok(format!("window.bloomscopeEmbedded={{app:\"{app}\",worker:{},parts:{{{parts}}}}};\n", quoted(&worker))
        .into_bytes())
}

/// Tells the loader of the files that only a published page has.
fn add_loader_options(files: &mut Files, embedded: &str) -> Result<()> {
    const ANCHOR: &str = "data-worker=\"worker.js\"";
    let html = files.get_mut("index.html").context("the page has no index.html")?;
    let text = String::from_utf8_lossy(html).into_owned();
    ensure!(text.matches(ANCHOR).count() == 1, "index.html must name {ANCHOR} exactly once");
    let more = format!("{ANCHOR} data-embedded=\"{embedded}\" data-offline=\"{SERVICE_WORKER}\"");
    *html = text.replace(ANCHOR, &more).into_bytes();
    Ok(())
}

/// The service worker's first lines: the version, and the files it stores.
fn offline_list(files: &Files) -> Result<String> {
    let html = files.get("index.html").context("the page has no index.html")?;
    let version = fingerprint(html); // it names every other file by its content
    let mut list = format!("const VERSION = \"{version:016x}\";\nconst FILES = [\n  \"./\",\n");
    for name in files.keys().filter(|name| *name != "index.html") {
        list.extend(["  ", &quoted(name), ",\n"]);
    }
    list.push_str("];\n");
    Ok(list)
}

/// A JavaScript string literal.
fn quoted(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for char in text.chars() {
        match char {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\u{2028}' => literal.push_str("\\u2028"),
            '\u{2029}' => literal.push_str("\\u2029"),
            _ => literal.push(char),
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Files {
        let files = [
            ("index.html", "<script src=\"boot.js\" data-app=\"app.js\" data-worker=\"worker.js\"></script>"),
            ("boot.js", "boot"),
            ("app.js", "app"),
            ("app.wasm", "code"),
            ("worker.js", "start(\"worker.wasm\")\n"),
            ("worker.wasm", "work"),
            ("split_curves.wasm", "more"),
        ];
        files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).into()
    }

    #[test]
    fn embedded_code_is_text_that_a_script_can_hold() -> Result<()> {
        let text = String::from_utf8_lossy(&embedded(&page())?).into_owned();
        assert!(text.starts_with("window.bloomscopeEmbedded={app:\"Y29kZQ==\",worker:\""), "{text}");
        assert!(text.contains("atob(\\\"d29yaw==\\\")") && text.contains("start(\\\"worker.wasm\\\")\\n\","), "{text}");
        assert!(text.ends_with(",parts:{\"split_curves.wasm\":\"bW9yZQ==\"}};\n"), "{text}");
        Ok(())
    }

    #[test]
    fn the_loader_learns_of_offline_and_embedded_files() -> Result<()> {
        let mut files = page();
        add_loader_options(&mut files, "embedded.js")?;
        let html = String::from_utf8_lossy(&files["index.html"]).into_owned();
        assert!(
            html.contains("data-worker=\"worker.js\" data-embedded=\"embedded.js\" data-offline=\"sw.js\""),
            "{html}"
        );
        assert!(add_loader_options(&mut Files::new(), "embedded.js").is_err());
        Ok(())
    }

    #[test]
    fn offline_use_stores_the_page_by_its_address() -> Result<()> {
        let list = offline_list(&page())?;
        assert!(list.contains("\"./\",") && list.contains("\"worker.wasm\","), "{list}");
        assert!(!list.contains("index.html"), "{list}");
        Ok(())
    }
}
