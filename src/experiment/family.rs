//! A filter of any structure under observation: the filter, the keys behind it, and what the last operation did.
//!
//! Like the Lab of the plain filter it is replayed from [`Contents`], so the same link gives the same cells. Building is long
//! work as a value: [`FamilyBuild`].

use super::{Contents, Edit, ON_DEMAND_KEYS, Progress};
use crate::filter::{AnyFilter, AnySpec, BuildError, Inserted, Refusal, Removed, VariantSpec, Verdict};
use crate::hash::KeyBuffer;

/// What an operation on one key did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// It was inserted, or not.
    Inserted(Result<Inserted, Refusal>),
    /// It was removed, or not.
    Removed(Result<Removed, Refusal>),
}

/// The last operation: its key and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The key.
    pub key: Vec<u8>,
    /// What it did.
    pub done: Done,
    /// The cells that were not in use before, in the order of [`FamilyLab::cells`].
    pub newly_used: Vec<u64>,
}

/// A filter, what went into it, and what the last operation did.
#[derive(Clone, Debug)]
pub struct FamilyLab {
    filter: AnyFilter,
    spec: VariantSpec,
    seed: u64,
    contents: Contents,
    last: Option<Change>,
    refused: u64,
    undeletable: u64,
}

impl FamilyLab {
    /// The filter of these keys, all at once.
    ///
    /// # Errors
    /// Numbers that are not offered together, no memory, or no solution for a fuse filter.
    pub fn try_new(spec: VariantSpec, seed: u64, contents: &Contents) -> Result<Self, BuildError> {
        let mut build = FamilyBuild::new(spec, seed, contents)?;
        while !build.step(u64::MAX) {}
        build.finish()
    }

    /// Whether [`FamilyLab::advance`] would do.
    #[must_use]
    pub fn continues_to(&self, spec: &VariantSpec, seed: u64, contents: &Contents) -> bool {
        *spec == self.spec && seed == self.seed && self.spec.variant.can_insert() && contents.continues(&self.contents)
    }

    /// Does what these contents have beyond the present ones, which they continue.
    pub fn advance(&mut self, contents: &Contents) {
        let (from, to) = (self.contents.n_before_edits(), contents.n_before_edits());
        self.last = None;
        match to.checked_sub(from) {
            Some(1) => contents.for_range(self.seed, from..to, |_, key| self.insert_watched(key)),
            _ => contents.for_range(self.seed, from..to, |_, key| self.insert(key)),
        }
        for edit in contents.edits.get(self.contents.edits.len()..).unwrap_or_default() {
            self.edit(edit);
        }
        self.contents = contents.clone();
    }

    fn edit(&mut self, edit: &Edit) {
        match edit {
            Edit::Insert(key) => self.insert_watched(key.as_bytes()),
            Edit::Delete(key) => {
                let done = self.filter.remove(key.as_bytes());
                self.undeletable += u64::from(done == Err(Refusal::CannotDelete));
                let (key, done) = (key.clone().into_bytes(), Done::Removed(done));
                self.last = Some(Change { key, done, newly_used: Vec::new() });
            }
        }
    }

    fn insert(&mut self, key: &[u8]) {
        self.refused += u64::from(self.filter.insert(key).is_err());
    }

    /// Inserts a key and keeps what that did.
    fn insert_watched(&mut self, key: &[u8]) {
        let mut used_before = self.cells(key);
        used_before.retain(|&cell| self.is_used(cell));
        let done = self.filter.insert(key);
        self.refused += u64::from(done.is_err());
        let mut newly_used: Vec<u64> = Vec::new();
        for cell in self.cells(key) {
            if self.is_used(cell) && !used_before.contains(&cell) && !newly_used.contains(&cell) {
                newly_used.push(cell);
            }
        }
        self.last = Some(Change { key: key.to_vec(), done: Done::Inserted(done), newly_used });
    }

