//! RedisBloom's `BF.*`: a chain of Bloom filters.
//!
//! Sizing of one filter (a *link*) for n keys at rate e: bits per entry b = |ln e|/(ln 2)², ⌊n·b⌋ bits rounded up to 64, and
//! k = ⌈b ln 2⌉. The first link of a chain that may grow gets half the rate asked for, for each further one halves the rate
//! again and the sum stays below. Version 8 takes a rate above ¼ for ¼, without a word.
//!
//! Adding: a key that any link reports present is not added (reply 0). Else the last link takes it; when that holds as many
//! keys as it is for, a link for `expansion` times as many is appended, or a chain that may not grow refuses.
//!
//! Hash: MurmurHash64A twice, the second time seeded with the first value; position i is (a + i·b mod 2⁶⁴) mod m. Bits of a
//! byte are counted from the least significant.
//!
//! Source: deps/bloom/bloom.c, src/sb.c and src/rebloom.c of the tags v2.8.2, v8.0.8 and v8.8.0.

use super::{Growth, Sizing, SizingError, SubFilter};

/// Which version's rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// 2.8 (Redis Stack 7.4): any rate between 0 and 1.
    V2_8,
    /// 8.0 to 8.8 (Redis 8): rates above ¼ count as ¼, capacities up to 2³⁰.
    #[default]
    V8,
}

/// Whether a full filter grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scaling {
    /// By a link for so many times the keys of the last; at least 1.
    Expansion(u32),
    /// Not: `NONSCALING`.
    NonScaling,
}

/// A RedisBloom filter's choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RedisBloom {
    /// Which version's rules.
    pub version: Version,
    /// Whether a full filter grows.
    pub scaling: Scaling,
}

impl Default for RedisBloom {
    fn default() -> Self {
        Self { version: Version::default(), scaling: Scaling::Expansion(2) }
    }
}

/// The rate of a filter that the first `BF.ADD` makes.
pub const DEFAULT_RATE: f64 = 0.01;
/// Its capacity.
pub const DEFAULT_CAPACITY: u64 = 100;
/// Factor between the rates of a link and the one before.
pub const TIGHTENING: f64 = 0.5;
/// The highest rate that version 8 builds for.
pub const CAPPED_RATE: f64 = 0.25;
/// The most keys that version 8 reserves for: 2³⁰.
pub const MOST_CAPACITY_V8: u64 = 1 << 30;
/// The largest expansion that version 8 takes.
pub const MOST_EXPANSION_V8: u32 = 32_768;
/// The reply when a chain that may not grow is full.
pub const FULL: &str = "ERR non scaling filter is full";
/// The seed of the first hash.
pub const SEED: u64 = 0xc6a4_a793_5bd1_e995;

/// The (ln 2)² and ln 2 that the source spells out.
const LN_2_SQUARED: f64 = 0.480_453_013_918_201;
#[allow(clippy::approx_constant)] // one digit short, as there
const LN_2: f64 = 0.693_147_180_559_945;

impl RedisBloom {
    /// The sizing of `BF.RESERVE key p n`: of the first link.
    ///
    /// # Errors
    /// [`SizingError`] where the server refuses.
    pub fn sizing(&self, n: u64, p: f64) -> Result<Sizing, SizingError> {
        if p.is_nan() || p <= 0.0 || p >= 1.0 {
            return Err(SizingError::Rate { p });
        }
        if n == 0 || (self.version == Version::V8 && n > MOST_CAPACITY_V8) {
            return Err(SizingError::Capacity { n: n.into() });
        }
        let p = if self.version == Version::V8 { p.min(CAPPED_RATE) } else { p };
        match self.scaling {
            Scaling::NonScaling => self.link(n, p),
            Scaling::Expansion(_) => self.link(n, p * TIGHTENING),
        }
    }

    /// The sizing of one link for `entries` keys at rate `error`.
    ///
    /// # Errors
    /// [`SizingError::OutOfReach`] for a rate that halving has brought to 0, as a server says that it could not create it.
    pub fn link(&self, entries: u64, error: f64) -> Result<Sizing, SizingError> {
        if error <= 0.0 {
            return Err(SizingError::OutOfReach { p: error });
        }
        let bits = ((entries as f64 * bits_per_entry(error)) as u64).max(1);
        let Some(n_bits) = bits.checked_next_multiple_of(64) else {
            return Err(SizingError::TooManyBits { n_bits: bits, most: u64::MAX });
        };
        let growth = match self.scaling {
            Scaling::NonScaling => Growth::Refuse,
            Scaling::Expansion(expansion) => Growth::Append { expansion: expansion.max(1), tightening: TIGHTENING },
        };
        Ok(Sizing { n_bits, n_hashes: hashes(error), capacity: entries, rate: Some(error), growth })
    }
}

