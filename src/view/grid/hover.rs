//! What is under a point of the grid.

use super::BitSource;
use super::camera::{Camera, Rect};
use super::layout::{Cell, Layout};

/// Below this scale (units a cell) no single bit can be pointed at: a block of bits is.
pub const SINGLE_FROM: f64 = 3.0;

/// What is pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// One bit.
    Bit {
        /// Its index.
        index: u64,
        /// Whether it is 1.
        one: bool,
        /// What the cell holds: of a bit array the bit.
        value: u32,
    },
    /// A square of bits.
    Block {
        /// Its top left bit.
        first: u64,
        /// Its bottom right bit.
        last: u64,
        /// How many bits are in it.
        cells: u64,
        /// How many of them are 1.
        ones: u64,
    },
}

impl Target {
    /// What is at a pixel; `None` beside the grid. A block is a square of about 8 units whose side is a power of two
    /// cells.
    #[must_use]
    pub fn at(x: f64, y: f64, bits: &dyn BitSource, layout: &Layout, camera: &Camera, unit: f64) -> Option<Self> {
        let index = camera.hit(x, y, layout)?;
        if camera.scale >= SINGLE_FROM * unit {
            return Some(Self::bit(index, bits));
        }
        let shift = block_shift(camera.scale, unit);
        Self::block(layout.cell(index)?, shift, bits, layout)
    }

    /// Which bit, if it is a single one.
    #[must_use]
    pub const fn index(&self) -> Option<u64> {
        match *self {
            Self::Bit { index, .. } => Some(index),
            Self::Block { .. } => None,
        }
    }

    /// One bit.
    #[must_use]
    pub fn bit(index: u64, bits: &dyn BitSource) -> Self {
        Self::Bit { index, one: bits.get(index), value: bits.value(index) }
    }

    fn block(cell: Cell, shift: u32, bits: &dyn BitSource, layout: &Layout) -> Option<Self> {
        let start = |v: u64| v >> shift << shift;
        let (col0, row0) = (start(cell.col), start(cell.row));
        let col1 = (col0 + (1 << shift)).min(layout.cols());
        let row1 = (row0 + (1 << shift)).min(layout.rows());
        let first = layout.index(Cell { col: col0, row: row0 })?;
        let last = layout.index(Cell { col: col1 - 1, row: row1 - 1 }).unwrap_or(layout.n_bits() - 1);
        let cells = (row0..row1).map(|row| layout.cells_in_row(row).clamp(col0, col1) - col0).sum();
        Some(Self::Block { first, last, cells, ones: count(bits, layout, shift, (col0, col1), (row0, row1)) })
    }

    /// The part of the grid it covers: left, top, right, bottom in columns and rows.
    #[must_use]
    pub fn extent(&self, layout: &Layout) -> Option<(Cell, Cell)> {
        match *self {
            Self::Bit { index, .. } => layout.cell(index).map(|cell| (cell, cell)),
            Self::Block { first, last, .. } => layout.cell(first).zip(layout.cell(last)),
        }
    }

    /// The pixels it covers.
    #[must_use]
    pub fn rect(&self, layout: &Layout, camera: &Camera) -> Option<Rect> {
        if let Self::Bit { index, .. } = *self {
            return layout.cell(index).map(|cell| camera.body_rect(cell));
        }
        let (a, b) = self.extent(layout)?;
        let (a, b) = (camera.cell_rect(a), camera.cell_rect(b));
        Some(Rect { x: a.x, y: a.y, w: b.x + b.w - a.x, h: b.y + b.h - a.y })
    }
}

/// log₂ of the side of a block that is about 8 units wide.
fn block_shift(scale: f64, unit: f64) -> u32 {
    let mut shift = 1;
    while scale * ((1_u64 << (shift + 1)) as f64) <= 12.0 * unit && shift < 40 {
        shift += 1;
    }
    shift
}

/// Ones in a block: from the tiles where the block is made of them, else from the words.
fn count(bits: &dyn BitSource, layout: &Layout, shift: u32, cols: (u64, u64), rows: (u64, u64)) -> u64 {
    let density = bits.density();
    let level = density.levels().iter().rev().find(|level| level.shift() <= shift);
    if let Some(level) = level.filter(|_| density.layout() == layout) {
        let tiles = |(from, to): (u64, u64)| (from >> level.shift())..to.div_ceil(1 << level.shift());
        return tiles(rows)
            .flat_map(|row| tiles(cols).map(move |col| (col, row)))
            .map(|(col, row)| u64::from(level.count(col as usize, row as usize)))
            .sum();
    }
    (rows.0..rows.1)
        .flat_map(|row| (cols.0..cols.1).map(move |col| Cell { col, row }))
        .filter(|&cell| layout.index(cell).is_some_and(|index| bits.get(index)))
        .count() as u64
}

#[cfg(test)]
mod tests {
    use super::super::raster::tests_support::Bits;
    use super::super::{Gutter, Viewport};
    use super::*;

    fn naive(bits: &Bits, target: Target) -> (u64, u64) {
        let layout = Layout::new(bits.n_bits());
        let (a, b) = target.extent(&layout).expect("inside");
        let inside: Vec<u64> = (0..bits.n_bits())
            .filter(|&i| {
                let cell = layout.cell(i).expect("inside");
                (a.col..=b.col.max(a.col)).contains(&cell.col) && (a.row..=b.row).contains(&cell.row)
            })
            .collect();
        (inside.len() as u64, inside.iter().filter(|&&i| bits.get(i)).count() as u64)
    }

    #[test]
    fn a_block_counts_what_it_covers() {
        let bits = Bits::random(1 << 18, 0.3);
        let layout = Layout::new(1 << 18);
        let viewport = Viewport { width: 300, height: 300, unit: 1.0, gutter: Gutter::None };
        for scale in [0.6, 0.9, 1.0, 2.0] {
            let camera = Camera::fit(&layout, &viewport).zoomed(scale, (10.0, 10.0), &layout, &viewport);
            for (x, y) in [(30.0, 40.0), (150.0, 150.0), (290.0, 290.0)] {
                let target = Target::at(x, y, &bits, &layout, &camera, 1.0).expect("inside");
                let Target::Block { cells, ones, .. } = target else { panic!("a block at {scale}") };
                assert_eq!((cells, ones), naive(&bits, target), "scale {scale}");
                let rect = target.rect(&layout, &camera).expect("inside");
                assert!(rect.x <= x && x <= rect.x + rect.w && rect.y <= y && y <= rect.y + rect.h, "{rect:?}");
                assert!((5.0..=17.0).contains(&rect.w), "{rect:?}");
            }
        }
    }

    #[test]
    fn single_bits_when_they_can_be_seen() {
        let bits = Bits::random(256, 0.3);
        let layout = Layout::new(256);
        let viewport = Viewport { width: 660, height: 620, unit: 1.0, gutter: Gutter::None };
        let camera = Camera::fit(&layout, &viewport);
        let (x, y) = camera.body_rect(Cell { col: 3, row: 4 }).middle();
        let target = Target::at(x, y, &bits, &layout, &camera, 1.0);
        assert_eq!(target, Some(Target::bit(67, &bits)));
        assert_eq!(Target::at(1.0, 1.0, &bits, &layout, &camera, 1.0), None);
    }
}
