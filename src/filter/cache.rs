//! How many pieces of memory an operation fetches.

/// A cache line of nearly every processor, in bits: 64 bytes.
pub const CACHE_LINE_BITS: u64 = 512;

/// How many different cache lines hold these bits, counted from the start of a table that starts on one.
///
/// For any structure here: give it the bits that an operation looks at – all positions of an insertion, or those up to the
/// first 0 of a query; a counter at cell c of width w begins at bit c·w. A Bloom filter larger than a few lines touches
/// almost k of them (L(1−(1−1/L)^k) of L lines on average), a blocked one with blocks of up to 512 bits touches one.
///
/// ```
/// use bloomscope::filter::{Blocked, BlockedSpec, Bloom, BloomSpec, cache_lines};
/// use bloomscope::hash::HashSpec;
///
/// let plain = Bloom::try_new(BloomSpec::for_rate(1_000_000, 0.01, HashSpec::default())?)?;
/// let blocked = Blocked::try_new(BlockedSpec::for_rate(1_000_000, 0.01, HashSpec::default())?)?;
/// assert_eq!(cache_lines(plain.prober().probes(b"key").map(|probe| probe.index)), 7);
/// assert_eq!(cache_lines(blocked.place(b"key").positions()), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn cache_lines(bits: impl IntoIterator<Item = u64>) -> usize {
    let mut lines: Vec<u64> = bits.into_iter().map(|bit| bit / CACHE_LINE_BITS).collect();
    lines.sort_unstable();
    lines.dedup();
    lines.len()
}
