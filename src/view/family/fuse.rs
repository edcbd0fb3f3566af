//! A binary fuse filter: digest → fingerprint → three cells in three neighbouring segments → their xor.

use core::ops::Range;
use std::rc::Rc;

use super::{FamilyStep, Outcome};
use crate::filter::{Fuse, FuseBuilt, FuseSpec, FuseTrace, Verdict};
use crate::scenario::Operation;
use crate::theory::fuse::{FuseLayout, rate};
use crate::view::grid::{Mark, MarkState};

/// A point at which the story can rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FuseStep {
    /// The digest of the key's bytes, mixed with the seed of the attempt that succeeded.
    Digest,
    /// The fingerprint made of it.
    Fingerprint,
    /// Cell number i of the three, from 0.
    Cell(usize),
    /// The three xored and held against the fingerprint.
    Xor,
}

/// A step of a story, with the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The story.
    pub story: Rc<FuseStory>,
    /// The step.
    pub step: FuseStep,
}

/// The whole story of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FuseStory {
    /// The key.
    pub key: String,
    /// The filter's numbers.
    pub spec: FuseSpec,
    /// How the filter was built.
    pub built: FuseBuilt,
    /// How its cells are divided.
    pub layout: FuseLayout,
    /// The key's digest.
    pub digest: u64,
    /// Fingerprint, cells, values, xor.
    pub trace: FuseTrace,
    /// The answer.
    pub verdict: Verdict,
}

impl FuseStory {
    /// The story of asking about `key`.
    #[must_use]
    pub fn of(filter: &Fuse, key: &str) -> Self {
        Self {
            key: key.into(),
            spec: filter.spec(),
            built: filter.built(),
            layout: filter.layout(),
            digest: filter.spec().hash().digest.value(key.as_bytes(), 0),
            trace: filter.trace(key.as_bytes()),
            verdict: filter.contains(key.as_bytes()),
        }
    }

    /// The steps, in order: always all of them, for no cell alone decides.
    #[must_use]
    pub fn steps(&self) -> Vec<FuseStep> {
        use FuseStep::{Cell, Digest, Fingerprint, Xor};
        vec![Digest, Fingerprint, Cell(0), Cell(1), Cell(2), Xor]
    }

    /// The segment in which cell number i of the three lies.
    #[must_use]
    pub fn segment(&self, i: usize) -> u64 {
        self.trace.cells.get(i).map_or(0, |cell| cell / self.layout.segment_length.max(1))
    }

    /// Whether the three cells give the fingerprint.
    #[must_use]
    pub const fn is_match(&self) -> bool {
        self.trace.xor == self.trace.fingerprint
    }

    /// What is marked on the grid at a step.
    #[must_use]
    pub fn marks_at(&self, step: FuseStep) -> Vec<Mark> {
        let end = if self.is_match() { MarkState::Hit } else { MarkState::Miss };
        let state = |i: usize| match step {
            FuseStep::Digest | FuseStep::Fingerprint => None,
            FuseStep::Cell(now) if now == i => Some(MarkState::Active),
            FuseStep::Cell(now) if now < i => Some(MarkState::Pending),
            FuseStep::Cell(_) => Some(MarkState::Hit),
            FuseStep::Xor => Some(end),
        };
        let cells = self.trace.cells.into_iter().enumerate();
        cells.filter_map(|(i, index)| Some(Mark::new(index, state(i)?))).collect()
    }

    /// The cells of the segment that a step is about.
    #[must_use]
    pub fn region_at(&self, step: FuseStep) -> Option<Range<u64>> {
        if let FuseStep::Cell(i) = step { Some(segment_cells(self.layout, self.segment(i))) } else { None }
    }
}

/// The steps between the key's bytes and the answer, and what came of them: what would be an insertion or a deletion has built
/// the filter anew.
#[must_use]
pub fn tell(filter: &Fuse, key: &[u8], operation: Operation) -> (Vec<FamilyStep>, Outcome) {
    let story = Rc::new(FuseStory::of(filter, &String::from_utf8_lossy(key)));
    let steps = story.steps().into_iter().map(|step| FamilyStep {
        event: super::Event::Fuse(Event { story: story.clone(), step }),
        marks: story.marks_at(step),
        region: story.region_at(step),
    });
    let changes = matches!(operation, Operation::Insert | Operation::Delete);
    (steps.collect(), if changes { Outcome::Rebuilt } else { Outcome::Asked })
}

