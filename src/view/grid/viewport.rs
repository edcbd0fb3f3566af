//! The canvas and the space on it.

use super::label::{GUTTER, NARROW};
use super::layout::Layout;

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

    /// Whether there is room for connectors from the left edge.
    #[must_use]
    pub fn has_connectors(&self) -> bool {
        !matches!(self.gutter, Gutter::Rows(_)) && f64::from(self.width) >= super::label::NARROW * self.unit
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

/// The height of a canvas of a given width: that of a square grid beside its connectors, whatever m is, so that what is
/// below stays where it is while m changes; never more than `most`. All in device pixels. (The style sheet gives the same
/// height to what stands in the grid's place.)
#[must_use]
pub fn natural_height(width: u32, most: f64, unit: f64) -> f64 {
    let beside = if f64::from(width) < NARROW * unit { 0.0 } else { (GUTTER - PAD) * unit };
    (f64::from(width) - beside.round()).min(most).max((2.0 * PAD + 16.0) * unit)
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // pixels are whole numbers
mod tests {
    use super::super::label;
    use super::*;

    #[test]
    fn the_stage_is_as_high_as_a_square_grid_needs() {
        assert_eq!(natural_height(660, 900.0, 1.0), 624.0);
        assert_eq!(natural_height(1320, 1800.0, 2.0), 1248.0);
        assert_eq!(natural_height(660, 500.0, 1.0), 500.0);
        assert_eq!(natural_height(328, 900.0, 1.0), 328.0);
        let layout = Layout::new(256);
        let viewport = Viewport { width: 660, height: 624, unit: 1.0, gutter: label::gutter(&layout, 660, 624, 1.0) };
        let (_, _, width, height) = viewport.area();
        assert_eq!(width, height);
    }
}
