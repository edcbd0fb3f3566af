//! From a chart to the measurement that fills it, and back.

use super::{Observed, Plot, Request, Tally, sweep_points};
use crate::experiment::{Axis, Failure, HashRule, Plan, PointTally, SweepKeys, SweepSpec, Work};
use crate::filter::BloomSpec;
use crate::hash::HashSpec;

/// What a measurement may cost, in the plan's units, and still start by itself: about twenty seconds of one worker.
const UNASKED: u64 = 2000 << 20;

/// What a measurement takes besides the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// How keys become positions.
    pub hash: HashSpec,
    /// Where keys come from.
    pub keys: SweepKeys,
    /// Everything random follows from it.
    pub seed: u64,
    /// Probes that each place gets in the end.
    pub probes: u64,
}

/// Whether a measurement may start by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effort {
    /// It is short enough.
    Small,
    /// It should be asked for.
    Large,
    /// It cannot be made.
    Impossible(Failure),
}

impl Request {
    /// The measurement that fills this chart; `None` for a view that is not measured.
    #[must_use]
    pub fn sweep(&self, method: &Method) -> Option<SweepSpec> {
        let axis = match self.plot {
            Plot::Keys => Axis::Keys,
            Plot::Hashes => Axis::Hashes,
            Plot::BitsPerKey => Axis::Bits(HashRule::Fixed),
            Plot::Target => return None,
        };
        let setting = &self.setting;
        // What differs from point to point has no say in the base: another k leaves the measurement against k as it is.
        let n_hashes = if axis == Axis::Hashes { 1 } else { setting.n_hashes };
        let point = |x: f64| {
            let (n, m, k) = setting.filter_at(self.plot, x);
            match axis {
                Axis::Keys => n,
                Axis::Hashes => u64::from(k),
                Axis::Bits(_) => m,
            }
        };
        Some(SweepSpec {
            axis,
            base: BloomSpec { n_bits: setting.n_bits, n_hashes, hash: method.hash },
            n: setting.capacity,
            points: sweep_points(self.plot, setting).into_iter().map(point).collect(),
            keys: method.keys.clone(),
            seed: method.seed,
            probes_per_point: method.probes,
        })
    }

    /// What a measurement saw, place by place. `tallies` are in the order of the sweep's points.
    #[must_use]
    pub fn observed(&self, tallies: &[PointTally]) -> Vec<Observed> {
        let seen = |(x, tally): (f64, &PointTally)| {
            let (_, m, _) = self.setting.filter_at(self.plot, x);
            let bits = m as f64 * tally.filters.max(1) as f64;
            let counted = Tally { hits: tally.hits, probes: tally.probes };
            Observed { x, tally: counted, fill_ratio: tally.ones as f64 / bits }
        };
        sweep_points(self.plot, &self.setting).into_iter().zip(tallies).map(seen).collect()
    }
}

