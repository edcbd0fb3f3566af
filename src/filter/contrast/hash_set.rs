//! A hash set of the keys themselves.
//!
//! Idea: an open-addressing table of pointers to the keys, at most 7/8 full, with one byte beside each slot.
//!
//! Cost: one digest and one or two memory accesses, and a comparison of the whole key, for each operation. Guarantee: exact.
//!
//! Memory is counted as a 64-bit program has it that keeps each key in a block of its own, so the figure is the same natively
//! and in WebAssembly, where pointers are half as long: the bytes of every key; 16 bytes for pointer and length and 1 control
//! byte for every slot of the table, used or free; 16 control bytes more. The table doubles when it would be over 7/8 full
//! and never shrinks. What the allocator adds to each block (8 to 24 bytes with usual ones) is *not* counted.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::hash::{HashSpec, KeyBuffer};

const POINTER_AND_LENGTH_BYTES: u64 = 16;
const CONTROL_BYTES: u64 = 1;
const MORE_CONTROL_BYTES: u64 = 16; // one group, so that a search may read beyond the last slot

/// A set of keys.
///
/// ```
/// use bloomscope::filter::contrast::HashSetOf;
/// use bloomscope::hash::HashSpec;
///
/// let mut set = HashSetOf::new(HashSpec::default());
/// (0..10_000).for_each(|i| _ = set.insert(format!("user:{i}").as_bytes()));
/// assert!(set.contains(b"user:42") && !set.contains(b"nobody:42"));
/// let bits_per_key = set.n_bits() as f64 / set.len() as f64; // where a filter for 1 % takes 9.6
/// assert!((bits_per_key - 294.0).abs() < 1.0, "{bits_per_key}");
/// ```
#[derive(Clone, Debug)]
pub struct HashSetOf {
    hash: HashSpec,
    table: HashTable<Box<[u8]>>,
    key_bytes: u64,
    most: u64, // keys held at one time: what the table has grown for
}

impl HashSetOf {
    /// An empty set.
    #[must_use]
    pub const fn new(hash: HashSpec) -> Self {
        Self { hash, table: HashTable::new(), key_bytes: 0, most: 0 }
    }

    /// How keys become digests.
    #[must_use]
    pub const fn spec(&self) -> HashSpec {
        self.hash
    }

    /// Adds a key; whether it is new.
    pub fn insert(&mut self, key: &[u8]) -> bool {
        let digest = self.hash.digest;
        match self.table.entry(digest.value(key, 0), |held| **held == *key, |held| digest.value(held, 0)) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(key.into());
                self.key_bytes += key.len() as u64;
                self.most = self.most.max(self.len());
                true
            }
        }
    }

    /// Adds every key; returns how many are new.
    pub fn insert_all(&mut self, keys: &KeyBuffer) -> u64 {
        keys.iter().filter(|key| self.insert(key)).count() as u64
    }

    /// Whether the key is in the set: certain either way.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> bool {
        self.table.find(self.hash.digest.value(key, 0), |held| **held == *key).is_some()
    }

    /// Takes a key out; whether it was in.
    pub fn remove(&mut self, key: &[u8]) -> bool {
        let Ok(held) = self.table.find_entry(self.hash.digest.value(key, 0), |held| **held == *key) else {
            return false;
        };
        held.remove();
        self.key_bytes -= key.len() as u64;
        true
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.table.len() as u64
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The slots of a table that has grown for the most keys held at one time: 0, 4, 8, then powers of two at most 7/8 full.
    #[must_use]
    pub const fn n_slots(&self) -> u64 {
        match self.most {
            0 => 0,
            1..4 => 4,
            4..8 => 8,
            most => (most * 8).div_ceil(7).next_power_of_two(),
        }
    }

    /// Keys and table, in bits, counted as the module says.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        let slots = self.n_slots();
        let more = if slots == 0 { 0 } else { MORE_CONTROL_BYTES };
        8 * (self.key_bytes + slots * (POINTER_AND_LENGTH_BYTES + CONTROL_BYTES) + more)
    }
}
