//! The walk with WebAssembly's 128-bit vectors (`simd128`, which every current browser has), four keys at a time.
//!
//! The attribute on each function switches the instructions on for that function alone; calling it is safe, for a module
//! whose instructions an engine does not know is refused as a whole, before anything runs. Measured: the two divisions and
//! seven positions of a key take 5 ns, against 12 in the portable form.

use super::modulus::{self, Modulus};
use super::{Batch, LANES, Lanes, Positions};
use core::arch::wasm32::{
    f64x2_add, f64x2_mul, f64x2_splat, f64x2_sub, i32x4_add, i32x4_mul, i32x4_shr, i32x4_shuffle, i32x4_sub, i64x2_add,
    u32x4, u32x4_extract_lane, u32x4_min, u32x4_splat, u64x2, u64x2_extract_lane, u64x2_shr, u64x2_splat, v128,
    v128_and, v128_or, v128_xor,
};

/// From this m on a quotient fits where [`reduce`] needs it; see there.
const FIRST_M_FOR_FLOATS: u32 = 1 << 14;
/// 1.5·2⁵²: a number below 2⁵¹ added to it is rounded to an integer and stands in the low bits of the sum.
const ROUNDER: f64 = 6_755_399_441_055_744.0;
/// 2⁵² as a number and as bits, whose low 52 hold an integer in units of 1.
const UNITS: f64 = 4_503_599_627_370_496.0;
const UNITS_BITS: u64 = 0x4330_0000_0000_0000;
/// How many low bits of a value the quotient does without, so that 52 remain.
const DROPPED: u32 = 11;

/// The two divisions: residue and step of every key.
///
/// v mod m = v − q·m, with q = v/m rounded to the nearest integer in floating point. v is below 2⁶³ and m at least 2¹⁴. Doing
/// without v's lowest 11 bits takes less than 2¹¹/m, an eighth, from the quotient; the two roundings on the way err by at
/// most 2·2⁻⁵³ of it, and it is below 2⁴⁹: another eighth. So |v − q·m| is at most 0.75 m, below 2³¹: its low 32 bits tell it,
/// and adding m where it is negative completes it.
#[inline(never)]
pub(super) fn reduce(batch: &mut Batch, modulus: Modulus) {
    if modulus.m < FIRST_M_FOR_FLOATS {
        modulus::reduce(batch, modulus);
    } else {
        reduce_by_floats(batch, modulus);
    }
}

#[inline(never)]
#[target_feature(enable = "simd128")]
fn reduce_by_floats(batch: &mut Batch, modulus: Modulus) {
    let (m, inverse) = (u32x4_splat(modulus.m), f64x2_splat(f64::from(1 << DROPPED) / f64::from(modulus.m)));
    let groups = batch.groups();
    let values = batch.value.as_chunks::<LANES>().0.iter().zip(batch.residue.as_chunks_mut::<LANES>().0);
    for (value, residue) in values.take(groups) {
        *residue = lanes(remainders(pairs(value), inverse, m));
    }
    let strides = batch.stride.as_chunks::<LANES>().0.iter().zip(batch.step.as_chunks_mut::<LANES>().0);
    for (stride, step) in strides.take(groups) {
        *step = lanes(remainders(pairs(stride), inverse, m));
    }
}

/// Four values modulo m.
#[inline]
#[target_feature(enable = "simd128")]
fn remainders(values: [v128; 2], inverse: v128, m: v128) -> v128 {
    let quotients = values.map(|value| quotients(value, inverse));
    let less = i32x4_sub(lower_words(values), i32x4_mul(lower_words(quotients), m));
    below(less, m)
}

/// Two quotients, in the low bits of each lane; `inverse` is that of m, in units of the dropped bits.
#[inline]
#[target_feature(enable = "simd128")]
fn quotients(values: v128, inverse: v128) -> v128 {
    let float = f64x2_sub(v128_or(u64x2_shr(values, DROPPED), u64x2_splat(UNITS_BITS)), f64x2_splat(UNITS));
    f64x2_add(f64x2_mul(float, inverse), f64x2_splat(ROUNDER))
}

/// Writes the next `steps` positions of every key and moves on past them.
#[inline(never)]
#[target_feature(enable = "simd128")]
pub(super) fn walk(batch: &mut Batch, modulus: Modulus, steps: usize, positions: &mut Positions) {
    let groups = batch.groups();
    let (m, turn) = (u32x4_splat(modulus.m), u32x4_splat(modulus.turn));
    let values = batch.value.as_chunks_mut::<LANES>().0.iter_mut().zip(batch.stride.as_chunks::<LANES>().0);
    let residues = batch.residue.as_chunks_mut::<LANES>().0.iter_mut().zip(batch.step.as_chunks::<LANES>().0);
    let out = positions.0.chunks_exact_mut(steps.max(1));
    for (((value, stride), (residue, step)), out) in values.zip(residues).zip(out).take(groups) {
        let [stride_0, stride_1] = pairs(stride);
        let [mut value_0, mut value_1] = pairs(value);
        let (mut at, step) = (vector(residue), vector(step));
        let on_turn = i32x4_sub(below(i32x4_sub(step, turn), m), step);
        let step_less_m = i32x4_sub(step, m);
        let mut top = upper_words([value_0, value_1]);
        for out in out {
            *out = lanes(at);
            (value_0, value_1) = (i64x2_add(value_0, stride_0), i64x2_add(value_1, stride_1));
            let new_top = upper_words([value_0, value_1]);
            let turned = i32x4_shr(v128_xor(top, new_top), 31);
            top = new_top;
            at = below(i32x4_add(at, i32x4_add(step_less_m, v128_and(turned, on_turn))), m);
        }
        *residue = lanes(at);
        *value = [
            u64x2_extract_lane::<0>(value_0),
            u64x2_extract_lane::<1>(value_0),
            u64x2_extract_lane::<0>(value_1),
            u64x2_extract_lane::<1>(value_1),
        ];
    }
}

/// Adds m to each lane that is negative, −m to m − 1 being what a lane may be: modulo 2³² the smaller of the two is right.
#[inline]
#[target_feature(enable = "simd128")]
fn below(lanes: v128, m: v128) -> v128 {
    u32x4_min(lanes, i32x4_add(lanes, m))
}

/// The low halves of four 64-bit lanes.
#[inline]
#[target_feature(enable = "simd128")]
fn lower_words(values: [v128; 2]) -> v128 {
    i32x4_shuffle::<0, 2, 4, 6>(values[0], values[1])
}

/// The high halves of four 64-bit lanes.
#[inline]
#[target_feature(enable = "simd128")]
fn upper_words(values: [v128; 2]) -> v128 {
    i32x4_shuffle::<1, 3, 5, 7>(values[0], values[1])
}

// Loads and stores: lane by lane in words, one instruction each in the code made from them.

#[inline]
#[target_feature(enable = "simd128")]
fn pairs(values: &[u64; LANES]) -> [v128; 2] {
    [u64x2(values[0], values[1]), u64x2(values[2], values[3])]
}

#[inline]
#[target_feature(enable = "simd128")]
fn vector(lanes: &Lanes) -> v128 {
    u32x4(lanes[0], lanes[1], lanes[2], lanes[3])
}

#[inline]
#[target_feature(enable = "simd128")]
fn lanes(vector: v128) -> Lanes {
    [
        u32x4_extract_lane::<0>(vector),
        u32x4_extract_lane::<1>(vector),
        u32x4_extract_lane::<2>(vector),
        u32x4_extract_lane::<3>(vector),
    ]
}
