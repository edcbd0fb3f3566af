//! The whole family under one name each: which structure, with what of its own to choose, and any of them as one type.
//!
//! [`Variant`] is the choice and how a link writes it, [`AnySpec`] the numbers that follow from it, [`AnyFilter`] the filter.

mod any;
mod spec;

pub use any::{AnyFilter, BuildError, Inserted, Refusal, Removed};
pub use spec::{AnySpec, VariantSpec};

use super::blocked::{DEFAULT_BLOCK_BITS, check_block};
use super::counting::{DEFAULT_COUNTER_BITS, check_width};
use super::scalable::{DEFAULT_EXPANSION, DEFAULT_TIGHTENING_PERMILLE, MOST_EXPANSION};
use super::{CuckooSpec, FuseSpec, SpecError};
use crate::hash::HashSpec;
use core::fmt;
use lexical_parse_float::FromLexical as _;

/// A structure, with what it alone lets one choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// The Bloom filter.
    #[default]
    Bloom,
    /// The counting Bloom filter.
    Counting {
        /// Bits a counter.
        counter_bits: u32,
    },
    /// The partitioned Bloom filter.
    Partitioned,
    /// The blocked Bloom filter.
    Blocked {
        /// Bits a block.
        block_bits: u32,
    },
    /// The scalable Bloom filter.
    Scalable {
        /// By which factor each sub-filter's capacity exceeds that of the one before.
        expansion: u32,
        /// By which factor its rate is lower, in thousandths.
        tightening_permille: u16,
    },
    /// The cuckoo filter.
    Cuckoo {
        /// Bits a fingerprint.
        fingerprint_bits: u32,
        /// Slots a bucket.
        bucket_size: u32,
    },
    /// The binary fuse filter.
    Fuse {
        /// Bits a fingerprint.
        fingerprint_bits: u32,
    },
}

/// Why a variant's code cannot be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VariantError {
    /// No structure has this name.
    Name,
    /// A parameter is no number, or there are too many.
    Parameter {
        /// Its position, from 1.
        position: usize,
    },
    /// A parameter is a number that is not offered.
    Range(SpecError),
}

impl Variant {
    /// Each structure once, with its usual parameters, in the order in which the page offers them.
    pub const ALL: [Self; 7] = [
        Self::Bloom,
        Self::Counting { counter_bits: DEFAULT_COUNTER_BITS },
        Self::Partitioned,
        Self::Blocked { block_bits: DEFAULT_BLOCK_BITS },
        Self::Scalable { expansion: DEFAULT_EXPANSION, tightening_permille: DEFAULT_TIGHTENING_PERMILLE },
        Self::Cuckoo { fingerprint_bits: 12, bucket_size: 4 },
        Self::Fuse { fingerprint_bits: 8 },
    ];

