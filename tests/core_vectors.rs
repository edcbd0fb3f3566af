//! Digests and positions against values from elsewhere (see `vectors/README.md`), natively and inside WebAssembly, where
//! the width of `usize` and the code that a dependency selects can differ.

#![allow(clippy::expect_used)] // a test says what it expects

use bloomscope::filter::{BitArray, Bloom, BloomSpec, MAX_ALLOCATED_BITS, MemoryRefused, Verdict};
use bloomscope::hash::{Derivation, Digest, HashSpec, Prober, Reduction};
use serde_json::Value;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The rows of a file of vectors.
fn rows(json: &str) -> Vec<Value> {
    let rows: Vec<Value> = serde_json::from_str(json).expect("vectors are JSON");
    assert!(!rows.is_empty());
    rows
}

/// A field that is text.
fn text<'v>(row: &'v Value, field: &str) -> &'v str {
    row[field].as_str().unwrap_or_else(|| panic!("{field} of {row}"))
}

/// A field that is an unsigned number in hexadecimal.
fn hex(row: &Value, field: &str) -> u128 {
    u128::from_str_radix(text(row, field), 16).expect("hexadecimal digits")
}

/// Bytes written as hexadecimal digits.
fn unhex(digits: &str) -> Vec<u8> {
    (0..digits.len()).step_by(2).map(|i| u8::from_str_radix(&digits[i..i + 2], 16).expect("pairs of digits")).collect()
}

/// The bytes that a Guava funnel hands to the hash function; an integer stands as a number or as its digits.
fn funnel(funnel: &str, key: &Value) -> Vec<u8> {
    let integer = || key.as_i64().or_else(|| key.as_str()?.parse().ok()).expect("an integer");
    let text = || key.as_str().expect("a string");
    match funnel {
        "stringFunnel(UTF-8)" => text().as_bytes().to_vec(),
        "unencodedCharsFunnel" => text().encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "integerFunnel" => (integer() as i32).to_le_bytes().to_vec(),
        "longFunnel" => integer().to_le_bytes().to_vec(),
        other => panic!("unknown funnel {other}"),
    }
}

#[test]
fn digests_equal_their_reference_implementations() {
    for row in rows(include_str!("vectors/digests.json")) {
        let (key, seed) = (unhex(text(&row, "key")), hex(&row, "seed") as u64);
        let both = hex(&row, "xxh3_128");
        assert_eq!(Digest::Xxh3_128.halves(&key, seed), (both as u64, (both >> 64) as u64), "{row}");
        for (digest, field) in
            [(Digest::Xxh3_64, "xxh3_64"), (Digest::Sip13, "sip13"), (Digest::Fnv1a, "fnv1a"), (Digest::Crc32, "crc32")]
        {
            assert_eq!(u128::from(digest.value(&key, seed)), hex(&row, field), "{field} of {row}");
        }
    }
}

#[test]
fn digests_equal_their_published_check_values() {
    // The FNV-1a test suite (Noll); the CRC catalogue's "check"; XXH3's value for the empty key.
    assert_eq!(Digest::Fnv1a.value(b"", 0), 0xcbf2_9ce4_8422_2325);
    assert_eq!(Digest::Fnv1a.value(b"foobar", 0), 0x8594_4171_f739_67e8);
    assert_eq!(Digest::Crc32.value(b"123456789", 0), 0xcbf4_3926);
    assert_eq!(Digest::Xxh3_64.value(b"", 0), 0x2d06_8005_38d3_94c2);
}

#[test]
fn murmur3_equals_smhashers_verification_value() {
    // SMHasher's scheme: key i is the bytes 0, 1, … i−1 under seed 256 − i; then the 256 digests are hashed under seed 0
    // and the first four bytes compared. It covers every tail length and the seed.
    let key: Vec<u8> = (0..=255).collect();
    let mut digests = Vec::new();
    for i in 0..256 {
        let (h1, h2) = Digest::Murmur3.halves(&key[..i], 256 - i as u64);
        digests.extend(h1.to_le_bytes());
        digests.extend(h2.to_le_bytes());
    }
    assert_eq!(Digest::Murmur3.value(&digests, 0) as u32, 0x6384_ba69);
}

#[test]
fn murmur3_equals_guavas() {
    for row in rows(include_str!("vectors/guava_hashes.json")) {
        let halves = Digest::Murmur3.halves(&funnel(text(&row, "funnel"), &row["key"]), 0);
        let expected = [text(&row, "h1"), text(&row, "h2")].map(|half| half.parse::<i64>().expect("decimal") as u64);
        assert_eq!(halves, (expected[0], expected[1]), "{row}");
        assert_eq!(unhex(text(&row, "murmur3_128_bytes"))[..8], halves.0.to_le_bytes(), "{row}");
    }
}

