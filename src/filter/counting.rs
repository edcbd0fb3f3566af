//! The counting Bloom filter (Fan, Cao, Almeida & Broder 2000).
//!
//! Idea: a small counter in place of each bit. Insertion adds one to the key's k counters, removal takes one away, and a
//! query asks, as ever, whether one of them is 0.
//!
//! Cost: w times the memory of a Bloom filter with as many cells, w being a counter's width: usually 4 bits, so four times.
//! One digest and k memory accesses for every operation, queries up to k.
//!
//! Guarantee: a key that was inserted more often than removed is never reported absent, *provided that no key is removed
//! that was not inserted*. The filter cannot check that. [`Counting::remove`] refuses a key of which some counter is 0, but
//! a false positive looks like a member; removing it takes from the counters of others, which may then be reported absent.
//!
//! Saturation: a counter that reached 2ʷ − 1 no longer knows its number, so from then on it is neither raised nor lowered.
//! That keeps the guarantee, and costs a cell that is never 0 again. With w = 4 and the best k it is rare:
//! [`crate::theory::counting`] says how rare.
//!
//! A key that meets the same cell twice counts there once, in insertion and in removal alike.
//!
//! Parameters: m counters, at least 1; k from 1 to 255; w from 2 to 8 bits; how keys become positions.

use super::packed::PackedArray;
use super::spec_error::check_bits;
use super::{BitArray, BloomSpec, Filter, MemoryRefused, SpecError, Verdict};
use crate::hash::{HashSpec, MAX_HASHES, Prober};

/// The narrowest counter, in bits: one bit would count nothing.
pub const LEAST_COUNTER_BITS: u32 = 2;

/// The widest counter, in bits.
pub const MOST_COUNTER_BITS: u32 = 8;

/// The usual width, in bits: overflow is then rarer than one in 10¹⁴ a counter at the best k.
pub const DEFAULT_COUNTER_BITS: u32 = 4;

/// A counting Bloom filter.
///
/// ```
/// use bloomscope::filter::{Counting, CountingSpec, NotPresent, Verdict};
/// use bloomscope::hash::HashSpec;
///
/// let spec = CountingSpec::for_rate(10_000, 0.01, HashSpec::default())?;
/// let mut filter = Counting::try_new(spec)?;
/// for i in 0..10_000 {
///     filter.insert(format!("user:{i}").as_bytes());
/// }
/// let bits_per_key = filter.n_bits() as f64 / filter.len() as f64;
/// assert!((bits_per_key - 4.0 * 9.59).abs() < 0.05); // 9.59 counters a key, 4 bits each
///
/// let passed = (0..100_000).filter(|i| filter.contains(format!("nobody:{i}").as_bytes()) == Verdict::PossiblyPresent);
/// let measured_fpr = passed.count() as f64 / 1e5;
/// assert!((measured_fpr - 0.01).abs() < 0.002, "{measured_fpr}");
///
/// for i in 0..10_000 {
///     assert!(filter.remove(format!("user:{i}").as_bytes()).is_ok());
/// }
/// assert!(filter.occupied().ones() == 0 && matches!(filter.remove(b"user:1"), Err(NotPresent { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    counters: PackedArray,
    counter_bits: u32,
    occupied: BitArray,
    prober: Prober,
    len: u64,
    cells: Vec<u64>, // the cells of the key at hand; empty between operations
}

/// What fixes a counting filter's behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CountingSpec {
    /// m, at least 1 (0 is taken for 1).
    pub n_counters: u64,
    /// k, from 1 to [`MAX_HASHES`]; what is outside is taken for the nearer end.
    pub n_hashes: u32,
    /// w, from [`LEAST_COUNTER_BITS`] to [`MOST_COUNTER_BITS`]; what is outside is taken for the nearer end.
    pub counter_bits: u32,
    /// How keys become positions.
    pub hash: HashSpec,
}

impl CountingSpec {
    /// As many counters, [`DEFAULT_COUNTER_BITS`] wide, as a Bloom filter for these numbers has bits, and the same k.
    ///
    /// # Errors
    /// No keys, a rate outside (0, 1), or more bits than are ever allocated.
    pub fn for_rate(n: u64, p: f64, hash: HashSpec) -> Result<Self, SpecError> {
        Self::for_rate_of_width(n, p, DEFAULT_COUNTER_BITS, hash)
    }

