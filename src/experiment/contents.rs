//! What was inserted into the Lab's filter, and in which order.

use super::edits::outcome;
use super::{Edit, KeyList, KeySource, Members};
use crate::hash::KeyBuffer;
use std::ops::Range;

/// Keys generated at a time when all are gone through: enough to amortise, small enough to stay in cache.
const BLOCK: u64 = 4096;

/// The visitor's own list, split once. Cloning costs nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnList {
    /// The file's name, or what stands for pasted text.
    pub name: String,
    /// Keys that go into the filter.
    pub inserted: KeyList,
    /// Keys kept out, to ask about: none of them is among the inserted.
    pub held_out: KeyList,
}

/// Generated keys: the first `count` of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Where they come from.
    pub source: KeySource,
    /// How many.
    pub count: u64,
}

/// What was inserted, in this order: generated keys, then the visitor's own list, then keys by hand; and then what happened
/// since the first deletion. Every insertion has a number, from 0, those of the log the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Generated keys.
    pub generated: Option<Generated>,
    /// The visitor's list; it is not part of a link.
    pub list: Option<OwnList>,
    /// Keys by hand, before the first deletion.
    pub keys: Vec<String>,
    /// Everything since the first deletion.
    pub edits: Vec<Edit>,
}

impl Contents {
    /// How many insertions there were.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.n_before_edits() + self.edits.iter().filter(|edit| edit.inserts()).count() as u64
    }

    /// Whether there were none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many insertions there were before the first deletion.
    #[must_use]
    pub fn n_before_edits(&self) -> u64 {
        self.n_generated() + self.n_listed() + self.keys.len() as u64
    }

    /// How many keys there are: insertions, less the keys deleted since.
    #[must_use]
    pub fn n_members(&self, seed: u64) -> u64 {
        outcome(&self.edits).into_iter().fold(self.n_before_edits(), |n, (key, is_member)| {
            match (self.held_before_edits(seed, key), is_member) {
                (true, false) => n.saturating_sub(1),
                (false, true) => n + 1,
                _ => n,
            }
        })
    }

    /// The bytes of key number `index`.
    #[must_use]
    pub fn key(&self, seed: u64, index: u64) -> Option<Vec<u8>> {
        if let Some(generated) = self.generated.as_ref().filter(|g| index < g.count) {
            let mut key = Vec::new();
            generated.source.write_key(seed, index, &mut key);
            return Some(key);
        }
        let index = index - self.n_generated();
        match &self.list {
            Some(list) if index < list.inserted.len() => list.inserted.keys().get(index as usize).map(<[u8]>::to_vec),
            _ => {
                let mut by_hand = self.keys.iter().map(String::as_str).chain(self.inserted_later());
                by_hand.nth((index - self.n_listed()) as usize).map(|key| key.as_bytes().to_vec())
            }
        }
    }

    /// Key number `index` as people read it.
    #[must_use]
    pub fn name(&self, seed: u64, index: u64) -> Option<String> {
        let key = self.key(seed, index)?;
        let generated = self.generated.as_ref().filter(|g| index < g.count);
        Some(generated.map_or_else(|| String::from_utf8_lossy(&key).into_owned(), |g| g.source.show(&key)))
    }

    /// Calls `visit` with the number and bytes of each key that is in the set, once: of a key that was deleted and inserted
    /// again with the number of its last insertion.
    pub fn for_each_member(&self, seed: u64, mut visit: impl FnMut(u64, &[u8])) {
        let outcome = outcome(&self.edits);
        let is_of_the_log = |key: &[u8]| outcome.contains_key(key);
        self.for_each(seed, 0, |index, key| {
            if index < self.n_before_edits() && (outcome.is_empty() || !is_of_the_log(key)) {
                visit(index, key);
            }
        });
        let later: Vec<&str> = self.inserted_later().collect();
        for (index, key) in (self.n_before_edits()..).zip(&later) {
            let again = later.iter().skip((index - self.n_before_edits()) as usize + 1).any(|other| other == key);
            if outcome.get(key.as_bytes()) == Some(&true) && !again {
                visit(index, key.as_bytes());
            }
        }
    }

    /// Calls `visit` with each key's number and bytes, in order of insertion, from key number `from` on; deleted ones too.
    pub fn for_each(&self, seed: u64, from: u64, mut visit: impl FnMut(u64, &[u8])) {
        self.for_range(seed, from..self.len(), &mut visit);
    }

    /// [`Contents::for_each`] of the keys with these numbers.
    pub fn for_range(&self, seed: u64, numbers: Range<u64>, mut visit: impl FnMut(u64, &[u8])) {
        let Range { start: from, end: to } = numbers;
        let mut index = 0;
        if let Some(generated) = &self.generated {
            let mut block = KeyBuffer::new();
            let count = generated.count.min(to);
            index = from.min(count);
            while index < count {
                let end = (index + BLOCK).min(count);
                block.clear();
                generated.source.fill(seed, index..end, &mut block);
                for key in block.iter() {
                    visit(index, key);
                    index += 1;
                }
            }
            if to <= generated.count {
                return;
            }
        }
        let listed = self.list.iter().flat_map(|list| list.inserted.keys().iter());
        let by_hand = self.keys.iter().map(String::as_str).chain(self.inserted_later());
        for key in listed.chain(by_hand.map(str::as_bytes)) {
            if index >= to {
                return;
            }
            if index >= from {
                visit(index, key);
            }
            index += 1;
        }
    }

    /// Adds a key by hand: to the list of keys, or to the log once there is one.
    pub fn insert(&mut self, key: String) {
        if self.edits.is_empty() {
            self.keys.push(key);
        } else {
            self.edits.push(Edit::Insert(key));
        }
    }

    /// Whether the key is in the set: inserted, and not deleted since.
    #[must_use]
    pub fn contains(&self, seed: u64, key: &[u8]) -> bool {
        let last = self.edits.iter().rev().find(|edit| edit.key().as_bytes() == key);
        last.map_or_else(|| self.held_before_edits(seed, key), Edit::inserts)
    }

    fn held_before_edits(&self, seed: u64, key: &[u8]) -> bool {
        let generated = || {
            let g = self.generated.as_ref();
            g.is_some_and(|g| g.source.index_of(seed, key).is_some_and(|index| index < g.count))
        };
        let listed = || self.list.as_ref().is_some_and(|list| list.inserted.contains(key));
        self.keys.iter().any(|k| k.as_bytes() == key) || generated() || listed()
    }

    /// The keys before the first deletion, as a worker takes them.
    #[must_use]
    pub fn members(&self, seed: u64) -> Members {
        let by_hand = || KeyList::new(self.keys.iter().collect());
        let lists = self.list.iter().map(|list| list.inserted.clone());
        Members {
            generated: self.generated.as_ref().map(|g| (g.source.clone(), g.count)),
            seed,
            listed: lists.chain((!self.keys.is_empty()).then(by_hand)).collect(),
        }
    }

    /// Whether what happened here begins with all that `earlier` has.
    #[must_use]
    pub fn continues(&self, earlier: &Self) -> bool {
        if !earlier.edits.is_empty() {
            let same = (&self.generated, &self.list, &self.keys) == (&earlier.generated, &earlier.list, &earlier.keys);
            return same && self.edits.starts_with(&earlier.edits);
        }
        if self.generated == earlier.generated && self.list == earlier.list {
            return self.keys.starts_with(&earlier.keys);
        }
        let only_generated = earlier.keys.is_empty() && earlier.list.is_none();
        only_generated
            && match (&self.generated, &earlier.generated) {
                (Some(now), Some(then)) => now.source == then.source && now.count >= then.count,
                (_, None) => true,
                (None, Some(then)) => then.count == 0,
            }
    }

    fn inserted_later(&self) -> impl Iterator<Item = &str> {
        self.edits.iter().filter(|edit| edit.inserts()).map(Edit::key)
    }

    fn n_generated(&self) -> u64 {
        self.generated.as_ref().map_or(0, |g| g.count)
    }

    fn n_listed(&self) -> u64 {
        self.list.as_ref().map_or(0, |list| list.inserted.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed() -> Contents {
        Contents {
            generated: Some(Generated { source: KeySource::Sequential { prefix: "id:".into(), start: 7 }, count: 3 }),
            list: Some(OwnList {
                name: "letters".into(),
                inserted: KeyList::new(["x", "y"].iter().collect()),
                held_out: KeyList::new(KeyBuffer::new()),
            }),
            keys: vec!["z".into()],
            edits: Vec::new(),
        }
    }

    fn edited(codes: &[&str]) -> Contents {
        Contents { edits: codes.iter().map(|code| Edit::parse(code).unwrap()).collect(), ..mixed() }
    }

    fn members(contents: &Contents) -> Vec<(u64, String)> {
        let mut members = Vec::new();
        contents.for_each_member(0, |index, key| members.push((index, String::from_utf8_lossy(key).into_owned())));
        members
    }

    #[test]
    fn the_log_has_the_last_word() {
        let contents = edited(&["-id:8", "+w", "-w", "+id:8", "-x", "-nobody", "+v", "-z", "+z", "+z"]);
        assert_eq!((contents.len(), contents.n_members(0)), (11, 6));
        for (key, is_member) in
            [("id:8", true), ("w", false), ("x", false), ("y", true), ("nobody", false), ("v", true), ("z", true)]
        {
            assert_eq!(contents.contains(0, key.as_bytes()), is_member, "{key}");
        }
        let expected = [(0, "id:7"), (2, "id:9"), (4, "y"), (7, "id:8"), (8, "v"), (10, "z")];
        assert_eq!(members(&contents), expected.map(|(index, key)| (index, key.to_owned())));
        assert_eq!(contents.name(0, 7).as_deref(), Some("id:8"));
        assert_eq!(contents.name(0, 11), None);
        assert_eq!(members(&mixed()).len() as u64, mixed().n_members(0));
    }

    #[test]
    fn a_longer_log_continues_a_shorter_one_of_the_same_keys() {
        let now = edited(&["-x", "+w"]);
        assert!(now.continues(&edited(&["-x"])) && now.continues(&mixed()) && now.continues(&now));
        assert!(!edited(&["-x"]).continues(&now) && !now.continues(&edited(&["-y"])));
        let other = Contents { keys: Vec::new(), ..edited(&["-x"]) };
        assert!(!now.continues(&other));
    }

    #[test]
    fn keys_come_in_order_and_by_number() {
        let contents = mixed();
        let mut keys = Vec::new();
        contents.for_each(0, 0, |index, key| keys.push((index, String::from_utf8_lossy(key).into_owned())));
        let expected = ["id:7", "id:8", "id:9", "x", "y", "z"];
        assert_eq!(keys.len() as u64, contents.len());
        for (i, name) in expected.iter().enumerate() {
            assert_eq!(keys[i], (i as u64, (*name).to_string()));
            assert_eq!(contents.name(0, i as u64).as_deref(), Some(*name));
        }
        assert_eq!(contents.name(0, 6), None);
        let mut tail = Vec::new();
        contents.for_each(0, 4, |index, _| tail.push(index));
        assert_eq!(tail, [4, 5]);
    }

    #[test]
    fn a_worker_inserts_the_same_keys_in_the_same_order() {
        let contents = mixed();
        let (mut here, mut there) = (KeyBuffer::new(), KeyBuffer::new());
        contents.for_each(0, 0, |_, key| here.push(key));
        contents.members(0).fill(0, contents.len(), &mut there);
        assert_eq!(here, there);
    }

    #[test]
    fn membership_is_exact() {
        let contents = mixed();
        for key in ["id:7", "id:9", "x", "z"] {
            assert!(contents.contains(0, key.as_bytes()), "{key}");
        }
        for key in ["id:10", "id:6", "id:07", "id:+7", "id:", "w", ""] {
            assert!(!contents.contains(0, key.as_bytes()), "{key}");
        }
        let uuids =
            Contents { generated: Some(Generated { source: KeySource::Uuid, count: 50 }), ..Contents::default() };
        assert!((0..50).all(|i| uuids.contains(3, uuids.name(3, i).unwrap_or_default().as_bytes())));
        let beyond =
            Contents { generated: Some(Generated { source: KeySource::Uuid, count: 51 }), ..Contents::default() };
        assert!(!uuids.contains(3, beyond.name(3, 50).unwrap_or_default().as_bytes()));
    }

    #[test]
    fn more_of_the_same_continues_and_anything_else_does_not() {
        let now = mixed();
        assert!(now.continues(&now));
        assert!(now.continues(&Contents { keys: Vec::new(), ..now.clone() }));
        assert!(!now.continues(&Contents { keys: vec!["other".into()], ..now.clone() }));
        assert!(!Contents::default().continues(&now));
        assert!(now.continues(&Contents::default()));
        let mut fewer = Contents { list: None, keys: Vec::new(), ..now.clone() };
        fewer.generated.as_mut().unwrap().count = 1;
        assert!(now.continues(&fewer));
        fewer.keys.push("late".into());
        assert!(!now.continues(&fewer));
    }
}
