//! GB 18030 → UTF-8 by the browser's own decoder, whose table is large and already there.
//!
//! No character of GB 18030 has a line feed as its second byte or later, so text is decoded in whole lines: what follows
//! the last line feed waits for the next piece.

use bloomscope::dump::{Encoding, ReadError, ReadOptions};
use web_sys::{TextDecodeOptions, TextDecoder, TextDecoderOptions};

/// Decodes a stream.
pub(crate) struct Gb18030 {
    waiting: Vec<u8>,
    /// Where `waiting` begins, and in which line.
    offset: u64,
    line: u64,
    /// A line longer than this is passed on unfinished, for the reader to refuse.
    max_line_bytes: usize,
}

impl Gb18030 {
    /// A decoder at the beginning of a file.
    pub(crate) const fn new() -> Self {
        Self { waiting: Vec::new(), offset: 0, line: 1, max_line_bytes: 4 << 20 }
    }

    /// A decoder, if this is the encoding to read.
    pub(crate) fn wanted(options: &ReadOptions) -> Option<Self> {
        (options.encoding == Some(Encoding::Gb18030)).then(Self::new)
    }

    /// The text of a file's beginning, or of all of it.
    pub(crate) fn beginning(bytes: &[u8], whole: bool) -> Result<String, ReadError> {
        decode(bytes, !whole).ok_or_else(|| Self::new().flaw(bytes))
    }

    /// The text of what can be decoded after this piece.
    pub(crate) fn push(&mut self, piece: &[u8], last: bool) -> Result<String, ReadError> {
        self.waiting.extend_from_slice(piece);
        let lines = self.waiting.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let ready = if last || self.waiting.len() > self.max_line_bytes { self.waiting.len() } else { lines };
        let bytes: Vec<u8> = self.waiting.drain(..ready).collect();
        let text = decode(&bytes, false).ok_or_else(|| self.flaw(&bytes))?;
        self.offset += ready as u64;
        self.line += line_feeds(&bytes);
        Ok(text)
    }

    /// The first byte at which decoding fails, by bisection: a beginning fails exactly if the flaw is in it.
    fn flaw(&self, bytes: &[u8]) -> ReadError {
        let (mut good, mut bad) = (0, bytes.len());
        while good + 1 < bad {
            let middle = good.midpoint(bad);
            if decode(bytes.get(..middle).unwrap_or_default(), true).is_some() { good = middle } else { bad = middle }
        }
        let line = self.line + line_feeds(bytes.get(..good).unwrap_or_default());
        let value = bytes.get(good).copied().unwrap_or_default();
        ReadError::Undecodable { encoding: Encoding::Gb18030, byte: self.offset + good as u64, line, value }
    }
}

/// The text, or `None` where there is a flaw; with `more` a character cut at the end is none.
fn decode(bytes: &[u8], more: bool) -> Option<String> {
    let strict = TextDecoderOptions::new();
    strict.set_fatal(true);
    let decoder = TextDecoder::new_with_label_and_options("gb18030", &strict).ok()?;
    let streaming = TextDecodeOptions::new();
    streaming.set_stream(more);
    decoder.decode_with_u8_array_and_options(bytes, &streaming).ok()
}

fn line_feeds(bytes: &[u8]) -> u64 {
    bytes.split(|&byte| byte == b'\n').count() as u64 - 1
}
