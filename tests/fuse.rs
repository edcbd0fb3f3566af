//! The binary fuse filter: what it promises for every set of keys, and how its rate and size compare with theory.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used)] // a test says what it expects

use bloomscope::filter::{Fuse, FuseSpec, MAX_ALLOCATED_BITS, SpecError, Verdict, WordsRejected};
use bloomscope::hash::{Digest, HashSpec, KeyBuffer};
use bloomscope::theory::fuse::{bits_per_key, rate};
use proptest::prelude::*;

fn spec(fingerprint_bits: u32, digest: Digest) -> FuseSpec {
    FuseSpec::new(fingerprint_bits, HashSpec { digest, ..HashSpec::default() }).expect("offered")
}

fn numbered(prefix: &str, n: u64) -> KeyBuffer {
    (0..n).map(|i| format!("{prefix}:{i}")).collect()
}

/// Keys of any bytes, empty and repeated ones too.
fn keys() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let key = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        (0..30_u32).prop_map(|id| format!("user:{id}").into_bytes()),
    ];
    prop::collection::vec(key, 0..200)
}

proptest! {
    #[test]
    fn no_key_is_denied(
        keys in keys(),
        fingerprint_bits in prop::sample::select(&[8_u32, 16, 32][..]),
        digest in prop::sample::select(&Digest::ALL[..]),
    ) {
        let spec = spec(fingerprint_bits, digest);
        let buffer: KeyBuffer = keys.iter().collect();
        let filter = Fuse::build(spec, &buffer).expect("a small set");
        for key in &keys {
            prop_assert_eq!(filter.contains(key), Verdict::PossiblyPresent);
            let trace = filter.trace(key);
            prop_assert_eq!(trace.xor, trace.fingerprint);
            prop_assert_eq!(trace.cells.map(|cell| filter.cell(cell)), trace.values.map(Some));
            let segments = trace.cells.map(|cell| cell / filter.layout().segment_length);
            prop_assert!(segments[0] + 1 == segments[1] && segments[1] + 1 == segments[2]);
        }
        let mut distinct = keys.clone();
        distinct.sort();
        distinct.dedup();
        prop_assert_eq!((filter.built().n_given, filter.len()), (keys.len() as u64, distinct.len() as u64));
        prop_assert_eq!(filter.n_bits(), spec.n_bits_for(filter.len()));

        // The cells depend on the set alone, and survive the journey in parts.
        let same = Fuse::build(spec, &distinct.iter().rev().collect()).expect("the same set");
        let (_, built, words) = filter.clone().into_parts();
        prop_assert_eq!(&same.into_parts().2, &words);
        prop_assert_eq!(Fuse::from_parts(spec, built, words.clone()), Ok(filter));
        let (expected, found) = (words.len() as u64, words.len() as u64 - 1);
        prop_assert_eq!(
            Fuse::from_parts(spec, built, words[1..].to_vec()),
            Err(WordsRejected::WrongLength { expected, found })
        );
    }
}

#[test]
fn sets_of_every_size_are_built_and_as_large_as_said() {
    for (n, most) in
        [(0, f64::INFINITY), (1, 96.0), (2, 48.0), (10, 39.0), (1000, 13.2), (100_000, 9.6), (1_000_000, 9.2)]
    {
        let keys = numbered("user", n);
        let filter = Fuse::build(spec(8, Digest::Murmur3), &keys).expect("solvable");
        assert_eq!((filter.count_present(&keys), filter.len()), (n, n));
        let bits_a_key = filter.n_bits() as f64 / n as f64;
        assert!(bits_a_key <= most, "{bits_a_key} bits a key for {n}");
        assert!(n == 0 || (bits_a_key - bits_per_key(n, 8)).abs() < 1e-9);
        assert!(filter.built().attempts < 20, "{:?}", filter.built());
    }
    let empty = Fuse::build(spec(8, Digest::Murmur3), &KeyBuffer::new()).expect("solvable");
    assert_eq!((empty.is_empty(), empty.count_present(&numbered("user", 10_000))), (true, 0));
}

