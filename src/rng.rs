//! Seeded generators.
//!
//! SplitMix64 (Steele, Lea & Flood 2014): a counter stepped by an odd constant and passed through a bijective mixer.
//! Because the mixer is a bijection on 64 bits, distinct counters give distinct outputs; the key generators rely on it to
//! guarantee that a probe key was never inserted.

/// The counter's step: 2⁶⁴ divided by the golden ratio, made odd.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64's output function: a bijection on 64 bits that spreads every input bit over all output bits.
#[must_use]
pub const fn mix64(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Undoes [`mix64`].
#[must_use]
pub const fn unmix64(mut z: u64) -> u64 {
    z ^= (z >> 31) ^ (z >> 62);
    z = z.wrapping_mul(0x3196_42b2_d24d_8ec3);
    z ^= (z >> 27) ^ (z >> 54);
    z = z.wrapping_mul(0x96de_1b17_3f11_9089);
    z ^ (z >> 30) ^ (z >> 60)
}

/// Derives an independent stream seed from a seed and a stream number; the same pair always gives the same seed.
#[must_use]
pub const fn stream(seed: u64, number: u64) -> u64 {
    mix64(mix64(seed.wrapping_add(GOLDEN)).wrapping_add(number.wrapping_mul(GOLDEN)))
}

/// A SplitMix64 generator: 64 bits of state, period 2⁶⁴.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator that yields the same sequence for the same seed everywhere.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 pseudo-random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix64(self.state)
    }

    /// A number below `bound` by multiply-shift; the bias is at most `bound`/2⁶⁴. Zero when `bound` is zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_matches_its_reference_sequence() {
        // First outputs for seed 1234567 in the authors' reference implementation.
        let mut rng = SplitMix64::new(1_234_567);
        let got = [rng.next_u64(), rng.next_u64(), rng.next_u64()];
        assert_eq!(got, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn the_mixer_can_be_undone() {
        let mut rng = SplitMix64::new(9);
        for x in [0, 1, u64::MAX, GOLDEN].into_iter().chain((0..1000).map(|_| rng.next_u64())) {
            assert_eq!(unmix64(mix64(x)), x);
        }
    }

    #[test]
    fn below_stays_below() {
        let mut rng = SplitMix64::new(1);
        assert!((0..1000).all(|_| rng.below(7) < 7));
        assert_eq!(rng.below(0), 0);
    }
}
