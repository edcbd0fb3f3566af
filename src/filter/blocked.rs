//! The blocked Bloom filter (Putze, Sanders & Singler 2007).
//!
//! Idea: the array is blocks of a cache line or so, each a small Bloom filter. A first hash chooses the key's block and all k
//! positions lie in it, so that an operation fetches one line instead of k.
//!
//! Cost: one digest and, with blocks of up to 512 bits, one cache line, for every operation. Blocks fill unevenly, and
//! crowded ones err more than sparse ones make up for; the same rate therefore takes more bits, some 4 % at 1 % and 512-bit
//! blocks, more for lower rates and smaller blocks: [`crate::theory::blocked`].
//!
//! Guarantee: a key that was inserted is never reported absent.
//!
//! Where the positions come from: the block from the digest's first half, the positions from its second, so that they know
//! nothing of each other. Double hashing will not do inside a block: 512 bits have only some 10⁵ arithmetic progressions, and
//! the few dozen keys of a block share theirs often enough to lift a rate of 1 % by a tenth (measured). So the second
//! half seeds a SplitMix64 sequence, of which each number's top bits are a position; this stands for
//! [`Derivation::Double`] and [`Derivation::Enhanced`] alike. With [`Derivation::Independent`] the block is the
//! digest under seed 0, and the positions are those under seeds 1 to k.
//!
//! Parameters: m in bits, rounded up to whole blocks; the block size B, a power of two from 64 to 4096 bits; k from 1 to 255,
//! where a key may meet a bit of its block twice; how keys become numbers.

use super::spec_error::{check_bits, check_target};
use super::{BitArray, Filter, MAX_ALLOCATED_BITS, MemoryRefused, SpecError, Verdict};
use crate::hash::{Derivation, HashSpec, MAX_HASHES};
use crate::rng::SplitMix64;
use crate::theory::blocked::{best_hashes, blocks_for};

/// The smallest block, in bits: a machine word.
pub const LEAST_BLOCK_BITS: u32 = 64;

/// The largest block, in bits.
pub const MOST_BLOCK_BITS: u32 = 4096;

/// The usual block, in bits: a cache line.
pub const DEFAULT_BLOCK_BITS: u32 = 512;

/// A blocked Bloom filter.
///
/// ```
/// use bloomscope::filter::{Blocked, BlockedSpec, Verdict};
/// use bloomscope::hash::HashSpec;
///
/// let spec = BlockedSpec::for_rate(10_000, 0.01, HashSpec::default())?;
/// let mut filter = Blocked::try_new(spec)?;
/// for i in 0..10_000 {
///     filter.insert(format!("user:{i}").as_bytes());
/// }
/// let bits_per_key = filter.n_bits() as f64 / filter.len() as f64;
/// assert!((bits_per_key - 9.93).abs() < 0.05, "{bits_per_key}"); // a plain filter takes 9.59
///
/// let passed = (0..100_000).filter(|i| filter.contains(format!("nobody:{i}").as_bytes()) == Verdict::PossiblyPresent);
/// let measured_fpr = passed.count() as f64 / 1e5;
/// assert!((measured_fpr - 0.01).abs() < 0.002, "{measured_fpr}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    bits: BitArray,
    n_blocks: u64,
    n_hashes: u32,
    block_bits: u32,
    hash: HashSpec,
    len: u64,
}

/// What fixes a blocked filter's behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockedSpec {
    /// m, at least 1 (0 is taken for 1); what is no multiple of the block is taken for the next one.
    pub n_bits: u64,
    /// k, from 1 to [`MAX_HASHES`]; what is outside is taken for the nearer end.
    pub n_hashes: u32,
    /// B, a power of two from [`LEAST_BLOCK_BITS`] to [`MOST_BLOCK_BITS`]; what is none is taken for the next one, and what is
    /// outside for the nearer end.
    pub block_bits: u32,
    /// How keys become numbers; for the derivation see the module.
    pub hash: HashSpec,
}

