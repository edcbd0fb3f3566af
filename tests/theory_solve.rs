//! The calculator: every combination of givens, what is impossible, and properties that tie the answers together.

#![allow(clippy::expect_used, clippy::float_cmp)] // a test may fail by panicking; equal inputs give equal bits

use bloomscope::theory::interval::wilson;
use bloomscope::theory::rate::{bitwise, exact, realised, textbook};
use bloomscope::theory::sizing::{MAX_BITS, MAX_KEYS, bits_for_hashes, keys_for, keys_for_hashes};
use bloomscope::theory::solve::{Choice, Given, Number, Reach, Sizing, SolveError, solve};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn given(n: Option<u64>, p: Option<f64>, m: Option<u64>, k: Option<u32>) -> Given {
    Given { n, p, m, k }
}

#[track_caller]
fn solved(n: Option<u64>, p: Option<f64>, m: Option<u64>, k: Option<u32>) -> Sizing {
    solve(&given(n, p, m, k)).expect("solvable")
}

#[track_caller]
fn failed(n: Option<u64>, p: Option<f64>, m: Option<u64>, k: Option<u32>) -> SolveError {
    solve(&given(n, p, m, k)).expect_err("impossible")
}

const N: u64 = 1_000_000;
const M: u64 = 9_585_059;

#[test]
fn two_numbers() {
    let s = solved(Some(N), Some(0.01), None, None);
    assert_eq!((s.n, s.m, s.k, s.choice), (N, M, 7, Choice::BestHashes));
    assert!((s.textbook - 0.010_039_214_559).abs() < 1e-12 && (s.bitwise - 0.010_039_217_048).abs() < 1e-12);
    // Seven instead of 6.64 hash functions cost a little: said, with what would make up for it.
    let Reach::Missed { bits_needed: Some(bits) } = s.reach else { panic!("{s:?}") };
    assert!(bits > M && textbook(N, bits, 7) <= 0.01 && textbook(N, bits - 1, 7) > 0.01);

    let s = solved(Some(N), None, Some(M), None);
    assert_eq!((s.n, s.m, s.k, s.reach), (N, M, 7, Reach::NoTarget));

    let s = solved(Some(N), None, None, Some(7));
    assert_eq!((s.n, s.m, s.k, s.choice), (N, 10_098_866, 7, Choice::HalfFull)); // 7·10⁶/ln 2 = 10 098 865.29
    assert!((s.textbook - 1.0 / 128.0).abs() < 1e-8 && (s.expected_fill - 0.5).abs() < 1e-6);

    let s = solved(None, None, Some(M), Some(7));
    assert_eq!((s.n, s.m, s.k, s.choice), (949_122, M, 7, Choice::HalfFull)); // 9 585 059·ln 2/7 = 949 122.3
    assert_eq!(solved(None, None, Some(1), Some(7)).n, 1);

    let s = solved(None, Some(0.01), Some(M), None);
    assert_eq!((s.m, s.k, s.reach), (M, 7, Reach::Met));
    assert!(s.textbook <= 0.01 && (1..=255).all(|k| textbook(s.n + 1, M, k) > 0.01));

    // p and k give only a ratio: 7/−ln(1−0.01^{1/7}) = 9.5945…
    let SolveError::OnlyRatio { bits_per_key } = failed(None, Some(0.01), None, Some(7)) else { panic!() };
    assert!((textbook(1 << 40, (bits_per_key * (1_u64 << 40) as f64) as u64, 7) - 0.01).abs() < 1e-9);
}

#[test]
fn three_and_four_numbers() {
    let s = solved(Some(N), Some(0.01), Some(M), None);
    assert_eq!((s.k, s.p_target), (7, Some(0.01)));
    assert_eq!(s, solved(Some(N), Some(0.01), None, None)); // giving the answer back changes nothing

    let s = solved(Some(N), Some(0.01), None, Some(3));
    assert_eq!((s.n, s.k, s.reach, s.choice), (N, 3, Reach::Met, Choice::Nothing));
    assert!(textbook(N, s.m, 3) <= 0.01 && textbook(N, s.m - 1, 3) > 0.01);

    let s = solved(Some(N), None, Some(M), Some(20));
    assert_eq!((s.n, s.m, s.k), (N, M, 20));
    assert!((s.best_k - 6.643_856).abs() < 1e-5 && s.textbook > 0.06); // far right of the optimum

    let s = solved(None, Some(0.01), Some(M), Some(3));
    assert!(textbook(s.n, M, 3) <= 0.01 && textbook(s.n + 1, M, 3) > 0.01);

    let s = solved(Some(2 * N), Some(0.01), Some(M), Some(7));
    assert_eq!((s.n, s.m, s.k, s.p_target), (2 * N, M, 7, Some(0.01)));
    let Reach::Missed { bits_needed: Some(bits) } = s.reach else { panic!("{s:?}") };
    assert_eq!(bits, bits_for_hashes(2 * N, 0.01, 7));
    assert!(matches!(solved(Some(10), Some(0.5), Some(M), Some(7)).reach, Reach::Met));
}

