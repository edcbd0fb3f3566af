//! What a file is, judged by its beginning: encoding, lines or CSV, delimiter, header, column.
//!
//! Everything is decided once, on the same bytes, before the first key; the rest of the file cannot change it. What the
//! visitor has chosen is not questioned.

use std::collections::HashSet;

use super::decode::Decoder;
use super::error::BinaryKind;
use super::lines::LineSplitter;
use super::records::RecordSplitter;
use super::{Column, Csv, Delimiter, Encoding, Format, FormatChoice, Header, Quoting, ReadError, ReadOptions};

/// How much of a file is looked at: 64 KiB, a few hundred to a few thousand records.
pub const SAMPLE_BYTES: usize = 64 << 10;

/// How many records are looked at.
const SAMPLE_RECORDS: usize = 256;

/// The share of records, in percent, that must have the same number of fields for a file to be taken for CSV unasked. One
/// in ten may be ragged; prose with commas in it varies much more.
const REGULAR_PERCENT: usize = 90;

/// What was settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settled {
    pub(super) encoding: Encoding,
    /// How many bytes of byte order mark to skip.
    pub(super) mark_bytes: usize,
    pub(super) format: Format,
    /// Names of a CSV file's columns, from the header or empty; none for lines.
    pub(super) columns: Vec<String>,
    /// The records looked at, the header included.
    pub(super) records: Vec<Vec<String>>,
}

/// Judges the beginning of a file; `whole` if it is all of it.
pub(super) fn settle(sample: &[u8], whole: Whole, options: &ReadOptions) -> Result<Settled, ReadError> {
    let marked = Encoding::marked(sample);
    let encoding = options.encoding.or(marked.map(|(encoding, _)| encoding)).unwrap_or_default();
    let mark = encoding.mark();
    let mark_bytes = if sample.starts_with(mark) { mark.len() } else { 0 };
    if sample.len() == mark_bytes {
        return Err(ReadError::Empty);
    }
    if !matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be)
        && let Some((kind, byte)) = BinaryKind::of(sample)
    {
        return Err(ReadError::Binary { kind, byte });
    }
    let (text, flawed) = text_of(encoding, sample.get(mark_bytes..).unwrap_or_default())?;
    // A flaw cuts the last line as the end of a sample does.
    let whole = if flawed { Whole::No } else { whole };
    let csv = match options.format {
        FormatChoice::Lines => None,
        FormatChoice::Csv => Some(best_delimiter(&text, whole, options)),
        FormatChoice::Detect => {
            Some(best_delimiter(&text, whole, options)).filter(|candidate| candidate.regular_percent >= REGULAR_PERCENT)
        }
    };
    let settled = |format, columns, records| Settled { encoding, mark_bytes, format, columns, records };
    let Some(Candidate { delimiter, records, .. }) = csv else {
        return Ok(settled(Format::Lines, Vec::new(), lines_of(&text, whole)));
    };
    let header = options.header.unwrap_or_else(|| header_of(&records));
    let n_columns = records.iter().map(Vec::len).max().unwrap_or(1);
    let mut columns = match (header, records.first()) {
        (Header::Present, Some(first)) => first.iter().map(|name| name.trim().to_owned()).collect(),
        _ => Vec::new(),
    };
    columns.resize(n_columns, String::new());
    let column = column_of(&options.column, header, &columns, &records)?;
    let csv = Csv { delimiter, quoting: options.quoting, header, column };
    Ok(settled(Format::Csv(csv), columns, records))
}

/// Whether a sample is the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    Yes,
    No,
}

/// The sample's text up to its first flaw, which is reported when the file is read, and whether there is one.
fn text_of(encoding: Encoding, sample: &[u8]) -> Result<(String, bool), ReadError> {
    let mut text = String::new();
    let flaw = Decoder::new(encoding, 0).push(sample, |part| {
        text.push_str(part);
        Ok(())
    })?;
    Ok((text, flaw.is_some()))
}