impl BlockedSpec {
    /// The fewest blocks of [`DEFAULT_BLOCK_BITS`] that keep `n` keys at a rate of `p`.
    ///
    /// # Errors
    /// No keys, a rate outside (0, 1), or more bits than are ever allocated.
    pub fn for_rate(n: u64, p: f64, hash: HashSpec) -> Result<Self, SpecError> {
        Self::for_rate_in_blocks(n, p, DEFAULT_BLOCK_BITS, hash)
    }

    /// [`BlockedSpec::for_rate`] with blocks of another size.
    ///
    /// # Errors
    /// As there, and a block size that is not offered.
    pub fn for_rate_in_blocks(n: u64, p: f64, block_bits: u32, hash: HashSpec) -> Result<Self, SpecError> {
        check_block(block_bits)?;
        check_target(n, p)?;
        let block = u64::from(block_bits);
        let (n_blocks, n_hashes) = blocks_for(n, p, block_bits, MAX_ALLOCATED_BITS / block)
            .ok_or(SpecError::TooManyBits { given: u64::MAX, most: MAX_ALLOCATED_BITS })?;
        Ok(Self { n_bits: n_blocks * block, n_hashes, block_bits, hash })
    }

    /// As many blocks of [`DEFAULT_BLOCK_BITS`] as fit into `n_bits`, with the best k for `n` keys.
    ///
    /// # Errors
    /// No keys, less than a block, or more bits than are ever allocated.
    pub fn for_memory(n: u64, n_bits: u64, hash: HashSpec) -> Result<Self, SpecError> {
        Self::for_memory_in_blocks(n, n_bits, DEFAULT_BLOCK_BITS, hash)
    }

    /// [`BlockedSpec::for_memory`] with blocks of another size.
    ///
    /// # Errors
    /// As there, and a block size that is not offered.
    pub fn for_memory_in_blocks(n: u64, n_bits: u64, block_bits: u32, hash: HashSpec) -> Result<Self, SpecError> {
        check_block(block_bits)?;
        check_target(n, 0.5)?;
        let block = u64::from(block_bits);
        let n_blocks = check_bits(n_bits, block)? / block;
        Ok(Self { n_bits: n_blocks * block, n_hashes: best_hashes(n, n_blocks, block_bits), block_bits, hash })
    }
}

/// Whether blocks may have this size.
pub(super) fn check_block(given: u32) -> Result<(), SpecError> {
    if given.is_power_of_two() && (LEAST_BLOCK_BITS..=MOST_BLOCK_BITS).contains(&given) {
        return Ok(());
    }
    let (given, least, most) = (u64::from(given), u64::from(LEAST_BLOCK_BITS), u64::from(MOST_BLOCK_BITS));
    Err(SpecError::BlockBits { given, least, most })
}

/// Where a key goes: its block, and the positions in it.
#[derive(Clone, Debug)]
pub struct Place<'k> {
    /// The block's number, from 0.
    pub block: u64,
    start: u64,
    offsets: Offsets<'k>,
}

impl<'k> Place<'k> {
    /// The k positions within the block, in order; some may be equal.
    pub fn offsets(self) -> impl Iterator<Item = u32> + use<'k> {
        self.offsets
    }

    /// The k positions among all m bits, in order; some may be equal.
    pub fn positions(self) -> impl Iterator<Item = u64> + use<'k> {
        let start = self.start;
        self.offsets.map(move |offset| start + u64::from(offset))
    }
}

/// Computes the positions within a block, one at a time.
#[derive(Clone, Debug)]
struct Offsets<'k> {
    key: &'k [u8],
    hash: HashSpec,
    sequence: SplitMix64,
    i: u32,
    n_hashes: u32,
    block_bits: u32,
}

impl Iterator for Offsets<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.i == self.n_hashes {
            return None;
        }
        self.i += 1;
        Some(match self.hash.derivation {
            Derivation::Independent => {
                self.hash.reduce(self.hash.digest.value(self.key, u64::from(self.i)), u64::from(self.block_bits)) as u32
            }
            // B is a power of two, at least 64, so these are the top log₂ B bits.
            _ => (self.sequence.next_u64() >> (self.block_bits.leading_zeros() + 33)) as u32,
        })
    }
}

