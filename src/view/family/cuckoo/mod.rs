//! A cuckoo filter: digest → fingerprint → bucket → other bucket → kicks → what became of the key.
//!
//! The story is told from the filter's own reports ([`CuckooInsertion`], [`CuckooTrace`], [`CuckooRemoval`]), and what each
//! slot held at each step follows from them: at the last step the table is as the filter has it.

mod facts;
mod truth;

pub use facts::{CuckooFacts, Remedy, Room};
pub use truth::{MOST_TRIES, Offer, Trap, culprit, find_trap, offer, owners, sprung, victims};

use core::ops::Range;
use std::rc::Rc;

use super::{FamilyStep, Outcome};
use crate::experiment::{Change, Done};
use crate::filter::{
    Cuckoo, CuckooAddress, CuckooInsertion, CuckooPlacement, CuckooRemoval, CuckooSpec, CuckooTrace, Inserted, Kick,
    Refusal, Removed, Verdict,
};
use crate::hash::Halves;
use crate::view::grid::travel::Travel;
use crate::view::grid::{Mark, MarkState};

/// More kicks than this are not told one by one: the first and the last few are.
pub const MOST_KICKS_TOLD: usize = 16;

/// How many of the last kicks are told where some are left out.
const LAST_KICKS_TOLD: usize = 3;

/// A point at which the story can rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CuckooStep {
    /// The digest of the key's bytes.
    Digest,
    /// The fingerprint made of half of it.
    Fingerprint,
    /// The bucket that the other half gives, and what is there.
    First,
    /// The bucket that the fingerprint leads to from there.
    Second,
    /// Kick number i, from 0: a fingerprint takes the slot of another.
    Kick(usize),
    /// Kicks that are not told one by one, up to this one.
    Kicks(usize),
    /// The last fingerprint finds a slot, or all are put back; a fingerprint is taken out.
    Settle,
}

/// A step of a story, with the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The story.
    pub story: Rc<CuckooStory>,
    /// The step.
    pub step: CuckooStep,
}

/// What was done with the key, as the filter reported it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CuckooEvent {
    /// It was asked about.
    Query,
    /// It was inserted, or refused.
    Insertion {
        /// The fingerprints that moved.
        kicks: Vec<Kick>,
        /// How it ended.
        outcome: CuckooPlacement,
    },
    /// It was removed, or not found.
    Removal(CuckooRemoval),
}

/// The whole story of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CuckooStory {
    /// The key.
    pub key: String,
    /// The filter's numbers.
    pub spec: CuckooSpec,
    /// The digest's halves: the first gives the bucket, the second the fingerprint.
    pub halves: Halves,
    /// Fingerprint and buckets.
    pub address: CuckooAddress,
    /// What was done.
    pub event: CuckooEvent,
    /// What the slots of the first bucket and then of the second held before; 0 is free.
    pub before: [Vec<u32>; 2],
    /// The first slot that held the key's fingerprint before, as (bucket, slot).
    pub matched: Option<(u64, u32)>,
}

impl CuckooStory {
    /// The story of asking about `key`.
    #[must_use]
    pub fn of_query(filter: &Cuckoo, key: &str) -> Self {
        Self::tell(filter, key, CuckooEvent::Query, &[])
    }

    /// The story of having inserted `key` last, with this report.
    #[must_use]
    pub fn of_insertion(filter: &Cuckoo, key: &str, report: &CuckooInsertion) -> Self {
        let CuckooInsertion { kicks, outcome, .. } = report;
        let event = CuckooEvent::Insertion { kicks: kicks.clone(), outcome: *outcome };
        // What was in the slots before: kicks undone from the last to the first.
        let mut undone = Vec::new();
        if let CuckooPlacement::Stored { bucket, slot } = *outcome {
            undone.push((slot_index(filter.spec(), bucket, slot), 0));
            undone
                .extend(kicks.iter().rev().map(|k| (slot_index(filter.spec(), k.from_bucket, k.slot), k.fingerprint)));
        }
        Self::tell(filter, key, event, &undone)
    }

    /// The story of having removed `key` last, with this report.
    #[must_use]
    pub fn of_removal(filter: &Cuckoo, key: &str, report: CuckooRemoval) -> Self {
        let fingerprint = filter.spec().address(key.as_bytes()).fingerprint;
        let undone = match report {
            CuckooRemoval::Removed { bucket, slot } => vec![(slot_index(filter.spec(), bucket, slot), fingerprint)],
            CuckooRemoval::NotPresent => Vec::new(),
        };
        Self::tell(filter, key, CuckooEvent::Removal(report), &undone)
    }