#[test]
fn the_largest_numbers() {
    let s = solved(Some(5_000_000_000), Some(0.01), None, None);
    assert_eq!((s.m, s.k), (47_925_291_887, 7));
    assert!(matches!(
        failed(Some(MAX_KEYS), Some(0.01), None, None),
        SolveError::TooLarge { which: Number::Bits, max: MAX_BITS, .. }
    ));
    assert!(matches!(
        failed(Some(MAX_KEYS), None, None, Some(2)),
        SolveError::TooLarge { which: Number::Bits, max: MAX_BITS, .. }
    ));
    assert!(matches!(
        failed(None, Some(0.999_999_999), Some(MAX_BITS), None),
        SolveError::TooLarge { which: Number::Keys, max: MAX_KEYS, .. }
    ));
    assert_eq!(solved(Some(MAX_KEYS), None, Some(MAX_BITS), None).k, 1);
}

#[test]
fn numbers_out_of_range() {
    let out = |which, value, max| SolveError::OutOfRange { which, value, min: 1, max };
    assert_eq!(failed(Some(0), Some(0.01), None, None), out(Number::Keys, 0, MAX_KEYS));
    assert_eq!(failed(Some(MAX_KEYS + 1), Some(0.01), None, None), out(Number::Keys, MAX_KEYS + 1, MAX_KEYS));
    assert_eq!(failed(Some(1), None, Some(0), None), out(Number::Bits, 0, MAX_BITS));
    assert_eq!(failed(Some(1), None, Some(MAX_BITS + 1), None), out(Number::Bits, MAX_BITS + 1, MAX_BITS));
    assert_eq!(failed(Some(1), None, Some(8), Some(0)), out(Number::Hashes, 0, 255));
    assert_eq!(failed(None, None, Some(8), Some(256)), out(Number::Hashes, 256, 255));
    for p in [0.0, -0.1, 1.0, 7.0, f64::INFINITY] {
        assert_eq!(failed(Some(1), Some(p), None, None), SolveError::RateOutOfRange { value: p });
    }
    assert!(
        matches!(failed(Some(1), Some(f64::NAN), None, None), SolveError::RateOutOfRange { value } if value.is_nan())
    );
}

#[test]
fn too_few_numbers() {
    assert_eq!(failed(None, None, None, None), SolveError::TooFew { given: None });
    assert_eq!(failed(Some(1), None, None, None), SolveError::TooFew { given: Some(Number::Keys) });
    assert_eq!(failed(None, Some(0.1), None, None), SolveError::TooFew { given: Some(Number::Rate) });
    assert_eq!(failed(None, None, Some(1), None), SolveError::TooFew { given: Some(Number::Bits) });
    assert_eq!(failed(None, None, None, Some(1)), SolveError::TooFew { given: Some(Number::Hashes) });
}

