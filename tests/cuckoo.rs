//! The cuckoo filter: what it promises under any sequence of operations, and how its rate and load compare with theory.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used)] // a test says what it expects

use bloomscope::filter::{
    Cuckoo, CuckooPlacement, CuckooRemoval, CuckooSpec, Filter, MAX_ALLOCATED_BITS, SpecError, Verdict, WordsRejected,
};
use bloomscope::hash::{Derivation, Digest, HashSpec, KeyBuffer, Reduction};
use bloomscope::theory::cuckoo::{achievable_load, least_fingerprint, rate};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn hash_spec() -> impl Strategy<Value = HashSpec> {
    use prop::sample::select;
    (select(&Digest::ALL[..]), select(&Reduction::ALL[..])).prop_map(|(digest, reduction)| HashSpec {
        digest,
        derivation: Derivation::Double,
        reduction,
    })
}

/// Tables that fill up, with and without kicks to spare.
fn spec() -> impl Strategy<Value = CuckooSpec> {
    let size = prop::sample::select(&[1_u32, 2, 4, 8][..]);
    (0..6_u32, size, 0..=32_u32, prop_oneof![Just(0), Just(3), Just(500)], any::<u64>(), hash_spec()).prop_map(
        |(log, b, f, max_kicks, seed, hash)| {
            let f = f.max(least_fingerprint(1 << log, b));
            let spec = CuckooSpec::new(1 << log, b, f, hash).expect("in range");
            spec.with_max_kicks(max_kicks).with_seed(seed)
        },
    )
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Insert(u32),
    /// Takes out a key that is in, the one at this place modulo how many there are.
    Remove(usize),
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operation = prop_oneof![
        3 => (0..400_u32).prop_map(Operation::Insert),
        1 => any::<usize>().prop_map(Operation::Remove),
    ];
    prop::collection::vec(operation, 0..400)
}

fn key(id: u32) -> Vec<u8> {
    format!("user:{id}").into_bytes()
}

fn filled(spec: CuckooSpec, keys: impl Iterator<Item = u32>) -> Cuckoo {
    let mut filter = Cuckoo::try_new(spec).expect("memory");
    keys.for_each(|id| _ = filter.insert(&key(id)));
    filter
}

