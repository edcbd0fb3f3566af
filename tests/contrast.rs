//! The structures that filters are held against: the exact ones against ordered sets, the counting one against theory.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used)] // a test says what it expects

use bloomscope::filter::SpecError;
use bloomscope::filter::contrast::{HashSetOf, HyperLogLog, IdBitmap, NotAnId, SortedArray};
use bloomscope::hash::{Digest, HashSpec, KeyBuffer};
use core::cmp::Ordering;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Numbered keys, some of them with digits that no number has, and keys of any bytes.
fn keys() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let key = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..12),
        (0..300_u32).prop_map(|id| format!("user:{id}").into_bytes()),
        (0..300_u32).prop_map(|id| format!("user:0{id}").into_bytes()),
    ];
    prop::collection::vec(key, 0..200)
}

proptest! {
    #[test]
    fn a_hash_set_is_a_set(
        inserted in keys(), removed in keys(), asked in keys(), digest in prop::sample::select(&Digest::ALL[..]),
    ) {
        let (mut set, mut oracle) = (HashSetOf::new(HashSpec { digest, ..HashSpec::default() }), BTreeSet::new());
        for key in &inserted {
            prop_assert_eq!(set.insert(key), oracle.insert(key.clone()));
        }
        let slots = set.n_slots();
        for key in &removed {
            prop_assert_eq!(set.remove(key), oracle.remove(key));
        }
        for key in inserted.iter().chain(&asked) {
            prop_assert_eq!(set.contains(key), oracle.contains(key));
        }
        let key_bytes: usize = oracle.iter().map(Vec::len).sum();
        let table_bytes = if slots == 0 { 0 } else { slots * 17 + 16 };
        prop_assert_eq!((set.len(), set.n_slots()), (oracle.len() as u64, slots), "a table never shrinks");
        prop_assert_eq!(set.n_bits(), 8 * (key_bytes as u64 + table_bytes));
    }

    #[test]
    fn a_sorted_array_is_a_set(given in keys(), asked in keys()) {
        let sorted = SortedArray::build(&given.iter().collect());
        let oracle: BTreeSet<&[u8]> = given.iter().map(Vec::as_slice).collect();
        prop_assert!(sorted.keys().iter().eq(oracle.iter().copied()));
        for key in given.iter().chain(&asked) {
            let steps = sorted.trace(key);
            prop_assert_eq!(sorted.contains(key), oracle.contains(key.as_slice()));
            prop_assert_eq!(sorted.contains(key), steps.last().is_some_and(|step| step.ordering == Ordering::Equal));
            prop_assert!(steps.len() as u32 <= sorted.most_steps());
        }
        let key_bytes: usize = oracle.iter().map(|key| key.len()).sum();
        prop_assert_eq!((sorted.len(), sorted.n_bits()), (oracle.len() as u64, 8 * (key_bytes + 8 * oracle.len()) as u64));
    }

    #[test]
    fn a_bitmap_is_a_set_of_the_keys_it_can_hold(inserted in keys(), removed in keys(), asked in keys()) {
        let (mut ids, mut oracle) = (IdBitmap::try_new(b"user:", 10, 200).expect("memory"), BTreeSet::new());
        let has_place = |key: &[u8]| (10..210).any(|id| key == format!("user:{id}").as_bytes());
        for key in &inserted {
            match ids.insert(key) {
                Ok(new) => prop_assert_eq!(new, has_place(key) && oracle.insert(key.clone())),
                Err(_) => prop_assert!(!has_place(key)),
            }
        }
        for key in &removed {
            prop_assert_eq!(ids.remove(key), oracle.remove(key));
        }
        for key in inserted.iter().chain(&asked) {
            prop_assert_eq!(ids.contains(key), oracle.contains(key));
        }
        prop_assert_eq!((ids.len(), ids.n_bits()), (oracle.len() as u64, 200));
    }
}

