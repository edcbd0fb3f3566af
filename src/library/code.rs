//! A profile as the value of a link's `lib`: the library's name and its choices after commas. Choices at the end that are the
//! library's defaults may be left out, and are when a profile is written.
//!
//! | value | choices |
//! |---|---|
//! | `guava` | `mitz64`, `mitz32`; `33.4`, `31.1`; `utf8`, `utf16`, `int`, `long` |
//! | `redisbloom` | `8`, `2.8`; the expansion, 1 to 32768, or `fixed` |
//! | `redisson` | `kryo5`, `string`, `json`, `long` |
//! | `valkey` | `fixed` or the seed as 64 hexadecimal digits; the expansion, 0 (none) to 2³² − 1; the tightening ratio |
//! | `crc32` | `prefix`, `prefix-int`, `suffix`, `suffix-mask` |
//! | `leveldb`, `rocksdb`, `parquet`, `cassandra` | none |
//! | `bip37` | the tweak, 0 to 2³² − 1 |
//! | `postgres` | the seed, 0 to 2⁶⁴ − 1 |

use super::Profile;
use super::crc_demo::CrcDemo;
use super::guava::{self, Funnel, Guava, Strategy};
use super::profile::Library;
use super::redisbloom::{self, MOST_EXPANSION_V8, RedisBloom, Scaling};
use super::redisson::{Codec, Redisson};
use super::valkey::{FIXED_SEED, Valkey};
use core::fmt;
use core::str::FromStr;

/// What is wrong with a value of `lib`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// Which of its parts, from 0: the library's name, its first choice, …
    pub part: usize,
    /// The part as given.
    pub given: String,
    /// What it should have been.
    pub expected: CodePart,
}

/// What a part of a value may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodePart {
    /// One of these words.
    OneOf(Vec<&'static str>),
    /// A whole number from the first to the second.
    Count(u64, u64),
    /// A number between 0 and 1, both excluded.
    Fraction,
    /// `fixed`, or 64 hexadecimal digits.
    Seed,
    /// Nothing: the library has no further choice.
    Nothing,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {} of the library, {:?}: expected {:?}", self.part, self.given, self.expected)
    }
}

impl core::error::Error for CodeError {}

const LIBRARIES: [(&str, Library); 11] = [
    ("guava", Library::Guava),
    ("redisbloom", Library::RedisBloom),
    ("redisson", Library::Redisson),
    ("valkey", Library::Valkey),
    ("crc32", Library::CrcDemo),
    ("leveldb", Library::LevelDb),
    ("rocksdb", Library::RocksDb),
    ("parquet", Library::Parquet),
    ("bip37", Library::Bip37),
    ("postgres", Library::Postgres),
    ("cassandra", Library::Cassandra),
];
const STRATEGIES: [(&str, Strategy); 2] = [("mitz64", Strategy::Mitz64), ("mitz32", Strategy::Mitz32)];
const GUAVA_VERSIONS: [(&str, guava::Version); 2] =
    [("33.4", guava::Version::Since33_4), ("31.1", guava::Version::Before33_4)];
const FUNNELS: [(&str, Funnel); 4] =
    [("utf8", Funnel::Utf8), ("utf16", Funnel::Utf16), ("int", Funnel::Int), ("long", Funnel::Long)];
const REDISBLOOM_VERSIONS: [(&str, redisbloom::Version); 2] =
    [("8", redisbloom::Version::V8), ("2.8", redisbloom::Version::V2_8)];
const CODECS: [(&str, Codec); 4] =
    [("kryo5", Codec::Kryo5), ("string", Codec::String), ("json", Codec::Json), ("long", Codec::Long)];
const CRC_DEMOS: [(&str, CrcDemo); 4] = [
    ("prefix", CrcDemo::PrefixLong),
    ("prefix-int", CrcDemo::PrefixInt),
    ("suffix", CrcDemo::SuffixInt),
    ("suffix-mask", CrcDemo::SuffixMasked),
];

/// The choices of a value that are not yet read.
struct Choices<'v>(core::iter::Enumerate<core::str::Split<'v, char>>);

