//! LevelDB's `BuiltinBloomFilter2`.
//!
//! Sizing: the user gives whole bits per key b, here the fewest that reach p; m = n·b rounded up to bytes, at least 64 bits;
//! k = ⌊0.69 b⌋, from 1 to 30. A byte with k follows the bits.
//!
//! Hash: one 32-bit hash in the manner of Murmur, seed bc9f1d34; positions walk from it by itself rotated right by 17 bits.
//!
//! Source: util/bloom.cc and util/hash.cc of LevelDB 1.23. Tested against the hash values in its util/hash_test.cc, and against the
//! whole filters of RocksDB's util/bloom_test.cc (`BlockBasedBloomTest.Schema`), which then had the same format.

use super::{Growth, Sizing, SizingError};
use crate::theory::sizing::bits_per_key_for;

/// The fewest bits of a filter.
pub const LEAST_BITS: u64 = 64;
/// The most hash functions; a reader takes a higher number for a format to come, and answers that all is present.
pub const MOST_HASHES: u32 = 30;
/// The seed of the filter's hash.
pub const SEED: u32 = 0xbc9f_1d34;

/// The sizing for n keys at the fewest whole bits per key that reach p.
///
/// # Errors
/// [`SizingError`] for a rate outside (0, 1), no keys, or more bits than 64-bit arithmetic holds.
pub fn sizing(n: u64, p: f64) -> Result<Sizing, SizingError> {
    if p.is_nan() || p <= 0.0 || p >= 1.0 {
        return Err(SizingError::Rate { p });
    }
    let bits_per_key = libm::ceil(bits_per_key_for(p)).max(1.0) as u32;
    Ok(Sizing { rate: Some(p), ..for_bits_per_key(n, bits_per_key)? })
}

/// The sizing of `NewBloomFilterPolicy(bits_per_key)` for n keys.
///
/// # Errors
/// [`SizingError`] for no keys, or more bits than 64-bit arithmetic holds.
pub fn for_bits_per_key(n: u64, bits_per_key: u32) -> Result<Sizing, SizingError> {
    if n == 0 {
        return Err(SizingError::Capacity { n: 0 });
    }
    let bits = n.checked_mul(bits_per_key.into()).and_then(|bits| bits.max(LEAST_BITS).checked_next_multiple_of(8));
    let n_bits = bits.ok_or(SizingError::TooManyBits { n_bits: u64::MAX, most: u64::MAX })?;
    let n_hashes = ((f64::from(bits_per_key) * 0.69) as u32).clamp(1, MOST_HASHES);
    Ok(Sizing { n_bits, n_hashes, capacity: n, rate: None, growth: Growth::None })
}

/// The 32-bit hash: little-endian words of four bytes.
#[must_use]
pub fn hash(bytes: &[u8], seed: u32) -> u32 {
    const M: u32 = 0xc6a4_a793;
    let (words, tail) = bytes.as_chunks::<4>();
    let start = seed ^ (bytes.len() as u32).wrapping_mul(M);
    let mut h = words.iter().fold(start, |h, word| {
        let h = h.wrapping_add(u32::from_le_bytes(*word)).wrapping_mul(M);
        h ^ (h >> 16)
    });
    if !tail.is_empty() {
        let rest = tail.iter().rev().fold(0, |word, &byte| (word << 8) | u32::from(byte));
        h = h.wrapping_add(rest).wrapping_mul(M);
        h ^= h >> 24;
    }
    h
}

/// Position `i`.
pub(super) fn offset(h: u32, i: u32, n_bits: u64) -> u64 {
    u64::from(h.wrapping_add(i.wrapping_mul(h.rotate_right(17)))) % n_bits
}
