//! Two teaching demos that set bits in a Redis string at places computed with Java's CRC-32, k = 3.
//!
//! The first hashes `seed1`, `seed2`, `seed3` each before the key and takes the remainder by 10⁷. CRC-32 is linear: for keys
//! of one length the three values differ by constants, so there is one hash of 32 bits, not three. With a `long` it runs;
//! `Math.abs` does nothing there. With a cast to `int` first, it does.
//!
//! The second hashes the key, a hyphen and 0, 1 or 2, casts to `int`, and takes the remainder by 2²⁴, which in Java has the sign
//! of the dividend. The suffix makes the values differ by the same constants for *every* key, and one of them flips the top bit:
//! exactly one of the first and the third offset is negative. Redis refuses it, so that no key can ever be added. A mask
//! instead of the remainder makes it run; but 2²⁴ keeps the constants, so that two keys equal in one place are equal in all.
//!
//! Source: the two programs, run with OpenJDK 17 against redis-server 7.4.1 and 8.0.6; how they fare is in
//! `tests/vectors/demos`.

use super::{Growth, Sizing};
use crate::hash::Digest;

/// Which demo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CrcDemo {
    /// Seed before the key, `long` arithmetic.
    #[default]
    PrefixLong,
    /// Seed before the key, the CRC cast to `int` first.
    PrefixInt,
    /// Seed after the key, `int` remainder: negative offsets, refused.
    SuffixInt,
    /// Seed after the key, masked: it runs.
    SuffixMasked,
}

/// m of the first demo: 10⁷.
pub const PREFIX_BITS: u64 = 10_000_000;
/// m of the second: 2²⁴.
pub const SUFFIX_BITS: u64 = 1 << 24;
/// k of both.
pub const N_HASHES: u32 = 3;
/// The reply of Redis to SETBIT or GETBIT at an offset that is negative or above 2³² − 1.
pub const OFFSET_REFUSED: &str = "ERR bit offset is not an integer or out of range";

impl CrcDemo {
    /// The sizing, whatever n and p are: the numbers are written into the program.
    #[must_use]
    pub const fn sizing(self, n: u64) -> Sizing {
        let n_bits = match self {
            Self::PrefixLong | Self::PrefixInt => PREFIX_BITS,
            Self::SuffixInt | Self::SuffixMasked => SUFFIX_BITS,
        };
        Sizing { n_bits, n_hashes: N_HASHES, capacity: n, rate: None, growth: Growth::None }
    }

    /// The CRC of the key under seed `i`, 0 to 2.
    #[must_use]
    pub fn crc(self, key: &[u8], i: u32) -> u32 {
        let mut bytes = Vec::with_capacity(key.len() + 5);
        match self {
            Self::PrefixLong | Self::PrefixInt => {
                bytes.extend_from_slice(format!("seed{}", i + 1).as_bytes());
                bytes.extend_from_slice(key);
            }
            Self::SuffixInt | Self::SuffixMasked => {
                bytes.extend_from_slice(key);
                bytes.extend_from_slice(format!("-{i}").as_bytes());
            }
        }
        Digest::Crc32.value(&bytes, 0) as u32
    }

    /// The offset that the program computes from a CRC; negative ones are refused by Redis.
    pub(super) fn offset(self, crc: u32, n_bits: u64) -> i64 {
        let (int, m) = (i64::from(crc as i32), n_bits as i64);
        match self {
            Self::PrefixLong => i64::from(crc) % m,
            Self::PrefixInt => (int % m).abs(),
            Self::SuffixInt => int % m,
            Self::SuffixMasked => int.rem_euclid(m), // a mask, m being a power of two
        }
    }
}
