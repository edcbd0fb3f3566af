//! Binary fuse filters: rate, memory and layout (Graf & Lemire 2022).
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | n | different keys | keys |
//! | f | a fingerprint's, and a cell's, width: 8, 16 or 32 | bits |
//!
//! All is for three cells a key. With four the paper needs 1.075 cells a key instead of 1.125, and builds more slowly.

/// Fingerprint widths that are built.
pub const FINGERPRINT_BITS: [u32; 3] = [8, 16, 32];

/// Cells a key, for large sets.
pub const LARGE_OVERHEAD: f64 = 1.125;

/// Cells a segment, at most: longer ones gain nothing and leave the caches.
const LONGEST_SEGMENT: u64 = 1 << 18;

/// How the cells for n keys are divided: a key's three cells lie in three neighbouring segments, one in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FuseLayout {
    /// Cells a segment: a power of two.
    pub segment_length: u64,
    /// How many segments a key's first cell can lie in; there are two more.
    pub start_segments: u64,
}

impl FuseLayout {
    /// The layout for `n` different keys, at least one segment for a start. Segments have 2^⌊log n/log 3.33 + 2.25⌋ cells, at most 2¹⁸, and there are as many as
    /// hold [`overhead`]·n cells.
    #[must_use]
    pub fn new(n: u64) -> Self {
        let log = libm::floor(libm::log(n.max(1) as f64) / libm::log(3.33) + 2.25);
        let segment_length = LONGEST_SEGMENT.min(1 << libm::fmin(log, 18.0) as u32);
        let cells = if n > 1 { libm::round(n as f64 * overhead(n)) as u64 } else { 0 };
        Self { segment_length, start_segments: cells.div_ceil(segment_length).saturating_sub(2).max(1) }
    }

    /// Cells in all.
    #[must_use]
    pub const fn n_cells(&self) -> u64 {
        self.start_segments.saturating_add(2).saturating_mul(self.segment_length)
    }
}

/// max(1.125, 0.875 + 0.25·ln 10⁶/ln n): cells a key before rounding to whole segments. 0 for fewer than two keys.
#[must_use]
pub fn overhead(n: u64) -> f64 {
    if n < 2 {
        return 0.0;
    }
    libm::fmax(LARGE_OVERHEAD, 0.875 + 0.25 * libm::log(1e6) / libm::log(n as f64))
}

/// 2^−f: how likely the xor of three cells equals the fingerprint of a key that is not in the set, whatever n.
#[must_use]
pub fn rate(fingerprint_bits: u32) -> f64 {
    libm::exp2(-f64::from(fingerprint_bits))
}

/// The narrowest of [`FINGERPRINT_BITS`] that keeps the rate at p or below; `None` for p below 2⁻³².
#[must_use]
pub fn fingerprint_bits_for(p: f64) -> Option<u32> {
    FINGERPRINT_BITS.into_iter().find(|&f| rate(f) <= p)
}

/// Cells·f/n: bits a key, rounding to whole segments included. About 1.125·f from a million keys up, 1.19·f at 100,000, 1.28·f at
/// 10,000, more below. Infinite for n = 0.
#[must_use]
pub fn bits_per_key(n: u64, fingerprint_bits: u32) -> f64 {
    FuseLayout::new(n).n_cells() as f64 * f64::from(fingerprint_bits) / n as f64
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // powers of two are exact
mod tests {
    use super::*;

    #[test]
    fn edges() {
        for n in [0, 1, 2] {
            assert_eq!(FuseLayout::new(n), FuseLayout { segment_length: 4, start_segments: 1 }, "{n}");
        }
        assert!(FuseLayout::new(u64::MAX).n_cells() >= 1 << 63);
        assert_eq!(rate(8), 1.0 / 256.0);
        assert_eq!([0.5, 1.0 / 256.0, 0.001, 1e-9].map(fingerprint_bits_for), [Some(8), Some(8), Some(16), Some(32)]);
        assert_eq!((fingerprint_bits_for(1e-10), fingerprint_bits_for(f64::NAN)), (None, None));
    }

    #[test]
    fn memory_approaches_nine_eighths() {
        for (n, least, most) in
            [(1_000, 1.30, 1.65), (10_000, 1.20, 1.45), (100_000, 1.125, 1.25), (10_000_000, 1.125, 1.16)]
        {
            let cells_a_key = bits_per_key(n, 8) / 8.0;
            assert!((least..most).contains(&cells_a_key), "{n}: {cells_a_key}");
        }
    }
}
