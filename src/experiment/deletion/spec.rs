//! What fixes a run, and what is made of numbers that cannot be run.

use crate::experiment::KeySource;
use crate::filter::{DEFAULT_COUNTER_BITS, LEAST_COUNTER_BITS, MOST_COUNTER_BITS};
use crate::hash::HashSpec;

/// The most keys inserted at the start.
const MOST_KEYS: u64 = 100_000;

/// The most rounds.
const MOST_ROUNDS: u64 = 50;

/// The most keys that rebuilding may insert, all rebuilds together: some seconds.
const MOST_REBUILT: u64 = 20_000_000;

/// The most keys asked by one way, all rounds together: some seconds as well.
const MOST_ASKED: u64 = 20_000_000;

/// The rates offered: at less the cuckoo filter runs out of fingerprints, at more there is nothing to see.
const RATES: (f64, f64) = (1e-6, 0.5);

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct DeletionInput {
    /// Keys inserted at the start.
    pub n: u64,
    /// Keys deleted in a round.
    pub deletions: u64,
    /// New keys inserted in a round.
    pub insertions: u64,
    /// Rounds.
    pub rounds: u64,
    /// Operations (deletions and insertions) from one rebuild to the next.
    pub rebuild_every: u64,
    /// The rate for which every structure is made.
    pub rate: f64,
    /// How many keys every structure is made for; none for the most that live at one time.
    pub capacity: Option<u64>,
    /// Bits of a counter of the counting filter.
    pub counter_bits: u32,
    /// Absent keys asked at the end of a round.
    pub n_probes: u64,
    /// How keys become positions.
    pub hash: HashSpec,
    /// Where keys come from.
    pub source: KeySource,
    /// The seed of the keys and of which are deleted.
    pub seed: u64,
}

impl Default for DeletionInput {
    /// A thousand keys of which a tenth is replaced in each of ten rounds.
    fn default() -> Self {
        Self {
            n: 1000,
            deletions: 100,
            insertions: 100,
            rounds: 10,
            rebuild_every: 500,
            rate: 0.01,
            capacity: None,
            counter_bits: DEFAULT_COUNTER_BITS,
            n_probes: 10_000,
            hash: HashSpec::default(),
            source: KeySource::default(),
            seed: 1,
        }
    }
}

/// A number of [`DeletionInput`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeletionField {
    /// Keys at the start.
    Keys,
    /// Deletions in a round.
    Deletions,
    /// Insertions in a round.
    Insertions,
    /// Rounds.
    Rounds,
    /// Operations between rebuilds.
    RebuildEvery,
    /// The rate.
    Rate,
    /// Keys that the structures are made for.
    Capacity,
    /// Bits of a counter.
    CounterBits,
    /// Absent keys.
    Probes,
}

/// A number that cannot be run, and what is used instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeletionIssue {
    /// Which.
    pub field: DeletionField,
    /// What was given.
    pub given: f64,
    /// What is used.
    pub used: f64,
}

/// A run that can be run.
#[derive(Clone, Debug, PartialEq)]
pub struct DeletionSpec(DeletionInput);

impl DeletionSpec {
    /// The nearest that can be run, and what was changed for it.
    #[must_use]
    pub fn validate(input: DeletionInput) -> (Self, Vec<DeletionIssue>) {
        let (mut used, mut issues) = (input, Vec::new());
        let mut within = |field, value: &mut u64, least: u64, most: u64| {
            let given = *value;
            *value = given.max(least).min(most);
            if *value != given {
                issues.push(DeletionIssue { field, given: given as f64, used: *value as f64 });
            }
        };
        within(DeletionField::Keys, &mut used.n, 1, MOST_KEYS);
        within(DeletionField::Rounds, &mut used.rounds, 1, MOST_ROUNDS);
        within(DeletionField::Insertions, &mut used.insertions, 0, used.n);
        // As many as leave a key to be deleted in the last round.
        let most = (used.n + (used.rounds - 1) * used.insertions) / used.rounds;
        within(DeletionField::Deletions, &mut used.deletions, 0, most.min(used.n));
        let operations = used.rounds * (used.deletions + used.insertions);
        let least = (operations * most_live(&used)).div_ceil(MOST_REBUILT).max(1);
        within(DeletionField::RebuildEvery, &mut used.rebuild_every, least, u64::MAX);
        if let Some(capacity) = &mut used.capacity {
            within(DeletionField::Capacity, capacity, 1, 2 * MOST_KEYS);
        }
        let mut counter_bits = u64::from(used.counter_bits);
        let (least, most) = (LEAST_COUNTER_BITS.into(), MOST_COUNTER_BITS.into());
        within(DeletionField::CounterBits, &mut counter_bits, least, most);
        used.counter_bits = counter_bits as u32;
        let most = MOST_ASKED / (used.rounds + 1);
        within(DeletionField::Probes, &mut used.n_probes, 1, most);
        let rate = if used.rate.is_nan() { DeletionInput::default().rate } else { used.rate.clamp(RATES.0, RATES.1) };
        if used.rate.to_bits() != rate.to_bits() {
            issues.push(DeletionIssue { field: DeletionField::Rate, given: used.rate, used: rate });
            used.rate = rate;
        }
        (Self(used), issues)
    }

    /// Its numbers.
    #[must_use]
    pub const fn input(&self) -> &DeletionInput {
        &self.0
    }

    /// The keys for which every structure is made.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.0.capacity.unwrap_or_else(|| most_live(&self.0))
    }

    /// How many keys there ever are: those from this index on are absent.
    pub(super) const fn n_keys(&self) -> u64 {
        self.0.n + self.0.rounds * self.0.insertions
    }

    /// Keys inserted, deleted and asked, all rounds together.
    #[must_use]
    pub const fn cost(&self) -> u64 {
        let DeletionInput { n, deletions, insertions, rounds, n_probes, .. } = self.0;
        // Live keys and deleted ones are all keys so far.
        let asked = (rounds + 1) * (n + n_probes) + insertions * (rounds * (rounds + 1) / 2);
        n + rounds * (deletions + insertions) + asked
    }
}

/// Before the last deletion of a round there may be all insertions of it but one.
const fn most_live(input: &DeletionInput) -> u64 {
    let grown = (input.insertions * input.rounds).saturating_sub(input.deletions * input.rounds);
    input.n + grown + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_run_is_brought_into_range_and_named() {
        let (spec, issues) = DeletionSpec::validate(DeletionInput::default());
        assert_eq!((spec.input(), issues.len()), (&DeletionInput::default(), 0));
        let wild = DeletionInput {
            n: u64::MAX,
            deletions: u64::MAX,
            insertions: u64::MAX,
            rounds: 0,
            rebuild_every: 0,
            rate: f64::NAN,
            n_probes: u64::MAX,
            capacity: Some(0),
            counter_bits: 1,
            ..DeletionInput::default()
        };
        let (spec, issues) = DeletionSpec::validate(wild);
        assert_eq!(issues.len(), 9);
        assert_eq!((spec.input().n, spec.input().rounds, spec.input().deletions), (100_000, 1, 100_000));
        assert_eq!(DeletionSpec::validate(spec.input().clone()), (spec, Vec::new()));
    }

    #[test]
    fn more_is_never_deleted_than_there_is() {
        let input = DeletionInput { n: 10, deletions: 9, insertions: 0, rounds: 5, ..DeletionInput::default() };
        let (spec, issues) = DeletionSpec::validate(input);
        assert_eq!((spec.input().deletions, issues.len()), (2, 1));
    }
}
