//! The teaching demos, run, and whole runs measured.

use super::{check, double, list, number, numbers, text};
use bloomscope::filter::Verdict;
use bloomscope::library::crc_demo::{CrcDemo, OFFSET_REFUSED};
use bloomscope::library::guava::{Funnel, Guava, Version};
use bloomscope::library::{Key, LibraryFilter, Profile};
use bloomscope::rng::SplitMix64;
use serde_json::Value;
use std::collections::HashSet;
use std::ops::RangeInclusive;

pub(super) fn prefix() {
    check("demos/a_crc32_seed_prefix.json", |row| {
        let key = text(row, "key").as_bytes();
        let crcs: Vec<i64> = (0..3).map(|i| CrcDemo::PrefixLong.crc(key, i).into()).collect();
        assert_eq!(crcs, numbers(row, "crc32"), "{row}");
        for (demo, field) in [(CrcDemo::PrefixLong, "index_long"), (CrcDemo::PrefixInt, "index_if_cast_to_int_first")] {
            let offsets: Vec<i64> = Profile::CrcDemo(demo).offsets(key, demo.sizing(1).n_bits, 3).collect();
            assert_eq!(offsets, numbers(row, field), "{field} of {row}");
        }
    });
}

pub(super) fn suffix() {
    check("demos/b_crc32_seed_suffix.json", |row| {
        let id = text(row, "id").as_bytes();
        let crcs: Vec<i64> = (0..3).map(|i| (CrcDemo::SuffixInt.crc(id, i) as i32).into()).collect();
        assert_eq!(crcs, numbers(row, "crc32_as_int"), "{row}");
        for (demo, field) in [(CrcDemo::SuffixInt, "raw_index"), (CrcDemo::SuffixMasked, "index_and_mask")] {
            let offsets: Vec<i64> = Profile::CrcDemo(demo).offsets(id, demo.sizing(1).n_bits, 3).collect();
            assert_eq!(offsets, numbers(row, field), "{field} of {row}");
        }
        // The replies to the raw offsets, each on its own; a program stops at the first error.
        let refused = |reply: &Value| reply["error"] == OFFSET_REFUSED;
        let replies = list(row, "redis_setbit_replies");
        for (offset, reply) in numbers(row, "raw_index").into_iter().zip(replies) {
            assert_eq!(offset < 0, refused(reply), "{row}");
        }
        let mut filter = LibraryFilter::try_new(Profile::CrcDemo(CrcDemo::SuffixInt), 1, 0.01).expect("it was built");
        let first_error = replies.iter().position(refused).expect("one of them is refused");
        let refusal = filter.insert(id).expect_err("no key can be added");
        assert_eq!(refusal.reply(), Some(OFFSET_REFUSED));
        assert_eq!(filter.sub_filters()[0].bits().ones(), first_error as u64, "what was set before stays set");
    });
}

pub(super) fn measurements() {
    check("demos/measurements.json", |row| match (text(row, "demo"), row.get("length"), row.get("digits")) {
        ("Guava size", ..) => guava_size(row),
        ("c" | "guava string", ..) => guava_run(row),
        ("a", Some(_), _) => prefix_constants(row),
        ("a", ..) if row.get("count").is_some() => prefix_collisions(row),
        ("a", ..) => prefix_run(row),
        ("b", None, None) if row.get("xor01").is_some() => suffix_constants(row),
        ("b", None, None) => suffix_run(row),
        ("b", None, Some(_)) => suffix_random_run(row),
        ("control", ..) => control(row),
        _ => panic!("unknown row {row}"),
    });
}

fn range(row: &Value, low: &str, high: &str) -> RangeInclusive<i64> {
    number(row, low)..=number(row, high)
}

/// How many of these keys are reported present.
fn positives(filter: &LibraryFilter, keys: impl Iterator<Item = Vec<u8>>) -> u64 {
    keys.filter(|key| filter.contains(key) == Ok(Verdict::PossiblyPresent)).count() as u64
}

