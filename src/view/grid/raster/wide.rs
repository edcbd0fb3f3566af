//! The inner loops of [`boxes`](super::boxes) and [`tiles`](super::tiles) in WebAssembly's 128-bit vectors, which every current
//! browser has: 16 pixels, or 4 to 16 tiles, at a time. `narrow` says the same in plain words.
//!
//! The attribute on each function switches the instructions on for it alone. Calling it is safe: a module whose instructions an
//! engine does not know is refused as a whole, before anything runs. The steps are written out rather than looped over, since
//! the page is compiled to be small and its loops stay loops.

use super::boxes::{GROUP, Group};
use super::planes::MOST;
use super::{Rgba, Shade};
use crate::view::grid::density::Row;
use core::arch::wasm32::{
    i8x16_eq, i8x16_shuffle, i8x16_swizzle, i16x8_shuffle, i32x4_add, i32x4_mul, u8x16_splat, u16x8_extend_high_u8x16,
    u16x8_extend_low_u8x16, u32x4_extend_high_u16x8, u32x4_extend_low_u16x8, u32x4_max, u32x4_min, u32x4_shr,
    u32x4_splat, v128, v128_and, v128_bitselect, v128_or,
};

/// Sixteen bytes as a vector.
macro_rules! vector {
    ($bytes:expr) => {
        bytemuck::pod_read_unaligned::<v128>($bytes)
    };
}

/// Bit `power` of the sums of a group: the bytes of its pixels' columns, and whether their bit is set.
macro_rules! plane {
    ($planes:ident, $power:literal, $at:expr, $bytes:ident, $masks:ident) => {{
        let Some(window) = $planes[$power].get($at..$at + 16) else { return };
        let set = i8x16_eq(v128_and(i8x16_swizzle(vector!(window), $bytes), $masks), $masks);
        v128_and(set, u8x16_splat(1 << $power))
    }};
}

/// The sixteen sums' share of one colour; only a box of 4 × 4 has a sum, 16, that the table lacks.
macro_rules! channel {
    ($table:ident, $sum:ident, $full:ident) => {{
        let low = i8x16_swizzle($table.0, $sum);
        if PLANES == MOST { v128_bitselect($table.1, low, $full) } else { low }
    }};
}

macro_rules! interleave_low {
    ($a:expr, $b:expr) => {
        i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>($a, $b)
    };
}

macro_rules! interleave_high {
    ($a:expr, $b:expr) => {
        i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>($a, $b)
    };
}

macro_rules! pairs_low {
    ($a:expr, $b:expr) => {
        bytemuck::cast(i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>($a, $b))
    };
}

macro_rules! pairs_high {
    ($a:expr, $b:expr) => {
        bytemuck::cast(i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>($a, $b))
    };
}

/// The colours of a row of pixels, whose sums are in `PLANES` planes.
#[inline(never)]
#[target_feature(enable = "simd128")]
pub(super) fn colour<const PLANES: usize>(
    pixels: &mut [Rgba],
    groups: &[Group],
    planes: &[Vec<u8>; MOST],
    shades: &[Rgba; 17],
) {
    let table = |channel: usize| {
        let bytes = shades.map(|shade| shade.to_le_bytes()[channel]);
        (vector!(&bytes[..16]), u8x16_splat(bytes[16]))
    };
    let (red, green, blue, alpha) = (table(0), table(1), table(2), u8x16_splat(255));
    for (i, group) in groups.iter().enumerate() {
        let (bytes, masks, at) = (vector!(&group.bytes), vector!(&group.masks), group.first as usize);
        let mut sum = plane!(planes, 0, at, bytes, masks);
        if PLANES > 1 {
            sum = v128_or(sum, plane!(planes, 1, at, bytes, masks));
            sum = v128_or(sum, plane!(planes, 2, at, bytes, masks));
        }
        if PLANES > 3 {
            sum = v128_or(sum, plane!(planes, 3, at, bytes, masks));
        }
        if PLANES > 4 {
            sum = v128_or(sum, plane!(planes, 4, at, bytes, masks));
        }
        let full = i8x16_eq(sum, u8x16_splat(16));
        let (red, green, blue) = (channel!(red, sum, full), channel!(green, sum, full), channel!(blue, sum, full));
        let (low, low_2) = (interleave_low!(red, green), interleave_low!(blue, alpha));
        let (high, high_2) = (interleave_high!(red, green), interleave_high!(blue, alpha));
        let Some(rest) = pixels.get_mut(i * GROUP..) else { return };
        if let Some((target, _)) = rest.as_chunks_mut::<4>().0.split_first_chunk_mut::<4>() {
            target[0] = pairs_low!(low, low_2);
            target[1] = pairs_high!(low, low_2);
            target[2] = pairs_low!(high, high_2);
            target[3] = pairs_high!(high, high_2);
        } else {
            let colours: [[Rgba; 4]; 4] =
                [pairs_low!(low, low_2), pairs_high!(low, low_2), pairs_low!(high, high_2), pairs_high!(high, high_2)];
            for (pixel, &colour) in rest.iter_mut().zip(colours.as_flattened()) {
                *pixel = colour;
            }
        }
    }
}

