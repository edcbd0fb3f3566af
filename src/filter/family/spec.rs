//! From a variant and the numbers that people give to the spec of a structure.

use super::Variant;
use crate::filter::{
    BlockedSpec, BloomSpec, CountingSpec, CuckooSpec, FuseSpec, PartitionedSpec, ScalableSpec, SpecError,
};
use crate::hash::HashSpec;

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
