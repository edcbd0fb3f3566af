//! Key generators, trials and sweeps, the observed filter of the Lab.

/// Where generated keys come from. Every source is a bijection from an index to a key: different indices give different
/// keys, so probes taken from indices that were not inserted are guaranteed absent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum KeySource {
    /// `prefix` followed by `start + index` in decimal.
    Sequential {
        /// Text before the number.
        prefix: String,
        /// The number of key 0.
        start: u64,
    },
    /// Random 64-bit numbers as eight little-endian bytes.
    Random64,
    /// Random UUIDs (version 4) as text.
    Uuid,
    /// Pronounceable words.
    Words,
}
