//! Profiles against what the real programs give (see `vectors/README.md`), natively and inside WebAssembly, where the width of
//! `usize` and the logarithm differ. `BLOOMSCOPE_VECTORS` names another folder with the same files and fields; a file that is
//! absent there is passed over, and each test says how many rows it checked.

#![allow(clippy::expect_used, clippy::unwrap_used)] // a test says what it expects

use serde_json::Value;

#[path = "library_vectors/demos.rs"]
mod demos;
#[path = "library_vectors/guava.rs"]
mod guava;
#[path = "library_vectors/redisbloom.rs"]
mod redisbloom;
#[path = "library_vectors/redisson.rs"]
mod redisson;
#[path = "library_vectors/valkey.rs"]
mod valkey;

/// A file's contents. The folder of this repository has them all.
fn read(path: &str) -> Option<Value> {
    let found = embedded_vectors::file(path);
    assert!(found.is_some() || embedded_vectors::GIVEN, "{path} is missing");
    if found.is_none() {
        say(&format!("{path}: absent"));
    }
    Some(serde_json::from_str(found?).expect("vectors are JSON"))
}

/// Checks each row of a file, and says how many there were.
fn check(path: &str, check: impl Fn(&Value)) {
    if let Some(contents) = read(path) {
        check_rows(path, &contents, check);
    }
}

/// Checks each of some rows, and says how many there were.
fn check_rows(name: &str, rows: &Value, check: impl Fn(&Value)) {
    let rows = rows.as_array().expect("rows");
    assert!(!rows.is_empty(), "{name} has no rows");
    rows.iter().for_each(check);
    say(&format!("{name}: {} rows checked", rows.len()));
}

fn say(line: &str) {
    #[cfg(target_arch = "wasm32")]
    wasm_bindgen_test::console_log!("{line}");
    #[cfg(not(target_arch = "wasm32"))]
    std::io::Write::write_all(&mut std::io::stdout(), format!("{line}\n").as_bytes()).expect("standard output"); // uncaptured
}

/// A field that is text.
fn text<'v>(row: &'v Value, field: &str) -> &'v str {
    row[field].as_str().unwrap_or_else(|| panic!("{field} of {row}"))
}

/// A field that is a whole number, as a number or as its digits.
fn number<T: TryFrom<i128>>(row: &Value, field: &str) -> T {
    let value = &row[field];
    let digits = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
    digits.parse().ok().and_then(|n: i128| T::try_from(n).ok()).unwrap_or_else(|| panic!("{field} of {row}"))
}

/// A field that is a double, as a number or as its digits.
fn double(row: &Value, field: &str) -> f64 {
    let value = &row[field];
    let digits = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
    digits.parse().unwrap_or_else(|_| panic!("{field} of {row}"))
}

/// A field that is a list.
fn list<'v>(row: &'v Value, field: &str) -> &'v [Value] {
    row[field].as_array().unwrap_or_else(|| panic!("{field} of {row}"))
}

/// A field that is a list of whole numbers.
fn numbers(row: &Value, field: &str) -> Vec<i64> {
    list(row, field).iter().map(|number| number.as_i64().expect("a whole number")).collect()
}

/// Bytes written as hexadecimal digits.
fn unhex(digits: &str) -> Vec<u8> {
    (0..digits.len()).step_by(2).map(|i| u8::from_str_radix(&digits[i..i + 2], 16).expect("pairs of digits")).collect()
}

/// Bytes written in base64.
fn unbase64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut width) = (0_u32, 0);
    for digit in text.bytes().filter(|&byte| byte != b'=') {
        let value = ALPHABET.iter().position(|&of| of == digit).expect("base64");
        bits = (bits << 6) | value as u32;
        width += 6;
        if width >= 8 {
            width -= 8;
            bytes.push((bits >> width) as u8);
        }
    }
    bytes
}

/// 1 and 0 for yes and no, as the vectors write series of answers.
fn bit(yes: bool) -> char {
    if yes { '1' } else { '0' }
}

/// Sorted, each once.
fn set(mut numbers: Vec<i64>) -> Vec<i64> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// So named that `cargo xtask test host vectors` and `test wasm vectors`, which go by the names of tests, run them.
mod vectors {
    use super::{demos, guava, redisbloom, redisson, valkey};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn guava_sizes() {
        guava::sizing();
    }
    #[test]
    fn guava_hashes() {
        guava::hashes();
    }
    #[test]
    fn guava_positions() {
        guava::indices();
    }
    #[test]
    fn guava_filters() {
        guava::filters();
    }
    #[test]
    fn guava_surrogates() {
        guava::surrogates();
    }
    #[test]
    fn guava_refusals() {
        guava::errors();
    }
    #[test]
    fn redisbloom_sizes() {
        redisbloom::sizing();
    }
    #[test]
    fn redisbloom_hashes() {
        redisbloom::hashes();
    }
    #[test]
    fn redisbloom_bits() {
        redisbloom::bits();
    }
    #[test]
    fn redisbloom_growth() {
        redisbloom::growth();
    }
    #[test]
    fn redisson_all() {
        redisson::all();
    }
    #[test]
    fn valkey_all() {
        valkey::all();
    }
    #[test]
    fn demo_of_prefixed_seeds() {
        demos::prefix();
    }
    #[test]
    fn demo_of_suffixed_seeds() {
        demos::suffix();
    }
    #[test]
    fn demo_measurements() {
        demos::measurements();
    }
}
