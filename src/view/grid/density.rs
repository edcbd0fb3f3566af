//! Counts of ones in square tiles, kept up to date at insertion.
//!
//! A pyramid over the grid of [`Layout::new`]: level s counts the ones in tiles of 2ˢ × 2ˢ cells, for tiles of 8 (16
//! above 2²⁸ bits) to 128 cells a side. A bit that becomes 1 adds one to its tile on every level, at most five
//! additions; [`Density::rebuild`] counts a whole array in one pass over its words. A picture in which a pixel covers
//! many cells then reads a few tiles a pixel, whatever the number of bits.
//!
//! Memory, in bits of counts a bit of filter: 1/8 + 1/16 + 1/64 + … ≈ 0.21 up to 2²⁸ bits (at most 7 MiB), and
//! 1/16 + 1/64 + … ≈ 0.083 above: 21 MiB beside the 256 MiB of the largest filter.

use super::layout::Layout;
pub use super::level::{Level, Row};
use crate::filter::MemoryRefused;
use std::cell::RefCell;

/// Above this many bits the finest level has tiles of 16 cells a side instead of 8.
pub const FINE_BITS: u64 = 1 << 28;

/// The coarsest level has tiles of 2⁷ = 128 cells a side.
pub const COARSEST: u32 = 7;

/// This many changed bits are remembered one by one; more are "everything".
const REMEMBERED: usize = 4096;

/// Which bits changed since the picture was last brought up to date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changes {
    /// These, in order of change; none if empty.
    Bits(Vec<u64>),
    /// Any bit may have.
    All,
}

/// The pyramid, and the bits that changed since the picture last asked.
#[derive(Clone, Debug)]
pub struct Density {
    layout: Layout,
    levels: Vec<Level>,
    changes: RefCell<Changes>,
}

impl Density {
    /// The counts of m zeros.
    ///
    /// # Errors
    /// [`MemoryRefused`] where the allocator refuses.
    pub fn try_new(n_bits: u64) -> Result<Self, MemoryRefused> {
        let layout = Layout::new(n_bits);
        let finest = if n_bits <= FINE_BITS { 3 } else { 4 };
        let levels = (finest..=COARSEST).map(|shift| Level::try_new(&layout, shift)).collect::<Result<_, _>>()?;
        Ok(Self { layout, levels, changes: RefCell::new(Changes::All) })
    }

    /// The grid that the tiles belong to.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The levels, finest first.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Tells that bit `index` became 1. Call it once for each bit that was 0 before.
    pub fn bit_set(&mut self, index: u64) {
        self.change(index, 1);
    }

    /// Tells that bit `index` became 0. Call it once for each bit that was 1 before.
    pub fn bit_cleared(&mut self, index: u64) {
        self.change(index, -1);
    }

    fn change(&mut self, index: u64, by: i8) {
        let Some(cell) = self.layout.cell(index) else { return };
        for level in &mut self.levels {
            level.bump(cell.col, cell.row, by);
        }
        let changes = self.changes.get_mut();
        match changes {
            Changes::Bits(bits) if bits.len() < REMEMBERED => bits.push(index),
            _ => *changes = Changes::All,
        }
    }

    /// Counts the words anew: after insertions in bulk, or when the bits were replaced. One pass over the words: in wasm
    /// some milliseconds for ten million bits, some tenths of a second for the largest filter.
    pub fn rebuild(&mut self, words: &[u64]) {
        *self.changes.get_mut() = Changes::All;
        let layout = self.layout;
        let Some((finest, coarser)) = self.levels.split_first_mut() else { return };
        if layout.col_shift() < 6 {
            count_narrow(words, &layout, finest);
        } else {
            count_wide(words, &layout, finest);
        }
        let mut finer = &*finest;
        for level in coarser {
            for row in 0..level.rows() {
                for col in 0..level.cols() {
                    let sum = [(0, 0), (1, 0), (0, 1), (1, 1)]
                        .into_iter()
                        .filter(|(dx, _)| 2 * col + dx < finer.cols())
                        .map(|(dx, dy)| finer.count(2 * col + dx, 2 * row + dy))
                        .sum();
                    level.put(row * level.cols() + col, sum);
                }
            }
            finer = level;
        }
    }

    /// The changes since the last call. There is one reader: the grid that shows these bits.
    pub fn take_changes(&self) -> Changes {
        self.changes.replace(Changes::Bits(Vec::new()))
    }
}

