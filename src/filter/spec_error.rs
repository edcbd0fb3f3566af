//! Why a filter's numbers cannot be had, and what would work.

use core::fmt;

/// Why there is no filter with these numbers: one enum for every structure here, so that whoever asks can offer the number
/// that would work, whichever structure it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpecError {
    /// A filter is made for at least one key.
    ZeroCapacity,
    /// A rate lies strictly between 0 and 1.
    Rate {
        /// What was given.
        given: f64,
    },
    /// The memory is too small for the structure.
    TooFewBits {
        /// What was given, in bits.
        given: u64,
        /// The least that works, in bits.
        least: u64,
    },
    /// The memory is more than is ever allocated.
    TooManyBits {
        /// What was given or would be needed, in bits; `u64::MAX` stands for anything larger too.
        given: u64,
        /// The most that works, in bits.
        most: u64,
    },
    /// A counter's width is out of range.
    CounterWidth {
        /// What was given, in bits.
        given: u32,
        /// The least that works, in bits.
        least: u32,
        /// The most that works, in bits.
        most: u32,
    },
    /// A block's size is not a power of two within its range.
    BlockBits {
        /// What was given, in bits.
        given: u64,
        /// The least that works, in bits.
        least: u64,
        /// The most that works, in bits.
        most: u64,
    },
    /// A sub-filter's capacity grows by a factor that is not offered.
    Expansion {
        /// What was given.
        given: u32,
        /// The most that works; the others are the powers of two from 1 up to it.
        most: u32,
    },
    /// A tightening ratio lies strictly between 0 and 1.
    Tightening {
        /// What was given, in thousandths.
        given_permille: u16,
    },
    /// A fingerprint's width is out of range or not offered.
    FingerprintBits {
        /// What was given or would be needed, in bits.
        given: u32,
        /// The least that works, in bits.
        least: u32,
        /// The most that works, in bits.
        most: u32,
    },
    /// A fuse filter has no fingerprints of this width: 8, 16 and 32 bits work.
    FuseBits {
        /// What was given, in bits.
        given: u32,
    },
    /// A table has no such number of buckets, which is a power of two.
    Buckets {
        /// What was given.
        given: u64,
        /// The next that works, if there is one.
        next: Option<u64>,
    },
    /// A precision is out of range.
    Precision {
        /// What was given, in bits of a register's number.
        given: u32,
        /// The least that works.
        least: u32,
        /// The most that works.
        most: u32,
    },
    /// A bucket has no such number of slots.
    BucketSize {
        /// What was given, in slots.
        given: u32,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroCapacity => write!(f, "a capacity of no keys"),
            Self::Rate { given } => write!(f, "a rate of {given} is not between 0 and 1"),
            Self::TooFewBits { given, least } => write!(f, "{given} bits are fewer than {least}"),
            Self::TooManyBits { given, most } => write!(f, "{given} bits are more than {most}"),
            Self::CounterWidth { given, least, most } => {
                write!(f, "counters of {given} bits instead of {least} to {most}")
            }
            Self::BlockBits { given, least, most } => {
                write!(f, "blocks of {given} bits instead of a power of two from {least} to {most}")
            }
            Self::Expansion { given, most } => {
                write!(f, "an expansion of {given} instead of a power of two from 1 to {most}")
            }
            Self::Tightening { given_permille } => {
                write!(f, "a tightening ratio of {given_permille}/1000 is not between 0 and 1")
            }
            Self::FingerprintBits { given, least, most } => {
                write!(f, "fingerprints of {given} bits instead of {least} to {most}")
            }
            Self::FuseBits { given } => write!(f, "fingerprints of {given} bits instead of 8, 16 or 32"),
            Self::Buckets { given, next: Some(next) } => write!(f, "{given} buckets instead of {next}"),
            Self::Buckets { given, next: None } => write!(f, "{given} buckets are not a power of two"),
            Self::Precision { given, least, most } => write!(f, "a precision of {given} instead of {least} to {most}"),
            Self::BucketSize { given } => write!(f, "buckets of {given} slots"),
        }
    }
}

impl core::error::Error for SpecError {}

/// The two numbers that every sizing by rate starts from.
///
/// # Errors
/// [`SpecError::ZeroCapacity`] and [`SpecError::Rate`].
pub(super) fn check_target(capacity: u64, rate: f64) -> Result<(), SpecError> {
    if capacity == 0 {
        return Err(SpecError::ZeroCapacity);
    }
    if rate > 0.0 && rate < 1.0 { Ok(()) } else { Err(SpecError::Rate { given: rate }) }
}

/// `n_bits`, unless fewer than `least` or more than are ever allocated.
///
/// # Errors
/// [`SpecError::TooFewBits`] and [`SpecError::TooManyBits`].
pub(super) fn check_bits(n_bits: u64, least: u64) -> Result<u64, SpecError> {
    if n_bits < least {
        return Err(SpecError::TooFewBits { given: n_bits, least });
    }
    if n_bits > super::MAX_ALLOCATED_BITS {
        return Err(SpecError::TooManyBits { given: n_bits, most: super::MAX_ALLOCATED_BITS });
    }
    Ok(n_bits)
}

#[cfg(test)]
mod tests {
    use super::super::{BloomSpec, MAX_ALLOCATED_BITS};
    use super::*;
    use crate::hash::HashSpec;

    #[test]
    fn an_error_says_what_would_work() {
        let by_rate = |n, p| BloomSpec::for_rate(n, p, HashSpec::default());
        let by_memory = |n, bits| BloomSpec::for_memory(n, bits, HashSpec::default());
        assert_eq!(by_rate(1000, 0.001).map(|spec| (spec.n_bits, spec.n_hashes)), Ok((14_378, 10)));
        assert_eq!(by_rate(0, 0.1), Err(SpecError::ZeroCapacity));
        assert_eq!(by_memory(0, 1), Err(SpecError::ZeroCapacity));
        for given in [0.0, 1.0, -1.0, f64::INFINITY] {
            assert_eq!(by_rate(1, given), Err(SpecError::Rate { given }));
        }
        assert!(by_rate(1, f64::NAN).is_err());
        assert_eq!(by_memory(1, 0), Err(SpecError::TooFewBits { given: 0, least: 1 }));
        let (given, most) = (MAX_ALLOCATED_BITS + 1, MAX_ALLOCATED_BITS);
        assert_eq!(by_memory(1, given), Err(SpecError::TooManyBits { given, most }));
        assert_eq!(SpecError::BucketSize { given: 3 }.to_string(), "buckets of 3 slots");
    }
}
