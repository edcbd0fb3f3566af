//! Scales from 3: cells with bodies, gaps, round corners and labels.
//!
//! Every cell of a kind looks the same, and the rows of its middle look the same; so of each row of cells only the pixel
//! rows that differ are composed (the corners, one row of the middle, the gap) and the others copied.

use super::{Frame, Metrics, Picture, Rgba, Span, Typeface, clip, mix, row_word};
use crate::view::grid::label;

/// What a cell holds: the index into its sprites.
const ABSENT: u8 = 2;

/// The distinct pixel rows of the three kinds of cells: 0, 1, and no bit at all.
struct Sprites {
    metrics: Metrics,
    width: usize,
    corner_rows: usize,
    rows: [Vec<Rgba>; 3],
}

impl Sprites {
    /// Row 0 is the gap, rows 1… the corner rows from the outside in, the last the middle.
    fn new(picture: &Picture<'_>) -> Self {
        let metrics = Metrics::at(picture.camera.scale);
        let width = picture.camera.scale.ceil() as usize;
        let corner_rows = metrics.radius.ceil() as usize;
        let palette = picture.palette;
        let sprite = |body: Rgba| {
            let gap = mix(body, palette.paper, metrics.gap_strength);
            let mut rows = vec![gap; width * (corner_rows + 2)];
            for (id, row) in rows.chunks_exact_mut(width).enumerate().skip(1) {
                let inset = metrics.inset() as usize;
                for (x, pixel) in row.iter_mut().skip(inset).take(metrics.body as usize).enumerate() {
                    *pixel = mix(gap, body, coverage(&metrics, x, id - 1));
                }
            }
            rows
        };
        Self { metrics, width, corner_rows, rows: [sprite(palette.zero), sprite(palette.one), sprite(palette.paper)] }
    }

    /// Which distinct row is row `j` of a cell: bottom corners mirror the top ones.
    fn id(&self, j: usize) -> usize {
        let body = self.metrics.body as usize;
        let Some(j) = j.checked_sub(self.metrics.inset() as usize).filter(|&j| j < body) else { return 0 };
        1 + j.min(body - 1 - j).min(self.corner_rows)
    }

    fn row(&self, class: u8, id: usize) -> &[Rgba] {
        let rows = self.rows.get(usize::from(class)).map_or(&[][..], Vec::as_slice);
        rows.get(id * self.width..(id + 1) * self.width).unwrap_or_default()
    }
}

/// How much of body pixel (x, y), counted from the body's corner, is inside of the rounded square: 0 to 1.
fn coverage(metrics: &Metrics, x: usize, y: usize) -> f64 {
    let (radius, body) = (metrics.radius, f64::from(metrics.body));
    // Distance of a point from the centre of the nearest corner's circle, 0 where the square has no corner.
    let from_corner = |v: f64| (radius - v.min(body - v)).max(0.0);
    let mut inside = 0;
    for i in 0..16 {
        let (dx, dy) = (
            from_corner(x as f64 + (f64::from(i % 4) + 0.5) / 4.0),
            from_corner(y as f64 + (f64::from(i / 4) + 0.5) / 4.0),
        );
        inside += u32::from(dx * dx + dy * dy <= radius * radius);
    }
    f64::from(inside) / 16.0
}

/// A visible column: its pixels, and how many pixels of its sprite are cut off at the left.
struct Column {
    col: u64,
    x0: usize,
    x1: usize,
    cut: usize,
    left: i64,
}

/// What all rows of cells have in common.
pub(super) struct Painter {
    sprites: Sprites,
    columns: Vec<Column>,
}

impl Painter {
    /// For pixel columns `x0..x1`, at least one.
    pub(super) fn new(picture: &Picture<'_>, x0: usize, x1: usize) -> Self {
        let Picture { camera, layout, .. } = *picture;
        let (first, last) = (camera.to_grid(x0 as f64, 0.0).0, camera.to_grid(x1 as f64, 0.0).0);
        let column = |col| {
            let (left, right) = (camera.edge(camera.x, col), camera.edge(camera.x, col + 1));
            let start = clip(left, x0, x1);
            Column { col, x0: start, x1: clip(right, x0, x1), cut: (start as i64 - left).max(0) as usize, left }
        };
        let columns = around(first, last, layout.cols()).map(column).filter(|c| c.x0 < c.x1).collect();
        Self { sprites: Sprites::new(picture), columns }
    }

    pub(super) fn paint(&self, frame: &mut Frame, picture: &Picture<'_>, span: Span) {
        let Picture { layout, camera, .. } = *picture;
        let (top, bottom) = (camera.to_grid(0.0, span.y0 as f64).1, camera.to_grid(0.0, span.y1 as f64).1);
        let mut classes = Vec::with_capacity(self.columns.len());
        let mut painted: Vec<Option<usize>> = Vec::new();
        for row in around(top, bottom, layout.rows()) {
            let (y_top, y_bottom) = (camera.edge(camera.y, row), camera.edge(camera.y, row + 1));
            let (y0, y1) = (clip(y_top, span.y0, span.y1), clip(y_bottom, span.y0, span.y1));
            if y0 >= y1 {
                continue;
            }
            self.classify(picture, row, &mut classes);
            painted.clear();
            painted.resize(self.sprites.corner_rows + 2, None);
            for y in y0..y1 {
                let id = self.sprites.id((y as i64 - y_top) as usize);
                if let Some(Some(from)) = painted.get(id) {
                    frame.copy_row(*from, y, span.x0, span.x1);
                    continue;
                }
                if let Some(slot) = painted.get_mut(id) {
                    *slot = Some(y);
                }
                self.compose(frame.row_mut(y), &classes, id);
            }
            self.label(frame, picture, row, y_top, &classes, span);
        }
    }

