//! A key as a program has it, before a library turns it into bytes.

use super::java;
use core::fmt;

/// A key. The page has texts; programs also have numbers, and Java has texts that are not valid Unicode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key<'k> {
    /// A text.
    Text(&'k str),
    /// A Java or JavaScript text as its UTF-16 units, with surrogates that may be unpaired.
    Utf16(&'k [u16]),
    /// A 32-bit number.
    Int(i32),
    /// A 64-bit number.
    Long(i64),
    /// Bytes that are hashed as they are, whatever the profile.
    Bytes(&'k [u8]),
}

/// Why a key cannot be given to a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// It is not a whole number of so many bits, in decimal digits.
    NotAnInteger {
        /// 32 or 64.
        bits: u32,
    },
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::NotAnInteger { bits } = self;
        write!(f, "not an integer of {bits} bits")
    }
}

impl core::error::Error for KeyError {}

impl Key<'_> {
    /// The text as bytes, the way most programs send it: UTF-8, a number in decimal digits, an unpaired surrogate as `?`, which
    /// is what Java makes of it.
    #[must_use]
    pub fn text_bytes(&self) -> Vec<u8> {
        match *self {
            Self::Text(text) => text.as_bytes().to_vec(),
            Self::Utf16(units) => java::utf8(units),
            Self::Int(number) => number.to_string().into_bytes(),
            Self::Long(number) => number.to_string().into_bytes(),
            Self::Bytes(bytes) => bytes.to_vec(),
        }
    }

    /// The text as UTF-16 units. Bytes are taken as UTF-8, what is not valid in them as the replacement character.
    #[must_use]
    pub fn utf16(&self) -> Vec<u16> {
        match *self {
            Self::Utf16(units) => units.to_vec(),
            Self::Text(text) => text.encode_utf16().collect(),
            other => String::from_utf8_lossy(&other.text_bytes()).encode_utf16().collect(),
        }
    }

    /// The number that the key is, or that its text says in decimal digits.
    ///
    /// # Errors
    /// Where it is none of at most 64 bits.
    pub fn long(&self) -> Result<i64, KeyError> {
        match *self {
            Self::Int(number) => Ok(number.into()),
            Self::Long(number) => Ok(number),
            other => parse(&other.text_bytes()).ok_or(KeyError::NotAnInteger { bits: 64 }),
        }
    }

    /// As [`Key::long`], of 32 bits.
    ///
    /// # Errors
    /// Where it is none of at most 32 bits.
    pub fn int(&self) -> Result<i32, KeyError> {
        let refused = KeyError::NotAnInteger { bits: 32 };
        i32::try_from(self.long().map_err(|_| refused)?).map_err(|_| refused)
    }
}

fn parse(bytes: &[u8]) -> Option<i64> {
    core::str::from_utf8(bytes).ok()?.parse().ok()
}
