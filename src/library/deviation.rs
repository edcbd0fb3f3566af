//! Where a library does other than the textbook.
//!
//! The textbook: m = ⌈−n ln p/(ln 2)²⌉ bits, k = round((m/n) ln 2) independent hash functions of the key's bytes, any number
//! of keys. `text::library` has a sentence for each deviation.

use super::redisson::Codec;

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
    /// The user gives bits per key, whole ones or not, instead of a rate.
    SizedByBitsPerKey {
        /// Whether they are whole.
        whole: bool,
    },
    /// The rate is not asked for: so many bytes a key.
    SizedByBytesPerKey {
        /// How many.
        bytes: u32,
    },
    /// m is at least this.
    LeastBits {
        /// It.
        n_bits: u64,
    },
    /// m above this is cut to this.
    BitsCut {
        /// It.
        n_bits: u64,
    },
    /// m is brought to a power of two.
    PowerOfTwoBits {
        /// In which direction.
        rounding: Rounding,
    },
    /// So many bits beside those for keys.
    ExcessBits {
        /// How many.
        n_bits: u64,
    },
    /// k above this is cut to this.
    HashesCut {
        /// It.
        n_hashes: u32,
    },
    /// k is the same for every filter.
    HashesFixed {
        /// It.
        n_hashes: u32,
    },
    /// k comes from a table made by trial.
    HashesFromTrials,
    /// Bits per key and k come from a table of rates.
    NumbersFromTable,
    /// From this rate on bits per key and k are exchanged by mistake.
    ArgumentsExchanged {
        /// It.
        rate: f64,
    },
    /// All positions of a key lie in one block.
    OneBlock {
        /// Its bits.
        n_bits: u64,
    },
    /// One position in each word of a block.
    OneBitAWord,
    /// k positions from one 32-bit hash.
    OneHash32,
    /// Enhanced double hashing.
    EnhancedDoubleHashing,
    /// k passes of one 32-bit hash under seeds that differ by a constant.
    SeededPasses,
    /// The hash is XXH3 before its release.
    UnreleasedHash,
    /// The last bytes of a key are taken as signed.
    SignedTail,
    /// A filter without bits or hash functions matches everything.
    EmptyMatchesAll,
}
