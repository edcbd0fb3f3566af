//! The Lab's filter under observation: the bits, and – for teaching only – the keys behind them.
//!
//! A real filter has no list of its keys. Here the keys can be had again from [`Contents`], so that any bit can name the
//! keys that set it and every answer can be checked against the truth. Up to [`INDEXED_KEYS`] keys an index from bit to keys
//! is kept; up to [`ON_DEMAND_KEYS`] all keys are gone through when asked; above that provenance is off.

mod provenance;

pub use provenance::Provenance;

use std::collections::HashMap;

use super::{Contents, Edit};
use crate::filter::{Bloom, BloomSpec, MemoryRefused, Verdict};

/// Up to this many keys, which keys set a bit is kept at hand.
pub const INDEXED_KEYS: u64 = 10_000;

/// Up to this many keys, which keys set a bit is found by going through all of them.
pub const ON_DEMAND_KEYS: u64 = 2_000_000;

/// What is known about the keys behind the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// An index is kept: answers at once.
    Indexed,
    /// Keys are gone through when asked.
    OnDemand,
    /// Too many keys.
    Off,
}

/// What [`Lab::sync`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Synced {
    /// Nothing: the filter was as asked.
    Unchanged,
    /// Keys were added to the bits that were there.
    Added {
        /// How many keys.
        keys: u64,
        /// The bits that were 0 before, in the order in which they were set.
        newly_set: Vec<u64>,
    },
    /// A key's bits were cleared.
    Cleared {
        /// The bits that were 1 before, in probe order.
        cleared: Vec<u64>,
    },
    /// Everything was built anew.
    Rebuilt,
}

/// A filter, what went into it, and who lit which bit.
#[derive(Clone, Debug)]
pub struct Lab {
    bloom: Bloom,
    spec: BloomSpec,
    seed: u64,
    contents: Contents,
    owners: HashMap<u64, Vec<u32>>,
}

impl Lab {
    /// A filter of this spec holding these keys.
    ///
    /// # Errors
    /// [`MemoryRefused`] when the bits cannot be had.
    pub fn try_new(spec: BloomSpec, seed: u64, contents: &Contents) -> Result<Self, MemoryRefused> {
        let before_edits = Contents { edits: Vec::new(), ..contents.clone() };
        let mut lab = Self::of_nothing(Bloom::try_new(spec)?, spec, seed);
        lab.add_from(&before_edits, 0);
        lab.replay(contents);
        Ok(lab)
    }

    /// A filter built elsewhere from the keys before the first deletion; what came later is done to it here. Provenance is
    /// indexed if the keys are few.
    #[must_use]
    pub fn adopt(bloom: Bloom, spec: BloomSpec, seed: u64, contents: &Contents) -> Self {
        let mut lab = Self::of_nothing(bloom, spec, seed);
        lab.contents = Contents { edits: Vec::new(), ..contents.clone() };
        if lab.kept() == Kept::Indexed {
            lab.index_from(0);
        }
        lab.replay(contents);
        lab
    }

    fn of_nothing(bloom: Bloom, spec: BloomSpec, seed: u64) -> Self {
        Self { bloom, spec, seed, contents: Contents::default(), owners: HashMap::new() }
    }

    /// Brings the filter to this spec and these keys, by adding where the new keys continue the old ones.
    ///
    /// # Errors
    /// [`MemoryRefused`] when the bits cannot be had; the filter is then as it was.
    pub fn sync(&mut self, spec: BloomSpec, seed: u64, contents: &Contents) -> Result<Synced, MemoryRefused> {
        if !self.continues_to(spec, seed, contents) {
            *self = Self::try_new(spec, seed, contents)?;
            return Ok(Synced::Rebuilt);
        }
        if *contents == self.contents {
            return Ok(Synced::Unchanged);
        }
        let before = self.contents.len();
        match contents.edits.get(self.contents.edits.len()..).unwrap_or_default() {
            [Edit::Delete(key)] if contents.len() == before => {
                let cleared = self.bloom.clear_key(key.as_bytes());
                self.contents = contents.clone();
                Ok(Synced::Cleared { cleared })
            }
            later if later.iter().all(Edit::inserts) => {
                let newly_set = self.add_from(contents, before);
                Ok(Synced::Added { keys: contents.len() - before, newly_set })
            }
            _ => {
                *self = Self::try_new(spec, seed, contents)?;
                Ok(Synced::Rebuilt)
            }
        }
    }

    /// Whether [`Lab::sync`] would keep the present bits.
    #[must_use]
    pub fn continues_to(&self, spec: BloomSpec, seed: u64, contents: &Contents) -> bool {
        spec == self.spec && seed == self.seed && contents.continues(&self.contents)
    }

    /// The filter.
    #[must_use]
    pub const fn bloom(&self) -> &Bloom {
        &self.bloom
    }

    /// What it was built from.
    #[must_use]
    pub const fn spec(&self) -> BloomSpec {
        self.spec
    }

    /// What went into it.
    #[must_use]
    pub const fn contents(&self) -> &Contents {
        &self.contents
    }

    /// What is known about the keys behind the bits.
    #[must_use]
    pub fn kept(&self) -> Kept {
        match self.contents.len() {
            n if n <= INDEXED_KEYS => Kept::Indexed,
            n if n <= ON_DEMAND_KEYS => Kept::OnDemand,
            _ => Kept::Off,
        }
    }