    fn is_used(&self, mut cell: u64) -> bool {
        for bits in self.filter.occupancy() {
            if cell < bits.n_bits() {
                return bits.get(cell);
            }
            cell -= bits.n_bits();
        }
        false
    }

    /// The filter.
    #[must_use]
    pub const fn filter(&self) -> &AnyFilter {
        &self.filter
    }

    /// The numbers it was built from.
    #[must_use]
    pub const fn spec(&self) -> &VariantSpec {
        &self.spec
    }

    /// The seed of generated keys.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// What went into it.
    #[must_use]
    pub const fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The last operation; none where many keys came at once, or of a filter that is built at once.
    #[must_use]
    pub const fn last(&self) -> Option<&Change> {
        self.last.as_ref()
    }

    /// How many insertions found no room.
    #[must_use]
    pub const fn refused(&self) -> u64 {
        self.refused
    }

    /// How many deletions of the log the structure cannot do: those keys are still in it.
    #[must_use]
    pub const fn undeletable(&self) -> u64 {
        self.undeletable
    }

    /// The truth about a key, which the filter does not know.
    #[must_use]
    pub fn is_member(&self, key: &[u8]) -> bool {
        self.contents.contains(self.seed, key)
    }

    /// The truth about a key before the last change of the log.
    #[must_use]
    pub fn was_member(&self, key: &[u8]) -> bool {
        let mut before = self.contents.clone();
        before.edits.pop();
        before.contains(self.seed, key)
    }

    /// A key's name by its number.
    #[must_use]
    pub fn name(&self, index: u64) -> Option<String> {
        self.contents.name(self.seed, index)
    }

    /// The keys in the set that the filter denies, and how many in all: the numbers of the first `most`. `None` above
    /// [`ON_DEMAND_KEYS`] keys, where they are not looked for.
    #[must_use]
    pub fn denied(&self, most: usize) -> Option<(Vec<u64>, u64)> {
        if self.contents.edits.is_empty() && self.refused == 0 {
            return Some((Vec::new(), 0));
        }
        self.members_that(most, |key| self.filter.contains(key) == Verdict::DefinitelyAbsent)
    }

    /// The keys in the set that use one of these cells, and how many in all, leaving one key out. `None` above
    /// [`ON_DEMAND_KEYS`] keys.
    #[must_use]
    pub fn users(&self, cells: &[u64], except: &[u8], most: usize) -> Option<(Vec<u64>, u64)> {
        self.members_that(most, |key| key != except && self.cells(key).iter().any(|cell| cells.contains(cell)))
    }

    /// The numbers of the first `most` keys in the set of which this holds, and how many in all. `None` above [`ON_DEMAND_KEYS`]
    /// keys.
    pub fn members_that(&self, most: usize, is_one: impl Fn(&[u8]) -> bool) -> Option<(Vec<u64>, u64)> {
        if self.contents.len() > ON_DEMAND_KEYS {
            return None;
        }
        let (mut keys, mut total) = (Vec::new(), 0);
        self.contents.for_each_member(self.seed, |index, key| {
            if is_one(key) {
                total += 1;
                if keys.len() < most {
                    keys.push(index);
                }
            }
        });
        Some((keys, total))
    }