/// How much work a measurement is.
#[must_use]
pub fn effort(spec: &SweepSpec) -> Effort {
    match Plan::new(Work::Sweep(spec.clone())) {
        Err(failure) => Effort::Impossible(failure),
        Ok(plan) => {
            let cost = (0..plan.n_chunks()).fold(0_u64, |sum, chunk| sum.saturating_add(plan.cost(chunk)));
            if cost <= UNASKED { Effort::Small } else { Effort::Large }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Agreement, Kind, Scale, Setting, agreement};
    use super::*;
    use crate::experiment::{KeySource, Outcome, run_to_end};
    use crate::hash::Derivation;

    fn measured(plot: Plot, setting: Setting, derivation: Derivation, probes: u64) -> super::super::ChartSpec {
        let request = Request { plot, setting, x_scale: Scale::Linear, y_scale: Scale::Log };
        let hash = HashSpec { derivation, ..HashSpec::default() };
        let method = Method { hash, keys: SweepKeys::Generated(KeySource::default()), seed: 7, probes };
        let tallies = match request.sweep(&method).map(|spec| run_to_end(Work::Sweep(spec))) {
            Some(Ok(Outcome::Points(tallies))) => tallies,
            _ => Vec::new(),
        };
        request.observe(request.chart(), &request.observed(&tallies))
    }

    const SMALL: Setting = Setting { capacity: 40, len: 34, n_bits: 256, n_hashes: 3, target: Some(0.05), ones: None };

    #[test]
    fn measurements_meet_the_exact_line_in_every_view() {
        for plot in [Plot::Keys, Plot::Hashes, Plot::BitsPerKey] {
            let chart = measured(plot, SMALL, Derivation::Independent, 4000);
            let points = chart.series(Kind::Measured).map(|series| series.points.clone()).unwrap_or_default();
            assert_eq!(points.len(), chart.rows.len(), "{plot:?}");
            // 99.9 % intervals of about twenty places: one miss or more has a probability of 2 %, and the seed is fixed.
            for point in points {
                let theory = chart.value(Kind::Exact, point.x).unwrap_or(f64::NAN);
                let tally = point.observed.map_or(Tally { hits: 0, probes: 0 }, |(tally, _)| tally);
                assert_eq!(tally.probes, 4000);
                let found = agreement(tally, theory);
                assert!(matches!(found, Agreement::Agrees | Agreement::Doubtful), "{plot:?} {point:?} {theory}");
            }
            assert!(chart.series(Kind::Realised).is_some_and(|series| series.points.len() == chart.rows.len()));
        }
    }

    #[test]
    fn double_hashing_is_far_off_theory_in_a_small_filter() {
        let setting = Setting { capacity: 20, len: 20, n_bits: 1024, n_hashes: 16, target: None, ones: None };
        let seen = |derivation| measured(Plot::Hashes, setting, derivation, 100_000).seen().map(|seen| seen.agreement);
        assert_eq!(seen(Derivation::Double), Some(Agreement::Above));
        assert_eq!(seen(Derivation::Independent), Some(Agreement::Agrees));
    }

    #[test]
    fn only_what_is_measured_restarts_a_measurement() {
        let sweep = |plot, setting| {
            let keys = SweepKeys::Generated(KeySource::default());
            let method = Method { hash: HashSpec::default(), keys, seed: 1, probes: 100 };
            Request { plot, setting, x_scale: Scale::Linear, y_scale: Scale::Linear }.sweep(&method)
        };
        let other_k = Setting { n_hashes: 5, ..SMALL };
        assert_eq!(sweep(Plot::Hashes, SMALL), sweep(Plot::Hashes, other_k));
        assert_ne!(sweep(Plot::Keys, SMALL), sweep(Plot::Keys, other_k));
        let other_bits = Setting { ones: Some(3), target: None, ..SMALL };
        assert_eq!(sweep(Plot::Keys, SMALL), sweep(Plot::Keys, other_bits));
        assert_ne!(sweep(Plot::Hashes, SMALL), sweep(Plot::Hashes, Setting { n_bits: 257, ..SMALL }));
    }

    #[test]
    fn long_measurements_wait_to_be_asked_for() {
        let of = |n: u64, m: u64, probes| {
            let setting = Setting { capacity: n, len: n, n_bits: m, n_hashes: 7, target: None, ones: None };
            let request = Request { plot: Plot::Keys, setting, x_scale: Scale::Linear, y_scale: Scale::Log };
            let keys = SweepKeys::Generated(KeySource::default());
            let method = Method { hash: HashSpec::default(), keys, seed: 1, probes };
            request.sweep(&method).map(|spec| effort(&spec))
        };
        assert_eq!(of(40, 256, 10_000), Some(Effort::Small));
        assert_eq!(of(1_000_000, 9_585_059, 10_000), Some(Effort::Small));
        assert_eq!(of(100_000_000, 958_505_900, 10_000), Some(Effort::Large));
        assert!(matches!(of(1_000_000_000, 9_585_058_400, 10_000), Some(Effort::Impossible(_))));
    }
}
