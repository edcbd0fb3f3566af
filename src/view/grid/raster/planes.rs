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
            1 => add_1(rows, bytes),
            2 => add_2(rows, columns, bytes),
            3 => add_3(rows, columns, bytes),
            _ => add_4(rows, columns, pairs, bytes),
        }
    }
}

/// Stores a word's eight bytes.
macro_rules! store {
    ($bytes:ident, $i:ident, $word:expr) => {
        $bytes[$i] = $word.to_le_bytes()
    };
}

/// A word of a plane and the columns `by` places further on, aligned with it: the next word's lowest go in at the top.
macro_rules! shifted {
    ($plane:ident, $i:ident, $by:literal) => {
        ($plane[$i] >> $by) | ($plane[$i + 1] << (64 - $by))
    };
}

/// Whether at least two of three are set.
#[inline]
const fn majority(a: u64, b: u64, c: u64) -> u64 {
    (a & b) | (c & (a ^ b))
}

/// A plane of n words and a 0 beyond them, ready to be written.
fn ready(plane: &mut Vec<u64>, n: usize) -> &mut [u64] {
    plane.clear();
    plane.resize(n + 1, 0);
    plane
}

/// The first n words of each row, and of each plane of bytes: loops over slices of one length need no checks. The loops are
/// spelled out by number, since the page is compiled to be small and chains of iterators would become calls.
macro_rules! first {
    ($n:ident of $($slice:ident),*) => {
        $(let $slice = &$slice[..$n];)*
    };
    ($n:ident bytes of $($slice:ident),*) => {
        $(let $slice = &mut $slice.as_chunks_mut::<8>().0[..$n];)*
    };
}

/// One row: its bits as they are.
fn add_1([a, ..]: &[Vec<u64>; 4], [s0, ..]: &mut [Vec<u8>; MOST]) {
    let n = a.len() - 1;
    first!(n of a);
    first!(n bytes of s0);
    for i in 0..n {
        store!(s0, i, a[i]);
    }
}

/// Boxes of 2 × 2.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn add_2([a, b, ..]: &[Vec<u64>; 4], [low, high, ..]: &mut [Vec<u64>; 4], [s0, s1, s2, ..]: &mut [Vec<u8>; MOST]) {
    let n = a.len() - 1;
    first!(n of a, b);
    let (low, high) = (ready(low, n), ready(high, n));
    for i in 0..n {
        low[i] = a[i] ^ b[i];
        high[i] = a[i] & b[i];
    }
    first!(n bytes of s0, s1, s2);
    for i in 0..n {
        let (one, next_one) = (low[i], shifted!(low, i, 1));
        let (two, next_two) = (high[i], shifted!(high, i, 1));
        let carry = one & next_one;
        store!(s0, i, (one ^ next_one));
        store!(s1, i, (two ^ next_two ^ carry));
        store!(s2, i, majority(two, next_two, carry));
    }
}

/// Boxes of 3 × 3.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn add_3([a, b, c, _]: &[Vec<u64>; 4], [low, high, ..]: &mut [Vec<u64>; 4], [s0, s1, s2, s3, _]: &mut [Vec<u8>; MOST]) {
    let n = a.len() - 1;
    first!(n of a, b, c);
    let (low, high) = (ready(low, n), ready(high, n));
    for i in 0..n {
        low[i] = a[i] ^ b[i] ^ c[i];
        high[i] = majority(a[i], b[i], c[i]);
    }
    first!(n bytes of s0, s1, s2, s3);
    for i in 0..n {
        let ones = (low[i], shifted!(low, i, 1), shifted!(low, i, 2));
        let twos = (high[i], shifted!(high, i, 1), shifted!(high, i, 2));
        let two = majority(ones.0, ones.1, ones.2);
        let (also_two, four) = (twos.0 ^ twos.1 ^ twos.2, majority(twos.0, twos.1, twos.2));
        store!(s0, i, (ones.0 ^ ones.1 ^ ones.2));
        store!(s1, i, (two ^ also_two));
        store!(s2, i, (four ^ (two & also_two)));
        store!(s3, i, (four & two & also_two));
    }
}

/// Boxes of 4 × 4: sums of two neighbouring columns first, then of two such pairs.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn add_4(
    [a, b, c, d]: &[Vec<u64>; 4],
    [low, high, top, _]: &mut [Vec<u64>; 4],
    [p0, p1, p2, p3]: &mut [Vec<u64>; 4],
    [s0, s1, s2, s3, s4]: &mut [Vec<u8>; MOST],
) {
    let n = a.len() - 1;
    first!(n of a, b, c, d);
    let (low, high, top) = (ready(low, n), ready(high, n), ready(top, n));
    for i in 0..n {
        // Ones and twos of each two rows; the twos of all four are theirs and the carry of their ones.
        let (ab, cd) = (a[i] ^ b[i], c[i] ^ d[i]);
        low[i] = ab ^ cd;
        high[i] = (a[i] & b[i]) ^ (c[i] & d[i]) ^ (ab & cd);
        top[i] = a[i] & b[i] & c[i] & d[i];
    }
    let (p0, p1, p2, p3) = (ready(p0, n), ready(p1, n), ready(p2, n), ready(p3, n));
    for i in 0..n {
        let ones = (low[i], shifted!(low, i, 1));
        let twos = (high[i], shifted!(high, i, 1));
        let fours = (top[i], shifted!(top, i, 1));
        let two = ones.0 & ones.1;
        let four = majority(twos.0, twos.1, two);
        p0[i] = ones.0 ^ ones.1;
        p1[i] = twos.0 ^ twos.1 ^ two;
        p2[i] = fours.0 ^ fours.1 ^ four;
        p3[i] = majority(fours.0, fours.1, four);
    }
    first!(n bytes of s0, s1, s2, s3, s4);
    for i in 0..n {
        let ones = (p0[i], shifted!(p0, i, 2));
        let twos = (p1[i], shifted!(p1, i, 2));
        let fours = (p2[i], shifted!(p2, i, 2));
        let eights = (p3[i], shifted!(p3, i, 2));
        let two = ones.0 & ones.1;
        let four = majority(twos.0, twos.1, two);
        let eight = majority(fours.0, fours.1, four);
        store!(s0, i, (ones.0 ^ ones.1));
        store!(s1, i, (twos.0 ^ twos.1 ^ two));
        store!(s2, i, (fours.0 ^ fours.1 ^ four));
        store!(s3, i, (eights.0 ^ eights.1 ^ eight));
        store!(s4, i, majority(eights.0, eights.1, eight));
    }
}
