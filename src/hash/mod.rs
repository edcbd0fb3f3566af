//! Key bytes → digest → positions.
//!
//! Three choices, kept apart because their failures differ: the [`Digest`] turns bytes into numbers, the [`Derivation`]
//! turns one or two numbers into k values, the [`Reduction`] brings each value below m. Positions are computed here once;
//! filters and pictures both use them, so a picture cannot lie.

mod digest;
mod keys;
mod murmur;
mod probe;

pub use digest::Digest;
pub use keys::KeyBuffer;
pub(crate) use murmur::{
    finish as murmur_finish, halves_within, scramble_1 as murmur_scramble_1, scramble_2 as murmur_scramble_2,
};
pub use probe::{Derivation, Halves, HashSpec, Probe, Prober, Probes, Reduction};

/// The most hash functions a filter may have (Guava's limit too).
pub const MAX_HASHES: u32 = 255;