    /// The filter's answer about a key.
    #[must_use]
    pub fn ask(&self, key: &[u8]) -> Verdict {
        self.bloom.contains(key)
    }

    /// The truth about a key, which the filter does not know.
    #[must_use]
    pub fn is_member(&self, key: &[u8]) -> bool {
        self.contents.contains(self.seed, key)
    }

    /// A key's name by its number.
    #[must_use]
    pub fn name(&self, index: u64) -> Option<String> {
        self.contents.name(self.seed, index)
    }

    /// Does what the log of `contents` has beyond the present one.
    fn replay(&mut self, contents: &Contents) {
        for edit in contents.edits.get(self.contents.edits.len()..).unwrap_or_default() {
            match edit {
                Edit::Insert(key) => drop(self.bloom.insert(key.as_bytes())),
                Edit::Delete(key) => drop(self.bloom.clear_key(key.as_bytes())),
            }
        }
        let before = self.contents.len();
        self.contents = contents.clone();
        if self.kept() == Kept::Indexed {
            self.index_from(before);
        }
    }

    /// Inserts the keys of `contents` from number `from` on; returns the bits that were 0.
    fn add_from(&mut self, contents: &Contents, from: u64) -> Vec<u64> {
        let mut newly_set = Vec::new();
        let bloom = &mut self.bloom;
        contents.for_each(self.seed, from, |_, key| {
            bloom.insert_with(key, |bit| newly_set.push(bit));
        });
        self.contents = contents.clone();
        match self.kept() {
            Kept::Indexed => self.index_from(from),
            Kept::OnDemand | Kept::Off => self.owners = HashMap::new(),
        }
        newly_set
    }

    /// Enters the keys from number `from` on; a key that was deleted later keeps its entries, and is passed over when asked.
    fn index_from(&mut self, from: u64) {
        let prober = *self.bloom.prober();
        let owners = &mut self.owners;
        self.contents.for_each(self.seed, from, |index, key| {
            for probe in prober.probes(key) {
                let keys = owners.entry(probe.index).or_default();
                if keys.last() != Some(&(index as u32)) {
                    keys.push(index as u32);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Generated, KeySource};
    use super::*;
    use crate::hash::HashSpec;

    pub(super) const SPEC: BloomSpec = BloomSpec {
        n_bits: 256,
        n_hashes: 3,
        hash: HashSpec {
            digest: crate::hash::Digest::Murmur3,
            derivation: crate::hash::Derivation::Double,
            reduction: crate::hash::Reduction::Modulo,
        },
    };

    pub(super) fn contents(source: KeySource, count: u64) -> Contents {
        Contents { generated: Some(Generated { source, count }), ..Contents::default() }
    }

    pub(super) fn assets(count: u64) -> Contents {
        contents(KeySource::Sequential { prefix: "asset:".into(), start: 1001 }, count)
    }

    #[test]
    fn the_resting_picture_holds_a_false_positive_that_names_its_lights() {
        let lab = Lab::try_new(SPEC, 1, &assets(34)).unwrap();
        assert_eq!(lab.bloom().bits().ones(), 88);
        let key = b"asset:10021";
        assert_eq!(lab.ask(key), Verdict::PossiblyPresent);
        assert!(!lab.is_member(key));
        let positions: Vec<u64> = lab.bloom().prober().probes(key).map(|p| p.index).collect();
        assert_eq!(positions, [193, 2, 67]);
        for entry in lab.provenance(&positions, 8).unwrap() {
            assert!(entry.total >= 1);
            for index in entry.keys {
                let name = lab.name(index).unwrap();
                assert!(lab.bloom().prober().probes(name.as_bytes()).any(|p| p.index == entry.bit), "{name}");
            }
        }
    }

    #[test]
    fn adding_gives_the_same_bits_as_building_anew() {
        let mut grown = Lab::try_new(SPEC, 1, &assets(10)).unwrap();
        let Synced::Added { keys, newly_set } = grown.sync(SPEC, 1, &assets(30)).unwrap() else { panic!() };
        let built = Lab::try_new(SPEC, 1, &assets(30)).unwrap();
        assert_eq!(keys, 20);
        assert_eq!(grown.bloom().bits(), built.bloom().bits());
        assert!(newly_set.iter().all(|&bit| built.bloom().bits().get(bit)));
        assert_eq!(grown.provenance(&newly_set, 3), built.provenance(&newly_set, 3));
        assert_eq!(grown.sync(SPEC, 1, &assets(30)), Ok(Synced::Unchanged));
        assert_eq!(grown.sync(SPEC, 1, &assets(29)), Ok(Synced::Rebuilt));
        assert_eq!(grown.sync(SPEC, 2, &assets(29)), Ok(Synced::Rebuilt));
    }

    #[test]
    fn a_refusal_leaves_the_filter_as_it_was() {
        let mut lab = Lab::try_new(SPEC, 1, &assets(10)).unwrap();
        let before = lab.bloom().bits().clone();
        assert!(lab.sync(BloomSpec { n_bits: 1 << 40, ..SPEC }, 1, &assets(10)).is_err());
        assert_eq!((lab.bloom().bits(), lab.spec()), (&before, SPEC));
    }
}
