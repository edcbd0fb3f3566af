//! What keys take in memory, stored and as a filter.

use crate::hash::KeyBuffer;

/// Bytes that a set of keys takes, three ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// The keys' own bytes, end to end, without anything that tells where one ends: the least that storing them can take
    /// without compression.
    pub raw: u64,
    /// A hash set of strings, by [`Footprint::hash_set_bytes`].
    pub hash_set: u64,
    /// A Bloom filter's bits.
    pub filter: u64,
}

impl Footprint {
    /// Of these keys, and of a filter of `n_bits`.
    #[must_use]
    pub fn of(keys: &KeyBuffer, n_bits: u64) -> Self {
        Self { raw: keys.n_bytes() as u64, hash_set: Self::hash_set_bytes(keys), filter: n_bits.div_ceil(8) }
    }

    /// What `HashSet<String>` takes for them on a 64-bit machine, an estimate:
    /// Σ max(32, 16 ⌈(length + 8)/16⌉) + 25 · slots, where slots is the power of two that is at least 8n/7.
    ///
    /// The sum is glibc's `malloc` on x86-64 (16-byte steps, 8 bytes of its own, 32 at least) with one allocation a key; a
    /// slot is a string's pointer, length and capacity, and a control byte of the table (at most 7/8 full). Other
    /// languages' sets take more: Java's about 48 bytes a key more, for entry and string objects.
    #[must_use]
    pub fn hash_set_bytes(keys: &KeyBuffer) -> u64 {
        let text: u64 = keys.iter().map(|key| (key.len() as u64 + 8).next_multiple_of(16).max(32)).sum();
        let slots = match keys.len() as u64 {
            0 => 0,
            n => (n * 8).div_ceil(7).next_power_of_two().max(4),
        };
        text + 25 * slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn slots_are_those_of_the_standard_hash_set() {
        let key = |n: u64| format!("{n:04}");
        for n in [1, 3, 4, 7, 14, 15, 28, 29, 1000, 1792, 1793] {
            let keys: KeyBuffer = (0..n).map(key).collect();
            let set: HashSet<String> = (0..n).map(key).collect();
            // Capacity is 7/8 of the slots; for 4 and 8 slots it is one less than them.
            let slots = if set.capacity() < 8 { set.capacity() + 1 } else { set.capacity() * 8 / 7 };
            assert_eq!(Footprint::hash_set_bytes(&keys), 32 * n + 25 * slots as u64, "{n} keys");
        }
    }

    #[test]
    fn a_key_takes_whole_steps_of_the_allocator() {
        for (length, bytes) in [(0, 32), (24, 32), (25, 48), (40, 48), (41, 64)] {
            let keys: KeyBuffer = [vec![b'x'; length]].into_iter().collect();
            assert_eq!(Footprint::hash_set_bytes(&keys) - 25 * 4, bytes, "a key of {length} bytes");
        }
        let keys: KeyBuffer = ["ab", "cde"].into_iter().collect();
        assert_eq!(Footprint::of(&keys, 17), Footprint { raw: 5, hash_set: 2 * 32 + 4 * 25, filter: 3 });
    }
}