/// The first lines that are not blank.
fn lines_of(text: &str, whole: Whole) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let mut sink = |line: &[u8], _| {
        let line = String::from_utf8_lossy(line);
        if lines.len() < SAMPLE_RECORDS && !line.trim().is_empty() {
            lines.push(vec![line.into_owned()]);
        }
        Ok(())
    };
    let mut splitter = LineSplitter::new(u64::MAX);
    // Neither call can fail: nothing is too long, and the sink takes everything.
    if splitter.push(text, &mut sink).is_ok() && whole == Whole::Yes {
        let _ = splitter.finish(&mut sink);
    }
    lines
}

/// A sample read with one delimiter.
struct Candidate {
    delimiter: Delimiter,
    records: Vec<Vec<String>>,
    /// How many records in a hundred have the number of fields that is most frequent; 0 if that is 1, or for less than
    /// two records.
    regular_percent: usize,
}

/// The delimiter that makes the sample most regular, the first of equals.
fn best_delimiter(text: &str, whole: Whole, options: &ReadOptions) -> Candidate {
    let candidate = |delimiter| {
        let records = records_of(text, whole, delimiter, options.quoting);
        let regular_percent = regularity(&records);
        Candidate { delimiter, records, regular_percent }
    };
    if let Some(delimiter) = options.delimiter {
        return candidate(delimiter);
    }
    let better = |best: Candidate, other: Candidate| {
        if best.regular_percent >= other.regular_percent { best } else { other }
    };
    Delimiter::ALL.into_iter().skip(1).map(candidate).fold(candidate(Delimiter::Comma), better)
}

/// The first records that are not blank; a last one that the sample cuts is left out.
fn records_of(text: &str, whole: Whole, delimiter: Delimiter, quoting: Quoting) -> Vec<Vec<String>> {
    let mut records = Vec::new();
    let mut sink = |record: super::records::Record<'_>| {
        let fields: Vec<String> = record.fields().map(|field| String::from_utf8_lossy(field).into_owned()).collect();
        if records.len() < SAMPLE_RECORDS && fields.iter().any(|field| !field.trim().is_empty()) {
            records.push(fields);
        }
        Ok(())
    };
    let mut splitter = RecordSplitter::new(delimiter, quoting, u64::MAX);
    if splitter.push(text, &mut sink).is_ok() && whole == Whole::Yes {
        // A quote left open is an error of the file, reported when it is read.
        let _ = splitter.finish(&mut sink);
    }
    records
}

fn regularity(records: &[Vec<String>]) -> usize {
    let mut widths: Vec<usize> = records.iter().map(Vec::len).collect();
    widths.sort_unstable();
    let runs = widths.chunk_by(|a, b| a == b);
    let Some(most) = runs.max_by_key(|run| run.len()) else { return 0 };
    if most.first() == Some(&1) || records.len() < 2 { 0 } else { 100 * most.len() / records.len() }
}

/// Whether the first of the records is a header.
///
/// It is not when one of its cells is empty, is a number or an address of some kind, appears twice, or is seen again
/// below it. Otherwise each column has a vote: for, when its values are all of a kind that the name is not, or all of
/// one length that the name's is not; and a name that is usual in headers counts for. Alone in a file, all its names must
/// be usual.
fn header_of(records: &[Vec<String>]) -> Header {
    let Some((first, rest)) = records.split_first() else { return Header::Absent };
    let names: HashSet<&str> = first.iter().map(|name| name.trim()).collect();
    let unfit = names.len() < first.len() || names.iter().any(|name| Kind::of(name) != Kind::Word);
    if unfit {
        return Header::Absent;
    }
    if rest.is_empty() {
        let usual = first.iter().all(|name| usual_name(name.trim()));
        return if usual { Header::Present } else { Header::Absent };
    }
    let votes = first.iter().enumerate().filter(|&(index, name)| {
        let name = name.trim();
        let mut values = rest.iter().filter_map(|record| record.get(index)).map(|value| value.trim()).peekable();
        let Some(&sample) = values.peek() else { return usual_name(name) };
        let (kind, length) = (Kind::of(sample), sample.chars().count());
        let (mut same_kind, mut same_length) = (kind != Kind::Word, name.chars().count() != length && rest.len() > 2);
        for value in values {
            same_kind &= Kind::of(value) == kind || value.is_empty();
            same_length &= value.chars().count() == length;
        }
        same_kind || same_length || usual_name(name)
    });
    let voted = votes.count() > 0;
    let seen_again =
        rest.iter().any(|record| record.iter().zip(first).any(|(value, name)| value.trim() == name.trim()));
    if voted && !seen_again { Header::Present } else { Header::Absent }
}

