//! A contender being filled and asked. Each structure has loops of its own, so that what is timed is the structure and not the
//! choice between them.

use core::ops::Range;

use super::{Blueprint, Contest, Fate};
use crate::experiment::Failure;
use crate::filter::contrast::{HashSetOf, HyperLogLog, IdBitmap, SortedArray};
use crate::filter::{
    AnyFilter, AnySpec, Blocked, Bloom, BuildError, Counting, Cuckoo, CuckooPlacement, Fuse, FuseError, Partitioned,
    Scalable, Verdict, cache_lines,
};
use crate::hash::KeyBuffer;

/// A contender.
#[derive(Debug)]
pub(super) enum Held {
    Filter(AnyFilter),
    /// A fuse filter or a sorted array to be.
    Nothing,
    HashSet(HashSetOf),
    IdBitmap(IdBitmap),
    SortedArray(SortedArray),
    HyperLogLog(HyperLogLog),
}

impl Held {
    /// Empty.
    pub(super) fn empty(blueprint: Blueprint, contest: &Contest) -> Result<Self, Failure> {
        Ok(match blueprint {
            Blueprint::Filter(AnySpec::Fuse(_)) | Blueprint::SortedArray => Self::Nothing,
            Blueprint::Filter(spec) => Self::Filter(match AnyFilter::build(spec, &KeyBuffer::new()) {
                Ok(filter) => filter,
                Err(BuildError::Memory(refused)) => return Err(refused.into()),
                Err(_) => return Err(Failure::Protocol),
            }),
            Blueprint::HashSet => Self::HashSet(HashSetOf::new(contest.hash)),
            Blueprint::IdBitmap { first } => Self::IdBitmap(IdBitmap::try_new(prefix(contest), first, contest.n)?),
            Blueprint::HyperLogLog { precision } => {
                Self::HyperLogLog(HyperLogLog::new(precision, contest.hash).map_err(|_| Failure::Protocol)?)
            }
        })
    }

    /// Puts keys in; how many, which for what is built at once is all. Or how it ended.
    pub(super) fn insert(&mut self, blueprint: Blueprint, keys: &KeyBuffer, range: Range<u64>) -> Result<u64, Failed> {
        let count = range.end - range.start;
        let some = (range.start..range.end).filter_map(|i| keys.get(i as usize));
        match self {
            Self::Filter(AnyFilter::Bloom(filter)) => some.for_each(|key| _ = filter.insert(key)),
            Self::Filter(AnyFilter::Counting(filter)) => some.for_each(|key| filter.insert_with(key, |_| ())),
            Self::Filter(AnyFilter::Partitioned(filter)) => some.for_each(|key| _ = filter.insert(key)),
            Self::Filter(AnyFilter::Blocked(filter)) => some.for_each(|key| _ = filter.insert_with(key, |_| ())),
            Self::Filter(AnyFilter::Scalable(filter)) => {
                for key in some {
                    filter.insert(key).map_err(|refused| Failed::Work(refused.into()))?;
                }
            }
            Self::Filter(AnyFilter::Cuckoo(filter)) => {
                for key in some {
                    if filter.insert(key).outcome == CuckooPlacement::Full {
                        return Err(Failed::Contender(Fate::NoRoom { inserted: filter.len() }));
                    }
                }
            }
            Self::HashSet(set) => some.for_each(|key| _ = set.insert(key)),
            Self::IdBitmap(ids) => some.for_each(|key| _ = ids.insert(key)),
            Self::HyperLogLog(counter) => some.for_each(|key| _ = counter.insert(key)),
            Self::Nothing | Self::Filter(AnyFilter::Fuse(_)) | Self::SortedArray(_) => {
                *self = match blueprint {
                    Blueprint::Filter(AnySpec::Fuse(spec)) => match Fuse::build(spec, keys) {
                        Ok(fuse) => Self::Filter(AnyFilter::Fuse(fuse)),
                        Err(FuseError::Unsolved { .. }) => return Err(Failed::Contender(Fate::Unsolved)),
                        Err(FuseError::Memory(refused)) => return Err(Failed::Work(refused.into())),
                    },
                    _ => Self::SortedArray(SortedArray::build(keys)),
                };
                return Ok(keys.len() as u64);
            }
        }
        Ok(count)
    }

    /// How many of these keys it does not rule out.
    pub(super) fn count(&self, keys: &KeyBuffer, range: Range<u64>) -> u64 {
        let maybe = |verdict| verdict == Verdict::PossiblyPresent;
        match self {
            Self::Filter(AnyFilter::Bloom(filter)) => count(keys, range, |key| maybe(filter.contains(key))),
            Self::Filter(AnyFilter::Counting(filter)) => count(keys, range, |key| maybe(filter.contains(key))),
            Self::Filter(AnyFilter::Partitioned(filter)) => count(keys, range, |key| maybe(filter.contains(key))),
            Self::Filter(AnyFilter::Blocked(filter)) => count(keys, range, |key| maybe(filter.contains(key))),
            Self::Filter(AnyFilter::Scalable(filter)) => count(keys, range, |key| maybe(filter.contains(key))),
            Self::Filter(AnyFilter::Cuckoo(filter)) => count(keys, range, |key| maybe(filter.contains(key))),
            Self::Filter(AnyFilter::Fuse(filter)) => count(keys, range, |key| maybe(filter.contains(key))),
            Self::HashSet(set) => count(keys, range, |key| set.contains(key)),
            Self::IdBitmap(ids) => count(keys, range, |key| ids.contains(key)),
            Self::SortedArray(sorted) => count(keys, range, |key| sorted.contains(key)),
            Self::Nothing | Self::HyperLogLog(_) => 0,
        }
    }