fn guava_size(row: &Value) {
    for version in [Version::Since33_4, Version::Before33_4] {
        let sizing = Guava { version, ..Guava::default() }.sizing(number(row, "n"), double(row, "p")).expect("built");
        assert_eq!((sizing.n_bits, sizing.n_hashes), (number(row, "m"), number(row, "k")));
    }
}

fn guava_run(row: &Value) {
    let prefix = row.get("prefix").map(|prefix| prefix.as_str().expect("a text"));
    let funnel = if prefix.is_some() { Funnel::Utf8 } else { Funnel::Int };
    let profile = Profile::Guava(Guava { funnel, ..Guava::default() });
    let key = |i: i64| match prefix {
        Some(prefix) => profile.encode(Key::Text(&format!("{prefix}{i}"))).expect("a text"),
        None => profile.encode(Key::Long(i)).expect("an int"),
    };
    let n: i64 = number(row, "n");
    let mut filter = LibraryFilter::try_new(profile, n as u64, double(row, "p")).expect("it was built");
    let inserted = if prefix.is_some() { 1..=n } else { 0..=number::<i64>(row, "inserted") - 1 };
    for i in inserted {
        filter.insert(&key(i)).expect("it takes all");
    }
    let found = positives(&filter, range(row, "probe_lo", "probe_hi").map(key));
    assert_eq!(found, number::<u64>(row, "false_positives"), "{row}");
}

fn prefix_run(row: &Value) {
    let mut filter = LibraryFilter::try_new(Profile::CrcDemo(CrcDemo::PrefixLong), 1, 0.01).expect("it was built");
    let key = |prefix: &str, i: i64| format!("{}{i}", text(row, prefix)).into_bytes();
    for i in 1..=number::<i64>(row, "n") {
        filter.insert(&key("prefix", i)).expect("it takes all");
    }
    assert_eq!(filter.sub_filters()[0].bits().ones(), number::<u64>(row, "bits_set"));
    let found = positives(&filter, range(row, "probe_lo", "probe_hi").map(|i| key("probe_prefix", i)));
    assert_eq!(found, number::<u64>(row, "false_positives"), "{row}");
    theory(row, filter.sub_filters()[0].n_bits(), number(row, "n"));
}

/// The textbook's rates that stand beside a measurement.
fn theory(row: &Value, m: u64, n: u64) {
    for (field, k) in [("theory_fp_rate_k3", 3), ("theory_fp_rate_k1", 1)] {
        if row.get(field).is_some() {
            let rate = bloomscope::theory::rate::textbook(n, m, k);
            assert!((rate / double(row, field) - 1.0).abs() < 1e-9, "{field} of {row}: {rate}");
        }
    }
}

fn prefix_collisions(row: &Value) {
    let crc = |i: u32| CrcDemo::PrefixLong.crc(format!("asset:{i}").as_bytes(), 0);
    let distinct: HashSet<u32> = (1..=1_000_000).map(crc).collect();
    let expected: u64 = number(row, "count");
    let found = match text(row, "what") {
        what if what.starts_with("distinct") => distinct.len(),
        _ => (1_000_001..=2_000_000).filter(|&i| distinct.contains(&crc(i))).count(),
    };
    assert_eq!(found as u64, expected, "{row}");
}

fn prefix_constants(row: &Value) {
    let mut rng = SplitMix64::new(number(row, "length"));
    for _ in 0..100 {
        let key: Vec<u8> = (0..number::<u64>(row, "length")).map(|_| rng.next_u64() as u8).collect();
        let [a, b, c] = [0, 1, 2].map(|i| CrcDemo::PrefixLong.crc(&key, i));
        assert_eq!(
            (format!("{:08x}", a ^ b), format!("{:08x}", a ^ c)),
            (text(row, "xor12").into(), text(row, "xor13").into())
        );
    }
}