    /// [`CountingSpec::for_rate`] with counters of another width.
    ///
    /// # Errors
    /// As there, and a width out of range.
    pub fn for_rate_of_width(n: u64, p: f64, width: u32, hash: HashSpec) -> Result<Self, SpecError> {
        Self::from_cells(BloomSpec::for_rate(n, p, hash)?, width).with_width(width)
    }

    /// As many counters, [`DEFAULT_COUNTER_BITS`] wide, as fit into `n_bits`, with the best k for `n` keys.
    ///
    /// # Errors
    /// No keys, not even one counter, or more bits than are ever allocated.
    pub fn for_memory(n: u64, n_bits: u64, hash: HashSpec) -> Result<Self, SpecError> {
        Self::for_memory_of_width(n, n_bits, DEFAULT_COUNTER_BITS, hash)
    }

    /// [`CountingSpec::for_memory`] with counters of another width.
    ///
    /// # Errors
    /// As there, and a width out of range.
    pub fn for_memory_of_width(n: u64, n_bits: u64, width: u32, hash: HashSpec) -> Result<Self, SpecError> {
        check_width(width)?;
        let n_bits = check_bits(n_bits, u64::from(width))?;
        Self::from_cells(BloomSpec::for_memory(n, n_bits / u64::from(width), hash)?, width).with_width(width)
    }

    /// The same cells with counters of another width: the memory changes, the rate does not.
    ///
    /// # Errors
    /// A width out of range, or more bits than are ever allocated.
    pub fn with_width(self, width: u32) -> Result<Self, SpecError> {
        check_width(width)?;
        let n_bits = self.n_counters.saturating_mul(u64::from(width));
        check_bits(n_bits, 1)?;
        Ok(Self { counter_bits: width, ..self })
    }

    const fn from_cells(cells: BloomSpec, counter_bits: u32) -> Self {
        Self { n_counters: cells.n_bits, n_hashes: cells.n_hashes, counter_bits, hash: cells.hash }
    }
}

/// Whether counters may have this width.
pub(super) fn check_width(given: u32) -> Result<(), SpecError> {
    let (least, most) = (LEAST_COUNTER_BITS, MOST_COUNTER_BITS);
    if (least..=most).contains(&given) { Ok(()) } else { Err(SpecError::CounterWidth { given, least, most }) }
}

/// What one operation did to one counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// The counter's position.
    pub cell: u64,
    /// Its value before.
    pub before: u8,
    /// Its value after; the same as before where the counter was at its maximum.
    pub after: u8,
    /// Whether it is at its maximum after: it has stopped counting for good.
    pub saturated: bool,
}

/// A key was not removed, because it is certainly not there; nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotPresent {
    /// The first of its counters, in probe order, that is 0.
    pub cell: u64,
}

impl Counting {
    /// An empty filter.
    ///
    /// # Errors
    /// [`MemoryRefused`] when the counters cannot be had: more than [`super::MAX_ALLOCATED_BITS`], or the system refuses.
    pub fn try_new(spec: CountingSpec) -> Result<Self, MemoryRefused> {
        let counter_bits = spec.counter_bits.clamp(LEAST_COUNTER_BITS, MOST_COUNTER_BITS);
        let prober = Prober::new(spec.hash, spec.n_counters, spec.n_hashes.min(MAX_HASHES));
        let counters = PackedArray::try_new(prober.n_bits(), counter_bits)?;
        let occupied = BitArray::try_new(prober.n_bits())?;
        Ok(Self { counters, counter_bits, occupied, prober, len: 0, cells: Vec::new() })
    }

    /// The spec it was made from.
    #[must_use]
    pub const fn spec(&self) -> CountingSpec {
        let prober = &self.prober;
        let (counter_bits, hash) = (self.counter_bits, prober.spec());
        CountingSpec { n_counters: prober.n_bits(), n_hashes: prober.n_hashes(), counter_bits, hash }
    }

    /// Which counters are above 0, as a bit each: what a Bloom filter would hold, and what the grid draws. It is kept beside
    /// the counters and is not part of [`Counting::n_bits`].
    #[must_use]
    pub const fn occupied(&self) -> &BitArray {
        &self.occupied
    }

    /// The counter at `cell`; 0 beyond the end.
    #[must_use]
    pub fn counter(&self, cell: u64) -> u8 {
        self.counters.get(cell) as u8 // at most eight bits wide
    }

