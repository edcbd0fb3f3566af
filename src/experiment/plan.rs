//! A sweep cut into chunks: independent, deterministic, coarse first.
//!
//! Rounds double the probes that every point has had, so a picture drawn after any round is equally sharp everywhere, and
//! within a round points come in an order that spreads (0, ½, ¼, ¾, …). The first round is not so small that building filters
//! would be nearly all of the work.

use super::design::probes_per_filter;
use super::sweep::{Axis, SweepSpec};
use crate::filter::BloomSpec;
use crate::hash::Derivation;

/// Work in a chunk where trials are small, in units of an eighth of a cheap insertion: about 10 ms of one worker, long
/// against a message (0.1 ms) and short against a visitor's patience.
const CHUNK_COST: u64 = 1 << 20;

/// The first round has at least this many probes a point, where so many are asked for at all.
const FIRST_PROBES: u64 = 256;

/// How many times the total is halved for the first round, at most.
const HALVINGS: u32 = 6;

/// Which points a chunk measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Points {
    /// All, on one growing filter a trial.
    All,
    /// One.
    One(usize),
}

/// A unit of work: trials, each with a filter of its own, and what they ask in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) points: Points,
    /// The number of the first trial; no two trials of a sweep share a number.
    pub(super) first_trial: u64,
    /// How many trials.
    pub(super) trials: u64,
    /// Probes a point over all these trials, spread evenly, what is left over going to the first ones.
    pub(super) probes: u64,
    /// An estimate of the work.
    pub(super) cost: u64,
}

/// The chunks of `spec` in order. The spec is one that [`SweepSpec::check`] accepts.
pub(super) fn chunks(spec: &SweepSpec) -> Vec<Chunk> {
    let groups = groups(spec);
    let mut chunks = Vec::new();
    let (mut trial, mut so_far) = (0, 0);
    for target in targets(spec) {
        let probes = target - so_far;
        so_far = target;
        for group in &groups {
            group.cut(probes, &mut trial, &mut chunks);
        }
    }
    chunks
}

/// Probes a point after each round, ascending.
fn targets(spec: &SweepSpec) -> Vec<u64> {
    let probes = spec.probes();
    let stops = if spec.axis == Axis::Keys { spec.points.len() as u64 } else { 1 };
    let smallest = FIRST_PROBES.max(spec.max_n() / (16 * stops.max(1)));
    let mut targets: Vec<u64> = (0..=HALVINGS).rev().map(|halvings| probes >> halvings).collect();
    targets.retain(|&target| target > 0 && (target >= smallest || target == probes));
    targets.dedup();
    targets
}

/// Points that are measured on the same filters.
struct Group {
    points: Points,
    stops: u64,
    n: u64,
    /// The most probes a trial asks at a stop.
    probes_per_trial: u64,
    /// The work of one insertion or probe.
    key_cost: u64,
}

fn groups(spec: &SweepSpec) -> Vec<Group> {
    let count = spec.points.len();
    let limit =
        |n, filter: BloomSpec| probes_per_filter(n, filter.n_bits, filter.n_hashes).min(spec.spare_keys()).max(1);
    if count == 0 {
        Vec::new()
    } else if spec.axis == Axis::Keys {
        let limits = spec.points.iter().map(|&n| limit(n, spec.base));
        vec![Group {
            points: Points::All,
            stops: count as u64,
            n: spec.max_n(),
            probes_per_trial: limits.min().unwrap_or(1),
            key_cost: key_cost(spec.base),
        }]
    } else {
        let ordered = spread(count).into_iter().filter_map(|point| Some((point, spec.at(point)?)));
        ordered
            .map(|(point, (n, filter))| Group {
                points: Points::One(point),
                stops: 1,
                n,
                probes_per_trial: limit(n, filter),
                key_cost: key_cost(filter),
            })
            .collect()
    }
}

