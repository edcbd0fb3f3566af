//! Guava's `BloomFilter`.
//!
//! Sizing: ⌊−n ln p/(ln 2)²⌋ bits (n = 0 counts as 1), rounded up to whole longs, and the rounded number is what positions
//! are taken modulo. Since 33.4 k comes from p alone, before from m/n; for small n the two differ.
//!
//! Hash: MurmurHash3 x64 128 under seed 0, of the bytes of a funnel: UTF-8, UTF-16 units little-endian, four or eight
//! little-endian bytes. `MURMUR128_MITZ_64` walks from the first half by the second, in 64 bits without sign;
//! `MURMUR128_MITZ_32` takes the two 32-bit parts of the first half, and complements what is negative, so that it never
//! reaches beyond bit 2³¹.
//!
//! Source: com/google/common/hash/BloomFilter.java, BloomFilterStrategies.java and Funnels.java of 33.7.1, 32.0.1 and 31.1;
//! google/guava pull request 7494 for the change of k.

use super::rounded;
use super::sizing::{java_bits, round_half_up};
use super::{Growth, Key, KeyError, Sizing, SizingError, double_text};
use crate::hash::Digest;
use core::f64::consts::LN_2;

/// How positions come from the digest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// `MURMUR128_MITZ_64`, ordinal 1: what `create` has used for years.
    #[default]
    Mitz64,
    /// `MURMUR128_MITZ_32`, ordinal 0: still read.
    Mitz32,
}

/// Which rule for k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// Since 33.4 (tried with 33.7.1): k = round(−log₂ p).
    #[default]
    Since33_4,
    /// Before (tried with 31.1 and 32.0.1): k = round((m/n) ln 2), m not yet rounded up.
    Before33_4,
}

/// How a key becomes bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Funnel {
    /// `stringFunnel(UTF_8)`.
    #[default]
    Utf8,
    /// `unencodedCharsFunnel`: two bytes a UTF-16 unit, little-endian.
    Utf16,
    /// `integerFunnel`: four bytes.
    Int,
    /// `longFunnel`: eight bytes.
    Long,
}

/// A Guava filter's choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Guava {
    /// How positions come from the digest.
    pub strategy: Strategy,
    /// Which rule for k.
    pub version: Version,
    /// How a key becomes bytes.
    pub funnel: Funnel,
}

/// The rate of `create(funnel, n)`.
pub const DEFAULT_RATE: f64 = 0.03;
/// The most hash functions.
pub const MOST_HASHES: u32 = 255;
/// The most longs of an array.
pub const MOST_LONGS: u64 = (1 << 31) - 1;

impl Guava {
    /// The sizing of `create(funnel, n, p)`; n is a Java long.
    ///
    /// # Errors
    /// What Guava refuses; [`message`] has its words.
    pub fn sizing(&self, n: i64, p: f64) -> Result<Sizing, SizingError> {
        if n < 0 {
            return Err(SizingError::Capacity { n: n.into() });
        }
        if p.is_nan() || p <= 0.0 || p >= 1.0 {
            return Err(SizingError::Rate { p });
        }
        let capacity = n.max(1) as u64;
        let bits = optimal_bits(n, p);
        let n_hashes = self.hashes(n, p);
        if bits == 0 {
            return Err(SizingError::NoBits);
        }
        if bits.div_ceil(64) > MOST_LONGS {
            return Err(SizingError::TooManyBits { n_bits: bits, most: MOST_LONGS * 64 });
        }
        match u32::try_from(n_hashes) {
            Ok(n_hashes) if n_hashes <= MOST_HASHES => {
                Ok(Sizing { n_bits: bits.div_ceil(64) * 64, n_hashes, capacity, rate: Some(p), growth: Growth::None })
            }
            _ => Err(SizingError::TooManyHashes { n_bits: bits, n_hashes, most: MOST_HASHES }),
        }
    }

