//! Redisson's `RBloomFilter`: a bitmap in a Redis string.
//!
//! Sizing: ⌊−n ln p/(ln 2)²⌋ bits, not rounded to words, at most 2³² − 2; k = round((m/n) ln 2).
//!
//! Hash: HighwayHash-128 of what the **codec** makes of the key, so that a string under the default codec is not hashed as its
//! characters are. Positions walk from the first half by the second and the first in turn. A Redis string counts the bits of a
//! byte from the most significant.
//!
//! Source: RedissonBloomFilter.java, misc/Hash.java, config/Config.java, codec/ of commit 66863978 (4.7.1-SNAPSHOT); the
//! default codec by version from Config.java of each tag.

use super::sizing::{java_bits, round_half_up};
use super::{Growth, Key, KeyError, Sizing, SizingError};
use core::f64::consts::LN_2;
use highway::{HighwayHash as _, PortableHash};

/// What turns a key into bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Codec {
    /// `StringCodec`: UTF-8 of the text.
    String,
    /// `Kryo5Codec`, the default since 3.19.0: a byte for the class, then the value in Kryo's form.
    #[default]
    Kryo5,
    /// `JsonJacksonCodec`, the default up to 3.9: JSON.
    Json,
    /// `LongCodec`: decimal digits.
    Long,
}

/// A Redisson filter's choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Redisson {
    /// What turns a key into bytes.
    pub codec: Codec,
}

/// The most bits: the largest offset that Redis takes is one more than the last of these.
pub const MOST_BITS: u64 = (1 << 32) - 2;

/// HighwayHash's key.
const HIGHWAY_KEY: [u64; 4] =
    [0x9e37_79b9_7f4a_7c15, 0xf39c_c060_5ced_c834, 0x1082_276b_f3a2_7251, 0xf86c_6a11_d0c1_8e95];

/// The sizing of `tryInit(n, p)`.
///
/// # Errors
/// [`SizingError`] where it throws; [`message`] has its words.
pub fn sizing(n: u64, p: f64) -> Result<Sizing, SizingError> {
    if p.is_nan() || !(0.0..=1.0).contains(&p) {
        return Err(SizingError::Rate { p });
    }
    let n_bits = java_bits(n, if p == 0.0 { f64::from_bits(1) } else { p }) as i64;
    let n_bits = n_bits.max(0) as u64;
    if n_bits == 0 {
        return Err(SizingError::NoBits);
    }
    if n_bits > MOST_BITS {
        return Err(SizingError::TooManyBits { n_bits, most: MOST_BITS });
    }
    let n_hashes = round_half_up(n_bits as f64 / n as f64 * LN_2).max(1) as u32;
    Ok(Sizing { n_bits, n_hashes, capacity: n, rate: Some(p), growth: Growth::None })
}

/// The message of the exception that `tryInit` throws.
#[must_use]
pub fn message(error: &SizingError) -> String {
    match *error {
        SizingError::Rate { p } if p > 1.0 => "Bloom filter false probability can't be greater than 1".into(),
        SizingError::Rate { .. } | SizingError::OutOfReach { .. } | SizingError::Capacity { .. } => {
            "Bloom filter false probability can't be negative".into()
        }
        SizingError::NoBits => "Bloom filter calculated size is 0".into(),
        SizingError::TooManyBits { n_bits, .. } | SizingError::TooManyHashes { n_bits, .. } => {
            format!("Bloom filter size can't be greater than {MOST_BITS}. But calculated size is {n_bits}")
        }
    }
}

/// HighwayHash-128 under Redisson's key: the two halves.
#[must_use]
pub fn hash(bytes: &[u8]) -> (u64, u64) {
    let [h1, h2] = PortableHash::new(highway::Key(HIGHWAY_KEY)).hash128(bytes);
    (h1, h2)
}

/// HighwayHash-64 under Redisson's key, which a filter has no use for.
#[must_use]
pub fn hash64(bytes: &[u8]) -> u64 {
    PortableHash::new(highway::Key(HIGHWAY_KEY)).hash64(bytes)
}

