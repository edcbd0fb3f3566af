//! One key's way into the filter, step by step: text → bytes → digest → positions → verdict.
//!
//! The story is computed once, from the same [`Prober`](crate::hash::Prober) that the filter uses; the steps, the grid's
//! marks and the screen reader's words are all read off it.

use core::cmp::Ordering;

use super::grid::MarkState;
use crate::filter::{Bloom, Verdict};
use crate::hash::{Derivation, Halves, HashSpec};
use crate::scenario::Operation;

/// What became of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A query found a 1 and went on.
    One,
    /// A query found a 0 and stopped.
    Zero,
    /// A query had stopped before.
    Unread,
    /// An insertion set a 0 to 1.
    NewlySet,
    /// An insertion found a 1.
    AlreadySet,
    /// A deletion cleared a 1.
    Cleared,
    /// A deletion found a 0.
    AlreadyClear,
}

impl Fate {
    /// Whether the bit was 1 before the operation came to it; `None` when nobody looked.
    #[must_use]
    pub const fn bit_before(self) -> Option<bool> {
        match self {
            Self::One | Self::AlreadySet | Self::Cleared => Some(true),
            Self::Zero | Self::NewlySet | Self::AlreadyClear => Some(false),
            Self::Unread => None,
        }
    }

    /// How the position is marked when another is being looked at, this one lying before it, being it, or lying after it in
    /// order.
    #[must_use]
    pub const fn state(self, order: Ordering) -> MarkState {
        match (self, order) {
            (Self::Unread, _) => MarkState::Pending,
            (Self::Zero | Self::AlreadyClear, Ordering::Less | Ordering::Equal) => MarkState::Miss,
            (_, Ordering::Equal) => MarkState::Active,
            (Self::NewlySet, Ordering::Greater) => MarkState::Unset,
            (Self::Cleared, Ordering::Greater) => MarkState::StillSet,
            (_, Ordering::Greater) => MarkState::Pending,
            (Self::One | Self::AlreadySet, _) => MarkState::Hit,
            (Self::NewlySet, _) => MarkState::NewlySet,
            (Self::Cleared, _) => MarkState::Cleared,
        }
    }
}

/// One of the k positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The value before reduction.
    pub value: u64,
    /// The position, below m.
    pub index: u64,
    /// What became of it.
    pub fate: Fate,
}

/// A point at which the story can rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The key as text.
    Text,
    /// Its bytes.
    Bytes,
    /// The digest of the bytes.
    Digest,
    /// Position number i, from 0.
    Position(usize),
    /// The answer, or what an insertion changed.
    Verdict,
}

/// The whole story of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// Asked or inserted.
    pub operation: Operation,
    /// The key.
    pub key: String,
    /// m.
    pub n_bits: u64,
    /// How positions come about.
    pub hash: HashSpec,
    /// The digest's halves; `None` where each position has a digest of its own.
    pub halves: Option<Halves>,
    /// All k positions, in probe order.
    pub positions: Vec<Position>,
    /// The filter's answer (after an insertion: always possibly present).
    pub verdict: Verdict,
}

impl Story {
    /// The story of asking about `key`.
    #[must_use]
    pub fn of_query(bloom: &Bloom, key: &str) -> Self {
        let mut stopped = false;
        Self::tell(bloom, key, Operation::Query, |index| {
            if stopped {
                return Fate::Unread;
            }
            stopped = !bloom.bits().get(index);
            if stopped { Fate::Zero } else { Fate::One }
        })
    }

    /// The story of having inserted `key` last, when it turned `newly_set` bits on.
    #[must_use]
    pub fn of_insertion(bloom: &Bloom, key: &str, newly_set: &[u64]) -> Self {
        let mut seen = Vec::new();
        Self::tell(bloom, key, Operation::Insert, |index| {
            let first_time = !seen.contains(&index);
            seen.push(index);
            if first_time && newly_set.contains(&index) { Fate::NewlySet } else { Fate::AlreadySet }
        })
    }

    /// The story of inserting `key` once more: every bit is 1 already.
    #[must_use]
    pub fn of_repetition(bloom: &Bloom, key: &str) -> Self {
        Self::tell(bloom, key, Operation::InsertAgain, |_| Fate::AlreadySet)
    }

    /// The story of having cleared the bits of `key` last, when it turned `cleared` off: deletion as it must not be done.
    #[must_use]
    pub fn of_deletion(bloom: &Bloom, key: &str, cleared: &[u64]) -> Self {
        let mut seen = Vec::new();
        Self::tell(bloom, key, Operation::Delete, |index| {
            let first_time = !seen.contains(&index);
            seen.push(index);
            if first_time && cleared.contains(&index) { Fate::Cleared } else { Fate::AlreadyClear }
        })
    }

    fn tell(bloom: &Bloom, key: &str, operation: Operation, mut fate: impl FnMut(u64) -> Fate) -> Self {
        let prober = bloom.prober();
        let hash = prober.spec();
        let positions = prober
            .probes(key.as_bytes())
            .map(|probe| Position { value: probe.value, index: probe.index, fate: fate(probe.index) })
            .collect();
        Self {
            operation,
            key: key.into(),
            n_bits: prober.n_bits(),
            hash,
            halves: (hash.derivation != Derivation::Independent).then(|| prober.halves(key.as_bytes())),
            positions,
            verdict: bloom.contains(key.as_bytes()),
        }
    }

