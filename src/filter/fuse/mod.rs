//! The binary fuse filter (Graf & Lemire 2022).
//!
//! Idea: an array of cells of f bits, three of them for each key, in three neighbouring segments. The cells are filled so that
//! the three of every key of the set, xored, give the key's fingerprint. That is a system of equations, solved by taking away
//! one key after another that has a cell to itself; it can be solved nearly always, and else is tried with other positions.
//!
//! Cost: one digest and three memory accesses to query, always. Building takes all keys at once and some 25 bytes a key
//! for a while; a key can neither be added nor removed afterwards. Memory: about 1.125·f bits a key for large sets, more for
//! small ones.
//!
//! Guarantee: every key of the set is reported possibly present, and a set always gives the same cells, whatever the order of
//! its keys. Price: an absent key is let through at the rate 2^−f, for the xor of its cells is as good as random: with f = 8,
//! 0.39 % at 9 bits a key from a million keys up (9.5 for 100,000).
//!
//! Parameters: f = 8, 16 or 32 bits; how keys become digests (derivation and reduction play no part). Two keys with one
//! 64-bit digest are one key to the filter.

mod spec;

pub use spec::FuseSpec;

use core::fmt;

use super::packed::PackedArray;
use super::{MemoryRefused, Verdict, WordsRejected};
use crate::hash::{KeyBuffer, murmur_finish};
use crate::rng::SplitMix64;
use crate::theory::fuse::FuseLayout;

/// How often a build is tried before it is given up.
pub const MAX_ATTEMPTS: u32 = 1000;

/// A binary fuse filter.
///
/// ```
/// use bloomscope::filter::{Fuse, FuseSpec, Verdict};
/// use bloomscope::hash::{HashSpec, KeyBuffer};
///
/// let keys: KeyBuffer = (0..100_000).map(|i| format!("user:{i}")).collect();
/// let filter = Fuse::build(FuseSpec::new(8, HashSpec::default())?, &keys)?;
/// assert_eq!(filter.contains(b"user:42"), Verdict::PossiblyPresent);
/// let bits_per_key = filter.n_bits() as f64 / filter.len() as f64;
/// assert!((bits_per_key - 9.50).abs() < 0.01, "{bits_per_key}");
///
/// let absent: KeyBuffer = (0..100_000).map(|i| format!("nobody:{i}")).collect();
/// let measured_fpr = filter.count_present(&absent) as f64 / 1e5;
/// assert!((measured_fpr - 1.0 / 256.0).abs() < 0.001, "{measured_fpr}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fuse {
    spec: FuseSpec,
    built: FuseBuilt,
    seed: u64,
    layout: FuseLayout,
    cells: PackedArray,
}

/// How a build went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FuseBuilt {
    /// How many keys were given.
    pub n_given: u64,
    /// How many different digests they had: the keys that the filter knows. The rest were repeats (or, once in 2⁶⁴/n² sets, keys
    /// whose digests are equal by chance).
    pub n_distinct: u64,
    /// How many sets of positions were tried, the last one with success.
    pub attempts: u32,
}

/// Why there is no filter for these keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FuseError {
    /// The memory for the cells, or for the work, cannot be had.
    Memory(MemoryRefused),
    /// No set of positions could be solved.
    Unsolved {
        /// How many were tried.
        attempts: u32,
    },
}

impl fmt::Display for FuseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(refused) => refused.fmt(f),
            Self::Unsolved { attempts } => write!(f, "no solution in {attempts} attempts"),
        }
    }
}

impl core::error::Error for FuseError {}

impl From<MemoryRefused> for FuseError {
    fn from(refused: MemoryRefused) -> Self {
        Self::Memory(refused)
    }
}

/// How a query comes to its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FuseTrace {
    /// The key's fingerprint.
    pub fingerprint: u32,
    /// Its three cells.
    pub cells: [u64; 3],
    /// What they hold.
    pub values: [u32; 3],
    /// The three xored: the fingerprint, if the key is in the set.
    pub xor: u32,
}

