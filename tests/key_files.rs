//! Key lists from files: what each fixture gives, that pieces do not show, and that the keys are those of a naive reader.

#![allow(clippy::unwrap_used)] // a test may fail by panicking

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bloomscope::dump::{
    BinaryKind, Column, Delimiter, Encoding, Format, FormatChoice, Header, HoldOut, KeyList, KeyListReader, Part,
    Preview, Progress, Quoting, ReadError, ReadOptions, SAMPLE_BYTES, Trim,
};
use bloomscope::rng::SplitMix64;
use bloomscope::wire::reading::{News, decode_news, decode_options, encode_news, encode_options};
use bloomscope::wire::{Body, Incoming, Outgoing};
use proptest::prelude::*;

fn fixture(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/keys").join(name)).unwrap()
}

/// Reads pieces whose lengths `next_len` gives.
fn read_in(bytes: &[u8], options: &ReadOptions, mut next_len: impl FnMut() -> usize) -> Result<KeyList, ReadError> {
    let mut reader = KeyListReader::new(options.clone());
    let mut rest = bytes;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(next_len().min(rest.len()));
        reader.push(piece)?;
        rest = after;
    }
    reader.finish()
}

fn read(bytes: &[u8], options: &ReadOptions) -> Result<KeyList, ReadError> {
    read_in(bytes, options, || bytes.len().max(1))
}

fn keys(list: &KeyList) -> Vec<String> {
    list.keys.iter().map(|key| String::from_utf8(key.to_vec()).unwrap()).collect()
}

/// A list in the form in which `expected.txt` has it.
fn summary(result: &Result<KeyList, ReadError>) -> String {
    let list = match result {
        Ok(list) => list,
        Err(error) => return format!("{error:?}"),
    };
    let counts = list.counts;
    let mut text = keys(list).iter().map(|key| key.replace(' ', "_")).collect::<Vec<_>>().join(" ");
    write!(text, " | lines {}, rows {}", counts.lines, counts.rows).unwrap();
    for (name, count) in [
        ("empty", counts.empty_lines),
        ("blank", counts.blank_keys),
        ("without", counts.without_column),
        ("ragged", counts.ragged),
        ("repeats", counts.duplicates),
    ] {
        if count > 0 {
            write!(text, ", {name} {count}").unwrap();
        }
    }
    if let Some(repeat) = list.first_repeat {
        write!(text, " (line {})", repeat.line).unwrap();
    }
    write!(text, " | {:?} ", list.encoding).unwrap();
    match list.format {
        Format::Lines => text.push_str("Lines"),
        Format::Csv(csv) => {
            let (delimiter, header, column, name) = (csv.delimiter, csv.header, csv.column, &list.column_name);
            write!(text, "{delimiter:?} {header:?} column {column} {name:?}").unwrap();
        }
    }
    text
}

#[test]
fn every_fixture_gives_what_is_expected_in_pieces_of_any_size() {
    let expected = String::from_utf8(fixture("expected.txt")).unwrap();
    let mut seen = HashSet::new();
    for line in expected.lines().filter(|line| !line.starts_with('#')) {
        let (name, outcome) = line.split_once(' ').unwrap();
        let (bytes, options) = (fixture(name), ReadOptions::for_file_name(name));
        seen.insert(name.to_owned());
        for piece in [1, 2, 3, 5, 1 << 20] {
            assert_eq!(summary(&read_in(&bytes, &options, || piece)), outcome.trim(), "{name} in pieces of {piece}");
        }
    }
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/keys");
    for entry in fs::read_dir(directory).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(seen.contains(&name) || name == "expected.txt" || name.starts_with('.'), "{name} is not tested");
    }
}

