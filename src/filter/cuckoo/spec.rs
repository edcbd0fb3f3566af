//! What fixes a cuckoo filter's behaviour, and where a key may lie.

use crate::filter::SpecError;
use crate::filter::spec_error::{check_bits, check_target};
use crate::hash::{HashSpec, Reduction};
use crate::rng::mix64;
use crate::theory::cuckoo::{
    LEAST_FINGERPRINT_BITS, MOST_FINGERPRINT_BITS, achievable_load, fingerprint_bits_for, least_fingerprint,
};

/// How many fingerprints an insertion may move before it gives up, unless said otherwise: the paper's number.
pub const MAX_KICKS: u32 = 500;

/// What fixes a cuckoo filter's behaviour: two filters of one spec given the same operations hold the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CuckooSpec {
    n_buckets: u64,
    bucket_size: u32,
    fingerprint_bits: u32,
    max_kicks: u32,
    seed: u64,
    hash: HashSpec,
}

/// All that the filter knows of a key: keys with one address cannot be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CuckooAddress {
    /// Never 0, which marks a free slot.
    pub fingerprint: u32,
    /// The bucket that the digest gives.
    pub first_bucket: u64,
    /// The other one: the first xor a hash of the fingerprint. The same as the first only where there is but one.
    pub second_bucket: u64,
}

impl CuckooAddress {
    /// Whether a fingerprint stored for one would be found, and could be removed, for the other: the same fingerprint and
    /// the same two buckets, in either order.
    #[must_use]
    pub const fn is_alike(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
            && (self.first_bucket == other.first_bucket || self.first_bucket == other.second_bucket)
    }
}

impl CuckooSpec {
    /// A table of `n_buckets` buckets (a power of two) of `bucket_size` slots (1, 2, 4 or 8), each of `fingerprint_bits`
    /// bits.
    ///
    /// # Errors
    /// Numbers that are not offered; a fingerprint too narrow for that many buckets, see
    /// [`crate::theory::cuckoo::least_fingerprint`]; more bits than are ever allocated.
    pub fn new(n_buckets: u64, bucket_size: u32, fingerprint_bits: u32, hash: HashSpec) -> Result<Self, SpecError> {
        let Some(_) = achievable_load(bucket_size) else { return Err(SpecError::BucketSize { given: bucket_size }) };
        if !n_buckets.is_power_of_two() {
            return Err(SpecError::Buckets { given: n_buckets, next: n_buckets.checked_next_power_of_two() });
        }
        let least = least_fingerprint(n_buckets, bucket_size);
        if !(least..=MOST_FINGERPRINT_BITS).contains(&fingerprint_bits) {
            return Err(SpecError::FingerprintBits { given: fingerprint_bits, least, most: MOST_FINGERPRINT_BITS });
        }
        check_bits(n_buckets.saturating_mul(u64::from(bucket_size * fingerprint_bits)), 1)?;
        Ok(Self { n_buckets, bucket_size, fingerprint_bits, max_kicks: MAX_KICKS, seed: 0, hash })
    }

    /// Room for `n` keys at a rate of at most `p`: f = ⌈log₂(2b/p)⌉, and as many buckets as hold `n` at
    /// [`achievable_load`], rounded up to a power of two (which may double the memory).
    ///
    /// # Errors
    /// No keys, a rate outside (0, 1) or below what the widest fingerprint keeps, another bucket size than 1, 2, 4 and 8, more
    /// bits than are ever allocated.
    pub fn for_rate(n: u64, p: f64, hash: HashSpec, bucket_size: u32) -> Result<Self, SpecError> {
        check_target(n, p)?;
        let n_buckets = buckets_for(n, bucket_size)?;
        let given = fingerprint_bits_for(p, bucket_size);
        let least = least_fingerprint(n_buckets, bucket_size);
        if given > MOST_FINGERPRINT_BITS {
            return Err(SpecError::FingerprintBits { given, least, most: MOST_FINGERPRINT_BITS });
        }
        Self::new(n_buckets, bucket_size, given.max(least), hash)
    }

