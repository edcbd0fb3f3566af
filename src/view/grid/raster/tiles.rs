//! Scales below 1/4: a pixel sums tiles of the density pyramid.
//!
//! The level is the coarsest whose tiles are at most a pixel wide, and a pixel sums 2 × 2 of them, so that every bit is
//! seen by some pixel and every pixel sums equally many. Where even the finest tiles are wider than a pixel, each shows
//! as a little square; where the coarsest are narrower than half a pixel, it takes more than 2 × 2.

#[cfg(not(target_arch = "wasm32"))]
use super::narrow as lanes;
#[cfg(target_arch = "wasm32")]
use super::wide as lanes;
use super::{Frame, Picture, Shade, Span, boxes};
use crate::view::grid::density::Level;

/// The level to read at a scale, and how many of its tiles a pixel sums along each axis.
pub(super) fn choose(levels: &[Level], scale: f64) -> Option<(&Level, u64)> {
    let size = |level: &Level| scale * (1_u64 << level.shift()) as f64;
    let level = levels.iter().rev().find(|level| size(level) <= 1.0).or_else(|| levels.first())?;
    let side = if size(level) > 1.0 { 1.0 } else { (1.0 / size(level)).ceil().max(2.0) };
    Some((level, side as u64))
}

/// What all rows of pixels have in common.
pub(super) struct Painter {
    /// Pixels a tile.
    size: f64,
    side_x: usize,
    side_y: u64,
    /// The first tile of the first pixel, and how many tiles there are from there on.
    from: usize,
    tiles: usize,
    /// Each pixel's first tile, from `from` on.
    columns: Vec<u32>,
    shade: Shade,
}

impl Painter {
    /// For pixel columns `x0..x1`, at least one; `None` without a pyramid.
    pub(super) fn new(picture: &Picture<'_>, x0: usize, x1: usize) -> Option<Self> {
        let Picture { bits, camera, .. } = *picture;
        let (level, side) = choose(bits.density().levels(), camera.scale)?;
        let size = camera.scale * (1_u64 << level.shift()) as f64;
        let (side_x, side_y) = (side.min(level.cols() as u64), side.min(level.rows() as u64));
        let column = |x| boxes::first(x, camera.x, size, side_x, level.cols() as u64) as usize;
        let from = column(x0);
        Some(Self {
            size,
            side_x: side_x as usize,
            side_y,
            from,
            tiles: column(x1 - 1) + side_x as usize - from,
            columns: (x0..x1).map(|x| (column(x) - from) as u32).collect(),
            shade: Shade::of((side_x * side_y) as u32 * (1 << (2 * level.shift()))),
        })
    }

    pub(super) fn paint(&self, frame: &mut Frame, picture: &Picture<'_>, span: Span) {
        let Picture { bits, camera, palette, .. } = *picture;
        let Some((level, _)) = choose(bits.density().levels(), camera.scale) else { return };
        let mut scratch = std::mem::take(&mut frame.scratch);
        let mut painted: Option<(u64, usize)> = None;
        for y in span.y0..span.y1 {
            let row = boxes::first(y, camera.y, self.size, self.side_y, level.rows() as u64);
            if let Some((same, from)) = painted
                && same == row
            {
                frame.copy_row(from, y, span.x0, span.x1);
                continue;
            }
            painted = Some((row, y));
            scratch.sums.clear();
            scratch.sums.resize(self.tiles, 0);
            for i in 0..self.side_y {
                lanes::add(level.row((row + i) as usize, self.from), &mut scratch.sums);
            }
            levels(&scratch.sums, self.side_x, self.shade, &mut scratch.levels);
            let target = &mut frame.row_mut(y)[span.x0..span.x1];
            // By number: see `planes` for why.
            for x in 0..target.len().min(self.columns.len()) {
                if let Some(&level) = scratch.levels.get(self.columns[x] as usize) {
                    target[x] = palette.at(level);
                }
            }
        }
        frame.scratch = scratch;
    }
}

/// The level of the sum of each `side` neighbours.
fn levels(sums: &[u32], side: usize, shade: Shade, levels: &mut Vec<u32>) {
    levels.clear();
    if side == 1 {
        levels.extend(sums.iter().map(|&sum| shade.level(sum)));
    } else if side == 2 {
        levels.resize(sums.len().saturating_sub(1), 0);
        lanes::pair_levels(sums, shade, levels);
    } else {
        levels.extend(sums.windows(side).map(|window| shade.level(window.iter().sum())));
    }
}
