//! What must hold for the relatives of the Bloom filter, whatever their parameters, on generated cases.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used)] // a test says what it expects

use bloomscope::filter::{
    Blocked, BlockedSpec, Bloom, BloomSpec, Counting, CountingSpec, Filter, NotPresent, Partitioned, PartitionedSpec,
    Scalable, ScalableInsertion, ScalableSpec, SpecError, Verdict, cache_lines,
};
use bloomscope::hash::{Derivation, Digest, HashSpec, Reduction};
use bloomscope::theory;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Every combination of digest, derivation and reduction.
fn hash_spec() -> impl Strategy<Value = HashSpec> {
    use prop::sample::select;
    (select(&Digest::ALL[..]), select(&Derivation::ALL[..]), select(&Reduction::ALL[..]))
        .prop_map(|(digest, derivation, reduction)| HashSpec { digest, derivation, reduction })
}

/// Keys, of which some come more than once.
fn keys() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let key = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        (0..30_u32).prop_map(|id| format!("user:{id}").into_bytes()),
    ];
    prop::collection::vec(key, 0..120)
}

/// A step in the life of a filter that can forget: insert key number `.1`, or remove it.
fn steps() -> impl Strategy<Value = Vec<(bool, u8)>> {
    prop::collection::vec((prop::bool::weighted(0.6), 0..25_u8), 0..300)
}

/// Inserts, asks, and compares bits with the set of positions: what every filter over one bit array must do.
fn is_the_set_of_positions<F: Filter>(
    mut filter: F,
    keys: &[Vec<u8>],
    positions: impl Fn(&F, &[u8]) -> Vec<u64>,
    ones: impl Fn(&F) -> Vec<u64>,
) {
    let mut oracle = BTreeSet::new();
    for (i, key) in keys.iter().enumerate() {
        let own = positions(&filter, key);
        assert!(own.iter().all(|&index| index < filter.n_bits()));
        let present = own.iter().all(|index| oracle.contains(index));
        assert_eq!(filter.contains(key) == Verdict::PossiblyPresent, present);
        filter.insert(key);
        oracle.extend(own);
        assert_eq!(filter.len(), i as u64 + 1);
    }
    assert!(keys.iter().all(|key| filter.contains(key) == Verdict::PossiblyPresent), "no false negatives");
    assert!(ones(&filter).into_iter().eq(oracle));
}

