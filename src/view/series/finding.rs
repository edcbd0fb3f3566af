//! What a view shows, in a few numbers: the sentence above the chart is made of these.

use super::{ChartSpec, Kind, MarkKind, Plot, Setting, Tally};
use crate::theory::interval::{self, Interval};
use crate::theory::{rate, sizing};

/// The point of a view, for the filter at hand. Rates are exact ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// The rate grows with the keys.
    Keys {
        /// Keys inserted.
        len: u64,
        /// The rate now.
        rate: f64,
        /// The rate with twice the keys designed for.
        doubled: f64,
    },
    /// There is a best k.
    Hashes {
        /// The rate now.
        rate: f64,
        /// The whole k whose rate is least.
        best: u32,
        /// Its rate.
        least: f64,
        /// (m/n) ln 2, which may be far above what is allowed.
        ideal: f64,
    },
    /// More bits, fewer errors.
    BitsPerKey {
        /// Bits for each key.
        bits: f64,
        /// The rate now.
        rate: f64,
        /// The rate with one more bit for each key, k unchanged.
        more: f64,
        /// The whole k whose rate is least.
        best: u32,
        /// Its rate.
        least: f64,
    },
    /// What a rate costs.
    Target {
        /// The rate asked for.
        target: f64,
        /// Bits for each key that it takes at best.
        bits: f64,
        /// Bits for each key that the filter has.
        spent: f64,
    },
}

/// How a measurement stands to theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Theory is inside the 95 % interval.
    Agrees,
    /// Theory is outside of that, but inside the 99.9 % interval: chance may do this.
    Doubtful,
    /// The filter errs more often than theory says, beyond chance.
    Above,
    /// Less often, beyond chance.
    Below,
}

/// What was counted at the present parameters, against the exact rate there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// The counts.
    pub tally: Tally,
    /// The 95 % interval.
    pub interval: Interval,
    /// The exact rate.
    pub theory: f64,
    /// Whether they agree.
    pub agreement: Agreement,
}

/// Two-sided 99.9 %: a page that is looked at often should not cry wolf once in twenty times.
const Z999: f64 = 3.290_526_731_491_926;

impl Setting {
    /// What a view shows for this filter.
    #[must_use]
    pub fn finding(&self, plot: Plot) -> Finding {
        let (n, m, k) = (self.capacity, self.n_bits, self.n_hashes);
        let exact = |n, m, k| rate::exact(n, m, k).value;
        let best = rate::best_hashes_exact(n, m);
        let bits = m as f64 / n.max(1) as f64;
        match plot {
            Plot::Keys => {
                Finding::Keys { len: self.len, rate: exact(self.len, m, k), doubled: exact(n.saturating_mul(2), m, k) }
            }
            Plot::Hashes => {
                Finding::Hashes { rate: exact(n, m, k), best, least: exact(n, m, best), ideal: super::best_k(self) }
            }
            Plot::BitsPerKey => Finding::BitsPerKey {
                bits,
                rate: exact(n, m, k),
                more: exact(n, m.saturating_add(n), k),
                best,
                least: exact(n, m, best),
            },
            Plot::Target => {
                let target = self.aim();
                Finding::Target { target, bits: sizing::bits_per_key_for(target), spent: bits }
            }
        }
    }
}

/// Counts against a rate.
#[must_use]
pub fn agreement(tally: Tally, theory: f64) -> Agreement {
    let within = |z| interval::wilson(tally.hits, tally.probes, z);
    let wide = within(Z999);
    if within(interval::Z95).contains(theory) {
        Agreement::Agrees
    } else if wide.contains(theory) {
        Agreement::Doubtful
    } else if wide.low > theory {
        Agreement::Above
    } else {
        Agreement::Below
    }
}

impl ChartSpec {
    /// What was counted at the present parameters, once something was.
    #[must_use]
    pub fn seen(&self) -> Option<Seen> {
        let x = self.mark(MarkKind::Present)?.x;
        let measured = self.series(Kind::Measured)?.points.iter().find(|point| super::same(point.x, x))?;
        let (tally, interval) = measured.observed?;
        let theory = self.value(Kind::Exact, x)?;
        Some(Seen { tally, interval, theory, agreement: agreement(tally, theory) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Observed, Request, Scale};
    use super::*;

    const SETTING: Setting =
        Setting { capacity: 40, len: 34, n_bits: 256, n_hashes: 9, target: Some(0.01), ones: None };

    #[test]
    fn the_best_k_is_best() {
        let Finding::Hashes { rate, best, least, .. } = SETTING.finding(Plot::Hashes) else { unreachable!() };
        assert!((1..=40).all(|k| rate::exact(40, 256, k).value >= least));
        assert!(best < 9 && rate > least);
    }

    #[test]
    fn a_rate_ten_times_smaller_costs_the_same_everywhere() {
        let cost = |target| match (Setting { target: Some(target), ..SETTING }).finding(Plot::Target) {
            Finding::Target { bits, .. } => bits,
            _ => f64::NAN,
        };
        assert!((cost(1e-4) - cost(1e-3) - sizing::BITS_PER_FACTOR_TEN).abs() < 1e-12);
    }

    #[test]
    fn agreement_needs_evidence() {
        assert_eq!(agreement(Tally { hits: 0, probes: 100 }, 0.01), Agreement::Agrees);
        assert_eq!(agreement(Tally { hits: 18, probes: 1000 }, 0.01), Agreement::Doubtful);
        assert_eq!(agreement(Tally { hits: 40, probes: 1000 }, 0.01), Agreement::Above);
        assert_eq!(agreement(Tally { hits: 0, probes: 100_000 }, 0.01), Agreement::Below);
    }

    #[test]
    fn the_present_place_is_measured_in_every_view() {
        for plot in [Plot::Keys, Plot::Hashes, Plot::BitsPerKey] {
            let request = Request { plot, setting: SETTING, x_scale: Scale::Linear, y_scale: Scale::Linear };
            let chart = request.chart();
            let observed: Vec<Observed> = chart
                .rows
                .iter()
                .map(|&x| Observed { x, tally: Tally { hits: 5, probes: 100 }, fill_ratio: 0.5 })
                .collect();
            assert!(chart.seen().is_none());
            assert!(request.observe(chart, &observed).seen().is_some_and(|seen| seen.tally.probes == 100), "{plot:?}");
        }
    }
}
