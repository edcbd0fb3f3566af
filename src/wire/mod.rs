//! Messages between page and worker as bytes.
//!
//! A message is a head – the version, then [postcard](https://docs.rs/postcard) of types that belong to this module – and a
//! body of bulk data that is not encoded at all: a list's text, a filter's words. Text crosses as one buffer, never key by
//! key, and a filter's words are handed over, not copied through an encoder. What work refers to by fingerprint, the
//! receiver must have been sent before. Every input gives a message or an error.

mod contest;
mod mirror;
mod parts;
pub mod reading;

use crate::experiment::{FromWorker, KeyList, ToWorker};
use crate::filter::Bloom;
use crate::hash::KeyBuffer;

/// Stands first in every head. Page and worker are built together, but a cached worker may be older than the page.
pub const VERSION: u8 = 1;

/// A message to send.
#[derive(Debug)]
pub struct Outgoing<'m> {
    /// Version and encoded message.
    pub head: Vec<u8>,
    /// Bulk data.
    pub body: Body<'m>,
}

/// Bulk data, borrowed from the message.
#[derive(Debug)]
pub enum Body<'m> {
    /// Nothing.
    Empty,
    /// A list's text end to end, and where each key ends.
    Keys(&'m [u8], &'m [u64]),
    /// A filter's words.
    Words(&'m [u64]),
}

/// A message that was received.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Incoming {
    /// Version and encoded message.
    pub head: Vec<u8>,
    /// A list's text, else nothing.
    pub bytes: Vec<u8>,
    /// A list's ends or a filter's words, else nothing.
    pub words: Vec<u64>,
}

/// Why a message could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireError {
    /// It is of another version.
    Version {
        /// Which; none in an empty message.
        found: Option<u8>,
    },
    /// It is not a message.
    Garbage,
    /// Head and body do not fit.
    Body,
    /// It refers to a list that is not there.
    UnknownList {
        /// The list's fingerprint.
        id: u64,
    },
}

/// The bytes of a message to a worker.
#[must_use]
pub fn encode_to_worker(message: &ToWorker) -> Outgoing<'_> {
    let body = match message {
        ToWorker::Keep(list) => Body::Keys(list.keys().bytes(), list.keys().ends()),
        _ => Body::Empty,
    };
    Outgoing { head: encode(&mirror::ToWorker::from(message)), body }
}

/// The message to a worker that came in; `list` finds a kept list by its fingerprint.
///
/// # Errors
/// [`WireError`].
pub fn decode_to_worker<'l>(
    incoming: Incoming,
    list: impl Fn(u64) -> Option<&'l KeyList>,
) -> Result<ToWorker, WireError> {
    Ok(match decode(&incoming.head)? {
        mirror::ToWorker::Keep => {
            let keys = KeyBuffer::from_parts(incoming.bytes, incoming.words).ok_or(WireError::Body)?;
            ToWorker::Keep(KeyList::new(keys))
        }
        mirror::ToWorker::Forget(id) => ToWorker::Forget(id),
        mirror::ToWorker::Start { job, work } => {
            let find = |id| list(id).cloned().ok_or(WireError::UnknownList { id });
            ToWorker::Start { job, work: work.restore(&find)? }
        }
        mirror::ToWorker::Chunk { job, chunk } => ToWorker::Chunk { job, chunk },
        mirror::ToWorker::Cancel { job } => ToWorker::Cancel { job },
    })
}

/// The bytes of a message from a worker.
#[must_use]
pub fn encode_from_worker(message: &FromWorker) -> Outgoing<'_> {
    use crate::experiment::ChunkReport::Filter;
    let body = match message {
        FromWorker::Done { report: Filter(bloom), .. } => Body::Words(bloom.bits().words()),
        _ => Body::Empty,
    };
    Outgoing { head: encode(&mirror::FromWorker::from(message)), body }
}

/// The message from a worker that came in.
///
/// # Errors
/// [`WireError`].
pub fn decode_from_worker(incoming: Incoming) -> Result<FromWorker, WireError> {
    let Incoming { head, words, .. } = incoming;
    decode::<mirror::FromWorker>(&head)?.restore(|spec, len| Bloom::from_parts(spec, words, len).ok())
}

/// Version, then postcard. Encoding into memory does not fail; were it to, the empty head is refused on the other side.
fn encode(message: &impl serde::Serialize) -> Vec<u8> {
    postcard::to_extend(message, vec![VERSION]).unwrap_or_default()
}

fn decode<'d, M: serde::Deserialize<'d>>(head: &'d [u8]) -> Result<M, WireError> {
    match head.split_first() {
        Some((&VERSION, message)) => match postcard::take_from_bytes(message) {
            Ok((message, [])) => Ok(message),
            _ => Err(WireError::Garbage),
        },
        other => Err(WireError::Version { found: other.map(|(&version, _)| version) }),
    }
}
