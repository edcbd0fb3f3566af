//! Which keys are inserted and which are held out to measure with.

use crate::hash::KeyBuffer;
use crate::rng::SplitMix64;

/// What becomes of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// It goes into the filter.
    Inserted,
    /// It stays out, and is then asked for: as no two keys are equal, it is certainly absent.
    HeldOut,
}

/// Deals keys out into two parts: of `n` keys exactly [`HoldOut::n_held_out`] are held out, every choice of so many being
/// equally likely, and the same seed choosing the same ones.
///
/// Selection sampling (Fan, Muller & Rezucha 1962; Knuth, TAOCP 2, algorithm 3.4.2 S): key by key in order, each held out
/// with the probability (still to be held out)/(still to come). One random number a key, no memory.
#[derive(Clone, Debug)]
pub struct HoldOut {
    rng: SplitMix64,
    left: u64,
    held_out_left: u64,
}

impl HoldOut {
    /// Deals out `n` keys, `percent` of them (at most 100) to be held out.
    #[must_use]
    pub fn new(n: u64, percent: u32, seed: u64) -> Self {
        Self { rng: SplitMix64::new(seed), left: n, held_out_left: Self::n_held_out(n, percent) }
    }

    /// How many of `n` keys are held out: `percent` rounded to the nearest, but at least 1 of 2 or more unless `percent`
    /// is 0, and always leaving one to insert.
    #[must_use]
    pub fn n_held_out(n: u64, percent: u32) -> u64 {
        let percent = u128::from(percent.min(100));
        let nearest = ((u128::from(n) * percent + 50) / 100) as u64;
        if percent == 0 { 0 } else { nearest.max(1).min(n.saturating_sub(1)) }
    }
}

/// Keys dealt out into two buffers, each in the list's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// Keys that go into the filter.
    pub inserted: KeyBuffer,
    /// Keys kept out, to ask about.
    pub held_out: KeyBuffer,
}

impl Split {
    /// Copies the keys out of one buffer into two.
    #[must_use]
    pub fn of(keys: &KeyBuffer, percent: u32, seed: u64) -> Self {
        let mut split = Self::default();
        for (key, part) in keys.iter().zip(HoldOut::new(keys.len() as u64, percent, seed)) {
            match part {
                Part::Inserted => split.inserted.push(key),
                Part::HeldOut => split.held_out.push(key),
            }
        }
        split
    }
}

impl Iterator for HoldOut {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        let left = self.left;
        self.left = left.checked_sub(1)?;
        if self.rng.below(left) < self.held_out_left {
            self.held_out_left -= 1;
            Some(Part::HeldOut)
        } else {
            Some(Part::Inserted)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn exactly_so_many_are_held_out(n in 0_u64..500, percent in 0_u32..=100, seed: u64) {
            let parts: Vec<Part> = HoldOut::new(n, percent, seed).collect();
            let held_out = parts.iter().filter(|&&part| part == Part::HeldOut).count() as u64;
            prop_assert_eq!((parts.len() as u64, held_out), (n, HoldOut::n_held_out(n, percent)));
            prop_assert_eq!(parts, HoldOut::new(n, percent, seed).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_split_keeps_every_key_once() {
        let keys: KeyBuffer = (0..100).map(|i| format!("{i:03}")).collect();
        let Split { inserted, held_out } = Split::of(&keys, 25, 9);
        assert_eq!((inserted.len(), held_out.len()), (75, 25));
        let mut both: Vec<&[u8]> = inserted.iter().chain(held_out.iter()).collect();
        assert!(inserted.iter().is_sorted() && held_out.iter().is_sorted());
        both.sort_unstable();
        assert!(both.into_iter().eq(keys.iter()));
    }

    #[test]
    fn one_key_is_always_inserted_and_one_held_out_where_two_are() {
        let cases = [(0, 10, 0), (1, 10, 0), (2, 10, 1), (10, 10, 1), (14, 10, 1), (15, 10, 2), (9, 100, 8), (9, 0, 0)];
        for (n, percent, expected) in cases {
            assert_eq!(HoldOut::n_held_out(n, percent), expected, "{percent} % of {n}");
        }
    }

    #[test]
    fn every_key_is_as_likely_to_be_held_out() {
        // 2000 seeds, 3 of 10 held out: each key 600 times, standard deviation 20.5. Five of these either way fail by
        // chance for one of ten keys with probability 6e-6; the seeds are fixed, so it happens always or never.
        let mut times = [0_i32; 10];
        for seed in 0..2000 {
            for (times, part) in times.iter_mut().zip(HoldOut::new(10, 30, seed)) {
                *times += i32::from(part == Part::HeldOut);
            }
        }
        assert!(times.iter().all(|&times| (times - 600).abs() < 103), "{times:?}");
    }
}