proptest! {
    #[test]
    fn no_key_is_denied_whatever_is_inserted_and_removed(spec in spec(), operations in operations()) {
        let mut filter = Cuckoo::try_new(spec).expect("a small table");
        let mut held: Vec<u32> = Vec::new(); // a multiset: the oracle
        for operation in operations {
            let before = filter.clone();
            match operation {
                Operation::Insert(id) => {
                    let report = filter.insert(&key(id));
                    prop_assert!(report.kicks.len() as u32 <= spec.max_kicks());
                    match report.outcome {
                        CuckooPlacement::Full => prop_assert_eq!(&filter, &before, "a refusal leaves no trace"),
                        CuckooPlacement::Stored { bucket, slot } => {
                            held.push(id);
                            let index = bucket * u64::from(spec.bucket_size()) + u64::from(slot);
                            prop_assert!(!before.occupancy().get(index) && filter.occupancy().get(index));
                            let last = report.kicks.last().map_or(report.address.fingerprint, |kick| kick.fingerprint);
                            prop_assert_eq!(filter.slot(index), Some(last));
                        }
                    }
                }
                Operation::Remove(_) if held.is_empty() => prop_assert_eq!(filter.remove(b"any"), CuckooRemoval::NotPresent),
                Operation::Remove(at) => {
                    let id = held.swap_remove(at % held.len());
                    let CuckooRemoval::Removed { bucket, slot } = filter.remove(&key(id)) else {
                        return Err(TestCaseError::fail("a key that is in cannot be missing"));
                    };
                    let index = bucket * u64::from(spec.bucket_size()) + u64::from(slot);
                    prop_assert!(before.slot(index).is_some() && filter.slot(index).is_none());
                }
            }
            prop_assert_eq!(filter.len(), held.len() as u64);
            for &id in &held {
                prop_assert_eq!(filter.contains(&key(id)), Verdict::PossiblyPresent, "no false negatives");
            }
        }
        let used = (0..spec.n_slots()).filter(|&index| filter.slot(index).is_some());
        prop_assert!(filter.occupancy().iter_ones().eq(used), "the occupancy is that of the slots");
        prop_assert!((filter.load_factor() * spec.n_slots() as f64 - held.len() as f64).abs() < 1e-6);
        // The fingerprints are those of the keys held, no more and no fewer.
        let mut counts: BTreeMap<(u32, u64), i64> = BTreeMap::new();
        for id in &held {
            let address = spec.address(&key(*id));
            *counts.entry((address.fingerprint, address.first_bucket.min(address.second_bucket))).or_default() += 1;
        }
        for index in filter.occupancy().iter_ones() {
            let (bucket, fingerprint) = (index / u64::from(spec.bucket_size()), filter.slot(index).expect("used"));
            *counts.entry((fingerprint, bucket.min(spec.other_bucket(bucket, fingerprint)))).or_default() -= 1;
        }
        prop_assert!(counts.values().all(|&count| count == 0), "{counts:?}");
        for id in held.drain(..) {
            filter.remove(&key(id));
        }
        prop_assert_eq!(filter, Cuckoo::try_new(spec).expect("a small table"));
    }

    #[test]
    fn the_trace_shows_what_the_answer_rests_on(spec in spec(), ids in prop::collection::vec(0..400_u32, 0..100)) {
        let filter = filled(spec, ids.iter().copied());
        for id in 0..400 {
            let (trace, address) = (filter.trace(&key(id)), spec.address(&key(id)));
            prop_assert_eq!(trace.address, address);
            prop_assert_eq!(spec.other_bucket(address.second_bucket, address.fingerprint), address.first_bucket);
            prop_assert!(address.fingerprint != 0 && address.first_bucket.max(address.second_bucket) < spec.n_buckets());
            prop_assert!(u64::from(address.fingerprint) < 1 << spec.fingerprint_bits());
            prop_assert_eq!(address.first_bucket == address.second_bucket, spec.n_buckets() == 1);
            let met = trace.first.iter().chain(&trace.second).any(|&fingerprint| fingerprint == address.fingerprint);
            prop_assert_eq!(trace.matched.is_some(), met);
            prop_assert_eq!(filter.contains(&key(id)) == Verdict::PossiblyPresent, met);
            if let Some((bucket, slot)) = trace.matched {
                let index = bucket * u64::from(spec.bucket_size()) + u64::from(slot);
                prop_assert_eq!(filter.slot(index), Some(address.fingerprint));
            }
        }
    }

    #[test]
    fn a_table_survives_the_journey_in_parts(spec in spec(), ids in prop::collection::vec(0..400_u32, 0..100)) {
        let mut filter = filled(spec, ids.into_iter());
        let (spec_again, words) = filter.clone().into_parts();
        prop_assert_eq!(Cuckoo::from_parts(spec_again, words.clone()), Ok(filter.clone()));
        let (expected, found) = (words.len() as u64, words.len() as u64 + 1);
        let longer = words.into_iter().chain([0]).collect();
        prop_assert_eq!(Cuckoo::from_parts(spec, longer), Err(WordsRejected::WrongLength { expected, found }));
        filter.clear();
        prop_assert_eq!(filter, Cuckoo::try_new(spec).expect("a small table"));
    }
}

