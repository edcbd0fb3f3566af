//! From cells to pixels and back.
//!
//! Places are in device pixels, so that cells end on whole ones and stay sharp. What should look equally large on any
//! screen is given in units: a unit is a CSS pixel at the usual size of text, and grows with it on a projector. A camera at rest shows whole
//! pixels a cell ([`snapped`]) as long as a cell is at least one; in movement any scale will do.

use super::layout::{Cell, Layout};
pub use super::metrics::{Metrics, Rect};
pub use super::viewport::{Gutter, MAX_CELL, PAD, Viewport, natural_height};

/// Whole pixels a cell from one pixel up.
#[must_use]
pub fn snapped(scale: f64) -> f64 {
    if scale >= 1.0 { scale.round() } else { scale }
}

/// Where the grid is on the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Device pixels a cell.
    pub scale: f64,
    /// Left edge of column 0.
    pub x: f64,
    /// Top edge of row 0.
    pub y: f64,
}

impl Camera {
    /// The whole grid, in the middle.
    #[must_use]
    pub fn fit(layout: &Layout, viewport: &Viewport) -> Self {
        Self { scale: viewport.fit_scale(layout), x: 0.0, y: 0.0 }.clamped(layout, viewport)
    }

    /// A cell in the middle, at a scale.
    #[must_use]
    pub fn centred(cell: Cell, scale: f64, layout: &Layout, viewport: &Viewport) -> Self {
        let scale = Self::allowed(scale, layout, viewport);
        let (x, y) = viewport.middle();
        Self { scale, x: x - (cell.col as f64 + 0.5) * scale, y: y - (cell.row as f64 + 0.5) * scale }
            .clamped(layout, viewport)
    }

    /// The nearest scale that the viewport allows: from the whole grid to the largest cell.
    #[must_use]
    pub fn allowed(scale: f64, layout: &Layout, viewport: &Viewport) -> f64 {
        let least = viewport.fit_scale(layout);
        scale.clamp(least, viewport.max_scale().max(least))
    }

    /// Pixel position of a point of the grid, in columns and rows.
    #[must_use]
    pub fn to_screen(&self, col: f64, row: f64) -> (f64, f64) {
        (self.x + col * self.scale, self.y + row * self.scale)
    }

    /// Point of the grid at a pixel position, in columns and rows.
    #[must_use]
    pub fn to_grid(&self, x: f64, y: f64) -> (f64, f64) {
        ((x - self.x) / self.scale, (y - self.y) / self.scale)
    }

    /// The bit at a pixel position: hit test, the inverse of [`Camera::cell_rect`].
    #[must_use]
    pub fn hit(&self, x: f64, y: f64, layout: &Layout) -> Option<u64> {
        let (col, row) = self.to_grid(x, y);
        if col < 0.0 || row < 0.0 {
            return None;
        }
        layout.index(Cell { col: col as u64, row: row as u64 })
    }

    /// First pixel of a column (from `x`) or row (from `y`): cells end on whole pixels.
    #[must_use]
    pub fn edge(&self, from: f64, n: u64) -> i64 {
        (from + n as f64 * self.scale).round() as i64
    }

    /// The cell in pixels, its share of the gap included; at least one pixel.
    #[must_use]
    pub fn cell_rect(&self, cell: Cell) -> Rect {
        let (x0, y0) = (self.edge(self.x, cell.col), self.edge(self.y, cell.row));
        let (x1, y1) = (self.edge(self.x, cell.col + 1), self.edge(self.y, cell.row + 1));
        Rect { x: x0 as f64, y: y0 as f64, w: (x1 - x0).max(1) as f64, h: (y1 - y0).max(1) as f64 }
    }

    /// The body of the cell in pixels, without the gap.
    #[must_use]
    pub fn body_rect(&self, cell: Cell) -> Rect {
        let metrics = Metrics::at(self.scale);
        let rect = self.cell_rect(cell);
        let (inset, side) = (f64::from(metrics.inset()), f64::from(metrics.body.max(1)));
        Rect { x: rect.x + inset, y: rect.y + inset, w: side, h: side }
    }

    /// The same view at another scale, the point of the grid under (x, y) staying there.
    #[must_use]
    pub fn zoomed(&self, scale: f64, (x, y): (f64, f64), layout: &Layout, viewport: &Viewport) -> Self {
        let scale = Self::allowed(scale, layout, viewport);
        let (col, row) = self.to_grid(x, y);
        Self { scale, x: x - col * scale, y: y - row * scale }.clamped(layout, viewport)
    }

    /// Moved by pixels.
    #[must_use]
    pub fn panned(&self, dx: f64, dy: f64, layout: &Layout, viewport: &Viewport) -> Self {
        Self { x: self.x + dx, y: self.y + dy, ..*self }.clamped(layout, viewport)
    }

    /// Kept in view: an axis that fits is centred, one that does not leaves no empty border. On whole pixels.
    #[must_use]
    pub fn clamped(&self, layout: &Layout, viewport: &Viewport) -> Self {
        let (left, top, width, height) = viewport.area();
        let along = |at: f64, start: f64, space: f64, cells: u64| {
            let size = cells as f64 * self.scale;
            let kept = if size <= space { start + (space - size) / 2.0 } else { at.clamp(start + space - size, start) };
            kept.round()
        };
        Self {
            scale: self.scale,
            x: along(self.x, left, width, layout.cols()),
            y: along(self.y, top, height, layout.rows()),
        }
    }

