//! A counting filter: each of the key's counters up, down or read.

use super::{FamilyStep, Outcome, Told, Visit, marks_at};
use crate::experiment::{Change, Done};
use crate::filter::{CellChange, Counting, Inserted, Refusal, Removed};
use crate::view::story::Fate;

/// What happens in a step: to counter number `nth` of the key's, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A query, or a deletion that makes sure, reads a counter.
    Read {
        /// Its place in the probe order.
        nth: usize,
        /// The counter.
        cell: u64,
        /// What it holds.
        value: u8,
    },
    /// An insertion raises a counter, or finds it at its maximum.
    Raised(CellChange),
    /// A deletion lowers a counter, or leaves one that has stopped counting.
    Lowered(CellChange),
}

/// The steps between the key's bytes and the answer, and what came of them.
#[must_use]
pub fn tell(filter: &Counting, key: &[u8], change: Option<&Change>) -> Told {
    let (visits, outcome) = match change.map(|change| &change.done) {
        Some(Done::Inserted(Ok(Inserted::Counters(changes)))) => {
            let (visits, outcome) = (changed(changes), Outcome::Inserted);
            let steps = steps(&visits, |i| changes.get(i).copied().map(Event::Raised));
            return Told { steps, outcome, visits };
        }
        Some(Done::Removed(Ok(Removed::Counters(changes)))) => {
            let (visits, outcome) = (changed(changes), Outcome::Removed);
            let steps = steps(&visits, |i| changes.get(i).copied().map(Event::Lowered));
            return Told { steps, outcome, visits };
        }
        Some(Done::Removed(Err(Refusal::NotPresent))) => (read(filter, key), Outcome::NotThere),
        _ => (read(filter, key), Outcome::Asked),
    };
    let steps = steps(&visits, |nth| {
        let Visit { index, fate, .. } = *visits.get(nth)?;
        (fate != Fate::Unread).then(|| Event::Read { nth, cell: index, value: filter.counter(index) })
    });
    Told { steps, outcome, visits }
}

fn read(filter: &Counting, key: &[u8]) -> Vec<Visit> {
    let mut stopped = false;
    let visit = |index: u64| {
        let value = filter.counter(index);
        let fate = match value {
            _ if stopped => Fate::Unread,
            0 => Fate::Zero,
            _ => Fate::One,
        };
        stopped |= value == 0;
        Visit { index, fate, values: Some((value.into(), value.into())) }
    };
    filter.prober().probes(key).map(|probe| probe.index).map(visit).collect()
}

fn changed(changes: &[CellChange]) -> Vec<Visit> {
    changes
        .iter()
        .map(|change| {
            let fate = match (change.before, change.after) {
                (0, 1..) => Fate::NewlySet,
                (1.., 0) => Fate::Cleared,
                _ => Fate::AlreadySet,
            };
            Visit { index: change.cell, fate, values: Some((change.before.into(), change.after.into())) }
        })
        .collect()
}

fn steps(visits: &[Visit], event: impl Fn(usize) -> Option<Event>) -> Vec<FamilyStep> {
    (0..visits.len())
        .filter_map(|i| {
            let event = super::Event::Counting(event(i)?);
            Some(FamilyStep { event, marks: marks_at(visits, i), region: None })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::FamilyStory;
    use super::*;
    use crate::experiment::{Contents, Edit, FamilyLab};
    use crate::filter::{Variant, VariantSpec};
    use crate::hash::HashSpec;
    use crate::scenario::Operation;
    use crate::view::grid::MarkState;

    fn lab(counter_bits: u32, edits: &[&str]) -> FamilyLab {
        let variant = Variant::Counting { counter_bits };
        let spec = VariantSpec { variant, n: 10, p: 0.1, m: 32, k: 3, hash: HashSpec::default() };
        let edits = edits.iter().filter_map(|code| Edit::parse(code)).collect();
        FamilyLab::try_new(spec, 1, &Contents { edits, ..Contents::default() }).unwrap()
    }

    #[test]
    fn counters_go_up_and_down_and_are_drawn_as_they_were_until_then() {
        let up = FamilyStory::of(&lab(4, &["+a", "+b"]), "b", Operation::Insert);
        let down = FamilyStory::of(&lab(4, &["+a", "+b", "-b"]), "b", Operation::Delete);
        assert_eq!((up.outcome, down.outcome), (Outcome::Inserted, Outcome::Removed));
        for (story, change) in [(&up, 1), (&down, -1)] {
            let (first, last) = (&story.steps.first().unwrap().marks, &story.steps.last().unwrap().marks);
            assert_eq!(first.len(), last.len());
            for (before, after) in first.iter().zip(last) {
                let (was, is) = (before.value.unwrap(), after.value.unwrap());
                assert_eq!(i64::from(is) - i64::from(was), change);
                assert_eq!(before.state, if was > 0 { MarkState::StillSet } else { MarkState::Unset });
                assert_ne!(after.state, MarkState::Active);
                assert_eq!(after.state == MarkState::Cleared, is == 0);
            }
        }
    }

    #[test]
    fn a_full_counter_stays_and_is_said_to_be_full() {
        let codes: Vec<String> = (0..40).map(|i| format!("+k{i}")).collect();
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        let story = FamilyStory::of(&lab(2, &codes), "k39", Operation::Insert);
        let full = story.steps.iter().any(|step| {
            matches!(step.event, super::super::Event::Counting(Event::Raised(change)) if change.saturated && change.before == 3)
        });
        assert!(full);
    }

    #[test]
    fn what_is_certainly_absent_is_not_removed() {
        let story = FamilyStory::of(&lab(4, &["+a", "-nobody"]), "nobody", Operation::Delete);
        assert_eq!(story.outcome, Outcome::NotThere);
        assert!(matches!(story.steps.get(2).unwrap().event, super::super::Event::Counting(Event::Read { .. })));
    }
}
