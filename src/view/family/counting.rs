//! A counting filter: each of the key's counters up, down or read.

use super::{FamilyStep, Outcome, Visit, marks_at};
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
pub fn tell(filter: &Counting, key: &[u8], change: Option<&Change>) -> (Vec<FamilyStep>, Outcome) {
    match change.map(|change| &change.done) {
        Some(Done::Inserted(Ok(Inserted::Counters(changes)))) => {
            (steps(&changed(changes), |i| changes.get(i).copied().map(Event::Raised)), Outcome::Inserted)
        }
        Some(Done::Removed(Ok(Removed::Counters(changes)))) => {
            (steps(&changed(changes), |i| changes.get(i).copied().map(Event::Lowered)), Outcome::Removed)
        }
        Some(Done::Removed(Err(Refusal::NotPresent))) => (read(filter, key), Outcome::NotThere),
        _ => (read(filter, key), Outcome::Asked),
    }
}

fn read(filter: &Counting, key: &[u8]) -> Vec<FamilyStep> {
    let mut stopped = false;
    let visits: Vec<Visit> = filter
        .prober()
        .probes(key)
        .map(|probe| {
            let value = filter.counter(probe.index);
            let fate = if stopped {
                Fate::Unread
            } else if value == 0 {
                Fate::Zero
            } else {
                Fate::One
            };
            stopped |= value == 0;
            Visit { index: probe.index, fate, values: Some((value.into(), value.into())) }
        })
        .collect();
    steps(&visits, |nth| {
        let Visit { index, fate, .. } = *visits.get(nth)?;
        (fate != Fate::Unread).then(|| Event::Read { nth, cell: index, value: filter.counter(index) })
    })
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