impl Choices<'_> {
    /// The next choice, `default` where there is none.
    fn next<T>(&mut self, default: T, read: impl FnOnce(&str) -> Result<T, CodePart>) -> Result<T, CodeError> {
        match self.0.next() {
            None => Ok(default),
            Some((part, given)) => read(given).map_err(|expected| CodeError { part, given: given.into(), expected }),
        }
    }

    /// The next choice, a word.
    fn word<T: Copy + Default>(&mut self, words: &[(&'static str, T)]) -> Result<T, CodeError> {
        self.next(T::default(), |given| find(words, given))
    }
}

fn find<T: Copy>(words: &[(&'static str, T)], given: &str) -> Result<T, CodePart> {
    let found = words.iter().find(|(word, _)| *word == given).map(|(_, value)| *value);
    found.ok_or_else(|| CodePart::OneOf(words.iter().map(|(word, _)| *word).collect()))
}

fn count<T: FromStr + Copy + PartialOrd + Into<u64>>(given: &str, least: T, most: T) -> Result<T, CodePart> {
    let read = given.parse().ok().filter(|count| (least..=most).contains(count));
    read.ok_or(CodePart::Count(least.into(), most.into()))
}

fn fraction(given: &str) -> Result<f64, CodePart> {
    given.parse().ok().filter(|&ratio| ratio > 0.0 && ratio < 1.0).ok_or(CodePart::Fraction)
}

fn seed(given: &str) -> Result<[u8; 32], CodePart> {
    if given == "fixed" {
        return Ok(FIXED_SEED);
    }
    let mut seed = [0; 32];
    let digits = given.as_bytes().as_chunks::<2>().0;
    if given.len() != 64 || !given.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(CodePart::Seed);
    }
    for (byte, pair) in seed.iter_mut().zip(digits) {
        let pair = core::str::from_utf8(pair).map_err(|_| CodePart::Seed)?;
        *byte = u8::from_str_radix(pair, 16).map_err(|_| CodePart::Seed)?;
    }
    Ok(seed)
}

impl FromStr for Profile {
    type Err = CodeError;

    fn from_str(value: &str) -> Result<Self, CodeError> {
        let mut choices = Choices(value.split(',').enumerate());
        let library = choices.next(Library::Guava, |given| find(&LIBRARIES, given))?;
        let profile = match library {
            Library::Guava => Self::Guava(Guava {
                strategy: choices.word(&STRATEGIES)?,
                version: choices.word(&GUAVA_VERSIONS)?,
                funnel: choices.word(&FUNNELS)?,
            }),
            Library::RedisBloom => Self::RedisBloom(RedisBloom {
                version: choices.word(&REDISBLOOM_VERSIONS)?,
                scaling: choices.next(RedisBloom::default().scaling, |given| match given {
                    "fixed" => Ok(Scaling::NonScaling),
                    given => count(given, 1, MOST_EXPANSION_V8).map(Scaling::Expansion),
                })?,
            }),
            Library::Redisson => Self::Redisson(Redisson { codec: choices.word(&CODECS)? }),
            Library::Valkey => {
                let default = Valkey::default();
                Self::Valkey(Valkey {
                    seed: choices.next(default.seed, seed)?,
                    expansion: choices.next(default.expansion, |given| count(given, 0, u32::MAX))?,
                    tightening: choices.next(default.tightening, fraction)?,
                })
            }
            Library::CrcDemo => Self::CrcDemo(choices.word(&CRC_DEMOS)?),
            Library::Bip37 => Self::Bip37 { tweak: choices.next(0, |given| count(given, 0, u32::MAX))? },
            Library::Postgres => Self::Postgres { seed: choices.next(0, |given| count(given, 0, u64::MAX))? },
            Library::LevelDb | Library::RocksDb | Library::Parquet | Library::Cassandra => library.profile(),
        };
        choices.next((), |_| Err(CodePart::Nothing))?;
        Ok(profile)
    }
}

/// The word of a value.
fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> String {
    words.iter().find(|(_, of)| of == value).map_or_else(String::new, |(word, _)| (*word).into())
}

impl Profile {
    /// The library's name and every choice, defaults too.
    fn parts(&self) -> Vec<String> {
        let name = word(&LIBRARIES, &self.library());
        match self {
            Self::Guava(guava) => vec![
                name,
                word(&STRATEGIES, &guava.strategy),
                word(&GUAVA_VERSIONS, &guava.version),
                word(&FUNNELS, &guava.funnel),
            ],
            Self::RedisBloom(redisbloom) => {
                let scaling = match redisbloom.scaling {
                    Scaling::NonScaling => "fixed".into(),
                    Scaling::Expansion(expansion) => expansion.to_string(),
                };
                vec![name, word(&REDISBLOOM_VERSIONS, &redisbloom.version), scaling]
            }
            Self::Redisson(redisson) => vec![name, word(&CODECS, &redisson.codec)],
            Self::Valkey(valkey) => {
                let seed = match valkey.seed {
                    FIXED_SEED => "fixed".into(),
                    seed => seed.iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}")),
                };
                vec![name, seed, valkey.expansion.to_string(), valkey.tightening.to_string()]
            }
            Self::CrcDemo(demo) => vec![name, word(&CRC_DEMOS, demo)],
            Self::Bip37 { tweak } => vec![name, tweak.to_string()],
            Self::Postgres { seed } => vec![name, seed.to_string()],
            Self::LevelDb | Self::RocksDb | Self::Parquet | Self::Cassandra => vec![name],
        }
    }

    /// The shortest value that is read as this profile.
    ///
    /// ```
    /// use bloomscope::library::Profile;
    ///
    /// let profile: Profile = "guava,mitz64,31.1,utf8".parse()?;
    /// assert_eq!(profile.code(), "guava,mitz64,31.1");
    /// # Ok::<(), bloomscope::library::CodeError>(())
    /// ```
    #[must_use]
    pub fn code(&self) -> String {
        let (mut parts, default) = (self.parts(), self.library().profile().parts());
        while parts.len() > 1 && parts.last() == default.get(parts.len() - 1) {
            parts.pop();
        }
        parts.join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let seed = "01080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da";
        for code in [
            "guava",
            "guava,mitz32",
            "guava,mitz64,31.1",
            "guava,mitz64,33.4,long",
            "redisbloom",
            "redisbloom,2.8",
            "redisbloom,8,fixed",
            "redisbloom,2.8,4",
            "redisson",
            "redisson,string",
            "valkey",
            "valkey,fixed,0",
            "valkey,fixed,2,0.8",
            &format!("valkey,{seed}"),
            "crc32",
            "crc32,prefix-int",
            "crc32,suffix",
            "crc32,suffix-mask",
            "leveldb",
            "rocksdb",
            "parquet",
            "bip37,2147483649",
            "postgres,7",
            "cassandra",
        ] {
            let profile: Profile = code.parse().unwrap();
            assert_eq!(profile.code(), code);
        }
        for library in Library::ALL {
            assert_eq!(library.profile().code().parse(), Ok(library.profile()));
        }
        assert_eq!("guava,mitz64,33.4,utf8".parse::<Profile>().unwrap().code(), "guava");
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let check = |code: &str, part: usize, expected: CodePart| {
            let error = code.parse::<Profile>().unwrap_err();
            assert_eq!((error.part, error.expected), (part, expected), "{code}");
        };
        check("", 0, CodePart::OneOf(LIBRARIES.iter().map(|(word, _)| *word).collect()));
        check("guava,mitz", 1, CodePart::OneOf(vec!["mitz64", "mitz32"]));
        check("guava,mitz64,33.4,utf8,", 4, CodePart::Nothing);
        check("redisbloom,8,0", 2, CodePart::Count(1, 32_768));
        check("leveldb,10", 1, CodePart::Nothing);
        check("bip37,-1", 1, CodePart::Count(0, u32::MAX.into()));
        check("valkey,00", 1, CodePart::Seed);
        check("valkey,fixed,2,1", 3, CodePart::Fraction);
        check(&format!("valkey,{}", "é".repeat(32)), 1, CodePart::Seed);
    }
}