#[test]
fn hostile_numbers_are_refused_with_what_would_work() {
    let hash = HashSpec::default();
    let new = |buckets, size, bits| CuckooSpec::new(buckets, size, bits, hash);
    assert_eq!(new(8, 3, 12), Err(SpecError::BucketSize { given: 3 }));
    assert_eq!(new(0, 4, 12), Err(SpecError::Buckets { given: 0, next: Some(1) }));
    assert_eq!(new(100, 4, 12), Err(SpecError::Buckets { given: 100, next: Some(128) }));
    assert_eq!(new(u64::MAX, 4, 12), Err(SpecError::Buckets { given: u64::MAX, next: None }));
    assert_eq!(new(8, 4, 3), Err(SpecError::FingerprintBits { given: 3, least: 4, most: 32 }));
    assert_eq!(new(8, 4, 33), Err(SpecError::FingerprintBits { given: 33, least: 4, most: 32 }));
    assert_eq!(new(1 << 20, 1, 8), Err(SpecError::FingerprintBits { given: 8, least: 12, most: 32 }));
    let most = MAX_ALLOCATED_BITS;
    assert_eq!(new(1 << 40, 4, 12), Err(SpecError::TooManyBits { given: 48 << 40, most }));
    assert!(matches!(new(1 << 63, 8, 32), Err(SpecError::TooManyBits { .. } | SpecError::FingerprintBits { .. })));

    let by_rate = |n, p, size| CuckooSpec::for_rate(n, p, hash, size);
    assert_eq!(by_rate(0, 0.01, 4), Err(SpecError::ZeroCapacity));
    assert_eq!(by_rate(10, 0.0, 4), Err(SpecError::Rate { given: 0.0 }));
    assert!(by_rate(10, f64::NAN, 4).is_err());
    assert_eq!(by_rate(10, 1e-12, 4), Err(SpecError::FingerprintBits { given: 43, least: 4, most: 32 }));
    assert_eq!(by_rate(10, 0.01, 5), Err(SpecError::BucketSize { given: 5 }));
    for n in [1 << 30, 1 << 40, u64::MAX] {
        assert!(matches!(by_rate(n, 0.01, 4), Err(SpecError::TooManyBits { .. })), "{n}");
        assert!(matches!(CuckooSpec::for_memory(n, 1000, hash, 4), Err(SpecError::TooManyBits { .. })), "{n}");
    }
    assert_eq!(CuckooSpec::for_memory(0, 1000, hash, 4), Err(SpecError::ZeroCapacity));
    assert_eq!(CuckooSpec::for_memory(100, 511, hash, 4), Err(SpecError::TooFewBits { given: 511, least: 512 }));
    assert_eq!(CuckooSpec::for_memory(100, most + 1, hash, 4), Err(SpecError::TooManyBits { given: most + 1, most }));
}

#[test]
fn sizes_by_rate_and_by_memory() {
    let hash = HashSpec::default();
    let numbers = |spec: CuckooSpec| (spec.n_buckets(), spec.bucket_size(), spec.fingerprint_bits());
    for (n, p, size, expected) in [
        (1, 0.01, 4, (1, 4, 10)),
        (3891, 0.001, 4, (1024, 4, 13)),
        (3892, 0.001, 4, (2048, 4, 13)), // one key more, twice the memory
        (1_000_000, 0.01, 4, (1 << 19, 4, 10)),
        (1000, 0.01, 1, (2048, 1, 8)),
        (1000, 0.01, 2, (1024, 2, 9)),
        (1000, 0.01, 8, (128, 8, 11)),
    ] {
        assert_eq!(CuckooSpec::for_rate(n, p, hash, size).map(numbers), Ok(expected), "{n} {p} {size}");
    }
    for (bits, f) in [(512, 4), (128 * 12, 12), (128 * 13 - 1, 12), (1 << 20, 32)] {
        let spec = CuckooSpec::for_memory(100, bits, hash, 4).expect("enough");
        assert_eq!((numbers(spec), spec.n_bits() <= bits), ((32, 4, f), true), "{bits}");
    }
}

#[test]
fn a_key_can_be_inserted_twice_the_bucket_size_and_no_more() {
    let mut filter = filled(CuckooSpec::new(64, 4, 12, HashSpec::default()).expect("valid"), 0..0);
    for _ in 0..8 {
        assert!(matches!(filter.insert(b"again").outcome, CuckooPlacement::Stored { .. }));
    }
    let before = filter.clone();
    let refused = filter.insert(b"again");
    assert_eq!((refused.outcome, refused.kicks.len(), filter.len()), (CuckooPlacement::Full, 500, 8));
    assert_eq!(filter, before);
}

/// Removing a key that was never inserted takes away another one's fingerprint, and that key is denied.
#[test]
fn the_harm_of_removing_what_was_never_inserted() {
    let mut filter = filled(CuckooSpec::new(64, 4, 8, HashSpec::default()).expect("valid"), 0..0);
    filter.insert(b"the victim");
    let strangers = (0..100_000).map(|i| format!("stranger:{i}"));
    let double = filter.find_double(b"the victim", strangers).expect("one in 255·32 is");
    assert_eq!(filter.contains(double.as_bytes()), Verdict::PossiblyPresent, "a false positive, as often as any");
    assert!(matches!(filter.remove(double.as_bytes()), CuckooRemoval::Removed { .. }));
    assert_eq!(filter.contains(b"the victim"), Verdict::DefinitelyAbsent, "a false negative: the promise is broken");
    assert_eq!(filter.find_double(b"the victim", [b"the victim"]), None, "no key is its own double");
}

