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
mod tiles;

pub use glyphs::{Coverage, Typeface};

use super::{BitSource, Camera, Layout, Metrics};

/// A colour as the canvas stores it: red, green, blue, alpha in memory order, so 0xAABBGGRR.
pub type Rgba = u32;

/// A colour from its components, opaque.
#[must_use]
pub const fn rgb(red: u8, green: u8, blue: u8) -> Rgba {
    Rgba::from_le_bytes([red, green, blue, 255])
}

/// `a` with a share `t` of `b`, 0 to 1, component by component.
#[must_use]
pub fn mix(a: Rgba, b: Rgba, t: f64) -> Rgba {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    let at = |i: usize| (f64::from(a[i]) + (f64::from(b[i]) - f64::from(a[i])) * t).round() as u8;
    Rgba::from_le_bytes([at(0), at(1), at(2), at(3)])
}

/// A tile with any 1 in it never looks emptier than this share of ones, so that a lone bit is seen from afar.
const LEAST_VISIBLE: f64 = 0.12;

/// The colours of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Around and between the cells.
    pub paper: Rgba,
    /// A 0.
    pub zero: Rgba,
    /// A 1.
    pub one: Rgba,
    /// Text on paper.
    pub soft: Rgba,
    /// From no ones (0) to all ones (256).
    ramp: [Rgba; 257],
}

impl Palette {
    /// A palette from its four colours.
    #[must_use]
    pub fn new(paper: Rgba, zero: Rgba, one: Rgba, soft: Rgba) -> Self {
        let mut ramp = [zero; 257];
        for (i, colour) in ramp.iter_mut().enumerate().skip(1) {
            *colour = mix(zero, one, (i as f64 / 256.0).max(LEAST_VISIBLE));
        }
        Self { paper, zero, one, soft, ramp }
    }

    /// The colour of `ones` bits out of `cells`, 2 ≤ `cells`.
    #[must_use]
    pub fn density(&self, ones: u32, cells: u32) -> Rgba {
        self.shade(Shade::of(cells), ones)
    }

    /// The same for many sums of equally many bits.
    fn shade(&self, shade: Shade, ones: u32) -> Rgba {
        let level = (u64::from(ones) * shade.per_one) >> 32;
        self.ramp[(level as usize).max(usize::from(ones > 0)).min(256)]
    }
}

/// A division by the number of bits, done once.
#[derive(Clone, Copy, Debug)]
struct Shade {
    per_one: u64,
}

impl Shade {
    /// 256 levels for `cells` bits; rounded up, so that all ones are level 256.
    fn of(cells: u32) -> Self {
        Self { per_one: (256_u64 << 32).div_ceil(u64::from(cells.max(1))) }
    }
}

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

/// The pixels of the canvas, row by row.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    width: usize,
    height: usize,
    pixels: Vec<Rgba>,
    scratch: boxes::Scratch,
}

impl Frame {
    /// Gives the frame a size; its pixels are to be painted anew then.
    pub fn resize(&mut self, width: u32, height: u32) {
        (self.width, self.height) = (width as usize, height as usize);
        self.pixels.clear();
        self.pixels.resize(self.width * self.height, 0);
    }

    /// Width in pixels.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Height in pixels.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Every pixel.
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

    /// The pixels, row by row from the top.
    #[must_use]
    pub fn pixels(&self) -> &[Rgba] {
        &self.pixels
    }

    /// The pixels of a row; none below the frame.
    fn row_mut(&mut self, y: usize) -> &mut [Rgba] {
        let start = (y * self.width).min(self.pixels.len());
        let end = (start + self.width).min(self.pixels.len());
        &mut self.pixels[start..end]
    }

    /// Paints the pixels of `span` as the picture has them.
    pub fn paint(&mut self, picture: &Picture<'_>, span: Span) {
        let span = Span { x1: span.x1.min(self.width), y1: span.y1.min(self.height), x0: span.x0, y0: span.y0 };
        if span.is_empty() {
            return;
        }
        let inside = self.frame_outside(picture, span);
        if inside.is_empty() {
            return;
        }
        let scale = picture.camera.scale;
        if scale >= Metrics::GAP_FROM {
            cells::paint(self, picture, inside);
            cells::paint_row_labels(self, picture, span);
        } else if scale >= 0.25 || picture.bits.density().layout() != picture.layout {
            boxes::paint(self, picture, inside);
        } else {
            tiles::paint(self, picture, inside);
        }
    }

    /// Paints what is beside the grid and returns the part of the span that is within it.
    fn frame_outside(&mut self, picture: &Picture<'_>, span: Span) -> Span {
        let Picture { camera, layout, palette, .. } = picture;
        let clip = |edge: i64, from: usize, to: usize| edge.clamp(from as i64, to as i64) as usize;
        let left = picture.left.clamp(span.x0, span.x1);
        let inside = Span {
            x0: clip(camera.edge(camera.x, 0), left, span.x1),
            x1: clip(camera.edge(camera.x, layout.cols()), left, span.x1),
            y0: clip(camera.edge(camera.y, 0), span.y0, span.y1),
            y1: clip(camera.edge(camera.y, layout.rows()), span.y0, span.y1),
        };
        for y in span.y0..span.y1 {
            let row = &mut self.row_mut(y)[span.x0..span.x1];
            if (inside.y0..inside.y1).contains(&y) {
                let (left, right) = (inside.x0 - span.x0, inside.x1 - span.x0);
                row[..left].fill(palette.paper);
                row[right..].fill(palette.paper);
            } else {
                row.fill(palette.paper);
            }
        }
        inside
    }

    /// Copies columns `x0..x1` of row `from` to row `to`.
    fn copy_row(&mut self, from: usize, to: usize, x0: usize, x1: usize) {
        let start = from * self.width;
        self.pixels.copy_within(start + x0..start + x1, to * self.width + x0);
    }
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

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod tests_support;
