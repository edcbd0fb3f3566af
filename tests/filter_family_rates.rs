//! Measured on fixed keys, the relatives of the Bloom filter keep the rates that theory gives them.
//!
//! Two comparisons each. *Against the bits at hand*: these fix the rate for an ideal hash, and the hits of N absent keys are
//! binomial; a deviation above 5 standard deviations has probability 6·10⁻⁷. *Against the formula*: over 24 filters of
//! different keys the mean of those rates must be the formula's, within 5 standard errors as the filters themselves
//! scatter; by Student's distribution that is missed with probability 5·10⁻⁵. With some 20 comparisons in all, one choice
//! of keys in a thousand would fail; the keys are fixed.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used)] // a test says what it expects

use bloomscope::filter::{
    BitArray, Blocked, BlockedSpec, Counting, CountingSpec, Filter, Partitioned, PartitionedSpec, Scalable,
    ScalableSpec, Verdict,
};
use bloomscope::hash::{Derivation, Digest, HashSpec, Reduction};
use bloomscope::rng::mix64;
use bloomscope::theory;

const N_FILTERS: u64 = 24;
const N_KEYS: u64 = 5000;
const N_PROBES: u64 = 20_000;

const HASHES: [HashSpec; 3] = [
    HashSpec { digest: Digest::Murmur3, derivation: Derivation::Double, reduction: Reduction::Modulo },
    HashSpec { digest: Digest::Xxh3_64, derivation: Derivation::Enhanced, reduction: Reduction::MultiplyShift },
    HashSpec { digest: Digest::Sip13, derivation: Derivation::Independent, reduction: Reduction::Modulo },
];

fn key(filter: u64, id: u64) -> Vec<u8> {
    format!("asset:{:016x}", mix64(filter << 32 | id)).into_bytes()
}

/// Fails unless filters measure at the rate of their bits, and these at `formula` on average.
#[track_caller]
fn keeps<F: Filter>(new: impl Fn() -> F, rate_of_bits: impl Fn(&F) -> f64, formula: f64, what: &str) {
    let (mut hits, mut rates) = (0, Vec::new());
    for i in 0..N_FILTERS {
        let mut filter = new();
        for id in 0..N_KEYS {
            filter.insert(&key(i, id));
        }
        let absent = (0..N_PROBES).map(|id| key(i, N_KEYS + id));
        hits += absent.filter(|key| filter.contains(key) == Verdict::PossiblyPresent).count();
        rates.push(rate_of_bits(&filter));
    }
    let filters = N_FILTERS as f64;
    let mean = rates.iter().sum::<f64>() / filters;
    let probes = (N_FILTERS * N_PROBES) as f64;
    let off = (hits as f64 - probes * mean) / (probes * mean * (1.0 - mean)).sqrt();
    assert!(off.abs() < 5.0, "{what}: {hits} hits, {} expected of the bits, {off} σ", probes * mean);
    let scatter = rates.iter().map(|rate| (rate - mean) * (rate - mean)).sum::<f64>() / (filters - 1.0);
    let off = (mean - formula) / (scatter / filters).sqrt();
    assert!(off.abs() < 5.0, "{what}: {mean} on average, {formula} by the formula, {off} σ");
}

/// The share of ones among `len` bits from `start` on.
fn fill(bits: &BitArray, start: u64, len: u64) -> f64 {
    bits.count_ones_in(start..start + len) as f64 / len as f64
}

#[test]
fn partitioned() {
    for hash in HASHES {
        let spec = PartitionedSpec::for_rate(N_KEYS, 0.02, hash).expect("usual numbers");
        let of_bits = |filter: &Partitioned| {
            let slice = filter.slice_bits();
            (0..u64::from(filter.spec().n_hashes)).map(|i| fill(filter.bits(), i * slice, slice)).product()
        };
        let formula = theory::partitioned::rate(N_KEYS, spec.n_bits, spec.n_hashes);
        keeps(|| Partitioned::try_new(spec).expect("memory"), of_bits, formula, &format!("{hash:?}"));
    }
}

#[test]
fn blocked() {
    for hash in HASHES {
        for block_bits in [64, 512, 4096] {
            let spec = BlockedSpec::for_rate_in_blocks(N_KEYS, 0.01, block_bits, hash).expect("usual numbers");
            let block = u64::from(block_bits);
            let of_bits = |filter: &Blocked| {
                let k = filter.spec().n_hashes as i32;
                let rates = (0..filter.n_blocks()).map(|i| fill(filter.bits(), i * block, block).powi(k));
                rates.sum::<f64>() / filter.n_blocks() as f64
            };
            let formula = theory::blocked::rate(N_KEYS, spec.n_bits / block, block_bits, spec.n_hashes);
            assert!((0.009..=0.01).contains(&formula), "as asked for, but for whole blocks: {formula}");
            keeps(|| Blocked::try_new(spec).expect("memory"), of_bits, formula, &format!("{block_bits} {hash:?}"));
        }
    }
}

