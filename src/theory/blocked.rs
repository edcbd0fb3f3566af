//! The false-positive rate of a blocked Bloom filter (Putze, Sanders & Singler 2007).
//!
//! n keys are spread over b blocks of B bits; the load of a block is binomial (n trials of 1/b), which for many blocks is
//! Poisson with mean n/b. Each block is a Bloom filter of its own, with B bits, its load of keys, and k; an absent key asks
//! one block, so the rate is the mean of a small filter's rate over the loads. Crowded blocks err far more than empty ones
//! make up for: that is the price, and it grows as blocks shrink.
//!
//! Edges, those of all rates: 0 for n = 0; 1 without blocks, bits or hash functions.

use super::rate::{bitwise, exact};
use super::sizing::{bits_for, hashes_for};

/// Σᵢ Poisson(i; n/b)·(1−(1−1/B)^{ki})^k: the rate as published.
///
/// Two approximations: Poisson loads, and bits within a block taken for independent. The second puts it below [`rate`],
/// by a relative error of the order k/B. Truncation and rounding together: relative error about 10⁻¹³.
#[must_use]
pub fn published(n: u64, n_blocks: u64, block_bits: u32, k: u32) -> f64 {
    mixture(n, n_blocks, block_bits, k, Loads::Poisson, |i| bitwise(i, u64::from(block_bits), k))
}

/// Σᵢ Binomial(i; n, 1/b)·E\[(X/B)^k\], the rate for independent uniform blocks and positions, with the exact rate of each
/// block.
///
/// No approximation but the truncation of the sum; relative error about 10⁻¹³. One block is a plain filter of B bits. Costs
/// an exact rate for every load that matters, a few times √(n/b) of them.
#[must_use]
pub fn rate(n: u64, n_blocks: u64, block_bits: u32, k: u32) -> f64 {
    mixture(n, n_blocks, block_bits, k, Loads::Binomial, |i| exact(i, u64::from(block_bits), k).value)
}

/// The fewest blocks that keep `n` keys at a [`rate`] of at most `p`, where k is the best of the whole numbers, and that k.
///
/// Domain n ≥ 1, B ≥ 2, 0 < p < 1. The k is chosen by the published rate, which is quick to compute, and the blocks are
/// then counted by the exact one; `None` when more than `most_blocks` would be needed.
#[must_use]
pub fn blocks_for(n: u64, p: f64, block_bits: u32, most_blocks: u64) -> Option<(u64, u32)> {
    let block = u64::from(block_bits);
    let plain_bits = bits_for(n, p);
    let plain = hashes_for(plain_bits, n);
    // In crowded blocks fewer hash functions do better, so the best k is at most the plain filter's.
    let (mut best, mut best_k) = (u64::MAX, plain);
    let mut guess = plain_bits.div_ceil(block.max(1));
    for k in (1..=plain).rev() {
        let enough = |blocks| mixture(n, blocks, block_bits, k, Loads::Poisson, |i| bitwise(i, block, k)) <= p;
        let Some(blocks) = fewest(guess, most_blocks.min(best), enough) else {
            if best < u64::MAX {
                break; // it took fewer with one hash function more
            }
            continue;
        };
        (best, best_k, guess) = (blocks, k, blocks);
    }
    let mut rates = Vec::new();
    let enough = |blocks| {
        let by_load = |i: u64| {
            while (rates.len() as u64) <= i {
                rates.push(exact(rates.len() as u64, block, best_k).value);
            }
            rates.get(i as usize).copied().unwrap_or(1.0)
        };
        mixture(n, blocks, block_bits, best_k, Loads::Binomial, by_load) <= p
    };
    fewest(guess, most_blocks, enough).map(|blocks| (blocks, best_k))
}

/// The whole k with the lowest published rate, of those up to the best one for a plain filter of as many bits.
#[must_use]
pub fn best_hashes(n: u64, n_blocks: u64, block_bits: u32) -> u32 {
    let bits = n_blocks.saturating_mul(u64::from(block_bits));
    let mut k = hashes_for(bits, n);
    let mut lowest = published(n, n_blocks, block_bits, k);
    while k > 1 {
        let rate = published(n, n_blocks, block_bits, k - 1);
        if rate > lowest {
            break;
        }
        (k, lowest) = (k - 1, rate);
    }
    k
}

