//! What holds for every profile: no key is lost, bits are where the offsets say, bytes are the bits; natively and inside
//! WebAssembly.

#![allow(clippy::expect_used, clippy::unwrap_used)] // a test says what it expects

use bloomscope::filter::Verdict;
use bloomscope::library::{BitOrder, BuildError, Key, LibraryFilter, Profile, Refusal, SizingError};
use bloomscope::rng::SplitMix64;
use std::collections::BTreeSet;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Profiles with every choice in one of them at least.
const CODES: [&str; 28] = [
    "guava",
    "guava,mitz32",
    "guava,mitz64,31.1,utf16",
    "guava,mitz32,33.4,int",
    "guava,mitz64,33.4,long",
    "redisbloom",
    "redisbloom,2.8",
    "redisbloom,8,1",
    "redisbloom,2.8,4",
    "redisbloom,8,fixed",
    "redisson",
    "redisson,string",
    "redisson,json",
    "redisson,long",
    "valkey",
    "valkey,fixed,0",
    "valkey,fixed,4,0.8",
    "valkey,01080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da",
    "crc32",
    "crc32,prefix-int",
    "crc32,suffix",
    "crc32,suffix-mask",
    "leveldb",
    "rocksdb",
    "parquet",
    "bip37,2147483649",
    "postgres,7",
    "cassandra",
];

fn profiles() -> impl Iterator<Item = Profile> {
    CODES.iter().map(|code| code.parse().expect("a profile"))
}

/// Keys that every profile takes: numbers, as texts.
fn keys(seed: u64, n: usize) -> Vec<String> {
    let mut rng = SplitMix64::new(seed);
    (0..n).map(|_| (rng.next_u64() as i32).to_string()).collect()
}

#[test]
fn no_key_that_was_taken_is_denied() {
    for profile in profiles() {
        for (n, p) in [(1, 0.5), (10, 0.1), (300, 0.01), (2000, 1e-6)] {
            let mut filter = match LibraryFilter::try_new(profile, n, p) {
                Err(BuildError::Sizing(SizingError::OutOfReach { .. })) if profile == Profile::Cassandra => continue,
                filter => filter.expect("such a filter"),
            };
            let mut taken = Vec::new();
            for key in keys(n, 1000) {
                let encoded = profile.encode(Key::Text(&key)).expect("a number");
                match filter.insert(&encoded) {
                    Ok(_) => taken.push(encoded),
                    Err(Refusal::Full { .. }) => assert_eq!(filter.len(), n),
                    Err(Refusal::Offset { offset, .. }) => assert!(offset < 0),
                    Err(Refusal::Growth(error)) => panic!("{error}"),
                }
            }
            assert!(!taken.is_empty() || profile.code() == "crc32,suffix", "{}", profile.code());
            let denied = taken.iter().filter(|key| filter.contains(key) != Ok(Verdict::PossiblyPresent)).count();
            assert_eq!(denied, 0, "{} {n} {p}", profile.code());
        }
    }
}

#[test]
fn an_empty_filter_knows_nothing() {
    for profile in profiles() {
        let filter = LibraryFilter::try_new(profile, 100, 0.01).expect("such a filter");
        for key in keys(1, 50) {
            let encoded = profile.encode(Key::Text(&key)).expect("a number");
            match filter.contains(&encoded) {
                Ok(verdict) => assert_eq!(verdict, Verdict::DefinitelyAbsent),
                Err(refusal) => assert!(profile.code() == "crc32,suffix", "{refusal}"),
            }
        }
    }
}

#[test]
fn bits_are_where_the_offsets_say_and_bytes_are_the_bits() {
    for profile in profiles().filter(|profile| profile.code() != "crc32,suffix") {
        let mut filter = LibraryFilter::try_new(profile, 100, 0.01).expect("such a filter");
        let mut expected = BTreeSet::new();
        for key in keys(2, 20) {
            let encoded = profile.encode(Key::Text(&key)).expect("a number");
            let [only] = filter.sub_filters() else { panic!("it did not grow") };
            let offsets: Vec<i64> = profile.offsets(&encoded, only.n_bits(), only.n_hashes()).collect();
            assert_eq!(offsets.len(), only.n_hashes() as usize);
            assert!(offsets.iter().all(|&offset| (0..only.n_bits() as i64).contains(&offset)));
            let present = filter.contains(&encoded) == Ok(Verdict::PossiblyPresent);
            let before = expected.len();
            expected.extend(offsets.into_iter().map(|offset| offset as u64));
            let insertion = filter.insert(&encoded).expect("it takes it");
            assert_eq!(insertion.changed_bits as usize, expected.len() - before);
            assert_eq!(insertion.changed(), !present);
        }
        let only = &filter.sub_filters()[0];
        assert!(only.bits().iter_ones().eq(expected.iter().copied()), "{}", profile.code());
        assert_eq!(only.bits().ones(), expected.len() as u64);
        let bytes = only.bytes(profile.bit_order());
        assert_eq!(bytes.len() as u64, only.sizing().n_bytes());
        let is_one = |i: u64| match profile.bit_order() {
            BitOrder::LeastFirst => bytes[(i / 8) as usize] >> (i % 8) & 1 == 1,
            BitOrder::MostFirst => bytes[(i / 8) as usize] << (i % 8) & 0x80 != 0,
            BitOrder::BigEndianLongs => bytes[(i / 64 * 8 + 7 - i % 64 / 8) as usize] >> (i % 8) & 1 == 1,
        };
        assert!((0..only.n_bits()).all(|i| is_one(i) == expected.contains(&i)), "{}", profile.code());
    }
}

#[test]
fn nothing_is_built_of_nonsense() {
    for profile in profiles() {
        for n in [0, 1, u64::MAX] {
            for p in [f64::NAN, -1.0, 0.0, f64::from_bits(1), 1e-300, 0.999_999, 1.0, 2.0, f64::INFINITY] {
                if let Ok(sizing) = profile.sizing(n, p) {
                    let may_be_empty = matches!(profile, Profile::Bip37 { .. });
                    assert!(may_be_empty || sizing.n_bits > 0 && sizing.n_hashes > 0, "{} {n} {p}", profile.code());
                }
            }
        }
    }
}
