//! Parquet's split block Bloom filter.
//!
//! Sizing, as Arrow's C++ writer does it: −8n/ln(1 − p^⅛) bits rounded up to a power of two, from 32 bytes to 128 MiB. k is
//! always 8.
//!
//! Hash: XXH64 under seed 0 of the value in plain encoding: a text without its length, a number in little-endian bytes. The high half
//! chooses a block of 256 bits by multiply-shift; in each of its eight 32-bit words the low half times an odd constant gives one
//! bit by its top five.
//!
//! Source: BloomFilter.md of parquet-format 2.12; cpp/src/parquet/bloom_filter.h of Arrow for sizes. Tested against the sizes and
//! XXH64 values of Arrow's bloom_filter_test.cc; positions against the specification's own arithmetic only.

use super::{Growth, Key, Sizing, SizingError};

/// Bits of a block.
pub const BLOCK_BITS: u64 = 256;
/// The fewest bits: one block.
pub const LEAST_BITS: u64 = 256;
/// The most bits: 128 MiB.
pub const MOST_BITS: u64 = 1 << 30;
/// k: one bit in each word of a block.
pub const N_HASHES: u32 = 8;

const SALTS: [u32; 8] =
    [0x47b6_137b, 0x4497_4d91, 0x8824_ad5b, 0xa2b7_289d, 0x7054_95c7, 0x2df1_424b, 0x9efc_4947, 0x5c6b_fb31];

/// The sizing for n values at rate p.
///
/// # Errors
/// [`SizingError::Rate`] for a rate outside (0, 1).
pub fn sizing(n: u64, p: f64) -> Result<Sizing, SizingError> {
    if p.is_nan() || p <= 0.0 || p >= 1.0 {
        return Err(SizingError::Rate { p });
    }
    let root = libm::exp(super::ln(p) / 8.0);
    let bits = -8.0 * n as f64 / super::ln(1.0 - root);
    // Not a number, or infinite, where p is nearly 0.
    let bits = if (0.0..MOST_BITS as f64).contains(&bits) { bits as u64 } else { MOST_BITS };
    let n_bits = bits.max(LEAST_BITS).next_power_of_two().min(MOST_BITS);
    Ok(Sizing { n_bits, n_hashes: N_HASHES, capacity: n, rate: Some(p), growth: Growth::None })
}

/// The value in plain encoding.
#[must_use]
pub fn encode(key: Key<'_>) -> Vec<u8> {
    match key {
        Key::Int(number) => number.to_le_bytes().to_vec(),
        Key::Long(number) => number.to_le_bytes().to_vec(),
        other => other.text_bytes(),
    }
}

/// XXH64 under seed 0.
#[must_use]
pub fn hash(value: &[u8]) -> u64 {
    xxhash_rust::xxh64::xxh64(value, 0)
}

/// Position `i`, of the eight: in word i of the block.
pub(super) fn offset(h: u64, i: u32, n_bits: u64) -> u64 {
    let block = ((h >> 32) * (n_bits / BLOCK_BITS)) >> 32;
    let salt = SALTS.get(i as usize % SALTS.len()).copied().unwrap_or_default();
    block * BLOCK_BITS + u64::from(i % 8) * 32 + u64::from((h as u32).wrapping_mul(salt) >> 27)
}