/// What a cell holds, as far as it tells a name from a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Blank,
    Number,
    /// Three digits or more among other characters: an identifier, a date, a UUID.
    Identifier,
    /// An e-mail or web address.
    Address,
    Word,
}

impl Kind {
    fn of(cell: &str) -> Self {
        let digits = cell.bytes().filter(u8::is_ascii_digit).count();
        if cell.trim().is_empty() {
            Self::Blank
        } else if digits > 0 && cell.bytes().all(|byte| byte.is_ascii_digit() || b"+-.,eE% ".contains(&byte)) {
            Self::Number
        } else if cell.contains("://") || (cell.contains('@') && cell.contains('.')) {
            Self::Address
        } else if digits >= 3 {
            Self::Identifier
        } else {
            Self::Word
        }
    }
}

/// Names that head a column of keys more often than they are one.
fn usual_name(name: &str) -> bool {
    const NAMES: [&str; 36] = [
        "id",
        "key",
        "keys",
        "name",
        "value",
        "user",
        "username",
        "uid",
        "uuid",
        "guid",
        "email",
        "e-mail",
        "mail",
        "url",
        "link",
        "domain",
        "host",
        "ip",
        "phone",
        "mobile",
        "code",
        "sku",
        "title",
        "word",
        "hash",
        "address",
        "date",
        "编号",
        "名称",
        "姓名",
        "用户",
        "邮箱",
        "手机号",
        "网址",
        "键",
        "关键字",
    ];
    let name = name.to_lowercase();
    let stem = name.rsplit(['_', ' ', '-', '.']).next().unwrap_or(&name);
    NAMES.contains(&name.as_str()) || NAMES.contains(&stem)
}

/// Names that say outright which column is the key.
const KEY_NAMES: [&str; 9] = ["id", "key", "keys", "uuid", "guid", "编号", "键", "主键", "关键字"];

fn column_of(wanted: &Column, header: Header, columns: &[String], records: &[Vec<String>]) -> Result<u32, ReadError> {
    let found = match wanted {
        Column::Index(index) => {
            Some(*index).filter(|&index| (index as usize) < columns.len()).map(|index| index as usize)
        }
        Column::Named(name) => {
            let name = name.trim();
            let exact = columns.iter().position(|column| column == name);
            let folded = || columns.iter().position(|column| column.to_lowercase() == name.to_lowercase());
            exact.or_else(folded).filter(|_| header == Header::Present && !name.is_empty())
        }
        Column::Best => {
            let values = records.get(usize::from(header == Header::Present)..).unwrap_or_default();
            let distinct = |index: usize| {
                let column = values.iter().filter_map(|record| record.get(index)).map(|value| value.trim());
                column.filter(|value| !value.is_empty()).collect::<HashSet<_>>().len()
            };
            let named = |name: &String| KEY_NAMES.contains(&name.to_lowercase().as_str());
            let named_key =
                columns.iter().position(named).filter(|&index| header == Header::Present && distinct(index) > 0);
            // `max_by_key` gives the last of equals; counted from the right that is the leftmost.
            named_key.or_else(|| (0..columns.len()).rev().max_by_key(|&index| distinct(index)))
        }
    };
    let missing = || ReadError::ColumnMissing { wanted: wanted.clone(), columns: columns.len() as u32 };
    found.map(|index| index as u32).ok_or_else(missing)
}
