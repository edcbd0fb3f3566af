//! The closed list of libraries, and what each does with n, p and a key.

use super::crc_demo::CrcDemo;
use super::filter::BitOrder;
use super::guava::Guava;
use super::redisbloom::RedisBloom;
use super::redisson::Redisson;
use super::valkey::Valkey;
use super::{
    Key, KeyError, Sizing, SizingError, bip37, cassandra, guava, leveldb, parquet, postgres, redisbloom, redisson,
    rocksdb, valkey,
};

/// A library with the choices of its user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Profile {
    /// Guava.
    Guava(Guava),
    /// RedisBloom.
    RedisBloom(RedisBloom),
    /// Redisson.
    Redisson(Redisson),
    /// valkey-bloom.
    Valkey(Valkey),
    /// The CRC-32 teaching demos.
    CrcDemo(CrcDemo),
    /// LevelDB.
    LevelDb,
    /// RocksDB, format version 5.
    RocksDb,
    /// Parquet's split block filter.
    Parquet,
    /// Bitcoin's BIP 37.
    Bip37 {
        /// The connection's tweak.
        tweak: u32,
    },
    /// PostgreSQL's lib/bloomfilter.c.
    Postgres {
        /// The caller's seed.
        seed: u64,
    },
    /// Cassandra.
    Cassandra,
}

/// A library without its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Library {
    /// Guava.
    Guava,
    /// RedisBloom.
    RedisBloom,
    /// Redisson.
    Redisson,
    /// valkey-bloom.
    Valkey,
    /// The CRC-32 teaching demos.
    CrcDemo,
    /// LevelDB.
    LevelDb,
    /// RocksDB, format version 5.
    RocksDb,
    /// Parquet's split block filter.
    Parquet,
    /// Bitcoin's BIP 37.
    Bip37,
    /// PostgreSQL's lib/bloomfilter.c.
    Postgres,
    /// Cassandra.
    Cassandra,
}

impl Library {
    /// Every library, in the order in which the page offers them.
    pub const ALL: [Self; 11] = [
        Self::Guava,
        Self::RedisBloom,
        Self::Redisson,
        Self::Valkey,
        Self::CrcDemo,
        Self::LevelDb,
        Self::RocksDb,
        Self::Parquet,
        Self::Bip37,
        Self::Postgres,
        Self::Cassandra,
    ];

    /// Its profile with the library's own defaults.
    #[must_use]
    pub fn profile(self) -> Profile {
        match self {
            Self::Guava => Profile::Guava(Guava::default()),
            Self::RedisBloom => Profile::RedisBloom(RedisBloom::default()),
            Self::Redisson => Profile::Redisson(Redisson::default()),
            Self::Valkey => Profile::Valkey(Valkey::default()),
            Self::CrcDemo => Profile::CrcDemo(CrcDemo::default()),
            Self::LevelDb => Profile::LevelDb,
            Self::RocksDb => Profile::RocksDb,
            Self::Parquet => Profile::Parquet,
            Self::Bip37 => Profile::Bip37 { tweak: 0 },
            Self::Postgres => Profile::Postgres { seed: 0 },
            Self::Cassandra => Profile::Cassandra,
        }
    }
}

impl Profile {
    /// The library.
    #[must_use]
    pub const fn library(&self) -> Library {
        match self {
            Self::Guava(_) => Library::Guava,
            Self::RedisBloom(_) => Library::RedisBloom,
            Self::Redisson(_) => Library::Redisson,
            Self::Valkey(_) => Library::Valkey,
            Self::CrcDemo(_) => Library::CrcDemo,
            Self::LevelDb => Library::LevelDb,
            Self::RocksDb => Library::RocksDb,
            Self::Parquet => Library::Parquet,
            Self::Bip37 { .. } => Library::Bip37,
            Self::Postgres { .. } => Library::Postgres,
            Self::Cassandra => Library::Cassandra,
        }
    }

    /// What the library makes of `n` keys at rate `p`: of a chain, the first filter.
    ///
    /// # Errors
    /// [`SizingError`] where it refuses.
    pub fn sizing(&self, n: u64, p: f64) -> Result<Sizing, SizingError> {
        match self {
            Self::Guava(choices) => {
                let n = i64::try_from(n).map_err(|_| SizingError::Capacity { n: n.into() })?;
                choices.sizing(n, p)
            }
            Self::RedisBloom(choices) => choices.sizing(n, p),
            Self::Redisson(_) => redisson::sizing(n, p),
            Self::Valkey(choices) => choices.sizing(n, p),
            Self::CrcDemo(demo) => Ok(demo.sizing(n)),
            Self::LevelDb => leveldb::sizing(n, p),
            Self::RocksDb => rocksdb::sizing(n, p),
            Self::Parquet => parquet::sizing(n, p),
            Self::Bip37 { .. } => bip37::sizing(n, p),
            Self::Postgres { .. } => postgres::sizing(n),
            Self::Cassandra => cassandra::sizing(n, p),
        }
    }

