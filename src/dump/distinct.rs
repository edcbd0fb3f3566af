//! Distinct keys, exactly.
//!
//! Held-out keys count as absent, so a duplicate that slipped through would pass for a false positive. The table therefore
//! holds key numbers and compares the keys themselves: a digest only finds the place to look.
//!
//! Memory: the keys' text once, eight bytes a key for where it ends, and five bytes a slot in a table that is between 7/16
//! and 7/8 full, that is 5.7 to 11.4 bytes a key (half as much again while it grows).

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use xxhash_rust::xxh3::xxh3_64;

use super::ReadError;
use crate::hash::KeyBuffer;

/// Whether a key was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Novelty {
    New,
    /// It was, with this number.
    Repeat(u32),
}

/// Keys in the order in which they first came.
#[derive(Clone, Debug, Default)]
pub(super) struct DistinctKeys {
    keys: KeyBuffer,
    table: HashTable<u32>,
}

impl DistinctKeys {
    /// Takes a key in unless it is there.
    ///
    /// # Errors
    /// [`ReadError::MemoryRefused`].
    pub(super) fn insert(&mut self, key: &[u8]) -> Result<Novelty, ReadError> {
        let Self { keys, table } = self;
        let refused = ReadError::MemoryRefused { keys: keys.len() as u64 };
        let number = u32::try_from(keys.len()).map_err(|_| refused.clone())?;
        let held = |number: u32| keys.get(number as usize).unwrap_or_default();
        if table.try_reserve(1, |&number| xxh3_64(held(number))).is_err() {
            return Err(refused);
        }
        match table.entry(xxh3_64(key), |&number| held(number) == key, |&number| xxh3_64(held(number))) {
            Entry::Occupied(entry) => Ok(Novelty::Repeat(*entry.get())),
            Entry::Vacant(entry) => {
                entry.insert(number);
                keys.try_push(key).map_err(|_| refused)?;
                Ok(Novelty::New)
            }
        }
    }

    /// The keys so far.
    pub(super) const fn keys(&self) -> &KeyBuffer {
        &self.keys
    }

    /// Bytes held: text, ends, and table.
    pub(super) fn memory_bytes(&self) -> u64 {
        (self.keys.n_bytes() + 8 * self.keys.len() + self.table.allocation_size()) as u64
    }

    /// The keys, without the table.
    pub(super) fn into_keys(self) -> KeyBuffer {
        self.keys
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail by panicking
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn distinct_keys_are_those_of_a_hash_map(keys in prop::collection::vec("[ab]{0,3}", 0..60)) {
            let mut distinct = DistinctKeys::default();
            let mut oracle: HashMap<&str, u32> = HashMap::new();
            for key in &keys {
                let next = oracle.len() as u32;
                let expected = match oracle.get(key.as_str()) {
                    Some(&number) => Novelty::Repeat(number),
                    None => Novelty::New,
                };
                oracle.entry(key).or_insert(next);
                prop_assert_eq!(distinct.insert(key.as_bytes()), Ok(expected));
            }
            prop_assert_eq!(distinct.keys().len(), oracle.len());
        }
    }

    #[test]
    fn the_table_takes_what_the_documentation_says() {
        let mut distinct = DistinctKeys::default();
        for number in 0_u32..200_000 {
            distinct.insert(&number.to_le_bytes()).unwrap();
            let keys = u64::from(number) + 1;
            if keys > 10_000 {
                let table = (distinct.memory_bytes() - 12 * keys) as f64 / keys as f64;
                assert!((5.7..11.5).contains(&table), "{table} bytes a key at {keys}");
            }
        }
    }
}
