//! Cells that hold more than a bit, and what they are parted into.
//!
//! The bits below are painted as ever; over them go the values of counters and fingerprints, where they are legible, and a
//! line before the first cell of each part, where parts are large enough to be told apart.

use super::overlay::Overlay;
use bloomscope::view::grid::camera::Rect;
use bloomscope::view::grid::{Cell, Notation, Regions};
use std::ops::Range;

/// Bodies of this size on (units) have their value written.
const VALUE_FROM: f64 = 15.0;

/// Parts are told apart from this size on, in units: the square root of what one covers.
const PART_FROM: f64 = 7.0;

/// At most so many lines are drawn.
const MOST_LINES: u64 = 4096;

impl Overlay<'_> {
    /// Values and lines.
    pub(super) fn draw_cells(&self, touched: &mut Vec<Rect>) {
        let is_valued = self.bits.notation() != Notation::Bit && self.has_legible_cells();
        let regions = self.bits.regions();
        if !is_valued && regions == Regions::Whole && self.region.is_none() {
            return;
        }
        if is_valued {
            self.draw_values();
        }
        self.draw_parts(&regions);
        if let Some(region) = &self.region {
            self.draw_region(region);
        }
        touched.push(Rect { x: 0.0, y: 0.0, w: self.viewport.width.into(), h: self.viewport.height.into() });
    }

    fn has_legible_cells(&self) -> bool {
        self.camera.body_rect(Cell { col: 0, row: 0 }).w / self.viewport.unit >= VALUE_FROM
    }

    /// The rows in view.
    fn rows(&self) -> Range<u64> {
        let top = self.camera.to_grid(0.0, 0.0).1.max(0.0) as u64;
        let bottom = self.camera.to_grid(0.0, self.viewport.height.into()).1.max(0.0) as u64 + 1;
        top..bottom.min(self.layout.rows())
    }

    fn draw_values(&self) {
        let hex = matches!(self.bits.notation(), Notation::Hex(_));
        let left = self.camera.to_grid(0.0, 0.0).0.max(0.0) as u64;
        let right = self.camera.to_grid(self.viewport.width.into(), 0.0).0.max(0.0) as u64 + 1;
        for row in self.rows() {
            for col in left..right.min(self.layout.cells_in_row(row)) {
                let cell = Cell { col, row };
                let Some(index) = self.layout.index(cell) else { continue };
                let value = self.bits.value(index);
                if hex && value == 0 {
                    continue;
                }
                let colour = if self.bits.get(index) { &self.look.paper } else { &self.look.ink };
                let body = self.camera.body_rect(cell);
                self.write_value(body, value, colour, if value == 0 { 400 } else { 600 });
            }
        }
    }

    /// A value in the middle of a cell, as large as fits.
    pub(super) fn write_value(&self, body: Rect, value: u32, colour: &str, weight: u32) {
        let text = match self.bits.notation() {
            Notation::Hex(_) if value == 0 => return,
            Notation::Hex(digits) => format!("{value:0digits$x}", digits = digits as usize),
            Notation::Bit | Notation::Decimal => value.to_string(),
        };
        let side = body.w / self.viewport.unit;
        let size = ((side - 3.0) / (text.len() as f64 * 0.62)).min(side * 0.5).min(17.0).floor();
        if size >= 6.0 {
            let (x, y) = body.middle();
            self.text_of_weight(&text, x, y, size, colour, weight);
        }
    }

    fn draw_parts(&self, regions: &Regions) {
        let (cols, rows) = (self.layout.cols(), self.rows());
        let seen = rows.start * cols..(rows.end * cols).min(self.layout.n_bits());
        let unit = self.camera.scale / self.viewport.unit;
        let starts: Vec<u64> = match regions {
            Regions::Whole => return,
            &Regions::Every(length) => {
                let length = length.max(1);
                let is_fine =
                    libm::sqrt(length as f64) * unit < PART_FROM || (seen.end - seen.start) / length > MOST_LINES;
                if is_fine {
                    return;
                }
                (seen.start.div_ceil(length)..seen.end.div_ceil(length)).map(|nth| nth * length).collect()
            }
            Regions::At(starts) => starts.iter().copied().filter(|start| seen.contains(start)).collect(),
        };
        self.stroke(&self.look.ink, 1.25, 0.55);
        self.context.begin_path();
        for start in starts.into_iter().filter(|&start| start > 0) {
            self.line_before(start);
        }
        self.context.stroke();
    }

    /// Adds to the path the line between a cell and the one before it: above the rest of its row, down its left side, above
    /// the beginning of the next row.
    fn line_before(&self, index: u64) {
        let (cols, scale) = (self.layout.cols(), self.camera.scale);
        let cell = Cell { col: index & (cols - 1), row: index >> self.layout.col_shift() };
        let at = self.camera.cell_rect(cell);
        let left = self.camera.cell_rect(Cell { col: 0, row: cell.row }).x;
        self.context.move_to(left + scale * self.layout.cells_in_row(cell.row) as f64, at.y);
        self.context.line_to(at.x, at.y);
        if cell.col > 0 {
            self.context.line_to(at.x, at.y + at.h);
            let above_next = self.layout.cells_in_row(cell.row + 1).min(cell.col);
            if above_next == 0 {
                return;
            }
            self.context.move_to(left + scale * above_next as f64, at.y + at.h);
            self.context.line_to(left, at.y + at.h);
        }
    }

    /// An outline around the cells of a part.
    fn draw_region(&self, region: &Range<u64>) {
        let cols = self.layout.cols();
        let end = region.end.min(self.layout.n_bits());
        if region.start >= end {
            return;
        }
        let corner = |index: u64| {
            let rect = self.camera.cell_rect(Cell { col: index & (cols - 1), row: index >> self.layout.col_shift() });
            (rect.x, rect.y, rect.x + rect.w, rect.y + rect.h)
        };
        let (first, last) = (corner(region.start), corner(end - 1));
        let left = corner(region.start & !(cols - 1)).0;
        let right = left + self.camera.scale * cols as f64;
        self.stroke(&self.look.probe, 2.5, 0.95);
        self.context.begin_path();
        let points: Vec<(f64, f64)> = if region.start >> self.layout.col_shift() == (end - 1) >> self.layout.col_shift()
        {
            vec![(first.0, first.1), (last.2, first.1), (last.2, last.3), (first.0, last.3)]
        } else {
            vec![
                (first.0, first.1),
                (right, first.1),
                (right, last.1),
                (last.2, last.1),
                (last.2, last.3),
                (left, last.3),
                (left, first.3),
                (first.0, first.3),
            ]
        };
        for (nth, (x, y)) in points.into_iter().enumerate() {
            if nth == 0 { self.context.move_to(x, y) } else { self.context.line_to(x, y) }
        }
        self.context.close_path();
        self.context.stroke();
    }
}
