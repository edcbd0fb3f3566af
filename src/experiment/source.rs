//! Key generators: bijections from an index to a key.

use core::ops::Range;

use super::shuffle::inverse_odd;
use super::words;
use crate::hash::KeyBuffer;
use crate::rng::{GOLDEN, mix64, stream, unmix64};

/// Where generated keys come from. For one seed every source is a bijection from an index (any `u64`) to a key: different
/// indices give different keys, so probes taken from indices that were not inserted are guaranteed absent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum KeySource {
    /// `prefix` followed by `start + index` (modulo 2⁶⁴) in decimal. The seed plays no part.
    Sequential {
        /// Text before the number.
        prefix: String,
        /// The number of key 0.
        start: u64,
    },
    /// Random 64-bit numbers as eight little-endian bytes.
    Random64,
    /// Random UUIDs (version 4, RFC 9562) as 36 bytes of lower-case text.
    Uuid,
    /// Pronounceable words: three syllables and perhaps a closing consonant for the first 2²⁷ indices, more after that.
    Words,
}

impl Default for KeySource {
    /// `user:0`, `user:1`, …
    fn default() -> Self {
        Self::Sequential { prefix: Self::DEFAULT_PREFIX.into(), start: 0 }
    }
}

impl KeySource {
    /// The text before the number where none is given.
    pub const DEFAULT_PREFIX: &str = "user:";

    /// How many different keys there are for one seed: every index has its own.
    #[must_use]
    pub const fn max_keys(&self) -> u64 {
        u64::MAX
    }

    /// Appends the bytes of key number `index` under `seed`.
    pub fn write_key(&self, seed: u64, index: u64, out: &mut Vec<u8>) {
        match self {
            Self::Sequential { prefix, start } => {
                out.extend_from_slice(prefix.as_bytes());
                write_decimal(start.wrapping_add(index), out);
            }
            Self::Random64 => out.extend_from_slice(&random_bits(seed, index).to_le_bytes()),
            Self::Uuid => write_uuid(seed, index, out),
            Self::Words => words::write_word(seed, index, out),
        }
    }

    /// Appends the keys of a range of indices to `keys`, made in place.
    pub fn fill(&self, seed: u64, range: Range<u64>, keys: &mut KeyBuffer) {
        for index in range {
            keys.push_with(|out| self.write_key(seed, index, out));
        }
    }

    /// The index whose key under `seed` this is, if it is one of this source's keys at all. With it, membership in a
    /// generated set of any size is known for certain without storing the set: the index is below the count.
    #[must_use]
    pub fn index_of(&self, seed: u64, key: &[u8]) -> Option<u64> {
        let index = match self {
            Self::Sequential { prefix, start } => {
                let digits = core::str::from_utf8(key.strip_prefix(prefix.as_bytes())?).ok()?;
                digits.parse::<u64>().ok()?.wrapping_sub(*start)
            }
            Self::Random64 => index_of_bits(seed, u64::from_le_bytes(key.try_into().ok()?)),
            Self::Uuid => index_of_uuid(seed, key)?,
            Self::Words => words::index_of_word(seed, key)?,
        };
        // Parsing is lenient (a leading zero, a capital): the key is only ours if we would write it so.
        let mut written = Vec::with_capacity(key.len());
        self.write_key(seed, index, &mut written);
        (written == key).then_some(index)
    }

    /// A key as people read it: text as it is, a random 64-bit key as `0x` and 16 hexadecimal digits of its number.
    #[must_use]
    pub fn show(&self, key: &[u8]) -> String {
        match (self, <[u8; 8]>::try_from(key)) {
            (Self::Random64, Ok(bytes)) => format!("{:#018x}", u64::from_le_bytes(bytes)),
            _ => String::from_utf8_lossy(key).into_owned(),
        }
    }
}

/// SplitMix64's output number `index` for a seed: a bijection in `index`, since the step is odd and the mixer bijective.
fn random_bits(seed: u64, index: u64) -> u64 {
    mix64(stream(seed, 0).wrapping_add(index.wrapping_mul(GOLDEN)))
}

/// Undoes [`random_bits`].
fn index_of_bits(seed: u64, bits: u64) -> u64 {
    unmix64(bits).wrapping_sub(stream(seed, 0)).wrapping_mul(const { inverse_odd(GOLDEN) })
}

/// The index that the 64 bits of [`random_bits`] in a UUID stand for.
fn index_of_uuid(seed: u64, key: &[u8]) -> Option<u64> {
    let text = core::str::from_utf8(key).ok()?;
    let digits = u128::from_str_radix(&text.replace('-', ""), 16).ok()?;
    let (high, low) = ((digits >> 64) as u64, digits as u64);
    Some(index_of_bits(seed, (high & !0xf000) | ((low >> 58) & 0xf) << 12))
}

