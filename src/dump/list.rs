//! The key list and its account.

use super::{Encoding, Format};
use crate::hash::KeyBuffer;

/// Distinct keys, in the order in which they first came, and what was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyList {
    /// The keys, as UTF-8. No two are equal, and none is blank.
    pub keys: KeyBuffer,
    /// What was counted on the way.
    pub counts: Counts,
    /// The encoding that was read.
    pub encoding: Encoding,
    /// The format that was read.
    pub format: Format,
    /// The name of the column of keys; empty where there is none.
    pub column_name: String,
    /// The first key that came twice.
    pub first_repeat: Option<Repeat>,
}

/// What was counted while reading. Keys, duplicates, blanks and rows without the column add up to the rows:
/// `rows = keys + duplicates + blank_keys + without_column`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Bytes read.
    pub bytes: u64,
    /// Lines, as an editor numbers them; one that no line end closes counts.
    pub lines: u64,
    /// Lines or CSV records that may hold a key: not blank, not the header.
    pub rows: u64,
    /// Lines with nothing or only white space on them.
    pub empty_lines: u64,
    /// Keys that had come before.
    pub duplicates: u64,
    /// CSV records whose cell in the column of keys is blank.
    pub blank_keys: u64,
    /// CSV records with fewer fields than it takes to have the column of keys.
    pub without_column: u64,
    /// CSV records with more or fewer fields than the first record; they are read like the others.
    pub ragged: u64,
}

/// A key that came twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The line where it came again.
    pub line: u64,
    /// Its number among the distinct keys.
    pub key: u64,
}
