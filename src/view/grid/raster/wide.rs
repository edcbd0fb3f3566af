//! The inner loop of [`boxes`](super::boxes) in WebAssembly's 128-bit vectors, which every current browser has: 16 pixels at a
//! time. `narrow` says the same in plain words.
//!
//! The attribute on each function switches the instructions on for it alone. Calling it is safe: a module whose
//! instructions an engine does not know is refused as a whole, before anything runs.

use super::Rgba;
use super::boxes::{GROUP, Group};
use super::planes::MOST;
use core::arch::wasm32::{
    i8x16_eq, i8x16_shuffle, i8x16_swizzle, i16x8_shuffle, u8x16_splat, u32x4_extract_lane, u64x2, v128, v128_and,
    v128_bitselect, v128_or,
};

/// The colours of a row of pixels, whose sums are in `PLANES` planes.
#[inline(never)]
#[target_feature(enable = "simd128")]
pub(super) fn colour<const PLANES: usize>(
    pixels: &mut [Rgba],
    groups: &[Group],
    planes: &[Vec<u8>; MOST],
    shades: &[Rgba; 17],
) {
    let channel = |i: usize| shades.map(|shade| shade.to_le_bytes()[i]);
    let channels = [channel(0), channel(1), channel(2)];
    let tables = channels.map(|channel| vector(&channel));
    let full = channels.map(|channel| u8x16_splat(channel[16]));
    let planes: [&[u8]; PLANES] = std::array::from_fn(|i| planes[i].as_slice());
    let (whole, rest) = pixels.as_chunks_mut::<GROUP>();
    for (pixels, group) in whole.iter_mut().zip(groups) {
        *pixels = colour_group(group, planes, tables, full);
    }
    if let Some(group) = groups.get(whole.len()) {
        let colours = colour_group(group, planes, tables, full);
        for (pixel, colour) in rest.iter_mut().zip(colours) {
            *pixel = colour;
        }
    }
}

#[inline]
#[target_feature(enable = "simd128")]
fn colour_group<const PLANES: usize>(
    group: &Group,
    planes: [&[u8]; PLANES],
    tables: [v128; 3],
    full: [v128; 3],
) -> [Rgba; GROUP] {
    let first = group.first as usize;
    let (bytes, masks) = (vector(&group.bytes), vector(&group.masks));
    let mut sum = u8x16_splat(0);
    for (power, plane) in planes.iter().enumerate() {
        let Some(window) = plane.get(first..first + 16).and_then(|window| window.first_chunk::<16>()) else {
            return [0; GROUP];
        };
        let set = i8x16_eq(v128_and(i8x16_swizzle(vector(window), bytes), masks), masks);
        sum = v128_or(sum, v128_and(set, u8x16_splat(1 << power)));
    }
    let [red, green, blue] = [0, 1, 2].map(|i| {
        let low = i8x16_swizzle(tables[i], sum);
        // Only a box of 4 × 4 has a sum that the table of 16 lacks.
        if PLANES == MOST { v128_bitselect(full[i], low, i8x16_eq(sum, u8x16_splat(16))) } else { low }
    });
    let alpha = u8x16_splat(255);
    let pairs = [low_bytes(red, green), low_bytes(blue, alpha), high_bytes(red, green), high_bytes(blue, alpha)];
    let quads = [
        i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(pairs[0], pairs[1]),
        i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(pairs[0], pairs[1]),
        i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(pairs[2], pairs[3]),
        i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(pairs[2], pairs[3]),
    ];
    let mut colours = [0; GROUP];
    for (colours, quad) in colours.as_chunks_mut::<4>().0.iter_mut().zip(quads) {
        *colours = [
            u32x4_extract_lane::<0>(quad),
            u32x4_extract_lane::<1>(quad),
            u32x4_extract_lane::<2>(quad),
            u32x4_extract_lane::<3>(quad),
        ];
    }
    colours
}

#[inline]
#[target_feature(enable = "simd128")]
fn low_bytes(a: v128, b: v128) -> v128 {
    i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b)
}

#[inline]
#[target_feature(enable = "simd128")]
fn high_bytes(a: v128, b: v128) -> v128 {
    i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b)
}

/// The first sixteen bytes: word by word here, one instruction in the code made from it.
#[inline]
#[target_feature(enable = "simd128")]
fn vector<const N: usize>(bytes: &[u8; N]) -> v128 {
    let word =
        |at: usize| bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()).map_or(0, |b| u64::from_le_bytes(*b));
    u64x2(word(0), word(8))
}
