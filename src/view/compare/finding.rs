//! What the table comes to: which structure does best at the goal, and what more would cost.

use super::{Abilities, Row};
use crate::experiment::{Contender, Goal};

/// The best of some structures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// Which.
    pub contender: Contender,
    /// Bits a key.
    pub bits_per_key: f64,
    /// The rate by theory.
    pub rate: f64,
}

/// What is worth a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The best filter: the smallest at a rate, the one with the lowest rate in a budget.
    pub best: Option<Best>,
    /// The best filter from which keys can be deleted.
    pub deletable: Option<Best>,
    /// The smallest of those that answer exactly.
    pub exact: Option<Best>,
    /// The Bloom filter, which the others are held against.
    pub bloom: Option<Best>,
}

/// The finding of a table.
#[must_use]
pub fn finding(rows: &[Row], goal: Goal) -> Finding {
    let filters = || rows.iter().filter(|row| row.contender.variant().is_some());
    let best = |rows: &mut dyn Iterator<Item = &Row>| {
        let all: Vec<Best> = rows.filter_map(best_of).collect();
        let cost = |best: &Best| if matches!(goal, Goal::Rate(_)) { best.bits_per_key } else { best.rate };
        let least = all.iter().map(cost).fold(f64::INFINITY, f64::min);
        // Of those that are as good as equal, the one that comes first: the simpler one.
        all.into_iter().find(|best| cost(best) <= least * 1.01)
    };
    let smallest = |a: &Best, b: &Best| a.bits_per_key.total_cmp(&b.bits_per_key);
    Finding {
        best: best(&mut filters()),
        deletable: best(&mut filters().filter(|row| Abilities::of(row.contender).deletes)),
        exact: rows.iter().filter(|row| row.contender.is_exact()).filter_map(best_of).min_by(smallest),
        bloom: rows.iter().find(|row| row.contender == Contender::Bloom).and_then(best_of),
    }
}

fn best_of(row: &Row) -> Option<Best> {
    Some(Best { contender: row.contender, bits_per_key: row.bits_per_key()?, rate: row.theory()? })
}
