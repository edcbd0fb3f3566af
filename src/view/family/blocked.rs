//! A blocked filter: the key's block, and its bits there.

use super::{FamilyStep, Outcome, Told, marks_ahead, marks_at};
use crate::experiment::Change;
use crate::filter::Blocked;
use crate::view::story::Fate;

/// What happens in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The first hash chooses a block.
    Block {
        /// Its number, from 0.
        block: u64,
        /// How many blocks there are.
        n_blocks: u64,
        /// Its bits.
        block_bits: u32,
    },
    /// A bit of the block.
    Bit {
        /// Where in the block it is.
        offset: u64,
        /// Where among all bits it is.
        index: u64,
        /// What became of it.
        fate: Fate,
    },
}

/// The steps between the key's bytes and the answer, and what came of them.
#[must_use]
pub fn tell(filter: &Blocked, key: &[u8], change: Option<&Change>) -> Told {
    let block_bits = filter.spec().block_bits;
    let block = filter.place(key).block;
    let start = block * u64::from(block_bits);
    let region = Some(start..start + u64::from(block_bits));
    let (visits, inserted) = super::bit_visits(filter.place(key).positions(), filter.bits(), 0, change);
    let chosen = Event::Block { block, n_blocks: filter.n_blocks(), block_bits };
    let first =
        FamilyStep { event: super::Event::Blocked(chosen), marks: marks_ahead(&visits), region: region.clone() };
    let bits = visits.iter().enumerate().filter(|(_, visit)| visit.fate != Fate::Unread).map(|(i, visit)| {
        let event = Event::Bit { offset: visit.index - start, index: visit.index, fate: visit.fate };
        FamilyStep { event: super::Event::Blocked(event), marks: marks_at(&visits, i), region: region.clone() }
    });
    let steps = core::iter::once(first).chain(bits).collect();
    Told { steps, outcome: if inserted { Outcome::Inserted } else { Outcome::Asked }, visits }
}
