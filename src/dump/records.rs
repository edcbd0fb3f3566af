//! Text → CSV records, piece by piece (RFC 4180, with any of the three line ends).
//!
//! The automaton is csv-core's. It skips empty lines and forgives a quote that is never closed, without a word of either;
//! this wrapper counts the first and names the second.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::lines::LineCounter;
use super::{Delimiter, Quoting, ReadError};

/// One record's fields, unquoted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'a> {
    bytes: &'a [u8],
    ends: &'a [usize],
    /// The line where the record begins, from 1.
    pub(super) line: u64,
}

impl<'a> Record<'a> {
    /// How many fields there are, at least 1.
    pub(super) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// The field at `index`, if there is one.
    pub(super) fn get(&self, index: usize) -> Option<&'a [u8]> {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.bytes.get(start..*self.ends.get(index)?)
    }

    /// The fields in order.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'a [u8]> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

/// Splits a stream into records. Not `Clone`, because csv-core 0.1.13 copies its automaton without all of its tables.
#[derive(Debug)]
pub(super) struct RecordSplitter {
    automaton: Reader,
    bytes: Vec<u8>,
    n_bytes: usize,
    ends: Vec<usize>,
    n_ends: usize,
    /// The line where the record in progress began; `None` between records.
    record_line: Option<u64>,
    empty_lines: u64,
    counter: LineCounter,
    max_bytes: usize,
}

impl RecordSplitter {
    /// A splitter at the beginning of a file.
    pub(super) fn new(delimiter: Delimiter, quoting: Quoting, max_record_bytes: u64) -> Self {
        let quoted = quoting == Quoting::Standard;
        let mut automaton = ReaderBuilder::new().delimiter(delimiter.byte()).quoting(quoted).build();
        // csv-core strips a byte order mark from its first input, but only if that holds all three bytes. The decoder
        // has stripped the file's; an empty first input keeps the automaton from looking for another.
        let _ = automaton.read_record(&[], &mut [], &mut []);
        Self {
            automaton,
            bytes: vec![0; 1],
            n_bytes: 0,
            ends: vec![0; 1],
            n_ends: 0,
            record_line: None,
            empty_lines: 0,
            counter: LineCounter::default(),
            max_bytes: usize::try_from(max_record_bytes).unwrap_or(usize::MAX),
        }
    }

    /// Where the stream is.
    pub(super) const fn counter(&self) -> LineCounter {
        self.counter
    }

    /// How many lines between records had nothing on them.
    pub(super) const fn empty_lines(&self) -> u64 {
        self.empty_lines
    }