proptest! {
    #[test]
    fn a_counting_filter_counts_as_far_as_it_can(
        n_counters in 1..300_u64, n_hashes in 1..12_u32, counter_bits in 2..=8_u32, hash in hash_spec(), steps in steps(),
    ) {
        let spec = CountingSpec { n_counters, n_hashes, counter_bits, hash };
        let mut filter = Counting::try_new(spec).expect("a small filter");
        prop_assert_eq!((filter.spec(), filter.n_bits()), (spec, n_counters * u64::from(counter_bits)));
        let max = filter.counter_max();
        let mut members = BTreeMap::<u8, u64>::new();
        let mut counters = vec![0_u8; n_counters as usize]; // the naive twin
        for (insert, id) in steps {
            let key = [id, b'k'];
            let mut cells: Vec<u64> = Vec::new();
            for probe in filter.prober().probes(&key) {
                if !cells.contains(&probe.index) {
                    cells.push(probe.index);
                }
            }
            let count = members.entry(id).or_default();
            let first_zero = filter.prober().probes(&key).find(|probe| counters[probe.index as usize] == 0);
            let changes = if insert {
                *count += 1;
                filter.insert(&key)
            } else if *count > 0 {
                *count -= 1;
                filter.remove(&key).expect("a member is never refused")
            } else {
                // Removing a non-member is permitted only where the filter can see that it is one.
                if let Some(probe) = first_zero {
                    let before = filter.clone();
                    prop_assert_eq!(filter.remove(&key), Err(NotPresent { cell: probe.index }));
                    prop_assert_eq!(&filter, &before);
                }
                continue;
            };
            prop_assert!(changes.iter().map(|change| change.cell).eq(cells), "each cell once, in probe order");
            for change in changes {
                let counter = &mut counters[change.cell as usize];
                prop_assert_eq!(change.before, *counter);
                if *counter < max {
                    *counter = if insert { *counter + 1 } else { *counter - 1 };
                }
                prop_assert_eq!((change.after, change.saturated), (*counter, *counter == max));
            }
            prop_assert_eq!(filter.len(), members.values().sum::<u64>());
            for (&id, &count) in &members {
                prop_assert!(count == 0 || filter.contains(&[id, b'k']) == Verdict::PossiblyPresent);
            }
        }
        prop_assert!((0..n_counters).all(|cell| filter.counter(cell) == counters[cell as usize]));
        prop_assert!((0..n_counters).all(|cell| filter.occupied().get(cell) == (counters[cell as usize] > 0)));
        prop_assert_eq!(filter.occupied().ones(), counters.iter().filter(|&&c| c > 0).count() as u64);
        let histogram = filter.histogram();
        prop_assert_eq!(histogram.len(), usize::from(max) + 1);
        prop_assert_eq!(histogram.iter().sum::<u64>(), n_counters);
        prop_assert_eq!(histogram[usize::from(max)], counters.iter().map(|&c| u64::from(c == max)).sum::<u64>());
    }

    #[test]
    fn a_counting_filter_answers_as_the_bloom_filter_of_its_cells(
        n_bits in 1..3000_u64, n_hashes in 1..12_u32, hash in hash_spec(), inserted in keys(), asked in keys(),
    ) {
        let mut bloom = Bloom::try_new(BloomSpec { n_bits, n_hashes, hash }).expect("a small filter");
        let spec = CountingSpec { n_counters: n_bits, n_hashes, counter_bits: 4, hash };
        let mut counting = Counting::try_new(spec).expect("a small filter");
        for key in &inserted {
            bloom.insert(key);
            counting.insert(key);
        }
        prop_assert_eq!(counting.occupied(), bloom.bits());
        prop_assert!(asked.iter().all(|key| counting.contains(key) == bloom.contains(key)));
        counting.clear();
        prop_assert_eq!(counting, Counting::try_new(spec).expect("a small filter"));
    }

    #[test]
    fn a_partitioned_filter_has_a_slice_for_every_hash(
        n_bits in 1..5000_u64, n_hashes in 1..=255_u32, hash in hash_spec(), keys in keys(),
    ) {
        let filter = Partitioned::try_new(PartitionedSpec { n_bits, n_hashes, hash }).expect("a small filter");
        prop_assert_eq!(filter.n_bits(), n_bits.next_multiple_of(u64::from(n_hashes)));
        prop_assert_eq!(Partitioned::try_new(filter.spec()), Ok(filter.clone()));
        let slice = filter.slice_bits();
        for key in &keys {
            prop_assert!(filter.positions(key).map(|index| index / slice).eq(0..u64::from(n_hashes)));
        }
        let positions = |filter: &Partitioned, key: &[u8]| filter.positions(key).collect();
        is_the_set_of_positions(filter, &keys, positions, |filter| filter.bits().iter_ones().collect());
    }

    #[test]
    fn a_blocked_filter_keeps_a_key_in_one_block(
        n_bits in 1..50_000_u64, n_hashes in 1..=255_u32, log_block in 6..=12_u32, hash in hash_spec(), keys in keys(),
    ) {
        let block_bits = 1 << log_block;
        let filter = Blocked::try_new(BlockedSpec { n_bits, n_hashes, block_bits, hash }).expect("a small filter");
        prop_assert_eq!(filter.n_bits(), n_bits.next_multiple_of(u64::from(block_bits)));
        prop_assert_eq!(Blocked::try_new(filter.spec()), Ok(filter.clone()));
        for key in &keys {
            let place = filter.place(key);
            prop_assert!(place.block < filter.n_blocks());
            let start = place.block * u64::from(block_bits);
            prop_assert!(place.clone().offsets().all(|offset| offset < block_bits));
            prop_assert_eq!(place.clone().offsets().count(), n_hashes as usize);
            prop_assert!(place.clone().positions().eq(place.clone().offsets().map(|o| start + u64::from(o))));
            prop_assert!(cache_lines(place.clone().positions()) <= block_bits.div_ceil(512) as usize);
            let report = filter.clone().insert(key);
            prop_assert!(report.block == place.block && place.offsets().eq(report.offsets));
        }
        let positions = |filter: &Blocked, key: &[u8]| filter.place(key).positions().collect();
        is_the_set_of_positions(filter, &keys, positions, |filter| filter.bits().iter_ones().collect());
    }

    #[test]
    fn a_scalable_filter_grows_and_never_forgets(
        capacity in 1..20_u64, expansion in prop::sample::select(&[1, 2, 4][..]), tightening in 1..1000_u16,
        rate in 0.001..0.9_f64, hash in hash_spec(), keys in keys(),
    ) {
        let spec = ScalableSpec { capacity, rate, expansion, tightening_permille: tightening, hash };
        let mut filter = Scalable::try_new(spec).expect("a small filter");
        let mut held = 0;
        let mut inserted: Vec<&[u8]> = Vec::new();
        for key in &keys {
            let before = filter.ask(key);
            let sub_filters = filter.sub_filters().len();
            // A tiny ratio soon asks for rates beyond an f64; then nothing may change.
            let Ok(done) = filter.insert(key) else {
                prop_assert_eq!((filter.len(), filter.sub_filters().len()), (held, sub_filters));
                continue;
            };
            match (before.said_yes, done) {
                (Some(yes), ScalableInsertion::Skipped { sub_filter }) => prop_assert_eq!(yes, sub_filter),
                (None, ScalableInsertion::Added { sub_filter, grown, newly_set }) => {
                    held += 1;
                    prop_assert!(newly_set > 0 && sub_filter + 1 == filter.sub_filters().len());
                    prop_assert_eq!(grown, filter.sub_filters().len() > sub_filters);
                }
                mismatch => prop_assert!(false, "{mismatch:?}"),
            }
            inserted.push(key);
            prop_assert!(inserted.iter().all(|key| filter.contains(key) == Verdict::PossiblyPresent));
        }
        prop_assert_eq!((filter.len(), filter.len() + filter.skipped()), (held, inserted.len() as u64));
        let (last, full) = filter.sub_filters().split_last().expect("never empty");
        prop_assert!(full.iter().all(|sub| sub.bloom().len() == sub.level().capacity));
        prop_assert!(last.bloom().len() <= last.level().capacity);
        prop_assert_eq!(filter.n_bits(), spec.growth().bits_for(held));
    }

    #[test]
    fn sizing_by_memory_stays_within_it_and_by_rate_reaches_it(n in 1..2000_u64, bits in 1..60_000_u64, log_p in 0.2..12.0_f64) {
        let (p, hash) = ((-log_p).exp(), HashSpec::default());
        let within = |taken: Result<u64, SpecError>| match taken {
            Ok(taken) => taken <= bits,
            Err(SpecError::TooFewBits { given, least }) => given == bits && least > bits,
            Err(_) => false,
        };
        let counting = CountingSpec::for_memory(n, bits, hash).map(|spec| Counting::try_new(spec).map_or(0, |f| f.n_bits()));
        prop_assert!(within(counting));
        prop_assert!(within(PartitionedSpec::for_memory(n, bits, hash).map(|spec| spec.n_bits)));
        prop_assert!(within(BlockedSpec::for_memory_in_blocks(n, bits, 64, hash).map(|spec| spec.n_bits)));
        let scalable = ScalableSpec::for_memory(n, bits, hash);
        prop_assert!(within(scalable.map(|spec| spec.growth().bits_for(0))), "{:?}", scalable);

        let spec = BlockedSpec::for_rate_in_blocks(n, p, 64, hash).expect("a usual size");
        prop_assert!(theory::blocked::rate(n, spec.n_bits / 64, 64, spec.n_hashes) <= p);
        let spec = PartitionedSpec::for_rate(n, p, hash).expect("a usual size");
        prop_assert_eq!(Partitioned::try_new(spec).map(|filter| filter.spec()), Ok(spec));
        let spec = ScalableSpec::for_rate(n, p, hash).expect("a usual size");
        prop_assert!(spec.growth().rate_at(10 * n) < p);
    }
}

