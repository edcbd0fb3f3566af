//! The inner loops of [`boxes`](super::boxes) in WebAssembly's 128-bit vectors, which every current browser has: 16 columns
//! or pixels at a time. `narrow` says the same in plain words.
//!
//! The attribute on each function switches the instructions on for it alone. Calling it is safe: a module whose
//! instructions an engine does not know is refused as a whole, before anything runs.

use super::Rgba;
use super::boxes::{GROUP, Group};
use core::arch::wasm32::{
    i8x16_add, i8x16_eq, i8x16_shuffle, i8x16_sub, i8x16_swizzle, i16x8_shuffle, u8x16, u8x16_splat,
    u32x4_extract_lane, u64x2, u64x2_extract_lane, u64x2_splat, v128, v128_and, v128_bitselect, v128_or,
};

/// Column i of `PLANES` planes to byte i: its number.
#[inline(never)]
#[target_feature(enable = "simd128")]
pub(super) fn bytes<const PLANES: usize>(columns: &mut [u8], planes: [&[u64]; 3]) {
    let words = planes[0].len();
    let at = |plane: usize, i: usize| planes[plane].get(i).copied().unwrap_or(0);
    for (i, columns) in columns.as_chunks_mut::<64>().0.iter_mut().take(words).enumerate() {
        let mut words = [at(0, i), at(1, i), at(2, i)];
        for column in columns.as_chunks_mut::<16>().0 {
            let mut number = v128_and(mask(words[0]), u8x16_splat(1));
            if PLANES > 1 {
                number = v128_or(number, v128_and(mask(words[1]), u8x16_splat(2)));
            }
            if PLANES > 2 {
                number = v128_or(number, v128_and(mask(words[2]), u8x16_splat(4)));
            }
            store(column, number);
            words = words.map(|word| word >> 16);
        }
    }
}

/// The low 16 bits as bytes of all ones or all zeros.
#[inline]
#[target_feature(enable = "simd128")]
fn mask(word: u64) -> v128 {
    let word = u64x2_splat(word);
    let spread = i8x16_shuffle::<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(word, word);
    let bits = u8x16(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128);
    i8x16_eq(v128_and(spread, bits), bits)
}

/// The sums of each `SIDE` neighbours, up to [`SPARE`](super::boxes::SPARE) before the end.
#[inline(never)]
#[target_feature(enable = "simd128")]
pub(super) fn neighbours<const SIDE: usize>(sums: &mut [u8], columns: &[u8]) {
    for (i, sums) in sums.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let Some(window) = columns.get(16 * i..16 * i + 32).and_then(|window| window.first_chunk::<32>()) else {
            return;
        };
        let mut sum = v128_splat_zero();
        for shift in 0..SIDE {
            sum = i8x16_add(sum, load(window, shift));
        }
        store(sums, sum);
    }
}

/// The colours of a row of pixels.
#[inline(never)]
#[target_feature(enable = "simd128")]
pub(super) fn colour<const SIDE: usize>(pixels: &mut [Rgba], groups: &[Group], sums: &[u8], shades: &[Rgba; 17]) {
    let channel = |i: usize| shades.map(|shade| shade.to_le_bytes()[i]);
    let channels = [channel(0), channel(1), channel(2)];
    let tables = channels.map(|channel| vector(&channel));
    let full = channels.map(|channel| u8x16_splat(channel[16]));
    let (whole, rest) = pixels.as_chunks_mut::<GROUP>();
    for (pixels, group) in whole.iter_mut().zip(groups) {
        *pixels = colour_group::<SIDE>(group, sums, tables, full);
    }
    if let Some(group) = groups.get(whole.len()) {
        let colours = colour_group::<SIDE>(group, sums, tables, full);
        for (pixel, colour) in rest.iter_mut().zip(colours) {
            *pixel = colour;
        }
    }
}

#[inline]
#[target_feature(enable = "simd128")]
fn colour_group<const SIDE: usize>(group: &Group, sums: &[u8], tables: [v128; 3], full: [v128; 3]) -> [Rgba; GROUP] {
    let first = group.first as usize;
    let Some(window) = sums.get(first..first + 64).and_then(|window| window.first_chunk::<64>()) else {
        return [0; GROUP];
    };
    let mut place = vector(&group.further);
    let mut sum = i8x16_swizzle(load(window, 0), place);
    for i in 1..SIDE {
        // A place outside of 0 … 15 picks 0.
        place = i8x16_sub(place, u8x16_splat(16));
        sum = v128_or(sum, i8x16_swizzle(load(window, 16 * i), place));
    }
    let [red, green, blue] = [0, 1, 2].map(|i| {
        let low = i8x16_swizzle(tables[i], sum);
        // Only a box of 4 × 4 has a sum that the table of 16 lacks.
        if SIDE == 4 { v128_bitselect(full[i], low, i8x16_eq(sum, u8x16_splat(16))) } else { low }
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

#[inline]
#[target_feature(enable = "simd128")]
fn v128_splat_zero() -> v128 {
    u8x16_splat(0)
}

// Loads and stores: word by word here, one instruction each in the code made from them.

/// Sixteen bytes from `at` on; `at` + 16 is within N.
#[inline]
#[target_feature(enable = "simd128")]
fn load<const N: usize>(bytes: &[u8; N], at: usize) -> v128 {
    match bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
        Some(chunk) => vector(chunk),
        None => v128_splat_zero(),
    }
}

#[inline]
#[target_feature(enable = "simd128")]
fn vector<const N: usize>(bytes: &[u8; N]) -> v128 {
    let word =
        |at: usize| bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()).map_or(0, |b| u64::from_le_bytes(*b));
    u64x2(word(0), word(8))
}

#[inline]
#[target_feature(enable = "simd128")]
fn store(bytes: &mut [u8; 16], vector: v128) {
    let words = bytes.as_chunks_mut::<8>().0;
    for (bytes, word) in words.iter_mut().zip([u64x2_extract_lane::<0>(vector), u64x2_extract_lane::<1>(vector)]) {
        *bytes = word.to_le_bytes();
    }
}
