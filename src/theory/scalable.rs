//! How a scalable Bloom filter grows, and the rate it keeps (Almeida, Baquero, Preguiça & Hutchison 2007).
//!
//! Sub-filter i, counted from 0, is made for n₀·sⁱ keys at a rate pᵢ = p₀·rⁱ, where s is the expansion and r the tightening
//! ratio. With p₀ = p(1−r) the rates add up to less than p, however many sub-filters there come to be. A low r makes later
//! sub-filters costly in bits, a high one the first.

use super::rate::textbook;
use super::sizing::bits_for_hashes;
use crate::hash::MAX_HASHES;

/// The four numbers that fix how a filter grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// n₀, keys that the first sub-filter is made for; 0 counts as 1.
    pub capacity: u64,
    /// p, the rate never to be exceeded, between 0 and 1.
    pub rate: f64,
    /// s, at least 1 (0 counts as 1): by which factor each sub-filter's capacity exceeds that of the one before.
    pub expansion: u32,
    /// r, between 0 and 1: by which factor each sub-filter's rate is below that of the one before.
    pub tightening_ratio: f64,
}

/// What one sub-filter is made with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// n₀·sⁱ, in keys.
    pub capacity: u64,
    /// p₀·rⁱ, the rate that is not exceeded up to that many keys.
    pub rate: f64,
    /// The fewest bits that keep it.
    pub n_bits: u64,
    /// The whole number nearest log₂(1/pᵢ), at least 1.
    pub n_hashes: u32,
}

impl Growth {
    /// Sub-filter `i`. `None` where its capacity or its bits exceed 64 bits, or its rate is too small for an f64.
    #[must_use]
    pub fn level(&self, i: u32) -> Option<Level> {
        let capacity = u64::from(self.expansion.max(1)).checked_pow(i)?.checked_mul(self.capacity.max(1))?;
        let r = self.tightening_ratio;
        let rate = self.rate * (1.0 - r) * libm::pow(r, f64::from(i));
        if rate.is_nan() || rate < f64::MIN_POSITIVE {
            return None;
        }
        let n_hashes = (libm::round(-libm::log2(rate)) as u32).clamp(1, MAX_HASHES);
        let n_bits = bits_for_hashes(capacity, rate, n_hashes);
        (n_bits < u64::MAX).then_some(Level { capacity, rate, n_bits, n_hashes })
    }

    /// The sub-filters that hold `n` keys, each with how many of them: all but the last are at capacity. At least one,
    /// which an empty filter has too. It ends early where [`Growth::level`] does.
    pub fn holding(&self, n: u64) -> impl Iterator<Item = (Level, u64)> {
        let (growth, mut left, mut i) = (*self, n, 0);
        core::iter::from_fn(move || {
            if i > 0 && left == 0 {
                return None;
            }
            let level = growth.level(i)?;
            let held = left.min(level.capacity);
            left -= held;
            i += 1;
            Some((level, held))
        })
    }

    /// Bits that `n` keys take, whole sub-filters being counted however few keys the last one holds. `u64::MAX` when it
    /// does not fit.
    ///
    /// A key skipped because it seemed to be there already takes no room, so a filter that was *given* n different keys
    /// holds a little fewer than n.
    #[must_use]
    pub fn bits_for(&self, n: u64) -> u64 {
        self.holding(n).fold(0, |sum, (level, _)| sum.saturating_add(level.n_bits))
    }

    /// The rate with `n` keys held: [`compound`] of the sub-filters' textbook rates, the last one partly filled. 0 for n = 0.
    ///
    /// Approximate as the textbook rate is, and in taking sub-filters for independent. It steps up whenever a sub-filter
    /// is begun only as fast as that one fills, and stays below p.
    #[must_use]
    pub fn rate_at(&self, n: u64) -> f64 {
        compound(self.holding(n).map(|(level, held)| textbook(held, level.n_bits, level.n_hashes)))
    }
}

/// 1−Π(1−pᵢ): the rate of a filter that answers "possibly present" as soon as one of its independent parts does.
///
/// Computed without cancellation, to a relative error of about 10⁻¹⁶ a part. 0 without parts, 1 where a pᵢ is 1.
#[must_use]
pub fn compound(rates: impl IntoIterator<Item = f64>) -> f64 {
    -libm::expm1(rates.into_iter().map(|p| libm::log1p(-p)).sum::<f64>())
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // the edges are exact
mod tests {
    use super::*;

    const USUAL: Growth = Growth { capacity: 1000, rate: 0.01, expansion: 2, tightening_ratio: 0.5 };

    #[test]
    fn edges() {
        assert_eq!((compound([]), compound([0.0]), compound([0.3, 1.0])), (0.0, 0.0, 1.0));
        assert_eq!(USUAL.rate_at(0), 0.0);
        assert_eq!(USUAL.holding(0).count(), 1);
        assert_eq!((USUAL.level(64), Growth { expansion: 1, ..USUAL }.level(2000)), (None, None));
        let least = Growth { capacity: 0, expansion: 0, ..USUAL };
        assert_eq!(least.level(3).map(|level| level.capacity), Some(1));
        assert_eq!(Growth { rate: f64::NAN, ..USUAL }.level(0), None);
    }

    #[test]
    fn the_schedule_doubles_and_halves() {
        let capacities: Vec<u64> = USUAL.holding(7000).map(|(level, _)| level.capacity).collect();
        let rates: Vec<f64> = USUAL.holding(7000).map(|(level, _)| level.rate).collect();
        assert_eq!((capacities, rates), (vec![1000, 2000, 4000], vec![0.005, 0.0025, 0.00125]));
        let last: Vec<u64> = USUAL.holding(3001).map(|(_, held)| held).collect();
        assert_eq!(last, [1000, 2000, 1]);
        assert_eq!(USUAL.bits_for(3001), USUAL.bits_for(7000));
        assert!(USUAL.bits_for(3000) < USUAL.bits_for(3001));
    }

    #[test]
    fn the_rate_stays_below_the_one_asked_for() {
        for expansion in [1, 2, 4] {
            for tightening_ratio in [0.1, 0.5, 0.85, 0.95] {
                for rate in [0.5, 0.01, 1e-6] {
                    let growth = Growth { capacity: 16, rate, expansion, tightening_ratio };
                    let mut before = 0.0;
                    for n in (0..4000).step_by(37) {
                        let now = growth.rate_at(n);
                        assert!(before <= now && now < rate, "{growth:?} with {n} keys: {now}");
                        before = now;
                    }
                }
            }
        }
        // Two parts: p + q − pq.
        assert!((compound([0.1, 0.2]) - 0.28).abs() < 1e-15);
    }
}
