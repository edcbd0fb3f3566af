//! A cuckoo filter: a fingerprint, its two buckets, and who has to move.

use super::{FamilyStep, Outcome};
use crate::experiment::{Change, Done};
use crate::filter::{Cuckoo, Refusal};
use crate::view::grid::{Mark, MarkState};

/// What happens in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A bucket is read.
    Bucket {
        /// Its number.
        bucket: u64,
        /// The key's fingerprint.
        fingerprint: u32,
        /// The slot that holds it.
        matched: Option<u32>,
    },
}

/// The steps between the key's bytes and the answer, and what came of them.
#[must_use]
pub fn tell(filter: &Cuckoo, key: &[u8], change: Option<&Change>) -> (Vec<FamilyStep>, Outcome) {
    let trace = filter.trace(key);
    let size = u64::from(filter.spec().bucket_size());
    let mut marks = Vec::new();
    let mut steps = Vec::new();
    for bucket in [trace.address.first_bucket, trace.address.second_bucket] {
        let matched = trace.matched.filter(|(at, _)| *at == bucket).map(|(_, slot)| slot);
        for slot in 0..size {
            let state = if matched == Some(slot as u32) { MarkState::Hit } else { MarkState::Pending };
            marks.push(Mark::new(bucket * size + slot, state));
        }
        let event = Event::Bucket { bucket, fingerprint: trace.address.fingerprint, matched };
        let region = Some(bucket * size..(bucket + 1) * size);
        steps.push(FamilyStep { event: super::Event::Cuckoo(event), marks: marks.clone(), region });
        if matched.is_some() {
            break;
        }
    }
    let outcome = match change.map(|change| &change.done) {
        Some(Done::Inserted(Ok(_))) => Outcome::Inserted,
        Some(Done::Inserted(Err(_))) => Outcome::Full,
        Some(Done::Removed(Ok(_))) => Outcome::Removed,
        Some(Done::Removed(Err(Refusal::NotPresent))) => Outcome::NotThere,
        _ => Outcome::Asked,
    };
    (steps, outcome)
}
