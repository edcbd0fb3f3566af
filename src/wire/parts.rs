//! The encoded forms of filters, generators and sweeps.

use serde::{Deserialize, Serialize};

use super::WireError;
use crate::experiment as core;
use crate::filter as f;
use crate::hash::{Derivation, Digest, HashSpec, Reduction};

/// Digest, derivation and reduction as their places in the lists of all.
pub(super) type Hash = (u8, u8, u8);

/// A Bloom filter's numbers.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct BloomSpec {
    n_bits: u64,
    n_hashes: u32,
    hash: Hash,
}

impl From<f::BloomSpec> for BloomSpec {
    fn from(spec: f::BloomSpec) -> Self {
        Self { n_bits: spec.n_bits, n_hashes: spec.n_hashes, hash: places(spec.hash) }
    }
}

impl BloomSpec {
    pub(super) fn restore(self) -> Result<f::BloomSpec, WireError> {
        Ok(f::BloomSpec { n_bits: self.n_bits, n_hashes: self.n_hashes, hash: hash(self.hash)? })
    }
}

pub(super) fn places(hash: HashSpec) -> Hash {
    let HashSpec { digest, derivation, reduction } = hash;
    (place(&Digest::ALL, digest), place(&Derivation::ALL, derivation), place(&Reduction::ALL, reduction))
}

pub(super) fn hash((digest, derivation, reduction): Hash) -> Result<HashSpec, WireError> {
    Ok(HashSpec {
        digest: at(&Digest::ALL, digest)?,
        derivation: at(&Derivation::ALL, derivation)?,
        reduction: at(&Reduction::ALL, reduction)?,
    })
}

pub(super) fn place<T: Copy + PartialEq>(all: &[T], one: T) -> u8 {
    all.iter().position(|other| *other == one).and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX)
}

pub(super) fn at<T: Copy>(all: &[T], place: u8) -> Result<T, WireError> {
    all.get(usize::from(place)).copied().ok_or(WireError::Garbage)
}

/// A generator.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum KeySource {
    Sequential { prefix: String, start: u64 },
    Random64,
    Uuid,
    Words,
}

impl From<&core::KeySource> for KeySource {
    fn from(source: &core::KeySource) -> Self {
        match source {
            core::KeySource::Sequential { prefix, start } => Self::Sequential { prefix: prefix.clone(), start: *start },
            core::KeySource::Random64 => Self::Random64,
            core::KeySource::Uuid => Self::Uuid,
            core::KeySource::Words => Self::Words,
        }
    }
}

impl From<KeySource> for core::KeySource {
    fn from(source: KeySource) -> Self {
        match source {
            KeySource::Sequential { prefix, start } => Self::Sequential { prefix, start },
            KeySource::Random64 => Self::Random64,
            KeySource::Uuid => Self::Uuid,
            KeySource::Words => Self::Words,
        }
    }
}

/// Finds a kept list.
pub(super) type Find<'f> = dyn Fn(u64) -> Result<core::KeyList, WireError> + 'f;

/// A filter and what it holds; lists by their fingerprints.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FilterSpec {
    bloom: BloomSpec,
    generated: Option<(KeySource, u64)>,
    seed: u64,
    listed: Vec<u64>,
}

impl From<&core::FilterSpec> for FilterSpec {
    fn from(spec: &core::FilterSpec) -> Self {
        Self {
            bloom: spec.bloom.into(),
            generated: spec.members.generated.as_ref().map(|(source, count)| (source.into(), *count)),
            seed: spec.members.seed,
            listed: spec.members.listed.iter().map(core::KeyList::id).collect(),
        }
    }
}

impl FilterSpec {
    pub(super) fn restore(self, find: &Find<'_>) -> Result<core::FilterSpec, WireError> {
        let members = core::Members {
            generated: self.generated.map(|(source, count)| (source.into(), count)),
            seed: self.seed,
            listed: self.listed.into_iter().map(find).collect::<Result<_, _>>()?,
        };
        Ok(core::FilterSpec { bloom: self.bloom.restore()?, members })
    }
}

/// Keys inserted, hash functions, bits with the base's hash functions, bits with the best number.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Axis {
    Keys,
    Hashes,
    Bits,
    BitsBest,
}

/// A generator, or a list by its fingerprint.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum SweepKeys {
    Generated(KeySource),
    Listed(u64),
}

/// A sweep.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SweepSpec {
    axis: Axis,
    base: BloomSpec,
    n: u64,
    points: Vec<u64>,
    keys: SweepKeys,
    seed: u64,
    probes_per_point: u64,
}

impl From<&core::SweepSpec> for SweepSpec {
    fn from(spec: &core::SweepSpec) -> Self {
        Self {
            axis: match spec.axis {
                core::Axis::Keys => Axis::Keys,
                core::Axis::Hashes => Axis::Hashes,
                core::Axis::Bits(core::HashRule::Fixed) => Axis::Bits,
                core::Axis::Bits(core::HashRule::Best) => Axis::BitsBest,
            },
            base: spec.base.into(),
            n: spec.n,
            points: spec.points.clone(),
            keys: match &spec.keys {
                core::SweepKeys::Generated(source) => SweepKeys::Generated(source.into()),
                core::SweepKeys::Listed(list) => SweepKeys::Listed(list.id()),
            },
            seed: spec.seed,
            probes_per_point: spec.probes_per_point,
        }
    }
}

impl SweepSpec {
    pub(super) fn restore(self, find: &Find<'_>) -> Result<core::SweepSpec, WireError> {
        Ok(core::SweepSpec {
            axis: match self.axis {
                Axis::Keys => core::Axis::Keys,
                Axis::Hashes => core::Axis::Hashes,
                Axis::Bits => core::Axis::Bits(core::HashRule::Fixed),
                Axis::BitsBest => core::Axis::Bits(core::HashRule::Best),
            },
            base: self.base.restore()?,
            n: self.n,
            points: self.points,
            keys: match self.keys {
                SweepKeys::Generated(source) => core::SweepKeys::Generated(source.into()),
                SweepKeys::Listed(id) => core::SweepKeys::Listed(find(id)?),
            },
            seed: self.seed,
            probes_per_point: self.probes_per_point,
        })
    }
}
