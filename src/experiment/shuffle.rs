//! A seeded permutation of the numbers below n, without a table.

use crate::rng::SplitMix64;

/// A bijection on `0..n` that the key chooses. It mixes within the next power of two (three rounds of adding, multiplying by
/// an odd number and folding the high half into the low one, each of which can be undone) and walks on until it is back
/// below n: fewer than two steps on average, since n is more than half that power.
#[derive(Clone, Debug)]
pub(super) struct Shuffle {
    n: u64,
    mask: u64,
    fold: u32,
    round_keys: [u64; 3],
}

/// An odd multiplier and its inverse modulo 2⁶⁴, hence modulo every smaller power of two.
const MULTIPLIER: u64 = 0xd134_2543_de82_ef95;
const INVERSE: u64 = inverse_odd(MULTIPLIER);

impl Shuffle {
    pub(super) fn new(n: u64, key: u64) -> Self {
        let mut rng = SplitMix64::new(key);
        let bits = 64 - n.saturating_sub(1).leading_zeros();
        let mask = if bits == 0 { 0 } else { u64::MAX >> (64 - bits) };
        // Folding by half the bits or more undoes itself.
        Self { n, mask, fold: bits.div_ceil(2).max(1), round_keys: [rng.next_u64(), rng.next_u64(), rng.next_u64()] }
    }

    /// Where `x` goes; a number that is not below n stays.
    pub(super) fn forward(&self, mut x: u64) -> u64 {
        if x >= self.n {
            return x;
        }
        loop {
            for key in self.round_keys {
                x = x.wrapping_add(key).wrapping_mul(MULTIPLIER) & self.mask;
                x ^= x >> self.fold;
            }
            if x < self.n {
                return x;
            }
        }
    }

    /// What went to `x`.
    pub(super) fn backward(&self, mut x: u64) -> u64 {
        if x >= self.n {
            return x;
        }
        loop {
            for key in self.round_keys.iter().rev() {
                x ^= x >> self.fold;
                x = x.wrapping_mul(INVERSE).wrapping_sub(*key) & self.mask;
            }
            if x < self.n {
                return x;
            }
        }
    }
}

/// The inverse of an odd number modulo 2⁶⁴, by Newton's iteration: each step doubles the correct low bits, three at first.
pub(super) const fn inverse_odd(a: u64) -> u64 {
    let mut x = a;
    let mut step = 0;
    while step < 5 {
        x = x.wrapping_mul(2_u64.wrapping_sub(a.wrapping_mul(x)));
        step += 1;
    }
    x
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn small_ranges_are_permuted() {
        for n in 0..300 {
            let shuffle = Shuffle::new(n, n ^ 0xabcd);
            let mut images: Vec<u64> = (0..n).map(|x| shuffle.forward(x)).collect();
            images.sort_unstable();
            assert!(images.iter().copied().eq(0..n), "n = {n}");
        }
    }

    #[test]
    fn a_place_gets_every_element_about_equally_often() {
        // Which element comes first, over 64 000 keys: 64 places expect 1000 each, standard deviation about 31.
        let mut first = [0_u32; 64];
        (0..64_000).for_each(|key| first[Shuffle::new(64, key).forward(0) as usize] += 1);
        assert!(first.iter().all(|&count| (850..1150).contains(&count)), "{first:?}");
    }

    proptest! {
        #[test]
        fn backward_undoes_forward(n in 1..=u64::MAX, key: u64, x: u64) {
            let shuffle = Shuffle::new(n, key);
            let image = shuffle.forward(x % n);
            prop_assert!(image < n);
            prop_assert_eq!(shuffle.backward(image), x % n);
        }

        #[test]
        fn odd_numbers_have_inverses(a: u64) {
            prop_assert_eq!((a | 1).wrapping_mul(inverse_odd(a | 1)), 1);
        }
    }
}
