//! Guava, run.

use super::{bit, check, check_rows, double, list, number, numbers, read, set, text, unbase64, unhex};
use bloomscope::filter::Verdict;
use bloomscope::library::guava::{self, Funnel, Guava, Strategy, Version};
use bloomscope::library::{BitOrder, Key, LibraryFilter, Profile, SizingError};
use serde_json::Value;

fn funnel(row: &Value) -> Funnel {
    match text(row, "funnel") {
        "stringFunnel(UTF-8)" => Funnel::Utf8,
        "unencodedCharsFunnel" => Funnel::Utf16,
        "integerFunnel" => Funnel::Int,
        "longFunnel" => Funnel::Long,
        other => panic!("unknown funnel {other}"),
    }
}

fn strategy(row: &Value) -> Strategy {
    match text(row, "strategy") {
        "MURMUR128_MITZ_64" => Strategy::Mitz64,
        "MURMUR128_MITZ_32" => Strategy::Mitz32,
        other => panic!("unknown strategy {other}"),
    }
}

fn profile(row: &Value) -> Profile {
    Profile::Guava(Guava { strategy: strategy(row), version: Version::Since33_4, funnel: funnel(row) })
}

/// The bytes that are hashed for a key of a vector: a text, or a number in digits or not.
fn encode(profile: &Profile, key: &Value) -> Vec<u8> {
    let digits = key.as_str().map_or_else(|| key.to_string(), ToOwned::to_owned);
    profile.encode(Key::Text(&digits)).expect("a key of the funnel's type")
}

pub(super) fn sizing() {
    check("guava/sizing.json", |row| {
        let (n, p) = (number(row, "n"), double(row, "p"));
        assert_eq!(
            guava::optimal_bits(n, p),
            if n == 0 { guava::optimal_bits(1, p) } else { number(row, "optimal_bits") }
        );
        for (version, field) in [(Version::Since33_4, "k_33_7_1"), (Version::Before33_4, "k_31_1_and_32_0_1")] {
            let choices = Guava { version, ..Guava::default() };
            assert_eq!(choices.hashes(n, p), number::<u64>(row, field), "{field} of {row}");
            match choices.sizing(n, p) {
                Ok(sizing) => {
                    assert_eq!(sizing.n_bits, number::<u64>(row, "bit_size"), "{row}");
                    assert_eq!(u64::from(sizing.n_hashes), number::<u64>(row, field), "{row}");
                }
                Err(_) => assert!(row["bit_size"].is_null(), "{row}"),
            }
        }
    });
}

pub(super) fn hashes() {
    check("guava/hashes.json", |row| {
        let profile = Profile::Guava(Guava { funnel: funnel(row), ..Guava::default() });
        let (h1, h2) = guava::hash(&encode(&profile, &row["key"]));
        assert_eq!([h1.to_le_bytes(), h2.to_le_bytes()].concat(), unhex(text(row, "murmur3_128_bytes")), "{row}");
        assert_eq!((h1 as i64, h2 as i64), (number(row, "h1"), number(row, "h2")), "{row}");
    });
}

pub(super) fn indices() {
    check("guava/indices.json", |row| {
        let profile = profile(row);
        let sizing = profile.sizing(number(row, "n"), double(row, "p")).expect("it was built");
        assert_eq!((sizing.n_bits, sizing.n_hashes), (number(row, "bit_size"), number(row, "k")));
        for key in list(row, "keys") {
            let encoded = encode(&profile, &key["key"]);
            let offsets = profile.offsets(&encoded, sizing.n_bits, sizing.n_hashes).collect();
            assert_eq!(set(offsets), numbers(key, "bits"), "{key}");
        }
    });
}

pub(super) fn filters() {
    check("guava/filters.json", |row| {
        let profile = profile(row);
        let mut filter = LibraryFilter::try_new(profile, number(row, "n"), double(row, "p")).expect("it was built");
        let put = list(row, "put").iter().map(|key| filter.insert(&encode(&profile, key)).expect("it takes all"));
        let returned: String = put.map(|insertion| bit(insertion.changed())).collect();
        assert_eq!(returned, text(row, "put_returned"));
        let answers = list(row, "probe").iter().map(|key| filter.contains(&encode(&profile, key)));
        let answers: String = answers.map(|verdict| bit(verdict == Ok(Verdict::PossiblyPresent))).collect();
        assert_eq!(answers, text(row, "might_contain"));

        let [only] = filter.sub_filters() else { panic!("Guava has one bit array") };
        let (m, k, ones) = (only.n_bits(), only.n_hashes(), only.bits().ones());
        assert_eq!((m, k, ones), (number(row, "bit_size"), number(row, "k"), number(row, "bit_count")));
        let fpp = guava::expected_fpp(ones, m, k);
        let bits = u64::from_str_radix(text(row, "expected_fpp_bits"), 16).expect("hexadecimal digits");
        assert_eq!(fpp.to_bits(), bits, "{fpp} of {m} {k} {ones}");
        let count: u64 = number(row, "approximate_element_count");
        assert_eq!(guava::approximate_element_count(ones, m, k), count);

        let ordinal = u8::from(strategy(row) == Strategy::Mitz64);
        let mut written = vec![ordinal, k as u8];
        written.extend(((m / 64) as u32).to_be_bytes());
        written.extend(only.bytes(BitOrder::BigEndianLongs));
        assert_eq!(written, unbase64(text(row, "write_to_base64")));
    });
}

pub(super) fn surrogates() {
    check("guava/surrogates.json", |row| {
        let units: Vec<u16> = numbers(row, "utf16_units").into_iter().map(|unit| unit as u16).collect();
        for (funnel, field) in [(Funnel::Utf8, "bits_stringFunnel_utf8"), (Funnel::Utf16, "bits_unencodedCharsFunnel")]
        {
            let profile = Profile::Guava(Guava { funnel, ..Guava::default() });
            let sizing = profile.sizing(number(row, "n"), double(row, "p")).expect("it was built");
            let encoded = profile.encode(Key::Utf16(&units)).expect("a text");
            if funnel == Funnel::Utf8 {
                assert_eq!(encoded, unhex(text(row, "java_utf8_hex")));
            }
            let offsets = profile.offsets(&encoded, sizing.n_bits, sizing.n_hashes).collect();
            assert_eq!(set(offsets), numbers(row, field), "{field} of {row}");
        }
    });
}

/// The rows of `create`; those of `readFrom` and `putAll` are about files.
pub(super) fn errors() {
    let Some(file) = read("guava/errors.json") else { return };
    let of_create = file.as_array().expect("rows").iter().filter(|row| row.get("n").is_some()).cloned().collect();
    check_rows("guava/errors.json, create", &Value::Array(of_create), |row| {
        let result: Result<_, SizingError> = Guava::default().sizing(number(row, "n"), double(row, "p"));
        let expected = &row["result"];
        match result {
            Ok(_) => assert_eq!(expected["ok"], true, "{row}"),
            Err(error) => {
                let (message, cause) = guava::message(&error);
                assert_eq!(expected["message"].as_str(), Some(message.as_str()), "{row}");
                assert_eq!(expected["cause_message"].as_str(), cause.as_deref(), "{row}");
            }
        }
    });
}