/// Position `i`: h1 + ⌈i/2⌉·h2 + ⌊i/2⌋·h1, without its sign, modulo m.
pub(super) const fn offset((h1, h2): (u64, u64), i: u32, n_bits: u64) -> u64 {
    let (of_h2, of_h1) = (i.div_ceil(2) as u64, (i / 2) as u64 + 1);
    (of_h1.wrapping_mul(h1).wrapping_add(of_h2.wrapping_mul(h2)) & (u64::MAX >> 1)) % n_bits
}

/// `count()`: −m/k · ln(1 − ones/m), rounded half up.
#[must_use]
pub fn count(ones: u64, n_bits: u64, n_hashes: u32) -> u64 {
    let (m, k) = (n_bits as f64, f64::from(n_hashes));
    round_half_up(-m / k * super::ln(1.0 - ones as f64 / m))
}

impl Codec {
    /// The bytes that are hashed: a text as a Java String, [`Key::Int`] as an Integer, [`Key::Long`] as a Long.
    ///
    /// # Errors
    /// A text that is not an integer, for [`Codec::Long`].
    pub fn encode(self, key: Key<'_>) -> Result<Vec<u8>, KeyError> {
        Ok(match (self, key) {
            (_, Key::Bytes(bytes)) => bytes.to_vec(),
            (Self::String, key) | (Self::Json, key @ Key::Int(_)) => key.text_bytes(),
            (Self::Long, key) => key.long()?.to_string().into_bytes(),
            (Self::Json, Key::Long(number)) => format!("[\"java.lang.Long\",{number}]").into_bytes(),
            (Self::Json, key) => json(&key.utf16()),
            (Self::Kryo5, Key::Int(number)) => with_varint(vec![2], u64::from(((number << 1) ^ (number >> 31)) as u32)),
            (Self::Kryo5, Key::Long(number)) => with_varint(vec![9], ((number << 1) ^ (number >> 63)) as u64),
            (Self::Kryo5, key) => kryo(&key.utf16()),
        })
    }
}

/// Appends seven bits a byte, least significant first, the top bit saying that more follow; at most nine bytes, the ninth whole.
fn with_varint(mut bytes: Vec<u8>, mut value: u64) -> Vec<u8> {
    for _ in 0..8 {
        if value < 0x80 {
            break;
        }
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// A Java String as Kryo 5 writes it, after the byte of its class. ASCII of 2 to 32 characters ends where the top bit is set;
/// all else has its length first, and each UTF-16 unit, surrogates too, in one to three bytes.
fn kryo(units: &[u16]) -> Vec<u8> {
    let mut bytes = vec![3];
    if (2..=32).contains(&units.len()) && units.iter().all(|&unit| unit < 0x80) {
        bytes.extend(units.iter().map(|&unit| unit as u8));
        if let Some(last) = bytes.last_mut() {
            *last |= 0x80;
        }
        return bytes;
    }
    let length = units.len() as u64 + 1;
    if length < 64 {
        bytes.push(0x80 | length as u8);
    } else {
        bytes.push(0xc0 | (length & 63) as u8);
        bytes = with_varint(bytes, length >> 6);
    }
    for &unit in units {
        match unit {
            0..0x80 => bytes.push(unit as u8),
            0x80..0x800 => bytes.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 63) as u8]),
            _ => bytes.extend([0xe0 | (unit >> 12) as u8, 0x80 | (unit >> 6 & 63) as u8, 0x80 | (unit & 63) as u8]),
        }
    }
    bytes
}

/// A Java String as Jackson writes it: quotes, escapes, and what is beyond the basic plane as two `\u` with capital digits.
fn json(units: &[u16]) -> Vec<u8> {
    let mut text = String::from("\"");
    for &unit in units {
        match char::from_u32(unit.into()) {
            Some('"') => text.push_str("\\\""),
            Some('\\') => text.push_str("\\\\"),
            Some('\n') => text.push_str("\\n"),
            Some('\r') => text.push_str("\\r"),
            Some('\t') => text.push_str("\\t"),
            Some('\u{8}') => text.push_str("\\b"),
            Some('\u{c}') => text.push_str("\\f"),
            Some(c) if unit >= 0x20 => text.push(c),
            _ => text.extend(["\\u".to_owned(), format!("{unit:04X}")]),
        }
    }
    text.push('"');
    text.into_bytes()
}
