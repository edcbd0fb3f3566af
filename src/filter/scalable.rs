//! The scalable Bloom filter (Almeida, Baquero, Preguiça & Hutchison 2007).
//!
//! Idea: a list of Bloom filters. Keys go into the newest; when it holds what it was made for, a larger one with a lower rate
//! is added. A query asks them all, newest first. The rates form a geometric series that adds up to less than the p asked
//! for, so the number of keys need not be known beforehand.
//!
//! Cost: a digest and the accesses of every sub-filter that is asked: about two each for an absent key, and there are about
//! log_s(n/n₀) of them. More bits than a plain filter made for the same number of keys, since later sub-filters must be
//! better than p and the last may be almost empty: [`crate::theory::scalable`].
//!
//! Guarantee: a key whose insertion did not fail is never reported absent, and the rate stays below p, however many keys.
//!
//! Counting: a key that is possibly present already is *skipped*, as in RedisBloom: nothing is set, and it does not count. So
//! a key given twice counts once, and a new key that happens to be a false positive, as a share of up to p does, not at all.
//! `len` is therefore at most the number of different keys, and a little smaller. Queries find skipped keys all the same.
//!
//! Parameters: n₀, capacity of the first sub-filter in keys; p, total rate; expansion s, 1, 2 or 4; tightening ratio r in
//! thousandths; how keys become positions, the same for every sub-filter.

use super::spec_error::{check_bits, check_target};
use super::{BitArray, Bloom, BloomSpec, Filter, MAX_ALLOCATED_BITS, MemoryRefused, SpecError, Verdict};
use crate::hash::HashSpec;
use crate::theory::rate::textbook;
use crate::theory::scalable::{Growth, Level};
use crate::theory::sizing::hashes_for;

/// The usual expansion: each sub-filter twice as large as the one before.
pub const DEFAULT_EXPANSION: u32 = 2;

/// The largest expansion.
pub const MOST_EXPANSION: u32 = 4;

/// The usual tightening ratio, in thousandths: each sub-filter errs half as often as the one before.
pub const DEFAULT_TIGHTENING_PERMILLE: u16 = 500;

/// A scalable Bloom filter.
///
/// ```
/// use bloomscope::filter::{Scalable, ScalableSpec, Verdict};
/// use bloomscope::hash::HashSpec;
///
/// let spec = ScalableSpec::for_rate(1_000, 0.01, HashSpec::default())?;
/// let mut filter = Scalable::try_new(spec)?;
/// for i in 0..15_000 {
///     filter.insert(format!("user:{i}").as_bytes())?; // fifteen times what the first sub-filter is made for
/// }
/// assert_eq!(filter.sub_filters().len(), 4); // 1000 + 2000 + 4000 + 8000
/// assert!(filter.len() + filter.skipped() == 15_000 && filter.skipped() < 150);
/// let bits_per_key = filter.n_bits() as f64 / filter.len() as f64;
/// assert!((bits_per_key - 14.4).abs() < 0.2, "{bits_per_key}"); // a plain filter takes 9.59
///
/// let passed = (0..100_000).filter(|i| filter.contains(format!("nobody:{i}").as_bytes()) == Verdict::PossiblyPresent);
/// let measured_fpr = passed.count() as f64 / 1e5;
/// assert!((0.008..0.01).contains(&measured_fpr), "{measured_fpr}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scalable {
    spec: ScalableSpec,
    sub_filters: Vec<SubFilter>, // never empty
    skipped: u64,
}

/// What fixes a scalable filter's behaviour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScalableSpec {
    /// n₀, in keys, at least 1 (0 is taken for 1).
    pub capacity: u64,
    /// p, between 0 and 1; what is not is taken for ½.
    pub rate: f64,
    /// s, at least 1 (0 is taken for 1).
    pub expansion: u32,
    /// r in thousandths, from 1 to 999; what is outside is taken for the nearer end.
    pub tightening_permille: u16,
    /// How keys become positions.
    pub hash: HashSpec,
}

impl ScalableSpec {
    /// A first sub-filter for `n` keys and a total rate of `p`, with the usual expansion and tightening.
    ///
    /// # Errors
    /// No keys, a rate outside (0, 1), or a first sub-filter of more bits than are ever allocated.
    pub fn for_rate(n: u64, p: f64, hash: HashSpec) -> Result<Self, SpecError> {
        check_target(n, p)?;
        let (expansion, tightening_permille) = (DEFAULT_EXPANSION, DEFAULT_TIGHTENING_PERMILLE);
        Self { capacity: n, rate: p, expansion, tightening_permille, hash }.checked()
    }

