//! Profiles: filters that are bit-exact with those of real libraries.
//!
//! A [`Profile`] is a library with the choices that its user makes: Guava with a strategy and a funnel, RedisBloom of a
//! version, Redisson with a codec, … For each there is
//!
//! - the **sizing**: [`Profile::sizing`] takes n and p as the library's constructor does and gives m, k, bytes and growth, or
//!   the refusal ([`SizingError`]; its words as the library says them: [`guava::message`], [`redisson::message`], …);
//! - the **key encoding**: [`Profile::encode`] turns a [`Key`] into the bytes that are hashed;
//! - the **positions**: [`Profile::offsets`] gives the places of those bytes in probe order, signed, since one teaching demo
//!   computes negative ones;
//! - an **actual filter**: [`LibraryFilter`], a chain of [`SubFilter`]s (one, unless the library grows), each with its numbers
//!   and its bits as a [`crate::filter::BitArray`]; [`SubFilter::bytes`] gives them in the library's own [`BitOrder`];
//! - the **deviations** from the textbook, a typed list ([`Profile::deviations`]) that `text::library` puts into sentences.
//!
//! ```
//! use bloomscope::library::{Key, LibraryFilter, Profile};
//!
//! let profile: Profile = "guava,mitz64,33.4,utf8".parse()?;
//! let mut filter = LibraryFilter::try_new(profile, 1000, 0.001)?;
//! let key = profile.encode(Key::Text("user:1"))?;
//! assert!(filter.insert(&key)?.changed());
//! assert_eq!((filter.sub_filters()[0].n_bits(), filter.sub_filters()[0].n_hashes()), (14_400, 10));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What each is checked against:
//!
//! | profile | source of the rules | tested against |
//! |---|---|---|
//! | [`guava`] | Guava 33.7.1, 32.0.1 and 31.1 | values of those versions, run (`tests/vectors/guava`) |
//! | [`redisbloom`] | RedisBloom 2.8.2, 8.0.8, 8.8.0 | those servers, run (`tests/vectors/redisbloom`) |
//! | [`redisson`] | Redisson 4.7.1-SNAPSHOT | its own methods, run (`tests/vectors/redisson`) |
//! | [`valkey`] | valkey-bloom 1.0.0, crate bloomfilter 3.0.1 | the crate, run with the module's rules (`tests/vectors/valkey`) |
//! | [`crc_demo`] | two demonstrations in Java | those programs, run, and the replies of redis-server (`tests/vectors/demos`) |
//! | [`leveldb`] | LevelDB 1.23 | hashes of its tests; whole filters of RocksDB's tests of the same format |
//! | [`rocksdb`] | RocksDB 6.15, format version 5 | hashes and whole filters of its tests |
//! | [`parquet`] | parquet-format 2.12; Arrow C++ for sizes | sizes and hashes of Arrow's tests; positions: nothing but the specification |
//! | [`bip37`] | BIP 37, Bitcoin Core 0.21 | hashes and whole filters of its tests |
//! | [`postgres`] | PostgreSQL 15, lib/bloomfilter.c | its hash, run; sizes and positions: nothing but the source |
//! | [`cassandra`] | Cassandra 4.1 | the limit of its tests, MurmurHash3 for ASCII; the rest: nothing but the source |
//!
//! Nothing here knows a page or a server. Logarithms are correctly rounded ([`ln`]), so that sizes do not depend on the
//! platform's own.

pub mod bip37;
pub mod cassandra;
pub mod crc_demo;
pub mod guava;
pub mod leveldb;
pub mod parquet;
pub mod postgres;
pub mod redisbloom;
pub mod redisson;
pub mod rocksdb;
pub mod valkey;

mod code;
mod deviation;
mod deviations;
mod filter;
mod java;
mod key;
mod profile;
mod rounded;
mod sizing;
mod xxph3;

pub use code::{CodeError, CodePart};
pub use deviation::{Base, Deviation, Rounding};
pub use filter::{BitOrder, BuildError, Insertion, LibraryFilter, Refusal, SubFilter};
pub use java::double_text;
pub use key::{Key, KeyError};
pub use profile::{Library, Offsets, Profile};
pub use rounded::ln;
pub use sizing::{Growth, Sizing, SizingError};
