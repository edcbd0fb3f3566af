//! Intervals for observed rates.

/// The two-sided 95 % point of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A closed interval of rates, 0 ≤ low ≤ high ≤ 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Whether `rate` lies in the interval, ends included.
    #[must_use]
    pub fn contains(&self, rate: f64) -> bool {
        self.low <= rate && rate <= self.high
    }

    /// high − low.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

/// A measured proportion: never a bare float.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// How many trials came out true: for a measured rate, absent keys reported as possibly present.
    pub hits: u64,
    /// How many trials there were.
    pub trials: u64,
}

impl Observed {
    /// hits/trials; `None` before the first trial.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.trials > 0).then(|| self.hits.min(self.trials) as f64 / self.trials as f64)
    }

    /// The 95 % Wilson interval.
    #[must_use]
    pub fn interval(&self) -> Interval {
        wilson(self.hits, self.trials, Z95)
    }

    /// Both sets of trials together.
    #[must_use]
    pub const fn merge(self, other: Self) -> Self {
        Self { hits: self.hits.saturating_add(other.hits), trials: self.trials.saturating_add(other.trials) }
    }
}

/// The Wilson (1927) score interval for `hits` of `trials`, `z` standard deviations wide on each side.
///
/// The rates p whose own standard deviation √(p(1−p)/trials) puts the observation at most z away: the roots of
/// (trials+z²)p² − (2·hits+z²)p + hits²/trials = 0. Both are computed without cancellation, the lower one from the product
/// of the two.
///
/// Edges: no trials, \[0, 1\]; no hits, low is exactly 0; only hits, high is exactly 1; `hits` above `trials` counts as
/// `trials`; a negative z counts as its absolute value. Never leaves \[0, 1\], unlike hits/trials ± z·σ.
#[must_use]
pub fn wilson(hits: u64, trials: u64, z: f64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let hits = hits.min(trials);
    let (h, misses, t, z) = (hits as f64, (trials - hits) as f64, trials as f64, libm::fabs(z));
    let root = z * libm::sqrt(z * z + 4.0 * h * (misses / t));
    let upper_end = |h: f64| (2.0 * h + z * z + root) / (2.0 * (t + z * z));
    let high = if hits == trials { 1.0 } else { upper_end(h).min(1.0) };
    let low = match hits {
        0 => 0.0,
        _ => (h * (h / t) / ((t + z * z) * upper_end(h))).clamp(0.0, high),
    };
    Interval { low, high }
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // the edges are exact
mod tests {
    use super::*;

    #[test]
    fn ends_are_exact_at_the_edges() {
        assert_eq!(wilson(0, 0, Z95), Interval { low: 0.0, high: 1.0 });
        assert_eq!(wilson(0, 10, Z95).low, 0.0);
        assert_eq!(wilson(10, 10, Z95).high, 1.0);
        assert_eq!(wilson(11, 10, Z95), wilson(10, 10, Z95));
        let point = wilson(1, 4, 0.0);
        assert!((point.low - 0.25).abs() < 1e-15 && (point.high - 0.25).abs() < 1e-15);
    }

    #[test]
    fn an_observation_merges_as_its_counts_do() {
        let both = Observed { hits: 1, trials: 10 }.merge(Observed { hits: 2, trials: 20 });
        assert_eq!(both, Observed { hits: 3, trials: 30 });
        assert_eq!(both.rate(), Some(0.1));
        assert_eq!(Observed::default().rate(), None);
        assert!(both.interval().contains(0.1));
    }
}
