//! Structures held against one another: designs against arithmetic of their own, counts against theory, budgets never exceeded.
#![allow(clippy::unwrap_used)] // a test may fail by panicking
#![allow(missing_docs)]

use std::sync::Arc;

use bloomscope::experiment::{
    Contender, Contest, ContestRun, ContestTally, Fate, Goal, Hindrance, KeySource, Laps, Outcome, Work, run_to_end,
};
use bloomscope::filter::{AnySpec, SpecError, Variant};
use bloomscope::hash::{Derivation, HashSpec};

fn contest(n: u64, goal: Goal) -> Contest {
    let hash = HashSpec { derivation: Derivation::Enhanced, ..HashSpec::default() };
    Contest { n, goal, hash, source: KeySource::default(), seed: 1, n_probes: 200_000 }
}

fn results(contest: Contest) -> Vec<(Contender, ContestTally, Laps)> {
    match run_to_end(Work::Contest(contest)).unwrap() {
        Outcome::Contenders(all) => all,
        other => panic!("{other:?}"),
    }
}

#[test]
fn designs_are_what_a_pocket_calculator_says() {
    let designs = contest(10_000, Goal::Rate(0.01));
    let bits = |contender| designs.design(contender).unwrap().n_bits;
    assert_eq!(bits(Contender::Bloom), 95_851); // ⌈10⁴ ln 100/(ln 2)²⌉
    assert_eq!(bits(Contender::Counting), 4 * 95_851);
    assert_eq!(bits(Contender::Cuckoo), 4096 * 4 * 10); // 2¹² buckets ≥ 10⁴/(4·0.95); ⌈log₂(8/0.01)⌉ = 10 bits
    assert_eq!(bits(Contender::IdBitmap), 10_000);
    assert_eq!(bits(Contender::HyperLogLog), 6 << 14);
    // user:0 … user:9999 are 10⁴·5 letters and 10 + 180 + 2700 + 36,000 digits.
    let key_bytes = 50_000 + 38_890_u64;
    let estimate = bits(Contender::SortedArray) as f64 / (8 * (key_bytes + 80_000)) as f64;
    assert!((estimate - 1.0).abs() < 0.01, "{estimate}");
    let estimate = bits(Contender::HashSet) as f64 / (8 * (key_bytes + 16_384 * 17 + 16)) as f64;
    assert!((estimate - 1.0).abs() < 0.01, "{estimate}");
    for contender in Contender::ALL.into_iter().filter(|contender| contender.variant().is_some()) {
        assert!(designs.design(contender).unwrap().rate.unwrap() < 0.0102, "{contender:?}");
    }
}

#[test]
fn what_is_counted_agrees_with_theory_and_no_key_is_ever_denied() {
    for goal in [Goal::Rate(0.02), Goal::Memory(8 * 8192)] {
        let contest = contest(5000, goal);
        let results = results(contest.clone());
        assert_eq!(results.len(), Contender::ALL.len());
        for (contender, tally, laps) in results {
            let Ok(design) = contest.design(contender) else {
                assert_eq!(tally.fate, Fate::Absent, "{contender:?}");
                continue;
            };
            assert_eq!((tally.fate, tally.false_negatives), (Fate::Built, 0), "{contender:?}");
            assert_eq!(laps, Laps::default(), "nobody brought a clock");
            if contender == Contender::HyperLogLog {
                assert!((tally.estimated as f64 - 5000.0).abs() < 3.0 * 5000.0 * 1.04 / 128.0, "{}", tally.estimated);
                assert_eq!((tally.members, tally.probes), (0, 0));
                continue;
            }
            assert_eq!((tally.members, tally.probes), (5000, 200_000));
            let (rate, seen) = (design.rate.unwrap(), tally.observed());
            // Four standard deviations, and what theory leaves out: the scatter of one filter around the mean of all.
            let slack = 4.0 * (rate * (1.0 - rate) / 2e5).sqrt() + 0.06 * rate;
            assert!((seen.rate().unwrap() - rate).abs() <= slack, "{contender:?} {goal:?}: {seen:?} {rate}");
            assert_eq!(seen.hits == 0, rate == 0.0, "{contender:?}: what is exact never errs");
            if !matches!(contender, Contender::HashSet | Contender::SortedArray) {
                assert_eq!(tally.n_bits, design.n_bits, "{contender:?}");
            }
        }
    }
}

