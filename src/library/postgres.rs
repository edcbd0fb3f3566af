//! PostgreSQL's internal filter, lib/bloomfilter.c (amcheck uses it), not its extension `bloom`, whose indexes hold a signature
//! a row.
//!
//! Sizing: two bytes an element whatever the rate, at least 1 MiB, rounded down to a power of two, at most 2³² bits, and at most
//! the memory the caller allows (here any); k = (m/n) ln 2, to the nearest even where it lies halfway, from 1 to 10.
//!
//! Hash: `hash_any_extended` (Jenkins's lookup3 of 2006, with a 64-bit seed); its halves x (low) and y (high) modulo m, then by enhanced
//! double hashing: x += y, y += i (Dillinger & Manolios 2004).
//!
//! Source: src/backend/lib/bloomfilter.c and src/common/hashfn.c of PostgreSQL 15. The hash is tested against `hashtextextended` of
//! PostgreSQL 15.18, run; sizes and positions against nothing but the source.

use super::{Growth, Sizing, SizingError};
use core::f64::consts::LN_2;

/// The fewest bits: 1 MiB.
pub const LEAST_BITS: u64 = 1 << 23;
/// The most bits: 512 MiB.
pub const MOST_BITS: u64 = 1 << 32;
/// The most hash functions.
pub const MOST_HASHES: u32 = 10;

/// The sizing for n elements.
///
/// # Errors
/// [`SizingError::Capacity`] for no elements, or more than a signed 64-bit number counts.
pub fn sizing(n: u64) -> Result<Sizing, SizingError> {
    if n == 0 || n > i64::MAX as u64 {
        return Err(SizingError::Capacity { n: n.into() });
    }
    let bits = n.saturating_mul(16).clamp(LEAST_BITS, MOST_BITS);
    let n_bits = 1 << bits.ilog2();
    let n_hashes = (libm::rint(LN_2 * n_bits as f64 / n as f64) as u32).clamp(1, MOST_HASHES);
    Ok(Sizing { n_bits, n_hashes, capacity: n, rate: None, growth: Growth::None })
}

/// `hash_any_extended`, little-endian.
#[must_use]
pub fn hash(bytes: &[u8], seed: u64) -> u64 {
    let start = 0x9e37_79b9_u32.wrapping_add(bytes.len() as u32).wrapping_add(3_923_095);
    let mut state = [start; 3];
    if seed != 0 {
        state[0] = state[0].wrapping_add((seed >> 32) as u32);
        state[1] = state[1].wrapping_add(seed as u32);
        mix(&mut state);
    }
    let (blocks, tail) = bytes.as_chunks::<12>();
    for block in blocks {
        take(&mut state, block, 0);
        mix(&mut state);
    }
    take(&mut state, tail, 8); // the lowest byte of the third word is kept for the length
    for (i, by) in [14, 11, 25, 16, 4, 14, 24].into_iter().enumerate() {
        let other = state[(i + 1) % 3];
        state[(i + 2) % 3] = (state[(i + 2) % 3] ^ other).wrapping_sub(other.rotate_left(by));
    }
    u64::from(state[1]) << 32 | u64::from(state[2])
}

/// Adds up to twelve bytes, those of the third word shifted.
fn take(state: &mut [u32; 3], bytes: &[u8], shift: u32) {
    for ((word, part), shift) in state.iter_mut().zip(bytes.chunks(4)).zip([0, 0, shift]) {
        let value = part.iter().rev().fold(0_u32, |value, &byte| (value << 8) | u32::from(byte));
        *word = word.wrapping_add(value << shift);
    }
}

fn mix(state: &mut [u32; 3]) {
    for (i, by) in [4, 6, 8, 16, 19, 4].into_iter().enumerate() {
        let (x, y, z) = (i % 3, (i + 1) % 3, (i + 2) % 3);
        state[x] = state[x].wrapping_sub(state[z]) ^ state[z].rotate_left(by);
        state[z] = state[z].wrapping_add(state[y]);
    }
}

/// Position `i`: enhanced double hashing, in closed form; m is a power of two.
pub(super) fn offset(h: u64, i: u32, n_bits: u64) -> u64 {
    let (x, y, i) = (h & 0xffff_ffff, h >> 32, u64::from(i));
    // y grows by 1 before the second step, by 2 before the third, …
    (x + i * y + i * (i * i).saturating_sub(1) / 6) % n_bits
}