#[test]
fn rates_out_of_reach_say_what_would_work() {
    let SolveError::Unreachable { target, best, bits_needed, keys_possible } =
        failed(Some(N), Some(0.001), Some(M), None)
    else {
        panic!()
    };
    assert_eq!((target, bits_needed), (0.001, Some(14_377_588)));
    assert!(best > 0.01 && solved(Some(N), Some(0.001), bits_needed, None).m == 14_377_588);
    assert_eq!(solved(Some(keys_possible), Some(0.001), Some(M), None).reach, Reach::Met);

    let SolveError::Unreachable { bits_needed: Some(bits), keys_possible: 0, .. } =
        failed(None, Some(1e-9), Some(8), Some(2))
    else {
        panic!()
    };
    assert_eq!(solved(None, Some(1e-9), Some(bits), Some(2)).n, 1);
    assert!(matches!(failed(None, Some(1e-9), Some(8), None), SolveError::Unreachable { bits_needed: Some(_), .. }));
    assert!(matches!(failed(None, Some(1e-300), Some(8), Some(1)), SolveError::Unreachable { bits_needed: None, .. }));
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    /// Rates spread evenly over their orders of magnitude.
    fn rates() -> impl Strategy<Value = f64> {
        (-30.0..0.0_f64).prop_map(f64::exp2).prop_filter("below 1", |p| *p < 1.0)
    }

    /// Whole numbers spread evenly over their orders of magnitude.
    fn counts(max_bits: u32) -> impl Strategy<Value = u64> {
        (0..max_bits).prop_flat_map(|b| 1_u64 << b..2_u64 << b)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1970), ..ProptestConfig::default() })]

        #[test]
        fn the_approximations_are_ordered(n in counts(40), m in counts(40), k in 1_u32..=255) {
            let (low, high) = (textbook(n, m, k), bitwise(n, m, k));
            prop_assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
            prop_assert!(low <= high * (1.0 + 1e-12));
            prop_assert!(bitwise(n + 1, m, k) >= high * (1.0 - 1e-12));
            prop_assert!(bitwise(n, m + 1, k) <= high * (1.0 + 1e-12));
        }

        #[test]
        fn the_exact_rate_is_above_the_approximations(n in counts(40), m in counts(40), k in 1_u32..=60) {
            let rate = exact(n, m, k);
            prop_assert!(rate.value <= 1.0 && rate.error <= 1e-9 * rate.value + 1e-300, "{:?}", rate);
            prop_assert!(bitwise(n, m, k) * (1.0 - 1e-13) <= rate.value + rate.error);
            let more_keys = exact(n + 1, m, k);
            prop_assert!(more_keys.value + more_keys.error >= rate.value - rate.error);
            let more_bits = exact(n, m + 1, k);
            prop_assert!(more_bits.value - more_bits.error <= rate.value + rate.error);
            // One key leaves min(k, m) ones at the most.
            prop_assert!(exact(1, m, k).value <= realised(u64::from(k), m, k) * (1.0 + 1e-12) + 1e-300);
        }

        #[test]
        fn the_fewest_bits_are_fewest(n in counts(40), p in rates(), k in 1_u32..=255) {
            let m = bits_for_hashes(n, p, k);
            prop_assert!(textbook(n, m, k) <= p || m == u64::MAX);
            prop_assert!(m == 1 || textbook(n, m - 1, k) > p * (1.0 - 1e-12));
        }

        #[test]
        fn the_most_keys_are_most(m in counts(53), p in rates(), k in 1_u32..=255) {
            let n = keys_for_hashes(m, p, k);
            prop_assert!(textbook(n, m, k) <= p);
            prop_assert!(textbook(n + 1, m, k) > p * (1.0 - 1e-12));
            prop_assert!(keys_for(m, p).0 >= n);
        }

        #[test]
        fn every_answer_is_consistent(
            n in prop::option::of(counts(53)), p in prop::option::of(rates()),
            m in prop::option::of(counts(53)), k in prop::option::of(1_u32..=255),
        ) {
            if let Ok(s) = solve(&given(n, p, m, k)) {
                prop_assert!(s.n == n.unwrap_or(s.n) && s.m == m.unwrap_or(s.m) && s.k == k.unwrap_or(s.k));
                prop_assert!((1..=MAX_KEYS).contains(&s.n) && (1..=MAX_BITS).contains(&s.m));
                prop_assert_eq!(s.p_target, p);
                prop_assert_eq!(s.textbook, textbook(s.n, s.m, s.k));
                match (s.reach, p) {
                    (Reach::NoTarget, None) => {}
                    (Reach::Met, Some(p)) => prop_assert!(s.textbook <= p),
                    (Reach::Missed { bits_needed }, Some(p)) => {
                        prop_assert!(s.textbook > p);
                        prop_assert!(bits_needed.is_none_or(|bits| bits > s.m && textbook(s.n, bits, s.k) <= p));
                        prop_assert!(n.is_some(), "an n that was solved for meets its target");
                    }
                    (reach, p) => prop_assert!(false, "{:?} for {:?}", reach, p),
                }
                // The answer, given back whole, is itself.
                let again = solve(&given(Some(s.n), p, Some(s.m), Some(s.k)));
                prop_assert_eq!(again, Ok(Sizing { choice: Choice::Nothing, ..s }));
            }
        }

        #[test]
        fn two_numbers_answered_are_three_accepted(n in counts(40), p in rates()) {
            if let Ok(s) = solve(&given(Some(n), Some(p), None, None)) {
                prop_assert_eq!(solve(&given(Some(n), Some(p), Some(s.m), None)), Ok(s));
            }
        }

        #[test]
        fn wilson_stays_inside(trials in counts(50), share in 0.0..=1.0_f64, z in 0.0..6.0_f64) {
            let hits = (share * trials as f64) as u64;
            let i = wilson(hits, trials, z);
            prop_assert!(0.0 <= i.low && i.low <= i.high && i.high <= 1.0);
            let rate = hits.min(trials) as f64 / trials as f64;
            prop_assert!(i.low <= rate + 1e-12 && rate - 1e-12 <= i.high);
            let mirrored = wilson(trials - hits.min(trials), trials, z);
            prop_assert!((mirrored.low - (1.0 - i.high)).abs() < 1e-12);
        }
    }
}
