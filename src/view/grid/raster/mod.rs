//! The picture itself: bits and densities to pixels, into a buffer that the canvas then takes as it is.
//!
//! A canvas call a cell would cost many times the pixels; so pixels are written here, and the canvas sees one
//! `putImageData` of the changed rectangle. Three painters share the range of scales s (pixels a cell):
//!
//! | s | painter | cost |
//! |---|---|---|
//! | ≥ 3 | `cells`: bodies, gaps, round corners, labels | distinct pixel rows |
//! | 1/4 … 3 | `boxes`: a pixel sums a box of 1 to 4 × 4 bits, straight from the words | pixels |
//! | < 1/4 | `tiles`: a pixel sums tiles of the [`Density`](super::Density) | pixels |
//!
//! Every painter has a naive twin in its tests: the colour of one pixel from its definition.

mod boxes;
mod cells;
pub mod glyphs;
#[cfg(not(target_arch = "wasm32"))]
mod narrow;
mod palette;
mod planes;
mod tiles;
#[cfg(target_arch = "wasm32")]
mod wide;

pub use glyphs::{Coverage, Typeface};
use palette::Shade;
pub use palette::{Palette, Rgba, mix, rgb};

use super::{BitSource, Camera, Layout, Metrics};

/// Text for the cells and the rows; what is `None` is not written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels<'a> {
    /// Each cell's index.
    pub index: Option<&'a Typeface>,
    /// Each cell's value, below its index.
    pub value: Option<&'a Typeface>,
    /// The index of each row's first bit, at the left of the row.
    pub rows: Option<&'a Typeface>,
}

/// What is to be seen.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    /// The bits and their counts.
    pub bits: &'a dyn BitSource,
    /// Their arrangement.
    pub layout: &'a Layout,
    /// Their place.
    pub camera: &'a Camera,
    /// Their colours.
    pub palette: &'a Palette,
    /// Their labels.
    pub labels: Labels<'a>,
    /// Device pixels a unit.
    pub unit: f64,
    /// Pixels at the left that belong to the row labels.
    pub left: usize,
}

/// A rectangle of whole pixels inside a frame: columns `x0..x1`, rows `y0..y1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First column.
    pub x0: usize,
    /// First row.
    pub y0: usize,
    /// Column after the last.
    pub x1: usize,
    /// Row after the last.
    pub y1: usize,
}

impl Span {
    /// Whether there is no pixel in it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }

    /// The least span around two.
    #[must_use]
    pub fn around(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }
}

/// About this many pixels are painted before they go to the canvas: few enough to stay in the processor's second-level
/// cache, which takes a third off a frame.
const BAND_PIXELS: usize = 1 << 16;

/// Pixels on their way to the canvas: a band of rows, since the canvas keeps the rest.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    width: usize,
    height: usize,
    /// The canvas row that the first row held belongs to.
    top: usize,
    /// How many rows a band has.
    band: usize,
    pixels: Vec<Rgba>,
    scratch: boxes::Scratch,
}

impl Frame {
    /// Gives the canvas a size.
    pub fn resize(&mut self, width: u32, height: u32) {
        (self.width, self.height) = (width as usize, height as usize);
        self.band = (BAND_PIXELS / self.width.max(1)).clamp(8, self.height.max(8));
        self.pixels.clear();
        self.pixels.resize(self.width * self.band, 0);
    }

    /// Width of the canvas in pixels.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Height of the canvas in pixels.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Every pixel of the canvas.
    #[must_use]
    pub const fn whole(&self) -> Span {
        Span { x0: 0, y0: 0, x1: self.width, y1: self.height }
    }

    /// The pixels that a rectangle touches.
    #[must_use]
    pub fn span(&self, rect: super::camera::Rect) -> Span {
        let clip = |v: f64, max: usize| v.clamp(0.0, max as f64) as usize;
        Span {
            x0: clip(rect.x.floor(), self.width),
            y0: clip(rect.y.floor(), self.height),
            x1: clip((rect.x + rect.w).ceil(), self.width),
            y1: clip((rect.y + rect.h).ceil(), self.height),
        }
    }

    /// Paints the pixels of `span` as the picture has them, band by band; `put` gets each band as soon as it is painted:
    /// its span, and the pixels of the canvas rows from `span.y0` on, [`Frame::width`] a row.
    pub fn paint(&mut self, picture: &Picture<'_>, span: Span, mut put: impl FnMut(Span, &[Rgba])) {
        let span = Span { x1: span.x1.min(self.width), y1: span.y1.min(self.height), ..span };
        if span.is_empty() {
            return;
        }
        let painter = Painter::new(picture, span);
        for y0 in (span.y0..span.y1).step_by(self.band.max(1)) {
            let band = Span { y0, y1: (y0 + self.band.max(1)).min(span.y1), ..span };
            self.top = y0;
            painter.paint(self, picture, band);
            put(band, &self.pixels);
        }
    }

