//! One way at work: the structure, and what it cost so far.

use std::collections::BTreeSet;

use super::{DeletionSpec, Way, WayTally};
use crate::filter::contrast::HashSetOf;
use crate::filter::{
    Bloom, BloomSpec, BuildError, Counting, CountingSpec, Cuckoo, CuckooPlacement, CuckooSpec, Verdict,
};

/// Slots of a bucket of the cuckoo filter.
const BUCKET_SIZE: u32 = 4;

/// A way at work.
#[derive(Debug)]
pub(super) struct Worker {
    way: Way,
    held: Held,
    /// Costs; what is asked is counted elsewhere.
    cost: WayTally,
    /// Operations so far, and the one at which the oldest deletion happened that is not yet taken into account.
    operations: u64,
    stale_since: Option<u64>,
    /// Keys for which there was no room: deleting one must not take another's fingerprint.
    refused: BTreeSet<Vec<u8>>,
}

#[derive(Debug)]
enum Held {
    Bloom(Bloom),
    Counting(Box<Counting>),
    Cuckoo(Cuckoo),
    /// A filter, and a list of keys that are absent whatever it says.
    Listed {
        filter: Bloom,
        absent: HashSetOf,
    },
}

impl Worker {
    /// The way with nothing in it.
    pub(super) fn new(way: Way, spec: &DeletionSpec) -> Result<Self, BuildError> {
        let (n, rate, hash) = (spec.capacity(), spec.input().rate, spec.input().hash);
        let bloom =
            || Ok::<_, BuildError>(Bloom::try_new(BloomSpec::for_rate(n, rate, hash).map_err(BuildError::Spec)?)?);
        let held = match way {
            Way::Nothing | Way::ClearBits | Way::Rebuild => Held::Bloom(bloom()?),
            Way::Counting => {
                let width = spec.input().counter_bits;
                let spec = CountingSpec::for_rate_of_width(n, rate, width, hash).map_err(BuildError::Spec)?;
                Held::Counting(Box::new(Counting::try_new(spec)?))
            }
            Way::Cuckoo => {
                let spec = CuckooSpec::for_rate(n, rate, hash, BUCKET_SIZE).map_err(BuildError::Spec)?;
                Held::Cuckoo(Cuckoo::try_new(spec)?)
            }
            Way::Tombstones | Way::Corrections => Held::Listed { filter: bloom()?, absent: HashSetOf::new(hash) },
        };
        let mut worker =
            Self { way, held, cost: WayTally::default(), operations: 0, stale_since: None, refused: BTreeSet::new() };
        worker.weigh();
        Ok(worker)
    }

    /// Inserts a key.
    pub(super) fn insert(&mut self, key: &[u8]) {
        self.operations += 1;
        self.cost.hashed += 1;
        match &mut self.held {
            Held::Bloom(filter) => _ = filter.insert(key),
            Held::Counting(filter) => filter.insert_with(key, |_| ()),
            Held::Cuckoo(filter) => {
                let insertion = filter.insert(key);
                self.cost.hashed += insertion.kicks.len() as u64;
                if insertion.outcome == CuckooPlacement::Full {
                    self.cost.refused += 1;
                    self.refused.insert(key.to_vec());
                }
            }
            Held::Listed { filter, absent } => {
                // A key that comes back must be struck off the list.
                self.cost.hashed += 1;
                filter.insert(key);
                absent.remove(key);
            }
        }
        self.weigh();
    }

    /// Deletes a key that was inserted.
    pub(super) fn delete(&mut self, key: &[u8]) {
        self.operations += 1;
        self.cost.hashed += u64::from(!matches!(self.way, Way::Nothing | Way::Rebuild | Way::Corrections));
        let is_refused = self.refused.remove(key);
        match &mut self.held {
            Held::Bloom(filter) if self.way == Way::ClearBits => _ = filter.clear_key(key),
            // A counting filter holds every live key, so this is never refused.
            Held::Counting(filter) => _ = filter.remove(key),
            Held::Cuckoo(filter) if !is_refused => _ = filter.remove(key),
            Held::Cuckoo(_) => (),
            Held::Listed { absent, .. } if self.way == Way::Tombstones => _ = absent.insert(key),
            Held::Bloom(_) | Held::Listed { .. } => _ = self.stale_since.get_or_insert(self.operations),
        }
        self.weigh();
    }

    /// A key was answered “possibly present”, and is absent in truth.
    pub(super) fn learn(&mut self, key: &[u8]) {
        if let (Way::Corrections, Held::Listed { absent, .. }) = (self.way, &mut self.held) {
            self.cost.hashed += 1;
            absent.insert(key);
            self.weigh();
        }
    }

    /// Puts a new filter of these keys in the old one's place, where that is the way.
    pub(super) fn rebuild<'k>(&mut self, live: impl Iterator<Item = &'k [u8]>) -> Result<(), BuildError> {
        if let (Way::Rebuild, Held::Bloom(filter)) = (self.way, &mut self.held) {
            let mut new = Bloom::try_new(filter.spec())?;
            live.for_each(|key| _ = new.insert(key));
            self.cost.hashed += new.len();
            self.cost.rebuilds += 1;
            self.cost.peak_bits = self.cost.peak_bits.max(filter.bits().n_bits() + new.bits().n_bits());
            *filter = new;
            self.stale_since = None;
        }
        Ok(())
    }

    /// What it answers.
    pub(super) fn contains(&self, key: &[u8]) -> bool {
        let verdict = match &self.held {
            Held::Bloom(filter) => filter.contains(key),
            Held::Counting(filter) => filter.contains(key),
            Held::Cuckoo(filter) => filter.contains(key),
            Held::Listed { filter, absent } => match filter.contains(key) {
                Verdict::PossiblyPresent if absent.contains(key) => Verdict::DefinitelyAbsent,
                verdict => verdict,
            },
        };
        verdict == Verdict::PossiblyPresent
    }

    /// What it cost so far.
    pub(super) fn cost(&self) -> WayTally {
        let saturated = match &self.held {
            Held::Counting(filter) => filter.histogram().last().copied().unwrap_or(0),
            _ => 0,
        };
        let stale_for = self.stale_since.map_or(0, |since| self.operations - since);
        WayTally { stale_for, saturated, ..self.cost }
    }

    fn weigh(&mut self) {
        self.cost.n_bits = match &self.held {
            Held::Bloom(filter) => filter.bits().n_bits(),
            Held::Counting(filter) => filter.n_bits(),
            Held::Cuckoo(filter) => filter.n_bits(),
            Held::Listed { filter, absent } => filter.bits().n_bits() + absent.n_bits(),
        };
        self.cost.peak_bits = self.cost.peak_bits.max(self.cost.n_bits);
    }
}