#[test]
fn removing_what_was_never_inserted_may_hide_a_member() {
    let spec = CountingSpec { n_counters: 64, n_hashes: 2, counter_bits: 4, hash: HashSpec::default() };
    let mut filter = Counting::try_new(spec).expect("a small filter");
    let members: Vec<String> = (0..20).map(|i| format!("member:{i}")).collect();
    for key in &members {
        filter.insert(key.as_bytes());
    }
    let stranger = (0..).map(|i| format!("stranger:{i}"));
    for key in stranger.take(400) {
        _ = filter.remove(key.as_bytes()); // a false positive is taken for a member
    }
    let hidden = members.iter().filter(|key| filter.contains(key.as_bytes()) == Verdict::DefinitelyAbsent).count();
    assert!(hidden > 0, "the guarantee ends where strangers are removed");
}

#[test]
fn a_saturated_counter_keeps_its_keys_for_good() {
    let spec = CountingSpec { n_counters: 1, n_hashes: 1, counter_bits: 2, hash: HashSpec::default() };
    let mut filter = Counting::try_new(spec).expect("a small filter");
    for _ in 0..5 {
        filter.insert(b"key");
    }
    for _ in 0..5 {
        let change = filter.remove(b"key").expect("never 0 again")[0];
        assert_eq!((change.before, change.after, change.saturated), (3, 3, true));
    }
    assert_eq!((filter.len(), filter.contains(b"key")), (0, Verdict::PossiblyPresent));
}