/// The load at which the first key is refused is at least the one that the paper states, in tables of 4096 buckets with fixed
/// keys and seeds. For b = 1 half is the threshold itself, so there only 0.45 is asked for.
#[test]
fn tables_get_as_full_as_stated() {
    for (bucket_size, fingerprint_bits) in [(1, 16), (2, 12), (4, 12), (4, 8), (8, 12)] {
        for seed in 0..5 {
            let spec = CuckooSpec::new(4096, bucket_size, fingerprint_bits, HashSpec::default()).expect("valid");
            let mut filter = Cuckoo::try_new(spec.with_seed(seed)).expect("memory");
            let mut ids = (0_u32..).map(|i| seed as u32 * 1_000_000 + i);
            while filter.insert(&key(ids.next().expect("endless"))).outcome != CuckooPlacement::Full {}
            let stated = if bucket_size == 1 { 0.45 } else { achievable_load(bucket_size).expect("offered") };
            let reached = filter.load_factor();
            assert!(reached >= stated, "{reached} for {stated} with {bucket_size} slots, seed {seed}");
        }
    }
}

/// The rate of absent keys let through stays inside the interval of theory.
///
/// Given the table, an absent key is let through with the probability that its fingerprint is in one of its two buckets; over
/// the keys that were inserted this varies little, and the hits of N absent keys are binomial but for that. The half-width
/// of 5 standard deviations, and 1 % of the rate for the unevenness of the buckets, is missed with probability 6·10⁻⁷ a case,
/// so with 20 cases a good hash would fail once in 80,000 choices of keys; the keys here are fixed.
#[test]
fn the_observed_rate_is_the_one_of_theory() {
    const N_PROBES: u32 = 400_000;
    let absent: KeyBuffer = (0..N_PROBES).map(|id| format!("absent:{id}")).collect();
    for digest in [Digest::Murmur3, Digest::Xxh3_128, Digest::Xxh3_64, Digest::Sip13] {
        for (bucket_size, fingerprint_bits, load, reduction) in [
            (1, 8, 0.45, Reduction::Modulo),
            (2, 8, 0.80, Reduction::MultiplyShift),
            (4, 10, 0.95, Reduction::Modulo),
            (4, 6, 0.50, Reduction::MultiplyShift),
            (8, 12, 0.95, Reduction::Modulo),
        ] {
            let hash = HashSpec { digest, reduction, ..HashSpec::default() };
            let spec = CuckooSpec::new(4096, bucket_size, fingerprint_bits, hash).expect("valid");
            let mut filter = Cuckoo::try_new(spec).expect("memory");
            let inserted: KeyBuffer = (0..(load * spec.n_slots() as f64) as u32).map(key).collect();
            let refused = filter.insert_all(&inserted);
            assert!(refused <= 2, "{refused} refused with {spec:?}");
            let expected = rate(fingerprint_bits, bucket_size, filter.load_factor());
            let measured_fpr = filter.count_present(&absent) as f64 / f64::from(N_PROBES);
            let deviation = (expected * (1.0 - expected) / f64::from(N_PROBES)).sqrt();
            let off = (measured_fpr - expected).abs();
            assert!(off < 5.0 * deviation + 0.01 * expected, "{measured_fpr} for {expected} with {spec:?}");
        }
    }
}

#[test]
fn cuckoo_is_a_filter() {
    fn fill_and_ask<F: Filter>(mut filter: F) -> (u64, bool, u64, Verdict) {
        let was_empty = filter.is_empty();
        filter.insert(b"key");
        (filter.len(), was_empty, filter.n_bits(), filter.contains(b"key"))
    }
    let spec = CuckooSpec::new(16, 4, 12, HashSpec::default()).expect("valid");
    assert_eq!(fill_and_ask(filled(spec, 0..0)), (1, true, 16 * 4 * 12, Verdict::PossiblyPresent));
}
