//! The same spec and the same keys give the same bits: natively, inside WebAssembly, and in every version.

#![allow(clippy::expect_used)] // a test may fail by panicking

use bloomscope::filter::contrast::HyperLogLog;
use bloomscope::filter::{Cuckoo, CuckooSpec, Fuse, FuseSpec};
use bloomscope::hash::{HashSpec, KeyBuffer};
use bloomscope::rng::stream;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn keys(n: u64) -> KeyBuffer {
    (0..n).map(|i| format!("user:{i}")).collect()
}

/// One number for many words.
fn fold(words: &[u64]) -> u64 {
    words.iter().fold(0, |sum, &word| stream(sum, word))
}

#[test]
fn cuckoo() {
    let spec = CuckooSpec::new(256, 4, 12, HashSpec::default()).expect("valid").with_seed(7);
    let mut filter = Cuckoo::try_new(spec).expect("memory");
    assert_eq!(filter.insert_all(&keys(970)), 0);
    assert_eq!(fold(&filter.into_parts().1), 14_556_905_989_799_928_149);
}

#[test]
fn fuse() {
    let seen = [8, 16, 32].map(|fingerprint_bits| {
        let spec = FuseSpec::new(fingerprint_bits, HashSpec::default()).expect("offered");
        let filter = Fuse::build(spec, &keys(11_515)).expect("solvable");
        (filter.built().attempts, fold(&filter.into_parts().2))
    });
    assert_eq!(
        seen,
        [(2, 17_029_051_626_812_651_694), (2, 10_404_868_150_781_473_259), (2, 10_484_709_118_658_053_291)]
    );
}

#[test]
fn hyperloglog() {
    let mut counter = HyperLogLog::new(10, HashSpec::default()).expect("in range");
    counter.insert_all(&keys(5000));
    let registers: Vec<u64> = (0..1024).filter_map(|index| counter.register(index)).map(u64::from).collect();
    assert_eq!(
        (fold(&registers), counter.estimate().value.to_bits()),
        (4_508_340_810_840_567_713, 4_661_933_763_996_419_665)
    );
}