#[test]
fn what_is_out_of_range_is_named() {
    let hash = HashSpec::default();
    let width = |width| CountingSpec::for_memory_of_width(10, 1000, width, hash).err();
    assert_eq!(width(1), Some(SpecError::CounterWidth { given: 1, least: 2, most: 8 }));
    assert_eq!((width(2), width(8)), (None, None));
    let block = |bits| BlockedSpec::for_rate_in_blocks(10, 0.1, bits, hash).err();
    for given in [0, 32, 96, 8192] {
        assert_eq!(block(given), Some(SpecError::BlockBits { given: given.into(), least: 64, most: 4096 }));
    }
    let few = BlockedSpec::for_memory(10, 511, hash).err();
    assert_eq!(few, Some(SpecError::TooFewBits { given: 511, least: 512 }));
    let scalable = ScalableSpec::for_rate(10, 0.1, hash).expect("usual");
    assert_eq!(scalable.growing(3, 500), Err(SpecError::Expansion { given: 3, most: 4 }));
    assert_eq!(scalable.growing(2, 1000), Err(SpecError::Tightening { given_permille: 1000 }));
    assert!(matches!(BlockedSpec::for_rate(1 << 40, 0.01, hash), Err(SpecError::TooManyBits { .. })));
    assert!(matches!(CountingSpec::for_rate(1 << 28, 0.01, hash), Err(SpecError::TooManyBits { .. })));
    assert!(matches!(ScalableSpec::for_rate(1 << 40, 0.01, hash), Err(SpecError::TooManyBits { .. })));
    let clamped = ScalableSpec { capacity: 0, rate: 7.0, expansion: 0, tightening_permille: 0, hash };
    assert!(Scalable::try_new(clamped).is_ok_and(|filter| filter.is_empty()));
}
