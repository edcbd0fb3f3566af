//! Scales 1/4 to 3: a pixel sums a box of w × w bits, w = ⌈1/s⌉, or shows a single one from s = 1.
//!
//! Boxes of neighbouring pixels overlap where 1/s is not whole. So every bit is seen, and every pixel sums equally many,
//! which keeps the grain of random bits even at any scale.
//!
//! A pixel row adds its w rows of bits first, 64 columns at a time, as numbers spread over bit planes; the planes are then
//! interleaved, so that the w columns of a pixel are neighbours: one unaligned read, one look-up, one pixel.

use super::{Frame, Layout, Palette, Picture, Rgba, Span, row_word};

/// Buffers kept from picture to picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// Bit offset of each pixel's box in the planes.
    offsets: Vec<u32>,
    /// Interleaved planes of the present row, with 4 bytes to spare.
    planes: Vec<u8>,
    /// Colours by number, for larger boxes.
    pub(super) sums: Vec<u32>,
    pub(super) colours: Vec<Rgba>,
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

/// The number of bits that one column takes in the interleaved planes.
const fn pitch(side: u64) -> u32 {
    match side {
        1 => 1,
        2 | 3 => 2,
        _ => 4,
    }
}

pub(super) fn paint(frame: &mut Frame, picture: &Picture<'_>, span: Span) {
    let Picture { bits, layout, camera, palette, .. } = *picture;
    let side = side(camera.scale).min(layout.rows().max(1));
    let pitch = pitch(side);
    let column = |x| first(x, camera.x, camera.scale, side, layout.cols());
    let word0 = column(span.x0) / 64;
    let word1 = (column(span.x1 - 1) + side).div_ceil(64);
    let mut scratch = std::mem::take(&mut frame.scratch);
    scratch.offsets.clear();
    scratch.offsets.extend((span.x0..span.x1).map(|x| (column(x) - word0 * 64) as u32 * pitch));
    let colours = Colours::new(palette, side);
    let mut painted: Option<(u64, usize)> = None;
    for y in span.y0..span.y1 {
        let row = first(y, camera.y, camera.scale, side, layout.rows());
        if let Some((same, from)) = painted
            && same == row
        {
            frame.copy_row(from, y, span.x0, span.x1);
            continue;
        }
        painted = Some((row, y));
        fill_planes(&mut scratch.planes, bits.words(), layout, row, side, word0..word1);
        let target = &mut frame.row_mut(y)[span.x0..span.x1];
        colours.paint(target, &scratch.offsets, &scratch.planes);
        if side == 1 && layout.cells_in_row(row) < layout.cols() {
            let end = camera.edge(camera.x, layout.cells_in_row(row)).clamp(span.x0 as i64, span.x1 as i64) as usize;
            target[end - span.x0..].fill(palette.paper);
        }
    }
    frame.scratch = scratch;
}

/// The colour of every arrangement of ones that a box can have in the planes.
enum Colours {
    One([Rgba; 2]),
    Two(Box<[Rgba; 16]>),
    Three(Box<[Rgba; 64]>),
    Four([Rgba; 32]),
}

impl Colours {
    fn new(palette: &Palette, side: u64) -> Self {
        // In planes of pitch 2, column i of the box is the number in bits 2 i and 2 i + 1.
        let ones = |key: usize| (0..3).map(|i| (key >> (2 * i) & 3) as u32).sum::<u32>();
        match side {
            1 => Self::One([palette.zero, palette.one]),
            2 => Self::Two(Box::new(std::array::from_fn(|key| palette.density(ones(key).min(4), 4)))),
            3 => Self::Three(Box::new(std::array::from_fn(|key| palette.density(ones(key).min(9), 9)))),
            _ => Self::Four(std::array::from_fn(|ones| palette.density(ones.min(16) as u32, 16))),
        }
    }

    fn paint(&self, pixels: &mut [Rgba], offsets: &[u32], planes: &[u8]) {
        match self {
            Self::One(table) => each(pixels, offsets, planes, |key| table[key & 1]),
            Self::Two(table) => each(pixels, offsets, planes, |key| table[key & 15]),
            Self::Three(table) => each(pixels, offsets, planes, |key| table[key & 63]),
            Self::Four(table) => each(pixels, offsets, planes, |key| {
                let pairs = (key & 0x0f0f) + (key >> 4 & 0x0f0f);
                table[(pairs + (pairs >> 8)) & 31]
            }),
        }
    }
}

#[inline]
fn each(pixels: &mut [Rgba], offsets: &[u32], planes: &[u8], colour: impl Fn(usize) -> Rgba) {
    for (pixel, &offset) in pixels.iter_mut().zip(offsets) {
        let at = (offset >> 3) as usize;
        if let Some(&[a, b, c, d]) = planes.get(at..at + 4) {
            *pixel = colour((u32::from_le_bytes([a, b, c, d]) >> (offset & 7)) as usize);
        }
    }
}

/// The sums over `side` rows from `row`, interleaved.
fn fill_planes(planes: &mut Vec<u8>, words: &[u64], layout: &Layout, row: u64, side: u64, range: std::ops::Range<u64>) {
    planes.clear();
    for w in range {
        let word = |i| row_word(words, layout, row + i, w);
        match side {
            1 => planes.extend_from_slice(&word(0).to_le_bytes()),
            2 => {
                let (a, b) = (word(0), word(1));
                extend_pairs(planes, a ^ b, a & b);
            }
            3 => {
                let (a, b, c) = (word(0), word(1), word(2));
                extend_pairs(planes, a ^ b ^ c, (a & b) | (c & (a ^ b)));
            }
            _ => {
                let (a, b, c, d) = (word(0), word(1), word(2), word(3));
                let (ab, cd) = (a ^ b, c ^ d);
                let (ab2, cd2, carry) = (a & b, c & d, ab & cd);
                extend_fours(planes, ab ^ cd, ab2 ^ cd2 ^ carry, ab2 & cd2);
            }
        }
    }
    planes.extend_from_slice(&[0; 4]);
}

/// 64 columns of numbers below 4: bits 2 i and 2 i + 1 from the two planes.
fn extend_pairs(out: &mut Vec<u8>, p0: u64, p1: u64) {
    for half in [0, 32] {
        let pair = spread(p0 >> half & 0xffff_ffff) | spread(p1 >> half & 0xffff_ffff) << 1;
        out.extend_from_slice(&pair.to_le_bytes());
    }
}

/// 64 columns of numbers below 8, in 4 bits each.
fn extend_fours(out: &mut Vec<u8>, p0: u64, p1: u64, p2: u64) {
    for quarter in [0, 16, 32, 48] {
        let four = |plane: u64| spread(spread(plane >> quarter & 0xffff));
        out.extend_from_slice(&(four(p0) | four(p1) << 1 | four(p2) << 2).to_le_bytes());
    }
}

/// Bit i of the low half to bit 2 i.
const fn spread(x: u64) -> u64 {
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}
