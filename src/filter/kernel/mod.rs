//! Bulk insertion and probing of a Bloom filter, many keys in flight.
//!
//! One key at a time costs a digest, k divisions and k accesses that wait for one another. Here 256 keys go through the
//! stages together, so that every stage is a short loop whose turns do not depend on one another and whose cache misses
//! overlap:
//!
//! 1. digests ([`Batch::take`]);
//! 2. *two* divisions a key instead of k, after which each position follows from the one before it by an addition and two
//!    corrections (`walk`);
//! 3. the accesses themselves, over a list of positions.
//!
//! A query goes through stages 2 and 3 in rounds: two positions of every key, then more and more of those that are
//! left, without a branch that depends on an answer. While most keys turn out present, one round does it all.
//!
//! It covers double hashing by modulo with 64-bit digests, which is the default; any other choice takes the naive path.
//! The twin and oracle of everything here is [`Bloom::insert`](super::Bloom::insert) and
//! [`Bloom::contains`](super::Bloom::contains), one key at a time.
//!
//! Each stage is kept from being inlined. A WebAssembly engine compiles a function quickly first and well once it has
//! run for a while, but does not exchange it while it runs: one long loop over a million keys would stay slow to its end.

mod modulus;
#[cfg(not(target_arch = "wasm32"))]
mod walk;
#[cfg(target_arch = "wasm32")]
mod walk_simd;

use super::BitArray;
use super::bits::locate;
use crate::hash::{Derivation, Digest, KeyBuffer, Prober, Reduction, halves_within};
use modulus::Modulus;
#[cfg(target_arch = "wasm32")]
use walk_simd::{reduce, walk};
#[cfg(not(target_arch = "wasm32"))]
use {modulus::reduce, walk::walk};

/// Keys in flight. Measured: 64 to 256 are alike, fewer lose to the overhead of a stage. A multiple of the lanes.
const KEYS: usize = 256;
/// Keys that one step of the walk takes forward together.
const LANES: usize = 4;
/// Positions a key of one walk at most, so that a batch's positions take 8 KiB and stay in the first-level cache.
const STEPS: usize = 8;

/// Positions of four keys, one a lane.
type Lanes = [u32; LANES];

/// Keys on their way through their positions, each with what the next position follows from.
///
/// The position is (a + i·b mod 2⁶³) mod m, with a and b below 2⁶³. `value` and `stride` are a + i·b (modulo 2⁶⁴) and b;
/// `residue` and `step` are the same modulo 2⁶³ and then m, the residue being the position itself. Lanes beyond `len`
/// repeat the last key, or hold one that was left out.
struct Batch {
    len: usize,
    value: [u64; KEYS],
    stride: [u64; KEYS],
    residue: [u32; KEYS],
    step: [u32; KEYS],
}

/// The positions of a walk: for each four keys, as many as there were steps.
struct Positions([Lanes; KEYS / LANES * STEPS]);

impl Positions {
    /// What the walk of `batch` by `steps` wrote.
    fn of(&self, batch: &Batch, steps: usize) -> &[Lanes] {
        self.0.get(..batch.groups() * steps).unwrap_or(&[])
    }
}

impl Batch {
    const fn new() -> Self {
        Self { len: 0, value: [0; KEYS], stride: [0; KEYS], residue: [0; KEYS], step: [0; KEYS] }
    }

    /// How many fours of keys there are, the last one filled up.
    const fn groups(&self) -> usize {
        self.len.div_ceil(LANES)
    }

    /// Digests the keys of `bytes` that end at `ends` (at most [`KEYS`]), the first of which starts at `start`.
    #[inline(never)]
    fn take(&mut self, digest: Digest, bytes: &[u8], mut start: usize, ends: &[u64]) {
        let slots = self.value.iter_mut().zip(&mut self.stride);
        if digest == Digest::Murmur3 {
            for ((value, stride), &end) in slots.zip(ends) {
                let (h1, h2) = halves_within(bytes, start, end as usize);
                (*value, *stride, start) = (h1 & LOW_63, h2 & LOW_63, end as usize);
            }
        } else {
            for ((value, stride), &end) in slots.zip(ends) {
                let (h1, h2) = digest.halves(bytes.get(start..end as usize).unwrap_or(&[]), 0);
                (*value, *stride, start) = (h1 & LOW_63, h2 & LOW_63, end as usize);
            }
        }
        self.len = ends.len().min(KEYS);
        if let Some(last) = self.len.checked_sub(1) {
            let (value, stride) = (self.value[last], self.stride[last]);
            let filling = self.len..self.groups() * LANES;
            self.value[filling.clone()].fill(value);
            self.stride[filling].fill(stride);
        }
    }

    /// Keeps the keys whose `present` is 1 in their order; no branch depends on which they are.
    #[inline(never)]
    fn keep(&mut self, present: &[u32; KEYS]) {
        let mut kept = 0;
        for (i, &present) in present.iter().enumerate().take(self.len) {
            let to = kept % KEYS; // says to the compiler that it is inside
            self.value[to] = self.value[i];
            self.stride[to] = self.stride[i];
            self.residue[to] = self.residue[i];
            self.step[to] = self.step[i];
            kept += present as usize;
        }
        self.len = kept;
    }
}

