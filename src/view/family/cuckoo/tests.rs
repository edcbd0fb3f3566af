//! Every story held against the filter itself.

use super::*;
use crate::hash::HashSpec;

/// The whole table, slot by slot.
fn table(filter: &Cuckoo) -> Vec<u32> {
    (0..filter.spec().n_slots()).map(|slot| filter.slot(slot).unwrap_or(0)).collect()
}

/// The table at a step, as the story has it.
fn table_at(story: &CuckooStory, now: &[u32], step: CuckooStep) -> Vec<u32> {
    let mut table = now.to_vec();
    for (slot, held) in story.slots_at(step) {
        table[slot as usize] = held;
    }
    table
}

fn empty(n_buckets: u64, bucket_size: u32, bits: u32) -> Cuckoo {
    Cuckoo::try_new(CuckooSpec::new(n_buckets, bucket_size, bits, HashSpec::default()).unwrap()).unwrap()
}

#[test]
fn an_insertion_goes_from_the_table_before_to_the_table_after() {
    let (mut kicked, mut refused) = (0, 0);
    for (n_buckets, bucket_size, bits) in [(8, 4, 8), (16, 2, 8), (64, 1, 12), (1, 4, 8)] {
        let mut filter = empty(n_buckets, bucket_size, bits);
        for i in 0..filter.spec().n_slots() + 8 {
            let key = format!("key:{i}");
            let before = table(&filter);
            let report = filter.insert(key.as_bytes());
            let after = table(&filter);
            let story = CuckooStory::of_insertion(&filter, &key, &report);
            let steps = story.steps();
            assert_eq!(table_at(&story, &after, CuckooStep::Digest), before);
            assert_eq!(table_at(&story, &after, CuckooStep::Second), before);
            assert_eq!(table_at(&story, &after, *steps.last().unwrap()), after);
            assert_eq!(story.verdict(), filter.contains(key.as_bytes()));
            for (bucket, slots) in [story.address.first_bucket, story.address.second_bucket].iter().zip(&story.before) {
                let start = (bucket * u64::from(bucket_size)) as usize;
                assert_eq!(slots[..], before[start..start + bucket_size as usize]);
            }
            // Kick by kick: one slot changes, and what it held travels on to the next.
            let mut now = before.clone();
            for (i, kick) in story.kicks().iter().enumerate() {
                let slot = story.kick_slot(kick) as usize;
                assert_eq!(now[slot], kick.fingerprint);
                now[slot] = story.carried(i);
                assert_eq!(table_at(&story, &after, CuckooStep::Kick(i)), now);
                let travel = story.travel_to(CuckooStep::Kick(i));
                assert_eq!(travel.map(|t| (t.value, t.to)), (i > 0).then(|| (story.carried(i), slot as u64)));
            }
            kicked += usize::from(!story.kicks().is_empty());
            match report.outcome {
                CuckooPlacement::Stored { .. } => {
                    let carried = story.carried(story.kicks().len());
                    assert_eq!(after[story.last_slot().unwrap() as usize], carried);
                    let travel = story.travel_to(CuckooStep::Settle);
                    assert_eq!(travel.map(|t| t.to), story.last_slot().filter(|_| !story.kicks().is_empty()));
                }
                CuckooPlacement::Full => {
                    refused += 1;
                    assert_eq!((before, story.last_slot()), (after, None));
                    assert!(steps.len() < 30, "{} steps", steps.len());
                }
            }
        }
    }
    assert!(kicked > 20 && refused > 20, "{kicked} {refused}");
}

#[test]
fn long_wanderings_are_told_in_short() {
    let mut filter = empty(8, 4, 8);
    let report = (0..64).map(|i| filter.insert(format!("key:{i}").as_bytes())).find(|r| r.kicks.len() > 400).unwrap();
    let story = CuckooStory::of_insertion(&filter, "key", &report);
    let steps = story.steps();
    assert_eq!(steps.iter().filter(|s| matches!(s, CuckooStep::Kick(_))).count(), MOST_KICKS_TOLD - 1);
    assert!(steps.contains(&CuckooStep::Kicks(report.kicks.len() - 4)));
}

#[test]
fn a_query_reads_what_the_filter_reads() {
    let mut filter = empty(8, 4, 8);
    for i in 0..24 {
        filter.insert(format!("key:{i}").as_bytes());
    }
    for i in 0..400 {
        let key = format!("key:{i}");
        let (story, trace) = (CuckooStory::of_query(&filter, &key), filter.trace(key.as_bytes()));
        assert_eq!((story.matched, story.verdict()), (trace.matched, filter.contains(key.as_bytes())));
        assert_eq!(
            story.last_slot().and_then(|slot| filter.slot(slot)),
            trace.matched.map(|_| trace.address.fingerprint)
        );
        let in_first = trace.matched.is_some_and(|(bucket, _)| bucket == trace.address.first_bucket);
        assert_eq!(story.steps().contains(&CuckooStep::Second), !in_first);
        assert!(story.slots_at(CuckooStep::Digest).is_empty());
        let marks = story.marks_at(CuckooStep::First);
        assert_eq!(marks.len(), 4);
        for mark in marks {
            let expected = match filter.slot(mark.index) {
                None => MarkState::Pending,
                Some(held) if held == trace.address.fingerprint => MarkState::Hit,
                Some(_) => MarkState::Miss,
            };
            assert_eq!(mark.state, expected);
        }
    }
}

#[test]
fn a_removal_frees_the_slot_that_the_filter_freed() {
    let mut filter = empty(8, 4, 8);
    for i in 0..24 {
        filter.insert(format!("key:{i}").as_bytes());
    }
    filter.insert(b"key:3"); // twice
    for key in ["key:3", "key:3", "key:7", "nobody"] {
        let before = table(&filter);
        let report = filter.remove(key.as_bytes());
        let story = CuckooStory::of_removal(&filter, key, report);
        let after = table(&filter);
        assert_eq!(table_at(&story, &after, CuckooStep::First), before, "{key}");
        assert_eq!(story.verdict(), filter.contains(key.as_bytes()), "{key}");
        assert_eq!(story.last_slot().is_some(), before != after, "{key}");
        assert_eq!(story.steps().contains(&CuckooStep::Settle), before != after);
        assert_eq!(story.marks_at(CuckooStep::Settle).len(), usize::from(before != after));
    }
}