    /// k by the version's rule, for any p between 0 and 1; not limited.
    #[must_use]
    pub fn hashes(&self, n: i64, p: f64) -> u64 {
        let real = match self.version {
            Version::Since33_4 => -super::ln(p) / LN_2,
            Version::Before33_4 => optimal_bits(n, p) as f64 / n.max(1) as f64 * LN_2,
        };
        round_half_up(real).max(1)
    }

    /// The bytes that the funnel hands to the hash function.
    ///
    /// # Errors
    /// A text that is not an integer, for a funnel of integers.
    pub fn encode(&self, key: Key<'_>) -> Result<Vec<u8>, KeyError> {
        if let Key::Bytes(bytes) = key {
            return Ok(bytes.to_vec());
        }
        Ok(match self.funnel {
            Funnel::Utf8 => key.text_bytes(),
            Funnel::Utf16 => key.utf16().into_iter().flat_map(u16::to_le_bytes).collect(),
            Funnel::Int => key.int()?.to_le_bytes().to_vec(),
            Funnel::Long => key.long()?.to_le_bytes().to_vec(),
        })
    }

    /// Position `i` in an array of `n_bits` bits, from the two halves of the digest.
    pub(super) fn offset(self, (h1, h2): (u64, u64), i: u32, n_bits: u64) -> u64 {
        match self.strategy {
            Strategy::Mitz64 => (h1.wrapping_add(u64::from(i).wrapping_mul(h2)) & (u64::MAX >> 1)) % n_bits,
            Strategy::Mitz32 => {
                let (low, high) = (h1 as u32, (h1 >> 32) as u32);
                let combined = low.wrapping_add((i + 1).wrapping_mul(high)) as i32;
                u64::from(if combined < 0 { !combined } else { combined } as u32) % n_bits
            }
        }
    }
}

/// The two halves of the digest, the first eight bytes and the rest, little-endian.
#[must_use]
pub fn hash(bytes: &[u8]) -> (u64, u64) {
    Digest::Murmur3.halves(bytes, 0)
}

/// The bits before they are rounded up to longs.
#[must_use]
pub fn optimal_bits(n: i64, p: f64) -> u64 {
    (java_bits(n.max(1) as u64, p) as i64).max(0) as u64 // Java's cast saturates as Rust's does
}

/// `expectedFpp`: (ones/m)^k.
#[must_use]
pub fn expected_fpp(ones: u64, n_bits: u64, n_hashes: u32) -> f64 {
    rounded::power(ones as f64 / n_bits as f64, n_hashes)
}

/// `approximateElementCount`: −ln(1 − ones/m)·m/k, rounded half up; [`i64::MAX`] for a full filter.
#[must_use]
pub fn approximate_element_count(ones: u64, n_bits: u64, n_hashes: u32) -> u64 {
    let fraction = ones as f64 / n_bits as f64;
    round_half_up(-libm::log1p(-fraction) * n_bits as f64 / f64::from(n_hashes)).min(i64::MAX as u64)
}

/// The message of the `IllegalArgumentException` that `create` throws, and that of its cause where it has one.
#[must_use]
pub fn message(error: &SizingError) -> (String, Option<String>) {
    let could_not = |bits: u64, cause: String| (format!("Could not create BloomFilter of {bits} bits"), Some(cause));
    match *error {
        SizingError::Capacity { n } => (format!("Expected insertions ({n}) must be >= 0"), None),
        SizingError::Rate { p } | SizingError::OutOfReach { p } => {
            let bound = if p >= 1.0 { "< 1.0" } else { "> 0.0" };
            (format!("False positive probability ({}) must be {bound}", double_text(p)), None)
        }
        SizingError::NoBits => could_not(0, "data length is zero!".into()),
        SizingError::TooManyBits { n_bits, .. } => could_not(n_bits, format!("Out of range: {}", n_bits.div_ceil(64))),
        SizingError::TooManyHashes { n_bits, n_hashes, most } => {
            could_not(n_bits, format!("numHashFunctions ({n_hashes}) must be <= {most}"))
        }
    }
}
