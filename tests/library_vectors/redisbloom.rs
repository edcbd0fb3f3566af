//! RedisBloom, run: what its filters hold. Commands and replies are the emulator's.

use super::{bit, check, double, list, number, numbers, set, text, unbase64, unhex};
use bloomscope::filter::Verdict;
use bloomscope::library::redisbloom::{self, RedisBloom, Scaling, Version};
use bloomscope::library::{BitOrder, LibraryFilter, Profile, Refusal, SubFilter};
use serde_json::Value;

/// The choices that the words of BF.RESERVE make.
fn choices(version: Version, options: &[Value]) -> RedisBloom {
    let words: Vec<&str> = options.iter().map(|word| word.as_str().expect("a word")).collect();
    let scaling = match words.as_slice() {
        [] => Scaling::Expansion(2),
        ["NONSCALING"] => Scaling::NonScaling,
        ["EXPANSION", expansion] => Scaling::Expansion(expansion.parse().expect("a number")),
        other => panic!("unknown options {other:?}"),
    };
    RedisBloom { version, scaling }
}

/// The row of a version: one of its own, or the common one.
fn of_version<'v>(row: &'v Value, names: &[&str]) -> Vec<&'v Value> {
    match row.get("by_version") {
        Some(by) => names.iter().filter_map(|name| by.get(*name)).collect(),
        None => vec![row],
    }
}

const VERSIONS: [(Version, &[&str]); 2] =
    [(Version::V2_8, &["2.8.2"]), (Version::V8, &["8.0.8", "8.8.0", "8.0.8 and 8.8.0"])];

pub(super) fn sizing() {
    check("redisbloom/sizing.json", |row| {
        for (version, names) in VERSIONS {
            let choices = choices(version, list(row, "options"));
            let sizing = choices.sizing(number(row, "capacity"), double(row, "error"));
            for expected in of_version(row, names) {
                let Ok(sizing) = sizing else {
                    assert!(expected.get("reserve").is_some(), "{version:?} {row}");
                    continue;
                };
                assert!(expected.get("reserve").is_none(), "{version:?} {row}");
                assert_eq!(sizing.n_bits, number::<u64>(expected, "bits"), "{row}");
                assert_eq!(sizing.n_bytes(), number::<u64>(expected, "bytes"), "{row}");
                assert_eq!(sizing.n_hashes, number::<u32>(expected, "hashes"), "{row}");
                assert_eq!(sizing.rate.expect("a rate").to_bits(), double(expected, "link_error").to_bits(), "{row}");
                assert_eq!(32 + 64 + sizing.n_bytes(), number::<u64>(expected, "size"), "{row}");
                let header = unhex(text(expected, "scandump_header_hex"));
                assert_eq!(redisbloom::header_of(&[(sizing, 0)], choices.scaling), header, "{version:?} {row}");
            }
        }
    });
}

pub(super) fn hashes() {
    check("redisbloom/hashes.json", |row| {
        let item = text(row, "key").as_bytes();
        let (a, b) = redisbloom::hash(item);
        assert_eq!(
            (format!("{a:016x}"), format!("{b:016x}")),
            (text(row, "bf_hash_a").into(), text(row, "bf_hash_b").into())
        );
        let h = redisbloom::murmur_64a(item, 0);
        let fingerprint = h % 255 + 1;
        assert_eq!(format!("{h:016x}"), text(row, "cf_hash"));
        assert_eq!(fingerprint, number::<u64>(row, "cf_fingerprint"));
        assert_eq!(format!("{:016x}", h ^ (fingerprint * 0x5bd1_e995)), text(row, "cf_alt_hash"));
    });
}

pub(super) fn bits() {
    check("redisbloom/bits.json", |row| {
        for (version, _) in VERSIONS {
            let choices = choices(version, list(row, "options"));
            let sizing = choices.sizing(number(row, "capacity"), double(row, "error")).expect("it was reserved");
            for key in list(row, "keys") {
                let profile = Profile::RedisBloom(choices);
                let offsets = profile.offsets(text(key, "key").as_bytes(), sizing.n_bits, sizing.n_hashes);
                assert_eq!(set(offsets.collect()), numbers(key, "bits"), "{key}");
            }
        }
    });
}

