//! The filters of Bitcoin's BIP 37 (Hearn & Corallo 2012).
//!
//! Sizing: ⌊−n ln p/(ln 2)²⌋ bits, at most 288,000, rounded down to bytes; k = ⌊⌊m/n⌋ ln 2⌋, at most 50. A rate too high for its
//! n gives no bytes, or no hash functions, and then everything matches.
//!
//! Hash: MurmurHash3 x86 32, k passes, the i-th under the seed i·fba4c795 + tweak. The tweak is the connection's.
//!
//! Source: bip-0037.mediawiki; src/common/bloom.cpp of Bitcoin Core 0.21. Tested against the whole filters of its
//! src/test/bloom_tests.cpp and the values of hash_tests.cpp.

use super::{Growth, Sizing, SizingError};
use core::f64::consts::LN_2;

/// The most bits: 36,000 bytes.
pub const MOST_BITS: u64 = 36_000 * 8;
/// The most hash functions.
pub const MOST_HASHES: u32 = 50;

/// The sizing for n elements at rate p.
///
/// # Errors
/// [`SizingError`] for no elements or a rate outside (0, 1).
pub fn sizing(n: u64, p: f64) -> Result<Sizing, SizingError> {
    if p.is_nan() || p <= 0.0 || p >= 1.0 {
        return Err(SizingError::Rate { p });
    }
    if n == 0 || n > u64::from(u32::MAX) {
        return Err(SizingError::Capacity { n: n.into() });
    }
    let bits = (-1.0 / (LN_2 * LN_2) * n as f64 * super::ln(p)) as u64;
    let n_bits = bits.min(MOST_BITS) / 8 * 8;
    let n_hashes = (((n_bits / n) as f64 * LN_2) as u32).min(MOST_HASHES);
    Ok(Sizing { n_bits, n_hashes, capacity: n, rate: Some(p), growth: Growth::None })
}

/// MurmurHash3 x86 32 (Appleby 2011).
#[must_use]
pub fn murmur3_32(bytes: &[u8], seed: u32) -> u32 {
    let mix = |k: u32| k.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
    let (words, tail) = bytes.as_chunks::<4>();
    let mut h = words.iter().fold(seed, |h, word| {
        (h ^ mix(u32::from_le_bytes(*word))).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64)
    });
    h ^= mix(tail.iter().rev().fold(0, |word, &byte| (word << 8) | u32::from(byte)));
    h ^= bytes.len() as u32;
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

/// Position `i`.
pub(super) fn offset(element: &[u8], tweak: u32, i: u32, n_bits: u64) -> u64 {
    u64::from(murmur3_32(element, i.wrapping_mul(0xfba4_c795).wrapping_add(tweak))) % n_bits
}