impl Fuse {
    /// The filter of a set of keys; repeats count once. Takes at most [`MAX_ATTEMPTS`] passes over the keys; one or two are usual.
    ///
    /// # Errors
    /// [`FuseError::Memory`] when the cells would be more than [`super::MAX_ALLOCATED_BITS`] or the system refuses what the work needs;
    /// [`FuseError::Unsolved`] when no attempt succeeds, which no set of keys known does.
    pub fn build(spec: FuseSpec, keys: &KeyBuffer) -> Result<Self, FuseError> {
        let mut digests = Vec::new();
        reserve(&mut digests, keys.len())?;
        digests.extend(keys.iter().map(|key| spec.hash().digest.value(key, 0)));
        digests.sort_unstable(); // so that the cells depend on the set alone
        digests.dedup();
        let (n_given, n_distinct) = (keys.len() as u64, digests.len() as u64);
        let n_cells = FuseLayout::new(n_distinct).n_cells();
        let mut cells = PackedArray::try_new(n_cells, spec.fingerprint_bits())?;
        // The crate takes memory without asking, so what it will take is asked for here and given back: 13 bytes a cell, 9 a key,
        // the cells themselves, and some for the segments.
        let work = n_cells * 18 + n_distinct * 9 + (1 << 16);
        reserve(&mut Vec::<u8>::new(), usize::try_from(work).unwrap_or(usize::MAX))?;
        let mut put = |index: usize, cell: u32| _ = cells.replace(index as u64, cell);
        let digests = digests.iter().copied();
        let unsolved = |_| FuseError::Unsolved { attempts: MAX_ATTEMPTS };
        let descriptor = match spec.fingerprint_bits() {
            8 => {
                let filter = xorf::BinaryFuse8::try_from_iterator(digests).map_err(unsolved)?;
                filter.fingerprints.iter().enumerate().for_each(|(i, &cell)| put(i, u32::from(cell)));
                filter.descriptor
            }
            16 => {
                let filter = xorf::BinaryFuse16::try_from_iterator(digests).map_err(unsolved)?;
                filter.fingerprints.iter().enumerate().for_each(|(i, &cell)| put(i, u32::from(cell)));
                filter.descriptor
            }
            _ => {
                let filter = xorf::BinaryFuse32::try_from_iterator(digests).map_err(unsolved)?;
                filter.fingerprints.iter().enumerate().for_each(|(i, &cell)| put(i, cell));
                filter.descriptor
            }
        };
        let mut seeds = SplitMix64::new(1); // the crate's sequence
        let attempts = (1..MAX_ATTEMPTS).find(|_| seeds.next_u64() == descriptor.seed).unwrap_or(MAX_ATTEMPTS);
        let segment_length = u64::from(descriptor.segment_length).max(1);
        let start_segments = u64::from(descriptor.segment_count_length) / segment_length;
        let layout = FuseLayout { segment_length, start_segments };
        let built = FuseBuilt { n_given, n_distinct, attempts };
        Ok(Self { spec, built, seed: descriptor.seed, layout, cells })
    }

    /// The filter whose cells are packed in `words`: how one built by a worker reaches the page.
    ///
    /// # Errors
    /// [`WordsRejected`] where the words are not those of the cells for `built.n_distinct` keys.
    pub fn from_parts(spec: FuseSpec, built: FuseBuilt, words: Vec<u64>) -> Result<Self, WordsRejected> {
        let (seed, layout) = attempt(built.n_distinct, built.attempts);
        let cells = PackedArray::from_words(words, layout.n_cells(), spec.fingerprint_bits())?;
        Ok(Self { spec, built, seed, layout, cells })
    }

    /// What [`Fuse::from_parts`] takes.
    #[must_use]
    pub fn into_parts(self) -> (FuseSpec, FuseBuilt, Vec<u64>) {
        (self.spec, self.built, self.cells.into_words())
    }

    /// The spec it was built from.
    #[must_use]
    pub const fn spec(&self) -> FuseSpec {
        self.spec
    }

    /// How the build went.
    #[must_use]
    pub const fn built(&self) -> FuseBuilt {
        self.built
    }

    /// How the cells are divided.
    #[must_use]
    pub const fn layout(&self) -> FuseLayout {
        self.layout
    }