impl Group {
    /// Adds the chunks of one round, `probes` more a point.
    fn cut(&self, probes: u64, trial: &mut u64, chunks: &mut Vec<Chunk>) {
        let trials = probes.div_ceil(self.probes_per_trial);
        let (each, left_over) = (probes / trials.max(1), probes % trials.max(1));
        let cost = |trials: u64, probes: u64| {
            let keys = trials.saturating_mul(self.n).saturating_add(probes.saturating_mul(self.stops));
            keys.saturating_mul(self.key_cost)
        };
        let at_once = (CHUNK_COST / cost(1, each).max(1)).max(1);
        let mut from = 0;
        while from < trials {
            let to = trials.min(from + at_once);
            let probes = (to - from) * each + left_over.clamp(from, to) - from;
            chunks.push(Chunk {
                points: self.points,
                first_trial: *trial + from,
                trials: to - from,
                probes,
                cost: cost(to - from, probes),
            });
            from = to;
        }
        *trial += trials;
    }
}

/// An insertion or a probe in eighths: digest, then k positions; or k digests.
fn key_cost(spec: BloomSpec) -> u64 {
    match spec.hash.derivation {
        Derivation::Independent => 8 * u64::from(spec.n_hashes),
        Derivation::Double | Derivation::Enhanced => 8 + u64::from(spec.n_hashes),
    }
}

/// `0..count` in van der Corput's order (1935): the numbers with their bits read backwards.
fn spread(count: usize) -> Vec<usize> {
    let bits = count.next_power_of_two().trailing_zeros();
    (0..count.next_power_of_two())
        .map(|i| if bits == 0 { 0 } else { i.reverse_bits() >> (usize::BITS - bits) })
        .filter(|&i| i < count)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::experiment::sweep::HashRule;
    use crate::experiment::{KeySource, SweepKeys};
    use crate::hash::HashSpec;

    fn spec(axis: Axis, points: Vec<u64>, m: u64, n: u64, probes: u64) -> SweepSpec {
        let base = BloomSpec { n_bits: m, n_hashes: 4, hash: HashSpec::default() };
        let keys = SweepKeys::Generated(KeySource::Random64);
        SweepSpec { axis, base, n, points, keys, seed: 1, probes_per_point: probes }
    }

    #[test]
    fn points_are_spread_and_complete() {
        assert_eq!(spread(8), [0, 4, 2, 6, 1, 5, 3, 7]);
        for count in 0..70 {
            assert_eq!(spread(count).into_iter().collect::<BTreeSet<_>>(), (0..count).collect());
        }
    }

    #[test]
    fn a_large_filter_is_not_rebuilt_for_a_handful_of_probes() {
        let sweep = spec(Axis::Hashes, (1..=16).collect(), 10_000_000, 1_000_000, 20_000);
        assert_eq!(chunks(&sweep).len(), 16);
        let sweep = spec(Axis::Keys, (0..40).map(|i| i * 25_000).collect(), 10_000_000, 0, 20_000);
        assert_eq!(chunks(&sweep).iter().map(|chunk| chunk.probes).collect::<Vec<_>>(), [2500, 2500, 5000, 10_000]);
    }

    proptest! {
        #[test]
        fn every_point_gets_its_probes_and_round_follows_round(
            axis in prop::sample::select(vec![Axis::Keys, Axis::Hashes, Axis::Bits(HashRule::Best)]),
            points in prop::collection::vec(1..200_u64, 0..20),
            m in 1..4000_u64, n in 0..300_u64, probes in 0..30_000_u64,
        ) {
            let sweep = spec(axis, points.clone(), m, n, probes);
            let mut seen = vec![0; points.len()];
            let mut next_trial = 0;
            for chunk in chunks(&sweep) {
                prop_assert_eq!(chunk.first_trial, next_trial);
                prop_assert!(chunk.trials > 0 && chunk.probes >= chunk.trials);
                prop_assert!(chunk.trials == 1 || chunk.cost <= 2 * CHUNK_COST);
                next_trial += chunk.trials;
                match chunk.points {
                    Points::All => seen.iter_mut().for_each(|probes| *probes += chunk.probes),
                    Points::One(point) => seen[point] += chunk.probes,
                }
                // Coarse first: nobody is more than a round ahead, and a round at most doubles.
                let (least, most) = (seen.iter().min().copied().unwrap_or(0), seen.iter().max().copied().unwrap_or(0));
                prop_assert!(most <= 2 * least.max(probes.min(2 * FIRST_PROBES)) + 1, "{:?}", seen);
            }
            prop_assert!(seen.iter().all(|&had| had == probes), "{:?}", seen);
        }
    }
}
