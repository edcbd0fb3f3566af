//! Reads a blob piece by piece. Each piece is awaited, so messages have their turn between any two of them.

use bloomscope::dump::{Encoding, KeyList, KeyListReader, Preview, Progress, ReadError, ReadOptions, SAMPLE_BYTES};
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use super::gb18030::Gb18030;

/// What is read at a time: 256 KiB, a few milliseconds of work.
const PIECE_BYTES: u64 = 256 << 10;

/// What reading has to say.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// What the reader settled on.
    Previewed(Preview),
    /// How far it has come.
    Progressed(Progress),
}

/// Reads a blob to the end.
pub(crate) async fn read_blob(
    blob: &Blob,
    options: ReadOptions,
    mut on_step: impl FnMut(Step),
) -> Result<KeyList, ReadError> {
    let n_bytes = blob.size() as u64;
    on_step(Step::Previewed(preview(blob, n_bytes, &options).await?));
    if n_bytes > options.max_bytes {
        return Err(ReadError::TooLarge { limit: options.max_bytes });
    }
    let mut recoder = Gb18030::wanted(&options);
    let mut reader = KeyListReader::new(options);
    let mut at = 0;
    while at < n_bytes {
        let piece = bytes(blob, at, at + PIECE_BYTES).await?;
        at += piece.len() as u64;
        let progress = push(&mut reader, recoder.as_mut(), &piece, at >= n_bytes)?;
        // The reader counts what it was given, which the recoder may have made longer or kept waiting.
        on_step(Step::Progressed(Progress { bytes: at, ..progress }));
    }
    let mut list = reader.finish()?;
    list.counts.bytes = n_bytes;
    Ok(list)
}

fn push(
    reader: &mut KeyListReader,
    recoder: Option<&mut Gb18030>,
    piece: &[u8],
    last: bool,
) -> Result<Progress, ReadError> {
    match recoder {
        None => reader.push(piece),
        Some(recoder) => reader.push(recoder.push(piece, last)?.as_bytes()),
    }
}

/// A look at the beginning.
async fn preview(blob: &Blob, n_bytes: u64, options: &ReadOptions) -> Result<Preview, ReadError> {
    let start = bytes(blob, 0, SAMPLE_BYTES as u64).await?;
    if options.encoding != Some(Encoding::Gb18030) {
        return Preview::of(&start, n_bytes, options);
    }
    let last = start.len() as u64 == n_bytes;
    let text = Gb18030::beginning(&start, last)?;
    Preview::of(text.as_bytes(), if last { text.len() as u64 } else { u64::MAX }, options)
}

/// Bytes of a blob.
async fn bytes(blob: &Blob, from: u64, to: u64) -> Result<Vec<u8>, ReadError> {
    let part = blob.slice_with_f64_and_f64(from as f64, to as f64).map_err(|error| interrupted(&error))?;
    let buffer = JsFuture::from(part.array_buffer()).await.map_err(|error| interrupted(&error))?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

fn interrupted(error: &JsValue) -> ReadError {
    let reason = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    ReadError::Interrupted { reason: reason.unwrap_or_else(|| format!("{error:?}")) }
}
