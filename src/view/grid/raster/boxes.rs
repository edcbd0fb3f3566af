//! Scales 1/4 to 3: a pixel sums a box of w × w bits, w = ⌈1/s⌉, or shows a single one from s = 1.
//!
//! Boxes of neighbouring pixels overlap where 1/s is not whole. So every bit is seen, and every pixel sums equally many,
//! which keeps the grain of random bits even at any scale.
//!
//! A row of pixels takes two steps: the sums of the boxes that start at each column, 64 columns at a time, as numbers spread
//! over words ([`super::planes`]); then 16 pixels at a time pick the bits of their sums and take their colours. The second
//! is the inner loop: 128-bit vectors in wasm (`wide`), one by one elsewhere (`narrow`), which is also what it is checked
//! against. Measured in wasm at 1600 × 1000: 0.25 ns a pixel and up to 0.1 ns a bit, where a read and a look-up for
//! every pixel took 1.3.

#[cfg(not(target_arch = "wasm32"))]
use super::narrow as lanes;
use super::planes::{self, Planes};
#[cfg(target_arch = "wasm32")]
use super::wide as lanes;
use super::{Frame, Palette, Picture, Rgba, Span, clip};

/// Pixels that pick their sums together.
pub(super) const GROUP: usize = 16;

/// Buffers kept from picture to picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    planes: Planes,
    /// Sums and shades of tiles.
    pub(super) sums: Vec<u32>,
    pub(super) levels: Vec<u32>,
}

/// Where 16 neighbouring pixels find their sums: bit by bit in the bytes of the planes from `first` on. They are within 16
/// bytes, as 16 boxes of at most 4 columns overlap or touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) first: u32,
    /// The byte of each pixel's column, from `first` on.
    pub(super) bytes: [u8; GROUP],
    /// The bit of it, as a mask.
    pub(super) masks: [u8; GROUP],
}

impl Group {
    fn new(columns: [u64; GROUP]) -> Self {
        let first = columns[0] / 8;
        Self {
            first: first as u32,
            bytes: columns.map(|column| (column / 8 - first) as u8),
            masks: columns.map(|column| 1 << (column % 8)),
        }
    }
}

/// The side of a pixel's box, 1 to 4.
pub(super) fn side(scale: f64) -> u64 {
    ((1.0 / scale) - 1e-9).ceil().clamp(1.0, 4.0) as u64
}

/// First column (or row) of the box of pixel `at`, for a grid that starts at pixel `start` and has `n` columns.
pub(super) fn first(at: usize, start: f64, scale: f64, side: u64, n: u64) -> u64 {
    let middle = (at as f64 + 0.5 - start) / scale;
    let from = if side == 1 { middle.floor() } else { (middle - side as f64 / 2.0).round() };
    (from.max(0.0) as u64).min(n.saturating_sub(side))
}

/// What all rows of pixels have in common.
pub(super) struct Painter {
    side: u64,
    words: std::ops::Range<u64>,
    groups: Vec<Group>,
    /// The colour of each sum.
    shades: [Rgba; 17],
}

impl Painter {
    /// For pixel columns `x0..x1`, at least one.
    pub(super) fn new(picture: &Picture<'_>, x0: usize, x1: usize) -> Self {
        let Picture { layout, camera, palette, .. } = *picture;
        let side = side(camera.scale).min(layout.rows().max(1));
        let column = |x: usize| first(x.min(x1 - 1), camera.x, camera.scale, side, layout.cols());
        let words = column(x0) / 64..(column(x1 - 1) + side).div_ceil(64);
        let group = |x: usize| Group::new(std::array::from_fn(|i| column(x + i) - words.start * 64));
        Self { side, groups: (x0..x1).step_by(GROUP).map(group).collect(), shades: shades(palette, side as u32), words }
    }

    pub(super) fn paint(&self, frame: &mut Frame, picture: &Picture<'_>, span: Span) {
        let Picture { bits, layout, camera, palette, .. } = *picture;
        let words = bits.words();
        let mut scratch = std::mem::take(&mut frame.scratch);
        let mut painted: Option<(u64, usize)> = None;
        for y in span.y0..span.y1 {
            let row = first(y, camera.y, camera.scale, self.side, layout.rows());
            if let Some((same, from)) = painted
                && same == row
            {
                frame.copy_row(from, y, span.x0, span.x1);
                continue;
            }
            painted = Some((row, y));
            scratch.planes.sum(words, layout, row, self.side, &self.words);
            let target = &mut frame.row_mut(y)[span.x0..span.x1];
            match planes::count(self.side) {
                1 => lanes::colour::<1>(target, &self.groups, scratch.planes.bytes(), &self.shades),
                3 => lanes::colour::<3>(target, &self.groups, scratch.planes.bytes(), &self.shades),
                4 => lanes::colour::<4>(target, &self.groups, scratch.planes.bytes(), &self.shades),
                _ => lanes::colour::<5>(target, &self.groups, scratch.planes.bytes(), &self.shades),
            }
            if self.side == 1 && layout.cells_in_row(row) < layout.cols() {
                let end = clip(camera.edge(camera.x, layout.cells_in_row(row)), span.x0, span.x1);
                target[end - span.x0..].fill(palette.paper);
            }
        }
        frame.scratch = scratch;
    }
}

/// The colour of each number of ones in a box.
fn shades(palette: &Palette, side: u32) -> [Rgba; 17] {
    match side {
        1 => std::array::from_fn(|ones| if ones == 0 { palette.zero } else { palette.one }),
        _ => std::array::from_fn(|ones| palette.density((ones as u32).min(side * side), side * side)),
    }
}
