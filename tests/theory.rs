//! Formulas against independently computed values (`vectors/theory.py` says how), natively and inside WebAssembly.

#![allow(clippy::expect_used)] // a test may fail by panicking

use bloomscope::theory::estimate::{cardinality, cardinality_estimate};
use bloomscope::theory::interval::{Z95, wilson};
use bloomscope::theory::occupancy;
use bloomscope::theory::rate::{ExactMethod, bitwise, exact, exact_curve, expected_fill, textbook};
use bloomscope::theory::sizing::{
    bits_for, bits_per_key_for, bytes_for, hashes_for, keys_for, optimal_hashes, rate_for_bits_per_key,
};
use serde_json::Value;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The rows of one section of the vectors.
fn rows(section: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("vectors/theory.json")).expect("vectors are JSON");
    let rows = all[section].as_array().expect("a section is a list").clone();
    assert!(!rows.is_empty());
    rows
}

fn whole(row: &Value, field: &str) -> u64 {
    row[field].as_u64().unwrap_or_else(|| panic!("{field} of {row}"))
}

fn real(row: &Value, field: &str) -> f64 {
    row[field].as_f64().unwrap_or_else(|| panic!("{field} of {row}"))
}

fn nmk(row: &Value) -> (u64, u64, u32) {
    (whole(row, "n"), whole(row, "m"), whole(row, "k") as u32)
}

/// Fails unless `got` is within `tolerance` of `want`, relatively.
#[track_caller]
fn close(got: f64, want: f64, tolerance: f64, what: &Value) {
    assert!((got - want).abs() <= tolerance * want.abs(), "{got} for {want}: {:e} off in {what}", got / want - 1.0);
}

#[test]
fn the_worked_numbers_come_out_exactly() {
    let table = [
        (1_000_000, 0.01, 9_585_059, 1_198_133, 7),
        (10_000_000, 0.0001, 191_701_168, 23_962_646, 13),
        (55_000_000, 0.03, 401_414_247, 50_176_781, 5),
        (100_000, 0.03, 729_845, 91_231, 5),
        (1_000, 0.001, 14_378, 1_798, 10),
        (5_000_000_000, 0.01, 47_925_291_887, 5_990_661_486, 7),
    ];
    for (n, p, m, bytes, k) in table {
        assert_eq!((bits_for(n, p), bytes_for(m), hashes_for(m, n)), (m, bytes, k), "{n} keys at {p}");
    }
}

#[test]
fn sizes() {
    for row in rows("sizing") {
        let (n, p) = (whole(&row, "n"), real(&row, "p"));
        assert_eq!(bits_for(n, p), whole(&row, "bits"), "{row}");
        assert_eq!(u64::from(hashes_for(bits_for(n, p), n)), whole(&row, "hashes"), "{row}");
        close(rate_for_bits_per_key(bits_per_key_for(p)), p, 1e-13, &row);
    }
    // ln 2/(ln 2)² bits a key for p = 1/2 and one hash function; half of the bits set.
    assert!((optimal_hashes(1443, 1000) - 1.0).abs() < 1e-3);
    assert_eq!(keys_for(1443, 0.5), (1000, 1));
}

#[test]
fn approximate_rates() {
    for row in rows("rates") {
        let (n, m, k) = nmk(&row);
        let tolerance = 4e-16 * f64::from(k) + 1e-15;
        close(textbook(n, m, k), real(&row, "textbook"), tolerance, &row);
        close(bitwise(n, m, k), real(&row, "bitwise"), tolerance, &row);
        close(expected_fill(n, m, k), real(&row, "fill"), 1e-15, &row);
    }
}

#[test]
fn wilson_intervals() {
    for row in rows("wilson") {
        let interval = wilson(whole(&row, "hits"), whole(&row, "trials"), Z95);
        close(interval.low, real(&row, "low"), 1e-13, &row);
        close(interval.high, real(&row, "high"), 1e-13, &row);
    }
}

#[test]
fn cardinalities() {
    for row in rows("cardinality") {
        let (ones, m, k) = (whole(&row, "ones"), whole(&row, "m"), whole(&row, "k") as u32);
        close(cardinality(ones, m, k).expect("not full"), real(&row, "keys"), 1e-15, &row);
        let estimate = cardinality_estimate(ones, m, k).expect("not full");
        assert!(estimate.standard_error >= 0.0 && estimate.standard_error.is_finite(), "{estimate:?} in {row}");
    }
}

#[test]
fn occupancy_moments() {
    for row in rows("occupancy") {
        let (m, throws) = (whole(&row, "m"), whole(&row, "throws") as f64);
        close(occupancy::mean(m, throws), real(&row, "mean"), 1e-14, &row);
        close(occupancy::variance(m, throws), real(&row, "variance"), 1e-11, &row);
    }
}

#[test]
fn exact_rates() {
    let mut methods = Vec::new();
    for row in rows("exact") {
        let (n, m, k) = nmk(&row);
        let got = exact(n, m, k);
        let want = real(&row, "rate");
        assert!((got.value - want).abs() <= got.error + want * 2e-16, "{got:?} for {want} in {row}");
        // A bound that says nothing would be no bound; the widest is that of 255 hash functions.
        assert!(got.error <= want * (1e-12 + f64::from(k * k) * 1e-13), "{got:?} in {row}");
        methods.push(got.method);
    }
    assert!(methods.contains(&ExactMethod::Covering) && methods.contains(&ExactMethod::InclusionExclusion));
    let curve = exact_curve(64, 3, &[0, 8, 20]);
    assert_eq!(curve, [exact(0, 64, 3), exact(8, 64, 3), exact(20, 64, 3)]);
}

#[test]
fn occupancy_distributions() {
    for row in rows("distribution") {
        let want: Vec<f64> =
            row["probabilities"].as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
        let got = occupancy::distribution(whole(&row, "m"), whole(&row, "throws")).expect("small");
        for (x, want) in want.iter().enumerate() {
            match (x as u64).checked_sub(got.first).and_then(|i| got.probabilities.get(i as usize)) {
                Some(p) => assert!((p - want).abs() <= 1e-14 * want + got.left_out, "P({x}): {p} for {want} in {row}"),
                None => assert!(*want <= got.left_out, "P({x}) = {want} is missing in {row}"),
            }
        }
    }
}

/// The same bits on the host and in WebAssembly, not only the same value: links and golden charts depend on it.
#[test]
fn results_are_equal_to_the_last_bit_on_every_platform() {
    let mut fingerprint = 0xcbf2_9ce4_8422_2325_u64; // FNV-1a, a word at a time
    let mut mix = |x: f64| fingerprint = (fingerprint ^ x.to_bits()).wrapping_mul(0x0100_0000_01b3);
    for section in ["rates", "exact"] {
        for row in rows(section) {
            let (n, m, k) = nmk(&row);
            let rate = exact(n, m, k);
            [textbook(n, m, k), bitwise(n, m, k), rate.value, rate.error].into_iter().for_each(&mut mix);
        }
    }
    for row in rows("wilson") {
        let interval = wilson(whole(&row, "hits"), whole(&row, "trials"), Z95);
        [interval.low, interval.high].into_iter().for_each(&mut mix);
    }
    for row in rows("cardinality") {
        let estimate = cardinality_estimate(whole(&row, "ones"), whole(&row, "m"), whole(&row, "k") as u32);
        estimate.iter().flat_map(|e| [e.value, e.standard_error]).for_each(&mut mix);
    }
    assert_eq!(fingerprint, 8_373_055_266_946_097_306, "not the bits first seen on x86-64");
}