/// Adds four lanes to four sums.
macro_rules! add_to {
    ($sums:expr, $lanes:expr) => {
        *$sums = bytemuck::cast(i32x4_add(bytemuck::cast(*$sums), $lanes))
    };
}

/// Adds the counts of tiles to sums, one by one.
#[inline(never)]
#[target_feature(enable = "simd128")]
pub(super) fn add(row: Row<'_>, sums: &mut [u32]) {
    let done = match row {
        Row::Bytes(tiles) => {
            let whole = sums.as_chunks_mut::<4>().0.as_chunks_mut::<4>().0.iter_mut().zip(tiles.as_chunks::<16>().0);
            for (sums, tiles) in whole {
                let tiles = vector!(tiles);
                let (low, high) = (u16x8_extend_low_u8x16(tiles), u16x8_extend_high_u8x16(tiles));
                add_to!(&mut sums[0], u32x4_extend_low_u16x8(low));
                add_to!(&mut sums[1], u32x4_extend_high_u16x8(low));
                add_to!(&mut sums[2], u32x4_extend_low_u16x8(high));
                add_to!(&mut sums[3], u32x4_extend_high_u16x8(high));
            }
            sums.len().min(tiles.len()) / 16 * 16
        }
        Row::Shorts(tiles) => {
            let whole = sums.as_chunks_mut::<4>().0.as_chunks_mut::<2>().0.iter_mut().zip(tiles.as_chunks::<8>().0);
            for (sums, tiles) in whole {
                let tiles = bytemuck::cast(*tiles);
                add_to!(&mut sums[0], u32x4_extend_low_u16x8(tiles));
                add_to!(&mut sums[1], u32x4_extend_high_u16x8(tiles));
            }
            sums.len().min(tiles.len()) / 8 * 8
        }
    };
    for (i, sum) in sums.iter_mut().enumerate().skip(done) {
        *sum += match row {
            Row::Bytes(tiles) => tiles.get(i).copied().map_or(0, u32::from),
            Row::Shorts(tiles) => tiles.get(i).copied().map_or(0, u32::from),
        };
    }
}

/// The level of each sum and its right neighbour together; there is one sum more than levels.
#[inline(never)]
#[target_feature(enable = "simd128")]
pub(super) fn pair_levels(sums: &[u32], shade: Shade, levels: &mut [u32]) {
    let (per_one, one) = (u32x4_splat(shade.per_one), u32x4_splat(1));
    let neighbours = sums.get(1..).unwrap_or_default();
    let pairs = sums.as_chunks::<4>().0.iter().zip(neighbours.as_chunks::<4>().0);
    for (level, (&a, &b)) in levels.as_chunks_mut::<4>().0.iter_mut().zip(pairs) {
        let sum = i32x4_add(bytemuck::cast(a), bytemuck::cast(b));
        let share = u32x4_shr(i32x4_mul(sum, per_one), 16);
        *level = bytemuck::cast(u32x4_max(share, u32x4_min(sum, one)));
    }
    let done = levels.len() / 4 * 4;
    for (level, pair) in levels.iter_mut().zip(sums.windows(2)).skip(done) {
        *level = shade.level(pair.iter().sum());
    }
}