/// The least number from 1 to `most` for which a condition holds that holds from some number on; sought around `guess`.
fn fewest(guess: u64, most: u64, mut enough: impl FnMut(u64) -> bool) -> Option<u64> {
    let guess = guess.clamp(1, most.max(1));
    let (mut low, mut high) = (guess, guess);
    let mut step = 1_u64;
    if enough(guess) {
        loop {
            low = high.saturating_sub(step);
            step = step.saturating_mul(2);
            if low == 0 || !enough(low) {
                break;
            }
            high = low;
        }
    } else {
        loop {
            if low >= most {
                return None;
            }
            high = low.saturating_add(step).min(most);
            step = step.saturating_mul(2);
            if enough(high) {
                break;
            }
            low = high;
        }
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

/// How the load of one block is distributed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loads {
    Poisson,
    Binomial,
}

/// The mean of `of_load` over the loads, `of_load` being a rate that rises with the load.
///
/// Weights follow from the one at the mode by the ratio of neighbours and are divided by their sum in the end, so that no
/// factorial is needed. A load that leaves no bit 0 counts with rate 1 without being asked for.
fn mixture(n: u64, b: u64, block_bits: u32, k: u32, loads: Loads, mut of_load: impl FnMut(u64) -> f64) -> f64 {
    if b == 0 || block_bits == 0 || k == 0 {
        return 1.0;
    }
    if n == 0 {
        return 0.0;
    }
    if b == 1 && loads == Loads::Binomial {
        return of_load(n);
    }
    let (cells, mean) = (f64::from(block_bits), n as f64 / b as f64);
    // From here on the expected number of bits that are 0 is below 10⁻¹⁸.
    let full = cells * (libm::log(cells) + 42.0) / f64::from(k) + 1.0;
    if mean - 40.0 * libm::sqrt(mean) > full {
        return 1.0;
    }
    let mut rate_of = |i: u64| if i as f64 > full { 1.0 } else { of_load(i) };
    // P(i+1)/P(i).
    let ratio = |i: u64| match loads {
        Loads::Poisson => mean / (i + 1) as f64,
        Loads::Binomial => (n - i) as f64 / ((i + 1) as f64 * (b - 1) as f64),
    };
    let most = if loads == Loads::Binomial { n } else { u64::MAX };
    let mode = (libm::floor(mean) as u64).min(most);
    let (mut total, mut sum) = (1.0, rate_of(mode));
    let mut weight = 1.0;
    let mut i = mode;
    while i < most {
        weight *= ratio(i);
        i += 1;
        total += weight;
        sum += weight * rate_of(i);
        // The rate is at most 1, and the weights fall at least geometrically from here on.
        if weight <= sum * 1e-18 && ratio(i.min(most - 1)) < 0.9 {
            break;
        }
    }
    weight = 1.0;
    i = mode;
    while i > 0 && weight > 1e-18 {
        i -= 1;
        weight /= ratio(i);
        total += weight;
        sum += weight * rate_of(i);
    }
    (sum / total).min(1.0)
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // the edges are exact
mod tests {
    use super::*;

    #[test]
    fn edges() {
        for rate in [rate, published] {
            assert_eq!(
                (rate(0, 4, 64, 3), rate(4, 0, 64, 3), rate(4, 4, 0, 3), rate(4, 4, 64, 0)),
                (0.0, 1.0, 1.0, 1.0)
            );
            assert_eq!(rate(u64::MAX, 4, 512, 3), 1.0);
            assert!(rate(1, u64::MAX, 512, 3) > 0.0);
        }
        assert_eq!(rate(20, 1, 64, 3), exact(20, 64, 3).value);
        assert_eq!(blocks_for(1_000_000, 1e-9, 64, 10), None);
    }

    #[test]
    fn small_cases_agree_with_enumeration() {
        for (n, b, block, k) in [(1, 2, 2_u64, 2), (2, 2, 2, 2), (2, 3, 3, 1), (3, 2, 4, 1), (2, 2, 3, 2), (3, 3, 2, 1)]
        {
            let choices = b * block.pow(k); // of one key
            let outcomes = choices.pow(n + 1);
            let key = |choice: u64| {
                let (home, mut digits) = (choice % b, choice / b);
                (0..k).map(move |_| (home * block + digits % block, digits /= block).0)
            };
            let passed = (0..outcomes).filter(|outcome| {
                let mut rest = *outcome;
                let mut next = || (rest % choices, rest /= choices).0;
                let absent = next();
                let set: Vec<u64> = (0..n).flat_map(|_| key(next()).collect::<Vec<_>>()).collect();
                key(absent).all(|position| set.contains(&position))
            });
            let share = passed.count() as f64 / outcomes as f64;
            let rate = rate(u64::from(n), b, block as u32, k);
            assert!((rate - share).abs() < 1e-13, "{n} {b} {block} {k}: {rate} {share}");
        }
    }

    #[test]
    fn smaller_blocks_lose_more() {
        // At 8 bits a key and k = 6, where a plain filter errs 2.16 % of the time.
        let n = 1_000_000;
        let of = |block: u32| published(n, 8 * n / u64::from(block), block, 6);
        let plain = bitwise(n, 8 * n, 6);
        assert!(of(4096) > plain && of(4096) < 1.05 * plain, "{} {plain}", of(4096));
        assert!(of(512) > 1.05 * plain && of(512) < 1.3 * plain, "{} {plain}", of(512));
        assert!(of(64) > 1.5 * plain, "{}", of(64));
        assert!((rate(n, 15_625, 512, 6) / of(512) - 1.0).abs() < 0.03);
    }

    #[test]
    fn the_fewest_blocks_are_the_fewest() {
        for (n, p, block) in [(1000, 0.01, 512), (1000, 0.01, 64), (50, 1e-4, 512), (10, 0.9, 64), (3000, 1e-3, 4096)] {
            let (blocks, k) = blocks_for(n, p, block, 1 << 24).unwrap_or_default();
            assert!(rate(n, blocks, block, k) <= p, "{n} {p} {block}: {blocks} {k}");
            assert!(blocks == 1 || rate(n, blocks - 1, block, k) > p, "{n} {p} {block}: {blocks} {k}");
            let best = best_hashes(n, blocks, block);
            assert!(rate(n, blocks, block, best) <= 1.02 * rate(n, blocks, block, k), "{n} {p} {block}: {best} {k}");
        }
    }
}