    /// The steps, in order; positions that a query never read are not among them.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let read = self.positions.iter().filter(|p| p.fate != Fate::Unread).count();
        [Step::Text, Step::Bytes, Step::Digest]
            .into_iter()
            .chain((0..read).map(Step::Position))
            .chain([Step::Verdict])
            .collect()
    }

    /// The position at which a query stopped.
    #[must_use]
    pub fn stopped_at(&self) -> Option<usize> {
        self.positions.iter().position(|p| p.fate == Fate::Zero)
    }

    /// How many bits the insertion turned on.
    #[must_use]
    pub fn n_newly_set(&self) -> usize {
        self.positions.iter().filter(|p| p.fate == Fate::NewlySet).count()
    }

    /// How many bits the deletion turned off.
    #[must_use]
    pub fn n_cleared(&self) -> usize {
        self.positions.iter().filter(|p| p.fate == Fate::Cleared).count()
    }

    /// The positions without repetition, in order of first appearance.
    #[must_use]
    pub fn distinct(&self) -> Vec<u64> {
        let mut distinct = Vec::new();
        for position in &self.positions {
            if !distinct.contains(&position.index) {
                distinct.push(position.index);
            }
        }
        distinct
    }
}

/// Bytes as pairs of hexadecimal digits, at most `most` of them.
#[must_use]
pub fn hex_bytes(bytes: &[u8], most: usize) -> String {
    let mut out: Vec<String> = bytes.iter().take(most).map(|byte| format!("{byte:02x}")).collect();
    if bytes.len() > most {
        out.push("…".into());
    }
    out.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::BloomSpec;

    fn bloom(keys: &[&str]) -> (Bloom, Vec<u64>) {
        let mut bloom = Bloom::try_new(BloomSpec { n_bits: 64, n_hashes: 4, hash: HashSpec::default() }).unwrap();
        let mut last = Vec::new();
        for key in keys {
            last.clear();
            bloom.insert_with(key.as_bytes(), |bit| last.push(bit));
        }
        (bloom, last)
    }

    #[test]
    fn a_query_stops_at_its_first_zero() {
        let (bloom, _) = bloom(&[]);
        let story = Story::of_query(&bloom, "x");
        let fates: Vec<Fate> = story.positions.iter().map(|p| p.fate).collect();
        assert_eq!(fates, [Fate::Zero, Fate::Unread, Fate::Unread, Fate::Unread]);
        assert_eq!(story.steps(), [Step::Text, Step::Bytes, Step::Digest, Step::Position(0), Step::Verdict]);
        assert_eq!((story.verdict, story.stopped_at()), (Verdict::DefinitelyAbsent, Some(0)));
    }

    #[test]
    fn a_member_is_read_to_the_end() {
        let (bloom, _) = bloom(&["x"]);
        let story = Story::of_query(&bloom, "x");
        assert!(story.positions.iter().all(|p| p.fate == Fate::One));
        assert_eq!((story.steps().len(), story.verdict), (8, Verdict::PossiblyPresent));
    }

    #[test]
    fn an_insertion_tells_which_bits_it_turned_on() {
        let (bloom, newly_set) = bloom(&["a", "b", "x"]);
        let story = Story::of_insertion(&bloom, "x", &newly_set);
        assert_eq!(story.n_newly_set(), newly_set.len());
        let told: Vec<u64> = story.positions.iter().filter(|p| p.fate == Fate::NewlySet).map(|p| p.index).collect();
        assert_eq!(told, newly_set);
    }

    #[test]
    fn a_deletion_tells_which_bits_it_turned_off() {
        let (mut bloom, _) = bloom(&["a", "x"]);
        let cleared = bloom.clear_key(b"x");
        let story = Story::of_deletion(&bloom, "x", &cleared);
        assert_eq!((story.n_cleared(), story.verdict), (cleared.len(), Verdict::DefinitelyAbsent));
        assert!(story.positions.iter().all(|p| matches!(p.fate, Fate::Cleared | Fate::AlreadyClear)));
        assert_eq!(Story::of_deletion(&bloom, "x", &[]).n_cleared(), 0);
    }

    #[test]
    fn a_position_met_twice_is_newly_set_once() {
        let mut bloom = Bloom::try_new(BloomSpec { n_bits: 1, n_hashes: 3, hash: HashSpec::default() }).unwrap();
        bloom.insert(b"x");
        let fates: Vec<Fate> = Story::of_insertion(&bloom, "x", &[0]).positions.iter().map(|p| p.fate).collect();
        assert_eq!(fates, [Fate::NewlySet, Fate::AlreadySet, Fate::AlreadySet]);
    }

    #[test]
    fn bytes_are_cut_where_asked() {
        assert_eq!(hex_bytes("键".as_bytes(), 8), "e9 94 ae");
        assert_eq!(hex_bytes(&[0, 1, 2], 2), "00 01 …");
    }
}
