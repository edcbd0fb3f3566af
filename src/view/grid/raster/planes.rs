//! Sums over boxes of bits, 64 columns at a time.
//!
//! Numbers are spread over words: bit i of the first word is the lowest bit of column i's number, bit i of the second the
//! next, and so on; such a set of words is called planes. Two numbers are then added in all 64 columns at once by the logic of
//! an adder, first those of the rows, then those of neighbouring columns.

use super::{Layout, row_words};
use std::ops::Range;

/// The most planes that a sum takes: 16 = 10000₂ for boxes of 4 × 4.
pub(super) const MOST: usize = 5;

/// The sums of the boxes that start at each column.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    rows: [Vec<u64>; 4],
    columns: [Vec<u64>; 4],
    pairs: [Vec<u64>; 4],
    bytes: [Vec<u8>; MOST],
}

/// Bytes after the last column, so that whole vectors can be read.
const SPARE: usize = 16;

/// How many planes the sums of boxes of a side take.
pub(super) const fn count(side: u64) -> usize {
    match side {
        1 => 1,
        2 => 3,
        3 => 4,
        _ => 5,
    }
}

impl Planes {
    /// The planes, lowest bit first, as bytes: column i is bit i mod 8 of byte ⌊i/8⌋.
    pub(super) const fn bytes(&self) -> &[Vec<u8>; MOST] {
        &self.bytes
    }

    /// Sums boxes of side 1 to 4, of which `row` is the first row, over a range of words.
    pub(super) fn sum(&mut self, words: &[u64], layout: &Layout, row: u64, side: u64, range: &Range<u64>) {
        let Self { rows, columns, pairs, bytes } = self;
        let n = (range.end - range.start) as usize;
        for (i, copy) in rows.iter_mut().take(side as usize).enumerate() {
            row_words(words, layout, row + i as u64, range, copy);
            copy.push(0); // what lies right of the last word
        }
        for bytes in bytes.iter_mut().take(count(side)) {
            bytes.resize(n * 8 + SPARE, 0);
        }
        match side {
            1 => store(&mut bytes[0], rows[0].iter().copied()),
            2 => add_2(rows, columns, bytes),
            3 => add_3(rows, columns, bytes),
            _ => add_4(rows, columns, pairs, bytes),
        }
    }
}

/// Words to bytes.
#[inline]
fn store(bytes: &mut [u8], words: impl Iterator<Item = u64>) {
    for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
}

/// Each column's neighbour, `by` columns to the right, in its place.
#[inline]
fn shifted(plane: &[u64], by: u32) -> impl Iterator<Item = u64> {
    let next = plane.get(1..).unwrap_or_default();
    plane.iter().zip(next).map(move |(word, next)| word >> by | next << (64 - by))
}

/// Each column with its neighbour, `by` columns to the right.
#[inline]
fn both(plane: &[u64], by: u32) -> impl Iterator<Item = (u64, u64)> {
    plane.iter().copied().zip(shifted(plane, by))
}

/// Each column with its two neighbours to the right.
#[inline]
fn three(plane: &[u64]) -> impl Iterator<Item = (u64, u64, u64)> {
    both(plane, 1).zip(shifted(plane, 2)).map(|((a, b), c)| (a, b, c))
}

#[inline]
const fn majority(a: u64, b: u64, c: u64) -> u64 {
    (a & b) | (c & (a ^ b))
}

fn fill(plane: &mut Vec<u64>, words: impl Iterator<Item = u64>) {
    plane.clear();
    plane.extend(words);
}

#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn add_2([a, b, ..]: &[Vec<u64>; 4], [low, high, ..]: &mut [Vec<u64>; 4], [s0, s1, s2, ..]: &mut [Vec<u8>; MOST]) {
    fill(low, a.iter().zip(b).map(|(a, b)| a ^ b));
    fill(high, a.iter().zip(b).map(|(a, b)| a & b));
    let (low, high) = (low.as_slice(), high.as_slice());
    let ones = || both(low, 1);
    let twos = || both(high, 1).zip(ones().map(|(a, b)| a & b));
    store(s0, ones().map(|(a, b)| a ^ b));
    store(s1, twos().map(|((a, b), carry)| a ^ b ^ carry));
    store(s2, twos().map(|((a, b), carry)| majority(a, b, carry)));
}

