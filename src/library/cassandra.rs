//! Cassandra's filter over the partition keys of a table file.
//!
//! Sizing: a table of rates for whole bits per key (2 to 20) and k gives the fewest bits per key that reach p with their best k,
//! and then the fewest k; m = n·b + 20 rounded up to longs. The table's rates are (1 − e^(−k/b))^k to three figures. For
//! p from 0.393 on the two results change places in the source: one bit per key and k = 2.
//!
//! Hash: MurmurHash3 x64 128 under seed 0, but the bytes after the last whole block of sixteen are taken as signed, so that
//! keys with bytes from 80 on there hash otherwise. Since 3.0 positions walk from the second half by the first, and are what is left
//! modulo m without its sign.
//!
//! Source: utils/BloomCalculations.java, BloomFilter.java, MurmurHash.java, FilterFactory.java and obs/OffHeapBitSet.java of
//! Cassandra 4.1. Tested against the limit in its BloomFilterTest.java and, for keys of ASCII, against MurmurHash3; the
//! signed bytes and the positions against nothing but the source.

use super::{Growth, Key, Sizing, SizingError};
use crate::hash::{murmur_finish, murmur_scramble_1, murmur_scramble_2};

/// The most bits per key.
pub const MOST_BITS_PER_KEY: u32 = 20;
/// Bits beside those for keys.
pub const EXCESS_BITS: u64 = 20;
/// The most bits: 2³¹ − 1 longs.
pub const MOST_BITS: u64 = ((1 << 31) - 1) * 64;
/// From this rate on the source's arguments are exchanged.
pub const EXCHANGED_FROM: f64 = 0.393;

/// How many k the table has for so many bits per key, from 2.
const COLUMNS: [u32; 19] = [2, 3, 4, 5, 6, 6, 7, 8, 8, 8, 8, 9, 10, 10, 11, 12, 12, 13, 14];

/// The table's rate for `bits_per_key` and k: 1 for k = 0.
#[must_use]
pub fn rate(bits_per_key: u32, k: u32) -> f64 {
    if (bits_per_key, k) == (5, 3) {
        return 0.092; // printed with two figures
    }
    let rate = libm::pow(-libm::expm1(-f64::from(k) / f64::from(bits_per_key)), f64::from(k));
    format!("{rate:.2e}").parse().unwrap_or(rate)
}

/// The k with the lowest rate in the table, the smallest of those that tie.
fn best_hashes(bits_per_key: u32) -> u32 {
    let columns = COLUMNS.get(bits_per_key.saturating_sub(2) as usize).copied().unwrap_or(1);
    (1..=columns).fold(1, |best, k| if rate(bits_per_key, k) < rate(bits_per_key, best) { k } else { best })
}

/// Bits per key and k for rate p.
///
/// # Errors
/// [`SizingError::OutOfReach`] below the last rate of the table, 6.71·10⁻⁵.
pub fn bits_and_hashes(p: f64) -> Result<(u32, u32), SizingError> {
    if p >= EXCHANGED_FROM {
        return Ok((1, 2));
    }
    let found = (2..=MOST_BITS_PER_KEY).map(|b| (b, best_hashes(b))).find(|&(b, k)| rate(b, k) <= p);
    let (bits_per_key, mut k) = found.ok_or(SizingError::OutOfReach { p })?;
    while k > 1 && rate(bits_per_key, k - 1) <= p {
        k -= 1;
    }
    Ok((bits_per_key, k))
}

/// The sizing for n keys at `bloom_filter_fp_chance` p; at p = 1 Cassandra makes no filter at all.
///
/// # Errors
/// [`SizingError`] for a rate outside (0, 1) or too low, or too many bits.
pub fn sizing(n: u64, p: f64) -> Result<Sizing, SizingError> {
    if p.is_nan() || p <= 0.0 || p >= 1.0 {
        return Err(SizingError::Rate { p });
    }
    let (bits_per_key, n_hashes) = bits_and_hashes(p)?;
    let bits = n.checked_mul(bits_per_key.into()).and_then(|bits| bits.checked_add(EXCESS_BITS));
    let n_bits = bits.and_then(|bits| bits.checked_next_multiple_of(64)).unwrap_or(u64::MAX);
    if n_bits > MOST_BITS {
        return Err(SizingError::TooManyBits { n_bits, most: MOST_BITS });
    }
    Ok(Sizing { n_bits, n_hashes, capacity: n, rate: Some(p), growth: Growth::None })
}

/// The partition key's bytes: UTF-8 of a text, a number big-endian.
#[must_use]
pub fn encode(key: Key<'_>) -> Vec<u8> {
    match key {
        Key::Int(number) => number.to_be_bytes().to_vec(),
        Key::Long(number) => number.to_be_bytes().to_vec(),
        other => other.text_bytes(),
    }
}

/// The two halves of the hash.
#[must_use]
pub fn hash(bytes: &[u8]) -> (u64, u64) {
    let (mut h1, mut h2) = (0_u64, 0_u64);
    let (blocks, tail) = bytes.as_chunks::<16>();
    for block in blocks {
        let both = u128::from_le_bytes(*block);
        h1 = (h1 ^ murmur_scramble_1(both as u64)).rotate_left(27).wrapping_add(h2);
        h1 = h1.wrapping_mul(5).wrapping_add(0x52dc_e729);
        h2 = (h2 ^ murmur_scramble_2((both >> 64) as u64)).rotate_left(31).wrapping_add(h1);
        h2 = h2.wrapping_mul(5).wrapping_add(0x3849_5ab5);
    }
    let (first, second) = tail.split_at(tail.len().min(8));
    h1 ^= murmur_scramble_1(signed(first));
    h2 ^= murmur_scramble_2(signed(second));
    let len = bytes.len() as u64;
    h1 ^= len;
    h2 ^= len;
    h1 = h1.wrapping_add(h2);
    h2 = h2.wrapping_add(h1);
    h1 = murmur_finish(h1);
    h2 = murmur_finish(h2);
    h1 = h1.wrapping_add(h2);
    (h1, h2.wrapping_add(h1))
}

/// Up to eight bytes as a word, each extended by its sign before it is shifted and taken in by exclusive or.
fn signed(bytes: &[u8]) -> u64 {
    bytes.iter().enumerate().fold(0, |word, (i, &byte)| word ^ ((i64::from(byte as i8) as u64) << (8 * i)))
}

/// Position `i`.
pub(super) fn offset((h1, h2): (u64, u64), i: u32, n_bits: u64) -> u64 {
    let value = h2.wrapping_add(u64::from(i).wrapping_mul(h1)) as i64;
    value.unsigned_abs() % n_bits // |v mod m|, the remainder having the sign of v
}
