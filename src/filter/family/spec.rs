//! From a variant and the numbers that people give to the spec of a structure.

use super::Variant;
use crate::filter::{
    BlockedSpec, BloomSpec, CountingSpec, CuckooSpec, FuseSpec, PartitionedSpec, ScalableSpec, SpecError,
};
use crate::hash::HashSpec;
use crate::theory;

/// A variant and the numbers of a filter; each structure takes those it has a use for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VariantSpec {
    /// Which structure.
    pub variant: Variant,
    /// n, keys that it is for: scalable and cuckoo filters are made for so many.
    pub n: u64,
    /// p: scalable filters keep it.
    pub p: f64,
    /// m, cells: bits of a plain, partitioned or blocked filter, counters of a counting one.
    pub m: u64,
    /// k, of those that have a choice.
    pub k: u32,
    /// How keys become numbers.
    pub hash: HashSpec,
}

impl VariantSpec {
    /// The structure's own spec.
    ///
    /// # Errors
    /// [`SpecError`] where these numbers are not offered together.
    pub fn resolve(&self) -> Result<AnySpec, SpecError> {
        let &Self { variant, n, p, m, k, hash } = self;
        variant.check()?;
        Ok(match variant {
            Variant::Bloom => AnySpec::Bloom(BloomSpec { n_bits: m, n_hashes: k, hash }),
            Variant::Counting { counter_bits } => {
                AnySpec::Counting(CountingSpec { n_counters: m, n_hashes: k, counter_bits, hash })
            }
            Variant::Partitioned => AnySpec::Partitioned(PartitionedSpec { n_bits: m, n_hashes: k, hash }),
            Variant::Blocked { block_bits } => {
                AnySpec::Blocked(BlockedSpec { n_bits: m, n_hashes: k, block_bits, hash })
            }
            Variant::Scalable { expansion, tightening_permille } => {
                AnySpec::Scalable(ScalableSpec::for_rate(n, p, hash)?.growing(expansion, tightening_permille)?)
            }
            Variant::Cuckoo { fingerprint_bits, bucket_size } => {
                let n_buckets = CuckooSpec::for_rate(n, 0.5, hash, bucket_size)?.n_buckets();
                AnySpec::Cuckoo(CuckooSpec::new(n_buckets, bucket_size, fingerprint_bits, hash)?)
            }
            Variant::Fuse { fingerprint_bits } => AnySpec::Fuse(FuseSpec::new(fingerprint_bits, hash)?),
        })
    }
}

/// The spec of any structure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnySpec {
    /// Of a Bloom filter.
    Bloom(BloomSpec),
    /// Of a counting one.
    Counting(CountingSpec),
    /// Of a partitioned one.
    Partitioned(PartitionedSpec),
    /// Of a blocked one.
    Blocked(BlockedSpec),
    /// Of a scalable one.
    Scalable(ScalableSpec),
    /// Of a cuckoo filter.
    Cuckoo(CuckooSpec),
    /// Of a fuse filter.
    Fuse(FuseSpec),
}

impl AnySpec {
    /// The structure's sizing for `n` keys at rate `p`. Fingerprints are as wide as the rate asks for, whatever the variant
    /// says; its other parameters are kept.
    ///
    /// # Errors
    /// [`SpecError`] of the structure.
    pub fn for_rate(variant: Variant, n: u64, p: f64, hash: HashSpec) -> Result<Self, SpecError> {
        variant.check()?;
        Ok(match variant {
            Variant::Bloom => Self::Bloom(BloomSpec::for_rate(n, p, hash)?),
            Variant::Counting { counter_bits } => {
                Self::Counting(CountingSpec::for_rate_of_width(n, p, counter_bits, hash)?)
            }
            Variant::Partitioned => Self::Partitioned(PartitionedSpec::for_rate(n, p, hash)?),
            Variant::Blocked { block_bits } => Self::Blocked(BlockedSpec::for_rate_in_blocks(n, p, block_bits, hash)?),
            Variant::Scalable { expansion, tightening_permille } => {
                Self::Scalable(ScalableSpec::for_rate(n, p, hash)?.growing(expansion, tightening_permille)?)
            }
            Variant::Cuckoo { bucket_size, .. } => Self::Cuckoo(CuckooSpec::for_rate(n, p, hash, bucket_size)?),
            Variant::Fuse { .. } => Self::Fuse(FuseSpec::for_rate(n, p, hash)?),
        })
    }

