//! One level of the density pyramid: counts of ones in tiles of one size.

use super::layout::Layout;
use crate::filter::MemoryRefused;

/// The counts of one level: tiles in rows, `cols` a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    shift: u32,
    cols: usize,
    counts: Counts,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Counts {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
}

/// Neighbouring tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row<'a> {
    /// Counts up to 64.
    Bytes(&'a [u8]),
    /// Counts up to 2¹⁴.
    Shorts(&'a [u16]),
}

impl Level {
    pub(super) fn try_new(layout: &Layout, shift: u32) -> Result<Self, MemoryRefused> {
        let cols = layout.cols().div_ceil(1 << shift) as usize;
        let n = cols * layout.rows().div_ceil(1 << shift) as usize;
        let refused = |_| MemoryRefused { n_bits: layout.n_bits() };
        let counts = if shift <= 3 {
            let mut tiles = Vec::new();
            tiles.try_reserve_exact(n).map_err(refused)?;
            tiles.resize(n, 0);
            Counts::Bytes(tiles)
        } else {
            let mut tiles = Vec::new();
            tiles.try_reserve_exact(n).map_err(refused)?;
            tiles.resize(n, 0);
            Counts::Shorts(tiles)
        };
        Ok(Self { shift, cols, counts })
    }

    /// log₂ of the side of a tile, in cells.
    #[must_use]
    pub const fn shift(&self) -> u32 {
        self.shift
    }

    /// Tiles in a row.
    #[must_use]
    pub const fn cols(&self) -> usize {
        self.cols
    }

    /// Rows of tiles.
    #[must_use]
    pub fn rows(&self) -> usize {
        let n = match &self.counts {
            Counts::Bytes(tiles) => tiles.len(),
            Counts::Shorts(tiles) => tiles.len(),
        };
        n / self.cols.max(1)
    }

    /// Ones in a tile; 0 outside.
    #[must_use]
    pub fn count(&self, col: usize, row: usize) -> u32 {
        let at = row * self.cols + col;
        match &self.counts {
            Counts::Bytes(tiles) => tiles.get(at).copied().map_or(0, u32::from),
            Counts::Shorts(tiles) => tiles.get(at).copied().map_or(0, u32::from),
        }
    }

    /// The counts of the tiles of `row`, from tile `from` on, as whatever they are stored in.
    #[must_use]
    pub fn row(&self, row: usize, from: usize) -> Row<'_> {
        let start = row * self.cols + from.min(self.cols);
        let end = (row + 1) * self.cols;
        match &self.counts {
            Counts::Bytes(tiles) => Row::Bytes(tiles.get(start..end).unwrap_or_default()),
            Counts::Shorts(tiles) => Row::Shorts(tiles.get(start..end).unwrap_or_default()),
        }
    }

    pub(super) fn bump(&mut self, col: u64, row: u64, by: i8) {
        let at = (row >> self.shift) as usize * self.cols + (col >> self.shift) as usize;
        match &mut self.counts {
            Counts::Bytes(tiles) => {
                if let Some(tile) = tiles.get_mut(at) {
                    *tile = tile.saturating_add_signed(by);
                }
            }
            Counts::Shorts(tiles) => {
                if let Some(tile) = tiles.get_mut(at) {
                    *tile = tile.saturating_add_signed(by.into());
                }
            }
        }
    }

    pub(super) fn put(&mut self, at: usize, count: u32) {
        match &mut self.counts {
            Counts::Bytes(tiles) => {
                if let Some(tile) = tiles.get_mut(at) {
                    *tile = count as u8;
                }
            }
            Counts::Shorts(tiles) => {
                if let Some(tile) = tiles.get_mut(at) {
                    *tile = count as u16;
                }
            }
        }
    }
}