    /// What each visible cell of a row of the grid holds.
    fn classify(&self, picture: &Picture<'_>, row: u64, classes: &mut Vec<u8>) {
        let Picture { bits, layout, .. } = *picture;
        let (words, bits_here) = (bits.words(), layout.cells_in_row(row));
        let mut word = (u64::MAX, 0);
        classes.clear();
        classes.extend(self.columns.iter().map(|column| {
            if word.0 != column.col / 64 {
                word = (column.col / 64, row_word(words, layout, row, column.col / 64));
            }
            if column.col < bits_here { (word.1 >> (column.col % 64) & 1) as u8 } else { ABSENT }
        }));
    }

    /// One pixel row of a row of cells.
    fn compose(&self, pixels: &mut [Rgba], classes: &[u8], id: usize) {
        match self.sprites.width {
            3 => self.compose_narrow::<3>(pixels, classes, id),
            4 => self.compose_narrow::<4>(pixels, classes, id),
            5 => self.compose_narrow::<5>(pixels, classes, id),
            6 => self.compose_narrow::<6>(pixels, classes, id),
            7 => self.compose_narrow::<7>(pixels, classes, id),
            8 => self.compose_narrow::<8>(pixels, classes, id),
            9 => self.compose_narrow::<9>(pixels, classes, id),
            10 => self.compose_narrow::<10>(pixels, classes, id),
            _ => self.compose_any(pixels, classes, id),
        }
    }

    fn compose_any(&self, pixels: &mut [Rgba], classes: &[u8], id: usize) {
        let kinds = [0, 1, ABSENT].map(|class| self.sprites.row(class, id));
        for (&class, column) in classes.iter().zip(&self.columns) {
            let sprite = kinds[usize::from(class.min(ABSENT))].get(column.cut..).unwrap_or_default();
            for (pixel, &colour) in pixels[column.x0..column.x1].iter_mut().zip(sprite) {
                *pixel = colour;
            }
        }
    }

    /// For cells of a few pixels: W are written for each, one too many where the cell is narrower, which the next cell then
    /// overwrites. A copy of known size is some moves instead of a loop.
    fn compose_narrow<const W: usize>(&self, pixels: &mut [Rgba], classes: &[u8], id: usize) {
        let kinds =
            [0, 1, ABSENT].map(|class| self.sprites.row(class, id).first_chunk::<W>().copied().unwrap_or([0; W]));
        let Some(end) = self.columns.last().map(|column| column.x1) else { return };
        let pixels = &mut pixels[..end];
        for (&class, column) in classes.iter().zip(&self.columns) {
            let sprite = &kinds[usize::from(class.min(ABSENT))];
            match pixels.get_mut(column.x0..).and_then(|rest| rest.first_chunk_mut::<W>()) {
                Some(target) if column.cut == 0 => *target = *sprite,
                _ => {
                    for (pixel, &colour) in pixels[column.x0..column.x1].iter_mut().zip(&sprite[column.cut..]) {
                        *pixel = colour;
                    }
                }
            }
        }
    }

    fn label(&self, frame: &mut Frame, picture: &Picture<'_>, row: u64, y_top: i64, classes: &[u8], span: Span) {
        let labels = picture.labels;
        if labels.index.is_none() && labels.value.is_none() {
            return;
        }
        let body = f64::from(self.sprites.metrics.body);
        let inset = f64::from(self.sprites.metrics.inset());
        let (index_at, value_at) = line_middles(picture);
        let line = |at: f64| y_top as f64 + inset + body * at;
        for (&class, column) in classes.iter().zip(&self.columns).filter(|(class, _)| **class != ABSENT) {
            let middle = column.left as f64 + inset + body / 2.0;
            if let Some(face) = labels.index {
                let index = (row << picture.layout.col_shift()) | column.col;
                face.centred(frame, class, index, middle, line(index_at), span);
            }
            if let Some(face) = labels.value {
                face.centred(frame, class, class.into(), middle, line(value_at), span);
            }
        }
    }
}

/// The columns or rows from one place to another, and one more on either side, as edges are rounded to pixels.
fn around(from: f64, to: f64, n: u64) -> std::ops::Range<u64> {
    ((from - 1.0).max(0.0) as u64)..((to + 2.0).max(0.0) as u64).min(n)
}

/// Where the middle of a text line is within a body: the index alone in the middle; above the value when both are there.
fn line_middles(picture: &Picture<'_>) -> (f64, f64) {
    if picture.labels.value.is_some() { (0.28, 0.64) } else { (0.5, 0.5) }
}

/// The index of each labelled row's first bit, in the gutter.
pub(super) fn paint_row_labels(frame: &mut Frame, picture: &Picture<'_>, span: Span) {
    let Picture { layout, camera, .. } = *picture;
    let Some(face) = picture.labels.rows else { return };
    let right = (picture.left as f64 - 5.0 * picture.unit).round();
    let step = label::row_step(camera.scale, picture.unit);
    let (_, top) = camera.to_grid(0.0, span.y0 as f64);
    let (_, bottom) = camera.to_grid(0.0, span.y1 as f64);
    let first = ((top - 1.0).max(0.0) as u64).next_multiple_of(step);
    let last = ((bottom + 1.0).max(0.0) as u64).min(layout.rows());
    for row in (first..last).step_by(step as usize) {
        let middle = (camera.edge(camera.y, row) + camera.edge(camera.y, row + 1)) as f64 / 2.0;
        face.right_aligned(frame, Typeface::ON_PAPER, row << layout.col_shift(), right, middle, span);
    }
}
