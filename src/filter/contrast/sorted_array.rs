//! The keys, sorted, end to end.
//!
//! Idea: all keys in one block of bytes, and where each ends; a query halves the range until it meets the key.
//!
//! Cost: ⌈log₂(n+1)⌉ steps at most to query, each of which reads an end and a key: two cache lines in a large array, except in
//! the last steps. Built at once; to insert a key later would move half of the array. Guarantee: exact. Memory: the keys'
//! bytes and eight bytes a key, the least that keeps keys of different lengths whole.

use core::cmp::Ordering;

use crate::hash::KeyBuffer;

/// Sorted keys.
///
/// ```
/// use bloomscope::filter::contrast::SortedArray;
///
/// let sorted = SortedArray::build(&(0..10_000).map(|i| format!("user:{i}")).collect());
/// assert!(sorted.contains(b"user:42") && !sorted.contains(b"nobody:42"));
/// assert!(sorted.trace(b"nobody:42").len() <= 14); // ⌈log₂ 10,001⌉
/// let bits_per_key = sorted.n_bits() as f64 / sorted.len() as f64; // where a filter for 1 % takes 9.6
/// assert!((bits_per_key - 135.0).abs() < 1.0, "{bits_per_key}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedArray {
    keys: KeyBuffer,
}

/// One step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchStep {
    /// Which key was read.
    pub index: u64,
    /// How the key looked for compares with it: less, it lies before; greater, it lies behind.
    pub ordering: Ordering,
}

impl SortedArray {
    /// The different keys of `keys`.
    #[must_use]
    pub fn build(keys: &KeyBuffer) -> Self {
        let mut sorted: Vec<&[u8]> = keys.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        Self { keys: sorted.into_iter().collect() }
    }

    /// Whether the key is there: certain either way.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> bool {
        self.search(key, |_| ())
    }

    /// The steps of the search for a key; it is there when the last one says equal.
    #[must_use]
    pub fn trace(&self, key: &[u8]) -> Vec<SearchStep> {
        let mut steps = Vec::new();
        self.search(key, |step| steps.push(step));
        steps
    }

    /// The keys in order.
    #[must_use]
    pub const fn keys(&self) -> &KeyBuffer {
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

    /// The keys and where they end, in bits.
    #[must_use]
    pub fn n_bits(&self) -> u64 {
        8 * (self.keys.n_bytes() as u64 + 8 * self.len())
    }

    /// How many steps a search takes at most: ⌈log₂(n+1)⌉.
    #[must_use]
    pub fn most_steps(&self) -> u32 {
        u64::BITS - self.len().leading_zeros()
    }

    fn search(&self, key: &[u8], mut on_step: impl FnMut(SearchStep)) -> bool {
        let (mut from, mut to) = (0, self.keys.len());
        while from < to {
            let middle = from.midpoint(to);
            let ordering = key.cmp(self.keys.get(middle).unwrap_or_default());
            on_step(SearchStep { index: middle as u64, ordering });
            match ordering {
                Ordering::Less => to = middle,
                Ordering::Greater => from = middle + 1,
                Ordering::Equal => return true,
            }
        }
        false
    }
}
