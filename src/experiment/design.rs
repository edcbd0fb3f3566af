//! How many probes one filter may be asked before its own luck shows.
//!
//! The interval around a measured rate (Wilson 1927) takes probes to be independent. Probes of one filter are not quite:
//! they share its fill. A filter that came out fuller than average gives more false positives on all its probes, so q probes
//! of each of many filters scatter more than as many independent ones, by the design effect (Kish 1965)
//!
//! D = 1 + (q − 1)·ρ,  ρ = Var(rate of a filter) / (r·(1 − r)),  r the mean rate.
//!
//! With X of m bits lit after kn throws, λ = kn/m and fill f = 1 − e^{−λ}, Var(X) ≈ m·e^{−λ}·(1 − (1+λ)·e^{−λ}) (occupancy,
//! Feller 1968), and a filter's rate (X/m)^k varies by k²·f^{2k−2}·Var(X)/m². Therefore few probes of many filters where m is
//! small, and many probes of one filter where m is large. Keeping D at most 1.05 makes intervals at most 2.5 % too narrow:
//! a nominal 95 % is then at worst 94.4 %.

/// The most that D − 1 may be.
const EXCESS: f64 = 0.05;

/// The most probes that one filter should be asked when it has m bits, k hash functions and n keys; at least 1.
#[must_use]
pub fn probes_per_filter(n: u64, m: u64, k: u32) -> u64 {
    let correlation = probe_correlation(n, m, k);
    let probes = 1.0 + EXCESS / correlation;
    // Not a number where nothing can be hit: then nothing scatters either.
    if probes.is_finite() { probes.clamp(1.0, 1e15) as u64 } else { 1_000_000_000_000_000 }
}

/// ρ: how much two probes of one filter agree beyond chance.
fn probe_correlation(n: u64, m: u64, k: u32) -> f64 {
    let (m, k) = (m as f64, f64::from(k));
    let lambda = k * n as f64 / m;
    let zero = libm::exp(-lambda);
    let fill = -libm::expm1(-lambda);
    let occupancy_variance = zero * (1.0 - (1.0 + lambda) * zero);
    k * k * libm::pow(fill, k - 2.0) * occupancy_variance / (m * (1.0 - libm::pow(fill, k)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::{Bloom, BloomSpec};
    use crate::hash::{Derivation, HashSpec};

    #[test]
    fn large_filters_take_many_probes_and_small_ones_few() {
        assert!(probes_per_filter(10, 64, 4) < 30);
        assert!((200..2000).contains(&probes_per_filter(100, 1024, 7)));
        assert!(probes_per_filter(1_000_000, 9_585_059, 7) > 1_000_000);
        for (n, m, k) in [(0, 64, 3), (u64::MAX, 1, 255), (0, 1, 1), (1, u64::MAX, 1)] {
            assert!(probes_per_filter(n, m, k) >= 1);
        }
    }

    #[test]
    fn the_variance_between_filters_is_as_predicted() {
        // Scatter of (X/m)^k over 4000 filters against ρ·r·(1 − r). The relative error of a variance from 4000 samples is
        // about √(2/4000) = 2.2 %, more for skewed rates; the delta method itself is good to a few percent here.
        for (n, m, k) in [(40_u64, 512_u64, 4_u32), (100, 512, 4), (20, 256, 8), (80, 256, 2)] {
            let hash = HashSpec { derivation: Derivation::Independent, ..HashSpec::default() };
            let rates: Vec<f64> = (0..4000_u64)
                .filter_map(|trial| {
                    let mut bloom = Bloom::try_new(BloomSpec { n_bits: m, n_hashes: k, hash }).ok()?;
                    (0..n).for_each(|i| _ = bloom.insert(&(trial << 32 | i).to_le_bytes()));
                    Some(libm::pow(bloom.bits().ones() as f64 / m as f64, f64::from(k)))
                })
                .collect();
            let mean = rates.iter().sum::<f64>() / 4000.0;
            let variance = rates.iter().map(|r| (r - mean) * (r - mean)).sum::<f64>() / 3999.0;
            let predicted = probe_correlation(n, m, k) * mean * (1.0 - mean);
            assert!((0.8..1.25).contains(&(variance / predicted)), "n {n} m {m} k {k}: {variance:e} {predicted:e}");
        }
    }
}
