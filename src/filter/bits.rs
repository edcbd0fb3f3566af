//! A fixed-size bit array in 64-bit words, counting its ones.

/// The largest array that is really allocated: 2³¹ bits, 256 MiB.
pub const MAX_ALLOCATED_BITS: u64 = 1 << 31;

/// The system would not give the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryRefused {
    /// How many bits were asked for.
    pub n_bits: u64,
}

/// m bits, all 0 at first. Bit i is bit i mod 64 of word ⌊i/64⌋.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitArray {
    words: Vec<u64>,
    n_bits: u64,
    ones: u64,
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

    /// m.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.n_bits
    }

    /// How many bits are 1.
    #[must_use]
    pub const fn ones(&self) -> u64 {
        self.ones
    }

    /// The words; bits at and beyond m are 0.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
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
}

/// The word that holds bit `index` and the bit's mask in it.
pub(super) const fn locate(index: u64) -> (usize, u64) {
    ((index / 64) as usize, 1 << (index % 64))
}
