//! A binary fuse filter: three cells, whose xor is compared with the key's fingerprint.

use super::{FamilyStep, Outcome};
use crate::filter::Fuse;
use crate::scenario::Operation;
use crate::view::grid::{Mark, MarkState};

/// What happens in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A cell is read.
    Read {
        /// Which of the three, from 0.
        nth: usize,
        /// The cell.
        cell: u64,
        /// What it holds.
        value: u32,
    },
    /// The three are xored and compared.
    Compared {
        /// Their xor.
        xor: u32,
        /// The key's fingerprint.
        fingerprint: u32,
    },
}

/// The steps between the key's bytes and the answer, and what came of them.
#[must_use]
pub fn tell(filter: &Fuse, key: &[u8], operation: Operation) -> (Vec<FamilyStep>, Outcome) {
    let trace = filter.trace(key);
    let marks: Vec<Mark> = trace.cells.map(|cell| Mark::new(cell, MarkState::Hit)).to_vec();
    let mut steps: Vec<FamilyStep> = trace
        .cells
        .iter()
        .zip(trace.values)
        .enumerate()
        .map(|(nth, (&cell, value))| {
            let event = super::Event::Fuse(Event::Read { nth, cell, value });
            FamilyStep { event, marks: marks.get(..=nth).unwrap_or_default().to_vec(), region: None }
        })
        .collect();
    let event = super::Event::Fuse(Event::Compared { xor: trace.xor, fingerprint: trace.fingerprint });
    steps.push(FamilyStep { event, marks, region: None });
    let changed = matches!(operation, Operation::Insert | Operation::Delete);
    (steps, if changed { Outcome::Rebuilt } else { Outcome::Asked })
}