    /// A first sub-filter for `n` keys that takes at most `n_bits`, at the lowest rate possible, with the usual expansion
    /// and tightening.
    ///
    /// # Errors
    /// No keys, bits too few for any total rate below one half, or more than are ever allocated.
    pub fn for_memory(n: u64, n_bits: u64, hash: HashSpec) -> Result<Self, SpecError> {
        let most = Self::for_rate(n, 0.5, hash)?;
        check_bits(n_bits, most.growth().level(0).map_or(u64::MAX, |level| level.n_bits))?;
        // The first sub-filter errs at p(1−r) with the k that is best for its bits.
        let share = 1.0 - f64::from(most.tightening_permille) / 1000.0;
        let mut spec = Self { rate: (textbook(n, n_bits, hashes_for(n_bits, n)) / share).clamp(1e-290, 0.5), ..most };
        // Rounding may leave it a few bits too large, or k one off.
        while spec.growth().level(0).is_none_or(|level| level.n_bits > n_bits) && spec.rate < 0.5 {
            spec.rate = (spec.rate * 1.001).min(0.5);
        }
        spec.checked()
    }

    /// The same first capacity and rate, growing otherwise.
    ///
    /// # Errors
    /// An expansion other than 1, 2 and 4, a tightening ratio outside (0, 1), or a first sub-filter that is then too large.
    pub fn growing(self, expansion: u32, tightening_permille: u16) -> Result<Self, SpecError> {
        Self { expansion, tightening_permille, ..self }.checked()
    }

    /// How it grows, as numbers.
    #[must_use]
    pub fn growth(&self) -> Growth {
        let tightening_ratio = f64::from(self.tightening_permille) / 1000.0;
        Growth { capacity: self.capacity, rate: self.rate, expansion: self.expansion, tightening_ratio }
    }

    fn checked(self) -> Result<Self, SpecError> {
        if !self.expansion.is_power_of_two() || self.expansion > MOST_EXPANSION {
            return Err(SpecError::Expansion { given: self.expansion, most: MOST_EXPANSION });
        }
        if !(1..1000).contains(&self.tightening_permille) {
            return Err(SpecError::Tightening { given_permille: self.tightening_permille });
        }
        check_bits(self.growth().level(0).map_or(u64::MAX, |level| level.n_bits), 1).map(|_| self)
    }

    fn clamped(self) -> Self {
        Self {
            capacity: self.capacity.max(1),
            rate: if self.rate > 0.0 && self.rate < 1.0 { self.rate } else { 0.5 },
            expansion: self.expansion.max(1),
            tightening_permille: self.tightening_permille.clamp(1, 999),
            ..self
        }
    }
}

/// One of the filters in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct SubFilter {
    level: Level,
    bloom: Bloom,
}

impl SubFilter {
    /// What it was made for.
    #[must_use]
    pub const fn level(&self) -> Level {
        self.level
    }

    /// The filter itself.
    #[must_use]
    pub const fn bloom(&self) -> &Bloom {
        &self.bloom
    }

    /// Whether it holds what it was made for, and takes no more.
    #[must_use]
    pub const fn is_at_capacity(&self) -> bool {
        self.bloom.len() >= self.level.capacity
    }
}

/// What an insertion did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalableInsertion {
    /// The key was added.
    Added {
        /// To which sub-filter, counted from 0, the oldest.
        sub_filter: usize,
        /// Whether that one was begun for it.
        grown: bool,
        /// How many of its bits were 0 before.
        newly_set: u32,
    },
    /// The key was possibly present already; nothing was changed.
    Skipped {
        /// The newest sub-filter that said so.
        sub_filter: usize,
    },
}

/// What a query found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The sub-filter that said "possibly present", the newest that does; none if all said "definitely absent".
    pub said_yes: Option<usize>,
    /// How many sub-filters were asked.
    pub asked: usize,
}

impl Scalable {
    /// An empty filter: one sub-filter.
    ///
    /// # Errors
    /// [`MemoryRefused`] when its bits cannot be had: more than [`MAX_ALLOCATED_BITS`], or the system refuses.
    pub fn try_new(spec: ScalableSpec) -> Result<Self, MemoryRefused> {
        let mut filter = Self { spec: spec.clamped(), sub_filters: Vec::new(), skipped: 0 };
        filter.grow()?;
        Ok(filter)
    }

