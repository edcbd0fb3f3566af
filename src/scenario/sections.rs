//! What the lower sections of the Compare room are asked: ways to live with deletions, and two filters combined.
//!
//! A link carries each as one list of numbers; what is empty or left out is as usual. Numbers that are numbers but cannot be
//! had together are brought into range, and said, by the section that uses them.

use super::numbers::{parse_rate, parse_whole};
use super::{LinkProblem, Scenario};
use crate::experiment::{DeletionInput, DeletionIssue, DeletionSpec, KeySource, PairInput, PairIssue, PairSpec};
use crate::filter::{BloomSpec, DEFAULT_COUNTER_BITS};
use crate::hash::{Digest, HashSpec};

/// The numbers of a run with deletions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaysPart {
    /// Keys at the start.
    pub n: u64,
    /// Keys deleted in a round.
    pub deletions: u64,
    /// Keys inserted in a round.
    pub insertions: u64,
    /// Rounds.
    pub rounds: u64,
    /// Operations from one rebuild to the next.
    pub rebuild_every: u64,
    /// The rate for which every structure is made.
    pub rate: f64,
    /// How many keys every structure is made for; none for the most that live at one time.
    pub capacity: Option<u64>,
    /// Bits of a counter of the counting filter.
    pub counter_bits: u64,
}

impl Default for WaysPart {
    fn default() -> Self {
        Self::of(&DeletionInput::default())
    }
}

impl WaysPart {
    const fn of(input: &DeletionInput) -> Self {
        let DeletionInput { n, deletions, insertions, rounds, rebuild_every, rate, capacity, counter_bits, .. } =
            *input;
        Self { n, deletions, insertions, rounds, rebuild_every, rate, capacity, counter_bits: counter_bits as u64 }
    }

    /// The run that follows, and what had to be changed for it.
    #[must_use]
    pub fn run(&self, hash: HashSpec, source: KeySource, seed: u64) -> (DeletionSpec, Vec<DeletionIssue>) {
        let Self { n, deletions, insertions, rounds, rebuild_every, rate, capacity, counter_bits } = *self;
        let usual = DeletionInput::default();
        DeletionSpec::validate(DeletionInput {
            n,
            deletions,
            insertions,
            rounds,
            rebuild_every,
            rate,
            capacity,
            counter_bits: counter_bits.min(u32::MAX.into()) as u32,
            hash,
            source,
            seed,
            ..usual
        })
    }

    /// The nearest that can be run, and what was changed.
    #[must_use]
    pub fn fitted(&self) -> (Self, Vec<DeletionIssue>) {
        let (spec, issues) = self.run(HashSpec::default(), KeySource::default(), 1);
        (Self::of(spec.input()), issues)
    }

    /// Reads a link's list. What cannot be read is as usual.
    pub(super) fn read(text: &str) -> (Self, Option<LinkProblem>) {
        let mut part = Self::default();
        let mut list = List::new(text);
        let Self { n, deletions, insertions, rounds, rebuild_every, rate, capacity, counter_bits } = &mut part;
        for place in [n, deletions, insertions, rounds, rebuild_every] {
            list.next(place, parse_whole);
        }
        list.next(rate, parse_rate);
        list.next(capacity, |text| parse_whole(text).map(Some));
        list.next(counter_bits, parse_whole);
        (part, list.end())
    }

    pub(super) fn write(&self) -> String {
        let Self { n, deletions, insertions, rounds, rebuild_every, rate, capacity, counter_bits } = self;
        let made_for = capacity.map_or_else(String::new, |n| n.to_string());
        let list = format!("{n},{deletions},{insertions},{rounds},{rebuild_every},{rate},{made_for},{counter_bits}");
        // What is usual at the end is left out.
        list.trim_end_matches(&format!(",,{DEFAULT_COUNTER_BITS}")).to_owned()
    }
}

/// The numbers of two filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairPart {
    /// Keys of A, of B, and of both.
    pub keys: (u64, u64, u64),
    /// m and k of A.
    pub a: (u64, u64),
    /// m and k of B.
    pub b: (u64, u64),
    /// The digest of B, where it is not A's.
    pub digest_b: Option<Digest>,
}

impl Default for PairPart {
    /// Two of one kind, small enough to see each bit.
    fn default() -> Self {
        Self { keys: (40, 40, 15), a: (512, 5), b: (512, 5), digest_b: None }
    }
}

impl PairPart {
    /// The filters that follow, and what had to be changed for them. `hash` is A's.
    #[must_use]
    pub fn make(&self, hash: HashSpec, source: KeySource, seed: u64) -> (PairSpec, Vec<PairIssue>) {
        let spec = |(n_bits, k): (u64, u64), hash| BloomSpec { n_bits, n_hashes: k.min(u32::MAX.into()) as u32, hash };
        let hash_b = HashSpec { digest: self.digest_b.unwrap_or(hash.digest), ..hash };
        let (n_a, n_b, common) = self.keys;
        PairSpec::validate(PairInput { n_a, n_b, common, a: spec(self.a, hash), b: spec(self.b, hash_b), source, seed })
    }

    /// The nearest that can be made, and what was changed.
    #[must_use]
    pub fn fitted(&self) -> (Self, Vec<PairIssue>) {
        let (spec, issues) = self.make(HashSpec::default(), KeySource::default(), 1);
        let PairInput { n_a, n_b, common, a, b, .. } = *spec.input();
        let numbers = |spec: BloomSpec| (spec.n_bits, u64::from(spec.n_hashes));
        (Self { keys: (n_a, n_b, common), a: numbers(a), b: numbers(b), digest_b: self.digest_b }, issues)
    }