/// 122 bits: the 64 of [`random_bits`], so that different indices differ, and 58 that follow from them.
fn write_uuid(seed: u64, index: u64, out: &mut Vec<u8>) {
    let x = random_bits(seed, index);
    let y = mix64(x ^ stream(seed, 1));
    // The version takes the place of four bits of x; these four go behind the variant's two bits instead.
    let high = (x & !0xf000) | 0x4000;
    let low = 0b10 << 62 | ((x >> 12) & 0xf) << 58 | (y >> 6);
    let digits = (u128::from(high) << 64) | u128::from(low);
    for nibble in 0..32_u32 {
        if matches!(nibble, 8 | 12 | 16 | 20) {
            out.push(b'-');
        }
        let value = (digits >> (124 - 4 * nibble)) as u8 & 0xf;
        out.push(if value < 10 { b'0' + value } else { b'a' - 10 + value });
    }
}

/// Appends `number` in decimal.
fn write_decimal(mut number: u64, out: &mut Vec<u8>) {
    let first = out.len();
    loop {
        out.push(b'0' + (number % 10) as u8);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    if let Some(digits) = out.get_mut(first..) {
        digits.reverse();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn sources() -> [KeySource; 5] {
        let wrapping = KeySource::Sequential { prefix: "商品-".into(), start: u64::MAX - 5 };
        [KeySource::default(), wrapping, KeySource::Random64, KeySource::Uuid, KeySource::Words]
    }

    fn key(source: &KeySource, seed: u64, index: u64) -> Vec<u8> {
        let mut out = Vec::new();
        source.write_key(seed, index, &mut out);
        out
    }

    #[test]
    fn hundred_thousand_indices_give_as_many_keys() {
        for source in sources() {
            let mut keys = KeyBuffer::new();
            source.fill(7, 0..100_000, &mut keys);
            assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 100_000, "{source:?}");
        }
    }

    #[test]
    fn keys_look_as_described() {
        assert_eq!(key(&KeySource::default(), 1, 0), b"user:0");
        assert_eq!(key(&KeySource::default(), 1, 1_234_567_890), b"user:1234567890");
        let uuid = String::from_utf8(key(&KeySource::Uuid, 1, 0)).unwrap_or_default();
        let shape: String = uuid.chars().map(|c| if c == '-' { '-' } else { 'x' }).collect();
        assert_eq!(shape, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
        assert!(uuid.as_bytes()[14] == b'4' && b"89ab".contains(&uuid.as_bytes()[19]), "{uuid}");
        assert_eq!(KeySource::Random64.show(&42_u64.to_le_bytes()), "0x000000000000002a");
        assert_eq!(KeySource::default().show("用户".as_bytes()), "用户");
    }

    #[test]
    fn lenient_spellings_are_not_keys() {
        for text in ["user:007", "user:+7", "user:", "User:7", "7", "user:18446744073709551616", "user:7 "] {
            assert_eq!(KeySource::default().index_of(0, text.as_bytes()), None, "{text}");
        }
        let upper = key(&KeySource::Uuid, 1, 5).to_ascii_uppercase();
        assert_eq!(KeySource::Uuid.index_of(1, &upper), None);
    }

    #[test]
    fn the_seed_changes_every_source_that_has_one() {
        for source in [KeySource::Random64, KeySource::Uuid, KeySource::Words] {
            let matching = (0..1000).filter(|&i| key(&source, 1, i) == key(&source, 2, i)).count();
            assert_eq!(matching, 0, "{source:?}");
        }
    }

    proptest! {
        #[test]
        fn different_indices_give_different_keys(seed: u64, a: u64, b: u64, near in 1..300_u64) {
            for source in sources() {
                for other in [b, a.wrapping_add(near), a.wrapping_add(near << 27)] {
                    prop_assert_eq!(a == other, key(&source, seed, a) == key(&source, seed, other), "{:?}", source);
                }
            }
        }

        #[test]
        fn a_key_gives_its_index_back(seed: u64, index: u64, other_seed: u64) {
            for source in sources() {
                let text = key(&source, seed, index);
                prop_assert_eq!(source.index_of(seed, &text), Some(index), "{:?}", source);
                if let Some(found) = source.index_of(other_seed, &text) {
                    prop_assert_eq!(key(&source, other_seed, found), text, "{:?}", source);
                }
            }
        }

        #[test]
        fn no_bytes_panic_and_only_own_keys_are_found(seed: u64, text in "(user:)?[-0-9a-fu+]{0,40}|.*") {
            for source in sources() {
                if let Some(index) = source.index_of(seed, text.as_bytes()) {
                    prop_assert_eq!(key(&source, seed, index), text.as_bytes());
                }
            }
        }
    }
}
