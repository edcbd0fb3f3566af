//! Two Bloom filters of known keys, combined: what their union and intersection hold, and what goes wrong where they must not
//! be combined.
//!
//! A holds the first keys of a source, B those from some earlier one on, so that the last of A are the first of B. Everything
//! is small enough to be done at once: some 150,000 keys hashed at the most, a few hundredths of a second.

use crate::filter::{BitArray, Bloom, BloomSpec, MemoryRefused, PairError, SpecField};
use crate::hash::{KeyBuffer, MAX_HASHES};
use crate::theory::estimate::{Estimate, cardinality_estimate, intersection_cardinality, union_cardinality};
use crate::theory::interval::Observed;

use super::KeySource;

/// The most keys of one filter.
const MOST_KEYS: u64 = 10_000;

/// The most bits of one filter.
const MOST_BITS: u64 = 1 << 20;

/// Absent keys that every filter is asked.
const PROBES: u64 = 20_000;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairInput {
    /// Keys of A.
    pub n_a: u64,
    /// Keys of B.
    pub n_b: u64,
    /// Keys that both hold.
    pub common: u64,
    /// What A is made from.
    pub a: BloomSpec,
    /// What B is made from: the same, if they are to be combined.
    pub b: BloomSpec,
    /// Where keys come from.
    pub source: KeySource,
    /// Their seed.
    pub seed: u64,
}

/// A number of [`PairInput`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairField {
    /// Keys of one.
    Keys(Side),
    /// Keys of both.
    Common,
    /// m of one.
    Bits(Side),
    /// k of one.
    Hashes(Side),
}

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

/// A number that is out of range, and what is used instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairIssue {
    /// Which.
    pub field: PairField,
    /// What was given.
    pub given: u64,
    /// What is used.
    pub used: u64,
}

/// A pair that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairSpec(PairInput);

/// The two filters and what became of combining them.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// A.
    pub a: Counted,
    /// B.
    pub b: Counted,
    /// Both together.
    pub combined: Result<Combined, Refused>,
}

/// A filter, and how many keys it seems to hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// The filter.
    pub filter: Bloom,
    /// How many keys it stands for.
    pub truth: u64,
    /// How many it seems to; none where its ones allow no estimate.
    pub estimate: Option<Estimate>,
    /// Absent keys asked, and how many were possibly present.
    pub false_positives: Observed,
}

/// What two filters of one spec make.
#[derive(Clone, Debug, PartialEq)]
pub struct Combined {
    /// Either's bits: the filter of all keys.
    pub union: Counted,
    /// The bits of both: not quite the filter of the common keys. Its estimate is not from its own ones.
    pub intersection: Counted,
    /// The filter made of the common keys alone, which the intersection is not.
    pub from_scratch: Counted,
}

impl Combined {
    /// Ones of the intersection that no common key set.
    #[must_use]
    pub const fn extra_ones(&self) -> u64 {
        self.intersection.filter.bits().ones().saturating_sub(self.from_scratch.filter.bits().ones())
    }
}

/// Why two filters must not be combined, shown by doing it all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The first field in which they differ.
    pub field: SpecField,
    /// As whose filter the bits of both were then asked.
    pub read_as: Side,
    /// Keys of the other that were asked, and how many were denied.
    pub denied: Observed,
    /// The first of them.
    pub example: Option<Vec<u8>>,
}

impl PairSpec {
    /// The nearest that can be made, and what was changed for it.
    #[must_use]
    pub fn validate(input: PairInput) -> (Self, Vec<PairIssue>) {
        let (mut used, mut issues) = (input, Vec::new());
        let mut within = |field, given: u64, least: u64, most: u64| {
            let used = given.max(least).min(most);
            if used != given {
                issues.push(PairIssue { field, given, used });
            }
            used
        };
        used.n_a = within(PairField::Keys(Side::A), used.n_a, 0, MOST_KEYS);
        used.n_b = within(PairField::Keys(Side::B), used.n_b, 0, MOST_KEYS);
        used.common = within(PairField::Common, used.common, 0, used.n_a.min(used.n_b));
        for (side, spec) in [(Side::A, &mut used.a), (Side::B, &mut used.b)] {
            spec.n_bits = within(PairField::Bits(side), spec.n_bits, 1, MOST_BITS);
            let most = u64::from(MAX_HASHES);
            spec.n_hashes = within(PairField::Hashes(side), u64::from(spec.n_hashes), 1, most) as u32;
        }
        (Self(used), issues)
    }

