//! Where a library does other than the textbook.
//!
//! The textbook: m = ⌈−n ln p/(ln 2)²⌉ bits, k = round((m/n) ln 2) independent hash functions of the key's bytes, any number
//! of keys. `text::library` has a sentence for each deviation.

use super::crc_demo::CrcDemo;
use super::guava::{self, Funnel, Guava, Strategy};
use super::redisbloom::{self, RedisBloom, Scaling};
use super::redisson::{self, Codec};
use super::valkey::{self, Valkey};
use super::{Profile, crc_demo};

/// How a number is brought to a whole one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Down.
    Down,
    /// Up.
    Up,
}

/// What k is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// From p alone.
    Rate,
    /// From m/n, m not yet rounded.
    UnroundedBits,
}

/// One way in which a library's filter is not the textbook's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deviation {
    /// m is rounded down.
    BitsRoundedDown,
    /// m is rounded up to a multiple of so many bits.
    BitsMultipleOf {
        /// 8, 64, …
        bits: u32,
    },
    /// m and k are written into the program.
    NumbersFixed {
        /// m.
        n_bits: u64,
        /// k.
        n_hashes: u32,
    },
    /// m has an upper bound.
    MostBits {
        /// It.
        n_bits: u64,
    },
    /// k has an upper bound, above which nothing is built.
    MostHashes {
        /// It.
        n_hashes: u32,
    },
    /// k is computed from something else than m/n.
    HashesFrom {
        /// From what.
        base: Base,
    },
    /// k is rounded in one direction.
    HashesRounded {
        /// In which.
        rounding: Rounding,
    },
    /// The first filter of a chain is sized for a part of p.
    FirstRateTightened {
        /// The factor.
        tightening: f64,
    },
    /// A p above this counts as this.
    RateCapped {
        /// It.
        rate: f64,
    },
    /// The filter grows by further ones.
    Grows {
        /// Factor between capacities.
        expansion: u32,
        /// Factor between rates.
        tightening: f64,
    },
    /// The filter refuses keys beyond its capacity.
    RefusesWhenFull,
    /// A key that is reported present is not added.
    SkipsPresent,
    /// Double hashing: k positions from two hashes.
    DoubleHashing,
    /// Double hashing that adds the two hashes in turn.
    AlternatingSteps,
    /// The two hashes are the first two positions, and the others are taken modulo a prime first.
    PrimeSteps,
    /// 32-bit arithmetic: nothing beyond bit 2³¹ is ever set.
    Positions31Bits,
    /// The second half of the digest is thrown away.
    HalfDigestUnused,
    /// The second hash is seeded with the first.
    ChainedSeeds,
    /// The key is serialised first, and its type is hashed with it.
    Serialised {
        /// By which codec.
        codec: Codec,
    },
    /// UTF-16 units are hashed, not UTF-8.
    HashesUtf16,
    /// A number of so many bytes is hashed, not its digits.
    HashesNumber {
        /// 4 or 8.
        bytes: u32,
    },
    /// The key's length is hashed before it.
    LengthFirst,
    /// The hash is keyed with a secret, so that positions cannot be foretold.
    SecretSeed,
    /// The seed is written into the library, so that anybody can compute the positions.
    PublicSeed,
    /// Unpaired surrogates become `?`.
    SurrogatesReplaced,
    /// A byte's bits are counted from the most significant.
    MostSignificantFirst,
    /// All hash functions are one CRC-32: equal once, equal always.
    OneCrc,
    /// The CRC is cast to a signed number.
    SignedCrc,
    /// An offset is negative for every key, and Redis refuses it.
    NegativeOffset,
    /// The masked values differ by the same constants for every key, so that k positions are as good as one.
    ConstantDifferences,
}

impl Profile {
    /// Where this profile does other than the textbook, sizes first, then hashing, then what it does when full.
    #[must_use]
    pub fn deviations(&self) -> Vec<Deviation> {
        match self {
            Self::Guava(choices) => of_guava(*choices),
            Self::RedisBloom(choices) => of_redisbloom(choices),
            Self::Redisson(choices) => of_redisson(choices.codec),
            Self::Valkey(choices) => of_valkey(choices),
            Self::CrcDemo(demo) => of_crc_demo(*demo),
        }
    }
}

