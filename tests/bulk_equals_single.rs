//! Bulk work against its naive twin, natively and inside WebAssembly, where the vector form runs.
#![allow(clippy::expect_used)] // a test says what it expects

use bloomscope::filter::{Bloom, BloomSpec, MAX_ALLOCATED_BITS, Verdict};
use bloomscope::hash::{Derivation, Digest, HashSpec, KeyBuffer, Reduction};
use bloomscope::rng::SplitMix64;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Keys of 0 to 47 bytes, from a seed.
fn keys(count: usize, seed: u64) -> KeyBuffer {
    let mut rng = SplitMix64::new(seed);
    let mut keys = KeyBuffer::new();
    for _ in 0..count {
        let length = rng.below(48);
        keys.push_with(|bytes| bytes.extend((0..length).map(|_| rng.next_u64() as u8)));
    }
    keys
}

/// Inserts in bulk, in two parts, and one by one; asks for keys inserted and for others; all must agree.
fn check(spec: BloomSpec, count: usize) {
    let (mut bulk, mut single) = (Bloom::try_new(spec).expect("memory"), Bloom::try_new(spec).expect("memory"));
    for part in [keys(count, 1), keys(count / 3, 2)] {
        bulk.insert_all(&part);
        part.iter().for_each(|key| _ = single.insert(key));
        assert!(bulk == single, "different bits, ones or len: {spec:?}, {count} keys");
        let absent = keys(count + 1, 3);
        for asked in [&part, &absent] {
            let present = asked.iter().filter(|key| single.contains(key) == Verdict::PossiblyPresent).count();
            assert_eq!(bulk.count_present(asked), present as u64, "{spec:?}, {count} keys");
        }
    }
}

#[test]
fn with_every_choice_of_hash() {
    for digest in Digest::ALL {
        for derivation in Derivation::ALL {
            for reduction in Reduction::ALL {
                let hash = HashSpec { digest, derivation, reduction };
                check(BloomSpec { n_bits: 4999, n_hashes: 5, hash }, 300);
                check(BloomSpec { n_bits: 70_001, n_hashes: 11, hash }, 300);
            }
        }
    }
}

#[test]
fn with_sizes_at_every_edge() {
    let hash = HashSpec::default();
    let powers = (0..24).flat_map(|power| [(1_u64 << power) - 1, 1 << power, (1 << power) + 1]);
    for n_bits in powers.filter(|&n_bits| n_bits > 0).chain([95_851, 9_585_059]) {
        for n_hashes in [1, 7, 10] {
            check(BloomSpec { n_bits, n_hashes, hash }, 100);
        }
    }
}

#[test]
fn with_every_number_of_hashes_and_of_keys() {
    let hash = HashSpec::default();
    for n_hashes in 1..=255 {
        check(BloomSpec { n_bits: 30_011, n_hashes, hash }, 20);
    }
    for count in (0..10).chain([255, 256, 257, 511, 512, 513, 2000]) {
        // Nearly all bits 0, half of them, nearly none: what is left after each round differs.
        for n_bits in [1 << 20, 20_011, 503] {
            check(BloomSpec { n_bits, n_hashes: 13, hash }, count);
        }
    }
}

#[test]
fn with_the_largest_arrays() {
    for n_bits in [MAX_ALLOCATED_BITS, MAX_ALLOCATED_BITS - 1] {
        check(BloomSpec { n_bits, n_hashes: 9, hash: HashSpec::default() }, 1000);
    }
}
