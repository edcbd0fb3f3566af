//! What the operations of a cuckoo filter tell.

use super::CuckooAddress;

/// What an insertion did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CuckooInsertion {
    /// The key's fingerprint and buckets.
    pub address: CuckooAddress,
    /// The fingerprints that had to move, in order; the new one is in the first one's slot. Of a refused insertion, those
    /// that were moved and put back.
    pub kicks: Vec<Kick>,
    /// How it ended.
    pub outcome: CuckooPlacement,
}

/// A fingerprint that made room for another and went to its other bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kick {
    /// The bucket it lay in.
    pub from_bucket: u64,
    /// The slot of that bucket.
    pub slot: u32,
    /// The fingerprint evicted.
    pub fingerprint: u32,
    /// Its other bucket, where it found a free slot or kicked the next one.
    pub to_bucket: u64,
}

/// How an insertion ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CuckooPlacement {
    /// There was room, in the end, in this slot of this bucket: the only slot that was free and is not any more. It holds
    /// the new fingerprint, or where there were kicks the one that was kicked last.
    Stored {
        /// The bucket.
        bucket: u64,
        /// The slot of it.
        slot: u32,
    },
    /// There was none within the kicks allowed. The table is exactly as before, and the key was not taken.
    Full,
}

/// What a removal did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CuckooRemoval {
    /// A fingerprint equal to the key's was taken out of this slot of this bucket. Whether it was this key's none can say.
    Removed {
        /// The bucket.
        bucket: u64,
        /// The slot of it.
        slot: u32,
    },
    /// Neither bucket holds the key's fingerprint.
    NotPresent,
}

/// How a query came to its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CuckooTrace {
    /// The key's fingerprint and buckets.
    pub address: CuckooAddress,
    /// What the first bucket's slots hold; 0 is free.
    pub first: Vec<u32>,
    /// What the second bucket's slots hold.
    pub second: Vec<u32>,
    /// The first slot that holds the key's fingerprint, as (bucket, slot).
    pub matched: Option<(u64, u32)>,
}