    /// The cells that an operation on the key reads, among all cells in the order of [`AnyFilter::occupancy`]; some may be equal.
    /// Of a cuckoo filter the slots of both buckets.
    #[must_use]
    pub fn cells(&self, key: &[u8]) -> Vec<u64> {
        match &self.filter {
            AnyFilter::Bloom(filter) => filter.prober().probes(key).map(|probe| probe.index).collect(),
            AnyFilter::Counting(filter) => filter.prober().probes(key).map(|probe| probe.index).collect(),
            AnyFilter::Partitioned(filter) => filter.positions(key).collect(),
            AnyFilter::Blocked(filter) => filter.place(key).positions().collect(),
            AnyFilter::Scalable(filter) => {
                let mut start = 0;
                let mut cells = Vec::new();
                for sub in filter.sub_filters() {
                    cells.extend(sub.bloom().prober().probes(key).map(|probe| start + probe.index));
                    start += sub.bloom().bits().n_bits();
                }
                cells
            }
            AnyFilter::Cuckoo(filter) => {
                let spec = filter.spec();
                let (address, size) = (spec.address(key), u64::from(spec.bucket_size()));
                [address.first_bucket, address.second_bucket]
                    .into_iter()
                    .flat_map(|b| b * size..(b + 1) * size)
                    .collect()
            }
            AnyFilter::Fuse(filter) => filter.trace(key).cells.to_vec(),
        }
    }
}

/// Builds a filter of any structure, some keys at a time.
#[derive(Clone, Debug)]
pub struct FamilyBuild {
    lab: Option<FamilyLab>, // none of a fuse filter, which is built at the end
    keys: KeyBuffer,        // of a fuse filter
    spec: VariantSpec,
    resolved: AnySpec,
    seed: u64,
    contents: Contents,
    done: u64,
}

impl FamilyBuild {
    /// Work that is to be done in steps.
    ///
    /// # Errors
    /// Numbers that are not offered together, or no memory.
    pub fn new(spec: VariantSpec, seed: u64, contents: &Contents) -> Result<Self, BuildError> {
        let resolved = spec.resolve().map_err(BuildError::Spec)?;
        let lab = if spec.variant.can_insert() {
            let filter = AnyFilter::build(resolved, &KeyBuffer::new())?;
            Some(FamilyLab {
                filter,
                spec,
                seed,
                contents: Contents::default(),
                last: None,
                refused: 0,
                undeletable: 0,
            })
        } else {
            None
        };
        Ok(Self { lab, keys: KeyBuffer::new(), spec, resolved, seed, contents: contents.clone(), done: 0 })
    }

    /// Takes at most so many more keys; whether all are taken.
    pub fn step(&mut self, keys: u64) -> bool {
        let Self { lab, contents, seed, done, .. } = self;
        let to = contents.n_before_edits().min(done.saturating_add(keys));
        if let Some(lab) = lab {
            contents.for_range(*seed, *done..to, |_, key| lab.insert(key));
        }
        *done = to;
        to == contents.n_before_edits()
    }

