//! Structures held against one another: the same keys go into each, the same absent keys are asked.
//!
//! A contest says how many keys there are and what is to be kept, a rate or a budget; each contender is designed for it by its own
//! sizing. What is counted is the same for the same seed. How long it takes is the business of whoever has a clock: see
//! [`Laps`].

mod held;
mod run;
mod tally;

pub use run::ContestRun;
pub use tally::{ContestTally, Fate, Lap, Laps, Operation};

use super::KeySource;
use crate::filter::contrast::HyperLogLog;
use crate::filter::{AnySpec, DEFAULT_BLOCK_BITS, DEFAULT_COUNTER_BITS, MAX_ALLOCATED_BITS, SpecError, Variant};
use crate::hash::{HashSpec, KeyBuffer};

/// The most keys that are measured: a hash set of so many takes some 40 MiB.
pub const MAX_CONTEST_KEYS: u64 = 1_000_000;

/// Absent keys that each contender is asked, usually: a rate of 1 % is then known to within 3 % of itself.
pub const CONTEST_PROBES: u64 = 400_000;

/// A structure that takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contender {
    /// The Bloom filter.
    Bloom,
    /// The counting Bloom filter, four bits a counter.
    Counting,
    /// The partitioned Bloom filter.
    Partitioned,
    /// The blocked Bloom filter, 512 bits a block.
    Blocked,
    /// The scalable Bloom filter.
    Scalable,
    /// The cuckoo filter, four slots a bucket.
    Cuckoo,
    /// The binary fuse filter.
    Fuse,
    /// A hash set of the keys.
    HashSet,
    /// A bitmap over a range of numbers.
    IdBitmap,
    /// The keys, sorted.
    SortedArray,
    /// A counter of different keys.
    HyperLogLog,
}

/// What is to be kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// A false-positive rate, between 0 and 1: how much memory does it take?
    Rate(f64),
    /// A memory budget in bits: how low a rate does it buy?
    Memory(u64),
}

impl Eq for Goal {} // a rate is a number: what is not between 0 and 1 is refused when a contender is designed

/// Everything that fixes what is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// How many keys go in.
    pub n: u64,
    /// What is to be kept.
    pub goal: Goal,
    /// How keys become positions.
    pub hash: HashSpec,
    /// Where keys come from: the first n go in, those after them are asked.
    pub source: KeySource,
    /// The seed of the keys.
    pub seed: u64,
    /// How many absent keys are asked.
    pub n_probes: u64,
}

/// A contender made for a contest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Design {
    /// What is built.
    pub blueprint: Blueprint,
    /// Its memory in bits with all keys in it. Of hash set and sorted array it is estimated from some of the keys where
    /// there are many.
    pub n_bits: u64,
    /// The rate by theory; 0 for what answers exactly, none for what does not answer.
    pub rate: Option<f64>,
}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Blueprint {
    /// A filter.
    Filter(AnySpec),
    /// A hash set.
    HashSet,
    /// A bitmap of the n numbers from this one on.
    IdBitmap {
        /// The first number.
        first: u64,
    },
    /// A sorted array.
    SortedArray,
    /// 2^precision registers.
    HyperLogLog {
        /// Bits of a register's number.
        precision: u32,
    },
}

/// Why a contender cannot take part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hindrance {
    /// Its numbers cannot be had.
    Spec(SpecError),
    /// It answers exactly, which takes more than the budget.
    Budget {
        /// What it takes, in bits.
        needed: u64,
    },
    /// The keys are not numbers of one range.
    NotNumbered,
}

impl Contender {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 11] = [
        Self::Bloom,
        Self::Counting,
        Self::Partitioned,
        Self::Blocked,
        Self::Scalable,
        Self::Cuckoo,
        Self::Fuse,
        Self::HashSet,
        Self::IdBitmap,
        Self::SortedArray,
        Self::HyperLogLog,
    ];

    /// A name for files and tests.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Bloom => "bloom",
            Self::Counting => "counting",
            Self::Partitioned => "partitioned",
            Self::Blocked => "blocked",
            Self::Scalable => "scalable",
            Self::Cuckoo => "cuckoo",
            Self::Fuse => "fuse",
            Self::HashSet => "hash-set",
            Self::IdBitmap => "id-bitmap",
            Self::SortedArray => "sorted-array",
            Self::HyperLogLog => "hyperloglog",
        }
    }

    /// The filter that it is; none for what answers exactly or not at all. The fingerprints' width follows from the goal.
    #[must_use]
    pub const fn variant(self) -> Option<Variant> {
        Some(match self {
            Self::Bloom => Variant::Bloom,
            Self::Counting => Variant::Counting { counter_bits: DEFAULT_COUNTER_BITS },
            Self::Partitioned => Variant::Partitioned,
            Self::Blocked => Variant::Blocked { block_bits: DEFAULT_BLOCK_BITS },
            Self::Scalable => Variant::Scalable { expansion: 2, tightening_permille: 500 },
            Self::Cuckoo => Variant::Cuckoo { fingerprint_bits: 12, bucket_size: 4 },
            Self::Fuse => Variant::Fuse { fingerprint_bits: 8 },
            Self::HashSet | Self::IdBitmap | Self::SortedArray | Self::HyperLogLog => return None,
        })
    }

    /// Whether it never errs.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::HashSet | Self::IdBitmap | Self::SortedArray)
    }
}

