//! What fixes a fuse filter's behaviour, and its size before it is built.

use crate::filter::SpecError;
use crate::filter::spec_error::{check_bits, check_target};
use crate::hash::HashSpec;
use crate::theory::fuse::{FINGERPRINT_BITS, FuseLayout, fingerprint_bits_for};

/// What fixes a fuse filter's behaviour, beside its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FuseSpec {
    fingerprint_bits: u32,
    hash: HashSpec,
}

impl FuseSpec {
    /// Fingerprints of 8, 16 or 32 bits.
    ///
    /// # Errors
    /// Any other width.
    pub fn new(fingerprint_bits: u32, hash: HashSpec) -> Result<Self, SpecError> {
        if FINGERPRINT_BITS.contains(&fingerprint_bits) {
            Ok(Self { fingerprint_bits, hash })
        } else {
            Err(SpecError::FuseBits { given: fingerprint_bits })
        }
    }

    /// The narrowest fingerprints that keep the rate at `p` or below, for `n` keys.
    ///
    /// # Errors
    /// No keys, a rate outside (0, 1) or below 2⁻³², more bits than are ever allocated.
    pub fn for_rate(n: u64, p: f64, hash: HashSpec) -> Result<Self, SpecError> {
        check_target(n, p)?;
        let needed = || {
            let given = libm::ceil(-libm::log2(p)) as u32;
            SpecError::FingerprintBits { given, least: 8, most: 32 }
        };
        let spec = Self { fingerprint_bits: fingerprint_bits_for(p).ok_or_else(needed)?, hash };
        check_bits(spec.n_bits_for(n), 1).map(|_| spec)
    }

    /// The widest fingerprints with which `n` keys fit in `n_bits` bits.
    ///
    /// # Errors
    /// No keys, too few bits for the narrowest, more than are ever allocated.
    pub fn for_memory(n: u64, n_bits: u64, hash: HashSpec) -> Result<Self, SpecError> {
        if n == 0 {
            return Err(SpecError::ZeroCapacity);
        }
        let with = |fingerprint_bits| Self { fingerprint_bits, hash };
        check_bits(n_bits, with(8).n_bits_for(n))?;
        Ok([32, 16].map(with).into_iter().find(|spec| spec.n_bits_for(n) <= n_bits).unwrap_or(with(8)))
    }

    /// f, in bits.
    #[must_use]
    pub const fn fingerprint_bits(&self) -> u32 {
        self.fingerprint_bits
    }

    /// How keys become digests.
    #[must_use]
    pub const fn hash(&self) -> HashSpec {
        self.hash
    }

    /// The memory of the filter for `n` different keys, in bits, known before it is built.
    #[must_use]
    pub fn n_bits_for(&self, n: u64) -> u64 {
        FuseLayout::new(n).n_cells().saturating_mul(u64::from(self.fingerprint_bits))
    }
}