#[test]
fn a_bitmap_says_why_a_key_has_no_place() {
    let ids = IdBitmap::try_new(b"user:", 10, 200).expect("memory");
    let out = |id| Err(NotAnId::OutOfRange { id, first: 10, last: 209 });
    for (key, expected) in [
        ("user:10", Ok(0)),
        ("user:209", Ok(199)),
        ("user:9", out(9)),
        ("user:210", out(210)),
        ("user:0", out(0)),
        ("user:18446744073709551615", out(u64::MAX)),
        ("user:18446744073709551616", Err(NotAnId::NotANumber)),
        ("user:010", Err(NotAnId::LeadingZero)),
        ("user:0x10", Err(NotAnId::NotANumber)),
        ("user:+10", Err(NotAnId::NotANumber)),
        ("user:", Err(NotAnId::NotANumber)),
        ("user:一", Err(NotAnId::NotANumber)),
        ("User:10", Err(NotAnId::OtherPrefix)),
        ("", Err(NotAnId::OtherPrefix)),
    ] {
        assert_eq!(ids.locate(key.as_bytes()), expected, "{key}");
    }
    assert!(IdBitmap::try_new(b"", 0, 1 << 40).is_err());
    let none = IdBitmap::try_new(b"", 0, 0).expect("no memory is needed");
    assert_eq!(none.locate(b"0"), Err(NotAnId::OutOfRange { id: 0, first: 0, last: 0 }));
    let last = IdBitmap::try_new(b"", u64::MAX, 10).expect("memory");
    assert_eq!(last.locate(b"18446744073709551615"), Ok(0));
}

#[test]
fn a_hash_set_has_the_slots_that_a_table_has() {
    let mut set = HashSetOf::new(HashSpec::default());
    let mut slots = Vec::new();
    for i in 0..1800 {
        slots.push(set.n_slots());
        set.insert(format!("{i}").as_bytes());
    }
    let grown: Vec<_> = (1..slots.len()).filter(|&n| slots[n] != slots[n - 1]).map(|n| (n, slots[n])).collect();
    let expected = [
        (1, 4),
        (4, 8),
        (8, 16),
        (15, 32),
        (29, 64),
        (57, 128),
        (113, 256),
        (225, 512),
        (449, 1024),
        (897, 2048),
        (1793, 4096),
    ];
    assert_eq!(grown, expected);
}

/// The estimate lies within 4 standard errors of the truth: missed with probability 6·10⁻⁵ a case if it were normal, so with 64
/// cases a good counter would fail once in 250 choices of keys; the keys here are fixed.
#[test]
fn hyperloglog_counts_within_its_error() {
    for digest in [Digest::Murmur3, Digest::Xxh3_64, Digest::Sip13, Digest::Fnv1a] {
        for precision in [4, 8, 12, 14] {
            let mut counter =
                HyperLogLog::new(precision, HashSpec { digest, ..HashSpec::default() }).expect("in range");
            let mut inserted = 0_u64;
            for n in [100, 3000, 40_000, 300_000] {
                (inserted..n).for_each(|i| _ = counter.insert(format!("user:{i}").as_bytes()));
                inserted = n;
                let estimate = counter.estimate();
                let (off, error) = (estimate.value - n as f64, estimate.standard_error);
                // The error is that of the estimate, which at 16 registers is itself half off at times.
                let error = error.max(1.04 / f64::from(1 << precision).sqrt() * n as f64);
                assert!(off.abs() < 4.0 * error, "{estimate:?} for {n}, precision {precision}, {digest:?}");
            }
        }
    }
}

#[test]
fn hyperloglog_knows_no_repeats_and_merges() {
    let new = || HyperLogLog::new(10, HashSpec::default()).expect("in range");
    let keys = |range: core::ops::Range<u32>| range.map(|i| format!("user:{i}")).collect::<KeyBuffer>();
    let (mut left, mut right, mut both) = (new(), new(), new());
    left.insert_all(&keys(0..3000));
    right.insert_all(&keys(2000..5000));
    both.insert_all(&keys(0..5000));
    let before = both.clone();
    let again = both.insert(b"user:42");
    assert!(again.rank <= again.before && both == before);
    assert_eq!(both.register(again.register), Some(again.before));
    assert!(left.merge(&right) && left == both, "a union, as if inserted here");
    let other = HyperLogLog::new(11, HashSpec::default()).expect("in range");
    assert!(!left.merge(&other) && left == both);
    assert_eq!((new().estimate().value.to_bits(), new().register(1 << 10)), (0, None));
    for given in [0, 3, 19, u32::MAX] {
        let refused = HyperLogLog::new(given, HashSpec::default());
        assert_eq!(refused, Err(SpecError::Precision { given, least: 4, most: 18 }));
    }
    // A checksum of 32 bits still counts, after mixing.
    let mut checksums =
        HyperLogLog::new(14, HashSpec { digest: Digest::Crc32, ..HashSpec::default() }).expect("in range");
    checksums.insert_all(&keys(0..100_000));
    assert!((checksums.estimate().value / 1e5 - 1.0).abs() < 0.033);
}
