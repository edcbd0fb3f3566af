//! The inner loops of [`boxes`](super::boxes), a column and a pixel at a time.

use super::Rgba;
use super::boxes::{GROUP, Group};

/// Column i of `PLANES` planes to byte i: its number.
pub(super) fn bytes<const PLANES: usize>(columns: &mut [u8], planes: [&[u64]; 3]) {
    for (i, column) in columns.iter_mut().enumerate() {
        let bit = |plane: &[u64]| plane.get(i / 64).map_or(0, |word| (word >> (i % 64) & 1) as u8);
        *column = planes.iter().take(PLANES).enumerate().map(|(power, plane)| bit(plane) << power).sum();
    }
}

/// The sums of each `SIDE` neighbours, up to [`SPARE`](super::boxes::SPARE) before the end.
pub(super) fn neighbours<const SIDE: usize>(sums: &mut [u8], columns: &[u8]) {
    for (sum, window) in sums.iter_mut().zip(columns.windows(SIDE)) {
        *sum = window.iter().sum();
    }
}

/// The colours of a row of pixels.
pub(super) fn colour<const SIDE: usize>(pixels: &mut [Rgba], groups: &[Group], sums: &[u8], shades: &[Rgba; 17]) {
    for (pixels, group) in pixels.chunks_mut(GROUP).zip(groups) {
        for (pixel, further) in pixels.iter_mut().zip(group.further) {
            debug_assert!(usize::from(further) < GROUP * SIDE);
            let sum = sums.get(group.first as usize + usize::from(further)).copied().unwrap_or(0);
            *pixel = shades.get(usize::from(sum)).copied().unwrap_or(0);
        }
    }
}
