//! The array's size as a modulus, and the two divisions that every key starts with.

use super::{Batch, LANES, LOW_63};
use crate::filter::MAX_ALLOCATED_BITS;

/// m and what follows from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modulus {
    /// m, from 1 to 2³¹: twice m is below 2³² or is it, so a sum of two residues never loses a bit that matters.
    pub(super) m: u32,
    /// 2⁶³ mod m: what a turn past 2⁶³ takes away.
    pub(super) turn: u32,
}

impl Modulus {
    /// None for 0 and above the largest array that is allocated.
    pub(super) fn new(n_bits: u64) -> Option<Self> {
        let within = (1..=MAX_ALLOCATED_BITS).contains(&n_bits);
        within.then(|| Self { m: n_bits as u32, turn: ((LOW_63 + 1) % n_bits) as u32 })
    }
}

/// The two divisions: residue and step of every key. This is the portable form; `walk_simd` has that for WebAssembly.
#[inline(never)]
pub(super) fn reduce(batch: &mut Batch, modulus: Modulus) {
    let m = u64::from(modulus.m);
    let lanes = batch.groups() * LANES;
    for (residue, value) in batch.residue.iter_mut().zip(&batch.value).take(lanes) {
        *residue = (value % m) as u32;
    }
    for (step, stride) in batch.step.iter_mut().zip(&batch.stride).take(lanes) {
        *step = (stride % m) as u32;
    }
}
