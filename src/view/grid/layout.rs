//! Bits in rows and columns.

/// The fewest columns: a byte a row.
pub const MIN_COLS: u64 = 8;

/// Up to this many bits the number of columns follows the space there is; above, it depends on m alone, so that the
/// [`Density`](super::Density) of a large filter stays valid when the window changes.
pub const FLEXIBLE_BITS: u64 = 4096;

/// Width over height that a grid aims at when nothing else is known: a little wider than high.
pub const DEFAULT_ASPECT: f64 = 1.35;

/// A place in the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Column, from 0 at the left.
    pub col: u64,
    /// Row, from 0 at the top.
    pub row: u64,
}

/// m bits in rows of c columns, c a power of two and at least [`MIN_COLS`].
///
/// ```
/// use bloomscope::view::grid::Layout;
/// let shape = |m| (Layout::new(m).cols(), Layout::new(m).rows());
/// assert_eq!(shape(8), (8, 1));
/// assert_eq!(shape(256), (16, 16));
/// assert_eq!(shape(1000), (32, 32));
/// assert_eq!(shape(10_000_000), (4096, 2442));
/// assert_eq!(shape(1 << 31), (65_536, 32_768));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    n_bits: u64,
    col_shift: u32,
}

impl Layout {
    /// The layout of m bits by m alone.
    #[must_use]
    pub fn new(n_bits: u64) -> Self {
        Self::with_aspect(n_bits, DEFAULT_ASPECT)
    }

    /// The layout of m bits for a space of the given width over height. Only a small grid
    /// (at most [`FLEXIBLE_BITS`]) adapts to it; others are as in [`Layout::new`].
    #[must_use]
    pub fn fitting(n_bits: u64, aspect: f64) -> Self {
        let usable = n_bits <= FLEXIBLE_BITS && aspect.is_finite();
        Self::with_aspect(n_bits, if usable { aspect.clamp(0.4, 4.0) } else { DEFAULT_ASPECT })
    }

    /// The power of two nearest (by ratio) to √(aspect · m), which would make the grid exactly of that aspect.
    fn with_aspect(n_bits: u64, aspect: f64) -> Self {
        let cells = aspect * n_bits as f64;
        let mut col_shift = MIN_COLS.ilog2();
        // c is nearest when √(aspect·m) ≤ c·√2; 2³¹ is far above any column count a filter in memory asks for.
        while 2.0 * ((1_u64 << (2 * col_shift)) as f64) < cells && col_shift < 31 {
            col_shift += 1;
        }
        Self { n_bits, col_shift }
    }

    /// m.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.n_bits
    }

    /// Columns, c.
    #[must_use]
    pub const fn cols(&self) -> u64 {
        1 << self.col_shift
    }

    /// log₂ c.
    #[must_use]
    pub const fn col_shift(&self) -> u32 {
        self.col_shift
    }

    /// Rows, ⌈m/c⌉; the last may be shorter than the others.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.n_bits.div_ceil(self.cols())
    }

    /// Where bit `index` is; `None` beyond the end.
    #[must_use]
    pub fn cell(&self, index: u64) -> Option<Cell> {
        (index < self.n_bits).then(|| Cell { col: index & (self.cols() - 1), row: index >> self.col_shift })
    }

    /// Which bit is at a cell; `None` outside of the grid.
    #[must_use]
    pub fn index(&self, cell: Cell) -> Option<u64> {
        let inside = cell.col < self.cols() && cell.row < self.rows();
        let index = inside.then(|| (cell.row << self.col_shift) | cell.col)?;
        (index < self.n_bits).then_some(index)
    }

    /// How many cells of `row` hold bits, from the left: c, fewer in the last row, 0 below it.
    #[must_use]
    pub fn cells_in_row(&self, row: u64) -> u64 {
        if row >= self.rows() { 0 } else { (self.n_bits - (row << self.col_shift)).min(self.cols()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_small_grid_follows_the_space() {
        let cols = |m, aspect| Layout::fitting(m, aspect).cols();
        assert_eq!(cols(256, 4.0), 32);
        assert_eq!(cols(256, 0.5), 8);
        assert_eq!(cols(256, f64::NAN), 16);
        assert_eq!(cols(1 << 20, 4.0), cols(1 << 20, 0.5));
    }

    #[test]
    fn nothing_and_everything_have_a_layout() {
        assert_eq!(Layout::new(0).rows(), 0);
        assert_eq!(Layout::new(1).cols(), MIN_COLS);
        assert!(Layout::new(u64::MAX).rows() > 0);
    }

    proptest! {
        #[test]
        fn cell_and_index_are_inverse(m in 1_u64..1 << 33, at in 0.0..1.0_f64) {
            let layout = Layout::new(m);
            let index = ((m as f64 * at) as u64).min(m - 1);
            let cell = layout.cell(index).expect("inside");
            prop_assert!(cell.col < layout.cells_in_row(cell.row));
            prop_assert_eq!(layout.index(cell), Some(index));
            prop_assert_eq!(layout.cell(m), None);
        }

        #[test]
        fn a_grid_is_neither_a_ribbon_nor_a_tower(m in 64_u64..1 << 33) {
            let layout = Layout::new(m);
            let aspect = layout.cols() as f64 / layout.rows() as f64;
            prop_assert!((0.6..=2.75).contains(&aspect), "{} × {}", layout.cols(), layout.rows());
        }
    }
}