#[test]
fn default_positions_equal_guavas() {
    for row in rows(include_str!("vectors/guava_indices.json")) {
        let (n_bits, n_hashes) = (row["bit_size"].as_u64().expect("bit_size"), row["k"].as_u64().expect("k") as u32);
        let prober = Prober::new(HashSpec::default(), n_bits, n_hashes);
        for one in row["keys"].as_array().expect("keys") {
            let key = funnel(text(&row, "funnel"), &one["key"]);
            let mut got: Vec<u64> = prober.probes(&key).map(|probe| probe.index).collect();
            assert_eq!(got.len() as u32, n_hashes);
            got.sort_unstable();
            got.dedup();
            let expected: Vec<u64> =
                one["bits"].as_array().expect("bits").iter().map(|bit| bit.as_u64().expect("a position")).collect();
            assert_eq!(got, expected, "m = {n_bits}, key {}", one["key"]);
        }
    }
}

/// The first probes of a key, as (value, index).
fn probes(hash: HashSpec, n_bits: u64, key: &[u8]) -> Vec<(u64, u64)> {
    Prober::new(hash, n_bits, 5).probes(key).map(|probe| (probe.value, probe.index)).collect()
}

#[test]
fn derivations_and_reductions_follow_their_formulas() {
    let key = b"user:42";
    for digest in Digest::ALL {
        let modulus = 1_u128 << digest.width();
        let (h1, h2) = digest.halves(key, 0);
        let (h1, h2) = (u128::from(h1), u128::from(h2));
        for n_bits in [1_u64, 2, 3, 1000, 1 << 31, (1 << 32) - 5] {
            for (derivation, reduction) in
                Derivation::ALL.into_iter().flat_map(|d| Reduction::ALL.into_iter().map(move |r| (d, r)))
            {
                let expected: Vec<(u64, u64)> = (0..5_u128)
                    .map(|i| match derivation {
                        Derivation::Double => (h1 + i * h2) % modulus,
                        Derivation::Enhanced => (h1 + i * h2 + (i * i * i).saturating_sub(i) / 6) % modulus,
                        Derivation::Independent => u128::from(digest.value(key, i as u64)),
                    })
                    .map(|value| {
                        let index = match reduction {
                            Reduction::Modulo => value % (1 << 63) % u128::from(n_bits),
                            Reduction::MultiplyShift => value * u128::from(n_bits) / modulus,
                        };
                        (value as u64, index as u64)
                    })
                    .collect();
                assert_eq!(probes(HashSpec { digest, derivation, reduction }, n_bits, key), expected);
            }
        }
    }
}

#[test]
fn memory_is_refused_without_a_panic() {
    let spec = |n_bits| BloomSpec { n_bits, n_hashes: 1, hash: HashSpec::default() };
    for n_bits in [MAX_ALLOCATED_BITS + 1, 1 << 32, 1 << 40, u64::MAX] {
        assert_eq!(BitArray::try_new(n_bits), Err(MemoryRefused { n_bits }));
        assert_eq!(Bloom::try_new(spec(n_bits)).err(), Some(MemoryRefused { n_bits }));
    }
}

#[test]
fn the_largest_filter_works() {
    let spec = BloomSpec { n_bits: MAX_ALLOCATED_BITS, n_hashes: 7, hash: HashSpec::default() };
    let mut filter = Bloom::try_new(spec).expect("256 MiB");
    assert_eq!(filter.insert(b"key"), 7);
    assert_eq!(filter.contains(b"key"), Verdict::PossiblyPresent);
    assert_eq!((filter.bits().words().len(), filter.bits().ones()), (1 << 25, 7));
}

#[cfg(target_arch = "wasm32")]
#[test]
fn the_allocators_refusal_is_passed_on() {
    // Untouched memory takes up the address space of four gigabytes until no largest filter fits.
    let mut held: Vec<Vec<u8>> = Vec::new();
    loop {
        let mut piece = Vec::new();
        if piece.try_reserve_exact(1 << 28).is_err() {
            break;
        }
        held.push(piece);
    }
    assert!(held.len() < 17);
    assert_eq!(BitArray::try_new(MAX_ALLOCATED_BITS), Err(MemoryRefused { n_bits: MAX_ALLOCATED_BITS }));
}
