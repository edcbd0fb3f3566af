//! Whom a deletion has harmed: keys in the set that the filter denies.

use super::{FamilyStory, Outcome};
use crate::experiment::FamilyLab;
use crate::filter::{AnyFilter, Verdict};
use crate::scenario::Operation;

/// How many of those denied are named.
const MOST_NAMES: usize = 12;

/// What a deletion did to others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Harm {
    /// Whether something was taken out for a key that was not in the set.
    pub is_wrongful: bool,
    /// How many keys in the set have a counter that fell; where that is known.
    pub n_touched: Option<u64>,
    /// The names of some that are denied.
    pub denied: Vec<String>,
    /// How many are, if any.
    pub n_denied: Option<u64>,
}

impl Harm {
    /// After this operation.
    #[must_use]
    pub fn of(lab: &FamilyLab, story: &FamilyStory) -> Self {
        let key = story.key.as_bytes();
        let is_deletion = story.operation == Operation::Delete;
        let is_denied = story.verdict == Verdict::DefinitelyAbsent && lab.is_member(key);
        let is_wrongful = is_deletion && story.outcome == Outcome::Removed && !lab.was_member(key);
        let n_touched = match lab.filter() {
            AnyFilter::Counting(_) if is_wrongful => lab.users(&lab.cells(key), key, 0).map(|(_, total)| total),
            _ => None,
        };
        let (denied, total) = if is_deletion || is_denied { lab.denied(MOST_NAMES) } else { None }.unwrap_or_default();
        let denied = denied.into_iter().filter_map(|index| lab.name(index)).collect();
        Self { is_wrongful, n_touched, denied, n_denied: (total > 0).then_some(total) }
    }
}