    /// `undone` has slots and what they held before, later ones of a slot counting more.
    fn tell(filter: &Cuckoo, key: &str, event: CuckooEvent, undone: &[(u64, u32)]) -> Self {
        let spec = filter.spec();
        let CuckooTrace { address, first, second, .. } = filter.trace(key.as_bytes());
        let (h1, h2) = spec.hash().digest.halves(key.as_bytes(), 0);
        let mut before = [first, second];
        let buckets = [address.first_bucket, address.second_bucket];
        for (bucket, slots) in buckets.into_iter().zip(&mut before) {
            for (slot, held) in (0..).zip(slots.iter_mut()) {
                let index = slot_index(spec, bucket, slot);
                *held = undone.iter().rev().find(|(other, _)| *other == index).map_or(*held, |(_, held)| *held);
            }
        }
        let matched = buckets.into_iter().zip(&before).find_map(|(bucket, slots)| {
            let slot = slots.iter().position(|&held| held == address.fingerprint)?;
            Some((bucket, slot as u32))
        });
        Self { key: key.into(), spec, halves: Halves { h1, h2 }, address, event, before, matched }
    }

    /// The steps between the bytes and the answer, in order. A query and a removal stop at the bucket in which they find the
    /// fingerprint.
    #[must_use]
    pub fn steps(&self) -> Vec<CuckooStep> {
        use CuckooStep::{Digest, Fingerprint, First, Kick, Kicks, Second, Settle};
        let mut steps = vec![Digest, Fingerprint, First];
        let stops = !matches!(self.event, CuckooEvent::Insertion { .. })
            && self.matched.is_some_and(|(bucket, _)| bucket == self.address.first_bucket);
        if !stops {
            steps.push(Second);
        }
        let n = self.kicks().len();
        if n <= MOST_KICKS_TOLD {
            steps.extend((0..n).map(Kick));
        } else {
            steps.extend((0..MOST_KICKS_TOLD - LAST_KICKS_TOLD - 1).map(Kick));
            steps.push(Kicks(n - LAST_KICKS_TOLD - 1));
            steps.extend((n - LAST_KICKS_TOLD..n).map(Kick));
        }
        if !matches!(self.event, CuckooEvent::Query | CuckooEvent::Removal(CuckooRemoval::NotPresent)) {
            steps.push(Settle);
        }
        steps
    }

    /// The fingerprints that moved.
    #[must_use]
    pub fn kicks(&self) -> &[Kick] {
        if let CuckooEvent::Insertion { kicks, .. } = &self.event { kicks } else { &[] }
    }