#[test]
fn a_hit_reads_as_many_cache_lines_as_expected() {
    let results = results(contest(20_000, Goal::Rate(0.01)));
    let lines = |of| results.iter().find(|(contender, ..)| *contender == of).unwrap().1.lines_per_query();
    assert!((lines(Contender::Bloom).unwrap() - 6.94).abs() < 0.05); // 375 lines, 7 positions
    assert_eq!(lines(Contender::Blocked), Some(1.0));
    assert_eq!(lines(Contender::IdBitmap), Some(1.0));
    assert!((1.0..=2.2).contains(&lines(Contender::Cuckoo).unwrap()));
    assert!((2.5..=3.0).contains(&lines(Contender::Fuse).unwrap()));
    assert_eq!(lines(Contender::HashSet), None);
}

#[test]
fn no_budget_is_ever_exceeded() {
    let hash = HashSpec::default();
    let others = [
        Variant::Scalable { expansion: 4, tightening_permille: 900 },
        Variant::Scalable { expansion: 1, tightening_permille: 100 },
        Variant::Counting { counter_bits: 3 },
        Variant::Blocked { block_bits: 64 },
        Variant::Cuckoo { fingerprint_bits: 8, bucket_size: 2 },
    ];
    for n in [1, 7, 100, 1000, 54_321] {
        for budget in (0..26).map(|power| (1_u64 << power) + 3 * power) {
            for variant in Variant::ALL.into_iter().chain(others) {
                match AnySpec::for_memory(variant, n, budget, hash) {
                    Ok(spec) => {
                        assert!(spec.n_bits(n) <= budget, "{variant} {n} {budget}: {}", spec.n_bits(n));
                        assert!((0.0..=1.0).contains(&spec.theoretical_rate(n)));
                    }
                    Err(SpecError::TooFewBits { given, least }) => {
                        assert!(given == budget || least > budget, "{variant} {n} {budget}: {given} {least}");
                    }
                    Err(other) => panic!("{variant} {n} {budget}: {other}"),
                }
            }
        }
    }
}

#[test]
fn who_cannot_take_part_says_why() {
    let small = contest(1000, Goal::Memory(2000));
    assert_eq!(small.design(Contender::IdBitmap).map(|design| design.n_bits), Ok(1000));
    assert!(matches!(small.design(Contender::HashSet), Err(Hindrance::Budget { needed }) if needed > 100_000));
    assert!(matches!(small.design(Contender::Fuse), Err(Hindrance::Spec(SpecError::TooFewBits { .. }))));
    assert!(matches!(small.design(Contender::HyperLogLog), Ok(design) if design.n_bits == 6 << 8));
    let words = Contest { source: KeySource::Words, ..contest(1000, Goal::Rate(0.01)) };
    assert_eq!(words.design(Contender::IdBitmap), Err(Hindrance::NotNumbered));
    let strict = contest(1000, Goal::Rate(1e-12));
    assert!(matches!(strict.design(Contender::Fuse), Err(Hindrance::Spec(SpecError::FingerprintBits { .. }))));
}

#[test]
fn time_goes_to_the_operation_that_took_it() {
    let contest = Arc::new(contest(1000, Goal::Rate(0.01)));
    for contender in [Contender::Bloom, Contender::Fuse, Contender::HyperLogLog] {
        let mut run = ContestRun::new(contest.clone(), contender);
        let mut progress = 0.0;
        while let Some(now) = run.step(777).unwrap() {
            run.took(100);
            let share = now.done as f64 / now.total as f64;
            assert!(share >= progress && share <= 1.0, "{contender:?}: {now:?}");
            progress = share;
        }
        let (tally, laps) = run.report();
        assert_eq!(tally.fate, Fate::Built);
        assert!(laps.insert.operations >= 400_000 && laps.insert.nanos > 0, "{laps:?}");
        if contender != Contender::HyperLogLog {
            assert_eq!((laps.hit.operations, laps.miss.operations), (400_000, 200_000));
        }
        assert!((progress - 1.0).abs() < 1e-9, "{progress}");
    }
}