    /// The cache lines that a query for this key reads; none where the structure does not say.
    pub(super) fn lines(&self, key: &[u8]) -> Option<u64> {
        Some(match self {
            Self::Filter(AnyFilter::Bloom(filter)) => bloom_lines(filter, key),
            Self::Filter(AnyFilter::Counting(filter)) => counting_lines(filter, key),
            Self::Filter(AnyFilter::Partitioned(filter)) => partitioned_lines(filter, key),
            Self::Filter(AnyFilter::Blocked(filter)) => blocked_lines(filter, key),
            Self::Filter(AnyFilter::Scalable(filter)) => scalable_lines(filter, key),
            Self::Filter(AnyFilter::Cuckoo(filter)) => cuckoo_lines(filter, key),
            Self::Filter(AnyFilter::Fuse(filter)) => {
                let width = u64::from(filter.spec().fingerprint_bits());
                cache_lines(filter.trace(key).cells.map(|cell| cell * width)) as u64
            }
            Self::IdBitmap(ids) => ids.locate(key).map_or(0, |_| 1),
            Self::SortedArray(sorted) => sorted_lines(sorted, key),
            Self::HashSet(_) | Self::HyperLogLog(_) | Self::Nothing => return None,
        })
    }

    /// Its memory, in bits.
    pub(super) fn n_bits(&self) -> u64 {
        match self {
            Self::Filter(filter) => filter.n_bits(),
            Self::HashSet(set) => set.n_bits(),
            Self::IdBitmap(ids) => ids.n_bits(),
            Self::SortedArray(sorted) => sorted.n_bits(),
            Self::HyperLogLog(counter) => counter.n_bits(),
            Self::Nothing => 0,
        }
    }

    /// How many keys it thinks there are, if it is a counter.
    pub(super) fn estimated(&self) -> u64 {
        if let Self::HyperLogLog(counter) = self { libm::round(counter.estimate().value) as u64 } else { 0 }
    }
}

/// Why insertion ended early.
#[derive(Debug)]
pub(super) enum Failed {
    /// The contender is out; the contest goes on.
    Contender(Fate),
    /// There is no memory: the work as a whole cannot be done.
    Work(Failure),
}

fn prefix(contest: &Contest) -> &[u8] {
    match &contest.source {
        crate::experiment::KeySource::Sequential { prefix, .. } => prefix.as_bytes(),
        _ => &[],
    }
}

#[inline]
fn count(keys: &KeyBuffer, range: Range<u64>, contains: impl Fn(&[u8]) -> bool) -> u64 {
    range.filter_map(|i| keys.get(i as usize)).filter(|key| contains(key)).count() as u64
}

fn bloom_lines(filter: &Bloom, key: &[u8]) -> u64 {
    read_until(filter.prober().probes(key).map(|probe| probe.index), |bit| filter.bits().get(bit), 1)
}

fn counting_lines(filter: &Counting, key: &[u8]) -> u64 {
    let width = u64::from(filter.spec().counter_bits);
    read_until(filter.prober().probes(key).map(|probe| probe.index), |cell| filter.occupied().get(cell), width)
}

fn partitioned_lines(filter: &Partitioned, key: &[u8]) -> u64 {
    read_until(filter.positions(key), |bit| filter.bits().get(bit), 1)
}

fn blocked_lines(filter: &Blocked, key: &[u8]) -> u64 {
    read_until(filter.place(key).positions(), |bit| filter.bits().get(bit), 1)
}

/// The lines of the sub-filters that are asked, newest first, until one says yes.
fn scalable_lines(filter: &Scalable, key: &[u8]) -> u64 {
    let asked = filter.ask(key).asked;
    filter.sub_filters().iter().rev().take(asked).map(|sub| bloom_lines(sub.bloom(), key)).sum()
}

/// One bucket where the key is found in the first, else both.
fn cuckoo_lines(filter: &Cuckoo, key: &[u8]) -> u64 {
    let (spec, trace) = (filter.spec(), filter.trace(key));
    let width = u64::from(spec.bucket_size() * spec.fingerprint_bits());
    let first = trace.address.first_bucket;
    let found_first = trace.matched.is_some_and(|(bucket, _)| bucket == first);
    let buckets = [first, if found_first { first } else { trace.address.second_bucket }];
    cache_lines(buckets.into_iter().flat_map(|bucket| [bucket * width, bucket * width + width - 1])) as u64
}

/// Where keys end, and the keys themselves, which lie elsewhere.
fn sorted_lines(sorted: &SortedArray, key: &[u8]) -> u64 {
    let ends = sorted.keys().ends();
    let (mut of_ends, mut of_keys) = (Vec::new(), Vec::new());
    for step in sorted.trace(key) {
        let index = step.index as usize;
        let start = index.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
        of_ends.extend([step.index.saturating_sub(1) * 64, step.index * 64]);
        of_keys.extend([start * 8, ends.get(index).map_or(start, |end| end.saturating_sub(1).max(start)) * 8]);
    }
    (cache_lines(of_ends) + cache_lines(of_keys)) as u64
}

/// The lines of cells of `width` bits that are read up to the first that is empty.
fn read_until(cells: impl Iterator<Item = u64>, is_set: impl Fn(u64) -> bool, width: u64) -> u64 {
    let mut read = Vec::new();
    for cell in cells {
        read.push(cell * width);
        if !is_set(cell) {
            break;
        }
    }
    cache_lines(read) as u64
}

/// The memory of a hash set of `n` keys with so many bytes, as [`HashSetOf::n_bits`] counts it.
pub(super) const fn hash_set_bits(n: u64, key_bytes: u64) -> u64 {
    let slots = match n {
        0 => return 0,
        1..4 => 4,
        4..8 => 8,
        _ => (n * 8).div_ceil(7).next_power_of_two(),
    };
    8 * (key_bytes + slots * 17 + 16)
}