    /// Splits a piece; `sink` is given each record that ended.
    pub(super) fn push(
        &mut self,
        text: &str,
        mut sink: impl FnMut(Record<'_>) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let mut rest = text.as_bytes();
        while let Some(&first) = rest.first() {
            if self.record_line.is_none() {
                if matches!(first, b'\n' | b'\r') {
                    self.empty_lines += u64::from(!(first == b'\n' && self.counter.after_cr()));
                    self.counter.advance(&rest[..1]);
                    rest = &rest[1..];
                    continue;
                }
                self.record_line = Some(self.counter.line());
            }
            let (read, unread) = rest.split_at(self.step(rest, &mut sink)?);
            self.counter.advance(read);
            rest = unread;
        }
        Ok(())
    }

    /// Gives the last record if no line end closed it.
    ///
    /// # Errors
    /// [`ReadError::OpenQuote`] when the file ends inside quotes.
    pub(super) fn finish(
        &mut self,
        mut sink: impl FnMut(Record<'_>) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        while self.record_line.is_some() {
            // A line end closes the record, unless it is inside quotes and becomes part of the field.
            let n_bytes = self.n_bytes;
            self.step(b"\n", &mut sink)?;
            if self.n_bytes > n_bytes {
                return Err(ReadError::OpenQuote { line: self.field_line() });
            }
        }
        Ok(())
    }

    /// One call of the automaton: how many bytes it took.
    fn step(
        &mut self,
        input: &[u8],
        sink: &mut impl FnMut(Record<'_>) -> Result<(), ReadError>,
    ) -> Result<usize, ReadError> {
        let (result, n_read, n_written, n_ended) =
            self.automaton.read_record(input, &mut self.bytes[self.n_bytes..], &mut self.ends[self.n_ends..]);
        self.n_bytes += n_written;
        self.n_ends += n_ended;
        let line = self.record_line.unwrap_or_else(|| self.counter.line());
        // Empty fields write nothing, so their number is limited as well.
        if self.n_bytes > self.max_bytes || self.n_ends > self.max_bytes {
            return Err(self.too_long(line));
        }
        match result {
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::OutputFull => self.bytes.resize(self.grown(self.bytes.len()), 0),
            ReadRecordResult::OutputEndsFull => self.ends.resize(self.grown(self.ends.len()), 0),
            ReadRecordResult::Record => {
                let ended = sink(Record { bytes: &self.bytes[..self.n_bytes], ends: &self.ends[..self.n_ends], line });
                self.forget_record();
                ended?;
            }
            ReadRecordResult::End => self.forget_record(),
        }
        Ok(n_read)
    }

    /// Twice as long, but only one beyond the limit: there the automaton stops, so that what it is in the middle of when
    /// the limit is passed does not depend on where pieces end.
    const fn grown(&self, len: usize) -> usize {
        let most = self.max_bytes.saturating_add(1);
        if len < most / 2 { len * 2 } else { most }
    }

    fn forget_record(&mut self) {
        (self.n_bytes, self.n_ends, self.record_line) = (0, 0, None);
    }

    /// Why a record is too long. The automaton is asked with a line end, which it keeps only inside quotes; it is of no
    /// further use then.
    fn too_long(&mut self, line: u64) -> ReadError {
        let (_, _, n_kept, _) = self.automaton.read_record(b"\n", &mut [0; 1], &mut [0; 1]);
        if n_kept > 0 {
            ReadError::OpenQuote { line: self.field_line() }
        } else {
            ReadError::LineTooLong { line, limit: self.max_bytes as u64 }
        }
    }

    /// The line where the field in progress begins.
    fn field_line(&self) -> u64 {
        let start = self.n_ends.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or(0);
        let mut before = LineCounter::default();
        before.advance(self.bytes.get(..start).unwrap_or_default());
        self.record_line.unwrap_or(1) + before.line() - 1
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail by panicking
mod tests {
    use super::*;

    /// The records of a text, or the error, pushed in pieces of the given size.
    fn split(text: &str, piece: usize) -> Result<Vec<(Vec<String>, u64)>, ReadError> {
        let mut records = Vec::new();
        let mut sink = |record: Record<'_>| {
            let fields = record.fields().map(|field| String::from_utf8_lossy(field).into_owned()).collect();
            records.push((fields, record.line));
            Ok(())
        };
        let mut splitter = RecordSplitter::new(Delimiter::Comma, Quoting::Standard, 100);
        for piece in text.as_bytes().chunks(piece) {
            splitter.push(core::str::from_utf8(piece).unwrap(), &mut sink)?;
        }
        splitter.finish(&mut sink)?;
        Ok(records)
    }

    #[test]
    fn an_open_quote_is_named_by_its_line() {
        for piece in 1..20 {
            let open = |line| Err(ReadError::OpenQuote { line });
            assert_eq!(split("\"", piece), open(1), "pieces of {piece}");
            assert_eq!(split("a,b\r\n\r\nc,\"d\r\n", piece), open(3), "pieces of {piece}");
            assert_eq!(split("\"a\nb\",\"c\nd", piece), open(2), "pieces of {piece}");
            assert!(split("\"a\nb\",\"c\nd\"", piece).is_ok(), "pieces of {piece}");
        }
    }

    #[test]
    fn records_know_the_line_where_they_begin() {
        for piece in 1..20 {
            let fields = |fields: &[&str]| fields.iter().map(|&field| field.to_owned()).collect::<Vec<_>>();
            let expected = vec![(fields(&["a", "b\r\nc"]), 1), (fields(&["", ""]), 4), (fields(&["d"]), 6)];
            assert_eq!(split("a,\"b\r\nc\"\r\n\r\n,\r\rd", piece), Ok(expected), "pieces of {piece}");
        }
    }
}
