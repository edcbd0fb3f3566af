//! Union and intersection of two Bloom filters.
//!
//! Two filters of one spec send a key to the same bits, so their arrays can be combined bit by bit. The *union* (or) is
//! exactly the filter of both sets of keys: nothing is lost by building it in parts. The *intersection* (and) has every bit of
//! every common key, so it never denies one; but it is not the filter of the common keys. A bit that one filter has from one
//! key and the other from another is 1 in it, though no common key set it, so it lets more absent keys through, and counting
//! its ones overestimates the common keys: [`crate::theory::estimate::intersection_cardinality`] is how to estimate them.
//!
//! Cost: one pass over the words.

use core::fmt;

use super::bits::BitArray;
use super::{Bloom, MemoryRefused};

/// Why two filters cannot be combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairError {
    /// They send keys to different bits.
    Mismatch {
        /// The first field of the spec in which they differ.
        field: SpecField,
    },
    /// There is no memory for a third.
    Memory(MemoryRefused),
}

/// A field of a Bloom filter's spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecField {
    /// m.
    Bits,
    /// k.
    Hashes,
    /// How keys become positions.
    Hash,
}

impl fmt::Display for PairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mismatch { field } => write!(f, "the filters differ in {field:?}"),
            Self::Memory(refused) => refused.fmt(f),
        }
    }
}

impl core::error::Error for PairError {}

impl Bloom {
    /// The filter of both sets of keys: equal to the one that all insertions of both would have made, `len` included.
    ///
    /// ```
    /// use bloomscope::filter::{Bloom, BloomSpec, Verdict};
    /// use bloomscope::hash::HashSpec;
    ///
    /// let spec = BloomSpec { n_bits: 1000, n_hashes: 7, hash: HashSpec::default() };
    /// let (mut a, mut b, mut both) = (Bloom::try_new(spec)?, Bloom::try_new(spec)?, Bloom::try_new(spec)?);
    /// a.insert(b"one");
    /// b.insert(b"two");
    /// both.insert(b"one");
    /// both.insert(b"two");
    /// assert_eq!(a.union(&b)?, both);
    /// assert_eq!(a.intersection(&both)?.contains(b"one"), Verdict::PossiblyPresent);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PairError`] unless m, k and hash are the same and there is memory.
    pub fn union(&self, other: &Self) -> Result<Self, PairError> {
        self.combined(other, |a, b| a | b, self.len().saturating_add(other.len()))
    }

    /// The bits that both have: no common key is denied, but it is *not* the filter of the common keys (see the
    /// module). Its `len` is the smaller of both, the most that they can have in common.
    ///
    /// # Errors
    /// [`PairError`] unless m, k and hash are the same and there is memory.
    pub fn intersection(&self, other: &Self) -> Result<Self, PairError> {
        self.combined(other, |a, b| a & b, self.len().min(other.len()))
    }

    fn combined(&self, other: &Self, of_words: impl Fn(u64, u64) -> u64, len: u64) -> Result<Self, PairError> {
        let (a, b) = (self.spec(), other.spec());
        let differing = [
            (a.n_bits != b.n_bits, SpecField::Bits),
            (a.n_hashes != b.n_hashes, SpecField::Hashes),
            (a.hash != b.hash, SpecField::Hash),
        ];
        if let Some(&(_, field)) = differing.iter().find(|(differ, _)| *differ) {
            return Err(PairError::Mismatch { field });
        }
        let mut bits = BitArray::try_new(a.n_bits).map_err(PairError::Memory)?;
        let words = self.bits().words().iter().zip(other.bits().words());
        for (word, (&a, &b)) in bits.words.iter_mut().zip(words) {
            *word = of_words(a, b);
        }
        bits.ones = super::bits::count(&bits.words);
        Ok(Self::of_bits(a, bits, len))
    }
}
