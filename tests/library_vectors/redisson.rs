//! Redisson, its own methods run.

use super::{check_rows, double, list, number, numbers, read, text, unbase64, unhex};
use bloomscope::library::redisson::{self, Codec, Redisson};
use bloomscope::library::{BitOrder, Key, LibraryFilter, Profile, double_text};
use serde_json::Value;

const CODECS: [(&str, Codec); 4] = [
    ("StringCodec", Codec::String),
    ("Kryo5Codec", Codec::Kryo5),
    ("JsonJacksonCodec", Codec::Json),
    ("LongCodec", Codec::Long),
];

pub(super) fn all() {
    let Some(file) = read("redisson/redisson.json") else { return };
    if let Some(most) = file.get("max_size") {
        assert_eq!(most.as_str().map_or(most.as_u64(), |digits| digits.parse().ok()), Some(redisson::MOST_BITS));
    }
    let part = |name: &str, check: fn(&Value)| {
        if let Some(rows) = file.get(name) {
            check_rows(&format!("redisson/redisson.json, {name}"), rows, check);
        }
    };
    part("sizing", sizing);
    part("highway128_of_utf8", |row| {
        let (h1, h2) = redisson::hash(text(row, "key").as_bytes());
        assert_eq!((h1 as i64, h2 as i64), (number(row, "hash0"), number(row, "hash1")), "{row}");
        assert_eq!(redisson::hash64(text(row, "key").as_bytes()) as i64, number::<i64>(row, "hash64"), "{row}");
    });
    part("indices", |row| positions(row, Key::Text(text(row, "key"))));
    part("numbers", |row| match text(row, "java_type") {
        "Integer" => positions(row, Key::Int(number(row, "value"))),
        "Long" => positions(row, Key::Long(number(row, "value"))),
        other => panic!("unknown type {other}"),
    });
    part("bitmaps", bitmap);
}

fn sizing(row: &Value) {
    let p = double(row, "p");
    assert_eq!(double_text(p), text(row, "false_probability_stored"));
    match redisson::sizing(number(row, "n"), p) {
        Ok(sizing) => {
            assert!(row["error_from_source"].is_null(), "{row}");
            assert_eq!(
                (sizing.n_bits, sizing.n_hashes),
                (number(row, "size"), number(row, "hash_iterations")),
                "{row}"
            );
        }
        Err(error) => assert_eq!(Some(redisson::message(&error).as_str()), row["error_from_source"].as_str(), "{row}"),
    }
}

fn positions(row: &Value, key: Key<'_>) {
    let (m, k) = (number(row, "size"), number(row, "hash_iterations"));
    let sizing = redisson::sizing(number(row, "n"), double(row, "p")).expect("it was built");
    assert_eq!((sizing.n_bits, sizing.n_hashes), (m, k));
    for (name, codec) in CODECS {
        let Some(expected) = row.get(name) else { continue };
        let profile = Profile::Redisson(Redisson { codec });
        let encoded = profile.encode(key).expect("a key of the codec's type");
        assert_eq!(encoded, unhex(text(expected, "state_hex")), "{name} of {row}");
        assert_eq!(profile.offsets(&encoded, m, k).collect::<Vec<_>>(), numbers(expected, "index"), "{name} of {row}");
    }
}

fn bitmap(row: &Value) {
    let codec = CODECS.iter().find(|(name, _)| *name == text(row, "codec")).expect("a known codec").1;
    let profile = Profile::Redisson(Redisson { codec });
    let mut filter = LibraryFilter::try_new(profile, number(row, "n"), double(row, "p")).expect("it was built");
    let mut added = 0;
    for key in list(row, "keys") {
        let encoded = profile.encode(Key::Text(key.as_str().expect("a text"))).expect("a text");
        added += u64::from(filter.insert(&encoded).expect("it takes all").changed());
    }
    assert_eq!(added, number::<u64>(row, "keys_reported_added"));
    let only = &filter.sub_filters()[0];
    assert_eq!((only.n_bits(), only.n_hashes()), (number(row, "size"), number(row, "hash_iterations")));
    assert_eq!(only.bits().ones(), number::<u64>(row, "bitcount"));
    // Redis keeps a string only as long as its last 1 asks for.
    let mut bytes = only.bytes(BitOrder::MostFirst);
    let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    bytes.truncate(used);
    let mut expected = unbase64(text(row, "redis_string_base64"));
    let used = expected.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    expected.truncate(used);
    assert_eq!(bytes, expected);
    let count = redisson::count(only.bits().ones(), only.n_bits(), only.n_hashes());
    assert_eq!(count, number::<u64>(row, "count_formula_result"));
}
