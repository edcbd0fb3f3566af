//! What a library makes of n and p.

use core::fmt;

/// The numbers of a filter, or of the first one of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizing {
    /// m: positions are below it (but see [`super::crc_demo`]).
    pub n_bits: u64,
    /// k: positions a key.
    pub n_hashes: u32,
    /// How many keys it is for: the n given, or what the library makes of it.
    pub capacity: u64,
    /// The rate that m was computed for, from 0 to 1: not always the p given. `None` where the library takes none.
    pub rate: Option<f64>,
    /// What happens when it holds `capacity` keys.
    pub growth: Growth,
}

impl Sizing {
    /// Bytes of the bit array, without what a library stores beside it.
    #[must_use]
    pub const fn n_bytes(&self) -> u64 {
        self.n_bits.div_ceil(8)
    }
}

/// What a library does with keys beyond the capacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Growth {
    /// Nothing: it takes them, and the rate rises.
    None,
    /// It refuses them.
    Refuse,
    /// It appends another filter, for `expansion` times as many keys at `tightening` times the rate of the last.
    Append {
        /// Factor between capacities, at least 1.
        expansion: u32,
        /// Factor between rates, from 0 to 1.
        tightening: f64,
    },
}

/// Why a library refuses n and p.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SizingError {
    /// p is not among the rates that the library takes.
    Rate {
        /// p.
        p: f64,
    },
    /// n is not among the numbers of keys that the library takes.
    Capacity {
        /// n.
        n: i128,
    },
    /// m comes out as 0.
    NoBits,
    /// m comes out above what the library allows.
    TooManyBits {
        /// m; [`i64::MAX`] where the library's arithmetic saturates.
        n_bits: u64,
        /// The most.
        most: u64,
    },
    /// k comes out above what the library allows.
    TooManyHashes {
        /// m.
        n_bits: u64,
        /// k.
        n_hashes: u64,
        /// The most.
        most: u32,
    },
    /// The rate is too low to be kept by any filter that the library makes.
    OutOfReach {
        /// p.
        p: f64,
    },
}

impl fmt::Display for SizingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rate { p } => write!(f, "rate {p}"),
            Self::Capacity { n } => write!(f, "{n} keys"),
            Self::NoBits => write!(f, "no bits"),
            Self::TooManyBits { n_bits, most } => write!(f, "{n_bits} bits are more than {most}"),
            Self::TooManyHashes { n_hashes, most, .. } => write!(f, "{n_hashes} hash functions are more than {most}"),
            Self::OutOfReach { p } => write!(f, "rate {p} is out of reach"),
        }
    }
}

impl core::error::Error for SizingError {}

/// ⌊x + ½⌋ of a number that is not negative, as Java's `Math.round` gives it for the numbers at hand. Saturates.
pub(super) fn round_half_up(x: f64) -> u64 {
    libm::floor(x + 0.5) as u64
}

/// −n ln p/(ln 2)², with the operations in the order in which Guava and Redisson write them.
pub(super) fn java_bits(n: u64, p: f64) -> f64 {
    -(n as f64) * super::ln(p) / (core::f64::consts::LN_2 * core::f64::consts::LN_2)
}
