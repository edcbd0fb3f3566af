//! Which deviations each profile has.

use super::crc_demo::CrcDemo;
use super::guava::{self, Funnel, Guava, Strategy};
use super::redisbloom::{self, RedisBloom, Scaling};
use super::redisson::{self, Codec};
use super::valkey::{self, Valkey};
use super::{Base, Deviation, Profile, Rounding, bip37, cassandra, crc_demo, leveldb, parquet, postgres, rocksdb};

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
            Self::LevelDb => vec![
                Deviation::SizedByBitsPerKey { whole: true },
                Deviation::BitsMultipleOf { bits: 8 },
                Deviation::LeastBits { n_bits: leveldb::LEAST_BITS },
                Deviation::HashesRounded { rounding: Rounding::Down },
                Deviation::HashesCut { n_hashes: leveldb::MOST_HASHES },
                Deviation::OneHash32,
                Deviation::PublicSeed,
            ],
            Self::RocksDb => vec![
                Deviation::SizedByBitsPerKey { whole: false },
                Deviation::BitsMultipleOf { bits: rocksdb::LINE_BITS as u32 },
                Deviation::BitsCut { n_bits: rocksdb::MOST_BYTES * 8 },
                Deviation::HashesFromTrials,
                Deviation::OneBlock { n_bits: rocksdb::LINE_BITS },
                Deviation::UnreleasedHash,
                Deviation::PublicSeed,
            ],
            Self::Parquet => vec![
                Deviation::PowerOfTwoBits { rounding: Rounding::Up },
                Deviation::LeastBits { n_bits: parquet::LEAST_BITS },
                Deviation::BitsCut { n_bits: parquet::MOST_BITS },
                Deviation::HashesFixed { n_hashes: parquet::N_HASHES },
                Deviation::OneBlock { n_bits: parquet::BLOCK_BITS },
                Deviation::OneBitAWord,
                Deviation::PublicSeed,
            ],
            Self::Bip37 { .. } => vec![
                Deviation::BitsRoundedDown,
                Deviation::BitsCut { n_bits: bip37::MOST_BITS },
                Deviation::HashesRounded { rounding: Rounding::Down },
                Deviation::HashesCut { n_hashes: bip37::MOST_HASHES },
                Deviation::SeededPasses,
                Deviation::EmptyMatchesAll,
            ],
            Self::Postgres { .. } => vec![
                Deviation::SizedByBytesPerKey { bytes: 2 },
                Deviation::PowerOfTwoBits { rounding: Rounding::Down },
                Deviation::LeastBits { n_bits: postgres::LEAST_BITS },
                Deviation::BitsCut { n_bits: postgres::MOST_BITS },
                Deviation::HashesCut { n_hashes: postgres::MOST_HASHES },
                Deviation::EnhancedDoubleHashing,
            ],
            Self::Cassandra => vec![
                Deviation::NumbersFromTable,
                Deviation::ArgumentsExchanged { rate: cassandra::EXCHANGED_FROM },
                Deviation::ExcessBits { n_bits: cassandra::EXCESS_BITS },
                Deviation::BitsMultipleOf { bits: 64 },
                Deviation::MostBits { n_bits: cassandra::MOST_BITS },
                Deviation::DoubleHashing,
                Deviation::SignedTail,
                Deviation::PublicSeed,
            ],
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
