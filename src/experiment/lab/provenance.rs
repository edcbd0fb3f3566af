//! Which keys set a bit: all of them, or all but one.

use super::{Kept, Lab};
use crate::filter::Verdict;

/// The keys that set one bit, as far as they are in the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The bit.
    pub bit: u64,
    /// The numbers of the first keys that set it, in order of insertion.
    pub keys: Vec<u64>,
    /// How many keys set it in all.
    pub total: u64,
}

impl Lab {
    /// For each of the bits, which keys set it: the first `most` of them and how many in all. `None` when provenance is off.
    #[must_use]
    pub fn provenance(&self, bits: &[u64], most: usize) -> Option<Vec<Provenance>> {
        self.owners_of(bits, most, None)
    }

    /// For each different bit of the key, in probe order, which *other* keys set it: those that lose a bit when the key's bits
    /// are cleared. The first `most` of them and how many in all; `None` when provenance is off.
    #[must_use]
    pub fn sharers(&self, key: &[u8], most: usize) -> Option<Vec<Provenance>> {
        let mut bits: Vec<u64> = Vec::new();
        for probe in self.bloom.prober().probes(key) {
            if !bits.contains(&probe.index) {
                bits.push(probe.index);
            }
        }
        self.owners_of(&bits, most, Some(key))
    }

    /// The keys in the set of which each is denied once this key's bits are cleared, and not before: those that share a bit with
    /// it. The numbers of the first `most` and how many in all, counting the key itself as none; `None` when provenance is off.
    #[must_use]
    pub fn at_risk(&self, key: &[u8], most: usize) -> Option<(Vec<u64>, u64)> {
        let mut sharing: Vec<u64> = self
            .sharers(key, usize::MAX)?
            .into_iter()
            .filter(|entry| self.bloom.bits().get(entry.bit))
            .flat_map(|entry| entry.keys)
            .collect();
        sharing.sort_unstable();
        sharing.dedup();
        let mut names = std::collections::HashSet::new();
        sharing.retain(|&index| {
            let Some(name) = self.contents.key(self.seed, index) else { return false };
            self.ask(&name) == Verdict::PossiblyPresent && names.insert(name)
        });
        let total = sharing.len() as u64;
        sharing.truncate(most);
        Some((sharing, total))
    }

    /// The keys in the set that the filter denies: its false negatives. None where no bit was ever cleared. The numbers of the
    /// first `most` and how many in all; `None` when provenance is off.
    #[must_use]
    pub fn denied(&self, most: usize) -> Option<(Vec<u64>, u64)> {
        if self.kept() == Kept::Off {
            return None;
        }
        let (mut keys, mut total) = (Vec::new(), 0);
        if self.contents.edits.is_empty() {
            return Some((keys, total));
        }
        self.contents.for_each_member(self.seed, |index, key| {
            if self.ask(key) == Verdict::DefinitelyAbsent {
                total += 1;
                if keys.len() < most {
                    keys.push(index);
                }
            }
        });
        Some((keys, total))
    }

