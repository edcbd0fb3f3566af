//! A partitioned filter: one bit in each slice.

use super::{FamilyStep, Outcome, Visit, marks_at};
use crate::experiment::Change;
use crate::filter::Partitioned;
use crate::view::story::Fate;

/// The bit of one slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The slice, from 0.
    pub slice: u64,
    /// Its bits are these many.
    pub slice_bits: u64,
    /// Where in the slice the bit is.
    pub offset: u64,
    /// Where among all bits it is.
    pub index: u64,
    /// What became of it.
    pub fate: Fate,
}

/// The steps between the key's bytes and the answer, and what came of them.
#[must_use]
pub fn tell(filter: &Partitioned, key: &[u8], change: Option<&Change>) -> (Vec<FamilyStep>, Outcome) {
    let (visits, inserted) = super::bit_visits(filter.positions(key), filter.bits(), 0, change);
    let slice_bits = filter.slice_bits();
    let steps = visits
        .iter()
        .zip(0..)
        .filter(|(visit, _)| visit.fate != Fate::Unread)
        .map(|(&Visit { index, fate, .. }, slice)| {
            let start = slice * slice_bits;
            let event = Event { slice, slice_bits, offset: index - start, index, fate };
            FamilyStep {
                event: super::Event::Partitioned(event),
                marks: marks_at(&visits, slice as usize),
                region: Some(start..start + slice_bits),
            }
        })
        .collect();
    (steps, if inserted { Outcome::Inserted } else { Outcome::Asked })
}
