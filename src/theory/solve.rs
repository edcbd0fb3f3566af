//! The calculator: any two or three of n, p, m, k solve for the rest.
//!
//! | given | the rest |
//! |---|---|
//! | n p | m = ⌈−n ln p/(ln 2)²⌉, then k = max(1, round((m/n) ln 2)) |
//! | n m | k = max(1, round((m/n) ln 2)) |
//! | n k | the m for which k is the best choice: ⌈kn/ln 2⌉ |
//! | m k | the n for which k is the best choice: ⌊m ln 2/k⌋, at least 1 |
//! | m p | the most keys that any k keeps at p, and that k |
//! | n p k | the fewest bits that keep p |
//! | m p k | the most keys that keep p |
//! | n p m | k as for n m; an error if even a fractional k could not reach p |
//! | n m k | nothing to solve |
//! | n p m k | over-determined: n, m, k are used and p is the target they are held against |
//! | p k | only bits a key; an error that says how many |
//! | one number, or none | an error |
//!
//! Rounding k to a whole number can lift the rate a little above the p asked for (1 % at a million keys becomes 1.0039 %).
//! That is not hidden: the rates are those of the whole numbers used, and [`Reach`] says whether the target was met and
//! what would meet it.

use super::rate::{bitwise, expected_fill, textbook};
use super::sizing::{
    MAX_BITS, MAX_KEYS, bits_for, bits_for_hashes, hashes_for, keys_for, keys_for_hashes, load_for, optimal_hashes,
};
use crate::hash::MAX_HASHES;
use core::f64::consts::LN_2;

/// What is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Given {
    /// Keys.
    pub n: Option<u64>,
    /// False-positive rate.
    pub p: Option<f64>,
    /// Bits.
    pub m: Option<u64>,
    /// Hash functions.
    pub k: Option<u32>,
}

/// A filter's numbers, and the rates for the whole numbers actually used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizing {
    /// Keys.
    pub n: u64,
    /// Bits.
    pub m: u64,
    /// Hash functions.
    pub k: u32,
    /// The rate asked for, where one was.
    pub p_target: Option<f64>,
    /// Whether the textbook rate meets it.
    pub reach: Reach,
    /// What was chosen where the given numbers left a choice.
    pub choice: Choice,
    /// (1−e^{−kn/m})^k.
    pub textbook: f64,
    /// (1−(1−1/m)^{kn})^k.
    pub bitwise: f64,
    /// (m/n) ln 2, the best real k for this m and n.
    pub best_k: f64,
    /// m/n.
    pub bits_per_key: f64,
    /// The share of bits that n keys are expected to set.
    pub expected_fill: f64,
}

/// How the textbook rate compares with the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// No rate was asked for.
    NoTarget,
    /// At most the target.
    Met,
    /// Above the target.
    Missed {
        /// The fewest bits that would meet it with this n and k; `None` above [`MAX_BITS`].
        bits_needed: Option<u64>,
    },
}

/// What [`solve`] chose where the given numbers left a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// There was none.
    Nothing,
    /// The best k.
    BestHashes,
    /// The m or n for which the given k is best: half of the bits set.
    HalfFull,
}

/// One of the four numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// n.
    Keys,
    /// p.
    Rate,
    /// m.
    Bits,
    /// k.
    Hashes,
}

/// Why there is no answer, and what would work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolveError {
    /// Fewer than two numbers; any second one (but not p with k) would do.
    TooFew {
        /// The only one given, if any.
        given: Option<Number>,
    },
    /// p and k alone fix only how many bits a key needs; n or m would complete them.
    OnlyRatio {
        /// m/n = −k/ln(1−p^{1/k}).
        bits_per_key: f64,
    },
    /// A whole number outside its range.
    OutOfRange {
        /// Which.
        which: Number,
        /// What was given.
        value: u64,
        /// The least allowed.
        min: u64,
        /// The most allowed.
        max: u64,
    },
    /// p must lie strictly between 0 and 1.
    RateOutOfRange {
        /// What was given.
        value: f64,
    },
    /// The bits cannot reach the rate.
    Unreachable {
        /// The rate asked for.
        target: f64,
        /// The lowest textbook rate with these bits, for the n given or else for one key.
        best: f64,
        /// Bits that would do; `None` above [`MAX_BITS`].
        bits_needed: Option<u64>,
        /// The most keys these bits hold at the target; 0 if none.
        keys_possible: u64,
    },
    /// The answer is beyond the calculator.
    TooLarge {
        /// Which number.
        which: Number,
        /// What it would be; `u64::MAX` stands for anything larger too.
        value: u64,
        /// The most allowed.
        max: u64,
    },
}

