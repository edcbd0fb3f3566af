//! A list of keys that someone brought, and sets whose members are known for certain.

use std::sync::{Arc, OnceLock};

use super::KeySource;
use crate::hash::KeyBuffer;

/// Keys that someone brought: shared, never changed, and known by a fingerprint of their content, so that a worker which
/// holds a list need not be sent it again. Cloning costs nothing.
#[derive(Clone, Debug)]
pub struct KeyList {
    keys: Arc<KeyBuffer>,
    id: u64,
    index: Arc<OnceLock<KeyIndex>>,
}

impl KeyList {
    /// Takes the keys in their order. One pass over the text for the fingerprint.
    #[must_use]
    pub fn new(keys: KeyBuffer) -> Self {
        let mut hasher = xxhash_rust::xxh3::Xxh3::new();
        hasher.update(keys.bytes());
        for block in keys.ends().chunks(64) {
            let mut encoded = [0; 512];
            for (place, end) in encoded.chunks_exact_mut(8).zip(block) {
                place.copy_from_slice(&end.to_le_bytes());
            }
            hasher.update(&encoded);
        }
        Self { id: hasher.digest(), keys: Arc::new(keys), index: Arc::default() }
    }

    /// The keys.
    #[must_use]
    pub fn keys(&self) -> &KeyBuffer {
        &self.keys
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.keys.len() as u64
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The fingerprint of the content (XXH3, 64 bits).
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Whether `key` is in the list. The first call sorts digests of all keys, 16 bytes each; then a binary search.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> bool {
        self.index.get_or_init(|| KeyIndex::new(&self.keys)).contains(&self.keys, key)
    }
}

/// Lists of the same keys in the same order are equal.
impl PartialEq for KeyList {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.keys.n_bytes() == other.keys.n_bytes() && self.keys.len() == other.keys.len()
    }
}

impl Eq for KeyList {}

/// Digests of keys in ascending order, each with its key's place.
#[derive(Debug)]
struct KeyIndex(Vec<(u64, usize)>);

impl KeyIndex {
    fn new(keys: &KeyBuffer) -> Self {
        let mut places: Vec<_> = keys.iter().enumerate().map(|(i, key)| (xxhash_rust::xxh3::xxh3_64(key), i)).collect();
        places.sort_unstable();
        Self(places)
    }

    fn contains(&self, keys: &KeyBuffer, key: &[u8]) -> bool {
        let digest = xxhash_rust::xxh3::xxh3_64(key);
        let from = self.0.partition_point(|&(d, _)| d < digest);
        self.0.iter().skip(from).take_while(|&&(d, _)| d == digest).any(|&(_, i)| keys.get(i) == Some(key))
    }
}

/// What a filter holds: generated keys with indices `0..count`, then the keys of lists, all in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members {
    /// A generator and how many of its keys are inserted.
    pub generated: Option<(KeySource, u64)>,
    /// The generator's seed.
    pub seed: u64,
    /// Keys that someone brought, keys typed by hand: one after the other.
    pub listed: Vec<KeyList>,
}

impl Members {
    /// How many insertions it takes.
    #[must_use]
    pub fn len(&self) -> u64 {
        let generated = self.generated.as_ref().map_or(0, |&(_, count)| count);
        self.listed.iter().fold(generated, |len, list| len.saturating_add(list.len()))
    }

    /// Whether nothing is inserted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether `key` is a member: certain, whatever a filter says.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> bool {
        let generated = self
            .generated
            .as_ref()
            .is_some_and(|(source, count)| source.index_of(self.seed, key).is_some_and(|index| index < *count));
        generated || self.listed.iter().any(|list| list.contains(key))
    }

    /// Appends the keys of insertions `from..to` to `keys`.
    pub fn fill(&self, from: u64, to: u64, keys: &mut KeyBuffer) {
        let generated = self.generated.as_ref().map_or(0, |&(_, count)| count);
        if let Some((source, _)) = &self.generated {
            source.fill(self.seed, from.min(generated)..to.min(generated), keys);
        }
        let mut start = generated;
        for list in &self.listed {
            let end = start + list.len();
            for i in from.clamp(start, end)..to.clamp(start, end) {
                if let Some(key) = list.keys.get((i - start) as usize) {
                    keys.push(key);
                }
            }
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn list(keys: &[&str]) -> KeyList {
        KeyList::new(keys.iter().collect())
    }

    #[test]
    fn the_fingerprint_tells_lists_apart() {
        assert_eq!(list(&["a", "bc"]), list(&["a", "bc"]));
        assert_ne!(list(&["a", "bc"]), list(&["ab", "c"]));
        assert_ne!(list(&["a", "bc"]).id(), list(&["ab", "c"]).id());
        assert_ne!(list(&["a", "b"]), list(&["b", "a"]));
        assert_ne!(list(&[]).id(), list(&[""]).id());
    }

    #[test]
    fn contents_come_in_order_and_in_any_pieces() {
        let members = Members {
            generated: Some((KeySource::default(), 3)),
            seed: 0,
            listed: vec![list(&["x", "y"]), list(&["z"])],
        };
        for cut in 0..=6 {
            let mut keys = KeyBuffer::new();
            members.fill(0, cut, &mut keys);
            members.fill(cut, 6, &mut keys);
            let got: Vec<_> = keys.iter().map(String::from_utf8_lossy).collect();
            assert_eq!(got, ["user:0", "user:1", "user:2", "x", "y", "z"]);
        }
        assert!(members.contains(b"user:2") && members.contains(b"z"));
        assert!(!members.contains(b"user:3") && !members.contains(b""));
    }

    proptest! {
        #[test]
        fn membership_is_that_of_a_set(keys in prop::collection::vec("[ab]{0,4}", 0..40), asked in "[ab]{0,4}") {
            let set: HashSet<_> = keys.iter().cloned().collect();
            prop_assert_eq!(KeyList::new(keys.iter().collect()).contains(asked.as_bytes()), set.contains(&asked));
        }

        #[test]
        fn generated_membership_is_that_of_a_set(seed: u64, count in 0..200_u64, asked in 0..400_u64) {
            for source in [KeySource::default(), KeySource::Random64, KeySource::Uuid, KeySource::Words] {
                let members = Members { generated: Some((source.clone(), count)), seed, listed: vec![] };
                let mut keys = KeyBuffer::new();
                members.fill(0, count, &mut keys);
                let set: HashSet<_> = keys.iter().collect();
                let mut key = Vec::new();
                source.write_key(seed, asked, &mut key);
                prop_assert_eq!(members.contains(&key), set.contains(&key[..]));
            }
        }
    }
}
