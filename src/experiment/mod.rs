//! Key generators, trials and sweeps, the observed filter of the Lab.

mod shuffle;
mod source;
mod source_text;
mod words;

pub use source::KeySource;
pub use source_text::{MAX_COUNT, MAX_PREFIX_BYTES, SourceError};