    /// The pixels of a canvas row; none outside of the band.
    fn row_mut(&mut self, y: usize) -> &mut [Rgba] {
        let start = (y.wrapping_sub(self.top)).saturating_mul(self.width).min(self.pixels.len());
        let end = (start + self.width).min(self.pixels.len());
        &mut self.pixels[start..end]
    }

    /// Copies columns `x0..x1` of row `from` to row `to`, both in the band.
    fn copy_row(&mut self, from: usize, to: usize, x0: usize, x1: usize) {
        let start = (from - self.top) * self.width;
        self.pixels.copy_within(start + x0..start + x1, (to - self.top) * self.width + x0);
    }
}

/// What is decided once for all bands.
struct Painter {
    /// The columns of pixels with cells in them.
    x0: usize,
    x1: usize,
    way: Way,
}

enum Way {
    Nothing,
    Cells(cells::Painter),
    Boxes(boxes::Painter),
    Tiles(tiles::Painter),
}

impl Painter {
    fn new(picture: &Picture<'_>, span: Span) -> Self {
        let Picture { camera, layout, .. } = *picture;
        let left = picture.left.clamp(span.x0, span.x1);
        let x0 = clip(camera.edge(camera.x, 0), left, span.x1);
        let x1 = clip(camera.edge(camera.x, layout.cols()), left, span.x1);
        let way = if x0 >= x1 {
            Way::Nothing
        } else if camera.scale >= Metrics::GAP_FROM {
            Way::Cells(cells::Painter::new(picture, x0, x1))
        } else if camera.scale >= 0.25 || picture.bits.density().layout() != layout {
            Way::Boxes(boxes::Painter::new(picture, x0, x1))
        } else {
            tiles::Painter::new(picture, x0, x1).map_or(Way::Nothing, Way::Tiles)
        };
        Self { x0, x1, way }
    }

    fn paint(&self, frame: &mut Frame, picture: &Picture<'_>, band: Span) {
        let inside = self.paint_paper(frame, picture, band);
        if !inside.is_empty() {
            match &self.way {
                Way::Nothing => {}
                Way::Cells(painter) => painter.paint(frame, picture, inside),
                Way::Boxes(painter) => painter.paint(frame, picture, inside),
                Way::Tiles(painter) => painter.paint(frame, picture, inside),
            }
        }
        if matches!(self.way, Way::Cells(_)) {
            cells::paint_row_labels(frame, picture, band);
        }
    }

    /// Paints what is beside the grid and returns the part of the band that is within it.
    fn paint_paper(&self, frame: &mut Frame, picture: &Picture<'_>, band: Span) -> Span {
        let Picture { camera, layout, palette, .. } = *picture;
        let inside = Span {
            x0: self.x0,
            x1: self.x1,
            y0: clip(camera.edge(camera.y, 0), band.y0, band.y1),
            y1: clip(camera.edge(camera.y, layout.rows()), band.y0, band.y1),
        };
        for y in band.y0..band.y1 {
            let row = frame.row_mut(y);
            if (inside.y0..inside.y1).contains(&y) {
                row[band.x0..inside.x0].fill(palette.paper);
                row[inside.x1..band.x1].fill(palette.paper);
            } else {
                row[band.x0..band.x1].fill(palette.paper);
            }
        }
        inside
    }
}

/// An edge as a pixel between two others.
fn clip(edge: i64, from: usize, to: usize) -> usize {
    edge.clamp(from as i64, to as i64) as usize
}

/// The bits of one row of the grid as words: word w holds columns 64 w to 64 w + 63.
fn row_word(words: &[u64], layout: &Layout, row: u64, w: u64) -> u64 {
    let shift = layout.col_shift();
    if shift >= 6 {
        let at = (row << (shift - 6)) + w;
        return words.get(at as usize).copied().unwrap_or(0);
    }
    // A row narrower than a word lies within one, since its width divides 64.
    let first = row << shift;
    let word = words.get((first / 64) as usize).copied().unwrap_or(0);
    word >> (first % 64) & ((1 << layout.cols()) - 1)
}

/// Words of one row of the grid; zeros beyond the array's end.
fn row_words(words: &[u64], layout: &Layout, row: u64, range: &std::ops::Range<u64>, copy: &mut Vec<u64>) {
    copy.clear();
    let n = (range.end - range.start) as usize;
    if layout.col_shift() >= 6 {
        let start = ((row << (layout.col_shift() - 6)) + range.start) as usize;
        let rest = words.get(start..).unwrap_or_default();
        copy.extend_from_slice(rest.get(..n).unwrap_or(rest));
        copy.resize(n, 0);
    } else {
        copy.extend(range.clone().map(|w| row_word(words, layout, row, w)));
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod tests_support;
