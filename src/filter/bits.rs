//! A fixed-size bit array in 64-bit words, counting its ones.
//!
//! Idea: bit i is bit i mod 64 of word ⌊i/64⌋, least significant first, so that the words in order are the bits in order.
//! Reading or setting one bit costs one memory access. The number of ones is kept up to date, so asking for it is free;
//! [`BitArray::count_ones_in`] counts a range anew, 64 bits at a time.
//!
//! Guarantee: bits at and beyond m are 0 and `ones` equals the number of 1 bits, whatever was called.

use core::fmt;
use core::ops::Range;

/// The largest array that is really allocated: 2³¹ bits, 256 MiB.
pub const MAX_ALLOCATED_BITS: u64 = 1 << 31;

/// The system would not give the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryRefused {
    /// How many bits were asked for.
    pub n_bits: u64,
}

impl fmt::Display for MemoryRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for {} bits", self.n_bits)
    }
}

impl core::error::Error for MemoryRefused {}

/// Why words cannot be the words of an array of m bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordsRejected {
    /// m is above [`MAX_ALLOCATED_BITS`].
    TooManyBits {
        /// m.
        n_bits: u64,
    },
    /// There are not ⌈m/64⌉ of them.
    WrongLength {
        /// ⌈m/64⌉.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// A bit at or beyond m is 1.
    BitBeyondEnd {
        /// The first such bit.
        index: u64,
    },
}

impl fmt::Display for WordsRejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyBits { n_bits } => write!(f, "{n_bits} bits are more than {MAX_ALLOCATED_BITS}"),
            Self::WrongLength { expected, found } => write!(f, "{found} words instead of {expected}"),
            Self::BitBeyondEnd { index } => write!(f, "bit {index} is 1, beyond the end"),
        }
    }
}

impl core::error::Error for WordsRejected {}

/// m bits, all 0 at first.
///
/// ```
/// use bloomscope::filter::BitArray;
///
/// let mut bits = BitArray::try_new(100)?;
/// assert!(bits.set(70)); // it was 0
/// assert!(!bits.set(70)); // it was 1 already
/// assert!(!bits.set(100)); // there is no such bit
/// assert_eq!((bits.ones(), bits.words()), (1, [0, 1 << 6].as_slice()));
/// # Ok::<(), bloomscope::filter::MemoryRefused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitArray {
    pub(super) words: Vec<u64>, // the bulk kernel sets bits and counts them in its own way
    n_bits: u64,
    pub(super) ones: u64,
}

impl BitArray {
    /// An array of `n_bits` zeros.
    ///
    /// # Errors
    /// [`MemoryRefused`] above [`MAX_ALLOCATED_BITS`] or where the allocator refuses.
    pub fn try_new(n_bits: u64) -> Result<Self, MemoryRefused> {
        if n_bits > MAX_ALLOCATED_BITS {
            return Err(MemoryRefused { n_bits });
        }
        let n_words = n_bits.div_ceil(64) as usize;
        let mut words = Vec::new();
        words.try_reserve_exact(n_words).map_err(|_| MemoryRefused { n_bits })?;
        words.resize(n_words, 0);
        Ok(Self { words, n_bits, ones: 0 })
    }

    /// The array of `n_bits` bits whose words are `words`: how a filter built elsewhere is taken over. One pass, to count.
    ///
    /// # Errors
    /// [`WordsRejected`] unless there are exactly ⌈m/64⌉ words and every bit at and beyond m is 0.
    pub fn from_words(words: Vec<u64>, n_bits: u64) -> Result<Self, WordsRejected> {
        if n_bits > MAX_ALLOCATED_BITS {
            return Err(WordsRejected::TooManyBits { n_bits });
        }
        let (expected, found) = (n_bits.div_ceil(64), words.len() as u64);
        if expected != found {
            return Err(WordsRejected::WrongLength { expected, found });
        }
        let used = n_bits % 64;
        if let Some(beyond) = words.last().filter(|_| used != 0).map(|word| word >> used).filter(|&beyond| beyond != 0)
        {
            return Err(WordsRejected::BitBeyondEnd { index: n_bits + u64::from(beyond.trailing_zeros()) });
        }
        let ones = count(&words);
        Ok(Self { words, n_bits, ones })
    }