/// Completes `given` as the module's table says.
///
/// # Errors
/// A number outside its range, an impossible demand, or too few numbers; see [`SolveError`].
pub fn solve(given: &Given) -> Result<Sizing, SolveError> {
    check(given)?;
    let target = given.p;
    match (given.n, given.p, given.m, given.k) {
        (Some(n), _, Some(m), Some(k)) => Ok(sized(n, m, k, target, Choice::Nothing)),
        (Some(n), Some(p), None, Some(k)) => {
            Ok(sized(n, within_bits(bits_for_hashes(n, p, k))?, k, target, Choice::Nothing))
        }
        (Some(n), Some(p), Some(m), None) => {
            let k = hashes_for(m, n);
            if m < bits_for(n, p) {
                return Err(unreachable(n, m, k, p, bits_for(n, p), keys_for(m, p).0));
            }
            Ok(sized(n, m, k, target, Choice::BestHashes))
        }
        (None, Some(p), Some(m), Some(k)) => {
            let n = keys_for_hashes(m, p, k);
            holding(n, m, k, p, Choice::Nothing)
        }
        (Some(n), Some(p), None, None) => {
            let m = within_bits(bits_for(n, p))?;
            Ok(sized(n, m, hashes_for(m, n), target, Choice::BestHashes))
        }
        (Some(n), None, Some(m), None) => Ok(sized(n, m, hashes_for(m, n), target, Choice::BestHashes)),
        (Some(n), None, None, Some(k)) => {
            let m = within_bits(libm::ceil(n as f64 * f64::from(k) / LN_2) as u64)?;
            Ok(sized(n, m, k, target, Choice::HalfFull))
        }
        (None, None, Some(m), Some(k)) => {
            let n = (libm::floor(m as f64 * LN_2 / f64::from(k)) as u64).max(1);
            Ok(sized(n, m, k, target, Choice::HalfFull))
        }
        (None, Some(p), Some(m), None) => {
            let (n, k) = keys_for(m, p);
            holding(n, m, k, p, Choice::BestHashes)
        }
        (None, Some(p), None, Some(k)) => Err(SolveError::OnlyRatio { bits_per_key: f64::from(k) / load_for(p, k) }),
        (Some(_), None, None, None) => Err(SolveError::TooFew { given: Some(Number::Keys) }),
        (None, Some(_), None, None) => Err(SolveError::TooFew { given: Some(Number::Rate) }),
        (None, None, Some(_), None) => Err(SolveError::TooFew { given: Some(Number::Bits) }),
        (None, None, None, Some(_)) => Err(SolveError::TooFew { given: Some(Number::Hashes) }),
        (None, None, None, None) => Err(SolveError::TooFew { given: None }),
    }
}

/// Each number by itself.
fn check(given: &Given) -> Result<(), SolveError> {
    let whole = [
        (Number::Keys, given.n, MAX_KEYS),
        (Number::Bits, given.m, MAX_BITS),
        (Number::Hashes, given.k.map(u64::from), u64::from(MAX_HASHES)),
    ];
    for (which, value, max) in whole {
        if let Some(value) = value.filter(|v| *v < 1 || *v > max) {
            return Err(SolveError::OutOfRange { which, value, min: 1, max });
        }
    }
    match given.p {
        Some(value) if !(value > 0.0 && value < 1.0) => Err(SolveError::RateOutOfRange { value }),
        _ => Ok(()),
    }
}

fn within_bits(m: u64) -> Result<u64, SolveError> {
    if m > MAX_BITS {
        return Err(SolveError::TooLarge { which: Number::Bits, value: m, max: MAX_BITS });
    }
    Ok(m)
}

fn representable_bits(m: u64) -> Option<u64> {
    Some(m).filter(|m| *m <= MAX_BITS)
}

/// The answer for given bits and rate, if they hold at least one key.
fn holding(n: u64, m: u64, k: u32, p: f64, choice: Choice) -> Result<Sizing, SolveError> {
    if n == 0 {
        return Err(unreachable(1, m, k, p, bits_for_hashes(1, p, k), 0));
    }
    if n > MAX_KEYS {
        return Err(SolveError::TooLarge { which: Number::Keys, value: n, max: MAX_KEYS });
    }
    Ok(sized(n, m, k, Some(p), choice))
}

fn unreachable(n: u64, m: u64, k: u32, target: f64, bits_needed: u64, keys_possible: u64) -> SolveError {
    let best = textbook(n, m, k);
    SolveError::Unreachable { target, best, bits_needed: representable_bits(bits_needed), keys_possible }
}

fn sized(n: u64, m: u64, k: u32, p_target: Option<f64>, choice: Choice) -> Sizing {
    let rate = textbook(n, m, k);
    let reach = match p_target {
        None => Reach::NoTarget,
        Some(p) if rate <= p => Reach::Met,
        Some(p) => Reach::Missed { bits_needed: representable_bits(bits_for_hashes(n, p, k)) },
    };
    Sizing {
        n,
        m,
        k,
        p_target,
        reach,
        choice,
        textbook: rate,
        bitwise: bitwise(n, m, k),
        best_k: optimal_hashes(m, n),
        bits_per_key: m as f64 / n as f64,
        expected_fill: expected_fill(n, m, k),
    }
}
