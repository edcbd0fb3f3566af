//! A scalable filter: sub-filters asked from the newest on, and the one that takes a new key.

use super::{FamilyStep, Outcome, Visit, bit_visits, marks_at};
use crate::experiment::{Change, Done};
use crate::filter::{Inserted, Scalable, ScalableInsertion};
use crate::view::grid::Mark;
use crate::view::story::Fate;

/// What happens in a step; sub-filters are counted from 0, the oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A sub-filter is asked.
    Asked {
        /// Which.
        sub_filter: usize,
        /// How many of the key's positions it read.
        read: usize,
        /// How many there are.
        n_hashes: usize,
        /// Whether it says “possibly present”.
        says_yes: bool,
    },
    /// The newest was full, so one more was begun.
    Grown {
        /// Which.
        sub_filter: usize,
        /// Keys that it is made for.
        capacity: u64,
        /// Its bits.
        n_bits: u64,
    },
    /// The key's bits were set in the newest.
    Added {
        /// Which.
        sub_filter: usize,
        /// How many were 0 before.
        newly_set: usize,
        /// Keys in it now.
        len: u64,
        /// Keys that it is made for.
        capacity: u64,
    },
}

/// The steps between the key's bytes and the answer, and what came of them.
#[must_use]
pub fn tell(filter: &Scalable, key: &[u8], change: Option<&Change>) -> (Vec<FamilyStep>, Outcome) {
    let subs = filter.sub_filters();
    let starts: Vec<u64> = subs
        .iter()
        .scan(0, |start, sub| {
            let this = *start;
            *start += sub.bloom().bits().n_bits();
            Some(this)
        })
        .collect();
    let region = |i: usize| {
        let start = starts.get(i).copied().unwrap_or_default();
        start..start + subs.get(i).map_or(0, |sub| sub.bloom().bits().n_bits())
    };
    let inserted = match change.map(|change| &change.done) {
        Some(Done::Inserted(Ok(Inserted::SubFilter(insertion)))) => Some(*insertion),
        _ => None,
    };
    let added = match inserted {
        Some(ScalableInsertion::Added { sub_filter, grown, .. }) => Some((sub_filter, grown)),
        _ => None,
    };
    let mut steps = Vec::new();
    let mut trail: Vec<Mark> = Vec::new();
    // An insertion asks first, and only those that were there.
    let n_asked = added.map_or(subs.len(), |(sub, grown)| if grown { sub } else { subs.len() });
    for (i, sub) in subs.iter().enumerate().take(n_asked).rev() {
        let newly = if added.is_some_and(|(to, _)| to == i) { change.map(|change| &change.newly_used) } else { None };
        let visits = asked(sub, key, starts.get(i).copied().unwrap_or_default(), newly);
        let says_yes = visits.iter().all(|visit| visit.fate == Fate::One);
        let read = visits.iter().filter(|visit| visit.fate != Fate::Unread).count();
        let event = Event::Asked { sub_filter: i, read, n_hashes: visits.len(), says_yes };
        trail.extend(marks_at(&visits, visits.len()));
        steps.push(FamilyStep { event: super::Event::Scalable(event), marks: trail.clone(), region: Some(region(i)) });
        if says_yes {
            break;
        }
    }
    let Some(((to, grown), sub)) = added.and_then(|added| Some((added, subs.get(added.0)?))) else {
        let skipped = matches!(inserted, Some(ScalableInsertion::Skipped { .. }));
        return (steps, if skipped { Outcome::Skipped } else { Outcome::Asked });
    };
    let (capacity, bits) = (sub.level().capacity, sub.bloom().bits());
    if grown {
        let event = Event::Grown { sub_filter: to, capacity, n_bits: bits.n_bits() };
        steps.push(FamilyStep { event: super::Event::Scalable(event), marks: Vec::new(), region: Some(region(to)) });
    }
    let start = starts.get(to).copied().unwrap_or_default();
    let (visits, _) = bit_visits(sub.bloom().prober().probes(key).map(|probe| probe.index), bits, start, change);
    let newly_set = visits.iter().filter(|visit| visit.fate == Fate::NewlySet).count();
    let event = Event::Added { sub_filter: to, newly_set, len: sub.bloom().len(), capacity };
    let marks = marks_at(&visits, visits.len());
    steps.push(FamilyStep { event: super::Event::Scalable(event), marks, region: Some(region(to)) });
    (steps, Outcome::Inserted)
}

/// The visits of a question to a sub-filter, as it was before these bits were set.
fn asked(sub: &crate::filter::SubFilter, key: &[u8], start: u64, newly: Option<&Vec<u64>>) -> Vec<Visit> {
    let mut stopped = false;
    let probes = sub.bloom().prober().probes(key);
    probes
        .map(|probe| {
            let index = start + probe.index;
            let one = sub.bloom().bits().get(probe.index) && newly.is_none_or(|newly| !newly.contains(&index));
            let fate = if stopped {
                Fate::Unread
            } else if one {
                Fate::One
            } else {
                Fate::Zero
            };
            stopped |= !one;
            Visit { index, fate, values: None }
        })
        .collect()
}
