//! Measured rates against theory: fixed seeds, so nothing here is flaky; the stated probabilities say how likely a correct
//! program was to fail when the seed was chosen.
#![allow(missing_docs)]

use bloomscope::experiment::{
    Axis, Failure, HashRule, KeyList, KeySource, LargeSpec, LargeTally, Outcome, PointTally, SweepKeys, SweepSpec,
    Work, run_to_end,
};
use bloomscope::filter::BloomSpec;
use bloomscope::hash::{Derivation, Digest, HashSpec};
use bloomscope::theory::rate::{exact, realised};

/// k independent digests a key: what the exact rate is about. Double hashing deviates at small m.
const INDEPENDENT: HashSpec = HashSpec {
    digest: Digest::Murmur3,
    derivation: Derivation::Independent,
    reduction: bloomscope::hash::Reduction::MultiplyShift,
};

fn sweep(axis: Axis, n_bits: u64, n: u64, points: Vec<u64>, source: KeySource, seed: u64) -> SweepSpec {
    let base = BloomSpec { n_bits, n_hashes: 4, hash: INDEPENDENT };
    SweepSpec { axis, base, n, points, keys: SweepKeys::Generated(source), seed, probes_per_point: 4000 }
}

fn points(spec: &SweepSpec) -> Vec<PointTally> {
    match run_to_end(Work::Sweep(spec.clone())) {
        Ok(Outcome::Points(points)) => points,
        other => panic!("{other:?}"),
    }
}

fn large(spec: LargeSpec) -> LargeTally {
    match run_to_end(Work::Large(spec)) {
        Ok(Outcome::Large(tally)) => tally,
        other => panic!("{other:?}"),
    }
}

/// The exact rate at every point.
fn rates(spec: &SweepSpec) -> Vec<f64> {
    let at = (0..spec.points.len()).filter_map(|point| spec.at(point));
    at.map(|(n, filter)| exact(n, filter.n_bits, filter.n_hashes).value).collect()
}

#[test]
fn intervals_hold_the_exact_rate_as_often_as_they_say() {
    let mut sweeps = Vec::new();
    for (seed, source) in [(1, KeySource::default()), (2, KeySource::Random64), (3, KeySource::Words)] {
        for (m, n) in [(48, 8), (64, 20), (256, 30), (1024, 100), (4096, 500), (30_000, 3000)] {
            sweeps.push(sweep(Axis::Hashes, m, n, (1..=10).collect(), source.clone(), seed));
            sweeps.push(sweep(
                Axis::Bits(HashRule::Best),
                m,
                n,
                (2..=9).map(|b| b * n).collect(),
                source.clone(),
                seed,
            ));
        }
    }
    let (mut count, mut misses, mut z_squared) = (0_u32, 0_u32, 0.0);
    for spec in &sweeps {
        for (tally, rate) in points(spec).into_iter().zip(rates(spec)) {
            assert_eq!(tally.probes, 4000);
            // Where fewer than 20 hits are expected, "95 %" is itself far from 95 %.
            if (0.005..0.995).contains(&rate) {
                let interval = tally.observed().interval();
                let z = (tally.hits as f64 - 4000.0 * rate) / (4000.0 * rate * (1.0 - rate)).sqrt();
                count += 1;
                misses += u32::from(rate < interval.low || interval.high < rate);
                z_squared += z * z;
            }
        }
    }
    // 95 % of about 290 points: 14 misses expected, 16 with the design effect of 1.05. More than 32 or fewer than 4 has a
    // probability below 1 in 5000. The mean of z² is 1 to 1.05, with a standard error of √(2/290) = 0.083; beyond 1.4 it
    // is more than four standard errors off.
    assert!(count > 250, "{count} points");
    assert!((4..=32).contains(&misses), "{misses} misses among {count}");
    let mean = z_squared / f64::from(count);
    assert!((0.7..1.4).contains(&mean), "mean of z²: {mean}");
}

#[test]
fn a_growing_filter_agrees_with_theory_at_every_stop() {
    // Stops of one sweep share filters, so their misses come together: judged by the mean over 12 seeds, each stop by itself.
    let spec = |seed| sweep(Axis::Keys, 512, 0, vec![25, 50, 75, 100, 150, 200], KeySource::Uuid, seed);
    let mut totals = [PointTally::default(); 6];
    for seed in 0..12 {
        totals.iter_mut().zip(points(&spec(seed))).for_each(|(total, tally)| total.add(tally));
    }
    for (total, rate) in totals.into_iter().zip(rates(&spec(0))) {
        let expected = total.probes as f64 * rate;
        let z = (total.hits as f64 - expected) / (expected * (1.0 - rate)).sqrt();
        // Six stops beyond 4 standard errors: 1 in 2500 at most.
        assert!(z.abs() < 4.0, "{total:?} against {rate}: {z}");
    }
}