    /// Its numbers.
    #[must_use]
    pub const fn input(&self) -> &PairInput {
        &self.0
    }

    /// Makes both and combines them.
    ///
    /// # Errors
    /// [`MemoryRefused`].
    pub fn make(&self) -> Result<Pair, MemoryRefused> {
        let PairInput { n_a, n_b, common, .. } = self.0;
        let first_b = n_a - common;
        let (keys_a, keys_b) = (self.keys(0, n_a), self.keys(first_b, n_b));
        let probes = self.keys(first_b + n_b, PROBES);
        let (a, b) = (filled(self.0.a, &keys_a)?, filled(self.0.b, &keys_b)?);
        let count = |filter: Bloom, truth, estimate| {
            let hits = filter.count_present(&probes);
            Counted { filter, truth, estimate, false_positives: Observed { hits, trials: PROBES } }
        };
        let combined = match (a.union(&b), a.intersection(&b)) {
            (Ok(union), Ok(both)) => {
                let (m, k, ones) = (self.0.a.n_bits, self.0.a.n_hashes, union.bits().ones());
                let of_both = intersection_cardinality(a.bits().ones(), b.bits().ones(), ones, m, k);
                let from_scratch = filled(self.0.a, &self.keys(first_b, common))?;
                let of_scratch = estimate(&from_scratch);
                Ok(Combined {
                    union: count(union, first_b + n_b, union_cardinality(ones, m, k)),
                    intersection: count(both, common, of_both),
                    from_scratch: count(from_scratch, common, of_scratch),
                })
            }
            (Err(PairError::Mismatch { field }), _) | (_, Err(PairError::Mismatch { field })) => {
                let as_a = refused(field, Side::A, &a, &b, &keys_b)?;
                let as_b = refused(field, Side::B, &b, &a, &keys_a)?;
                Err(if as_b.denied.hits >= as_a.denied.hits { as_b } else { as_a })
            }
            (Err(PairError::Memory(refused)), _) | (_, Err(PairError::Memory(refused))) => return Err(refused),
        };
        let (of_a, of_b) = (estimate(&a), estimate(&b));
        Ok(Pair { a: count(a, n_a, of_a), b: count(b, n_b, of_b), combined })
    }

    fn keys(&self, first: u64, n: u64) -> KeyBuffer {
        let mut keys = KeyBuffer::new();
        self.0.source.fill(self.0.seed, first..first + n, &mut keys);
        keys
    }
}

fn filled(spec: BloomSpec, keys: &KeyBuffer) -> Result<Bloom, MemoryRefused> {
    let mut filter = Bloom::try_new(spec)?;
    filter.insert_all(keys);
    Ok(filter)
}

fn estimate(filter: &Bloom) -> Option<Estimate> {
    let spec = filter.spec();
    cardinality_estimate(filter.bits().ones(), spec.n_bits, spec.n_hashes)
}

/// The ones of both in one array, position by position, asked as `own`'s filter is: what becomes of the other's keys?
fn refused(
    field: SpecField,
    read_as: Side,
    own: &Bloom,
    other: &Bloom,
    others_keys: &KeyBuffer,
) -> Result<Refused, MemoryRefused> {
    let mut bits = BitArray::try_new(own.spec().n_bits)?;
    for index in own.bits().iter_ones().chain(other.bits().iter_ones()).filter(|&index| index < bits_of(own)) {
        bits.set(index);
    }
    let is_denied = |key: &[u8]| !own.prober().probes(key).all(|probe| bits.get(probe.index));
    let mut denied = others_keys.iter().filter(|key| is_denied(key)).peekable();
    let example = denied.peek().map(|key| key.to_vec());
    let denied = Observed { hits: denied.count() as u64, trials: others_keys.len() as u64 };
    Ok(Refused { field, read_as, denied, example })
}

