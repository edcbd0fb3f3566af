//! The digest functions, each from a crate of its own, behind one closed enum.

use core::hash::Hasher as _;

use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// One table of 1 KiB. Faster implementations have sixteen, which every visitor would download for a digest that is here
/// to be seen through.
static CRC_32: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);

/// A digest family. All take a 64-bit seed; seed 0 gives the family's reference value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Digest {
    /// MurmurHash3 x64 128 (Appleby 2011); the seed's low 32 bits are used. Two 64-bit halves from one pass.
    #[default]
    Murmur3,
    /// XXH3, 128 bits (Collet 2019). Two 64-bit halves from one pass.
    Xxh3_128,
    /// XXH3, 64 bits.
    Xxh3_64,
    /// SipHash-1-3 (Aumasson & Bernstein 2012), keyed with (seed, 0).
    Sip13,
    /// FNV-1a, 64 bits. It has no seed of its own: a seed other than 0 is hashed first, as eight little-endian bytes.
    Fnv1a,
    /// CRC-32 (IEEE), 32 bits: a checksum, not a hash. It is linear, so for keys of one length two seeds give values that
    /// differ by a constant. A seed other than 0 goes first, as for FNV-1a.
    Crc32,
}

impl Digest {
    /// Every family, in the order in which the page offers them.
    pub const ALL: [Self; 6] = [Self::Murmur3, Self::Xxh3_128, Self::Xxh3_64, Self::Sip13, Self::Fnv1a, Self::Crc32];

    /// How many bits one value has: arithmetic on it is modulo two to this width.
    #[must_use]
    pub const fn width(self) -> u32 {
        if matches!(self, Self::Crc32) { 32 } else { 64 }
    }

    /// Whether one pass over the key gives both halves.
    #[must_use]
    pub const fn gives_two_halves(self) -> bool {
        matches!(self, Self::Murmur3 | Self::Xxh3_128)
    }

    /// The first half of the digest of `key` under `seed`.
    #[must_use]
    pub fn value(self, key: &[u8], seed: u64) -> u64 {
        match self {
            Self::Murmur3 | Self::Xxh3_128 => self.halves(key, seed).0,
            Self::Xxh3_64 => xxhash_rust::xxh3::xxh3_64_with_seed(key, seed),
            Self::Sip13 => siphasher::sip::SipHasher13::new_with_keys(seed, 0).hash(key),
            Self::Fnv1a => {
                let mut hasher = fnv::FnvHasher::default();
                if seed != 0 {
                    hasher.write(&seed.to_le_bytes());
                }
                hasher.write(key);
                hasher.finish()
            }
            Self::Crc32 => {
                let mut hasher = CRC_32.digest();
                if seed != 0 {
                    hasher.update(&seed.to_le_bytes());
                }
                hasher.update(key);
                u64::from(hasher.finalize())
            }
        }
    }

    /// Two halves (h₁, h₂): of one digest where the family gives both, else of two digests under `seed` and `seed + 1`.
    #[must_use]
    pub fn halves(self, key: &[u8], seed: u64) -> (u64, u64) {
        match self {
            Self::Murmur3 => {
                let both = fastmurmur3::murmur3_x64_128(key, u64::from(seed as u32));
                (both as u64, (both >> 64) as u64)
            }
            Self::Xxh3_128 => {
                let both = xxhash_rust::xxh3::xxh3_128_with_seed(key, seed);
                (both as u64, (both >> 64) as u64)
            }
            _ => (self.value(key, seed), self.value(key, seed.wrapping_add(1))),
        }
    }
}
