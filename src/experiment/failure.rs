//! Why a measurement could not be made.

use crate::filter::MemoryRefused;

/// Why work failed. Words for it are made where it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The bits could not be had.
    MemoryRefused {
        /// How many were asked for.
        n_bits: u64,
    },
    /// No such filter: no bits, no hash functions, or too many of these.
    BadFilter {
        /// m.
        n_bits: u64,
        /// k.
        n_hashes: u32,
    },
    /// The sweep has too many points.
    TooManyPoints {
        /// How many it has.
        points: u64,
        /// How many are allowed.
        max: u64,
    },
    /// The list is too short.
    TooFewKeys {
        /// How many keys it has.
        have: u64,
        /// How many are needed.
        need: u64,
    },
    /// A worker was asked about a list or chunk that it does not have, or could not read a message.
    Protocol,
    /// A worker broke down.
    Crashed {
        /// What it last said, in its own words.
        message: String,
    },
    /// No worker can be started in this browser or from this address.
    NoWorkers {
        /// What went wrong.
        trouble: StartTrouble,
    },
}

/// Why a worker did not start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartTrouble {
    /// The browser refused, or the program broke down while it started; in the words of either.
    Said(String),
    /// Its program could not be loaded: browsers do not say why.
    NotLoaded,
    /// Nothing was heard of it for [`START_MS`](super::schedule::START_MS).
    Silent,
}

impl StartTrouble {
    /// From what the browser said; nothing is what it says of a script that could not be loaded.
    #[must_use]
    pub fn from_message(message: &str) -> Self {
        if message.trim().is_empty() { Self::NotLoaded } else { Self::Said(message.into()) }
    }
}

impl From<MemoryRefused> for Failure {
    fn from(refused: MemoryRefused) -> Self {
        Self::MemoryRefused { n_bits: refused.n_bits }
    }
}
