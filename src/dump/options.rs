//! What the reader is told, and what it settled on.

use super::Encoding;

/// The most bytes of a file that are read unless the visitor chooses otherwise: 256 MiB.
///
/// The keys' text is held once, with eight bytes a key beside it and 5.7 to 11.4 bytes a key in the table that finds
/// duplicates (half as much again while that grows), so a file at this limit with keys of 20 bytes takes about 0.6 GiB.
pub const DEFAULT_MAX_BYTES: u64 = 256 << 20;

/// The longest line or CSV record, in bytes of UTF-8: 1 MiB. A key is a name or a number; a longer line is nearly always
/// a file of another kind, and the limit is what keeps it from being held in memory whole.
pub const DEFAULT_MAX_LINE_BYTES: u64 = 1 << 20;

/// How a file is read. The default finds out for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// The encoding; `None` goes by a byte order mark, else takes UTF-8.
    pub encoding: Option<Encoding>,
    /// Lines or CSV.
    pub format: FormatChoice,
    /// What separates a CSV file's fields; `None` finds out.
    pub delimiter: Option<Delimiter>,
    /// Whether quotes enclose fields of a CSV file.
    pub quoting: Quoting,
    /// Whether a CSV file's first record names the columns; `None` finds out.
    pub header: Option<Header>,
    /// Which column of a CSV file holds the keys.
    pub column: Column,
    /// Whether white space around a key belongs to it.
    pub trim: Trim,
    /// The most bytes to read.
    pub max_bytes: u64,
    /// The longest line or record, in bytes of UTF-8.
    pub max_line_bytes: u64,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            encoding: None,
            format: FormatChoice::Detect,
            delimiter: None,
            quoting: Quoting::Standard,
            header: None,
            column: Column::Best,
            trim: Trim::Trim,
            max_bytes: DEFAULT_MAX_BYTES,
            max_line_bytes: DEFAULT_MAX_LINE_BYTES,
        }
    }
}

impl ReadOptions {
    /// The defaults for a file of that name: `.csv`, `.tsv` and `.tab` say what they are, anything else is found out.
    #[must_use]
    pub fn for_file_name(name: &str) -> Self {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        let (format, delimiter) = match ending.as_deref() {
            Some("csv") => (FormatChoice::Csv, None),
            Some("tsv" | "tab") => (FormatChoice::Csv, Some(Delimiter::Tab)),
            _ => (FormatChoice::Detect, None),
        };
        Self { format, delimiter, ..Self::default() }
    }
}

/// Whether each line is a key, or one field of each CSV record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FormatChoice {
    /// CSV when the beginning of the file has the same number of fields in nearly every record, else lines.
    #[default]
    Detect,
    /// Each line is a key.
    Lines,
    /// Comma-separated values and their relatives (RFC 4180).
    Csv,
}

/// What separates the fields of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Delimiter {
    /// `,`
    #[default]
    Comma,
    /// `;`, as spreadsheets write where the comma is the decimal sign.
    Semicolon,
    /// The tab character.
    Tab,
}

impl Delimiter {
    /// Every delimiter, in the order in which they are tried.
    pub const ALL: [Self; 3] = [Self::Comma, Self::Semicolon, Self::Tab];

    /// The separating byte.
    #[must_use]
    pub const fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }
}

/// Whether quotes enclose fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Quoting {
    /// A field that begins with `"` runs to the next lone `"`; `""` inside stands for one.
    #[default]
    Standard,
    /// `"` is a character like any other.
    Off,
}

/// Whether the first record names the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Header {
    /// It does, and is no key.
    Present,
    /// It is data.
    Absent,
}

/// Which column holds the keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Column {
    /// The one that the header calls id, key, UUID or the like, else the one with the most distinct values at the
    /// beginning of the file; the leftmost of equals.
    #[default]
    Best,
    /// The column at this index, counted from 0.
    Index(u32),
    /// The column with this name in the header, letter case aside where no other matches.
    Named(String),
}

/// Whether white space around a key belongs to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Trim {
    /// It is cut off.
    #[default]
    Trim,
    /// It is kept: `"a"` and `"a "` are two keys.
    Keep,
}

/// The form that the reader settled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Each line is a key.
    Lines,
    /// One field of each record is a key.
    Csv(Csv),
}

/// A CSV file's particulars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Csv {
    /// What separates fields.
    pub delimiter: Delimiter,
    /// Whether quotes enclose fields.
    pub quoting: Quoting,
    /// Whether the first record is a header.
    pub header: Header,
    /// The index of the column of keys, from 0.
    pub column: u32,
}