    /// The value at which a counter stops: 2ʷ − 1.
    #[must_use]
    pub const fn counter_max(&self) -> u8 {
        u8::MAX >> (MOST_COUNTER_BITS - self.counter_bits)
    }

    /// How many counters have each value, from 0 to 2ʷ − 1; the last number is how many are saturated. One pass over all.
    #[must_use]
    pub fn histogram(&self) -> Vec<u64> {
        let mut counts = vec![0; usize::from(self.counter_max()) + 1];
        for cell in 0..self.counters.len() {
            if let Some(count) = counts.get_mut(usize::from(self.counter(cell))) {
                *count += 1;
            }
        }
        counts
    }

    /// What computes the positions.
    #[must_use]
    pub const fn prober(&self) -> &Prober {
        &self.prober
    }

    /// m·w, in bits.
    #[must_use]
    pub const fn n_bits(&self) -> u64 {
        self.counters.n_bits()
    }

    /// How many insertions there were, less the removals that were not refused.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing was inserted, or as much removed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets every key, keeping the memory.
    pub fn clear(&mut self) {
        self.counters.clear();
        self.occupied.clear();
        self.len = 0;
    }

    /// Adds one to the key's counters; what happened to each different one, in probe order.
    pub fn insert(&mut self, key: &[u8]) -> Vec<CellChange> {
        let mut changes = Vec::new();
        self.insert_with(key, |change| changes.push(change));
        changes
    }

    /// [`Counting::insert`] without a list: `on_cell` is called with each entry.
    pub fn insert_with(&mut self, key: &[u8], mut on_cell: impl FnMut(CellChange)) {
        let cells = self.take_cells(key);
        for &cell in &cells {
            on_cell(self.change(cell, |value| value.saturating_add(1)));
        }
        self.put_back(cells);
        self.len += 1;
    }

    /// Takes one from the key's counters; what happened to each different one, in probe order.
    ///
    /// # Errors
    /// [`NotPresent`] where one of them is 0. That none is 0 does not prove that the key was inserted: see the module's
    /// guarantee for what removing one that was not does.
    pub fn remove(&mut self, key: &[u8]) -> Result<Vec<CellChange>, NotPresent> {
        if let Some(probe) = self.prober.probes(key).find(|probe| !self.occupied.get(probe.index)) {
            return Err(NotPresent { cell: probe.index });
        }
        let cells = self.take_cells(key);
        let changes = cells.iter().map(|&cell| self.change(cell, |value| value.saturating_sub(1))).collect();
        self.put_back(cells);
        self.len = self.len.saturating_sub(1);
        Ok(changes)
    }

    /// Whether the key may have been inserted; stops at the first 0.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> Verdict {
        if self.prober.probes(key).all(|probe| self.counters.get(probe.index) > 0) {
            Verdict::PossiblyPresent
        } else {
            Verdict::DefinitelyAbsent
        }
    }

    /// The key's cells, each once, in probe order, in the list kept for it.
    fn take_cells(&mut self, key: &[u8]) -> Vec<u64> {
        let mut cells = core::mem::take(&mut self.cells);
        for probe in self.prober.probes(key) {
            if !cells.contains(&probe.index) {
                cells.push(probe.index);
            }
        }
        cells
    }

    fn put_back(&mut self, mut cells: Vec<u64>) {
        cells.clear();
        self.cells = cells;
    }

    /// Changes one counter, unless it is at its maximum.
    fn change(&mut self, cell: u64, by: impl Fn(u8) -> u8) -> CellChange {
        let (before, max) = (self.counter(cell), self.counter_max());
        let after = if before == max { before } else { by(before) };
        self.counters.replace(cell, u32::from(after));
        if after == 0 {
            self.occupied.unset(cell);
        } else {
            self.occupied.set(cell);
        }
        CellChange { cell, before, after, saturated: after == max }
    }
}

impl Filter for Counting {
    /// What happened to each of the key's counters.
    type Report = Vec<CellChange>;

    fn insert(&mut self, key: &[u8]) -> Vec<CellChange> {
        self.insert(key)
    }

    fn contains(&self, key: &[u8]) -> Verdict {
        self.contains(key)
    }

    fn n_bits(&self) -> u64 {
        self.n_bits()
    }

    fn len(&self) -> u64 {
        self.len
    }
}
