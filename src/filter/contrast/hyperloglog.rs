//! HyperLogLog (Flajolet, Fusy, Gandouet & Meunier 2007): how many different keys there were, not which.
//!
//! Idea: of each key's digest the first p bits choose one of m = 2^p registers; the register keeps the longest run of zeros
//! with which any of the remaining bits began, plus one. Rare runs speak of many keys.
//!
//! Cost: one digest and one memory access to insert; m steps to estimate. Memory: 6 bits a register, whatever the number of keys:
//! 12 KiB for p = 14. Guarantee: none that is certain; the estimate's standard error is 1.04/√m, 0.8 % for p = 14. Repeats change
//! nothing, and the union of two sets is the larger of each pair of registers. It cannot say whether a key was there.
//!
//! Parameters: precision p from 4 to 18; how keys become digests, which are mixed to 64 bits (a digest of 32 bits cannot tell
//! apart more than some 10⁹ keys).

use crate::filter::SpecError;
use crate::filter::packed::PackedArray;
use crate::hash::{HashSpec, KeyBuffer};
use crate::rng::{GOLDEN, mix64};
use crate::theory::estimate::Estimate;
use crate::theory::hyperloglog::estimate;

const REGISTER_BITS: u32 = 6; // for values up to 61

/// The registers.
///
/// ```
/// use bloomscope::filter::contrast::HyperLogLog;
/// use bloomscope::hash::HashSpec;
///
/// let mut counter = HyperLogLog::new(14, HashSpec::default())?;
/// (0..100_000).for_each(|i| _ = counter.insert(format!("user:{i}").as_bytes()));
/// let estimate = counter.estimate();
/// assert!((estimate.value - 1e5).abs() < 3.0 * estimate.standard_error);
/// assert_eq!(counter.n_bits(), 6 << 14); // one bit a key here, and no more for a million
/// # Ok::<(), bloomscope::filter::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HyperLogLog {
    precision: u32,
    hash: HashSpec,
    registers: PackedArray,
}

/// What an insertion did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HyperLogLogInsertion {
    /// The key's register.
    pub register: u64,
    /// The key's run of zeros plus one.
    pub rank: u32,
    /// What the register held before; the key changed it if its rank is larger.
    pub before: u32,
}

impl HyperLogLog {
    /// The least precision.
    pub const LEAST_PRECISION: u32 = 4;
    /// The precision that is usual.
    pub const DEFAULT_PRECISION: u32 = 14;
    /// The most.
    pub const MOST_PRECISION: u32 = 18;

    /// 2^`precision` registers of 0.
    ///
    /// # Errors
    /// A precision that is not from 4 to 18.
    pub fn new(precision: u32, hash: HashSpec) -> Result<Self, SpecError> {
        let (least, most) = (Self::LEAST_PRECISION, Self::MOST_PRECISION);
        if !(least..=most).contains(&precision) {
            return Err(SpecError::Precision { given: precision, least, most });
        }
        Ok(Self { precision, hash, registers: PackedArray::small(1 << precision, REGISTER_BITS) })
    }

    /// p.
    #[must_use]
    pub const fn precision(&self) -> u32 {
        self.precision
    }

    /// How keys become digests.
    #[must_use]
    pub const fn hash(&self) -> HashSpec {
        self.hash
    }

    /// Takes note of a key.
    pub fn insert(&mut self, key: &[u8]) -> HyperLogLogInsertion {
        let digest = mix64(self.hash.digest.value(key, 0).wrapping_add(GOLDEN)); // 0 would stay 0
        let register = digest >> (64 - self.precision);
        let rank = (digest << self.precision).leading_zeros().min(64 - self.precision) + 1;
        let before = self.registers.get(register);
        if rank > before {
            self.registers.replace(register, rank);
        }
        HyperLogLogInsertion { register, rank, before }
    }

    /// Takes note of every key.
    pub fn insert_all(&mut self, keys: &KeyBuffer) {
        keys.iter().for_each(|key| _ = self.insert(key));
    }

    /// How many different keys there were.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let mut histogram = vec![0_u64; 66 - self.precision as usize]; // 0 to q + 1, q = 64 − p
        for value in (0..self.n_registers()).map(|index| self.registers.get(index)) {
            if let Some(count) = histogram.get_mut(value as usize) {
                *count += 1;
            }
        }
        estimate(&histogram)
    }

    /// Takes over the keys of another: afterwards it is as if every key had been inserted here. False, and nothing happens,
    /// unless precision and digest are the same.
    pub fn merge(&mut self, other: &Self) -> bool {
        let alike = self.precision == other.precision && self.hash.digest == other.hash.digest;
        if alike {
            for index in 0..self.n_registers() {
                let larger = self.registers.get(index).max(other.registers.get(index));
                self.registers.replace(index, larger);
            }
        }
        alike
    }

    /// What register `index` holds; `None` when there is no such register.
    #[must_use]
    pub fn register(&self, index: u64) -> Option<u32> {
        (index < self.n_registers()).then(|| self.registers.get(index))
    }

    /// m.
    #[must_use]
    pub const fn n_registers(&self) -> u64 {
        self.registers.len()
    }

    /// The registers, in bits.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.registers.n_bits()
    }
}