    /// The cells' memory, in bits.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.cells.n_bits()
    }

    /// How many keys it knows: those that differ.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.built.n_distinct
    }

    /// Whether it was built from no keys.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What cell `index` holds; `None` when there is no such cell. A 0 says nothing: it is a value like any other.
    #[must_use]
    pub fn cell(&self, index: u64) -> Option<u32> {
        (index < self.cells.len()).then(|| self.cells.get(index))
    }

    /// Whether the key may be in the set.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> Verdict {
        let FuseTrace { fingerprint, xor, .. } = self.trace(key);
        if fingerprint == xor && !self.is_empty() { Verdict::PossiblyPresent } else { Verdict::DefinitelyAbsent }
    }

    /// How many of the keys are possibly present.
    #[must_use]
    pub fn count_present(&self, keys: &KeyBuffer) -> u64 {
        keys.iter().filter(|key| self.contains(key) == Verdict::PossiblyPresent).count() as u64
    }

    /// What a query for `key` looks at. The key is possibly present when the xor is its fingerprint, unless the set is empty.
    #[must_use]
    pub fn trace(&self, key: &[u8]) -> FuseTrace {
        let hash = murmur_finish(self.spec.hash().digest.value(key, 0).wrapping_add(self.seed));
        let FuseLayout { segment_length, start_segments } = self.layout;
        let first = ((u128::from(hash) * u128::from(start_segments * segment_length)) >> 64) as u64;
        let within = segment_length - 1;
        let cells =
            [first, (first + segment_length) ^ ((hash >> 18) & within), (first + 2 * segment_length) ^ (hash & within)];
        let values = cells.map(|cell| self.cells.get(cell));
        let fingerprint = (hash ^ (hash >> 32)) as u32 & (u32::MAX >> (32 - self.spec.fingerprint_bits()));
        FuseTrace { fingerprint, cells, values, xor: values[0] ^ values[1] ^ values[2] }
    }
}

/// Seed and layout of one attempt to solve for `n` keys, as the crate makes them: every fourth, at middling sizes, cuts the
/// cells into segments of half the length.
fn attempt(n: u64, number: u32) -> (u64, FuseLayout) {
    let mut seeds = SplitMix64::new(1);
    let mut seed = seeds.next_u64();
    for _ in 1..number.min(MAX_ATTEMPTS) {
        seed = seeds.next_u64();
    }
    let layout = FuseLayout::new(n);
    if number % 4 != 2 || !(5..1_000_000).contains(&n) {
        return (seed, layout);
    }
    let FuseLayout { segment_length, start_segments } = layout;
    (seed, FuseLayout { segment_length: segment_length / 2, start_segments: start_segments * 2 + 2 })
}

/// Room for `n` more, or a refusal.
fn reserve<T>(items: &mut Vec<T>, n: usize) -> Result<(), MemoryRefused> {
    let n_bits = (n as u64).saturating_mul(8 * size_of::<T>() as u64);
    items.try_reserve_exact(n).map_err(|_| MemoryRefused { n_bits })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::HashSpec;

    /// The crate itself as the oracle: its answers, its descriptor and its sizes.
    #[test]
    fn answers_as_the_crate_does() {
        let mut retried = 0;
        for n in (0..40).chain([100, 1000, 4000, 11_515, 20_000, 130_000]) {
            let keys: KeyBuffer = (0..n).map(|i| format!("{n}:{i}")).collect();
            let spec = FuseSpec::new(8, HashSpec::default()).unwrap();
            let ours = Fuse::build(spec, &keys).unwrap();
            let digest = |key: &[u8]| spec.hash().digest.value(key, 0);
            let mut digests: Vec<u64> = keys.iter().map(digest).collect();
            digests.sort_unstable();
            let theirs = xorf::BinaryFuse8::try_from(&digests).unwrap();
            assert_eq!(ours.n_bits(), 8 * theirs.fingerprints.len() as u64, "{n}");
            assert_eq!(ours.n_bits(), spec.n_bits_for(n), "{n}");
            assert_eq!((ours.seed, ours.layout), attempt(n, ours.built.attempts), "{n}");
            retried += u32::from(ours.built.attempts > 1);
            for key in keys.iter().map(<[u8]>::to_vec).chain((0..2000).map(|i| format!("absent:{i}").into_bytes())) {
                let (answer, trace) = (xorf::Filter::contains(&theirs, &digest(&key)), ours.trace(&key));
                assert_eq!(trace.fingerprint == trace.xor, answer, "{n}");
            }
        }
        assert!(retried > 0, "no build was retried, so later attempts were not tested");
    }
}
