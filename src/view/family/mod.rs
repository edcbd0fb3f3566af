//! One operation on a filter of any structure, step by step.
//!
//! Each structure has a module that tells what happens between the digest and the answer, as a list of [`FamilyStep`]s. A step
//! says what happened, which cells it marks and which part of the table it is about; the player, the grid's marks and the
//! screen reader's words are all read off it. A story is computed once, from what the filter itself reports.
//!
//! | module | what is in it |
//! |---|---|
//! | [`counting`] | counters up and down, saturation |
//! | [`partitioned`] | a bit in each slice |
//! | [`blocked`] | a block, and bits in it |
//! | [`scalable`] | sub-filters asked, skipped, begun |
//! | [`cuckoo`] | fingerprints, buckets, kicks |
//! | [`fuse`] | three cells and their xor |
//! | [`cells`] | the table as the grid draws it |
//! | [`figures`] | the numbers beside it |
//! | [`harm`] | whom a deletion has harmed |

pub mod blocked;
pub mod cells;
pub mod counting;
pub mod cuckoo;
pub mod figures;
pub mod fuse;
pub mod harm;
pub mod partitioned;
pub mod scalable;

use core::cmp::Ordering;
use core::ops::Range;

use super::grid::travel::Travel;
use super::grid::{Mark, MarkState};
use super::story::Fate;
use crate::experiment::{Change, Done, FamilyLab};
use crate::filter::{AnyFilter, BitArray, Variant, Verdict};
use crate::scenario::Operation;

/// What happens in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The key as text.
    Text,
    /// Its bytes.
    Bytes,
    /// Of a counting filter.
    Counting(counting::Event),
    /// Of a partitioned one.
    Partitioned(partitioned::Event),
    /// Of a blocked one.
    Blocked(blocked::Event),
    /// Of a scalable one.
    Scalable(scalable::Event),
    /// Of a cuckoo filter.
    Cuckoo(cuckoo::Event),
    /// Of a fuse filter.
    Fuse(fuse::Event),
    /// The answer, or what came of it.
    Verdict,
}

/// A point at which the story can rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyStep {
    /// What happens.
    pub event: Event,
    /// The cells it marks, with those marked before.
    pub marks: Vec<Mark>,
    /// The cells of the part of the table that it is about.
    pub region: Option<Range<u64>>,
}

impl FamilyStep {
    /// A step that marks nothing.
    #[must_use]
    pub const fn bare(event: Event) -> Self {
        Self { event, marks: Vec::new(), region: None }
    }

    /// A value that moves from one cell to another as the story comes to it.
    #[must_use]
    pub fn travel(&self) -> Option<Travel> {
        if let Event::Cuckoo(event) = &self.event { event.story.travel_to(event.step) } else { None }
    }
}

/// What came of an operation that was not only a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was a question.
    Asked,
    /// The key was inserted.
    Inserted,
    /// Nothing was changed: the key is in the set already.
    HeldBefore,
    /// A scalable filter skipped it: it seemed to be there already.
    Skipped,
    /// There was no room.
    Full,
    /// The filter was built anew, with the key or without it.
    Rebuilt,
    /// The key was removed.
    Removed,
    /// The key is certainly not there, so there was nothing to remove.
    NotThere,
    /// The structure cannot remove anything.
    CannotDelete,
}

/// The story of one operation on one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyStory {
    /// Asked, inserted or deleted.
    pub operation: Operation,
    /// The key.
    pub key: String,
    /// The structure.
    pub variant: Variant,
    /// The steps, in order: at least the text and the verdict.
    pub steps: Vec<FamilyStep>,
    /// What came of it.
    pub outcome: Outcome,
    /// What the filter answers about the key now.
    pub verdict: Verdict,
}

