//! Scales below 1/4: a pixel sums tiles of the density pyramid.
//!
//! The level is the coarsest whose tiles are at most a pixel wide, and a pixel sums 2 × 2 of them, so that every bit is
//! seen by some pixel and every pixel sums equally many. Where even the finest tiles are wider than a pixel, each shows
//! as a little square; where the coarsest are narrower than half a pixel, it takes more than 2 × 2.

use super::{Frame, Picture, Rgba, Shade, Span, boxes};
use crate::view::grid::density::Level;

/// The level to read at a scale, and how many of its tiles a pixel sums along each axis.
pub(super) fn choose(levels: &[Level], scale: f64) -> Option<(&Level, u64)> {
    let size = |level: &Level| scale * (1_u64 << level.shift()) as f64;
    let level = levels.iter().rev().find(|level| size(level) <= 1.0).or_else(|| levels.first())?;
    let side = if size(level) > 1.0 { 1.0 } else { (1.0 / size(level)).ceil().max(2.0) };
    Some((level, side as u64))
}

pub(super) fn paint(frame: &mut Frame, picture: &Picture<'_>, span: Span) {
    let Picture { bits, camera, palette, .. } = *picture;
    let Some((level, side)) = choose(bits.density().levels(), camera.scale) else { return };
    let size = camera.scale * (1_u64 << level.shift()) as f64;
    let (side_x, side_y) = (side.min(level.cols() as u64), side.min(level.rows() as u64));
    let column = |x| boxes::first(x, camera.x, size, side_x, level.cols() as u64) as usize;
    let (from, to) = (column(span.x0), column(span.x1 - 1) + side_x as usize);
    let shade = Shade::of((side_x * side_y) as u32 * (1 << (2 * level.shift())));
    let mut scratch = std::mem::take(&mut frame.scratch);
    let columns: Vec<u32> = (span.x0..span.x1).map(|x| (column(x) - from) as u32).collect();
    let mut painted: Option<(u64, usize)> = None;
    for y in span.y0..span.y1 {
        let row = boxes::first(y, camera.y, size, side_y, level.rows() as u64);
        if let Some((same, from)) = painted
            && same == row
        {
            frame.copy_row(from, y, span.x0, span.x1);
            continue;
        }
        painted = Some((row, y));
        scratch.sums.clear();
        scratch.sums.resize(to - from, 0);
        for i in 0..side_y {
            level.add_row((row + i) as usize, from, &mut scratch.sums);
        }
        scratch.colours.clear();
        if side_x == 2 {
            let pairs = scratch.sums.iter().zip(scratch.sums.iter().skip(1));
            scratch.colours.extend(pairs.map(|(a, b)| palette.shade(shade, a + b)));
        } else {
            let colour = |window: &[u32]| -> Rgba { palette.shade(shade, window.iter().sum()) };
            scratch.colours.extend(scratch.sums.windows(side_x as usize).map(colour));
        }
        for (pixel, &column) in frame.row_mut(y)[span.x0..span.x1].iter_mut().zip(&columns) {
            if let Some(&colour) = scratch.colours.get(column as usize) {
                *pixel = colour;
            }
        }
    }
    frame.scratch = scratch;
}