pub(super) fn growth() {
    check("redisbloom/growth.json", |row| {
        for (version, names) in VERSIONS {
            // BF.RESERVE key error capacity options…, or what the first BF.ADD makes.
            let words = row["reserve"].as_array();
            let options = words.and_then(|words| words.get(4..)).unwrap_or_default();
            let word = |i: usize| words.map(|words| words[i].as_str().expect("a word"));
            let p = word(2).map_or(redisbloom::DEFAULT_RATE, |p| p.parse().expect("a rate"));
            let n = word(3).map_or(redisbloom::DEFAULT_CAPACITY, |n| n.parse().expect("a capacity"));
            for expected in of_version(row, names) {
                grow(row, expected, choices(version, options), n, p);
            }
        }
    });
}

fn grow(row: &Value, expected: &Value, choices: RedisBloom, n: u64, p: f64) {
    let mut filter = LibraryFilter::try_new(Profile::RedisBloom(choices), n, p).expect("it was reserved");
    let item = |i: u64| format!("{}{i}", text(row, "item_prefix"));
    let state = |filter: &LibraryFilter| {
        let links = filter.sub_filters();
        let capacity: u64 = links.iter().map(SubFilter::capacity).sum();
        (capacity, redisbloom::info_size(links), links.len() as u64, filter.len())
    };
    let read =
        |row: &Value| (number(row, "capacity"), number(row, "size"), number(row, "filters"), number(row, "items"));

    let mut adds = String::new();
    let mut appear = list(expected, "filters_appear").iter().peekable();
    let mut last = (0, 0, 0);
    for i in 0..number::<u64>(row, "count") {
        adds.push(match filter.insert(item(i).as_bytes()) {
            Ok(insertion) => bit(insertion.changed()),
            Err(Refusal::Full { .. }) => 'E',
            Err(other) => panic!("{other}"),
        });
        let now = state(&filter);
        if (now.0, now.1, now.2) != last {
            let row = appear.next().expect("a state that changed");
            assert_eq!((i + 1, now), (number(row, "after_adds"), read(row)));
            last = (now.0, now.1, now.2);
        }
    }
    assert!(appear.next().is_none());
    assert_eq!(adds, text(expected, "adds"), "{row}");
    assert_eq!(state(&filter), read(&expected["final_info"]));

    let probes = number::<u64>(row, "probe_from")..number(row, "probe_to_exclusive");
    let answers = probes.map(|i| bit(filter.contains(item(i).as_bytes()) == Ok(Verdict::PossiblyPresent)));
    assert_eq!(answers.collect::<String>(), text(expected, "mexists"));

    let debug = list(expected, "debug");
    assert_eq!(debug.len(), filter.sub_filters().len() + 1);
    assert_eq!(debug[0], format!("size:{}", filter.len()));
    for (link, line) in filter.sub_filters().iter().zip(&debug[1..]) {
        let start = format!(
            "bytes:{} bits:{} hashes:{} hashwidth:64 capacity:{} size:{} ratio:",
            link.n_bits() / 8,
            link.n_bits(),
            link.n_hashes(),
            link.capacity(),
            link.len()
        );
        let ratio: f64 =
            line.as_str().and_then(|line| line.strip_prefix(&start)).expect("such a line").parse().unwrap();
        assert!((ratio / link.rate().expect("a rate") - 1.0).abs() < 1e-5, "six digits of it"); // %g
    }

    let mut chunks = list(expected, "scandump").iter();
    let mut next = |iterator: u64| {
        let chunk = chunks.next().expect("a chunk");
        assert_eq!(chunk[0], iterator);
        unbase64(chunk[1].as_str().expect("data"))
    };
    assert_eq!(next(1), redisbloom::header(filter.sub_filters(), choices.scaling));
    let mut iterator = 1;
    for link in filter.sub_filters() {
        iterator += link.n_bits() / 8;
        assert_eq!(next(iterator), link.bytes(BitOrder::LeastFirst));
    }
    assert!(next(0).is_empty());
}