fn of_guava(choices: Guava) -> Vec<Deviation> {
    let base = match choices.version {
        guava::Version::Since33_4 => Base::Rate,
        guava::Version::Before33_4 => Base::UnroundedBits,
    };
    let mut list = vec![
        Deviation::BitsRoundedDown,
        Deviation::BitsMultipleOf { bits: 64 },
        Deviation::HashesFrom { base },
        Deviation::MostHashes { n_hashes: guava::MOST_HASHES },
        Deviation::MostBits { n_bits: guava::MOST_LONGS * 64 },
        Deviation::DoubleHashing,
    ];
    if choices.strategy == Strategy::Mitz32 {
        list.extend([Deviation::HalfDigestUnused, Deviation::Positions31Bits]);
    }
    list.push(match choices.funnel {
        Funnel::Utf8 => Deviation::SurrogatesReplaced,
        Funnel::Utf16 => Deviation::HashesUtf16,
        Funnel::Int => Deviation::HashesNumber { bytes: 4 },
        Funnel::Long => Deviation::HashesNumber { bytes: 8 },
    });
    list
}

fn of_redisbloom(choices: &RedisBloom) -> Vec<Deviation> {
    let mut list = Vec::new();
    if choices.version == redisbloom::Version::V8 {
        list.push(Deviation::RateCapped { rate: redisbloom::CAPPED_RATE });
    }
    if choices.scaling != Scaling::NonScaling {
        list.push(Deviation::FirstRateTightened { tightening: redisbloom::TIGHTENING });
    }
    list.extend([
        Deviation::BitsMultipleOf { bits: 64 },
        Deviation::HashesFrom { base: Base::Rate },
        Deviation::HashesRounded { rounding: Rounding::Up },
        Deviation::DoubleHashing,
        Deviation::ChainedSeeds,
        Deviation::PublicSeed,
        Deviation::SkipsPresent,
        match choices.scaling {
            Scaling::NonScaling => Deviation::RefusesWhenFull,
            Scaling::Expansion(expansion) => Deviation::Grows { expansion, tightening: redisbloom::TIGHTENING },
        },
    ]);
    list
}

fn of_redisson(codec: Codec) -> Vec<Deviation> {
    let mut list = vec![
        Deviation::BitsRoundedDown,
        Deviation::MostBits { n_bits: redisson::MOST_BITS },
        Deviation::AlternatingSteps,
    ];
    if matches!(codec, Codec::Kryo5 | Codec::Json) {
        list.push(Deviation::Serialised { codec });
    } else {
        list.push(Deviation::SurrogatesReplaced);
    }
    list.push(Deviation::MostSignificantFirst);
    list
}

fn of_valkey(choices: &Valkey) -> Vec<Deviation> {
    vec![
        Deviation::BitsMultipleOf { bits: 8 },
        Deviation::MostBits { n_bits: valkey::MOST_BYTES * 8 },
        Deviation::LengthFirst,
        if choices.seed == valkey::FIXED_SEED { Deviation::PublicSeed } else { Deviation::SecretSeed },
        Deviation::PrimeSteps,
        Deviation::SkipsPresent,
        match choices.expansion {
            0 => Deviation::RefusesWhenFull,
            expansion => Deviation::Grows { expansion, tightening: choices.tightening },
        },
    ]
}

fn of_crc_demo(demo: CrcDemo) -> Vec<Deviation> {
    let n_bits = demo.sizing(1).n_bits;
    let mut list = vec![Deviation::NumbersFixed { n_bits, n_hashes: crc_demo::N_HASHES }, Deviation::OneCrc];
    match demo {
        CrcDemo::PrefixLong => {}
        CrcDemo::PrefixInt => list.push(Deviation::SignedCrc),
        CrcDemo::SuffixInt => list.extend([Deviation::SignedCrc, Deviation::NegativeOffset]),
        CrcDemo::SuffixMasked => list.push(Deviation::ConstantDifferences),
    }
    list.push(Deviation::MostSignificantFirst);
    list
}