fn suffix_constants(row: &Value) {
    let mut rng = SplitMix64::new(1);
    for length in 0..100 {
        let id: Vec<u8> = (0..length).map(|_| rng.next_u64() as u8).collect();
        let [a, b, c] = [0, 1, 2].map(|i| CrcDemo::SuffixInt.crc(&id, i));
        assert_eq!(
            (format!("{:08x}", a ^ b), format!("{:08x}", a ^ c)),
            (text(row, "xor01").into(), text(row, "xor02").into())
        );
    }
}

fn suffix_run(row: &Value) {
    let profile = Profile::CrcDemo(CrcDemo::SuffixMasked);
    let mut filter = LibraryFilter::try_new(profile, 1, 0.01).expect("it was built");
    let id = |i: i64| i.to_string().into_bytes();
    let (mut negative, mut added) = (0_u64, 0);
    for i in range(row, "add_lo", "add_hi") {
        filter.insert(&id(i)).expect("masked offsets are taken");
        let raw = Profile::CrcDemo(CrcDemo::SuffixInt);
        negative += u64::from(raw.offsets(&id(i), 1 << 24, 3).any(|offset| offset < 0));
        added += 1;
    }
    assert_eq!(negative, number::<u64>(row, "ids_with_at_least_one_negative_raw_index"));
    assert_eq!(filter.sub_filters()[0].bits().ones(), number::<u64>(row, "bits_set"));
    let found = positives(&filter, range(row, "probe_lo", "probe_hi").map(id));
    assert_eq!(found, number::<u64>(row, "false_positives"), "{row}");
    theory(row, 1 << 24, added);
}

/// Random ids, drawn anew: the same rate within what chance allows. Ids of so few digits are far from random to a CRC, so the
/// counts of two draws scatter less than independent ones would.
fn suffix_random_run(row: &Value) {
    let (digits, n): (u32, u64) = (number(row, "digits"), number(row, "n"));
    let mut rng = SplitMix64::new(digits.into());
    let mut draw = || 10_u64.pow(digits - 1) + rng.below(9 * 10_u64.pow(digits - 1));
    let mut ids = HashSet::new();
    while (ids.len() as u64) < n {
        ids.insert(draw());
    }
    let profile = Profile::CrcDemo(CrcDemo::SuffixMasked);
    let mut filter = LibraryFilter::try_new(profile, 1, 0.01).expect("it was built");
    let mut first = HashSet::new();
    for id in &ids {
        filter.insert(id.to_string().as_bytes()).expect("masked offsets are taken");
        first.extend(profile.offsets(id.to_string().as_bytes(), 1 << 24, 1));
    }
    let probes = 1_000_000;
    let absent = std::iter::repeat_with(draw).filter(|id| !ids.contains(id)).take(probes);
    let found = positives(&filter, absent.map(|id| id.to_string().into_bytes()));
    for (found, field) in [
        (found, "false_positives"),
        (filter.sub_filters()[0].bits().ones(), "bits_set"),
        (first.len() as u64, "distinct_seed0_indices"),
    ] {
        let expected: f64 = number::<u64>(row, field) as f64;
        let scatter = 8.0 * (2.0 * expected).sqrt();
        assert!((found as f64 - expected).abs() < scatter, "{field} of {row}: {found}");
    }
    theory(row, 1 << 24, n);
}

/// The runs with three independent hashes: as theory says, within eight standard deviations.
fn control(row: &Value) {
    let (m, n, k): (u64, u64, u32) = (number(row, "m"), 1_000_000, 3);
    let ones: u64 = number(row, "bits_set");
    let expected = bloomscope::theory::occupancy::mean(m, n as f64 * f64::from(k));
    let deviation = bloomscope::theory::occupancy::variance(m, n as f64 * f64::from(k)).sqrt();
    assert!((ones as f64 - expected).abs() < 8.0 * deviation, "{row}: {expected}");
    let positives = 1e6 * (ones as f64 / m as f64).powi(3);
    assert!((number::<u64>(row, "false_positives") as f64 - positives).abs() < 8.0 * positives.sqrt(), "{row}");
}
