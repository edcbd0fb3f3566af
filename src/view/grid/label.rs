//! Which labels fit.
//!
//! A cell is labelled with its index when all indices fit, and with its value below that when there is room. Rows are
//! labelled in the gutter instead where space is narrow.

use super::camera::{Gutter, Metrics, Viewport};
use super::layout::Layout;

/// The sizes of label text, in units: few, so that their glyphs are drawn once and kept.
pub const SIZES: [u32; 6] = [9, 10, 11, 12, 13, 18];

/// The size of a value below its index.
pub const VALUE_SIZE: u32 = 18;

/// Width of a digit over its size, for planning: a little above what tabular digits of common fonts take.
const DIGIT: f64 = 0.64;

/// Canvases narrower than this (units) are narrow: there rows are labelled instead of cells.
pub const NARROW: f64 = 480.0;

/// Width of the space for connectors, in units.
pub const GUTTER: f64 = 40.0;

/// What to write into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellText {
    /// Nothing fits.
    Nothing,
    /// The index, at this size.
    Index(u32),
    /// The index at this size, and the value below it at [`VALUE_SIZE`].
    IndexAndValue(u32),
}

/// How many digits the largest index has.
#[must_use]
pub fn digits(n_bits: u64) -> u32 {
    n_bits.saturating_sub(1).checked_ilog10().unwrap_or(0) + 1
}

/// What fits into cells of a scale.
#[must_use]
pub fn cell_text(scale: f64, unit: f64, n_bits: u64) -> CellText {
    if scale < Metrics::GAP_FROM {
        return CellText::Nothing;
    }
    let body = f64::from(Metrics::at(scale).body) / unit;
    let fits = |size: u32| f64::from(digits(n_bits)) * f64::from(size) * DIGIT + 4.0 <= body;
    let Some(size) = (9..=13_u32).rev().find(|&size| fits(size) && f64::from(size) <= (body * 0.3).max(9.0)) else {
        return CellText::Nothing;
    };
    match body {
        _ if body < 18.0 => CellText::Nothing,
        _ if body < 46.0 => CellText::Index(size),
        _ => CellText::IndexAndValue(size),
    }
}

/// Size of row labels.
pub const ROW_SIZE: u32 = 9;

/// What the space at the left is for, given the canvas in device pixels. Grids too large to show every bit use it all.
#[must_use]
pub fn gutter(layout: &Layout, width: u32, height: u32, unit: f64) -> Gutter {
    let bare = Viewport { width, height, unit, gutter: Gutter::None };
    let cell = bare.fit_scale(layout) / unit;
    if cell < 5.0 {
        Gutter::None
    } else if f64::from(width) / unit < NARROW {
        let text = f64::from(digits(layout.n_bits())) * f64::from(ROW_SIZE) * DIGIT;
        Gutter::Rows(((text + 9.0) * unit).round())
    } else {
        Gutter::Connectors((GUTTER * unit).round())
    }
}

/// Every how many rows a label fits: 1, 2, 4, …
#[must_use]
pub fn row_step(scale: f64, unit: f64) -> u64 {
    let mut step = 1;
    while scale * (step as f64) < f64::from(ROW_SIZE) * 1.3 * unit && step < 1 << 40 {
        step *= 2;
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_when_they_fit() {
        assert_eq!(cell_text(38.0, 1.0, 256), CellText::Index(10));
        assert_eq!(cell_text(76.0, 2.0, 256), CellText::Index(10));
        assert_eq!(cell_text(64.0, 1.0, 8), CellText::IndexAndValue(13));
        assert_eq!(cell_text(64.0, 1.0, 10_000_000), CellText::IndexAndValue(12));
        assert_eq!(cell_text(38.0, 1.0, 10_000_000), CellText::Nothing);
        assert_eq!(cell_text(18.0, 1.0, 256), CellText::Nothing);
        assert_eq!(cell_text(0.4, 1.0, 256), CellText::Nothing);
    }

    #[test]
    fn digits_of_the_last_index() {
        assert_eq!([1, 10, 11, 100, 101, 1 << 31].map(digits), [1, 1, 2, 2, 3, 10]);
        assert_eq!(digits(0), 1);
    }

    #[test]
    fn the_gutter_follows_the_space() {
        let at = |m, width, height, unit| gutter(&Layout::new(m), width, height, unit);
        assert_eq!(at(256, 660, 620, 1.0), Gutter::Connectors(40.0));
        assert!(matches!(at(256, 716, 640, 2.0), Gutter::Rows(_)));
        assert_eq!(at(10_000_000, 1600, 1000, 1.0), Gutter::None);
    }

    #[test]
    fn row_labels_never_touch() {
        assert_eq!(row_step(21.0, 1.0), 1);
        assert_eq!(row_step(10.0, 1.0), 2);
        assert_eq!(row_step(10.0, 2.0), 4);
    }
}
