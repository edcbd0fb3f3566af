//! Numbers of one width, end to end in 64-bit words.

use super::{MAX_ALLOCATED_BITS, MemoryRefused, WordsRejected};

/// `len` numbers of `width` bits each, all 0 at first; width from 1 to 32, so that a number touches at most two words.
///
/// Guarantee: bits beyond the last number are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackedArray {
    words: Vec<u64>,
    len: u64,
    width: u32,
}

impl PackedArray {
    /// # Errors
    /// [`MemoryRefused`] above [`MAX_ALLOCATED_BITS`] or where the allocator refuses; nothing is allocated first.
    pub(super) fn try_new(len: u64, width: u32) -> Result<Self, MemoryRefused> {
        let width = width.clamp(1, 32);
        let n_bits = len.saturating_mul(u64::from(width));
        if n_bits > MAX_ALLOCATED_BITS {
            return Err(MemoryRefused { n_bits });
        }
        let n_words = n_bits.div_ceil(64) as usize;
        let mut words = Vec::new();
        words.try_reserve_exact(n_words).map_err(|_| MemoryRefused { n_bits })?;
        words.resize(n_words, 0);
        Ok(Self { words, len, width })
    }

    /// For a few kilobytes, which are not asked for: `len` zeros of `width` bits.
    pub(super) fn small(len: u32, width: u32) -> Self {
        let (len, width) = (u64::from(len), width.clamp(1, 32));
        Self { words: vec![0; (len * u64::from(width)).div_ceil(64) as usize], len, width }
    }

    /// The array whose words are these.
    ///
    /// # Errors
    /// As [`super::BitArray::from_words`] with len·width bits.
    pub(super) fn from_words(words: Vec<u64>, len: u64, width: u32) -> Result<Self, WordsRejected> {
        let width = width.clamp(1, 32);
        let bits = super::BitArray::from_words(words, len.saturating_mul(u64::from(width)))?;
        Ok(Self { words: bits.into_words(), len, width })
    }

    pub(super) fn into_words(self) -> Vec<u64> {
        self.words
    }

    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// len·width.
    pub(super) const fn n_bits(&self) -> u64 {
        self.len * self.width as u64
    }

    /// The number at `index`; 0 beyond the end, where there are only zeros.
    #[inline]
    pub(super) fn get(&self, index: u64) -> u32 {
        let (word, shift) = self.locate(index);
        let low = self.word(word) >> shift;
        let number = if shift + self.width > 64 { low | self.word(word + 1) << (64 - shift) } else { low };
        (number & self.mask()) as u32
    }

    /// Puts `number`, of which `width` bits count, in place of the one at `index`, and returns that one. Beyond the end
    /// nothing happens.
    #[inline]
    pub(super) fn replace(&mut self, index: u64, number: u32) -> u32 {
        if index >= self.len {
            return 0;
        }
        let before = self.get(index);
        let (word, shift) = self.locate(index);
        let change = u64::from(before ^ number) & self.mask();
        if let Some(low) = self.words.get_mut(word) {
            *low ^= change << shift;
        }
        if shift + self.width > 64
            && let Some(high) = self.words.get_mut(word + 1)
        {
            *high ^= change >> (64 - shift);
        }
        before
    }

    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    const fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    fn word(&self, word: usize) -> u64 {
        self.words.get(word).copied().unwrap_or(0)
    }

    /// The word in which a number begins, and where in it.
    const fn locate(&self, index: u64) -> (usize, u32) {
        let bit = index.saturating_mul(self.width as u64);
        ((bit / 64) as usize, (bit % 64) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;

    #[test]
    fn behaves_as_a_list_of_numbers() {
        let mut rng = SplitMix64::new(1);
        for width in 1..=32 {
            let mask = (u64::MAX >> (64 - width)) as u32;
            let (mut packed, mut list) = (PackedArray::try_new(100, width).unwrap(), [0_u32; 100]);
            for _ in 0..1000 {
                let (index, number) = (rng.below(100), rng.next_u64() as u32);
                let before = std::mem::replace(&mut list[index as usize], number & mask);
                assert_eq!(packed.replace(index, number), before, "width {width}");
            }
            assert_eq!(PackedArray::small(100, width), PackedArray::try_new(100, width).unwrap());
            assert!((0..100).all(|i| packed.get(i) == list[i as usize]));
            assert_eq!((packed.replace(100, 1), packed.get(100), packed.get(u64::MAX)), (0, 0, 0));
            assert_eq!(PackedArray::from_words(packed.clone().into_words(), 100, width), Ok(packed));
        }
        assert!(PackedArray::try_new(1 << 40, 32).is_err() && PackedArray::try_new(u64::MAX, 32).is_err());
    }
}