/// Tiles 8 cells wide, eight of them a word: the ones of each byte are counted within the word, and the words of up to
/// 16 rows are added as bytes, which hold 8 rows of 8 without a carry (16 rows are added in two halves).
fn count_wide(words: &[u64], layout: &Layout, level: &mut Level) {
    let words_per_row = (layout.cols() / 64) as usize;
    let side = 1_usize << level.shift();
    let band_words = words_per_row * 8;
    for tile_row in 0..level.rows() {
        for w in 0..words_per_row {
            let mut halves = [0_u64; 2];
            for (half, sum) in halves.iter_mut().enumerate().take(side / 8) {
                let start = (tile_row * (side / 8) + half) * band_words + w;
                let column = words.get(start..).unwrap_or_default().iter().step_by(words_per_row).take(8);
                *sum = column.map(|&word| ones_per_byte(word)).sum();
            }
            let at = tile_row * level.cols() + w * 64 / side;
            let [a, b] = halves.map(u64::to_le_bytes);
            for i in 0..8 {
                if side == 8 {
                    level.put(at + i, a[i].into());
                } else if i % 2 == 0 {
                    level.put(at + i / 2, [a[i], a[i + 1], b[i], b[i + 1]].into_iter().map(u32::from).sum());
                }
            }
        }
    }
}

/// Small grids, whose rows are narrower than a word: bit by bit.
fn count_narrow(words: &[u64], layout: &Layout, level: &mut Level) {
    for at in 0..level.rows() * level.cols() {
        level.put(at, 0);
    }
    for index in (0..layout.n_bits()).filter(|i| words.get((i / 64) as usize).is_some_and(|w| w >> (i % 64) & 1 == 1)) {
        if let Some(cell) = layout.cell(index) {
            level.bump(cell.col, cell.row, 1);
        }
    }
}

/// The number of ones in each byte of a word, in that byte.
const fn ones_per_byte(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set(words: &mut [u64], index: u64) -> bool {
        let word = &mut words[(index / 64) as usize];
        let new = *word >> (index % 64) & 1 == 0;
        *word |= 1 << (index % 64);
        new
    }

    /// Every level against a count of the bits themselves.
    fn check(density: &Density, words: &[u64]) {
        let layout = density.layout();
        for level in density.levels() {
            let mut naive = vec![0_u32; level.rows() * level.cols()];
            for index in (0..layout.n_bits()).filter(|i| words[(i / 64) as usize] >> (i % 64) & 1 == 1) {
                let cell = layout.cell(index).expect("inside");
                let at = (cell.row >> level.shift()) as usize * level.cols() + (cell.col >> level.shift()) as usize;
                naive[at] += 1;
            }
            for (at, &expected) in naive.iter().enumerate() {
                assert_eq!(level.count(at % level.cols(), at / level.cols()), expected, "side {}", 1 << level.shift());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn insertion_and_rebuild_agree_with_a_recount(m in 1_u64..60_000, picks in prop::collection::vec(0.0..1.0_f64, 0..400)) {
            let mut words = vec![0_u64; m.div_ceil(64) as usize];
            let mut kept = Density::try_new(m).expect("small");
            for at in picks {
                let index = ((m as f64 * at) as u64).min(m - 1);
                if set(&mut words, index) {
                    kept.bit_set(index);
                }
            }
            check(&kept, &words);
            let mut rebuilt = Density::try_new(m).expect("small");
            rebuilt.rebuild(&words);
            check(&rebuilt, &words);
            if let Some(first) = (0..m).find(|&i| words[(i / 64) as usize] >> (i % 64) & 1 == 1) {
                words[(first / 64) as usize] &= !(1 << (first % 64));
                kept.bit_cleared(first);
                check(&kept, &words);
            }
        }
    }

    #[test]
    fn a_full_array_does_not_overflow_its_tiles() {
        let m = 1 << 16;
        let words = vec![u64::MAX; (m / 64) as usize];
        let mut density = Density::try_new(m).expect("small");
        density.rebuild(&words);
        check(&density, &words);
    }

    #[test]
    fn tiles_of_sixteen_are_counted_from_two_bands() {
        let layout = Layout::new(100_000);
        let mut words = vec![0_u64; 100_000_usize.div_ceil(64)];
        for i in 0..30_000 {
            set(&mut words, i * 7919 % 100_000);
        }
        let mut density = Density {
            layout,
            levels: vec![Level::try_new(&layout, 4).expect("small")],
            changes: RefCell::new(Changes::All),
        };
        density.rebuild(&words);
        check(&density, &words);
    }

    #[test]
    fn changes_are_told_once() {
        let mut density = Density::try_new(1000).expect("small");
        assert_eq!(density.take_changes(), Changes::All);
        density.bit_set(3);
        density.bit_set(999);
        assert_eq!(density.take_changes(), Changes::Bits(vec![3, 999]));
        assert_eq!(density.take_changes(), Changes::Bits(vec![]));
        for i in 0..1000 {
            for _ in 0..5 {
                density.bit_cleared(i);
            }
        }
        assert_eq!(density.take_changes(), Changes::All);
        density.rebuild(&[0; 16]);
        assert_eq!(density.take_changes(), Changes::All);
    }
}
