//! What the visitor is told beside the picture: fields here, words in [`crate::text::notices`].

use super::numbers::NumberProblem;
use crate::experiment::{DeletionIssue, PairIssue, SourceError};
use crate::filter::SpecError;
use crate::theory::solve::SolveError;

/// Something to tell.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A value in the link could not be used.
    Link {
        /// The name in the link.
        name: String,
        /// The value as it stood there, cut to a readable length.
        value: String,
        /// What is wrong with it.
        problem: LinkProblem,
        /// What was used instead, in the link's own notation; `None` when the name was left out.
        used: Option<String>,
    },
    /// The numbers of the link do not go together; the default ones are used.
    LinkNumbers(SolveError),
    /// The numbers asked for do not go together; nothing was changed.
    Numbers(SolveError),
    /// The variant cannot have these numbers; nothing was changed.
    Variant(SpecError),
    /// What was typed into a number field was not used.
    Typed {
        /// The field's letter or name.
        field: &'static str,
        /// The text.
        value: String,
        /// What is wrong with it.
        problem: NumberProblem,
    },
    /// A number of a run with deletions that cannot be run, and what is used instead.
    Ways(DeletionIssue),
    /// The same of two filters.
    Pair(PairIssue),
    /// The array is larger than what is ever allocated here.
    TooLarge {
        /// Bits asked for.
        n_bits: u64,
    },
    /// The system refused the memory.
    MemoryRefused {
        /// Bits asked for.
        n_bits: u64,
    },
    /// More keys than a generator makes.
    TooManyKeys {
        /// Asked for.
        count: u64,
        /// The most there are.
        most: u64,
    },
    /// The key is too long for the field.
    KeyTooLong {
        /// Its length.
        bytes: u64,
    },
    /// The link was copied.
    LinkCopied {
        /// How many keys it cannot carry.
        missing: u64,
    },
    /// The link could not be copied by the page; the address bar has it.
    LinkInAddressBar,
    /// The link says that its filter had more keys than it could carry.
    KeysMissing {
        /// How many.
        keys: u64,
    },
    /// A worker failed; what it was doing was given up.
    WorkerFailed {
        /// What the worker said.
        reason: String,
    },
}

/// What is wrong with a value in a link.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkProblem {
    /// No link has a value of this name.
    UnknownName,
    /// The value is none of those that exist.
    UnknownValue {
        /// Those that exist.
        known: String,
    },
    /// The value is not a number of the kind needed, or out of range.
    Number(NumberProblem),
    /// The generator's text cannot be read.
    Generator(SourceError),
    /// A parameter of a variant is no number, or there are too many.
    Parameter {
        /// Its position after the variant's name, from 1.
        position: usize,
    },
    /// The variant cannot have these numbers.
    Variant(SpecError),
    /// The name stood there twice; the first was used.
    Repeated,
    /// Another name, which stands before it, rules it out.
    Excluded {
        /// That name.
        by: &'static str,
    },
}