/// Why positions in a block are not derived by double hashing.
#[test]
fn double_hashing_inside_a_block_would_miss_the_rate() {
    let spec = BlockedSpec::for_rate(N_KEYS, 0.01, HashSpec::default()).expect("usual numbers");
    let (n_blocks, k) = (spec.n_bits / 512, u64::from(spec.n_hashes));
    let (mut hits, mut probes) = (0, 0);
    for i in 0..N_FILTERS {
        let mut bits = BitArray::try_new(spec.n_bits).expect("memory");
        let positions = |id: u64| {
            let (h1, h2) = Digest::Murmur3.halves(&key(i, id), 0);
            let (block, start, stride) = (h1 % n_blocks, h2 >> 32, h2 | 1); // an odd stride, so no position comes twice
            (0..k).map(move |i| block * 512 + start.wrapping_add(i.wrapping_mul(stride)) % 512)
        };
        for id in 0..N_KEYS {
            for index in positions(id) {
                bits.set(index);
            }
        }
        let absent = N_KEYS..N_KEYS + N_PROBES;
        hits += absent.clone().filter(|&id| positions(id).all(|index| bits.get(index))).count();
        probes += absent.count();
    }
    let measured_fpr = hits as f64 / probes as f64;
    assert!(measured_fpr > 0.0107, "a tenth above: {measured_fpr}");
}

#[test]
fn counting() {
    let spec = CountingSpec::for_rate(N_KEYS, 0.02, HASHES[1]).expect("usual numbers");
    let of_bits = |filter: &Counting| filter.occupied().fill_ratio().powi(filter.spec().n_hashes as i32);
    let formula = theory::rate::exact(N_KEYS, spec.n_counters, spec.n_hashes).value;
    keeps(|| Counting::try_new(spec).expect("memory"), of_bits, formula, "counting");
}

/// Each bar of the histogram, summed over filters, against the binomial: the counts of one value are negatively associated
/// from cell to cell or nearly so, hence scatter at most a little more than binomially; 5.5 deviations for that.
#[test]
fn counters_have_the_values_of_theory() {
    for (counter_bits, n_counters, n_hashes) in [(2, 30_000, 7), (4, 36_000, 5), (8, 5000, 4)] {
        let spec = CountingSpec { n_counters, n_hashes, counter_bits, hash: HASHES[2] };
        let mut seen = vec![0; 1 << counter_bits];
        for i in 0..N_FILTERS {
            let mut filter = Counting::try_new(spec).expect("memory");
            (0..N_KEYS).for_each(|id| filter.insert_with(&key(i, id), |_| ()));
            for (seen, now) in seen.iter_mut().zip(filter.histogram()) {
                *seen += now;
            }
        }
        let expected = theory::counting::expected_histogram(N_KEYS, n_counters, n_hashes, counter_bits);
        for (value, (&seen, expected)) in seen.iter().zip(&expected).enumerate() {
            let expected = expected * N_FILTERS as f64;
            let deviation = (expected * (1.0 - expected / (N_FILTERS * n_counters) as f64)).sqrt();
            assert!(
                (seen as f64 - expected).abs() < 5.5 * deviation + 3.0,
                "{value}: {seen} for {expected} in {spec:?}"
            );
        }
    }
}

#[test]
fn scalable() {
    for (expansion, tightening) in [(1, 800), (2, 500), (4, 850)] {
        let spec = ScalableSpec::for_rate(400, 0.02, HASHES[1]).and_then(|spec| spec.growing(expansion, tightening));
        let spec = spec.expect("usual numbers");
        let of_bits = |filter: &Scalable| {
            let rate = |sub: &bloomscope::filter::SubFilter| {
                let bloom = sub.bloom();
                bloom.bits().fill_ratio().powi(bloom.spec().n_hashes as i32)
            };
            theory::scalable::compound(filter.sub_filters().iter().map(rate))
        };
        let mut filter = Scalable::try_new(spec).expect("memory");
        (0..N_KEYS).for_each(|id| _ = filter.insert(&key(0, id)));
        // Sub-filters are small, so their own exact rate is the one to hold the average against; skipping leaves a few keys out.
        let exact = |n| {
            theory::scalable::compound(
                spec.growth()
                    .holding(n)
                    .map(|(level, held)| theory::rate::exact(held, level.n_bits, level.n_hashes).value),
            )
        };
        let formula = exact(filter.len());
        assert!((spec.growth().rate_at(filter.len()) / formula - 1.0).abs() < 0.02 && formula < 0.02);
        keeps(|| Scalable::try_new(spec).expect("memory"), of_bits, formula, &format!("{spec:?}"));
    }
}
