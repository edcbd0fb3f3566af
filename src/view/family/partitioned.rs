//! A partitioned filter: one bit in each slice.

use super::{FamilyStep, Outcome, Told, Visit, marks_at};
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
pub fn tell(filter: &Partitioned, key: &[u8], change: Option<&Change>) -> Told {
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
    Told { steps, outcome: if inserted { Outcome::Inserted } else { Outcome::Asked }, visits }
}

#[cfg(test)]
mod tests {
    use super::super::FamilyStory;
    use super::*;
    use crate::experiment::{Contents, FamilyLab};
    use crate::filter::{Variant, VariantSpec};
    use crate::hash::HashSpec;
    use crate::scenario::Operation;

    fn story(variant: Variant, key: &str, operation: Operation) -> FamilyStory {
        let spec = VariantSpec { variant, n: 2, p: 0.1, m: 300, k: 4, hash: HashSpec::default() };
        let mut lab = FamilyLab::try_new(spec, 1, &Contents::default()).unwrap();
        for n in 1..=3 {
            let keys = ["a", "b", "c"].iter().take(n).map(|&key| key.into()).collect();
            lab.advance(&Contents { keys, ..Contents::default() });
        }
        FamilyStory::of(&lab, key, operation)
    }

    #[test]
    fn each_slice_has_one_bit_of_the_key() {
        let told = story(Variant::Partitioned, "c", Operation::Insert);
        assert_eq!((told.outcome, told.steps.len()), (Outcome::Inserted, 7));
        for (nth, step) in told.steps.iter().skip(2).take(4).enumerate() {
            let super::super::Event::Partitioned(event) = step.event else { panic!("a slice") };
            assert_eq!((event.slice, event.slice_bits, event.index), (nth as u64, 75, nth as u64 * 75 + event.offset));
            assert_eq!(step.region, Some(event.slice * 75..(event.slice + 1) * 75));
        }
        let asked = story(Variant::Partitioned, "stranger", Operation::Query);
        assert!(asked.steps.len() < 7, "a query stops at the first 0");
    }

    #[test]
    fn all_bits_lie_in_the_block() {
        let told = story(Variant::Blocked { block_bits: 64 }, "c", Operation::Insert);
        let super::super::Event::Blocked(super::super::blocked::Event::Block { block, n_blocks, .. }) =
            told.steps.get(2).unwrap().event
        else {
            panic!("a block")
        };
        assert!(n_blocks == 5 && block < 5);
        let last = told.steps.last().unwrap();
        assert_eq!(last.region, Some(block * 64..(block + 1) * 64));
        assert!(last.marks.iter().all(|mark| last.region.as_ref().unwrap().contains(&mark.index)));
    }

    #[test]
    fn sub_filters_are_asked_from_the_newest_and_one_is_begun_when_full() {
        use super::super::scalable::Event;
        let variant = Variant::Scalable { expansion: 2, tightening_permille: 500 };
        let events = |told: &FamilyStory| -> Vec<Event> {
            let scalable = |step: &super::super::FamilyStep| match step.event {
                super::super::Event::Scalable(event) => Some(event),
                _ => None,
            };
            told.steps.iter().filter_map(scalable).collect()
        };
        let told = story(variant, "c", Operation::Insert);
        let [
            Event::Asked { sub_filter: 0, says_yes: false, .. },
            Event::Grown { sub_filter: 1, capacity: 4, .. },
            Event::Added { sub_filter: 1, len: 1, .. },
        ] = events(&told).as_slice()
        else {
            panic!("{:?}", events(&told))
        };
        let asked = story(variant, "a", Operation::Query);
        let [Event::Asked { sub_filter: 1, says_yes: false, .. }, Event::Asked { sub_filter: 0, says_yes: true, .. }] =
            events(&asked).as_slice()
        else {
            panic!("{:?}", events(&asked))
        };
    }
}
