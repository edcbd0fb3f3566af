//! Digits as ready-made pixels.
//!
//! The page draws the ten digits of a font once; blending them with the few colours they ever stand on gives sprites that
//! are copied from then on, which makes thousands of labels as cheap as the cells under them.

use super::{Frame, Palette, Rgba, Span, mix};

/// How much ink each pixel of the digits 0 to 9 has, side by side in one strip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Width of a digit in pixels, the same for all.
    pub advance: usize,
    /// Height of the strip in pixels.
    pub height: usize,
    /// 0 to 255, row by row; rows of 10 × `advance`.
    pub alpha: Vec<u8>,
}

/// Digits in one size, on each of their grounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typeface {
    advance: usize,
    height: usize,
    sprites: [Vec<Rgba>; 3],
}

impl Typeface {
    /// Digits on the body of a 0.
    pub const ON_ZERO: u8 = 0;
    /// Digits on the body of a 1.
    pub const ON_ONE: u8 = 1;
    /// Digits on paper.
    pub const ON_PAPER: u8 = 2;

    /// Blends the digits with their grounds: soft on a 0 and on paper, paper on a 1. `strength` thins them, 0 to 1.
    #[must_use]
    pub fn new(coverage: &Coverage, palette: &Palette, strength: f64) -> Self {
        let on = |ink: Rgba, ground: Rgba| {
            let table: Vec<Rgba> = (0..=255).map(|a| mix(ground, ink, f64::from(a) / 255.0 * strength)).collect();
            coverage.alpha.iter().filter_map(|&a| table.get(usize::from(a)).copied()).collect()
        };
        Self {
            advance: coverage.advance,
            height: coverage.height,
            sprites: [on(palette.soft, palette.zero), on(palette.paper, palette.one), on(palette.soft, palette.paper)],
        }
    }

    /// Writes a number with its middle at (`x`, `y`).
    pub fn centred(&self, frame: &mut Frame, ground: u8, number: u64, x: f64, y: f64, clip: Span) {
        let width = (label_digits(number) * self.advance) as f64;
        self.write(frame, ground, number, (x - width / 2.0).round(), y, clip);
    }

    /// Writes a number that ends at `right`, its middle at height `y`.
    pub fn right_aligned(&self, frame: &mut Frame, ground: u8, number: u64, right: f64, y: f64, clip: Span) {
        let width = (label_digits(number) * self.advance) as f64;
        self.write(frame, ground, number, right - width, y, clip);
    }

    fn write(&self, frame: &mut Frame, ground: u8, number: u64, left: f64, middle: f64, clip: Span) {
        let top = (middle - self.height as f64 / 2.0).round() as i64;
        let n = label_digits(number);
        let mut rest = number;
        for i in (0..n).rev() {
            let digit = (rest % 10) as usize;
            rest /= 10;
            self.stamp(frame, ground, digit, left as i64 + (i * self.advance) as i64, top, clip);
        }
    }

    fn stamp(&self, frame: &mut Frame, ground: u8, digit: usize, left: i64, top: i64, clip: Span) {
        let Some(strip) = self.sprites.get(usize::from(ground)) else { return };
        let x0 = left.max(clip.x0 as i64);
        let x1 = (left + self.advance as i64).min(clip.x1 as i64);
        if x0 >= x1 {
            return;
        }
        let (x0, x1, cut) = (x0 as usize, x1 as usize, (x0 - left) as usize);
        let y0 = top.max(clip.y0 as i64);
        let y1 = (top + self.height as i64).min(clip.y1 as i64);
        for y in y0..y1 {
            let from = ((y - top) as usize * 10 + digit) * self.advance + cut;
            let glyph = strip.get(from..from + (x1 - x0)).unwrap_or_default();
            let row = frame.row_mut(y as usize);
            for (pixel, &colour) in row.get_mut(x0..x1).unwrap_or_default().iter_mut().zip(glyph) {
                *pixel = colour;
            }
        }
    }
}

fn label_digits(number: u64) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}