    /// Reads a link's list, as [`WaysPart::read`]; `digest` reads its last item.
    pub(super) fn read(
        text: &str,
        digest: impl Fn(&str) -> Result<Digest, LinkProblem>,
    ) -> (Self, Option<LinkProblem>) {
        let mut part = Self::default();
        let mut list = List::new(text);
        let Self { keys: (n_a, n_b, common), a, b, digest_b } = &mut part;
        for place in [n_a, n_b, common, &mut a.0, &mut a.1, &mut b.0, &mut b.1] {
            list.next(place, parse_whole);
        }
        list.next(digest_b, |text| digest(text).map(Some));
        (part, list.end())
    }

    pub(super) fn write(&self, digest: impl Fn(Digest) -> &'static str) -> String {
        let Self { keys: (n_a, n_b, common), a: (m_a, k_a), b: (m_b, k_b), digest_b } = self;
        let list = format!("{n_a},{n_b},{common},{m_a},{k_a},{m_b},{k_b}");
        digest_b.map_or(list.clone(), |of_b| format!("{list},{}", digest(of_b)))
    }
}

/// A comma-separated list, read item by item.
struct List<'t> {
    items: std::str::Split<'t, char>,
    position: usize,
    bad: Option<usize>,
}

impl<'t> List<'t> {
    fn new(text: &'t str) -> Self {
        Self { items: text.split(','), position: 0, bad: None }
    }

    /// Reads the next item into its place, where there is one that can be read.
    fn next<T, E>(&mut self, place: &mut T, read: impl Fn(&str) -> Result<T, E>) {
        self.position += 1;
        let Some(item) = self.items.next().map(str::trim).filter(|item| !item.is_empty()) else { return };
        match read(item) {
            Ok(value) => *place = value,
            Err(_) => self.bad = self.bad.or(Some(self.position)),
        }
    }

    /// What was wrong with the list: the first bad item, or one too many.
    fn end(mut self) -> Option<LinkProblem> {
        let surplus = self.items.next().map(|_| self.position + 1);
        self.bad.or(surplus).map(|position| LinkProblem::Parameter { position })
    }
}

impl Scenario {
    /// The run with deletions, with the filter's hash, seed and kind of keys.
    #[must_use]
    pub fn deletion(&self) -> DeletionSpec {
        self.compare.ways.run(self.filter.hash, self.key_source(), self.filter.seed).0
    }

    /// The two filters, with the same.
    #[must_use]
    pub fn pair(&self) -> PairSpec {
        self.compare.pair.make(self.filter.hash, self.key_source(), self.filter.seed).0
    }

    /// Where the keys of experiments come from: as the filter's generated ones.
    pub(super) fn key_source(&self) -> KeySource {
        self.filter.contents.generated.as_ref().map_or_else(KeySource::default, |g| g.source.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Notice, from_query, to_query};
    use super::*;

    #[test]
    fn both_lists_survive_in_a_link() {
        for query in [
            "view=compare&ways=2000,100,50,8,300,0.02",
            "view=compare&ways=2000,100,50,8,300,0.02,500,2",
            "view=compare&ways=2000,100,50,8,300,0.02,,3",
            "view=compare&pair=600,500,200,9586,7,9586,7",
            "view=compare&pair=600,500,200,9586,7,9586,7,xxh3-64",
        ] {
            let (scenario, notices) = from_query(query);
            assert_eq!((to_query(&scenario).as_str(), notices.as_slice()), (query, [].as_slice()));
        }
        let (scenario, notices) = from_query("view=compare&ways=2e3,,,5&pair=,,,1024");
        assert_eq!(scenario.compare.ways, WaysPart { n: 2000, rounds: 5, ..WaysPart::default() });
        assert_eq!(scenario.compare.pair, PairPart { a: (1024, 5), ..PairPart::default() });
        assert!(notices.is_empty());
        assert_eq!(to_query(&from_query("view=compare&ways=&pair=").0), "view=compare");
    }

    #[test]
    fn what_cannot_be_used_is_named_with_what_is_used_instead() {
        let told = |query: &str| match from_query(query).1.as_slice() {
            [Notice::Link { name, problem, used, .. }] => {
                (name.clone(), problem.clone(), used.clone().unwrap_or_default())
            }
            other => panic!("{query}: {other:?}"),
        };
        let usual = WaysPart::default().write();
        assert_eq!(told("ways=x"), ("ways".into(), LinkProblem::Parameter { position: 1 }, usual.clone()));
        assert_eq!(told("ways=,,,,,1.5"), ("ways".into(), LinkProblem::Parameter { position: 6 }, usual));
        let seven = WaysPart { capacity: Some(7), ..WaysPart::default() }.write();
        assert_eq!(told("ways=,,,,,,7,4,1"), ("ways".into(), LinkProblem::Parameter { position: 9 }, seven));
        assert_eq!(told("pair=,,,,,,,md5").1, LinkProblem::Parameter { position: 8 });
        let (scenario, notices) = from_query("ways=1e9&pair=,,999");
        assert!(notices.is_empty());
        let (fitted, issues) = scenario.compare.ways.fitted();
        assert_eq!((fitted.n, issues.len(), fitted.fitted()), (100_000, 1, (fitted, Vec::new())));
        assert_eq!(scenario.compare.pair.fitted().0, PairPart { keys: (40, 40, 40), ..PairPart::default() });
    }
}