#[test]
fn repeats_count_once() {
    let keys: KeyBuffer = (0..3000).map(|i| format!("user:{}", i % 1000)).collect();
    let filter = Fuse::build(spec(16, Digest::Xxh3_64), &keys).expect("solvable");
    assert_eq!((filter.built().n_given, filter.built().n_distinct), (3000, 1000));
    assert_eq!(filter.count_present(&keys), 3000);
}

/// An absent key is let through with probability 2^−f, and the hits of N such keys are binomial. The half-width of 5 standard
/// deviations is missed with probability 6·10⁻⁷ a case, so with 8 cases a good hash would fail once in 200,000 choices of
/// keys; the keys here are fixed. With 32 bits no hit is expected among 400,000 keys but once in 10,000 choices.
#[test]
fn the_observed_rate_is_the_one_of_theory() {
    const N_PROBES: u64 = 400_000;
    let absent = numbered("absent", N_PROBES);
    for digest in [Digest::Murmur3, Digest::Xxh3_128, Digest::Xxh3_64, Digest::Sip13] {
        for (n, fingerprint_bits) in [(20_000, 8), (20_000, 16), (20_000, 32), (100, 8)] {
            let filter = Fuse::build(spec(fingerprint_bits, digest), &numbered("user", n)).expect("solvable");
            let expected = rate(fingerprint_bits);
            let measured_fpr = filter.count_present(&absent) as f64 / N_PROBES as f64;
            let deviation = (expected * (1.0 - expected) / N_PROBES as f64).sqrt();
            assert!((measured_fpr - expected).abs() < 5.0 * deviation, "{measured_fpr} for {expected} with {digest:?}");
        }
    }
}

#[test]
fn hostile_numbers_are_refused_with_what_would_work() {
    let hash = HashSpec::default();
    for given in [0, 4, 12, 33, u32::MAX] {
        assert_eq!(FuseSpec::new(given, hash), Err(SpecError::FuseBits { given }));
    }
    let by_rate = |n, p| FuseSpec::for_rate(n, p, hash).map(|spec| spec.fingerprint_bits());
    assert_eq!([by_rate(1, 0.01), by_rate(1000, 0.001), by_rate(1000, 1e-9)], [Ok(8), Ok(16), Ok(32)]);
    assert_eq!(by_rate(0, 0.01), Err(SpecError::ZeroCapacity));
    assert_eq!(by_rate(10, 1.0), Err(SpecError::Rate { given: 1.0 }));
    assert_eq!(by_rate(10, 1e-12), Err(SpecError::FingerprintBits { given: 40, least: 8, most: 32 }));
    let by_memory = |n, n_bits| FuseSpec::for_memory(n, n_bits, hash).map(|spec| spec.fingerprint_bits());
    assert_eq!([by_memory(1000, 13_000), by_memory(1000, 26_000), by_memory(1000, 1 << 20)], [Ok(8), Ok(16), Ok(32)]);
    assert_eq!(by_memory(0, 13_000), Err(SpecError::ZeroCapacity));
    let least = FuseSpec::new(8, hash).expect("offered").n_bits_for(1000);
    assert_eq!(by_memory(1000, 5), Err(SpecError::TooFewBits { given: 5, least }));
    for n in [1 << 30, 1 << 40, u64::MAX] {
        assert!(matches!(by_rate(n, 0.01), Err(SpecError::TooManyBits { .. })), "{n}");
        assert!(matches!(by_memory(n, MAX_ALLOCATED_BITS), Err(SpecError::TooFewBits { .. })), "{n}");
        assert!(matches!(
            by_memory(n, MAX_ALLOCATED_BITS + 1),
            Err(SpecError::TooFewBits { .. } | SpecError::TooManyBits { .. })
        ));
    }
}
