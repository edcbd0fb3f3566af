//! What the filter cannot know: which keys are behind a fingerprint, and which key would take away another's.

use crate::experiment::{Done, Edit, FamilyLab};
use crate::filter::{AnyFilter, Cuckoo, CuckooAddress, Verdict};

/// What names of keys that were never inserted begin with.
const PREFIX: &str = "guest:";

/// How many names are tried to find a trap: enough for fingerprints of up to some sixteen bits, and done in an instant.
pub const MOST_TRIES: u32 = 50_000;

/// A key that was never inserted and whose removal takes away the only fingerprint of one that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The key.
    pub key: String,
    /// How many names were tried, this one included.
    pub tries: u32,
}

/// Whether there is a trap to offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// This key, and the name of the key that it harms.
    Trap(Trap, String),
    /// The table is empty.
    Empty,
    /// None was found: the fingerprints are wide.
    None,
}

/// A trap in the filter under observation; `None` of another structure.
#[must_use]
pub fn offer(lab: &FamilyLab) -> Option<Offer> {
    let AnyFilter::Cuckoo(filter) = lab.filter() else { return None };
    if filter.is_empty() {
        return Some(Offer::Empty);
    }
    let trap = find_trap(filter, PREFIX, |key| lab.is_member(key));
    let harmed = trap.and_then(|trap| {
        let (owners, _) = owners(lab, &filter.spec().address(trap.key.as_bytes()), 1)?;
        Some(Offer::Trap(trap, owners.into_iter().next()?))
    });
    Some(harmed.unwrap_or(Offer::None))
}

/// The names of the keys in the set that cannot be told from one with this address, and how many in all; at most `most` are
/// named. `None` where the keys are too many to go through, and of another structure.
#[must_use]
pub fn owners(lab: &FamilyLab, address: &CuckooAddress, most: usize) -> Option<(Vec<String>, u64)> {
    let AnyFilter::Cuckoo(filter) = lab.filter() else { return None };
    let (numbers, total) = lab.members_that(most, |key| filter.spec().address(key).is_alike(address))?;
    Some((numbers.into_iter().filter_map(|number| lab.name(number)).collect(), total))
}

/// Those of them that the filter denies.
#[must_use]
pub fn victims(lab: &FamilyLab, address: &CuckooAddress, most: usize) -> Option<(Vec<String>, u64)> {
    let AnyFilter::Cuckoo(filter) = lab.filter() else { return None };
    let is_victim =
        |key: &[u8]| filter.spec().address(key).is_alike(address) && filter.contains(key) == Verdict::DefinitelyAbsent;
    let (numbers, total) = lab.members_that(most, is_victim)?;
    Some((numbers.into_iter().filter_map(|number| lab.name(number)).collect(), total))
}

/// The key that was deleted last and one that is denied for it, when it was a trap.
#[must_use]
pub fn sprung(lab: &FamilyLab) -> Option<(String, String)> {
    let (AnyFilter::Cuckoo(filter), Some(change)) = (lab.filter(), lab.last()) else { return None };
    let Done::Removed(Ok(_)) = change.done else { return None };
    let (victims, _) = victims(lab, &filter.spec().address(&change.key), 1)?;
    Some((String::from_utf8_lossy(&change.key).into_owned(), victims.into_iter().next()?))
}

/// The key whose deletion took away the fingerprint of a key with this address: the last deletion of one like it.
#[must_use]
pub fn culprit<'a>(lab: &'a FamilyLab, address: &CuckooAddress, key: &str) -> Option<&'a str> {
    let AnyFilter::Cuckoo(filter) = lab.filter() else { return None };
    let deleted = lab.contents().edits.iter().rev().filter(|edit| !edit.inserts()).map(Edit::key);
    deleted.into_iter().find(|other| *other != key && filter.spec().address(other.as_bytes()).is_alike(address))
}

/// The first of the names `prefix`1, `prefix`2, … that is a trap: no member, and one fingerprint in the table is like its own,
/// no more. Found after about 1/rate tries; `None` if [`MOST_TRIES`] do not suffice, or the table is empty.
pub fn find_trap(filter: &Cuckoo, prefix: &str, is_member: impl Fn(&[u8]) -> bool) -> Option<Trap> {
    if filter.is_empty() {
        return None;
    }
    (1..=MOST_TRIES).find_map(|tries| {
        let key = format!("{prefix}{tries}");
        let is_trap = filter.contains(key.as_bytes()) == Verdict::PossiblyPresent
            && copies(filter, key.as_bytes()) == 1
            && !is_member(key.as_bytes());
        is_trap.then_some(Trap { key, tries })
    })
}

