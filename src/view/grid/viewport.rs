//! The canvas and the space on it.

use super::layout::Layout;
use super::marks::{FLAT_MARGIN, FLAT_ROWS};

/// The largest cell, in units.
pub const MAX_CELL: f64 = 64.0;

/// Free space around the grid for the rings of its outermost cells, in units.
pub const PAD: f64 = 4.0;

/// What the space at the left of the grid is for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Gutter {
    /// Nothing: the grid takes it all.
    #[default]
    None,
    /// The connectors to the probed positions; width in device pixels.
    Connectors(f64),
    /// The index of each row's first bit; width in device pixels.
    Rows(f64),
}

impl Gutter {
    /// Its width in device pixels.
    #[must_use]
    pub const fn width(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Connectors(width) | Self::Rows(width) => width,
        }
    }
}

/// The canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Width in device pixels.
    pub width: u32,
    /// Height in device pixels.
    pub height: u32,
    /// Device pixels a unit.
    pub unit: f64,
    /// The space at the left.
    pub gutter: Gutter,
}

impl Viewport {
    /// Left edge, top edge, width and height of the space for cells.
    #[must_use]
    pub fn area(&self) -> (f64, f64, f64, f64) {
        let pad = (PAD * self.unit).round();
        let left = self.gutter.width().round().max(pad);
        let width = (f64::from(self.width) - left - pad).max(1.0);
        (left, pad, width, (f64::from(self.height) - 2.0 * pad).max(1.0))
    }

    /// The middle of the space for cells.
    #[must_use]
    pub fn middle(&self) -> (f64, f64) {
        let (left, top, width, height) = self.area();
        (left + width / 2.0, top + height / 2.0)
    }

    /// The largest scale, in device pixels a cell.
    #[must_use]
    pub fn max_scale(&self) -> f64 {
        (MAX_CELL * self.unit).round().max(1.0)
    }

    /// The scale at which the whole grid is seen: whole pixels a cell where that is at least one.
    #[must_use]
    pub fn fit_scale(&self, layout: &Layout) -> f64 {
        let (_, _, width, height) = self.area();
        let scale = (width / layout.cols() as f64).min(height / layout.rows().max(1) as f64);
        let scale = scale.min(self.max_scale());
        if scale >= 1.0 { scale.floor() } else { scale }
    }
}

/// The height that suits a grid on a canvas of a given width: a flat grid takes what it needs, any other a square, so
/// that the page stays where it is while m changes; never more than `most`. All in device pixels.
#[must_use]
pub fn natural_height(layout: &Layout, width: u32, most: f64, unit: f64) -> f64 {
    let gutter = super::label::gutter(layout, width, width, unit);
    let (left, pad, space, _) = Viewport { width, height: width, unit, gutter }.area();
    let scale = (space / layout.cols() as f64).min((MAX_CELL * unit).round());
    let scale = if scale >= 1.0 { scale.floor() } else { scale };
    let square = f64::from(width) - left + pad;
    let margin = if layout.rows() <= FLAT_ROWS { (FLAT_MARGIN * unit).round() } else { pad };
    let needed = layout.rows() as f64 * scale + 2.0 * margin;
    let height =
        if layout.n_bits() <= super::layout::FLEXIBLE_BITS && needed >= square / 2.0 { square } else { needed };
    height.min(square).min(most).max((2.0 * PAD + 16.0) * unit)
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // pixels are whole numbers
mod tests {
    use super::*;

    #[test]
    fn the_stage_is_square_unless_the_grid_is_flat() {
        let height = |m, width, most| natural_height(&Layout::new(m), width, most, 1.0);
        assert_eq!(height(8, 660, 900.0), 104.0);
        assert_eq!(height(256, 660, 900.0), 624.0);
        assert_eq!(height(300, 660, 900.0), 624.0);
        assert_eq!(height(256, 660, 500.0), 500.0);
        assert_eq!(height(1 << 31, 660, 900.0), 334.0);
    }
}
