//! Bits for tests.

use crate::view::grid::{BitSource, Density};

/// A bit array with its density.
pub(crate) struct Bits {
    words: Vec<u64>,
    m: u64,
    density: Density,
}

impl Bits {
    pub(crate) fn zeros(n_bits: u64) -> Self {
        let words = vec![0; n_bits.div_ceil(64) as usize];
        Self { words, m: n_bits, density: Density::try_new(n_bits).expect("small") }
    }

    pub(crate) fn full(n_bits: u64) -> Self {
        Self::random(n_bits, 1.1)
    }

    /// Each bit is 1 with probability `fill`, from a fixed seed.
    pub(crate) fn random(n_bits: u64, fill: f64) -> Self {
        let mut bits = Self::zeros(n_bits);
        let mut state = n_bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for index in 0..n_bits {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if ((state >> 11) as f64) < fill * (1_u64 << 53) as f64 {
                bits.words[(index / 64) as usize] |= 1 << (index % 64);
            }
        }
        bits.density.rebuild(&bits.words);
        bits
    }

    pub(crate) fn set(&mut self, index: u64) {
        if !self.get(index) {
            self.words[(index / 64) as usize] |= 1 << (index % 64);
            self.density.bit_set(index);
        }
    }
}

impl BitSource for Bits {
    fn words(&self) -> &[u64] {
        &self.words
    }
    fn n_bits(&self) -> u64 {
        self.m
    }
    fn ones(&self) -> u64 {
        self.words.iter().map(|w| u64::from(w.count_ones())).sum()
    }
    fn density(&self) -> &Density {
        &self.density
    }
}
