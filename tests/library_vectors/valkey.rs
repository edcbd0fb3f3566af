//! valkey-bloom: the crate below it, run with the module's rules.

use super::{bit, check_rows, double, list, number, numbers, read, text, unhex};
use bloomscope::filter::Verdict;
use bloomscope::library::valkey::{self, FIXED_SEED, Valkey};
use bloomscope::library::{BitOrder, LibraryFilter, Profile, Refusal};
use serde_json::Value;

pub(super) fn all() {
    let Some(file) = read("valkey/valkey_bloom_derived.json") else { return };
    let part = |name: &str, check: fn(&Value)| {
        if let Some(rows) = file.get(name) {
            check_rows(&format!("valkey/valkey_bloom_derived.json, {name}"), rows, check);
        }
    };
    part("sizing", |row| {
        let sizing =
            Valkey::default().sub_filter(number(row, "capacity"), double(row, "fp_rate")).expect("it was built");
        assert_eq!((sizing.n_bits, sizing.n_bytes()), (number(row, "bits"), number(row, "bytes")), "{row}");
        assert_eq!(sizing.n_hashes, number::<u32>(row, "k"), "{row}");
        assert_eq!(valkey::info_size(&[sizing.n_bytes()]), number::<u64>(row, "info_size_single_filter"), "{row}");
    });
    part("indices", |row| {
        let seed = unhex(text(row, "seed")).try_into().expect("32 bytes");
        let choices = Valkey { seed, ..Valkey::default() };
        let sizing = choices.sizing(number(row, "capacity"), double(row, "fp_rate")).expect("it was built");
        assert_eq!((sizing.n_bits, sizing.n_hashes), (number(row, "bits"), number(row, "k")));
        for key in list(row, "keys") {
            let item = text(key, "key").as_bytes();
            let (a, b) = choices.hash(item);
            assert_eq!(
                (format!("{a:016x}"), format!("{b:016x}")),
                (text(key, "sip_a").into(), text(key, "sip_b").into())
            );
            let offsets = Profile::Valkey(choices).offsets(item, sizing.n_bits, sizing.n_hashes);
            assert_eq!(offsets.collect::<Vec<_>>(), numbers(key, "index"), "{key}");
        }
    });
    part("chains", chain);
}

fn chain(row: &Value) {
    let choices =
        Valkey { seed: FIXED_SEED, expansion: number(row, "expansion"), tightening: double(row, "tightening_ratio") };
    let profile = Profile::Valkey(choices);
    let mut filter = LibraryFilter::try_new(profile, number(row, "capacity"), double(row, "fp_rate")).expect("built");
    let item = |i: u64| format!("{}{i}", text(row, "item_prefix"));
    let count: u64 = number(row, "count");
    let adds = (0..count).map(|i| match filter.insert(item(i).as_bytes()) {
        Ok(insertion) => bit(insertion.changed()),
        Err(Refusal::Full { .. }) => 'E',
        Err(other) => panic!("{other}"),
    });
    assert_eq!(adds.collect::<String>(), text(row, "adds"));
    let answers = (0..4 * count).map(|i| bit(filter.contains(item(i).as_bytes()) == Ok(Verdict::PossiblyPresent)));
    assert_eq!(answers.collect::<String>(), text(row, "exists_prefix_0_to_4x_count"));

    let expected = list(row, "filters");
    assert_eq!(filter.sub_filters().len(), expected.len());
    for (sub_filter, expected) in filter.sub_filters().iter().zip(expected) {
        assert_eq!((sub_filter.n_bits(), sub_filter.n_hashes()), (number(expected, "bits"), number(expected, "k")));
        assert_eq!(
            (sub_filter.capacity(), sub_filter.len()),
            (number(expected, "capacity"), number(expected, "items"))
        );
        assert_eq!(sub_filter.rate().expect("a rate").to_bits(), double(expected, "fp_rate").to_bits());
        // The crate's own form: version, bytes, k, seed, bits.
        let mut bytes = vec![1];
        bytes.extend((sub_filter.n_bits() / 8).to_le_bytes());
        bytes.extend(sub_filter.n_hashes().to_le_bytes());
        bytes.extend(FIXED_SEED);
        bytes.extend(sub_filter.bytes(BitOrder::LeastFirst));
        assert_eq!(bytes, unhex(text(expected, "crate_bytes_hex")));
    }
}