    /// Which keys set each of the bits, leaving one key out, however often it was inserted.
    fn owners_of(&self, bits: &[u64], most: usize, except: Option<&[u8]>) -> Option<Vec<Provenance>> {
        let mut found: Vec<Provenance> =
            bits.iter().map(|&bit| Provenance { bit, keys: Vec::new(), total: 0 }).collect();
        let count = |entry: &mut Provenance, key: u64| {
            entry.total += 1;
            if entry.keys.len() < most {
                entry.keys.push(key);
            }
        };
        match self.kept() {
            Kept::Indexed => {
                let is_left_out = |&key: &u64| {
                    (except.is_some() || !self.contents.edits.is_empty())
                        && self
                            .contents
                            .key(self.seed, key)
                            .is_none_or(|name| except == Some(&*name) || !self.contents.contains(self.seed, &name))
                };
                for entry in &mut found {
                    let owners = self.owners.get(&entry.bit).map_or(&[][..], Vec::as_slice);
                    let others = owners.iter().map(|&key| u64::from(key)).filter(|key| !is_left_out(key));
                    others.for_each(|key| count(entry, key));
                }
            }
            Kept::OnDemand => {
                let prober = *self.bloom.prober();
                let mut positions = Vec::new();
                self.contents.for_each_member(self.seed, |index, key| {
                    if except == Some(key) {
                        return;
                    }
                    positions.clear();
                    positions.extend(prober.probes(key).map(|probe| probe.index));
                    for entry in found.iter_mut().filter(|entry| positions.contains(&entry.bit)) {
                        count(entry, index);
                    }
                });
            }
            Kept::Off => return None,
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::super::{Contents, Edit, KeySource};
    use super::super::Synced;
    use super::super::tests::{SPEC, assets, contents};
    use super::super::{INDEXED_KEYS, Kept, Lab};
    use crate::filter::{BloomSpec, Verdict};

    #[test]
    fn provenance_by_search_equals_provenance_by_index() {
        let spec = BloomSpec { n_bits: 4096, ..SPEC };
        let many = contents(KeySource::Uuid, INDEXED_KEYS + 1);
        let few = contents(KeySource::Uuid, INDEXED_KEYS);
        let bits = [0, 17, 4095];
        let searched = Lab::try_new(spec, 5, &many).unwrap();
        let indexed = Lab::try_new(spec, 5, &few).unwrap();
        assert_eq!((searched.kept(), indexed.kept()), (Kept::OnDemand, Kept::Indexed));
        let (searched, indexed) = (searched.provenance(&bits, 4).unwrap(), indexed.provenance(&bits, 4).unwrap());
        for (a, b) in searched.iter().zip(&indexed) {
            assert_eq!(a.keys, b.keys);
            assert!(a.total >= b.total && a.total <= b.total + 1);
        }
    }

    #[test]
    fn those_at_risk_are_denied_after_the_deletion_and_no_others() {
        let all = assets(40);
        for number in 1001..1041 {
            let mut lab = Lab::try_new(SPEC, 1, &all).unwrap();
            let key = format!("asset:{number}");
            let (at_risk, total) = lab.at_risk(key.as_bytes(), usize::MAX).unwrap();
            let after = Contents { edits: vec![Edit::Delete(key.clone())], ..all.clone() };
            let Synced::Cleared { cleared } = lab.sync(SPEC, 1, &after).unwrap() else { panic!("bits are cleared") };
            assert!(!cleared.is_empty() && !lab.is_member(key.as_bytes()));
            assert_eq!(lab.denied(usize::MAX), Some((at_risk, total)));
            assert_eq!(lab.bloom().bits(), Lab::try_new(SPEC, 1, &after).unwrap().bloom().bits());
            // Whoever is denied finds no owner that it was before: the key itself is passed over.
            let owners = lab.provenance(&cleared, usize::MAX).unwrap();
            assert!(owners.iter().all(|entry| entry.keys.iter().all(|&index| index != number - 1001)));
            // Those who miss a cleared bit are those who are denied.
            let missing: BTreeSet<u64> = owners.iter().flat_map(|entry| entry.keys.iter().copied()).collect();
            assert_eq!(missing, lab.denied(usize::MAX).unwrap().0.into_iter().collect());
            // Inserting one of them again heals it.
            let Some(&lost) = lab.denied(1).unwrap().0.first() else { continue };
            let name = lab.name(lost).unwrap();
            let mut healed = after.clone();
            healed.edits.push(Edit::Insert(name.clone()));
            assert!(matches!(lab.sync(SPEC, 1, &healed), Ok(Synced::Added { keys: 1, .. })));
            assert_eq!(lab.ask(name.as_bytes()), Verdict::PossiblyPresent);
            assert_eq!(lab.bloom().bits(), Lab::try_new(SPEC, 1, &healed).unwrap().bloom().bits());
        }
    }

    #[test]
    fn sharers_are_the_other_keys_of_a_keys_bits() {
        let mut all = assets(30);
        all.keys = vec!["asset:1001".into(), "by hand".into()]; // the first a second time
        let lab = Lab::try_new(SPEC, 1, &all).unwrap();
        for key in ["asset:1001", "by hand", "nobody"] {
            let mut harmed: Vec<u64> = Vec::new();
            for entry in lab.sharers(key.as_bytes(), usize::MAX).unwrap() {
                assert!(lab.bloom().prober().probes(key.as_bytes()).any(|p| p.index == entry.bit));
                assert_eq!(entry.keys.len() as u64, entry.total);
                harmed.extend(entry.keys);
            }
            let mut broken = lab.bloom().clone();
            broken.clear_key(key.as_bytes());
            for index in 0..lab.contents().len() {
                let other = lab.contents().key(1, index).unwrap();
                let lost = broken.contains(&other) == Verdict::DefinitelyAbsent;
                assert_eq!(lost, harmed.contains(&index) || other == key.as_bytes(), "{index}");
            }
        }
    }
}