    /// The structure's name in a link.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bloom => "bloom",
            Self::Counting { .. } => "counting",
            Self::Partitioned => "partitioned",
            Self::Blocked { .. } => "blocked",
            Self::Scalable { .. } => "scalable",
            Self::Cuckoo { .. } => "cuckoo",
            Self::Fuse { .. } => "fuse",
        }
    }

    /// The form in a link: the name, and after commas its parameters. What [`Variant::parse`] takes back.
    ///
    /// ```
    /// use bloomscope::filter::Variant;
    ///
    /// let codes: Vec<String> = Variant::ALL.iter().map(|variant| variant.code()).collect();
    /// assert_eq!(codes.join(" "), "bloom counting,4 partitioned blocked,512 scalable,2,0.5 cuckoo,12,4 fuse,8");
    /// assert_eq!(Variant::parse("cuckoo"), Variant::parse("cuckoo,12,4")); // what is left out is as usual
    /// ```
    #[must_use]
    pub fn code(self) -> String {
        let name = self.name();
        match self {
            Self::Bloom | Self::Partitioned => name.to_owned(),
            Self::Counting { counter_bits } => format!("{name},{counter_bits}"),
            Self::Blocked { block_bits } => format!("{name},{block_bits}"),
            Self::Scalable { expansion, tightening_permille } => {
                let ratio = format!("{}.{:03}", tightening_permille / 1000, tightening_permille % 1000);
                format!("{name},{expansion},{}", ratio.trim_end_matches('0'))
            }
            Self::Cuckoo { fingerprint_bits, bucket_size } => format!("{name},{fingerprint_bits},{bucket_size}"),
            Self::Fuse { fingerprint_bits } => format!("{name},{fingerprint_bits}"),
        }
    }

    /// Reads a code; parameters left out are the usual ones.
    ///
    /// # Errors
    /// An unknown name, a parameter that is no number or one too many, a number that is not offered.
    pub fn parse(code: &str) -> Result<Self, VariantError> {
        let mut parts = code.split(',').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let mut variant = Self::ALL.into_iter().find(|variant| variant.name() == name).ok_or(VariantError::Name)?;
        for (position, text) in (1..).zip(parts) {
            let malformed = VariantError::Parameter { position };
            let whole = || text.parse::<u32>().map_err(|_| malformed);
            match (&mut variant, position) {
                (
                    Self::Counting { counter_bits: value }
                    | Self::Blocked { block_bits: value }
                    | Self::Scalable { expansion: value, .. }
                    | Self::Cuckoo { fingerprint_bits: value, .. }
                    | Self::Fuse { fingerprint_bits: value },
                    1,
                )
                | (Self::Cuckoo { bucket_size: value, .. }, 2) => *value = whole()?,
                (Self::Scalable { tightening_permille, .. }, 2) => {
                    let ratio = f64::from_lexical(text.as_bytes()).map_err(|_| malformed)?;
                    *tightening_permille = libm::round(ratio * 1000.0) as u16; // the cast saturates
                }
                _ => return Err(malformed),
            }
        }
        variant.check().map_err(VariantError::Range)?;
        Ok(variant)
    }

    /// Whether the parameters are offered, whatever the filter's size.
    ///
    /// # Errors
    /// [`SpecError`] for the first that is not.
    pub fn check(self) -> Result<(), SpecError> {
        match self {
            Self::Counting { counter_bits } => check_width(counter_bits),
            Self::Blocked { block_bits } => check_block(block_bits),
            Self::Scalable { expansion, .. } if !expansion.is_power_of_two() || expansion > MOST_EXPANSION => {
                Err(SpecError::Expansion { given: expansion, most: MOST_EXPANSION })
            }
            Self::Scalable { tightening_permille: given_permille, .. } if !(1..1000).contains(&given_permille) => {
                Err(SpecError::Tightening { given_permille })
            }
            // The smallest table takes every fingerprint that any table takes.
            Self::Cuckoo { fingerprint_bits, bucket_size } => {
                CuckooSpec::new(1, bucket_size, fingerprint_bits, HashSpec::default()).map(|_| ())
            }
            Self::Fuse { fingerprint_bits } => FuseSpec::new(fingerprint_bits, HashSpec::default()).map(|_| ()),
            Self::Bloom | Self::Partitioned | Self::Scalable { .. } => Ok(()),
        }
    }

    /// Whether keys can be added one at a time.
    #[must_use]
    pub const fn can_insert(self) -> bool {
        !matches!(self, Self::Fuse { .. })
    }

    /// Whether a key can be removed.
    #[must_use]
    pub const fn can_remove(self) -> bool {
        matches!(self, Self::Counting { .. } | Self::Cuckoo { .. })
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back_as_they_went() {
        for variant in Variant::ALL {
            assert_eq!(Variant::parse(&variant.code()), Ok(variant));
            assert_eq!(Variant::parse(variant.name()), Ok(variant));
        }
        for tightening_permille in 1..1000 {
            let variant = Variant::Scalable { expansion: 4, tightening_permille };
            assert_eq!(Variant::parse(&variant.code()), Ok(variant));
        }
        assert_eq!(Variant::parse("blocked, 64"), Ok(Variant::Blocked { block_bits: 64 }));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let check = |code: &str| Variant::parse(code).err();
        assert_eq!((check(""), check("Bloom")), (Some(VariantError::Name), Some(VariantError::Name)));
        for (code, position) in [("bloom,1", 1), ("counting,x", 1), ("fuse,8,8", 2), ("scalable,2,y", 2)] {
            assert_eq!(check(code), Some(VariantError::Parameter { position }));
        }
        for code in [
            "counting,9",
            "blocked,100",
            "scalable,3",
            "scalable,2,1",
            "scalable,2,-1",
            "scalable,2,NaN",
            "cuckoo,12,3",
            "cuckoo,33",
            "fuse,9",
        ] {
            assert!(matches!(check(code), Some(VariantError::Range(_))), "{code}");
        }
    }
}