#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn add_3([a, b, c, _]: &[Vec<u64>; 4], [low, high, ..]: &mut [Vec<u64>; 4], bytes: &mut [Vec<u8>; MOST]) {
    let rows = || a.iter().zip(b).zip(c);
    fill(low, rows().map(|((a, b), c)| a ^ b ^ c));
    fill(high, rows().map(|((a, b), c)| majority(*a, *b, *c)));
    let [s0, s1, s2, s3, _] = bytes;
    let places = s0.as_chunks_mut::<8>().0.iter_mut().zip(s1.as_chunks_mut::<8>().0);
    let places = places.zip(s2.as_chunks_mut::<8>().0).zip(s3.as_chunks_mut::<8>().0);
    for ((((s0, s1), s2), s3), (ones, twos)) in places.zip(three(low).zip(three(high))) {
        let (one, two) = (ones.0 ^ ones.1 ^ ones.2, majority(ones.0, ones.1, ones.2));
        let (also_two, four) = (twos.0 ^ twos.1 ^ twos.2, majority(twos.0, twos.1, twos.2));
        *s0 = one.to_le_bytes();
        *s1 = (two ^ also_two).to_le_bytes();
        *s2 = (four ^ (two & also_two)).to_le_bytes();
        *s3 = (four & two & also_two).to_le_bytes();
    }
}

#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn add_4(
    [a, b, c, d]: &[Vec<u64>; 4],
    [low, high, top, _]: &mut [Vec<u64>; 4],
    pairs: &mut [Vec<u64>; 4],
    bytes: &mut [Vec<u8>; MOST],
) {
    // Ones and twos of each two rows; the twos of all four are theirs and the carry of their ones.
    let rows = || a.iter().zip(b).zip(c).zip(d);
    fill(low, rows().map(|(((a, b), c), d)| a ^ b ^ c ^ d));
    fill(high, rows().map(|(((a, b), c), d)| (a & b) ^ (c & d) ^ ((a ^ b) & (c ^ d))));
    fill(top, rows().map(|(((a, b), c), d)| a & b & c & d));
    let [p0, p1, p2, p3] = pairs;
    for plane in [&mut *p0, p1, p2, p3] {
        plane.clear();
    }
    for ((ones, twos), fours) in both(low, 1).zip(both(high, 1)).zip(both(top, 1)) {
        let two = ones.0 & ones.1;
        let four = majority(twos.0, twos.1, two);
        p0.push(ones.0 ^ ones.1);
        p1.push(twos.0 ^ twos.1 ^ two);
        p2.push(fours.0 ^ fours.1 ^ four);
        p3.push(majority(fours.0, fours.1, four));
    }
    for plane in [&mut *p0, p1, p2, p3] {
        plane.push(0);
    }
    let [s0, s1, s2, s3, s4] = bytes;
    let places = s0.as_chunks_mut::<8>().0.iter_mut().zip(s1.as_chunks_mut::<8>().0).zip(s2.as_chunks_mut::<8>().0);
    let places = places.zip(s3.as_chunks_mut::<8>().0).zip(s4.as_chunks_mut::<8>().0);
    let sums = both(p0, 2).zip(both(p1, 2)).zip(both(p2, 2)).zip(both(p3, 2));
    for (((((s0, s1), s2), s3), s4), (((ones, twos), fours), eights)) in places.zip(sums) {
        let two = ones.0 & ones.1;
        let four = majority(twos.0, twos.1, two);
        let eight = majority(fours.0, fours.1, four);
        *s0 = (ones.0 ^ ones.1).to_le_bytes();
        *s1 = (twos.0 ^ twos.1 ^ two).to_le_bytes();
        *s2 = (fours.0 ^ fours.1 ^ four).to_le_bytes();
        *s3 = (eights.0 ^ eights.1 ^ eight).to_le_bytes();
        *s4 = majority(eights.0, eights.1, eight).to_le_bytes();
    }
}