#[test]
fn plain_double_hashing_is_far_off_theory_for_a_small_filter_and_the_measurement_shows_it() {
    let mut spec = sweep(Axis::Hashes, 1024, 20, vec![16], KeySource::Random64, 4);
    spec.base.hash = HashSpec::default();
    spec.probes_per_point = 400_000;
    let measured = points(&spec)[0].observed().interval();
    let theory = exact(20, 1024, 16).value;
    assert!(theory < 1e-8, "{theory}");
    assert!(measured.low > 2e-4 && measured.high < 8e-4, "{measured:?}");
}

#[test]
fn a_list_of_ones_own_is_measured_too() {
    let keys = KeyList::new((0..6000).map(|i| format!("https://example.org/{}", i * 7919)).collect());
    let mut spec = sweep(Axis::Keys, 8000, 0, vec![500, 1000, 2000], KeySource::Words, 5);
    spec.keys = SweepKeys::Listed(keys);
    spec.probes_per_point = 1 << 40;
    for (tally, rate) in points(&spec).into_iter().zip(rates(&spec)) {
        assert_eq!(tally.probes, 6000, "each key about once");
        let z = (tally.hits as f64 - 6000.0 * rate) / (6000.0 * rate * (1.0 - rate)).sqrt();
        assert!(z.abs() < 4.0, "{tally:?} against {rate}: {z}"); // three points: 1 in 5000
    }
}

#[test]
fn one_filter_is_measured_at_its_own_rate() {
    let bloom = BloomSpec { n_bits: 9586, n_hashes: 7, hash: INDEPENDENT };
    let tally = large(LargeSpec::generated(bloom, KeySource::default(), 6, 1000, 500_000));
    assert_eq!((tally.probes, tally.members, tally.len), (500_000, 0, 1000));
    let rate = realised(tally.ones, 9586, 7);
    let z = (tally.hits as f64 - 5e5 * rate) / (5e5 * rate * (1.0 - rate)).sqrt();
    assert!(z.abs() < 4.0, "{tally:?} against {rate}: {z}"); // 1 in 16 000
}

#[test]
fn the_seed_decides_and_nothing_else() {
    let spec = |seed| sweep(Axis::Bits(HashRule::Fixed), 0, 50, vec![100, 300], KeySource::Random64, seed);
    assert_eq!(points(&spec(1)), points(&spec(1)));
    assert_ne!(points(&spec(1)), points(&spec(2)));
}

#[test]
fn figures_of_a_fixed_spec_stay_what_they_are() {
    // The same link gives the same points for ever, on every machine: these change only together with the link's version.
    let spec = sweep(Axis::Keys, 1000, 0, vec![50, 100, 150], KeySource::default(), 2026);
    let got: Vec<_> = points(&spec).iter().map(|t| (t.hits, t.probes, t.filters, t.ones)).collect();
    let expected = "[(6, 4000, 21, 3799), (42, 4000, 21, 6907), (160, 4000, 21, 9505)]";
    assert_eq!(format!("{got:?}"), expected);
}

#[test]
fn impossible_sweeps_say_why() {
    let fails = |spec: SweepSpec| run_to_end(Work::Sweep(spec)).err();
    let ok = sweep(Axis::Hashes, 64, 5, vec![1], KeySource::Words, 0);
    let bad = Failure::BadFilter { n_bits: 64, n_hashes: 256 };
    assert_eq!(fails(SweepSpec { points: vec![1, 256], ..ok.clone() }), Some(bad));
    let huge = SweepSpec { axis: Axis::Bits(HashRule::Best), points: vec![64, 1 << 33], ..ok.clone() };
    assert_eq!(fails(huge), Some(Failure::MemoryRefused { n_bits: 1 << 33 }));
    let many = SweepSpec { points: vec![1; 4097], ..ok.clone() };
    assert_eq!(fails(many), Some(Failure::TooManyPoints { points: 4097, max: 4096 }));
    let short = SweepSpec { keys: SweepKeys::Listed(KeyList::new((0..5).map(|i| i.to_string()).collect())), ..ok };
    assert_eq!(fails(short), Some(Failure::TooFewKeys { have: 5, need: 6 }));
}
