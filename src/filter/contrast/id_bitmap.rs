//! A bitmap over a range of numbers.
//!
//! Idea: where keys are a fixed prefix and a number, the number is the position, and one bit says whether it is there.
//!
//! Cost: one memory access for each operation, and no digest. Memory: one bit for every number of the range, whether used or
//! not, so it is for dense ranges: five million ids below a hundred million cost 20 bits each. Guarantee: exact, of the keys it
//! can hold; any other key is refused, with the reason.

use core::fmt;

use crate::filter::{BitArray, MemoryRefused};

/// A set of numbered keys.
///
/// ```
/// use bloomscope::filter::contrast::{IdBitmap, NotAnId};
///
/// let mut ids = IdBitmap::try_new(b"user:", 1000, 9000)?;
/// assert_eq!(ids.insert(b"user:1042"), Ok(true));
/// assert!(ids.contains(b"user:1042") && !ids.contains(b"user:1043"));
/// assert_eq!(ids.insert(b"user:10000"), Err(NotAnId::OutOfRange { id: 10_000, first: 1000, last: 9999 }));
/// assert_eq!(ids.insert(b"order:1042"), Err(NotAnId::OtherPrefix));
/// assert_eq!(ids.insert(b"user:ada"), Err(NotAnId::NotANumber));
/// assert_eq!(ids.n_bits(), 9000); // one bit a key, if all of the range is used
/// # Ok::<(), bloomscope::filter::MemoryRefused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdBitmap {
    prefix: Vec<u8>,
    first: u64,
    bits: BitArray,
}

/// Why a key has no place in a bitmap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotAnId {
    /// It does not begin as the others do.
    OtherPrefix,
    /// What follows the prefix is not a number of decimal digits, or has more of them than any number of 64 bits.
    NotANumber,
    /// The number is written with zeros before it, so two keys would be one number.
    LeadingZero,
    /// The number lies outside the range that the bitmap was made for.
    OutOfRange {
        /// The number.
        id: u64,
        /// The first of the range.
        first: u64,
        /// The last of the range; below the first when the range is empty.
        last: u64,
    },
}

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherPrefix => write!(f, "another prefix"),
            Self::NotANumber => write!(f, "no number after the prefix"),
            Self::LeadingZero => write!(f, "a number with a leading zero"),
            Self::OutOfRange { id, first, last } => write!(f, "{id} is not from {first} to {last}"),
        }
    }
}

impl core::error::Error for NotAnId {}

impl IdBitmap {
    /// An empty bitmap for the `n_ids` numbers from `first` on, written in decimal after `prefix`.
    ///
    /// # Errors
    /// [`MemoryRefused`] for a range of more than [`crate::filter::MAX_ALLOCATED_BITS`] numbers, or where the system refuses.
    pub fn try_new(prefix: &[u8], first: u64, n_ids: u64) -> Result<Self, MemoryRefused> {
        Ok(Self { prefix: prefix.to_vec(), first, bits: BitArray::try_new(n_ids)? })
    }

    /// The position of a key.
    ///
    /// # Errors
    /// [`NotAnId`] for a key that has none.
    pub fn locate(&self, key: &[u8]) -> Result<u64, NotAnId> {
        let digits = key.strip_prefix(self.prefix.as_slice()).ok_or(NotAnId::OtherPrefix)?;
        let id = match digits {
            [] => None,
            [b'0', _, ..] if digits.iter().all(u8::is_ascii_digit) => return Err(NotAnId::LeadingZero),
            _ => digits.iter().try_fold(0_u64, |id, digit| {
                let value = digit.wrapping_sub(b'0');
                if value < 10 { id.checked_mul(10)?.checked_add(u64::from(value)) } else { None }
            }),
        };
        let id = id.ok_or(NotAnId::NotANumber)?;
        let (first, n_ids) = (self.first, self.bits.n_bits());
        let last = if n_ids == 0 { first.saturating_sub(1) } else { first.saturating_add(n_ids - 1) };
        id.checked_sub(first).filter(|&index| index < n_ids).ok_or(NotAnId::OutOfRange { id, first, last })
    }

    /// Adds a key; whether it is new.
    ///
    /// # Errors
    /// [`NotAnId`] for a key that has no place here.
    pub fn insert(&mut self, key: &[u8]) -> Result<bool, NotAnId> {
        let index = self.locate(key)?;
        Ok(self.bits.set(index))
    }

    /// Whether the key is in the set: certain either way, for a key that has no place here cannot be.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> bool {
        self.locate(key).is_ok_and(|index| self.bits.get(index))
    }

    /// Takes a key out; whether it was in.
    pub fn remove(&mut self, key: &[u8]) -> bool {
        self.locate(key).is_ok_and(|index| self.bits.unset(index))
    }

    /// What every key begins with.
    #[must_use]
    pub fn prefix(&self) -> &[u8] {
        &self.prefix
    }

    /// The first number of the range.
    #[must_use]
    pub const fn first(&self) -> u64 {
        self.first
    }

    /// Which numbers are there: bit i is the number `first() + i`.
    #[must_use]
    pub const fn occupancy(&self) -> &BitArray {
        &self.bits
    }

    /// How many keys there are.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.bits.ones()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bitmap, in bits: the range's length.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.bits.n_bits()
    }
}
