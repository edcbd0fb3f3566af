//! Names that carry a hash of the content, so that a host may let browsers keep the files for ever.

use crate::page::{Files, ending, fingerprint};
use anyhow::{Context, Result};
use std::collections::BTreeMap;

/// Renames `names` in that order, and rewrites every quoted mention of them in the text files made by hand: a file must
/// come after those it mentions. Returns new names by old.
///
/// # Errors
/// When a file is not there.
pub(super) fn rename(files: &mut Files, names: &[&str]) -> Result<BTreeMap<String, String>> {
    let mut renamed = BTreeMap::new();
    for &old in names {
        let content = files.remove(old).with_context(|| format!("the page has no {old}"))?;
        let new = hashed(old, &content)?;
        for (name, text) in files.iter_mut().filter(|(name, _)| mentions_others(name)) {
            replace(text, &format!("\"{old}\""), &format!("\"{new}\""))
                .with_context(|| format!("{name} is not UTF-8"))?;
        }
        files.insert(new.clone(), content);
        renamed.insert(old.to_owned(), new);
    }
    Ok(renamed)
}

/// `name` with a hash of `content` before its ending.
///
/// # Errors
/// When the name has no ending.
pub(super) fn hashed(name: &str, content: &[u8]) -> Result<String> {
    let (stem, ending) = name.rsplit_once('.').with_context(|| format!("{name} has no ending"))?;
    Ok(format!("{stem}.{:016x}.{ending}", fingerprint(content)))
}

/// Whether a file is text that names other files.
fn mentions_others(name: &str) -> bool {
    ["html", "webmanifest", "js"].contains(&ending(name))
}

fn replace(text: &mut Vec<u8>, old: &str, new: &str) -> Result<()> {
    let utf8 = std::str::from_utf8(text)?;
    if utf8.contains(old) {
        *text = utf8.replace(old, new).into_bytes();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_content_through_references() -> Result<()> {
        let page = |code: &str| -> Result<(Files, BTreeMap<String, String>)> {
            let files = [("index.html", "<a href=\"a.js\">"), ("a.js", "load(\"b.wasm\")"), ("b.wasm", code)];
            let mut files: Files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).into();
            let renamed = rename(&mut files, &["b.wasm", "a.js"])?;
            Ok((files, renamed))
        };
        let (files, first) = page("one")?;
        let (_, second) = page("two")?;
        assert_ne!(first["b.wasm"], second["b.wasm"]);
        assert_ne!(first["a.js"], second["a.js"], "its text changed with the name it mentions");
        assert_eq!(String::from_utf8_lossy(&files["index.html"]), format!("<a href=\"{}\">", first["a.js"]));
        assert_eq!(String::from_utf8_lossy(&files[&first["a.js"]]), format!("load(\"{}\")", first["b.wasm"]));
        assert!(rename(&mut Files::new(), &["gone.js"]).is_err());
        Ok(())
    }
}