    /// The sizing of a filter that is appended to a chain, for `capacity` keys at rate `rate`.
    pub(super) fn next_sizing(&self, capacity: u64, rate: f64) -> Result<Sizing, SizingError> {
        match self {
            Self::RedisBloom(choices) => choices.link(capacity, rate),
            Self::Valkey(choices) => choices.sub_filter(capacity, rate),
            _ => self.sizing(capacity, rate),
        }
    }

    /// The bytes that the library hashes for a key.
    ///
    /// # Errors
    /// [`KeyError`] where the key is not of the type that the profile is for.
    pub fn encode(&self, key: Key<'_>) -> Result<Vec<u8>, KeyError> {
        match self {
            Self::Guava(choices) => choices.encode(key),
            Self::Redisson(choices) => choices.codec.encode(key),
            Self::Parquet => Ok(parquet::encode(key)),
            Self::Cassandra => Ok(cassandra::encode(key)),
            _ => Ok(key.text_bytes()),
        }
    }

    /// The offsets of an encoded key in an array of `n_bits` bits, in probe order; none in one without bits, which therefore matches
    /// everything, as [`bip37`] has it. All are below `n_bits`; those of [`CrcDemo::SuffixInt`] may be negative. `n_bits` is a
    /// multiple of a block's bits for [`rocksdb`] and [`parquet`], a power of two for [`postgres`], as their sizings are.
    #[must_use]
    pub fn offsets<'k>(&self, encoded: &'k [u8], n_bits: u64, n_hashes: u32) -> Offsets<'k> {
        let halves = match self {
            Self::Guava(_) => guava::hash(encoded),
            Self::RedisBloom(_) => redisbloom::hash(encoded),
            Self::Redisson(_) => redisson::hash(encoded),
            Self::Valkey(choices) => choices.hash(encoded),
            Self::LevelDb => (leveldb::hash(encoded, leveldb::SEED).into(), 0),
            Self::RocksDb => (rocksdb::hash(encoded), 0),
            Self::Parquet => (parquet::hash(encoded), 0),
            Self::Postgres { seed } => (postgres::hash(encoded, *seed), 0),
            Self::Cassandra => cassandra::hash(encoded),
            Self::CrcDemo(_) | Self::Bip37 { .. } => (0, 0), // each position has a pass of its own
        };
        Offsets { profile: *self, encoded, halves, n_bits, n_hashes: if n_bits == 0 { 0 } else { n_hashes }, i: 0 }
    }

    /// How the library puts bits into bytes.
    #[must_use]
    pub const fn bit_order(&self) -> BitOrder {
        match self {
            Self::Guava(_) => BitOrder::BigEndianLongs,
            Self::Redisson(_) | Self::CrcDemo(_) => BitOrder::MostFirst,
            _ => BitOrder::LeastFirst,
        }
    }
}

/// The offsets of one key, in probe order. Lazy: a query that stops at the first 0 computes no further.
#[derive(Clone, Debug)]
pub struct Offsets<'k> {
    profile: Profile,
    encoded: &'k [u8],
    halves: (u64, u64),
    n_bits: u64,
    n_hashes: u32,
    i: u32,
}

impl Iterator for Offsets<'_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        if self.i >= self.n_hashes {
            return None;
        }
        let (i, m) = (self.i, self.n_bits);
        self.i += 1;
        Some(match &self.profile {
            Profile::Guava(choices) => choices.offset(self.halves, i, m) as i64,
            Profile::RedisBloom(_) => redisbloom::offset(self.halves, i, m) as i64,
            Profile::Redisson(_) => redisson::offset(self.halves, i, m) as i64,
            Profile::Valkey(_) => valkey::offset(self.halves, i, m) as i64,
            Profile::CrcDemo(demo) => demo.offset(demo.crc(self.encoded, i), m),
            Profile::LevelDb => leveldb::offset(self.halves.0 as u32, i, m) as i64,
            Profile::RocksDb => rocksdb::offset(self.halves.0, i, m) as i64,
            Profile::Parquet => parquet::offset(self.halves.0, i, m) as i64,
            Profile::Bip37 { tweak } => bip37::offset(self.encoded, *tweak, i, m) as i64,
            Profile::Postgres { .. } => postgres::offset(self.halves.0, i, m) as i64,
            Profile::Cassandra => cassandra::offset(self.halves, i, m) as i64,
        })
    }
}