impl Contest {
    /// The contender as it enters this contest.
    ///
    /// # Errors
    /// [`Hindrance`]: why it cannot.
    pub fn design(&self, contender: Contender) -> Result<Design, Hindrance> {
        if self.n == 0 {
            return Err(Hindrance::Spec(SpecError::ZeroCapacity));
        }
        if let Some(variant) = contender.variant() {
            let spec = match self.goal {
                Goal::Rate(p) => AnySpec::for_rate(variant, self.n, p, self.hash),
                Goal::Memory(n_bits) => AnySpec::for_memory(variant, self.n, n_bits, self.hash),
            };
            let spec = spec.map_err(Hindrance::Spec)?;
            let (n_bits, rate) = (spec.n_bits(self.n), Some(spec.theoretical_rate(self.n)));
            return Ok(Design { blueprint: Blueprint::Filter(spec), n_bits, rate });
        }
        let (blueprint, n_bits) = match contender {
            Contender::HashSet => (Blueprint::HashSet, held::hash_set_bits(self.n, self.key_bytes())),
            Contender::SortedArray => (Blueprint::SortedArray, 8 * (self.key_bytes() + 8 * self.n)),
            Contender::IdBitmap => match self.source {
                KeySource::Sequential { start, .. } if start.checked_add(self.n).is_some() => {
                    (Blueprint::IdBitmap { first: start }, self.n)
                }
                _ => return Err(Hindrance::NotNumbered),
            },
            _ => return self.counter(),
        };
        self.afford(n_bits)?;
        Ok(Design { blueprint, n_bits, rate: Some(0.0) })
    }

    /// The usual precision, or the highest that the budget buys.
    fn counter(&self) -> Result<Design, Hindrance> {
        let bits = |precision: u32| 6_u64 << precision;
        let (least, usual) = (HyperLogLog::LEAST_PRECISION, HyperLogLog::DEFAULT_PRECISION);
        let precision = (least..=usual).rev().find(|&precision| self.afford(bits(precision)).is_ok());
        let precision = precision.ok_or(Hindrance::Budget { needed: bits(least) })?;
        Ok(Design { blueprint: Blueprint::HyperLogLog { precision }, n_bits: bits(precision), rate: None })
    }

    fn afford(&self, needed: u64) -> Result<(), Hindrance> {
        match self.goal {
            Goal::Memory(budget) if budget < needed => Err(Hindrance::Budget { needed }),
            _ => Ok(()),
        }
    }

    /// The bytes of all keys; of more than some thousand an estimate from keys at even distances.
    fn key_bytes(&self) -> u64 {
        const SAMPLE: u64 = 4096;
        let (stride, mut keys) = (self.n.div_ceil(SAMPLE).max(1), KeyBuffer::new());
        for index in (0..self.n).step_by(usize::try_from(stride).unwrap_or(usize::MAX)) {
            keys.push_with(|out| self.source.write_key(self.seed, index, out));
        }
        let sampled = (keys.n_bytes() as u64, keys.len().max(1) as u64);
        (u128::from(sampled.0) * u128::from(self.n) / u128::from(sampled.1)) as u64
    }

    /// The bits that the largest table may take, roughly: memory is planned by it, before any contender is designed. Sixteen
    /// bytes a key and their place in a hash set take no more, nor four-bit counters at a rate of one in 10²⁶.
    pub(super) fn most_bits(&self) -> u64 {
        let kept = if let Goal::Memory(bits) = self.goal { bits } else { 0 };
        self.n.saturating_mul(512).max(kept).min(MAX_ALLOCATED_BITS)
    }

    /// How much there is to do for one contender, in keys.
    pub(super) const fn cost(&self) -> u64 {
        self.n.saturating_add(self.n_probes)
    }
}