    /// Whether the whole grid is in view.
    #[must_use]
    pub fn is_fit(&self, layout: &Layout, viewport: &Viewport) -> bool {
        self.scale <= viewport.fit_scale(layout) * (1.0 + 1e-9)
    }

    /// The part of the grid in view, in columns and rows: left, top, right, bottom.
    #[must_use]
    pub fn visible(&self, layout: &Layout, viewport: &Viewport) -> (f64, f64, f64, f64) {
        let (left, top) = self.to_grid(0.0, 0.0);
        let (right, bottom) = self.to_grid(viewport.width.into(), viewport.height.into());
        let (cols, rows) = (layout.cols() as f64, layout.rows() as f64);
        (left.clamp(0.0, cols), top.clamp(0.0, rows), right.clamp(0.0, cols), bottom.clamp(0.0, rows))
    }

    /// The least movement that brings a cell into view, at the same scale.
    #[must_use]
    pub fn revealing(&self, cell: Cell, layout: &Layout, viewport: &Viewport) -> Self {
        let (left, top, width, height) = viewport.area();
        let rect = self.cell_rect(cell);
        let along = |at: f64, size: f64, start: f64, space: f64| {
            if at < start {
                start - at
            } else if at + size > start + space {
                start + space - at - size
            } else {
                0.0
            }
        };
        self.panned(along(rect.x, rect.w, left, width), along(rect.y, rect.h, top, height), layout, viewport)
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // pixels are whole numbers
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn viewport(width: u32, height: u32, unit: f64) -> Viewport {
        Viewport { width, height, unit, gutter: Gutter::Connectors(40.0 * unit) }
    }

    #[test]
    fn the_teaching_grid_fills_its_stage() {
        let camera = Camera::fit(&Layout::new(256), &viewport(660, 620, 1.0));
        assert_eq!(camera.scale, 38.0);
        assert_eq!(Metrics::at(38.0), Metrics { gap: 3, body: 35, radius: 7.0, gap_strength: 1.0 });
    }

    #[test]
    fn a_byte_is_eight_large_cells_in_the_middle() {
        let view = Viewport { gutter: Gutter::None, ..viewport(660, 200, 2.0) };
        let camera = Camera::fit(&Layout::new(8), &view);
        assert_eq!(camera.scale, 80.0);
        assert_eq!((camera.x, camera.y), (10.0, 60.0));
    }

    #[test]
    fn revealing_moves_only_as_far_as_needed() {
        let (layout, view) = (Layout::new(1 << 20), viewport(660, 620, 1.0));
        let camera = Camera::centred(Cell { col: 500, row: 500 }, 30.0, &layout, &view);
        assert_eq!(camera.revealing(Cell { col: 500, row: 500 }, &layout, &view), camera);
        let far = camera.revealing(Cell { col: 900, row: 500 }, &layout, &view);
        assert_eq!(far.y, camera.y);
        let rect = far.cell_rect(Cell { col: 900, row: 500 });
        assert!((rect.x + rect.w - 656.0).abs() < 1.0, "{rect:?}");
    }

    proptest! {
        #[test]
        fn hit_test_inverts_geometry(m in 1_u64..1 << 31, at in 0.0..1.0_f64, zoom in 0.0..1.0_f64, unit in 1.0..3.0_f64) {
            let (layout, view) = (Layout::new(m), viewport(900, 700, unit));
            let index = ((m as f64 * at) as u64).min(m - 1);
            let cell = layout.cell(index).expect("inside");
            let (least, most) = (view.fit_scale(&layout), view.max_scale());
            let scale = least * (most / least).powf(zoom);
            let camera = Camera::centred(cell, scale, &layout, &view);
            let (x, y) = camera.to_screen(cell.col as f64 + 0.5, cell.row as f64 + 0.5);
            prop_assert!(x >= 0.0 && x <= view.width.into() && y >= 0.0 && y <= view.height.into());
            prop_assert_eq!(camera.hit(x, y, &layout), Some(index));
            if scale >= 4.0 {
                let (x, y) = camera.body_rect(cell).middle();
                prop_assert_eq!(camera.hit(x, y, &layout), Some(index));
            }
        }

        #[test]
        fn zooming_holds_the_point_under_the_pointer(x in 200.0..700.0_f64, y in 200.0..500.0_f64, factor in 1.0..4.0_f64) {
            let (layout, view) = (Layout::new(10_000_000), viewport(900, 700, 1.0));
            let camera = Camera::centred(Cell { col: 2000, row: 1200 }, 2.0, &layout, &view);
            let before = camera.to_grid(x, y);
            let after = camera.zoomed(camera.scale * factor, (x, y), &layout, &view).to_grid(x, y);
            prop_assert!((before.0 - after.0).abs() <= 0.5 && (before.1 - after.1).abs() <= 0.5);
        }

        #[test]
        fn no_empty_border_when_zoomed_in(dx in -1e7..1e7_f64, dy in -1e7..1e7_f64, scale in 0.1..200.0_f64) {
            let (layout, view) = (Layout::new(10_000_000), viewport(900, 700, 1.0));
            let camera = Camera::fit(&layout, &view).zoomed(scale, (0.0, 0.0), &layout, &view).panned(dx, dy, &layout, &view);
            let (left, top, width, height) = view.area();
            for (at, start, space, cells) in [(camera.x, left, width, layout.cols()), (camera.y, top, height, layout.rows())] {
                let size = cells as f64 * camera.scale;
                prop_assert!(size <= space || (at <= start + 1.0 && at + size >= start + space - 1.0));
                prop_assert!(size > space || (at >= start - 1.0 && at + size <= start + space + 1.0));
            }
        }
    }
}
