//! Ways to live with deletions: what each guarantees, and what each costs.

#![allow(clippy::expect_used)] // a test says what it expects

use bloomscope::experiment::{DeletionInput, DeletionRun, DeletionSpec, RoundTally, Way, WayTally};

fn run(input: DeletionInput) -> Vec<RoundTally> {
    let (spec, issues) = DeletionSpec::validate(input);
    assert!(issues.is_empty(), "{issues:?}");
    let mut run = DeletionRun::new(spec).expect("it is small");
    while !run.is_over() {
        run.step(1000).expect("it is small");
    }
    let progress = run.progress();
    assert_eq!(progress.done, progress.total);
    run.report().to_vec()
}

fn last(rounds: &[RoundTally], way: Way) -> WayTally {
    rounds.last().expect("there is a round").of(way)
}

#[test]
fn live_keys_are_denied_only_where_bits_are_cleared() {
    for seed in 0..3 {
        let rounds = run(DeletionInput { seed, ..DeletionInput::default() });
        assert_eq!(rounds.len(), 11);
        for (number, round) in (0..).zip(&rounds) {
            assert_eq!((round.live, round.deleted), (1000, 100 * number));
            for way in Way::ALL {
                let tally = round.of(way);
                assert_eq!((tally.denied.trials, tally.stale.trials), (1000, 100 * number));
                assert_eq!((tally.false_positives.trials, tally.refused), (10_000, 0));
                let is_harmed = way == Way::ClearBits && number > 0;
                assert_eq!(tally.denied.hits > 0, is_harmed, "{way:?} in round {number}");
                assert_eq!(way.keeps_the_guarantee(), way != Way::ClearBits);
            }
        }
    }
}

#[test]
fn deleted_keys_stay_where_nothing_is_done_and_until_a_rebuild() {
    let rounds = run(DeletionInput { rebuild_every: 500, ..DeletionInput::default() });
    for round in &rounds {
        let nothing = round.of(Way::Nothing);
        assert_eq!(nothing.stale.hits, nothing.stale.trials);
        assert_eq!(round.of(Way::Tombstones).stale.hits, 0);
    }
    // Operations 1 to 500 end in the middle of round 3, and 501 to 1000 with round 5: nothing is stale but by chance.
    let rebuilt = rounds[5].of(Way::Rebuild);
    assert_eq!((rebuilt.rebuilds, rebuilt.stale_for), (2, 0));
    assert!(rebuilt.stale.hits < 25, "{rebuilt:?}");
    let waiting = rounds[4].of(Way::Rebuild);
    assert!(waiting.stale.hits >= 150 && waiting.stale_for >= 299, "{waiting:?}"); // 150 deletions since then
    assert!(rounds[4].of(Way::Nothing).stale_for >= 799);
}

#[test]
fn each_way_has_its_price() {
    let rounds = run(DeletionInput::default());
    let [nothing, clear, rebuild, counting, cuckoo, tombstones, corrections] = Way::ALL.map(|way| last(&rounds, way));
    assert_eq!(nothing.hashed, 2000);
    assert_eq!(clear.hashed, 3000);
    assert_eq!((rebuild.hashed, rebuild.rebuilds), (2000 + 4 * 1000, 4));
    assert_eq!(rebuild.peak_bits, 2 * rebuild.n_bits);
    assert_eq!((counting.n_bits, counting.hashed), (4 * nothing.n_bits, 3000));
    assert!(cuckoo.hashed >= 3000 && cuckoo.n_bits < counting.n_bits);
    let of_list = |round: &RoundTally| round.of(Way::Tombstones).n_bits - nothing.n_bits;
    assert_eq!(of_list(&rounds[0]), 0);
    assert!(rounds.windows(2).all(|pair| of_list(&pair[0]) <= of_list(&pair[1])));
    assert!(tombstones.n_bits > 10 * nothing.n_bits);
    // A filter that forgets nothing holds twice the keys it was made for.
    assert!(nothing.false_positives.rate() > Some(0.05) && tombstones.false_positives == nothing.false_positives);
    // The same absent keys are asked after every round, so a list of mistakes leaves only what was never asked before.
    assert!(corrections.false_positives.hits * 4 < nothing.false_positives.hits, "{corrections:?}");
    assert_eq!((corrections.stale.hits, corrections.denied.hits), (100, 0), "each deleted key passes once");
    assert_eq!(rounds[0].of(Way::Corrections).false_positives, rounds[0].of(Way::Nothing).false_positives);
    for kept in [counting, cuckoo] {
        assert!(kept.false_positives.interval().low < 0.012, "{kept:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_run_in_whatever_steps() {
    let input = DeletionInput { n: 300, insertions: 7, deletions: 31, rounds: 6, ..DeletionInput::default() };
    let rounds = run(input.clone());
    let mut whole = DeletionRun::new(DeletionSpec::validate(input.clone()).0).expect("it is small");
    whole.step(u64::MAX).expect("it is small");
    assert_eq!(whole.report(), rounds);
    assert_ne!(run(DeletionInput { seed: 2, ..input }), rounds);
}

#[test]
fn nothing_to_delete_and_nothing_to_insert_are_runs_too() {
    let none = run(DeletionInput { deletions: 0, insertions: 0, ..DeletionInput::default() });
    assert_eq!((none.len(), last(&none, Way::ClearBits).denied.hits), (11, 0));
    let all = run(DeletionInput { n: 10, deletions: 1, insertions: 0, ..DeletionInput::default() });
    assert_eq!(all[10].live, 0);
    let empty = |way: Way| last(&all, way).false_positives.hits;
    assert_eq!((empty(Way::Counting), empty(Way::Cuckoo), empty(Way::ClearBits)), (0, 0, 0));
}

#[test]
fn narrow_counters_stick_at_their_maximum_and_deny_nobody() {
    let rounds = run(DeletionInput { counter_bits: 2, ..DeletionInput::default() });
    let (narrow, wide) = (last(&rounds, Way::Counting), last(&run(DeletionInput::default()), Way::Counting));
    assert!(rounds[0].of(Way::Counting).saturated > 100, "{:?}", rounds[0].of(Way::Counting));
    assert!(rounds.windows(2).all(|two| two[0].of(Way::Counting).saturated <= two[1].of(Way::Counting).saturated));
    assert_eq!((narrow.denied.hits, wide.saturated), (0, 0));
    assert_eq!(2 * narrow.n_bits, wide.n_bits);
    // What sticks is never taken back: some deleted keys stay, and absent ones pass more often.
    assert!(narrow.stale.hits > wide.stale.hits && narrow.false_positives.hits > wide.false_positives.hits);
}

#[test]
fn a_table_too_small_has_no_room_and_says_how_often() {
    let rounds = run(DeletionInput { capacity: Some(480), ..DeletionInput::default() });
    let first = rounds[0].of(Way::Cuckoo);
    assert!(first.refused > 400 && first.refused < 600, "512 slots for 1000 keys: {first:?}");
    // What was refused is denied, but for those that look like another key.
    assert!(first.denied.hits > first.refused * 9 / 10 && first.denied.hits <= first.refused, "{first:?}");
    let end = last(&rounds, Way::Cuckoo);
    assert!(end.refused > first.refused);
    for way in [Way::Nothing, Way::Rebuild, Way::Counting, Way::Tombstones, Way::Corrections] {
        assert_eq!(last(&rounds, way).denied.hits, 0, "{way:?}");
    }
    assert!(last(&rounds, Way::Rebuild).false_positives.rate() > Some(0.1), "made for half the keys");
}