#[test]
fn another_encoding_reads_what_utf_8_does_not() {
    let with = |name: &str, encoding| {
        read(&fixture(name), &ReadOptions { encoding: Some(encoding), ..ReadOptions::for_file_name(name) })
    };
    assert_eq!(keys(&with("latin1.txt", Encoding::Windows1252).unwrap()), ["Paris", "Orléans", "Lyon"]);
    assert_eq!(keys(&with("utf16_unmarked.txt", Encoding::Utf16Le).unwrap()), ["first", "second"]);
    let priced = ReadOptions {
        encoding: Some(Encoding::Windows1252),
        column: Column::Named("PRICE".into()),
        ..ReadOptions::for_file_name("windows1252.csv")
    };
    assert_eq!(keys(&read(&fixture("windows1252.csv"), &priced).unwrap()), ["5 €", "6 €"]);
}

#[test]
fn an_open_quote_reads_as_a_character_on_request() {
    let options =
        ReadOptions { quoting: Quoting::Off, column: Column::Index(1), ..ReadOptions::for_file_name("q.csv") };
    assert_eq!(keys(&read(&fixture("open_quote.csv"), &options).unwrap()), ["a", "\"never closed", "c"]);
}

#[test]
fn a_missing_column_is_an_error_and_a_short_row_is_not() {
    let column = |column| ReadOptions { column, ..ReadOptions::for_file_name("ragged.csv") };
    let of = |wanted| read(&fixture("ragged.csv"), &column(wanted));
    let city = of(Column::Index(1)).unwrap();
    assert_eq!(
        (keys(&city), city.counts.without_column, city.counts.blank_keys),
        (vec!["Oslo".into(), "Bergen".into()], 1, 2)
    );
    for wanted in [Column::Index(3), Column::Named("street".into()), Column::Named(String::new())] {
        assert_eq!(of(wanted.clone()), Err(ReadError::ColumnMissing { wanted, columns: 3 }));
    }
}

#[test]
fn limits_are_kept_and_named() {
    let options = ReadOptions { max_bytes: 10, ..ReadOptions::default() };
    assert!(read(b"0123456\n89", &options).is_ok());
    let broken_first = read(b"0\xff23456\n890", &ReadOptions { format: FormatChoice::Lines, ..options.clone() });
    assert_eq!(broken_first, Err(ReadError::TooLarge { limit: 10 }), "nothing is judged before the sample is complete");
    for piece in 1..12 {
        assert_eq!(read_in(b"0123456\n890", &options, || piece), Err(ReadError::TooLarge { limit: 10 }));
    }
    let options = ReadOptions { max_line_bytes: 8, ..ReadOptions::for_file_name("x.csv") };
    for piece in 1..30 {
        let long = read_in(b"a,b\nabcd,ghijk\n", &options, || piece);
        assert_eq!(long, Err(ReadError::LineTooLong { line: 2, limit: 8 }), "pieces of {piece}");
        let quoted = read_in(b"a,b\nc,\"d\n\n\n\n\n\n\n\n\n\ne\"\n", &options, || piece);
        assert_eq!(quoted, Err(ReadError::OpenQuote { line: 2 }), "pieces of {piece}");
        let wide = read_in(b"a,b\n,,,,,,,,,,,,,,\n", &options, || piece);
        assert_eq!(wide, Err(ReadError::LineTooLong { line: 2, limit: 8 }), "pieces of {piece}");
    }
}

#[test]
fn what_comes_after_the_sample_is_read_the_same_way_and_its_faults_are_named() {
    let mut bytes = "key,value\n".repeat(SAMPLE_BYTES / 10 + 100).into_bytes();
    let line = bytes.len() as u64 / 10 + 1;
    let good = bytes.len() as u64;
    bytes.extend_from_slice(b"caf\xe9,x\n");
    let flaw = ReadError::Undecodable { encoding: Encoding::Utf8, byte: good + 3, line, value: 0xe9 };
    bytes.extend_from_slice(b"\0");
    for piece in [997, SAMPLE_BYTES - 1, SAMPLE_BYTES, SAMPLE_BYTES + 1, bytes.len()] {
        assert_eq!(read_in(&bytes, &ReadOptions::default(), || piece), Err(flaw.clone()), "pieces of {piece}");
    }
    bytes[good as usize + 3] = b'e';
    let nul = ReadError::Binary { kind: BinaryKind::NulByte, byte: bytes.len() as u64 - 1 };
    assert_eq!(read_in(&bytes, &ReadOptions::default(), || 4096), Err(nul));
}