    /// The spec it was made from.
    #[must_use]
    pub const fn spec(&self) -> ScalableSpec {
        self.spec
    }

    /// The sub-filters, oldest first; never empty.
    #[must_use]
    pub fn sub_filters(&self) -> &[SubFilter] {
        &self.sub_filters
    }

    /// The bits of each sub-filter, oldest first.
    pub fn bits(&self) -> impl Iterator<Item = &BitArray> {
        self.sub_filters.iter().map(|sub| sub.bloom.bits())
    }

    /// How many insertions were skipped because the key was possibly present already.
    #[must_use]
    pub const fn skipped(&self) -> u64 {
        self.skipped
    }

    /// All sub-filters' bits together.
    #[must_use]
    pub fn n_bits(&self) -> u64 {
        self.bits().map(BitArray::n_bits).sum()
    }

    /// How many keys were added; skipped ones do not count.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.sub_filters.iter().map(|sub| sub.bloom.len()).sum()
    }

    /// Whether nothing was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets every key and every sub-filter but the first.
    pub fn clear(&mut self) {
        self.sub_filters.truncate(1);
        self.sub_filters.iter_mut().for_each(|sub| sub.bloom.clear());
        self.skipped = 0;
    }

    /// Adds the key to the newest sub-filter, or to a new one when that is at capacity; skips it when it is possibly
    /// present already.
    ///
    /// # Errors
    /// [`MemoryRefused`] when a new sub-filter cannot be had; all of them together may take [`MAX_ALLOCATED_BITS`]. The
    /// filter is then as it was, and the key is not in it.
    pub fn insert(&mut self, key: &[u8]) -> Result<ScalableInsertion, MemoryRefused> {
        if let Some(sub_filter) = self.ask(key).said_yes {
            self.skipped += 1;
            return Ok(ScalableInsertion::Skipped { sub_filter });
        }
        let grown = self.sub_filters.last().is_none_or(SubFilter::is_at_capacity);
        if grown {
            self.grow()?;
        }
        let newly_set = self.sub_filters.last_mut().map_or(0, |sub| sub.bloom.insert(key));
        Ok(ScalableInsertion::Added { sub_filter: self.sub_filters.len() - 1, grown, newly_set })
    }

    /// Asks the sub-filters, newest first, until one says "possibly present".
    #[must_use]
    pub fn ask(&self, key: &[u8]) -> Asked {
        let yes = |sub: &SubFilter| sub.bloom.contains(key) == Verdict::PossiblyPresent;
        let said_yes = self.sub_filters.iter().rposition(yes);
        Asked { said_yes, asked: self.sub_filters.len() - said_yes.unwrap_or(0) }
    }

    /// Whether the key may have been inserted.
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> Verdict {
        match self.ask(key).said_yes {
            Some(_) => Verdict::PossiblyPresent,
            None => Verdict::DefinitelyAbsent,
        }
    }

    /// Begins the next sub-filter.
    fn grow(&mut self) -> Result<(), MemoryRefused> {
        let next = self.spec.growth().level(self.sub_filters.len() as u32);
        let level = next.ok_or(MemoryRefused { n_bits: u64::MAX })?;
        let n_bits = self.n_bits().saturating_add(level.n_bits);
        if n_bits > MAX_ALLOCATED_BITS {
            return Err(MemoryRefused { n_bits });
        }
        let Level { n_bits, n_hashes, .. } = level;
        let bloom = Bloom::try_new(BloomSpec { n_bits, n_hashes, hash: self.spec.hash })?;
        self.sub_filters.push(SubFilter { level, bloom });
        Ok(())
    }
}

impl Filter for Scalable {
    /// Where the key went, if it was not skipped, or that there is no memory for more.
    type Report = Result<ScalableInsertion, MemoryRefused>;

    fn insert(&mut self, key: &[u8]) -> Self::Report {
        self.insert(key)
    }

    fn contains(&self, key: &[u8]) -> Verdict {
        self.contains(key)
    }

    fn n_bits(&self) -> u64 {
        self.n_bits()
    }

    fn len(&self) -> u64 {
        self.len()
    }
}
