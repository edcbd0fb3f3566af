//! valkey-bloom's `BF.*`: RedisBloom's commands over the crate bloomfilter.
//!
//! Sizing: ⌈−n ln p/(8 (ln 2)²)⌉ bytes, k = round((m/n) ln 2). The first filter keeps the rate asked for as it is; filter N of
//! a chain gets p·tightening^N and `expansion` times the keys of the last.
//!
//! Hash: SipHash-1-3 under the two halves of a seed of 32 bytes, of the item's length in eight little-endian bytes and the item:
//! the length is there because Rust's `Hash` for slices writes it. By default the seed is random, so that nobody outside can
//! choose colliding keys, nor foretell a position. The two hashes are the first two positions; the others are a + i·b modulo the
//! prime 2⁶⁴ − 59, each modulo m.
//!
//! Source: src/bloom/utils.rs, src/configs.rs of valkey-bloom 1.0.0; src/lib.rs of bloomfilter 3.0.1.

use super::sizing::round_half_up;
use super::{Growth, Sizing, SizingError};
use core::f64::consts::LN_2;
use siphasher::sip::SipHasher13;

/// A valkey-bloom filter's choices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valkey {
    /// The two SipHash keys of 16 bytes.
    pub seed: [u8; 32],
    /// How many times the keys of the last filter the next one is for; 0: none follows (`NONSCALING`).
    pub expansion: u32,
    /// Factor between rates, between 0 and 1.
    pub tightening: f64,
}

impl Default for Valkey {
    fn default() -> Self {
        Self { seed: FIXED_SEED, expansion: 2, tightening: 0.5 }
    }
}

/// The seed that is used when `bloom-use-random-seed` is off.
pub const FIXED_SEED: [u8; 32] = [
    0x59, 0x0f, 0xf5, 0x22, 0xea, 0x78, 0x11, 0xda, 0xa7, 0x14, 0xd8, 0x09, 0x3b, 0x3e, 0x7b, 0xd9, 0x1d, 0x89, 0x8a,
    0x73, 0x3e, 0x98, 0x88, 0x87, 0x30, 0x7f, 0x97, 0xcd, 0x28, 0x07, 0x33, 0x83,
];
/// The most bytes of one object by default: 128 MiB.
pub const MOST_BYTES: u64 = 128 << 20;
/// The reply when a filter that may not grow is full.
pub const FULL: &str = "ERR non scaling filter is full";
/// The largest prime below 2⁶⁴.
const PRIME: u64 = 0xffff_ffff_ffff_ffc5;

impl Valkey {
    /// The sizing of `BF.RESERVE key p n`: of the first filter.
    ///
    /// # Errors
    /// [`SizingError`] where the module refuses.
    pub fn sizing(&self, n: u64, p: f64) -> Result<Sizing, SizingError> {
        if p.is_nan() || p <= 0.0 || p >= 1.0 {
            return Err(SizingError::Rate { p });
        }
        if n == 0 || n > i64::MAX as u64 {
            return Err(SizingError::Capacity { n: n.into() });
        }
        let sizing = self.sub_filter(n, p)?;
        if sizing.n_bits > MOST_BYTES * 8 {
            return Err(SizingError::TooManyBits { n_bits: sizing.n_bits, most: MOST_BYTES * 8 });
        }
        Ok(sizing)
    }

    /// The sizing of one filter of a chain.
    ///
    /// # Errors
    /// [`SizingError::OutOfReach`] for a rate that tightening has brought to the least normal double or below: the module says
    /// that it degrades to 0.
    pub fn sub_filter(&self, n: u64, p: f64) -> Result<Sizing, SizingError> {
        if p <= f64::MIN_POSITIVE {
            return Err(SizingError::OutOfReach { p });
        }
        let n_bytes = libm::ceil(n as f64 * super::ln(p) / (-8.0 * (LN_2 * LN_2))).max(1.0) as u64;
        let n_bits = n_bytes.saturating_mul(8);
        let n_hashes = round_half_up(n_bits as f64 / n as f64 * LN_2).max(1) as u32;
        let growth = match self.expansion {
            0 => Growth::Refuse,
            expansion => Growth::Append { expansion, tightening: self.tightening },
        };
        Ok(Sizing { n_bits, n_hashes, capacity: n, rate: Some(p), growth })
    }

    /// The two SipHash values of an item.
    #[must_use]
    pub fn hash(&self, item: &[u8]) -> (u64, u64) {
        let mut hashed = (item.len() as u64).to_le_bytes().to_vec();
        hashed.extend_from_slice(item);
        let (a, b) = self.seed.split_at(16);
        (sip(a, &hashed), sip(b, &hashed))
    }
}

fn sip(key: &[u8], bytes: &[u8]) -> u64 {
    let key = key.first_chunk::<16>().copied().unwrap_or_default();
    SipHasher13::new_with_key(&key).hash(bytes)
}

/// xⁿ by squaring, each product rounded: what Rust's `powi` gives on the host, where it runs.
pub(super) fn power(mut x: f64, mut n: u32) -> f64 {
    let mut product = 1.0;
    loop {
        if n % 2 == 1 {
            product *= x;
        }
        n /= 2;
        if n == 0 {
            return product;
        }
        x *= x;
    }
}

/// Position `i`.
pub(super) const fn offset((a, b): (u64, u64), i: u32, n_bits: u64) -> u64 {
    let value = match i {
        0 => a,
        1 => b,
        _ => a.wrapping_add((i as u64).wrapping_mul(b)) % PRIME,
    };
    value % n_bits
}

/// `Size` of `BF.INFO` for a chain: 48 bytes, eight for each place of a vector that doubles from four, 24 + 184 and the bits for
/// each filter.
#[must_use]
pub fn info_size(n_bytes: &[u64]) -> u64 {
    let places = match n_bytes.len() as u64 {
        0 => 0,
        1 => 1,
        n => n.next_power_of_two().max(4),
    };
    48 + 8 * places + n_bytes.iter().map(|bytes| 24 + 184 + bytes).sum::<u64>()
}
