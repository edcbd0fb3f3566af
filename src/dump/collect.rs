//! Lines and records → keys, and the account of what was left out.

use super::distinct::{DistinctKeys, Novelty};
use super::records::Record;
use super::{Column, Counts, Encoding, Format, Header, KeyList, ReadError, ReadOptions, Repeat, Trim};

/// Whether a header is still to come.
#[derive(Clone, Copy, Debug)]
enum HeaderState {
    Awaited,
    Taken,
    None,
}

/// Takes rows, keeps keys and the account.
#[derive(Debug)]
pub(super) struct Collector {
    trim: Trim,
    format: Format,
    header: HeaderState,
    /// Number of fields of the first record; 0 before it.
    width: usize,
    columns: Vec<String>,
    distinct: DistinctKeys,
    pub(super) counts: Counts,
    first_repeat: Option<Repeat>,
}

impl Collector {
    pub(super) fn new(options: &ReadOptions, format: Format, columns: Vec<String>) -> Self {
        let header = match format {
            Format::Csv(csv) if csv.header == Header::Present => HeaderState::Awaited,
            _ => HeaderState::None,
        };
        Self {
            trim: options.trim,
            format,
            header,
            width: 0,
            columns,
            distinct: DistinctKeys::default(),
            counts: Counts::default(),
            first_repeat: None,
        }
    }

    pub(super) fn take_line(&mut self, line: &[u8], number: u64) -> Result<(), ReadError> {
        if trimmed(line).is_empty() {
            self.counts.empty_lines += 1;
            return Ok(());
        }
        self.counts.rows += 1;
        self.take_key(line, number)
    }

    pub(super) fn take_record(&mut self, record: Record<'_>) -> Result<(), ReadError> {
        if record.len() == 1 && record.get(0).is_none_or(|only| trimmed(only).is_empty()) {
            self.counts.empty_lines += 1;
            return Ok(());
        }
        if self.width == 0 {
            self.width = record.len();
        }
        if matches!(self.header, HeaderState::Awaited) {
            self.header = HeaderState::Taken;
            return Ok(());
        }
        self.counts.rows += 1;
        self.counts.ragged += u64::from(record.len() != self.width);
        let column = if let Format::Csv(csv) = self.format { csv.column as usize } else { 0 };
        match record.get(column) {
            None => self.counts.without_column += 1,
            Some(key) if trimmed(key).is_empty() => self.counts.blank_keys += 1,
            Some(key) => self.take_key(key, record.line)?,
        }
        Ok(())
    }

    /// How many distinct keys there are.
    pub(super) fn len(&self) -> u64 {
        self.distinct.keys().len() as u64
    }

    /// Bytes of memory that keys and table hold.
    pub(super) fn memory_bytes(&self) -> u64 {
        self.distinct.memory_bytes()
    }

    /// The list, or why there is none.
    pub(super) fn into_list(self, encoding: Encoding, wanted: &Column) -> Result<KeyList, ReadError> {
        let Self { format, distinct, counts, columns, first_repeat, header, .. } = self;
        if distinct.keys().is_empty() {
            return Err(if counts.without_column > 0 {
                ReadError::ColumnMissing { wanted: wanted.clone(), columns: columns.len() as u32 }
            } else if counts.rows == 0 && matches!(header, HeaderState::Taken) {
                ReadError::OnlyHeader
            } else {
                ReadError::OnlyBlank { lines: counts.lines }
            });
        }
        let column = if let Format::Csv(csv) = format { csv.column as usize } else { 0 };
        let column_name = columns.into_iter().nth(column).unwrap_or_default();
        Ok(KeyList { keys: distinct.into_keys(), counts, encoding, format, column_name, first_repeat })
    }

    fn take_key(&mut self, key: &[u8], line: u64) -> Result<(), ReadError> {
        let key = match self.trim {
            Trim::Trim => trimmed(key),
            Trim::Keep => key,
        };
        if let Novelty::Repeat(number) = self.distinct.insert(key)? {
            self.counts.duplicates += 1;
            self.first_repeat.get_or_insert(Repeat { line, key: u64::from(number) });
        }
        Ok(())
    }
}

/// UTF-8 without the white space around it: the same as `str::trim`, but text is looked at as such only where a space
/// outside ASCII could be.
fn trimmed(key: &[u8]) -> &[u8] {
    let key = key.trim_ascii();
    let maybe_space = |edge: Option<&u8>| edge.is_some_and(|&byte| byte >= 0x80 || byte == 0x0b);
    match core::str::from_utf8(key) {
        Ok(text) if maybe_space(key.first()) || maybe_space(key.last()) => text.trim().as_bytes(),
        _ => key,
    }
}