    /// How far it has got, in keys.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { done: self.done, total: self.contents.n_before_edits() }
    }

    /// The filter, once all keys are taken; what happened since the first deletion is done to it here.
    ///
    /// # Errors
    /// No memory or no solution, of a fuse filter.
    pub fn finish(mut self) -> Result<FamilyLab, BuildError> {
        self.step(u64::MAX);
        let Self { lab, mut keys, spec, resolved, seed, contents, .. } = self;
        let Some(mut lab) = lab else {
            contents.for_each_member(seed, |_, key| keys.push(key));
            let filter = AnyFilter::build(resolved, &keys)?;
            return Ok(FamilyLab { filter, spec, seed, contents, last: None, refused: 0, undeletable: 0 });
        };
        contents.edits.iter().for_each(|edit| lab.edit(edit));
        lab.contents = contents;
        Ok(lab)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Generated, KeySource};
    use super::*;
    use crate::filter::Variant;
    use crate::hash::HashSpec;

    fn contents(count: u64, edits: &[&str]) -> Contents {
        let source = KeySource::Sequential { prefix: "asset:".into(), start: 1001 };
        let edits = edits.iter().filter_map(|code| Edit::parse(code)).collect();
        Contents { generated: Some(Generated { source, count }), edits, ..Contents::default() }
    }

    fn spec(variant: Variant) -> VariantSpec {
        VariantSpec { variant, n: 40, p: 0.05, m: 256, k: 3, hash: HashSpec::default() }
    }

    #[test]
    fn step_by_step_gives_the_same_filter_as_all_at_once() {
        let log = ["-asset:1003", "+late", "-late", "+asset:1003", "-asset:1030", "+last"];
        for variant in Variant::ALL {
            let all = FamilyLab::try_new(spec(variant), 1, &contents(34, &log)).unwrap();
            let mut grown = FamilyLab::try_new(spec(variant), 1, &contents(20, &[])).unwrap();
            for upto in 0..=log.len() {
                let next = contents(34, log.get(..upto).unwrap());
                if grown.continues_to(&spec(variant), 1, &next) {
                    grown.advance(&next);
                } else {
                    grown = FamilyLab::try_new(spec(variant), 1, &next).unwrap();
                }
            }
            assert_eq!(grown.filter(), all.filter(), "{variant}");
            assert_eq!((grown.last(), grown.refused()), (all.last(), 0), "{variant}");
            assert!(all.is_member(b"last") && !all.is_member(b"late") && !all.is_member(b"asset:1030"));
            assert_eq!(all.denied(9), Some((Vec::new(), 0)), "{variant}: no harm in deleting what is there");
            let mut sliced = FamilyBuild::new(spec(variant), 1, &contents(34, &log)).unwrap();
            while !sliced.step(7) {}
            assert_eq!(sliced.finish().unwrap().filter(), all.filter());
            let undeletable = if variant.can_remove() || !variant.can_insert() { 0 } else { 3 };
            assert_eq!(all.undeletable(), if variant == Variant::Bloom { 3 } else { undeletable }, "{variant}");
        }
    }

    #[test]
    fn deleting_what_was_never_inserted_harms_members_and_they_are_found() {
        for variant in Variant::ALL.into_iter().filter(|variant| variant.can_remove()) {
            // Small tables, so that there are false positives to delete.
            let spec = VariantSpec { m: 100, ..spec(variant) };
            let held = FamilyLab::try_new(spec, 1, &contents(34, &[])).unwrap();
            let stranger = (0..100_000)
                .map(|i| format!("nobody:{i}"))
                .find(|key| held.filter().contains(key.as_bytes()) == Verdict::PossiblyPresent);
            let key = stranger.expect("one in some hundred is let through");
            let harmed = FamilyLab::try_new(spec, 1, &contents(34, &[&format!("-{key}")])).unwrap();
            let (denied, total) = harmed.denied(usize::MAX).unwrap();
            let oracle: Vec<u64> = (0..34)
                .filter(|i| {
                    harmed.filter().contains(format!("asset:{}", 1001 + i).as_bytes()) == Verdict::DefinitelyAbsent
                })
                .collect();
            assert_eq!((denied.clone(), total), (oracle.clone(), oracle.len() as u64), "{variant}");
            let (users, _) = harmed.users(&harmed.cells(key.as_bytes()), key.as_bytes(), usize::MAX).unwrap();
            assert!(denied.iter().all(|lost| users.contains(lost)), "{variant}");
        }
    }

    #[test]
    fn an_insertion_tells_which_cells_came_into_use() {
        for variant in Variant::ALL.into_iter().filter(|variant| variant.can_insert()) {
            let mut lab = FamilyLab::try_new(spec(variant), 1, &contents(20, &[])).unwrap();
            let used = |lab: &FamilyLab| lab.filter().occupancy().iter().map(|bits| bits.ones()).sum::<u64>();
            for n in 21..=60 {
                let before = used(&lab);
                lab.advance(&contents(n, &[]));
                let change = lab.last().unwrap();
                // A fingerprint that was kicked out of the key's buckets comes into use elsewhere.
                assert!(change.newly_used.len() as u64 <= used(&lab) - before, "{variant}");
                if !matches!(variant, Variant::Cuckoo { .. }) {
                    assert_eq!(change.newly_used.len() as u64, used(&lab) - before, "{variant}");
                }
            }
        }
    }
}