/// Guava's signed arithmetic drops the top bit of a value.
const LOW_63: u64 = u64::MAX >> 1;

/// Calls `each` for every batch of keys, digested and with its first positions.
fn for_each_batch(prober: &Prober, modulus: Modulus, keys: &KeyBuffer, mut each: impl FnMut(&mut Batch)) {
    let mut batch = Batch::new();
    let mut start = 0;
    for ends in keys.ends().chunks(KEYS) {
        batch.take(prober.spec().digest, keys.bytes(), start, ends);
        reduce(&mut batch, modulus);
        each(&mut batch);
        start = ends.last().map_or(start, |&end| end as usize);
    }
}

/// The modulus, where the fast path covers the choices.
fn covered(bits: &BitArray, prober: &Prober) -> Option<Modulus> {
    let spec = prober.spec();
    let fast = (spec.derivation, spec.reduction, spec.digest.width()) == (Derivation::Double, Reduction::Modulo, 64);
    Modulus::new(bits.n_bits()).filter(|_| fast)
}

/// Inserts every key; false, with nothing done, where the fast path does not cover the choices.
pub(super) fn insert_all(bits: &mut BitArray, prober: &Prober, keys: &KeyBuffer) -> bool {
    let Some(modulus) = covered(bits, prober) else { return false };
    let n_hashes = prober.n_hashes() as usize;
    // Counting what each access changes costs more than counting the whole array once, if there are fewer words than
    // accesses.
    let recount = bits.words.len() < keys.len().saturating_mul(n_hashes);
    let mut newly_set = 0;
    let mut positions = Positions([[0; LANES]; KEYS / LANES * STEPS]);
    for_each_batch(prober, modulus, keys, |batch| {
        for left in (1..=n_hashes).rev().step_by(STEPS) {
            let steps = left.min(STEPS);
            walk(batch, modulus, steps, &mut positions);
            if recount {
                set(&mut bits.words, positions.of(batch, steps));
            } else {
                newly_set += set_counting(&mut bits.words, positions.of(batch, steps));
            }
        }
    });
    bits.ones = if recount { super::bits::count(&bits.words) } else { bits.ones + newly_set };
    true
}

/// How many keys are possibly present; none where the fast path does not cover the choices.
pub(super) fn count_present(bits: &BitArray, prober: &Prober, keys: &KeyBuffer) -> Option<u64> {
    let modulus = covered(bits, prober)?;
    let mut positions = Positions([[0; LANES]; KEYS / LANES * STEPS]);
    let mut present = [0; KEYS];
    let mut total = 0;
    let mut mostly_present = false;
    for_each_batch(prober, modulus, keys, |batch| {
        let asked = batch.len;
        let mut left = prober.n_hashes() as usize;
        // Half the bits are 1 in a filter at its best, so two positions leave a quarter of the absent keys.
        let mut round = if mostly_present { STEPS } else { 2 };
        while left > 0 && batch.len > 0 {
            let steps = round.min(left);
            walk(batch, modulus, steps, &mut positions);
            test(&bits.words, positions.of(batch, steps), steps, &mut present);
            left -= steps;
            round = (2 * round).min(STEPS);
            if left > 0 {
                batch.keep(&present);
            } else {
                batch.len = present.iter().take(batch.len).sum::<u32>() as usize;
            }
        }
        mostly_present = 2 * batch.len > asked;
        total += batch.len as u64;
    });
    Some(total)
}

/// Sets the bits.
#[inline(never)]
fn set(words: &mut [u64], positions: &[Lanes]) {
    for &position in positions.as_flattened() {
        let (word, mask) = locate(u64::from(position));
        if let Some(word) = words.get_mut(word) {
            *word |= mask;
        }
    }
}

/// Sets the bits and says how many were 0.
#[inline(never)]
fn set_counting(words: &mut [u64], positions: &[Lanes]) -> u64 {
    let mut newly_set = 0;
    for &position in positions.as_flattened() {
        let (word, mask) = locate(u64::from(position));
        if let Some(word) = words.get_mut(word) {
            newly_set += (!*word >> (position % 64)) & 1;
            *word |= mask;
        }
    }
    newly_set
}

/// For each key, 1 when all `steps` bits are 1, else 0.
#[inline(never)]
fn test(words: &[u64], positions: &[Lanes], steps: usize, present: &mut [u32; KEYS]) {
    for (group, present) in positions.chunks_exact(steps.max(1)).zip(present.as_chunks_mut::<LANES>().0) {
        let mut all = [1_u64; LANES];
        for lanes in group {
            for (all, &position) in all.iter_mut().zip(lanes) {
                let word = words.get(position as usize / 64).copied().unwrap_or(0);
                *all &= word >> (position % 64);
            }
        }
        *present = all.map(|all| all as u32);
    }
}
