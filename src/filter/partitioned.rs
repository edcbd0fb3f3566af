//! The partitioned Bloom filter (Mullin 1983; Almeida, Baquero, Preguiça & Hutchison 2007).
//!
//! Idea: the m bits are k slices of m/k bits, and each of a key's k positions lies in a slice of its own. No key can then
//! meet one bit twice, so every key sets k bits of its own choosing, and each slice can be read apart from the others.
//!
//! Cost: as a Bloom filter's: one digest and k memory accesses to insert, at most k to query.
//!
//! Guarantee: a key that was inserted is never reported absent. The rate is a little above a plain filter's, by a relative
//! error of the order k²/m, and known exactly: [`crate::theory::partitioned`].
//!
//! Parameters: m in bits, rounded up to a multiple of k; k from 1 to 255; how keys become positions. The i-th probe is the
//! i-th probe of a filter of m/k bits. With double hashing two keys that agree in both hashes modulo m/k (not m) share
//! every position, which shows in small filters.

use super::{BitArray, BloomSpec, Filter, MemoryRefused, SpecError, Verdict};
use crate::hash::{HashSpec, MAX_HASHES, Prober};

/// A partitioned Bloom filter.
///
/// ```
/// use bloomscope::filter::{Partitioned, PartitionedSpec, Verdict};
/// use bloomscope::hash::HashSpec;
///
/// let spec = PartitionedSpec::for_rate(10_000, 0.01, HashSpec::default())?;
/// let mut filter = Partitioned::try_new(spec)?;
/// for i in 0..10_000 {
///     filter.insert(format!("user:{i}").as_bytes());
/// }
/// assert_eq!((filter.n_bits(), filter.slice_bits()), (95_851, 13_693)); // seven slices
/// let bits_per_key = filter.n_bits() as f64 / filter.len() as f64;
/// assert!((bits_per_key - 9.59).abs() < 0.01);
///
/// let passed = (0..100_000).filter(|i| filter.contains(format!("nobody:{i}").as_bytes()) == Verdict::PossiblyPresent);
/// let measured_fpr = passed.count() as f64 / 1e5;
/// assert!((measured_fpr - 0.01).abs() < 0.002, "{measured_fpr}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partitioned {
    bits: BitArray,
    prober: Prober, // of one slice
    len: u64,
}

/// What fixes a partitioned filter's behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartitionedSpec {
    /// m, at least 1 (0 is taken for 1); what is no multiple of k is taken for the next one.
    pub n_bits: u64,
    /// k, from 1 to [`MAX_HASHES`]; what is outside is taken for the nearer end.
    pub n_hashes: u32,
    /// How keys become positions.
    pub hash: HashSpec,
}

impl PartitionedSpec {
    /// The usual sizing of a Bloom filter, rounded up to a multiple of k.
    ///
    /// # Errors
    /// No keys, a rate outside (0, 1), or more bits than are ever allocated.
    pub fn for_rate(n: u64, p: f64, hash: HashSpec) -> Result<Self, SpecError> {
        let BloomSpec { n_bits, n_hashes, hash } = BloomSpec::for_rate(n, p, hash)?;
        let n_bits = super::spec_error::check_bits(n_bits.next_multiple_of(u64::from(n_hashes)), 1)?;
        Ok(Self { n_bits, n_hashes, hash })
    }

    /// As many of these bits as are a multiple of the best k for `n` keys.
    ///
    /// # Errors
    /// No keys, no bits, or more than are ever allocated.
    pub fn for_memory(n: u64, n_bits: u64, hash: HashSpec) -> Result<Self, SpecError> {
        let BloomSpec { n_bits, n_hashes, hash } = BloomSpec::for_memory(n, n_bits, hash)?;
        // The best k is at most m, so this is not 0.
        Ok(Self { n_bits: n_bits - n_bits % u64::from(n_hashes), n_hashes, hash })
    }
}

impl Partitioned {
    /// An empty filter.
    ///
    /// # Errors
    /// [`MemoryRefused`] when the bits cannot be had: more than [`super::MAX_ALLOCATED_BITS`], or the system refuses.
    pub fn try_new(spec: PartitionedSpec) -> Result<Self, MemoryRefused> {
        let n_hashes = spec.n_hashes.clamp(1, MAX_HASHES);
        let slice_bits = spec.n_bits.max(1).div_ceil(u64::from(n_hashes));
        let bits = BitArray::try_new(slice_bits.saturating_mul(u64::from(n_hashes)))?;
        Ok(Self { bits, prober: Prober::new(spec.hash, slice_bits, n_hashes), len: 0 })
    }

    /// The spec it was made from.
    #[must_use]
    pub const fn spec(&self) -> PartitionedSpec {
        let n_bits = self.bits.n_bits();
        PartitionedSpec { n_bits, n_hashes: self.prober.n_hashes(), hash: self.prober.spec() }
    }

    /// The bits, slice after slice.
    #[must_use]
    pub const fn bits(&self) -> &BitArray {
        &self.bits
    }

    /// m/k, in bits.
    #[must_use]
    pub const fn slice_bits(&self) -> u64 {
        self.prober.n_bits()
    }

    /// The key's positions among all m, one in each slice, in order.
    pub fn positions<'k>(&self, key: &'k [u8]) -> impl Iterator<Item = u64> + use<'k> {
        let slice_bits = self.slice_bits();
        self.prober.probes(key).zip(0..).map(move |(probe, slice)| slice * slice_bits + probe.index)
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

    /// Sets the key's bits; returns how many of them were 0 before. `on_new` is called with each of those, slice by slice.
    pub fn insert_with(&mut self, key: &[u8], mut on_new: impl FnMut(u64)) -> u32 {
        let mut newly_set = 0;
        for index in self.positions(key) {
            if self.bits.set(index) {
                newly_set += 1;
                on_new(index);
            }
        }
        self.len += 1;
        newly_set
    }

    /// Sets the key's bits; returns how many of them were 0 before (0: the key was possibly present already).
    pub fn insert(&mut self, key: &[u8]) -> u32 {
        self.insert_with(key, |_| ())
    }

    /// Whether the key may have been inserted; stops at the first 0.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> Verdict {
        if self.positions(key).all(|index| self.bits.get(index)) {
            Verdict::PossiblyPresent
        } else {
            Verdict::DefinitelyAbsent
        }
    }
}

impl Filter for Partitioned {
    /// How many of the key's bits were 0 before.
    type Report = u32;

    fn insert(&mut self, key: &[u8]) -> u32 {
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
