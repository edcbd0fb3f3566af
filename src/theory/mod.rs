//! Sizing, false-positive rates, estimates and intervals: free functions on numbers.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | n | keys inserted, or to be inserted | keys |
//! | p | false-positive rate: how likely an absent key is reported as possibly present | 0 to 1 |
//! | m | bits | bits |
//! | k | hash functions, positions a key | – |
//! | t = kn | throws: positions set, repetitions included | – |
//! | X | bits that are 1 (the occupancy) | bits |
//! | θ = kn/m | load: throws a bit | – |
//!
//! Four rates, never to be confused, in the order of how much they assume:
//!
//! 1. [`rate::textbook`] (1−e^{−kn/m})^k takes (1−1/m)^m for 1/e and the bits for independent;
//! 2. [`rate::bitwise`] (1−(1−1/m)^{kn})^k takes only the bits for independent;
//! 3. [`rate::exact`] E\[(X/m)^k\] takes neither, but still k independent uniform positions a key;
//! 4. [`rate::realised`] (X/m)^k knows the bits at hand and speaks of this one filter.
//!
//! textbook ≤ bitwise ≤ exact always; the gaps close as m grows. A *measured* rate is none of these: it is a proportion
//! with an interval ([`interval::Observed`]). Filters that derive their k positions from two hashes (Kirsch & Mitzenmacher
//! 2006) approach these rates only as m grows: at m = 1024, k = 16, n = 20 plain double hashing errs about 4·10⁻⁴ of the
//! time where all four formulas say about 10⁻⁹, because two keys that agree in both hashes modulo m share every position.
//!
//! All functions are total: they never panic, and each says what it returns at the edges. Logarithms and powers come from
//! `libm`, so results are equal to the last bit on the host and in WebAssembly.
//!
//! ```
//! use bloomscope::theory::{rate, solve::{Given, solve}};
//!
//! let sizing = solve(&Given { n: Some(1_000_000), p: Some(0.01), ..Given::default() })?;
//! assert_eq!((sizing.m, sizing.k), (9_585_059, 7));
//! let exact = rate::exact(sizing.n, sizing.m, sizing.k);
//! assert!(sizing.textbook < sizing.bitwise && sizing.bitwise < exact.value && exact.error < 1e-14);
//! # Ok::<(), bloomscope::theory::solve::SolveError>(())
//! ```

pub mod blocked;
pub mod counting;
pub mod cuckoo;
pub mod estimate;
pub mod exact;
pub mod fuse;
pub mod hyperloglog;
pub mod interval;
pub mod occupancy;
pub mod partitioned;
pub mod rate;
pub mod scalable;
pub mod sizing;
pub mod solve;