/// The numbers beside a fuse filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FuseFacts {
    /// Its spec.
    pub spec: FuseSpec,
    /// How it was built.
    pub built: FuseBuilt,
    /// How its cells are divided.
    pub layout: FuseLayout,
    /// Counted: bits a key; `None` for no keys.
    pub bits_per_key: Option<f64>,
    /// By theory: 2^−f; 0 for no keys.
    pub rate: f64,
}

impl FuseFacts {
    /// Of this filter.
    #[must_use]
    pub fn of(filter: &Fuse) -> Self {
        let spec = filter.spec();
        let bits_per_key = (!filter.is_empty()).then(|| filter.n_bits() as f64 / filter.len() as f64);
        let rate = if filter.is_empty() { 0.0 } else { rate(spec.fingerprint_bits()) };
        Self { spec, built: filter.built(), layout: filter.layout(), bits_per_key, rate }
    }

    /// How many segments there are.
    #[must_use]
    pub const fn n_segments(&self) -> u64 {
        self.layout.start_segments + 2
    }
}

/// The cells of segment number `number`.
#[must_use]
pub const fn segment_cells(layout: FuseLayout, number: u64) -> Range<u64> {
    number * layout.segment_length..(number + 1) * layout.segment_length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{HashSpec, KeyBuffer};

    fn filter(n: u64, bits: u32) -> Fuse {
        let keys: KeyBuffer = (0..n).map(|i| format!("key:{i}")).collect();
        Fuse::build(FuseSpec::new(bits, HashSpec::default()).unwrap(), &keys).unwrap()
    }

    #[test]
    fn a_query_xors_what_the_cells_hold() {
        for (n, bits) in [(0, 8), (1, 8), (30, 8), (300, 16), (5000, 8)] {
            let filter = filter(n, bits);
            for i in 0..n + 300 {
                let key = format!("key:{i}");
                let story = FuseStory::of(&filter, &key);
                assert_eq!(story.verdict, filter.contains(key.as_bytes()));
                assert_eq!(story.verdict == Verdict::PossiblyPresent, story.is_match() && n > 0);
                let held = story.trace.cells.map(|cell| filter.cell(cell).unwrap());
                assert_eq!((held, held[0] ^ held[1] ^ held[2]), (story.trace.values, story.trace.xor));
                let segments = [0, 1, 2].map(|i| story.segment(i));
                assert_eq!(segments, [segments[0], segments[0] + 1, segments[0] + 2], "three neighbours");
                for (cell, segment) in story.trace.cells.into_iter().zip(segments) {
                    assert!(segment_cells(story.layout, segment).contains(&cell));
                }
            }
        }
    }

    #[test]
    fn cells_are_marked_as_they_are_reached() {
        let filter = filter(30, 8);
        let story = FuseStory::of(&filter, "key:3");
        let states = |step| story.marks_at(step).iter().map(|mark| mark.state).collect::<Vec<_>>();
        assert!(states(FuseStep::Fingerprint).is_empty());
        assert_eq!(states(FuseStep::Cell(1)), [MarkState::Hit, MarkState::Active, MarkState::Pending]);
        assert_eq!(states(FuseStep::Xor), [MarkState::Hit; 3]);
        assert!(story.region_at(FuseStep::Cell(2)).is_some_and(|cells| cells.contains(&story.trace.cells[2])));
        let (steps, outcome) = tell(&filter, b"key:3", Operation::Insert);
        assert_eq!((steps.len(), outcome), (story.steps().len(), Outcome::Rebuilt));
    }

    #[test]
    fn facts_are_those_of_the_filter() {
        let filter = filter(1000, 8);
        let facts = FuseFacts::of(&filter);
        let cells = facts.n_segments() * facts.layout.segment_length;
        assert_eq!(cells * 8, filter.n_bits());
        assert!((facts.bits_per_key.unwrap() - cells as f64 * 8.0 / 1000.0).abs() < 1e-9);
        assert!((facts.rate - 1.0 / 256.0).abs() < 1e-12);
        assert_eq!(FuseFacts::of(&self::filter(0, 8)).bits_per_key, None);
    }
}