    /// m.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.n_bits
    }

    /// How many bits are 1. Free.
    #[must_use]
    pub const fn ones(&self) -> u64 {
        self.ones
    }

    /// The share of bits that are 1, from 0 to 1; 0 for an array of no bits.
    #[must_use]
    pub fn fill_ratio(&self) -> f64 {
        if self.n_bits == 0 { 0.0 } else { self.ones as f64 / self.n_bits as f64 }
    }

    /// The words; bits at and beyond m are 0.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Gives up the words, as [`BitArray::from_words`] takes them.
    #[must_use]
    pub fn into_words(self) -> Vec<u64> {
        self.words
    }

    /// Whether bit `index` is 1; beyond the end it is not.
    #[must_use]
    pub fn get(&self, index: u64) -> bool {
        let (word, mask) = locate(index);
        self.words.get(word).is_some_and(|w| w & mask != 0)
    }

    /// Sets bit `index` and says whether that changed it; beyond the end nothing happens.
    pub fn set(&mut self, index: u64) -> bool {
        let (word, mask) = locate(index);
        let Some(w) = self.words.get_mut(word).filter(|_| index < self.n_bits) else { return false };
        let changed = *w & mask == 0;
        *w |= mask;
        self.ones += u64::from(changed);
        changed
    }

    /// Sets bit `index` to 0 and says whether that changed it; beyond the end nothing happens.
    pub fn unset(&mut self, index: u64) -> bool {
        let (word, mask) = locate(index);
        let Some(w) = self.words.get_mut(word) else { return false };
        let changed = *w & mask != 0;
        *w &= !mask;
        self.ones -= u64::from(changed);
        changed
    }

    /// Sets every bit to 0, keeping the memory.
    pub fn clear(&mut self) {
        self.words.fill(0);
        self.ones = 0;
    }

    /// The positions of the ones, ascending. Costs one step a word and one a one.
    ///
    /// ```
    /// # use bloomscope::filter::BitArray;
    /// let bits = BitArray::from_words(vec![0b1001, 1 << 63], 128)?;
    /// assert_eq!(bits.iter_ones().collect::<Vec<_>>(), [0, 3, 127]);
    /// # Ok::<(), bloomscope::filter::WordsRejected>(())
    /// ```
    pub fn iter_ones(&self) -> impl Iterator<Item = u64> + '_ {
        self.words.iter().zip((0_u64..).step_by(64)).flat_map(|(&word, start)| Ones(word).map(move |bit| start + bit))
    }

    /// How many ones lie in `range` (clipped to the array): the rank that density pictures are made of. Costs one step
    /// for each word that the range touches.
    ///
    /// ```
    /// # use bloomscope::filter::BitArray;
    /// let bits = BitArray::from_words(vec![u64::MAX, 1], 65)?;
    /// assert_eq!(bits.count_ones_in(60..1000), 5);
    /// # Ok::<(), bloomscope::filter::WordsRejected>(())
    /// ```
    #[must_use]
    pub fn count_ones_in(&self, range: Range<u64>) -> u64 {
        let end = range.end.min(self.n_bits);
        if range.start >= end {
            return 0;
        }
        let (first, last) = ((range.start / 64) as usize, ((end - 1) / 64) as usize);
        let from_start = u64::MAX << (range.start % 64);
        let to_end = u64::MAX >> (63 - (end - 1) % 64);
        match self.words.get(first..=last) {
            Some([word]) => u64::from((word & from_start & to_end).count_ones()),
            Some([head, middle @ .., tail]) => {
                u64::from((head & from_start).count_ones()) + count(middle) + u64::from((tail & to_end).count_ones())
            }
            _ => 0,
        }
    }
}

/// The word that holds bit `index` and the bit's mask in it.
pub(super) const fn locate(index: u64) -> (usize, u64) {
    ((index / 64) as usize, 1 << (index % 64))
}

/// How many bits of `words` are 1.
pub(super) fn count(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The positions of the ones in one word, ascending.
struct Ones(u64);

impl Iterator for Ones {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let bit = self.0;
        self.0 &= bit.wrapping_sub(1); // clears the lowest one
        (bit != 0).then(|| u64::from(bit.trailing_zeros()))
    }
}
