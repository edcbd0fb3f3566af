//! An actual filter of a library: one bit array, or a chain of them.
//!
//! Guarantee: a key whose insertion was not refused is reported present.
//!
//! Cost: one digest and k memory accesses a sub-filter that is asked.

use super::{Growth, Profile, Sizing, SizingError, crc_demo, redisbloom, valkey};
use crate::filter::{BitArray, MemoryRefused, Verdict};
use core::fmt;

/// A filter of a library.
#[derive(Clone, Debug, PartialEq)]
pub struct LibraryFilter {
    profile: Profile,
    sub_filters: Vec<SubFilter>,
    growth: Growth,
}

/// One bit array of a library's filter, with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct SubFilter {
    sizing: Sizing,
    bits: BitArray,
    len: u64,
}

/// In which order bits are put into bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOrder {
    /// Bit i in byte ⌊i/8⌋, counted from the least significant: mask `1 << i % 8`.
    LeastFirst,
    /// Bit i in byte ⌊i/8⌋, counted from the most significant: mask `0x80 >> i % 8`. Redis strings.
    MostFirst,
    /// Bit i in long ⌊i/64⌋, counted from the least significant, longs written big-endian. Guava.
    BigEndianLongs,
}

/// Why a filter cannot be built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BuildError {
    /// The library refuses the numbers.
    Sizing(SizingError),
    /// It would take them, but here is no memory for so many bits.
    Memory(MemoryRefused),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sizing(error) => error.fmt(f),
            Self::Memory(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BuildError {}

impl From<SizingError> for BuildError {
    fn from(error: SizingError) -> Self {
        Self::Sizing(error)
    }
}

impl From<MemoryRefused> for BuildError {
    fn from(error: MemoryRefused) -> Self {
        Self::Memory(error)
    }
}

/// What an insertion did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// How many bits it changed from 0 to 1.
    pub changed_bits: u32,
    /// The sub-filter that took the key; `None` where an existing one reports it present and the library therefore adds nothing.
    pub sub_filter: Option<usize>,
}

impl Insertion {
    /// What the library's call returns: whether the key is new to the filter. A library of one bit array says whether a bit
    /// changed, a chain whether no sub-filter reported the key.
    #[must_use]
    pub const fn changed(&self) -> bool {
        self.changed_bits > 0
    }
}

/// Why the library does not do what it is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refusal {
    /// The filter is full and may not grow. Nothing was changed.
    Full {
        /// The server's reply.
        reply: &'static str,
    },
    /// Redis does not take the offset. What was set before it stays set.
    Offset {
        /// Which probe, from 0.
        probe: u32,
        /// The offset.
        offset: i64,
    },
    /// The next sub-filter cannot be built. Nothing was changed.
    Growth(BuildError),
}

impl Refusal {
    /// The server's reply, where one says so.
    #[must_use]
    pub const fn reply(&self) -> Option<&'static str> {
        match self {
            Self::Full { reply } => Some(reply),
            Self::Offset { .. } => Some(crc_demo::OFFSET_REFUSED),
            Self::Growth(_) => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Growth(error) => error.fmt(f),
            other => f.write_str(other.reply().unwrap_or_default()),
        }
    }
}

impl core::error::Error for Refusal {}

impl SubFilter {
    /// An empty one.
    ///
    /// # Errors
    /// [`MemoryRefused`] above [`crate::filter::MAX_ALLOCATED_BITS`], or where the system refuses.
    pub fn try_new(sizing: Sizing) -> Result<Self, MemoryRefused> {
        Ok(Self { sizing, bits: BitArray::try_new(sizing.n_bits)?, len: 0 })
    }

    /// A sub-filter read from elsewhere. `None` unless the bits are as many as the sizing says.
    #[must_use]
    pub fn from_parts(sizing: Sizing, bits: BitArray, len: u64) -> Option<Self> {
        (sizing.n_bits == bits.n_bits()).then_some(Self { sizing, bits, len })
    }

    /// Its sizing.
    #[must_use]
    pub const fn sizing(&self) -> &Sizing {
        &self.sizing
    }

    /// m.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.sizing.n_bits
    }

    /// k.
    #[must_use]
    pub const fn n_hashes(&self) -> u32 {
        self.sizing.n_hashes
    }

    /// Keys it is for.
    #[must_use]
    pub const fn capacity(&self) -> u64 {
        self.sizing.capacity
    }

    /// The rate it was sized for.
    #[must_use]
    pub const fn rate(&self) -> Option<f64> {
        self.sizing.rate
    }

    /// Keys it took: in a chain those that were new, else all.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether it took none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Its bits.
    #[must_use]
    pub const fn bits(&self) -> &BitArray {
        &self.bits
    }

    /// Its bits as bytes, all ⌈m/8⌉ of them (whole longs for [`BitOrder::BigEndianLongs`]).
    #[must_use]
    pub fn bytes(&self, order: BitOrder) -> Vec<u8> {
        let words = self.bits.words().iter();
        if order == BitOrder::BigEndianLongs {
            return words.flat_map(|word| word.to_be_bytes()).collect();
        }
        let mut bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(self.sizing.n_bytes() as usize);
        if order == BitOrder::MostFirst {
            for byte in &mut bytes {
                *byte = byte.reverse_bits();
            }
        }
        bytes
    }
}