#[test]
fn a_preview_says_what_reading_will_do() {
    let bytes = fixture("chinese.csv");
    let options = ReadOptions::for_file_name("chinese.csv");
    let preview = Preview::of(&bytes, bytes.len() as u64, &options).unwrap();
    let list = read(&bytes, &options).unwrap();
    assert_eq!((preview.encoding, preview.format), (list.encoding, list.format));
    assert_eq!(preview.columns, ["编号", "名称"]);
    assert_eq!(preview.rows[1], ["A101", "香蕉,大"]);
    // Of a file that goes on, the row that the sample cuts is not shown.
    let cut = Preview::of(b"a,b\nc,d\ne,", 1 << 30, &options).unwrap();
    assert_eq!(cut.rows, [["a", "b"], ["c", "d"]]);
}

#[test]
fn headers_and_columns_are_found() {
    let cases: [(&str, Option<&[&str]>, u32); 10] = [
        ("id,kind\n1,x\n2,x\n", Some(&["id", "kind"]), 0),
        ("kind,id\nx,1\nx,2\n", Some(&["kind", "id"]), 1),
        ("word,lang\napple,en\npear,en\nplum,en\n", Some(&["word", "lang"]), 0),
        ("alpha,beta\ngamma,delta\nepsilon,zeta\n", None, 0),
        ("1,2\n3,4\n", None, 0),
        ("id,id\n1,2\n3,4\n", None, 0),
        ("name,\nann,1\nbob,2\n", None, 0),
        ("title,when\nUlysses,1922-02-02\nDune,1965-08-01\n", Some(&["title", "when"]), 0),
        ("site,mail\nA,a@b.org\nA,c@d.org\n", Some(&["site", "mail"]), 1),
        ("red,x\nblue,y\nred,z\n", None, 1),
    ];
    for (text, header, column) in cases {
        let options = ReadOptions { format: FormatChoice::Csv, ..ReadOptions::default() };
        let preview = Preview::of(text.as_bytes(), text.len() as u64, &options).unwrap();
        let Format::Csv(csv) = preview.format else { panic!("not CSV: {text}") };
        assert_eq!((csv.header == Header::Present, csv.column), (header.is_some(), column), "{text}");
        assert!(header.is_none_or(|names| preview.columns == names), "{text}");
    }
}

#[test]
fn a_million_lines_are_read_without_holding_more_than_the_keys() {
    let n = 1_000_000_u64;
    let mut reader = KeyListReader::new(ReadOptions::default());
    let mut piece = Vec::new();
    let mut most = 0;
    for index in 0..n {
        // One line in ten repeats the one before it.
        let id = if index % 10 == 9 { index - 1 } else { index };
        piece.extend_from_slice(format!("user:{id}@example.org\r\n").as_bytes());
        if piece.len() > 1 << 16 {
            most = most.max(reader.push(&piece).unwrap().memory_bytes);
            piece.clear();
        }
    }
    reader.push(&piece).unwrap();
    let list = reader.finish().unwrap();
    assert_eq!((list.counts.lines, list.keys.len(), list.counts.duplicates), (n, 900_000, 100_000));
    let documented = list.keys.n_bytes() as f64 + 900_000.0 * (8.0 + 11.5);
    assert!((most as f64) < documented, "{most} bytes held");
    // Held-out keys are absent from what is inserted, every one.
    let mut inserted = HashSet::new();
    let mut held_out = Vec::new();
    for (key, part) in list.keys.iter().zip(HoldOut::new(900_000, 10, 7)) {
        match part {
            Part::Inserted => assert!(inserted.insert(key)),
            Part::HeldOut => held_out.push(key),
        }
    }
    assert_eq!((inserted.len(), held_out.len()), (810_000, 90_000));
    assert!(held_out.iter().all(|key| !inserted.contains(key)));
}

