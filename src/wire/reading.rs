//! Reading a key list in a worker: how to read it goes one way, what was read comes the other.

use serde::{Deserialize, Serialize};

use super::{Body, Incoming, Outgoing, WireError, decode, encode};
use crate::dump as core;
use crate::hash::KeyBuffer;

/// What a worker says about the file it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// What the reader settled on.
    Previewed(core::Preview),
    /// How far it has come.
    Progressed(core::Progress),
    /// It came to the end.
    Done(core::KeyList),
    /// It could not read the file.
    Failed(core::ReadError),
}

/// How to read a file, as bytes.
#[must_use]
pub fn encode_options(options: &core::ReadOptions) -> Vec<u8> {
    encode(&Options::from(options))
}

/// How to read a file.
///
/// # Errors
/// [`WireError`].
pub fn decode_options(head: &[u8]) -> Result<core::ReadOptions, WireError> {
    decode::<Options>(head).map(Into::into)
}

/// News as bytes; a list's text is in the body.
#[must_use]
pub fn encode_news(news: &News) -> Outgoing<'_> {
    let (head, body) = match news {
        News::Previewed(preview) => (Said::Previewed(preview.into()), Body::Empty),
        News::Progressed(p) => {
            (Said::Progressed([p.bytes, p.lines, p.keys, p.duplicates, p.memory_bytes]), Body::Empty)
        }
        News::Done(list) => (Said::Done(list.into()), Body::Keys(list.keys.bytes(), list.keys.ends())),
        News::Failed(error) => (Said::Failed(error.into()), Body::Empty),
    };
    Outgoing { head: encode(&head), body }
}

/// The news that came in.
///
/// # Errors
/// [`WireError`].
pub fn decode_news(incoming: Incoming) -> Result<News, WireError> {
    let Incoming { head, bytes, words } = incoming;
    Ok(match decode(&head)? {
        Said::Previewed(preview) => News::Previewed(preview.into()),
        Said::Progressed([bytes, lines, keys, duplicates, memory_bytes]) => {
            News::Progressed(core::Progress { bytes, lines, keys, duplicates, memory_bytes })
        }
        Said::Done(account) => News::Done(account.with(KeyBuffer::from_parts(bytes, words).ok_or(WireError::Body)?)),
        Said::Failed(error) => News::Failed(error.into()),
    })
}

/// The encoded form of [`News`].
#[derive(Debug, Serialize, Deserialize)]
enum Said {
    Previewed(Preview),
    Progressed([u64; 5]),
    Done(Account),
    Failed(Failure),
}

/// An enum of plain variants, encoded by their order here.
macro_rules! mirror {
    ($($name:ident { $($variant:ident),* $(,)? })*) => {$(
        #[derive(Clone, Copy, Debug, Serialize, Deserialize)]
        enum $name { $($variant),* }

        impl From<core::$name> for $name {
            fn from(value: core::$name) -> Self {
                match value { $(core::$name::$variant => Self::$variant),* }
            }
        }

        impl From<$name> for core::$name {
            fn from(value: $name) -> Self {
                match value { $($name::$variant => Self::$variant),* }
            }
        }
    )*};
}

mirror! {
    Encoding { Utf8, Utf16Le, Utf16Be, Windows1252, Gb18030 }
    FormatChoice { Detect, Lines, Csv }
    Delimiter { Comma, Semicolon, Tab }
    Quoting { Standard, Off }
    Header { Present, Absent }
    Trim { Trim, Keep }
}

#[derive(Debug, Serialize, Deserialize)]
enum Column {
    Best,
    Index(u32),
    Named(String),
}

impl From<&core::Column> for Column {
    fn from(column: &core::Column) -> Self {
        match column {
            core::Column::Best => Self::Best,
            core::Column::Index(index) => Self::Index(*index),
            core::Column::Named(name) => Self::Named(name.clone()),
        }
    }
}