    /// The answer that the filter gives about the key after all this.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let is_one_bucket = self.address.first_bucket == self.address.second_bucket;
        let before = self.before.iter().take(if is_one_bucket { 1 } else { 2 });
        let copies = before.flatten().filter(|&&held| held == self.address.fingerprint).count();
        let present = match self.event {
            CuckooEvent::Insertion { outcome: CuckooPlacement::Stored { .. }, .. } => true,
            CuckooEvent::Removal(CuckooRemoval::Removed { .. }) => copies > 1,
            _ => copies > 0,
        };
        if present { Verdict::PossiblyPresent } else { Verdict::DefinitelyAbsent }
    }

    /// The slot of the whole table in which the story ends: where a fingerprint was found, stored or taken out.
    #[must_use]
    pub fn last_slot(&self) -> Option<u64> {
        let (bucket, slot) = match self.event {
            CuckooEvent::Query => self.matched?,
            CuckooEvent::Insertion { outcome: CuckooPlacement::Stored { bucket, slot }, .. }
            | CuckooEvent::Removal(CuckooRemoval::Removed { bucket, slot }) => (bucket, slot),
            _ => return None,
        };
        Some(slot_index(self.spec, bucket, slot))
    }

    /// The slot that a kick empties and fills, in the whole table.
    #[must_use]
    pub fn kick_slot(&self, kick: &Kick) -> u64 {
        slot_index(self.spec, kick.from_bucket, kick.slot)
    }

    /// What takes the slot of kick number `i`: the key's own fingerprint, or the one kicked before.
    #[must_use]
    pub fn carried(&self, i: usize) -> u32 {
        let kicked = i.checked_sub(1).and_then(|before| self.kicks().get(before));
        kicked.map_or(self.address.fingerprint, |kick| kick.fingerprint)
    }

    /// Slots whose contents at a step are other than in the filter now, with what they held then (0: free).
    #[must_use]
    pub fn slots_at(&self, step: CuckooStep) -> Vec<(u64, u32)> {
        let done = match step {
            CuckooStep::Settle => return Vec::new(),
            CuckooStep::Kick(i) | CuckooStep::Kicks(i) => i + 1,
            _ => 0,
        };
        let mut held: Vec<(u64, u32)> = Vec::new();
        let mut put = |slot: u64, fingerprint: u32| match held.iter_mut().find(|(other, _)| *other == slot) {
            Some((_, held)) => *held = fingerprint,
            None => held.push((slot, fingerprint)),
        };
        match self.event {
            CuckooEvent::Removal(CuckooRemoval::Removed { bucket, slot }) => {
                put(slot_index(self.spec, bucket, slot), self.address.fingerprint);
            }
            CuckooEvent::Insertion { ref kicks, outcome } => {
                if let CuckooPlacement::Stored { bucket, slot } = outcome {
                    put(slot_index(self.spec, bucket, slot), 0);
                }
                for kick in kicks.iter().rev() {
                    put(self.kick_slot(kick), kick.fingerprint);
                }
                for (i, kick) in kicks.iter().enumerate().take(done) {
                    put(self.kick_slot(kick), self.carried(i));
                }
            }
            _ => {}
        }
        held
    }

    /// The fingerprint that moves as the story comes to this step, if one does.
    #[must_use]
    pub fn travel_to(&self, step: CuckooStep) -> Option<Travel> {
        let kicks = self.kicks();
        let (last, to) = match step {
            CuckooStep::Kick(i) => (kicks.get(i.checked_sub(1)?)?, self.kick_slot(kicks.get(i)?)),
            CuckooStep::Settle => (kicks.last()?, self.last_slot()?),
            _ => return None,
        };
        Some(Travel { value: last.fingerprint, from: self.kick_slot(last), to })
    }

    /// What is marked on the grid at a step, and what slots held then that hold something else now.
    #[must_use]
    pub fn marks_at(&self, step: CuckooStep) -> Vec<Mark> {
        let held_then = self.slots_at(step);
        let mut marks = match step {
            CuckooStep::Digest | CuckooStep::Fingerprint => Vec::new(),
            CuckooStep::First => self.looked_at(0),
            CuckooStep::Second => [self.looked_at(0), self.looked_at(1)].concat(),
            CuckooStep::Kick(i) | CuckooStep::Kicks(i) => {
                let slot = self.kicks().get(i).map(|kick| self.kick_slot(kick));
                slot.map(|slot| Mark::new(slot, MarkState::Active)).into_iter().collect()
            }
            CuckooStep::Settle => {
                let removal = matches!(self.event, CuckooEvent::Removal(_));
                let state = if removal { MarkState::Cleared } else { MarkState::NewlySet };
                self.last_slot().map(|slot| Mark::new(slot, state)).into_iter().collect()
            }
        };
        for (slot, held) in held_then {
            if let Some(mark) = marks.iter_mut().find(|mark| mark.index == slot) {
                mark.value = Some(held);
            } else {
                let state = if held == 0 { MarkState::Unset } else { MarkState::StillSet };
                marks.push(Mark { index: slot, state, value: Some(held) });
            }
        }
        marks
    }

    /// The slots of the bucket that a step is about.
    #[must_use]
    pub fn region_at(&self, step: CuckooStep) -> Option<Range<u64>> {
        let b = u64::from(self.spec.bucket_size());
        let bucket = match step {
            CuckooStep::Digest | CuckooStep::Fingerprint => return None,
            CuckooStep::First => self.address.first_bucket,
            CuckooStep::Second => self.address.second_bucket,
            CuckooStep::Kick(i) | CuckooStep::Kicks(i) => self.kicks().get(i)?.from_bucket,
            CuckooStep::Settle => self.last_slot()? / b,
        };
        Some(bucket * b..(bucket + 1) * b)
    }

    /// A bucket's slots as they are compared, or looked through for room.
    fn looked_at(&self, which: usize) -> Vec<Mark> {
        let bucket = [self.address.first_bucket, self.address.second_bucket][which & 1];
        let inserts = matches!(self.event, CuckooEvent::Insertion { .. });
        let state = |held: u32| match held {
            0 if inserts => MarkState::Active,
            0 => MarkState::Pending,
            held if held == self.address.fingerprint && !inserts => MarkState::Hit,
            _ => MarkState::Miss,
        };
        let slots = (0..).zip(&self.before[which & 1]);
        slots.map(|(slot, &held)| Mark::new(slot_index(self.spec, bucket, slot), state(held))).collect()
    }
}

/// The steps between the key's bytes and the answer, and what came of them.
#[must_use]
pub fn tell(filter: &Cuckoo, key: &[u8], change: Option<&Change>) -> (Vec<FamilyStep>, Outcome) {
    let key = String::from_utf8_lossy(key);
    let (story, outcome) = match change.map(|change| &change.done) {
        Some(Done::Inserted(Ok(Inserted::Fingerprint(report)))) => {
            (CuckooStory::of_insertion(filter, &key, report), Outcome::Inserted)
        }
        Some(Done::Inserted(Err(Refusal::Full(report)))) => {
            (CuckooStory::of_insertion(filter, &key, report), Outcome::Full)
        }
        Some(Done::Removed(Ok(Removed::Fingerprint { bucket, slot }))) => {
            let report = CuckooRemoval::Removed { bucket: *bucket, slot: *slot };
            (CuckooStory::of_removal(filter, &key, report), Outcome::Removed)
        }
        Some(Done::Removed(Err(Refusal::NotPresent))) => {
            (CuckooStory::of_removal(filter, &key, CuckooRemoval::NotPresent), Outcome::NotThere)
        }
        _ => (CuckooStory::of_query(filter, &key), Outcome::Asked),
    };
    let story = Rc::new(story);
    let steps = story.steps().into_iter().map(|step| FamilyStep {
        event: super::Event::Cuckoo(Event { story: story.clone(), step }),
        marks: story.marks_at(step),
        region: story.region_at(step),
    });
    (steps.collect(), outcome)
}

/// A bucket's slot in the whole table.
#[must_use]
pub const fn slot_index(spec: CuckooSpec, bucket: u64, slot: u32) -> u64 {
    bucket * spec.bucket_size() as u64 + slot as u64
}

#[cfg(test)]
mod tests;
