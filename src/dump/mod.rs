//! Key lists: the visitor's own keys, read from text or CSV.
//!
//! Bytes go in piece by piece, as a file is read, and come out as distinct keys with an account of everything that was
//! left out. Each stage is a file of its own and keeps its state across pieces, so that where a piece ends never shows in
//! the result:
//!
//! bytes → `sniff` (what is it?) → `decode` (text) → `lines` or `records` → `collect` (keys) → `distinct` → [`KeyList`]
//!
//! [`KeyListReader`] runs the stages; [`Preview`] runs the first of them on the beginning of a file. [`ListTrial`] then
//! builds the filter sized for the list and measures it on keys held out, and [`Footprint`] says what it saves.
//!
//! What is absent: files, clocks and threads. Whoever has the bytes pushes them, in pieces as large as its patience.

mod collect;
mod decode;
mod distinct;
mod error;
mod footprint;
mod hold_out;
mod lines;
mod list;
mod options;
mod preview;
mod reader;
mod records;
mod sniff;
mod trial;

pub use decode::Encoding;
pub use error::{BinaryKind, ReadError};
pub use footprint::Footprint;
pub use hold_out::{HoldOut, Part, Split};
pub use list::{Counts, KeyList, Repeat};
pub use options::{
    Column, Csv, DEFAULT_MAX_BYTES, DEFAULT_MAX_LINE_BYTES, Delimiter, Format, FormatChoice, Header, Quoting,
    ReadOptions, Trim,
};
pub use preview::{PREVIEW_ROWS, Preview};
pub use reader::{KeyListReader, Progress};
pub use sniff::SAMPLE_BYTES;
pub use trial::{ListTrial, TrialError, TrialProgress, TrialReport, TrialSpec};
