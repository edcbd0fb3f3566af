//! What the filter cannot know: which keys are behind a fingerprint, and which key would take away another's.

use crate::filter::{Cuckoo, CuckooAddress, Verdict};

/// How many names are tried to find a trap: enough for fingerprints of up to some sixteen bits, and done in an instant.
pub const MOST_TRIES: u32 = 200_000;

/// A key that was never inserted and whose removal takes away the only fingerprint of one that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The key.
    pub key: String,
    /// How many names were tried, this one included.
    pub tries: u32,
}

/// The numbers of those of `members` that the filter cannot tell from a key with this address: fingerprint and both buckets
/// are the same. Costs a digest a member; at most `most` numbers are given, with how many there are.
pub fn doubles<K: AsRef<[u8]>>(
    filter: &Cuckoo,
    address: &CuckooAddress,
    members: impl IntoIterator<Item = K>,
    most: usize,
) -> (Vec<u64>, u64) {
    let mut found = Vec::new();
    let mut total = 0;
    for (number, member) in (0..).zip(members) {
        if filter.spec().address(member.as_ref()).is_alike(address) {
            total += 1;
            if found.len() < most {
                found.push(number);
            }
        }
    }
    (found, total)
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
    use crate::filter::{CuckooRemoval, CuckooSpec};
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
            let (victims, total) = doubles(&filter, &address, &keys, 3);
            assert_eq!((victims.len(), total), (1, 1));
            let victim = keys[victims[0] as usize].as_bytes();
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
    fn doubles_are_counted_beyond_those_named() {
        let (filter, keys) = filled(20, 8, 8);
        let address = filter.spec().address(b"asset:3");
        let copies = keys.iter().cycle().take(100);
        let (numbers, total) = doubles(&filter, &address, copies, 2);
        assert_eq!((numbers, total), (vec![3, 23], 5));
    }
}