/// How many fingerprints like the key's its two buckets hold.
fn copies(filter: &Cuckoo, key: &[u8]) -> usize {
    let trace = filter.trace(key);
    let is_one_bucket = trace.address.first_bucket == trace.address.second_bucket;
    let second = if is_one_bucket { &[][..] } else { &trace.second };
    trace.first.iter().chain(second).filter(|&&held| held == trace.address.fingerprint).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Contents, Generated, KeySource};
    use crate::filter::{CuckooRemoval, CuckooSpec, Variant, VariantSpec};
    use crate::hash::HashSpec;

    fn filled(n: u32, n_buckets: u64, bits: u32) -> (Cuckoo, Vec<String>) {
        let spec = CuckooSpec::new(n_buckets, 4, bits, HashSpec::default()).unwrap();
        let mut filter = Cuckoo::try_new(spec).unwrap();
        let keys: Vec<String> = (0..n).map(|i| format!("asset:{i}")).collect();
        for key in &keys {
            filter.insert(key.as_bytes());
        }
        (filter, keys)
    }

    #[test]
    fn removing_a_trap_denies_a_key_that_was_inserted() {
        for (n, n_buckets, bits) in [(28, 8, 8), (200, 64, 8), (3000, 1024, 12)] {
            let (mut filter, keys) = filled(n, n_buckets, bits);
            let is_member = |key: &[u8]| keys.iter().any(|k| k.as_bytes() == key);
            let trap = find_trap(&filter, "guest:", is_member).unwrap();
            let address = filter.spec().address(trap.key.as_bytes());
            let victims: Vec<&String> =
                keys.iter().filter(|key| filter.spec().address(key.as_bytes()).is_alike(&address)).collect();
            let [victim] = victims[..] else { panic!("{victims:?}") };
            let victim = victim.as_bytes();
            assert_eq!(filter.contains(victim), Verdict::PossiblyPresent);
            assert!(matches!(filter.remove(trap.key.as_bytes()), CuckooRemoval::Removed { .. }));
            assert_eq!(filter.contains(victim), Verdict::DefinitelyAbsent);
            let denied = keys.iter().filter(|k| filter.contains(k.as_bytes()) == Verdict::DefinitelyAbsent).count();
            assert_eq!(denied, 1, "one key, and no other");
        }
    }

    #[test]
    fn there_is_no_trap_in_an_empty_table_nor_among_wide_fingerprints() {
        assert_eq!(find_trap(&filled(0, 8, 8).0, "guest:", |_| false), None);
        assert_eq!(find_trap(&filled(20, 8, 32).0, "guest:", |_| false), None);
    }

    #[test]
    fn an_offer_names_whom_it_harms_and_afterwards_who_did_it() {
        let spec = VariantSpec {
            variant: Variant::Cuckoo { fingerprint_bits: 8, bucket_size: 4 },
            n: 28,
            p: 0.01,
            m: 256,
            k: 3,
            hash: HashSpec::default(),
        };
        let source = KeySource::Sequential { prefix: "asset:".into(), start: 1001 };
        let mut contents = Contents { generated: Some(Generated { source, count: 24 }), ..Contents::default() };
        let mut lab = FamilyLab::try_new(spec, 1, &contents).unwrap();
        let Some(Offer::Trap(trap, victim)) = offer(&lab) else { panic!("{:?}", offer(&lab)) };
        let AnyFilter::Cuckoo(filter) = lab.filter() else { panic!() };
        let address = filter.spec().address(trap.key.as_bytes());
        assert_eq!(owners(&lab, &address, 9), Some((vec![victim.clone()], 1)));
        assert_eq!((victims(&lab, &address, 9), culprit(&lab, &address, &victim)), (Some((vec![], 0)), None));
        contents.edits.push(Edit::Delete(trap.key.clone()));
        lab.advance(&contents);
        assert_eq!(victims(&lab, &address, 9), Some((vec![victim.clone()], 1)));
        assert_eq!(culprit(&lab, &address, &victim), Some(trap.key.as_str()));
        assert_eq!(sprung(&lab), Some((trap.key, victim)));
        contents.edits.push(Edit::Delete("asset:1001".into()));
        lab.advance(&contents);
        assert_eq!(sprung(&lab), None);
        let empty = FamilyLab::try_new(spec, 1, &Contents::default()).unwrap();
        assert_eq!(offer(&empty), Some(Offer::Empty));
    }
}