/// Distinct keys in order, and how many repeats and blanks there were.
fn naive_keys(cells: impl IntoIterator<Item = String>, trim: Trim) -> (Vec<String>, u64, u64) {
    let (mut seen, mut keys, mut repeats, mut blanks) = (HashSet::new(), Vec::new(), 0, 0);
    for cell in cells {
        let key = if trim == Trim::Trim { cell.trim().to_owned() } else { cell };
        if key.trim().is_empty() {
            blanks += 1;
        } else if seen.insert(key.clone()) {
            keys.push(key);
        } else {
            repeats += 1;
        }
    }
    (keys, repeats, blanks)
}

/// All records of a text held in memory whole, by the csv crate.
fn naive_records(text: &str, delimiter: u8) -> Vec<csv::StringRecord> {
    let mut builder = csv::ReaderBuilder::new();
    builder.delimiter(delimiter).has_headers(false).flexible(true);
    builder.from_reader(text.as_bytes()).into_records().map(Result::unwrap).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn lines_give_the_keys_of_the_naive_reader(
        text in "([ab é\u{3000}\u{b}]|\r\n|\n|\r|中){0,40}", keep: bool, seed: u64,
    ) {
        let trim = if keep { Trim::Keep } else { Trim::Trim };
        let options = ReadOptions { format: FormatChoice::Lines, trim, ..ReadOptions::default() };
        let mut lengths = SplitMix64::new(seed);
        let result = read_in(text.as_bytes(), &options, || lengths.below(5) as usize);
        let lines = text.replace("\r\n", "\n").replace('\r', "\n");
        let lines = lines.split_terminator('\n').map(str::to_owned);
        let (expected, repeats, blanks) = naive_keys(lines, trim);
        match result {
            Ok(list) => {
                prop_assert_eq!((list.counts.duplicates, list.counts.empty_lines), (repeats, blanks));
                prop_assert_eq!(list.counts.lines, list.counts.rows + list.counts.empty_lines);
                prop_assert_eq!(keys(&list), expected);
            }
            Err(ReadError::Empty) => prop_assert!(text.is_empty()),
            Err(error) => {
                prop_assert_eq!(error, ReadError::OnlyBlank { lines: blanks });
                prop_assert!(expected.is_empty());
            }
        }
    }

    #[test]
    fn records_give_the_keys_of_the_naive_reader(
        text in "([ab ;\"\"]|;|;|\r\n|\n|\n|\r|é){0,40}", column in 0_u32..3, seed: u64,
    ) {
        let options = ReadOptions {
            format: FormatChoice::Csv,
            delimiter: Some(Delimiter::Semicolon),
            header: Some(Header::Absent),
            column: Column::Index(column),
            ..ReadOptions::default()
        };
        let mut lengths = SplitMix64::new(seed);
        let result = read_in(text.as_bytes(), &options, || lengths.below(5) as usize);
        let records = naive_records(&text, b';');
        let blank = |record: &csv::StringRecord| record.len() == 1 && record[0].trim().is_empty();
        let rows: Vec<_> = records.iter().filter(|record| !blank(record)).collect();
        let cells = rows.iter().filter_map(|row| row.get(column as usize)).map(str::to_owned);
        let (expected, repeats, blanks) = naive_keys(cells, Trim::Trim);
        // Inside quotes, and only there, more text with a line end goes on in the same field.
        let longer = naive_records(&format!("{text}\nX"), b';');
        let open = longer.last().and_then(|record| record.iter().next_back()).is_some_and(|field| field.ends_with("\nX"));
        match result {
            Ok(list) => {
                prop_assert!(!open);
                let counts = list.counts;
                prop_assert_eq!((counts.duplicates, counts.blank_keys, counts.rows), (repeats, blanks, rows.len() as u64));
                prop_assert_eq!(counts.rows, list.keys.len() as u64 + repeats + blanks + counts.without_column);
                let ragged = rows.iter().filter(|row| row.len() != rows[0].len()).count() as u64;
                prop_assert_eq!(counts.ragged, ragged);
                prop_assert_eq!(keys(&list), expected);
            }
            Err(ReadError::OpenQuote { .. }) => prop_assert!(open),
            Err(ReadError::Empty) => prop_assert!(text.is_empty()),
            Err(ReadError::OnlyBlank { .. } | ReadError::ColumnMissing { .. }) => prop_assert!(expected.is_empty() || open),
            Err(error) => prop_assert!(false, "{error:?}"),
        }
    }

    #[test]
    fn pieces_of_any_length_give_the_same_result_errors_included(
        bytes in prop::collection::vec(prop_oneof![
            8 => prop::sample::select(b"ab,;\"\r\n\t ".to_vec()),
            2 => prop::sample::select("é中😀".as_bytes().to_vec()),
            1 => any::<u8>(),
        ], 0..60),
        encoding in prop::sample::select(vec![None, Some(Encoding::Windows1252), Some(Encoding::Utf16Le)]),
        max_line_bytes in prop::sample::select(vec![6_u64, 1000]),
        seed: u64,
    ) {
        let options = ReadOptions { encoding, max_line_bytes, max_bytes: 50, ..ReadOptions::default() };
        let mut lengths = SplitMix64::new(seed);
        prop_assert_eq!(read_in(&bytes, &options, || lengths.below(5) as usize), read(&bytes, &options));
    }
}

