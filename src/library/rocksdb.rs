//! RocksDB's filters of format version 5: FastLocalBloom.
//!
//! Sizing: the user gives bits per key, kept in thousandths, here those of the textbook for p; m = n·b rounded up to lines of 512
//! bits. k comes from a table of b, made by trial: 6 for 10, fewer than the textbook's, since all k bits of a key are in one line.
//!
//! Hash: a 64-bit hash that is XXH3 of a version before its release, so that few of its values are XXH3's. The low half chooses the
//! line by multiply-shift; the high half is multiplied by the golden ratio before each further probe, and its top nine bits are
//! the place in the line.
//!
//! Source: util/bloom_impl.h, util/xxph3.h, table/block_based/filter_policy.cc of RocksDB 6.15. Tested against the hash values of
//! its util/hash_test.cc and the whole filters of its util/bloom_test.cc (`FullBloomTest.Schema`).

use super::{Growth, Sizing, SizingError, xxph3};
use crate::theory::sizing::bits_per_key_for;

/// Bits of a line.
pub const LINE_BITS: u64 = 512;
/// The most hash functions.
pub const MOST_HASHES: u32 = 24;
/// The most bytes: the lines that a 32-bit number of bytes holds. What would take more is cut to this.
pub const MOST_BYTES: u64 = 0xffff_ffc0;

/// The sizing for n keys at the textbook's bits per key for p, at least 1 and at most 100.
///
/// # Errors
/// [`SizingError`] for a rate outside (0, 1) or no keys.
pub fn sizing(n: u64, p: f64) -> Result<Sizing, SizingError> {
    if p.is_nan() || p <= 0.0 || p >= 1.0 {
        return Err(SizingError::Rate { p });
    }
    Ok(Sizing { rate: Some(p), ..for_bits_per_key(n, bits_per_key_for(p))? })
}

/// The sizing of `NewBloomFilterPolicy(bits_per_key)` for n keys.
///
/// # Errors
/// [`SizingError::Capacity`] for no keys.
pub fn for_bits_per_key(n: u64, bits_per_key: f64) -> Result<Sizing, SizingError> {
    if n == 0 {
        return Err(SizingError::Capacity { n: 0 });
    }
    // NaN counts as 100.
    let bits_per_key = if bits_per_key < 100.0 { bits_per_key.max(1.0) } else { 100.0 };
    let millibits = (bits_per_key * 1000.0 + 0.500_001) as u64;
    let lines = (u128::from(n) * u128::from(millibits)).div_ceil(512_000);
    let most = MOST_BYTES * 8;
    let n_bits = u64::try_from(lines * u128::from(LINE_BITS)).map_or(most, |n_bits| n_bits.min(most));
    Ok(Sizing { n_bits, n_hashes: hashes(millibits), capacity: n, rate: None, growth: Growth::None })
}

/// k for so many thousandths of a bit per key.
#[must_use]
pub fn hashes(millibits_per_key: u64) -> u32 {
    /// The most thousandths for which k is 1, 2, …
    const UP_TO: [u64; 12] = [2080, 3580, 5100, 6640, 8300, 10_070, 11_720, 14_001, 16_050, 18_300, 22_001, 25_501];
    match UP_TO.iter().position(|&most| millibits_per_key <= most) {
        Some(i) => i as u32 + 1,
        None if millibits_per_key > 50_000 => MOST_HASHES,
        None => (millibits_per_key - 1) as u32 / 2000 - 1,
    }
}

/// The 64-bit hash.
#[must_use]
pub fn hash(key: &[u8]) -> u64 {
    xxph3::hash(key)
}

/// Position `i`: of the line, and in it.
pub(super) fn offset(h: u64, i: u32, n_bits: u64) -> u64 {
    let line = (u64::from(h as u32) * (n_bits / LINE_BITS)) >> 32;
    let place = ((h >> 32) as u32).wrapping_mul(0x9e37_79b9_u32.wrapping_pow(i)) >> 23;
    line * LINE_BITS + u64::from(place)
}
