//! What the Compare room is asked: how many keys, and a rate or a budget.

use super::{PairPart, Scenario, WaysPart};
use crate::experiment::{CONTEST_PROBES, Contest, Goal};

/// The keys of a comparison where nothing says how many.
const KEYS: u64 = 10_000;

/// The rate where nothing says which.
const RATE: f64 = 0.01;

/// What a link says of the comparison; what is absent follows from the filter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ComparePart {
    /// How many keys.
    pub keys: Option<u64>,
    /// A rate or a budget.
    pub goal: Option<Goal>,
    /// Ways to live with deletions.
    pub ways: WaysPart,
    /// Two filters combined.
    pub pair: PairPart,
}

impl Scenario {
    /// The keys of the comparison: as asked, or as the filter is designed for; 10,000 beside the resting picture, which is
    /// too small to tell structures apart.
    #[must_use]
    pub fn contest_keys(&self) -> u64 {
        let designed = || self.filter.sizing().ok().filter(|_| !self.filter_rests()).map(|sizing| sizing.n);
        self.compare.keys.or_else(designed).unwrap_or(KEYS)
    }

    /// What is to be kept: as asked, or the filter's target rate, or 1 %.
    #[must_use]
    pub fn contest_goal(&self) -> Goal {
        self.compare.goal.or(self.filter.given.p.map(Goal::Rate)).unwrap_or(Goal::Rate(RATE))
    }

    /// The comparison as it is measured.
    #[must_use]
    pub fn contest(&self) -> Contest {
        Contest {
            n: self.contest_keys(),
            goal: self.contest_goal(),
            hash: self.filter.hash,
            source: self.key_source(),
            seed: self.filter.seed,
            n_probes: CONTEST_PROBES,
        }
    }

    fn filter_rests(&self) -> bool {
        self.filter.given == Self::default().filter.given
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Notice, from_query, to_query};
    use super::*;

    #[test]
    fn a_comparison_survives_in_a_link() {
        for query in ["view=compare&cn=5000&cm=524288", "view=compare&cp=0.001", "view=compare&n=700&p=0.02&keys="] {
            let (scenario, notices) = from_query(query);
            assert_eq!((to_query(&scenario).as_str(), notices.len()), (query, 0));
        }
        let (scenario, _) = from_query("view=compare&cn=1e5&cm=64KiB");
        assert_eq!((scenario.contest_keys(), scenario.contest_goal()), (100_000, Goal::Memory(524_288)));
    }

    #[test]
    fn what_a_link_leaves_open_follows_from_the_filter() {
        let asked = |query| {
            let (scenario, _) = from_query(query);
            (scenario.contest_keys(), scenario.contest_goal())
        };
        assert_eq!(asked("view=compare"), (10_000, Goal::Rate(0.01)));
        assert_eq!(asked("view=compare&n=700&p=0.02"), (700, Goal::Rate(0.02)));
    }

    #[test]
    fn a_bad_value_is_named_with_what_is_used_instead() {
        let (scenario, notices) = from_query("view=compare&cn=none&cm=1MB&cp=1%25");
        assert_eq!((scenario.contest_keys(), scenario.contest_goal()), (10_000, Goal::Memory(8_000_000)));
        let told: Vec<_> = notices
            .into_iter()
            .map(|notice| match notice {
                Notice::Link { name, used, .. } => (name, used.unwrap_or_default()),
                other => panic!("{other:?}"),
            })
            .collect();
        let expected = [("cn", "10000"), ("cp", "8000000")].map(|(name, used)| (name.to_owned(), used.to_owned()));
        assert_eq!(told, expected);
    }
}
