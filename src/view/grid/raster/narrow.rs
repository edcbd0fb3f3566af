//! The inner loop of [`boxes`](super::boxes), a pixel at a time.

use super::Rgba;
use super::boxes::{GROUP, Group};
use super::planes::MOST;

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