    /// Room for `n` keys in at most `n_bits` bits: as many buckets as [`CuckooSpec::for_rate`] takes, with the widest
    /// fingerprint that fits (at most 32 bits; memory beyond that is left alone).
    ///
    /// # Errors
    /// No keys, another bucket size than 1, 2, 4 and 8, too few bits for `n` keys, more than are ever allocated.
    pub fn for_memory(n: u64, n_bits: u64, hash: HashSpec, bucket_size: u32) -> Result<Self, SpecError> {
        if n == 0 {
            return Err(SpecError::ZeroCapacity);
        }
        let n_buckets = buckets_for(n, bucket_size)?;
        let slots = n_buckets.saturating_mul(u64::from(bucket_size));
        let least = slots.saturating_mul(u64::from(least_fingerprint(n_buckets, bucket_size)));
        let fingerprint_bits = (check_bits(n_bits, least)? / slots).min(u64::from(MOST_FINGERPRINT_BITS));
        Self::new(n_buckets, bucket_size, fingerprint_bits as u32, hash)
    }

    /// The same with another limit to the kicks of one insertion.
    #[must_use]
    pub const fn with_max_kicks(self, max_kicks: u32) -> Self {
        Self { max_kicks, ..self }
    }

    /// The same with other victims: they are drawn from this seed and the number of keys stored.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// How many buckets: a power of two.
    #[must_use]
    pub const fn n_buckets(&self) -> u64 {
        self.n_buckets
    }

    /// b: slots a bucket.
    #[must_use]
    pub const fn bucket_size(&self) -> u32 {
        self.bucket_size
    }

    /// f, in bits.
    #[must_use]
    pub const fn fingerprint_bits(&self) -> u32 {
        self.fingerprint_bits
    }

    /// How many fingerprints one insertion may move.
    #[must_use]
    pub const fn max_kicks(&self) -> u32 {
        self.max_kicks
    }

    /// What victims are drawn from.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// How keys become numbers. The derivation plays no part: one half of the digest gives the bucket, one the fingerprint.
    #[must_use]
    pub const fn hash(&self) -> HashSpec {
        self.hash
    }

    /// How many slots: buckets times b.
    #[must_use]
    pub const fn n_slots(&self) -> u64 {
        self.n_buckets * self.bucket_size as u64
    }

    /// The table's memory, in bits: slots times f.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.n_slots() * self.fingerprint_bits as u64
    }

    /// Where `key` may lie, and as what.
    #[must_use]
    pub fn address(&self, key: &[u8]) -> CuckooAddress {
        let (h1, h2) = self.hash.digest.halves(key, 0);
        let (width, fingerprints) = (self.hash.digest.width(), (1_u64 << self.fingerprint_bits) - 1);
        let (first_bucket, number) = match self.hash.reduction {
            Reduction::Modulo => (h1 & (self.n_buckets - 1), h2 % fingerprints),
            Reduction::MultiplyShift => {
                let below = |half: u64, bound: u64| ((u128::from(half) * u128::from(bound)) >> width) as u64;
                (below(h1, self.n_buckets), below(h2, fingerprints))
            }
        };
        let fingerprint = number as u32 + 1;
        CuckooAddress { fingerprint, first_bucket, second_bucket: self.other_bucket(first_bucket, fingerprint) }
    }

    /// The other bucket of a fingerprint that lies in `bucket`: what moves it without its key. Applied twice it leads back.
    ///
    /// The distance is a hash of the fingerprint, so that even narrow ones reach all over the table; a distance of 0, which
    /// would leave the key a single bucket, is taken for 1 (the paper leaves it, and in small tables it is not rare).
    #[must_use]
    pub const fn other_bucket(&self, bucket: u64, fingerprint: u32) -> u64 {
        let mask = self.n_buckets - 1;
        let distance = mix64(fingerprint as u64) & mask;
        (bucket ^ if distance == 0 { 1 } else { distance }) & mask
    }
}

/// The least power of two of buckets that hold `n` keys at the load their size allows.
fn buckets_for(n: u64, bucket_size: u32) -> Result<u64, SpecError> {
    let load = achievable_load(bucket_size).ok_or(SpecError::BucketSize { given: bucket_size })?;
    let buckets = libm::ceil(n as f64 / (f64::from(bucket_size) * load)) as u64;
    let most = crate::filter::MAX_ALLOCATED_BITS;
    let too_many = SpecError::TooManyBits { given: u64::MAX, most };
    let buckets = buckets.checked_next_power_of_two().filter(|&buckets| buckets <= most).ok_or(too_many)?;
    // Every slot takes the least fingerprint, so a table beyond this is beyond memory whatever its fingerprints.
    let given = buckets.saturating_mul(u64::from(bucket_size * LEAST_FINGERPRINT_BITS));
    if given > most { Err(SpecError::TooManyBits { given, most }) } else { Ok(buckets) }
}
