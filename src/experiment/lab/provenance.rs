//! Which keys set a bit: all of them, or all but one.

use super::{Kept, Lab};

/// The keys that set one bit.
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
                    except.is_some_and(|except| self.contents.key(self.seed, key).as_deref() == Some(except))
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
                self.contents.for_each(self.seed, 0, |index, key| {
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
    use super::super::super::KeySource;
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
