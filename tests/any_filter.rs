//! Every structure of the family through the one type that stands for all.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used)] // a test says what it expects

use bloomscope::filter::{AnyFilter, AnySpec, Refusal, Variant, VariantSpec, Verdict};
use bloomscope::hash::{Derivation, Digest, HashSpec, KeyBuffer};

/// Every variant, used as one type: what it can do it does, what it cannot it says, and its rate is that of theory.
#[test]
fn any_of_the_family_serves_alike() {
    let hash = HashSpec { digest: Digest::Xxh3_64, derivation: Derivation::Enhanced, ..HashSpec::default() };
    let keys: KeyBuffer = (0..2000).map(|i| format!("user:{i}")).collect();
    for variant in Variant::ALL {
        let spec = AnySpec::for_rate(variant, 2000, 0.01, hash).expect("usual numbers");
        let mut filter = AnyFilter::build(spec, &keys).expect("room for all");
        assert_eq!((filter.spec(), filter.variant().name()), (spec, variant.name()));
        assert!(keys.iter().all(|key| filter.contains(key) == Verdict::PossiblyPresent), "{variant}");
        let in_use: u64 = filter.occupancy().iter().map(|cells| cells.ones()).sum();
        assert_eq!(in_use > 0, variant.can_insert(), "{variant}");
        assert!(filter.len() <= 2000 && filter.len() > 1975 && filter.n_bits() > 2000 * 7, "{variant}");

        // 200,000 absent keys: 5 deviations, and a tenth of the rate for what one filter's bits differ from the average.
        let passed = (0..200_000).filter(|i| filter.contains(format!("no:{i}").as_bytes()) == Verdict::PossiblyPresent);
        let (measured_fpr, rate) = (passed.count() as f64 / 2e5, filter.theoretical_rate(filter.len()));
        assert!(
            (measured_fpr - rate).abs() < 5.0 * (rate / 2e5).sqrt() + 0.1 * rate,
            "{variant}: {measured_fpr} {rate}"
        );

        let absent = (0..1000)
            .map(|i| format!("new:{i}"))
            .find(|key| filter.contains(key.as_bytes()) == Verdict::DefinitelyAbsent);
        let absent = absent.expect("one in a hundred is not").into_bytes();
        if variant.can_remove() {
            assert_eq!(filter.remove(&absent), Err(Refusal::NotPresent));
        }
        match filter.insert(&absent) {
            Ok(_) => assert_eq!(filter.contains(&absent), Verdict::PossiblyPresent),
            Err(refusal) => assert!(refusal == Refusal::BuiltAtOnce && !variant.can_insert(), "{variant}: {refusal:?}"),
        }
        match filter.remove(b"user:1") {
            Ok(_) => assert!(variant.can_remove()),
            Err(refusal) => {
                assert!(refusal == Refusal::CannotDelete && !variant.can_remove(), "{variant}: {refusal:?}");
            }
        }
        let numbers = VariantSpec { variant, n: 2000, p: 0.01, m: 20_000, k: 7, hash };
        let empty = AnyFilter::try_new(&numbers).expect("usual numbers");
        assert!(
            empty.is_empty() && empty.variant() == variant && empty.contains(b"user:1") == Verdict::DefinitelyAbsent
        );
    }
}