/// |ln e|/(ln 2)², the double that a dump's header stores.
#[must_use]
pub fn bits_per_entry(error: f64) -> f64 {
    (super::ln(error) / LN_2_SQUARED).abs()
}

/// k = ⌈ln 2 · bits per entry⌉.
#[must_use]
pub fn hashes(error: f64) -> u32 {
    libm::ceil(LN_2 * bits_per_entry(error)) as u32
}

/// The two hashes a and b.
#[must_use]
pub fn hash(item: &[u8]) -> (u64, u64) {
    let a = murmur_64a(item, SEED);
    (a, murmur_64a(item, a))
}

/// Position `i`.
pub(super) const fn offset((a, b): (u64, u64), i: u32, n_bits: u64) -> u64 {
    a.wrapping_add((i as u64).wrapping_mul(b)) % n_bits
}

/// MurmurHash64A (Appleby 2008): little-endian words of eight bytes.
///
/// ```
/// # use bloomscope::library::redisbloom::murmur_64a;
/// assert_eq!(murmur_64a(b"", 0), 0);
/// ```
#[must_use]
pub fn murmur_64a(bytes: &[u8], seed: u64) -> u64 {
    let mix = |k: u64| {
        let k = k.wrapping_mul(SEED);
        k ^ (k >> 47)
    };
    let (words, tail) = bytes.as_chunks::<8>();
    let start = seed ^ (bytes.len() as u64).wrapping_mul(SEED);
    let mut h =
        words.iter().fold(start, |h, word| (h ^ mix(u64::from_le_bytes(*word)).wrapping_mul(SEED)).wrapping_mul(SEED));
    if !tail.is_empty() {
        h = (h ^ tail.iter().rev().fold(0, |word, &byte| (word << 8) | u64::from(byte))).wrapping_mul(SEED);
    }
    h = (h ^ (h >> 47)).wrapping_mul(SEED);
    h ^ (h >> 47)
}

/// `SIZE` of `BF.INFO`: 32 bytes for the chain, 64 for each link and its bytes.
#[must_use]
pub fn info_size(links: &[SubFilter]) -> u64 {
    32 + links.iter().map(|link| 64 + link.n_bits() / 8).sum::<u64>()
}

/// The header that `BF.SCANDUMP key 0` gives: little-endian and packed, 20 bytes and 53 a link. Items, links (32 bits), options
/// (32 bits: 1 no rounding to powers of two, 4 hashes of 64 bits, 8 not scaling), expansion (32 bits); per link bytes, bits,
/// items, rate, bits per entry, k (32 bits), capacity, and the exponent of a power of two (8 bits), which is 0.
#[must_use]
pub fn header(links: &[SubFilter], scaling: Scaling) -> Vec<u8> {
    let links: Vec<_> = links.iter().map(|link| (*link.sizing(), link.len())).collect();
    header_of(&links, scaling)
}

/// [`header`] of links of which only the sizing and the number of items are at hand.
#[must_use]
pub fn header_of(links: &[(Sizing, u64)], scaling: Scaling) -> Vec<u8> {
    let (options, expansion) = match scaling {
        Scaling::Expansion(expansion) => (5_u32, expansion),
        Scaling::NonScaling => (13, 2),
    };
    let mut header = Vec::with_capacity(20 + 53 * links.len());
    header.extend(links.iter().map(|(_, items)| items).sum::<u64>().to_le_bytes());
    header.extend((links.len() as u32).to_le_bytes());
    header.extend(options.to_le_bytes());
    header.extend(expansion.to_le_bytes());
    for (link, items) in links {
        let error = link.rate.unwrap_or_default();
        header.extend((link.n_bits / 8).to_le_bytes());
        header.extend(link.n_bits.to_le_bytes());
        header.extend(items.to_le_bytes());
        header.extend(error.to_le_bytes());
        header.extend(bits_per_entry(error).to_le_bytes());
        header.extend(link.n_hashes.to_le_bytes());
        header.extend(link.capacity.to_le_bytes());
        header.push(0);
    }
    header
}