impl From<Column> for core::Column {
    fn from(column: Column) -> Self {
        match column {
            Column::Best => Self::Best,
            Column::Index(index) => Self::Index(index),
            Column::Named(name) => Self::Named(name),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Options {
    encoding: Option<Encoding>,
    format: FormatChoice,
    delimiter: Option<Delimiter>,
    quoting: Quoting,
    header: Option<Header>,
    column: Column,
    trim: Trim,
    max_bytes: u64,
    max_line_bytes: u64,
}

impl From<&core::ReadOptions> for Options {
    fn from(options: &core::ReadOptions) -> Self {
        Self {
            encoding: options.encoding.map(Into::into),
            format: options.format.into(),
            delimiter: options.delimiter.map(Into::into),
            quoting: options.quoting.into(),
            header: options.header.map(Into::into),
            column: (&options.column).into(),
            trim: options.trim.into(),
            max_bytes: options.max_bytes,
            max_line_bytes: options.max_line_bytes,
        }
    }
}

impl From<Options> for core::ReadOptions {
    fn from(options: Options) -> Self {
        Self {
            encoding: options.encoding.map(Into::into),
            format: options.format.into(),
            delimiter: options.delimiter.map(Into::into),
            quoting: options.quoting.into(),
            header: options.header.map(Into::into),
            column: options.column.into(),
            trim: options.trim.into(),
            max_bytes: options.max_bytes,
            max_line_bytes: options.max_line_bytes,
        }
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Format {
    Lines,
    Csv(Delimiter, Quoting, Header, u32),
}

impl From<core::Format> for Format {
    fn from(format: core::Format) -> Self {
        match format {
            core::Format::Lines => Self::Lines,
            core::Format::Csv(csv) => {
                Self::Csv(csv.delimiter.into(), csv.quoting.into(), csv.header.into(), csv.column)
            }
        }
    }
}

impl From<Format> for core::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Lines => Self::Lines,
            Format::Csv(delimiter, quoting, header, column) => Self::Csv(core::Csv {
                delimiter: delimiter.into(),
                quoting: quoting.into(),
                header: header.into(),
                column,
            }),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Preview(Encoding, Format, Vec<String>, Vec<Vec<String>>);

impl From<&core::Preview> for Preview {
    fn from(preview: &core::Preview) -> Self {
        let core::Preview { encoding, format, columns, rows } = preview;
        Self((*encoding).into(), (*format).into(), columns.clone(), rows.clone())
    }
}

impl From<Preview> for core::Preview {
    fn from(Preview(encoding, format, columns, rows): Preview) -> Self {
        Self { encoding: encoding.into(), format: format.into(), columns, rows }
    }
}

/// A list without its keys.
#[derive(Debug, Serialize, Deserialize)]
struct Account {
    counts: [u64; 8],
    encoding: Encoding,
    format: Format,
    column_name: String,
    first_repeat: Option<(u64, u64)>,
}

impl From<&core::KeyList> for Account {
    fn from(list: &core::KeyList) -> Self {
        let core::Counts { bytes, lines, rows, empty_lines, duplicates, blank_keys, without_column, ragged } =
            list.counts;
        Self {
            counts: [bytes, lines, rows, empty_lines, duplicates, blank_keys, without_column, ragged],
            encoding: list.encoding.into(),
            format: list.format.into(),
            column_name: list.column_name.clone(),
            first_repeat: list.first_repeat.map(|repeat| (repeat.line, repeat.key)),
        }
    }
}

impl Account {
    fn with(self, keys: KeyBuffer) -> core::KeyList {
        let [bytes, lines, rows, empty_lines, duplicates, blank_keys, without_column, ragged] = self.counts;
        core::KeyList {
            keys,
            counts: core::Counts { bytes, lines, rows, empty_lines, duplicates, blank_keys, without_column, ragged },
            encoding: self.encoding.into(),
            format: self.format.into(),
            column_name: self.column_name,
            first_repeat: self.first_repeat.map(|(line, key)| core::Repeat { line, key }),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
enum Failure {
    Empty,
    OnlyBlank(u64),
    OnlyHeader,
    /// The kind by its place among [`core::BinaryKind::ALL`].
    Binary(u32, u64),
    Undecodable(Encoding, u64, u64, u8),
    TooLarge(u64),
    LineTooLong(u64, u64),
    OpenQuote(u64),
    ColumnMissing(Column, u32),
    Interrupted(String),
    MemoryRefused(u64),
}

impl From<&core::ReadError> for Failure {
    fn from(error: &core::ReadError) -> Self {
        match error {
            core::ReadError::Empty => Self::Empty,
            core::ReadError::OnlyBlank { lines } => Self::OnlyBlank(*lines),
            core::ReadError::OnlyHeader => Self::OnlyHeader,
            core::ReadError::Binary { kind, byte } => {
                let place = core::BinaryKind::ALL.iter().position(|other| other == kind).unwrap_or_default();
                Self::Binary(place as u32, *byte)
            }
            core::ReadError::Undecodable { encoding, byte, line, value } => {
                Self::Undecodable((*encoding).into(), *byte, *line, *value)
            }
            core::ReadError::TooLarge { limit } => Self::TooLarge(*limit),
            core::ReadError::LineTooLong { line, limit } => Self::LineTooLong(*line, *limit),
            core::ReadError::OpenQuote { line } => Self::OpenQuote(*line),
            core::ReadError::ColumnMissing { wanted, columns } => Self::ColumnMissing(wanted.into(), *columns),
            core::ReadError::Interrupted { reason } => Self::Interrupted(reason.clone()),
            core::ReadError::MemoryRefused { keys } => Self::MemoryRefused(*keys),
        }
    }
}

impl From<Failure> for core::ReadError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Empty => Self::Empty,
            Failure::OnlyBlank(lines) => Self::OnlyBlank { lines },
            Failure::OnlyHeader => Self::OnlyHeader,
            Failure::Binary(place, byte) => {
                let kind = core::BinaryKind::ALL.get(place as usize).copied().unwrap_or(core::BinaryKind::NulByte);
                Self::Binary { kind, byte }
            }
            Failure::Undecodable(encoding, byte, line, value) => {
                Self::Undecodable { encoding: encoding.into(), byte, line, value }
            }
            Failure::TooLarge(limit) => Self::TooLarge { limit },
            Failure::LineTooLong(line, limit) => Self::LineTooLong { line, limit },
            Failure::OpenQuote(line) => Self::OpenQuote { line },
            Failure::ColumnMissing(wanted, columns) => Self::ColumnMissing { wanted: wanted.into(), columns },
            Failure::Interrupted(reason) => Self::Interrupted { reason },
            Failure::MemoryRefused(keys) => Self::MemoryRefused { keys },
        }
    }
}