fn bits_of(filter: &Bloom) -> u64 {
    filter.bits().n_bits()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::filter::Verdict;
    use crate::hash::{Digest, HashSpec};

    fn input() -> PairInput {
        let spec = BloomSpec { n_bits: 10_000, n_hashes: 5, hash: HashSpec::default() };
        PairInput { n_a: 1000, n_b: 800, common: 300, a: spec, b: spec, source: KeySource::default(), seed: 1 }
    }

    fn pair(input: PairInput) -> Pair {
        let (spec, issues) = PairSpec::validate(input);
        assert!(issues.is_empty(), "{issues:?}");
        spec.make().expect("it is small")
    }

    #[test]
    fn a_union_is_the_filter_of_all_keys_and_an_intersection_denies_none_of_the_common_ones() {
        let (spec, made) = (PairSpec::validate(input()).0, pair(input()));
        let names = |first, n| spec.keys(first, n).iter().map(<[u8]>::to_vec).collect::<HashSet<_>>();
        let (a, b) = (names(0, 1000), names(700, 800));
        let both: HashSet<_> = a.intersection(&b).cloned().collect();
        let all: HashSet<_> = a.union(&b).cloned().collect();
        let combined = made.combined.expect("they are of one spec");
        let (union, common) = (&combined.union, &combined.intersection);
        assert_eq!((union.truth, common.truth), (all.len() as u64, both.len() as u64));
        assert!(all.iter().all(|key| union.filter.contains(key) == Verdict::PossiblyPresent));
        assert!(both.iter().all(|key| common.filter.contains(key) == Verdict::PossiblyPresent));
        assert_eq!(union.filter.bits(), filled(input().a, &all.iter().collect()).expect("it is small").bits());
        assert!(combined.extra_ones() > 0);
        assert!(common.false_positives.hits >= combined.from_scratch.false_positives.hits);
        assert!(union.false_positives.hits >= made.a.false_positives.hits);
    }

    #[test]
    fn the_truth_lies_near_the_estimates() {
        let made = pair(input());
        let combined = made.combined.expect("they are of one spec");
        for counted in [made.a, made.b, combined.union, combined.intersection, combined.from_scratch] {
            let Estimate { value, standard_error } = counted.estimate.expect("there are zeros left");
            assert!((value - counted.truth as f64).abs() < 4.0 * standard_error, "{value} ± {standard_error}");
        }
    }

    #[test]
    fn filters_that_differ_are_refused_and_combining_them_denies_keys() {
        let spec = input().a;
        let xxh3 = HashSpec { digest: Digest::Xxh3_64, ..spec.hash };
        for (b, field) in [
            (BloomSpec { n_bits: 10_001, ..spec }, SpecField::Bits),
            (BloomSpec { n_bits: 300, ..spec }, SpecField::Bits),
            (BloomSpec { n_hashes: 4, ..spec }, SpecField::Hashes),
            (BloomSpec { n_hashes: 6, ..spec }, SpecField::Hashes),
            (BloomSpec { hash: xxh3, ..spec }, SpecField::Hash),
        ] {
            let refused = pair(PairInput { b, ..input() }).combined.expect_err("they differ");
            assert_eq!(refused.field, field);
            assert!(refused.denied.hits > 0 && refused.example.is_some(), "{refused:?}");
        }
    }

    #[test]
    fn what_cannot_be_made_is_brought_into_range_and_named() {
        let spec = BloomSpec { n_bits: u64::MAX, n_hashes: 0, hash: HashSpec::default() };
        let wild = PairInput { n_a: u64::MAX, n_b: 0, common: 9, a: spec, b: spec, ..input() };
        let (spec, issues) = PairSpec::validate(wild);
        assert_eq!(issues.len(), 6);
        assert_eq!(PairSpec::validate(spec.input().clone()), (spec, Vec::new()));
        let empty = pair(PairInput { n_a: 0, n_b: 0, common: 0, ..input() });
        assert_eq!(empty.combined.expect("they are of one spec").union.false_positives.hits, 0);
    }
}