impl LibraryFilter {
    /// The empty filter that the library makes of n and p.
    ///
    /// # Errors
    /// [`BuildError`] where the library refuses the numbers, or they ask for more than [`crate::filter::MAX_ALLOCATED_BITS`].
    pub fn try_new(profile: Profile, n: u64, p: f64) -> Result<Self, BuildError> {
        let sizing = profile.sizing(n, p)?;
        Ok(Self { profile, growth: sizing.growth, sub_filters: vec![SubFilter::try_new(sizing)?] })
    }

    /// A filter read from elsewhere. `None` without sub-filters.
    #[must_use]
    pub fn from_parts(profile: Profile, sub_filters: Vec<SubFilter>) -> Option<Self> {
        let growth = sub_filters.last()?.sizing.growth;
        Some(Self { profile, sub_filters, growth })
    }

    /// The profile.
    #[must_use]
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The sub-filters, oldest first: one, unless the library grows. Never none.
    #[must_use]
    pub fn sub_filters(&self) -> &[SubFilter] {
        &self.sub_filters
    }

    /// Keys that were taken.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.sub_filters.iter().map(SubFilter::len).sum()
    }

    /// Whether none was.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a key, encoded by [`Profile::encode`], as the library does.
    ///
    /// # Errors
    /// [`Refusal`] where the library does not take it.
    pub fn insert(&mut self, encoded: &[u8]) -> Result<Insertion, Refusal> {
        if self.growth != Growth::None {
            if self.contains(encoded)? == Verdict::PossiblyPresent {
                return Ok(Insertion { changed_bits: 0, sub_filter: None });
            }
            self.make_room()?;
        }
        let number = self.sub_filters.len().saturating_sub(1);
        let mut changed_bits = 0;
        if let Some(last) = self.sub_filters.last_mut() {
            for (probe, offset) in (0..).zip(self.profile.offsets(encoded, last.n_bits(), last.n_hashes())) {
                let place = u64::try_from(offset).map_err(|_| Refusal::Offset { probe, offset })?;
                changed_bits += u32::from(last.bits.set(place));
            }
            last.len += 1;
        }
        Ok(Insertion { changed_bits, sub_filter: Some(number) })
    }

    /// Asks for a key, encoded by [`Profile::encode`], as the library does: newest sub-filter first, up to the first 0 of each.
    ///
    /// # Errors
    /// [`Refusal::Offset`] where Redis does not take an offset that the library asks for.
    pub fn contains(&self, encoded: &[u8]) -> Result<Verdict, Refusal> {
        for sub_filter in self.sub_filters.iter().rev() {
            if self.in_sub_filter(sub_filter, encoded)? {
                return Ok(Verdict::PossiblyPresent);
            }
        }
        Ok(Verdict::DefinitelyAbsent)
    }

    fn in_sub_filter(&self, sub_filter: &SubFilter, encoded: &[u8]) -> Result<bool, Refusal> {
        for (probe, offset) in (0..).zip(self.profile.offsets(encoded, sub_filter.n_bits(), sub_filter.n_hashes())) {
            let place = u64::try_from(offset).map_err(|_| Refusal::Offset { probe, offset })?;
            if !sub_filter.bits.get(place) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Appends a sub-filter when the last is full.
    fn make_room(&mut self) -> Result<(), Refusal> {
        let Some(last) = self.sub_filters.last().filter(|last| last.len >= last.capacity()) else { return Ok(()) };
        let Growth::Append { expansion, tightening } = self.growth else {
            let reply = if matches!(self.profile, Profile::Valkey(_)) { valkey::FULL } else { redisbloom::FULL };
            return Err(Refusal::Full { reply });
        };
        let capacity = last.capacity().saturating_mul(expansion.into());
        let rate = match (self.profile, self.sub_filters.first().and_then(SubFilter::rate)) {
            // From the first rate anew each time, by a power.
            (Profile::Valkey(_), Some(first)) => first * valkey::power(tightening, self.sub_filters.len() as u32),
            _ => last.rate().unwrap_or_default() * tightening,
        };
        let grown = || Ok::<_, BuildError>(SubFilter::try_new(self.profile.next_sizing(capacity, rate)?)?);
        self.sub_filters.push(grown().map_err(Refusal::Growth)?);
        Ok(())
    }
}
