//! The inner loops of [`boxes`](super::boxes) and [`tiles`](super::tiles), a pixel or a tile at a time.

use super::boxes::{GROUP, Group};
use super::planes::MOST;
use super::{Rgba, Shade};
use crate::view::grid::density::Row;

/// The colours of a row of pixels, whose sums are in `PLANES` planes.
pub(super) fn colour<const PLANES: usize>(
    pixels: &mut [Rgba],
    groups: &[Group],
    planes: &[Vec<u8>; MOST],
    shades: &[Rgba; 17],
) {
    for (pixels, group) in pixels.chunks_mut(GROUP).zip(groups) {
        for ((pixel, byte), mask) in pixels.iter_mut().zip(group.bytes).zip(group.masks) {
            debug_assert!(byte < 16, "a vector holds all of a group's bytes");
            let at = group.first as usize + usize::from(byte);
            let bit = |plane: &Vec<u8>| usize::from(plane.get(at).is_some_and(|bits| bits & mask != 0));
            let sum: usize = planes.iter().take(PLANES).enumerate().map(|(power, plane)| bit(plane) << power).sum();
            *pixel = shades.get(sum).copied().unwrap_or(0);
        }
    }
}

/// Adds the counts of tiles to sums, one by one.
pub(super) fn add(row: Row<'_>, sums: &mut [u32]) {
    match row {
        Row::Bytes(tiles) => sums.iter_mut().zip(tiles).for_each(|(sum, &tile)| *sum += u32::from(tile)),
        Row::Shorts(tiles) => sums.iter_mut().zip(tiles).for_each(|(sum, &tile)| *sum += u32::from(tile)),
    }
}

/// The level of each sum and its right neighbour together; there is one sum more than levels.
pub(super) fn pair_levels(sums: &[u32], shade: Shade, levels: &mut [u32]) {
    for (level, pair) in levels.iter_mut().zip(sums.windows(2)) {
        *level = shade.level(pair.iter().sum());
    }
}
