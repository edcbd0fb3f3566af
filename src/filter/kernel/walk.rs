//! From position to position without a division.
//!
//! With cᵢ = (a + i·b) mod 2⁶³, the i-th position is cᵢ mod m. Going from cᵢ to cᵢ₊₁ adds b, and takes 2⁶³ away again if the
//! sum reached it; so the position changes by b mod m, less 2⁶³ mod m in that case, brought back below m.
//!
//! The top bit of a value is left as the additions leave it: it changes when 2⁶³ is reached, and only then.
//!
//! This is the portable form; `walk_simd` has that for WebAssembly. A batch's state afterwards is that of the next
//! position, so that a walk can go on.

use super::modulus::Modulus;
use super::{Batch, LANES, Lanes, Positions};

/// Writes the next `steps` positions of every key and moves on past them.
#[inline(never)]
pub(super) fn walk(batch: &mut Batch, modulus: Modulus, steps: usize, positions: &mut Positions) {
    let groups = batch.groups();
    let values = batch.value.as_chunks_mut::<LANES>().0.iter_mut().zip(batch.stride.as_chunks::<LANES>().0);
    let residues = batch.residue.as_chunks_mut::<LANES>().0.iter_mut().zip(batch.step.as_chunks::<LANES>().0);
    let out = positions.0.chunks_exact_mut(steps.max(1));
    for (((value, stride), (residue, step)), out) in values.zip(residues).zip(out).take(groups) {
        // What a turn changes beside the step. All arithmetic wraps, so it may stand for a negative number.
        let on_turn = step.map(|step| if step < modulus.turn { modulus.m } else { 0 }.wrapping_sub(modulus.turn));
        for out in out {
            *out = *residue;
            advance(value, stride, residue, step, &on_turn, modulus.m);
        }
    }
}

/// One step of four keys. No branch: whether a value turns is a coin toss.
#[inline]
fn advance(
    value: &mut [u64; LANES],
    stride: &[u64; LANES],
    residue: &mut Lanes,
    step: &Lanes,
    on_turn: &Lanes,
    m: u32,
) {
    for lane in 0..LANES {
        let sum = value[lane].wrapping_add(stride[lane]);
        let turned = (((sum ^ value[lane]) as i64) >> 63) as u32; // all ones or all zeros
        value[lane] = sum;
        // From −m to m − 1 as a signed number, since m is at most 2³¹.
        let less_m = residue[lane].wrapping_add(step[lane]).wrapping_add(turned & on_turn[lane]).wrapping_sub(m);
        let negative = ((less_m as i32) >> 31) as u32;
        residue[lane] = less_m.wrapping_add(negative & m);
    }
}