impl FamilyStory {
    /// The story of the key in a filter, which is as the operation left it.
    #[must_use]
    pub fn of(lab: &FamilyLab, key: &str, operation: Operation) -> Self {
        let bytes = key.as_bytes();
        // What an operation did is known of the last one only.
        let change = match operation {
            Operation::Insert | Operation::Delete => lab.last().filter(|change| change.key == bytes),
            Operation::Query | Operation::InsertAgain => None,
        };
        let Told { steps: told, outcome, visits } = match lab.filter() {
            AnyFilter::Bloom(_) => (Vec::new(), Outcome::Asked).into(),
            AnyFilter::Counting(filter) => counting::tell(filter, bytes, change),
            AnyFilter::Partitioned(filter) => partitioned::tell(filter, bytes, change),
            AnyFilter::Blocked(filter) => blocked::tell(filter, bytes, change),
            AnyFilter::Scalable(filter) => scalable::tell(filter, bytes, change).into(),
            AnyFilter::Cuckoo(filter) => cuckoo::tell(filter, bytes, change).into(),
            AnyFilter::Fuse(filter) => fuse::tell(filter, bytes, operation).into(),
        };
        let outcome = match (operation, change) {
            (Operation::InsertAgain, _) => Outcome::HeldBefore,
            (Operation::Delete, Some(_))
                if !lab.filter().variant().can_remove() && lab.filter().variant().can_insert() =>
            {
                Outcome::CannotDelete
            }
            _ => outcome,
        };
        let mut steps = vec![FamilyStep::bare(Event::Text), FamilyStep::bare(Event::Bytes)];
        // What is yet to change is drawn as it was from the beginning.
        let first = told.first().map(|step| step.marks.clone()).unwrap_or_default();
        let to_come = if visits.is_empty() { first } else { marks_ahead(&visits) };
        let as_it_was: Vec<Mark> = to_come
            .into_iter()
            .filter(|mark| mark.value.is_some() || matches!(mark.state, MarkState::Unset | MarkState::StillSet))
            .map(|mark| Mark { state: unmarked(&mark), ..mark })
            .collect();
        for step in &mut steps {
            step.marks.clone_from(&as_it_was);
        }
        let region = told.last().and_then(|step| step.region.clone());
        let last = told.last().map(|step| rested(&step.marks)).unwrap_or_default();
        let marks = if visits.is_empty() { last } else { marks_at(&visits, visits.len()) };
        steps.extend(told);
        steps.push(FamilyStep { event: Event::Verdict, marks, region });
        let verdict = lab.filter().contains(bytes);
        Self { operation, key: key.into(), variant: lab.filter().variant(), steps, outcome, verdict }
    }
}

/// What a structure's module tells.
#[derive(Clone, Debug)]
pub struct Told {
    /// The steps between the key's bytes and the answer.
    pub steps: Vec<FamilyStep>,
    /// What came of them.
    pub outcome: Outcome,
    /// The cells, where the steps come to one after another; none where they mark them otherwise.
    pub visits: Vec<Visit>,
}

impl From<(Vec<FamilyStep>, Outcome)> for Told {
    fn from((steps, outcome): (Vec<FamilyStep>, Outcome)) -> Self {
        Self { steps, outcome, visits: Vec::new() }
    }
}

/// The state of a cell that is drawn as it was, without a ring.
fn unmarked(mark: &Mark) -> MarkState {
    let was_in_use = mark.value.map_or(mark.state == MarkState::StillSet, |value| value > 0);
    if was_in_use { MarkState::StillSet } else { MarkState::Unset }
}

/// Marks once the last of them is no longer being looked at.
fn rested(marks: &[Mark]) -> Vec<Mark> {
    marks
        .iter()
        .map(|mark| if mark.state == MarkState::Active { Mark { state: MarkState::Hit, ..*mark } } else { *mark })
        .collect()
}

/// A cell that an operation comes to, in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The cell.
    pub index: u64,
    /// What became of it.
    pub fate: Fate,
    /// Its value before and after, where cells hold more than a bit.
    pub values: Option<(u32, u32)>,
}

/// The marks of these visits when number `now` is being made: those before it made, those after it to come. `now` beyond the
/// end marks them all as made.
#[must_use]
pub fn marks_at(visits: &[Visit], now: usize) -> Vec<Mark> {
    visits
        .iter()
        .enumerate()
        .map(|(i, visit)| {
            let order = i.cmp(&now);
            let value = visit.values.map(|(before, after)| if order == Ordering::Greater { before } else { after });
            Mark { index: visit.index, state: visit.fate.state(order), value }
        })
        .collect()
}

/// The marks of these visits when all are to come.
#[must_use]
pub fn marks_ahead(visits: &[Visit]) -> Vec<Mark> {
    let ahead = |visit: &Visit| Mark {
        index: visit.index,
        state: visit.fate.state(Ordering::Greater),
        value: visit.values.map(|(before, _)| before),
    };
    visits.iter().map(ahead).collect()
}

/// The visits of a key's bits, which begin at cell `start` of the table, and whether the key was inserted: otherwise it is
/// asked about, up to the first 0.
fn bit_visits(
    positions: impl Iterator<Item = u64>,
    bits: &BitArray,
    start: u64,
    change: Option<&Change>,
) -> (Vec<Visit>, bool) {
    let newly = change.filter(|change| matches!(change.done, Done::Inserted(Ok(_)))).map(|change| &change.newly_used);
    let (mut stopped, mut seen) = (false, Vec::new());
    let visits = positions
        .map(|position| {
            let (index, one) = (start + position, bits.get(position));
            let fate = match newly {
                Some(newly) if newly.contains(&index) && !seen.contains(&index) => Fate::NewlySet,
                Some(_) => Fate::AlreadySet,
                None if stopped => Fate::Unread,
                None if one => Fate::One,
                None => Fate::Zero,
            };
            stopped |= !one;
            seen.push(index);
            Visit { index, fate, values: None }
        })
        .collect();
    (visits, newly.is_some())
}