/// What a message's receiver is given.
fn carried(message: &Outgoing<'_>) -> Incoming {
    let (bytes, words) = match message.body {
        Body::Empty => (&[][..], &[][..]),
        Body::Keys(bytes, ends) => (bytes, ends),
        Body::Words(words) => (&[][..], words),
    };
    Incoming { head: message.head.clone(), bytes: bytes.to_vec(), words: words.to_vec() }
}

#[test]
fn news_of_every_kind_crosses_to_the_page_unchanged() {
    let there_and_back = |news: News| assert_eq!(decode_news(carried(&encode_news(&news))), Ok(news));
    let names = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/keys")).unwrap();
    for name in names.map(|entry| entry.unwrap().file_name().into_string().unwrap()) {
        let (bytes, options) = (fixture(&name), ReadOptions::for_file_name(&name));
        there_and_back(read(&bytes, &options).map_or_else(News::Failed, News::Done));
        there_and_back(Preview::of(&bytes, bytes.len() as u64, &options).map_or_else(News::Failed, News::Previewed));
    }
    there_and_back(News::Progressed(Progress { bytes: 1, lines: 2, keys: 3, duplicates: 4, memory_bytes: 5 }));
    for kind in BinaryKind::ALL {
        there_and_back(News::Failed(ReadError::Binary { kind, byte: 9 }));
    }
    let named = || Column::Named("键".into());
    for error in [
        ReadError::TooLarge { limit: 1 },
        ReadError::LineTooLong { line: 2, limit: 3 },
        ReadError::ColumnMissing { wanted: named(), columns: 4 },
        ReadError::ColumnMissing { wanted: Column::Index(7), columns: 4 },
        ReadError::Interrupted { reason: "gone".into() },
        ReadError::MemoryRefused { keys: 5 },
    ] {
        there_and_back(News::Failed(error));
    }
    let options = ReadOptions {
        encoding: Some(Encoding::Gb18030),
        delimiter: Some(Delimiter::Tab),
        header: Some(Header::Absent),
        column: named(),
        quoting: Quoting::Off,
        trim: Trim::Keep,
        max_bytes: 1,
        max_line_bytes: 2,
        format: FormatChoice::Csv,
    };
    for options in [options, ReadOptions::default()] {
        assert_eq!(decode_options(&encode_options(&options)), Ok(options));
    }
    assert!(decode_options(b"").is_err() && decode_options(b"\x01\xff").is_err());
    assert!(decode_news(Incoming::default()).is_err());
}