    /// The structure for `n` keys in at most `n_bits` bits, at the lowest rate that its sizing finds there. Fingerprints are as
    /// wide as fits, whatever the variant says; its other parameters are kept.
    ///
    /// ```
    /// use bloomscope::filter::{AnySpec, Variant};
    /// use bloomscope::hash::HashSpec;
    ///
    /// for variant in Variant::ALL {
    ///     let spec = AnySpec::for_memory(variant, 1000, 32_768, HashSpec::default())?;
    ///     assert!(spec.n_bits(1000) <= 32_768);
    /// }
    /// # Ok::<(), bloomscope::filter::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// [`SpecError`] of the structure: most often too few bits, with the least that would do.
    pub fn for_memory(variant: Variant, n: u64, n_bits: u64, hash: HashSpec) -> Result<Self, SpecError> {
        variant.check()?;
        Ok(match variant {
            Variant::Bloom => Self::Bloom(BloomSpec::for_memory(n, n_bits, hash)?),
            Variant::Counting { counter_bits } => {
                Self::Counting(CountingSpec::for_memory_of_width(n, n_bits, counter_bits, hash)?)
            }
            Variant::Partitioned => Self::Partitioned(PartitionedSpec::for_memory(n, n_bits, hash)?),
            Variant::Blocked { block_bits } => {
                Self::Blocked(BlockedSpec::for_memory_in_blocks(n, n_bits, block_bits, hash)?)
            }
            Variant::Scalable { expansion, tightening_permille } => {
                let share = 1.0 - f64::from(tightening_permille) / 1000.0;
                let usual = ScalableSpec::for_memory(n, n_bits, hash)?;
                let usual_share = 1.0 - f64::from(usual.tightening_permille) / 1000.0;
                // The first sub-filter keeps its rate: another tightening makes another total of it.
                let rate = usual.rate * usual_share / share;
                let least = || usual.growth().level(0).map_or(u64::MAX, |level| level.n_bits);
                if rate >= 1.0 {
                    return Err(SpecError::TooFewBits { given: n_bits, least: least().saturating_add(1) });
                }
                let mut spec = ScalableSpec { rate, ..usual }.growing(expansion, tightening_permille)?;
                // Rounding may leave it a few bits too large.
                while spec.growth().bits_for(n) > n_bits && spec.rate < 0.99 {
                    spec.rate *= 1.001;
                }
                Self::Scalable(spec)
            }
            Variant::Cuckoo { bucket_size, .. } => Self::Cuckoo(CuckooSpec::for_memory(n, n_bits, hash, bucket_size)?),
            Variant::Fuse { .. } => Self::Fuse(FuseSpec::for_memory(n, n_bits, hash)?),
        })
    }

    /// The memory that `n` keys take, in bits: known before anything is built. Only scalable and fuse filters depend on n.
    #[must_use]
    pub fn n_bits(&self, n: u64) -> u64 {
        match self {
            Self::Bloom(spec) => spec.n_bits,
            Self::Counting(spec) => spec.n_counters.saturating_mul(u64::from(spec.counter_bits)),
            Self::Partitioned(spec) => {
                spec.n_bits.div_ceil(u64::from(spec.n_hashes)).saturating_mul(u64::from(spec.n_hashes))
            }
            Self::Blocked(spec) => {
                spec.n_bits.div_ceil(u64::from(spec.block_bits)).saturating_mul(u64::from(spec.block_bits))
            }
            Self::Scalable(spec) => spec.growth().bits_for(n),
            Self::Cuckoo(spec) => spec.n_bits(),
            Self::Fuse(spec) => spec.n_bits_for(n),
        }
    }

    /// The rate that theory gives a filter of this spec with `n` different keys; a scalable one would have grown for them, and
    /// a cuckoo filter takes no more than it has slots.
    #[must_use]
    pub fn theoretical_rate(&self, n: u64) -> f64 {
        if n == 0 {
            return 0.0;
        }
        match self {
            Self::Bloom(spec) => theory::rate::exact(n, spec.n_bits, spec.n_hashes).value,
            Self::Counting(spec) => theory::rate::exact(n, spec.n_counters, spec.n_hashes).value,
            Self::Partitioned(spec) => theory::partitioned::rate(n, spec.n_bits, spec.n_hashes),
            Self::Blocked(spec) => {
                let n_blocks = spec.n_bits / u64::from(spec.block_bits);
                theory::blocked::rate(n, n_blocks, spec.block_bits, spec.n_hashes)
            }
            Self::Scalable(spec) => spec.growth().rate_at(n),
            Self::Cuckoo(spec) => {
                let load_factor = (n as f64 / spec.n_slots() as f64).min(1.0);
                theory::cuckoo::rate(spec.fingerprint_bits(), spec.bucket_size(), load_factor)
            }
            Self::Fuse(spec) => theory::fuse::rate(spec.fingerprint_bits()),
        }
    }

    /// The variant that it is of, parameters as they are here.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        match self {
            Self::Bloom(_) => Variant::Bloom,
            Self::Counting(spec) => Variant::Counting { counter_bits: spec.counter_bits },
            Self::Partitioned(_) => Variant::Partitioned,
            Self::Blocked(spec) => Variant::Blocked { block_bits: spec.block_bits },
            Self::Scalable(spec) => {
                Variant::Scalable { expansion: spec.expansion, tightening_permille: spec.tightening_permille }
            }
            Self::Cuckoo(spec) => {
                Variant::Cuckoo { fingerprint_bits: spec.fingerprint_bits(), bucket_size: spec.bucket_size() }
            }
            Self::Fuse(spec) => Variant::Fuse { fingerprint_bits: spec.fingerprint_bits() },
        }
    }
}