/// What an insertion did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedInsertion {
    /// The block's number.
    pub block: u64,
    /// The k positions in it, in order; some may be equal.
    pub offsets: Vec<u32>,
    /// How many bits were 0 before (0: the key was possibly present already).
    pub newly_set: u32,
}

impl Blocked {
    /// An empty filter.
    ///
    /// # Errors
    /// [`MemoryRefused`] when the bits cannot be had: more than [`MAX_ALLOCATED_BITS`], or the system refuses.
    pub fn try_new(spec: BlockedSpec) -> Result<Self, MemoryRefused> {
        let block_bits = spec.block_bits.clamp(LEAST_BLOCK_BITS, MOST_BLOCK_BITS).next_power_of_two();
        let n_blocks = spec.n_bits.max(1).div_ceil(u64::from(block_bits));
        let bits = BitArray::try_new(n_blocks.saturating_mul(u64::from(block_bits)))?;
        let n_hashes = spec.n_hashes.clamp(1, MAX_HASHES);
        Ok(Self { bits, n_blocks, n_hashes, block_bits, hash: spec.hash, len: 0 })
    }

    /// The spec it was made from.
    #[must_use]
    pub const fn spec(&self) -> BlockedSpec {
        let &Self { n_hashes, block_bits, hash, .. } = self;
        BlockedSpec { n_bits: self.bits.n_bits(), n_hashes, block_bits, hash }
    }

    /// The bits, block after block.
    #[must_use]
    pub const fn bits(&self) -> &BitArray {
        &self.bits
    }

    /// How many blocks there are.
    #[must_use]
    pub const fn n_blocks(&self) -> u64 {
        self.n_blocks
    }

    /// Where a key goes.
    #[must_use]
    pub fn place<'k>(&self, key: &'k [u8]) -> Place<'k> {
        let &Self { hash, n_hashes, block_bits, .. } = self;
        let (h1, h2) = match hash.derivation {
            Derivation::Independent => (hash.digest.value(key, 0), 0),
            _ => hash.digest.halves(key, 0),
        };
        let block = hash.reduce(h1, self.n_blocks);
        let offsets = Offsets { key, hash, sequence: SplitMix64::new(h2), i: 0, n_hashes, block_bits };
        Place { block, start: block * u64::from(block_bits), offsets }
    }

    /// m, in bits.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.bits.n_bits()
    }

    /// How many insertions there were.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing was inserted.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets every key, keeping the memory.
    pub fn clear(&mut self) {
        self.bits.clear();
        self.len = 0;
    }

    /// Sets the key's bits; returns how many of them were 0 before. `on_new` is called with each of those, in order.
    pub fn insert_with(&mut self, key: &[u8], mut on_new: impl FnMut(u64)) -> u32 {
        let mut newly_set = 0;
        for index in self.place(key).positions() {
            if self.bits.set(index) {
                newly_set += 1;
                on_new(index);
            }
        }
        self.len += 1;
        newly_set
    }

    /// Sets the key's bits, and tells where they are.
    pub fn insert(&mut self, key: &[u8]) -> BlockedInsertion {
        let place = self.place(key);
        let newly_set = self.insert_with(key, |_| ());
        BlockedInsertion { block: place.block, offsets: place.offsets().collect(), newly_set }
    }

    /// Whether the key may have been inserted; stops at the first 0.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> Verdict {
        if self.place(key).positions().all(|index| self.bits.get(index)) {
            Verdict::PossiblyPresent
        } else {
            Verdict::DefinitelyAbsent
        }
    }
}

impl Filter for Blocked {
    /// Where the key went, and how many of its bits were 0 before.
    type Report = BlockedInsertion;

    fn insert(&mut self, key: &[u8]) -> BlockedInsertion {
        self.insert(key)
    }

    fn contains(&self, key: &[u8]) -> Verdict {
        self.contains(key)
    }

    fn n_bits(&self) -> u64 {
        self.n_bits()
    }

    fn len(&self) -> u64 {
        self.len
    }
}
