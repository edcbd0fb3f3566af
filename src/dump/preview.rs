//! A look at the beginning of a file, before it is read.

use super::sniff::{SAMPLE_BYTES, Whole, settle};
use super::{Encoding, Format, Header, ReadError, ReadOptions};

/// How many rows a preview shows.
pub const PREVIEW_ROWS: usize = 6;

/// What the reader would settle on, and the first rows seen that way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The encoding.
    pub encoding: Encoding,
    /// The format.
    pub format: Format,
    /// A name a column, empty where there is no header; no names at all for lines.
    pub columns: Vec<String>,
    /// At most [`PREVIEW_ROWS`] rows below the header.
    pub rows: Vec<Vec<String>>,
}

impl Preview {
    /// Looks at a file of `n_bytes` whose first bytes are `start`; [`SAMPLE_BYTES`] of them are enough, or all there are.
    ///
    /// # Errors
    /// What [`super::KeyListReader`] would find wrong with the beginning, too much text aside.
    pub fn of(start: &[u8], n_bytes: u64, options: &ReadOptions) -> Result<Self, ReadError> {
        let sample = start.get(..SAMPLE_BYTES).unwrap_or(start);
        let whole = if n_bytes <= sample.len() as u64 && sample.len() < SAMPLE_BYTES { Whole::Yes } else { Whole::No };
        let settled = settle(sample, whole, options)?;
        let header = matches!(settled.format, Format::Csv(csv) if csv.header == Header::Present);
        let rows = settled.records.into_iter().skip(usize::from(header)).take(PREVIEW_ROWS).collect();
        Ok(Self { encoding: settled.encoding, format: settled.format, columns: settled.columns, rows })
    }
}
