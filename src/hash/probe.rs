//! Digest → k values → k positions.

use super::Digest;

/// How k values come from a digest. Arithmetic is modulo 2ʷ, w the digest's width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Derivation {
    /// vᵢ = h₁ + i·h₂ (Kirsch & Mitzenmacher 2006).
    #[default]
    Double,
    /// vᵢ = h₁ + i·h₂ + (i³ − i)/6 (enhanced double hashing, Dillinger & Manolios 2004).
    Enhanced,
    /// vᵢ = the digest under seed i: k passes over the key.
    Independent,
}

impl Derivation {
    /// Every derivation, in the order in which the page offers them.
    pub const ALL: [Self; 3] = [Self::Double, Self::Enhanced, Self::Independent];
}

/// How a value is brought below m.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// v mod m; of a 64-bit value the top bit is dropped first, as Guava does, so that signed arithmetic agrees.
    #[default]
    Modulo,
    /// ⌊v·m / 2ʷ⌋ (multiply-shift, Lemire 2019): no division.
    MultiplyShift,
}

impl Reduction {
    /// Every reduction, in the order in which the page offers them.
    pub const ALL: [Self; 2] = [Self::Modulo, Self::MultiplyShift];
}

/// The three choices that turn a key into positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HashSpec {
    /// Bytes to numbers.
    pub digest: Digest,
    /// Numbers to k values.
    pub derivation: Derivation,
    /// Values to positions.
    pub reduction: Reduction,
}

impl HashSpec {
    /// A value of the digest brought below `m`, which is not 0: ⌊v·m/2ʷ⌋ or v mod m.
    #[inline]
    pub(crate) fn reduce(self, value: u64, m: u64) -> u64 {
        match (self.reduction, self.digest.width()) {
            (Reduction::Modulo, 32) => value % m,
            (Reduction::Modulo, _) => (value & (u64::MAX >> 1)) % m,
            (Reduction::MultiplyShift, width) => ((u128::from(value) * u128::from(m)) >> width) as u64,
        }
    }
}

/// The two numbers from which double hashing makes all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halves {
    /// The start.
    pub h1: u64,
    /// The stride.
    pub h2: u64,
}

/// One probe of a key: the value before reduction and the position it became.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The value vᵢ, within the digest's width.
    pub value: u64,
    /// The position, below m.
    pub index: u64,
}

/// Computes the positions of keys in an array of a given size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prober {
    spec: HashSpec,
    n_bits: u64,
    n_hashes: u32,
}

impl Prober {
    /// A prober for `n_bits` positions and `n_hashes` probes a key; of each at least 1 is used, for a filter without
    /// positions or probes would report nothing or everything present.
    #[must_use]
    pub fn new(spec: HashSpec, n_bits: u64, n_hashes: u32) -> Self {
        Self { spec, n_bits: n_bits.max(1), n_hashes: n_hashes.max(1) }
    }

    /// The choices behind it.
    #[must_use]
    pub const fn spec(&self) -> HashSpec {
        self.spec
    }

    /// m: positions are below it.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.n_bits
    }

    /// k: probes a key.
    #[must_use]
    pub const fn n_hashes(&self) -> u32 {
        self.n_hashes
    }

    /// The two halves that double hashing starts from.
    #[must_use]
    pub fn halves(&self, key: &[u8]) -> Halves {
        let (h1, h2) = self.spec.digest.halves(key, 0);
        Halves { h1, h2 }
    }

    /// The k probes of `key`, in order. Lazy: a query that stops at the first 0 computes no further.
    #[must_use]
    pub fn probes<'k>(&self, key: &'k [u8]) -> Probes<'k> {
        let Halves { h1, h2 } = match self.spec.derivation {
            Derivation::Independent => Halves { h1: 0, h2: 0 },
            Derivation::Double | Derivation::Enhanced => self.halves(key),
        };
        Probes { prober: *self, key, i: 0, value: h1, step: h2 }
    }
}

/// The probes of one key, in order.
#[derive(Clone, Debug)]
pub struct Probes<'k> {
    prober: Prober,
    key: &'k [u8],
    i: u32,
    value: u64,
    step: u64,
}

impl Iterator for Probes<'_> {
    type Item = Probe;

    fn next(&mut self) -> Option<Probe> {
        if self.i == self.prober.n_hashes {
            return None;
        }
        let spec = self.prober.spec;
        let mask = u64::MAX >> (64 - spec.digest.width());
        let value = match spec.derivation {
            Derivation::Independent => spec.digest.value(self.key, u64::from(self.i)),
            Derivation::Double | Derivation::Enhanced => self.value & mask,
        };
        self.i += 1;
        self.value = self.value.wrapping_add(self.step);
        if spec.derivation == Derivation::Enhanced {
            self.step = self.step.wrapping_add(u64::from(self.i));
        }
        Some(Probe { value, index: spec.reduce(value, self.prober.n_bits) })
    }
}
