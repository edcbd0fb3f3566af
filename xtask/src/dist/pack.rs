//! Packed copies, for hosts that send them as they are: Brotli and gzip at their strongest.

use crate::page::{Files, ending};
use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

/// Name with `.br` or `.gz` → packed content, for every file that gains by it.
///
/// # Errors
/// When a file cannot be packed, which memory alone could cause.
pub(super) fn pack(files: &Files) -> Result<Files> {
    let mut packed = Files::new();
    for (name, content) in files.iter().filter(|(name, _)| ending(name) != "png") {
        packed.insert(format!("{name}.br"), brotli(content).with_context(|| format!("cannot pack {name}"))?);
        packed.insert(format!("{name}.gz"), gzip(content).with_context(|| format!("cannot pack {name}"))?);
    }
    Ok(packed)
}

fn brotli(content: &[u8]) -> std::io::Result<Vec<u8>> {
    let params = BrotliEncoderParams { quality: 11, lgwin: 22, size_hint: content.len(), ..Default::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &content[..], &mut packed, &params)?;
    Ok(packed)
}

fn gzip(content: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn what_is_packed_unpacks_to_the_same() -> Result<()> {
        let text = "The filter said possibly. ".repeat(500);
        let files: Files = [("a.js", text.as_str()), ("b.png", "picture")]
            .map(|(name, content)| (name.to_owned(), content.as_bytes().to_vec()))
            .into();
        let packed = pack(&files)?;
        assert_eq!(packed.keys().collect::<Vec<_>>(), ["a.js.br", "a.js.gz"]);
        assert!(packed.values().all(|content| content.len() < text.len() / 20));
        let mut plain = String::new();
        brotli::Decompressor::new(packed["a.js.br"].as_slice(), 4096).read_to_string(&mut plain)?;
        assert_eq!(plain, text);
        plain.clear();
        flate2::read::GzDecoder::new(packed["a.js.gz"].as_slice()).read_to_string(&mut plain)?;
        assert_eq!(plain, text);
        Ok(())
    }
}
