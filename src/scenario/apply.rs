//! Actions, and what each does to the state.

use std::rc::Rc;

use super::{ComparePart, FilterPart, Frame, Misfit, Notice, Operation, Scenario, State, Theme, View};
use crate::experiment::{Contents, Edit, Generated, MAX_COUNT as MAX_GENERATED, OwnList};
use crate::filter::Variant;
use crate::hash::HashSpec;
use crate::text::Lang;

/// How many filters undo can go back to.
const MAX_HISTORY: usize = 200;

/// The longest key the field takes, in bytes: longer ones come in a file.
const MAX_KEY_BYTES: usize = 1 << 16;

/// How many notices stand at once; the oldest goes.
const MAX_NOTICES: usize = 6;

/// One of the four numbers, with a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Param {
    /// n: keys designed for.
    Capacity(u64),
    /// p: target rate.
    Rate(f64),
    /// m: bits.
    Bits(u64),
    /// k: hash functions; `None` leaves the choice to the formula.
    Hashes(Option<u32>),
}

/// Whether a change is one of many in a drag or stands for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Under way: more will follow.
    Drag,
    /// Done.
    Commit,
}

/// What a visitor, a link or a worker may cause.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // one at a time, and gone at once
pub enum Action {
    /// Go to a room.
    Goto(View),
    /// Change language.
    SetLang(Lang),
    /// Change theme.
    SetTheme(Theme),
    /// Change the frame.
    SetFrame(Frame),
    /// Fix one of the four numbers.
    SetParam(Param, Phase),
    /// Ask the Compare room something else.
    SetCompare(ComparePart),
    /// Change how keys become positions.
    SetHash(HashSpec),
    /// Change the structure, or a parameter of its own.
    SetVariant(Variant),
    /// Change the seed.
    SetSeed(u64),
    /// The text in the key field.
    SetQuery(String),
    /// Ask about the key in the field, playing the steps.
    Query,
    /// Insert the key in the field, playing the steps.
    Insert,
    /// Insert the key in the field although it is in the set: a filter that denies it takes it up again.
    Reinsert,
    /// Delete the key in the field, or do what the structure does when asked to, playing the steps.
    Delete,
    /// Replace the generated keys; the visitor's list and keys by hand stay.
    Fill(Generated),
    /// Replace what is in the filter by the visitor's list, and size the filter for it at this rate.
    UseList(OwnList, f64),
    /// Empty the filter.
    Clear,
    /// Back to the filter before.
    Undo,
    /// Forward again.
    Redo,
    /// Everything as another link says.
    Load(Scenario, Vec<Notice>),
    /// Allow arrays up to this many bits.
    Agree(u64),
    /// Tell something.
    Notify(Notice),
    /// Take a notice away.
    Dismiss(u64),
}

impl State {
    /// The state after an action, or `None` when it changes nothing.
    #[must_use]
    pub fn apply(&self, action: Action) -> Option<Self> {
        let mut next = self.clone();
        match action {
            Action::Goto(view) => next.scenario.view = view,
            Action::SetLang(lang) => next.scenario.lang = Some(lang),
            Action::SetTheme(theme) => next.scenario.theme = Some(theme),
            Action::SetFrame(frame) => next.scenario.frame = frame,
            Action::SetParam(param, phase) => next.set_param(param, phase),
            Action::SetCompare(part) => next.scenario.compare = part,
            Action::SetHash(hash) => next.change(|filter| filter.hash = hash),
            Action::SetVariant(variant) => next.change(|filter| filter.variant = variant),
            Action::SetSeed(seed) => next.change(|filter| filter.seed = seed),
            Action::SetQuery(key) if key.len() > MAX_KEY_BYTES => {
                next.notify(Notice::KeyTooLong { bytes: key.len() as u64 });
            }
            Action::SetQuery(key) => {
                if key != next.scenario.query {
                    next.scenario.query = key;
                    next.operation = Operation::Query;
                }
            }
            Action::Query => {
                next.operation = Operation::Query;
                next.plays += 1;
            }
            Action::Insert => {
                let key = next.scenario.query.clone();
                let filter = &next.scenario.filter;
                if filter.contents.contains(filter.seed, key.as_bytes()) {
                    next.operation = Operation::InsertAgain;
                } else {
                    next.change(|filter| filter.contents.insert(key));
                    next.operation = Operation::Insert;
                }
                next.plays += 1;
            }
            Action::Reinsert => {
                let key = next.scenario.query.clone();
                next.edit(Edit::Insert(key), Operation::Insert);
            }
            Action::Delete => {
                let key = next.scenario.query.clone();
                next.edit(Edit::Delete(key), Operation::Delete);
            }
            Action::Fill(Generated { source, count }) => {
                let most = source.max_keys().min(MAX_GENERATED);
                if count > most {
                    next.notify(Notice::TooManyKeys { count, most });
                } else {
                    next.change(|filter| filter.contents.generated = Some(Generated { source, count }));
                }
            }
            Action::UseList(list, rate) => next.change(|filter| {
                filter.given.n = Some(list.inserted.len().max(1));
                filter.given.p = Some(rate);
                filter.given.m = None;
                filter.given.k = None;
                filter.contents = Contents { list: Some(list), ..Contents::default() };
            }),
            Action::Clear => next.change(|filter| filter.contents = Contents::default()),
            Action::Undo => next.travel(&Travel::Back),
            Action::Redo => next.travel(&Travel::Forward),
            Action::Load(scenario, notices) => {
                let filter = scenario.filter.clone();
                next.change(|part| *part = filter);
                next.scenario = scenario;
                next.operation = Operation::Query;
                for notice in notices {
                    next.notify(notice);
                }
            }
            Action::Agree(bits) => next.agreed_bits = next.agreed_bits.max(bits),
            Action::Notify(notice) => next.notify(notice),
            Action::Dismiss(number) => next.notices.retain(|(n, _)| *n != number),
        }
        (next != *self).then_some(next)
    }

    /// Adds a notice; one that stands already moves to the end instead of standing twice, and of those that name what a
    /// variant can have only the last stands.
    pub(super) fn notify(&mut self, notice: Notice) {
        let is_of_a_variant = |notice: &Notice| matches!(notice, Notice::Variant(_));
        self.notices
            .retain(|(_, standing)| *standing != notice && !(is_of_a_variant(standing) && is_of_a_variant(&notice)));
        self.notices.push((self.next_notice, notice));
        self.next_notice += 1;
        if self.notices.len() > MAX_NOTICES {
            self.notices.remove(0);
        }
    }

    /// Changes the filter and remembers how it was. Numbers that do not go together change nothing and are named.
    fn change(&mut self, edit: impl FnOnce(&mut FilterPart)) {
        let before = self.scenario.filter.clone();
        edit(&mut self.scenario.filter);
        if let Err(misfit) = self.scenario.filter.check() {
            self.scenario.filter = before;
            self.refuse(misfit);
        } else if self.scenario.filter != before {
            self.remember(before);
            self.dragging = None;
            self.operation = Operation::Query;
        }
    }

    /// Enters something into the log of the keys.
    fn edit(&mut self, edit: Edit, operation: Operation) {
        if !edit.key().is_empty() {
            self.change(|filter| filter.contents.edits.push(edit));
            self.operation = operation;
            self.plays += 1;
        }
    }

    fn refuse(&mut self, misfit: Misfit) {
        self.notify(match misfit {
            Misfit::Numbers(problem) => Notice::Numbers(problem),
            Misfit::Variant(error) => Notice::Variant(error),
        });
    }

    fn remember(&mut self, before: FilterPart) {
        self.past.push(Rc::new(before));
        self.future.clear();
        if self.past.len() > MAX_HISTORY {
            self.past.remove(0);
        }
    }

    /// Fixes one number and frees those that it replaces: a rate frees m and k, a size frees the rate, and a number of hash
    /// functions keeps the size as it is, so that the rate shows what k alone does.
    fn set_param(&mut self, param: Param, phase: Phase) {
        let before = self.scenario.filter.clone();
        let continues = self.dragging.is_some_and(|d| core::mem::discriminant(&d) == core::mem::discriminant(&param));
        let given = &mut self.scenario.filter.given;
        if let Ok(sizing) = before.sizing() {
            given.n = Some(sizing.n);
        }
        match param {
            Param::Capacity(n) => {
                given.n = Some(n);
                if given.m.is_some() {
                    given.p = None;
                }
            }
            Param::Rate(p) => {
                given.p = Some(p);
                given.m = None;
                given.k = None;
            }
            Param::Bits(m) => {
                given.m = Some(m);
                given.p = None;
            }
            Param::Hashes(k) => {
                if let Ok(sizing) = before.sizing() {
                    given.m = Some(sizing.m);
                }
                given.k = k;
                given.p = None;
            }
        }
        if let Err(misfit) = self.scenario.filter.check() {
            self.scenario.filter = before;
            self.refuse(misfit);
            return;
        }
        if self.scenario.filter != before {
            if !continues {
                self.remember(before);
            }
            self.operation = Operation::Query;
        }
        self.dragging = (phase == Phase::Drag).then_some(param);
    }

    fn travel(&mut self, travel: &Travel) {
        let (from, to) = match travel {
            Travel::Back => (&mut self.past, &mut self.future),
            Travel::Forward => (&mut self.future, &mut self.past),
        };
        if let Some(filter) = from.pop() {
            to.push(Rc::new(core::mem::replace(&mut self.scenario.filter, (*filter).clone())));
            self.operation = Operation::Query;
            self.dragging = None;
        }
    }
}

/// A direction in the history.
enum Travel {
    Back,
    Forward,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        State::new(Scenario::default(), Vec::new())
    }

    fn after(state: &State, action: Action) -> State {
        state.apply(action).unwrap_or_else(|| state.clone())
    }

    #[test]
    fn inserting_can_be_undone_and_redone() {
        let start = state();
        let inserted = after(&start, Action::Insert);
        assert_eq!(inserted.scenario.filter.contents.keys, ["asset:10021"]);
        let undone = after(&inserted, Action::Undo);
        assert_eq!(undone.scenario.filter, start.scenario.filter);
        assert!(undone.can_redo() && !undone.can_undo());
        assert_eq!(after(&undone, Action::Redo).scenario.filter, inserted.scenario.filter);
    }

    #[test]
    fn from_the_first_deletion_on_everything_is_logged() {
        let inserted = after(&state(), Action::Insert);
        let deleted = after(&inserted, Action::Delete);
        let filter = &deleted.scenario.filter;
        assert_eq!(
            (deleted.operation, filter.contents.keys.len(), filter.contents.edits.len()),
            (Operation::Delete, 1, 1)
        );
        assert!(!filter.contents.contains(filter.seed, b"asset:10021"));
        let again = after(&deleted, Action::Insert);
        let log: Vec<String> = again.scenario.filter.contents.edits.iter().map(Edit::code).collect();
        assert_eq!((again.operation, log), (Operation::Insert, vec!["-asset:10021".into(), "+asset:10021".into()]));
        assert_eq!(after(&again, Action::Insert).operation, Operation::InsertAgain);
        assert_eq!(after(&again, Action::Reinsert).scenario.filter.contents.edits.len(), 3);
        assert_eq!(after(&after(&again, Action::Undo), Action::Undo).scenario.filter, inserted.scenario.filter);
        let empty = after(&state(), Action::SetQuery(String::new()));
        assert_eq!(empty.apply(Action::Delete), None);
    }

    #[test]
    fn a_variant_that_cannot_be_leaves_the_filter_before() {
        let counting = after(&state(), Action::SetVariant(Variant::Counting { counter_bits: 4 }));
        assert_eq!(counting.scenario.filter.variant.name(), "counting");
        assert_eq!(after(&counting, Action::Undo).scenario, state().scenario);
        let bad = [
            Variant::Counting { counter_bits: 9 },
            Variant::Blocked { block_bits: 100 },
            Variant::Cuckoo { fingerprint_bits: 4, bucket_size: 3 },
        ];
        for variant in bad {
            let next = after(&counting, Action::SetVariant(variant));
            assert_eq!(next.scenario, counting.scenario);
            assert!(matches!(next.notices.as_slice(), [(_, Notice::Variant(_))]), "{variant}");
        }
        let large = after(&counting, Action::SetParam(Param::Bits(1 << 31), Phase::Commit));
        assert_eq!(large.scenario, counting.scenario);
        assert!(matches!(large.notices.as_slice(), [(_, Notice::Variant(_))]));
    }

    #[test]
    fn a_key_is_inserted_once() {
        let once = after(&state(), Action::Insert);
        let twice = after(&once, Action::Insert);
        assert_eq!(twice.scenario.filter, once.scenario.filter);
        assert_eq!((once.operation, twice.operation), (Operation::Insert, Operation::InsertAgain));
        let generated = after(&after(&state(), Action::SetQuery("asset:1001".into())), Action::Insert);
        assert_eq!(generated.scenario.filter, state().scenario.filter);
    }

    #[test]
    fn a_new_change_forgets_what_was_undone() {
        let undone = after(&after(&state(), Action::Insert), Action::Undo);
        assert!(!after(&undone, Action::Clear).can_redo());
    }

    #[test]
    fn a_drag_is_one_step_of_history() {
        let mut dragged = state();
        for k in 4..12 {
            dragged = after(&dragged, Action::SetParam(Param::Hashes(Some(k)), Phase::Drag));
        }
        assert!(dragged.is_dragging());
        dragged = after(&dragged, Action::SetParam(Param::Hashes(Some(12)), Phase::Commit));
        assert!(!dragged.is_dragging());
        assert_eq!(dragged.scenario.filter.given.k, Some(12));
        let undone = after(&dragged, Action::Undo);
        assert_eq!(undone.scenario.filter, state().scenario.filter);
        assert!(!undone.can_undo());
    }

    #[test]
    fn k_alone_leaves_the_size_and_a_rate_frees_it() {
        let by_rate = after(&state(), Action::SetParam(Param::Rate(0.01), Phase::Commit));
        let sizing = by_rate.scenario.filter.sizing().unwrap();
        assert_eq!((sizing.n, sizing.m, sizing.k), (40, 384, 7));
        let by_k = after(&by_rate, Action::SetParam(Param::Hashes(Some(20)), Phase::Commit));
        let sizing = by_k.scenario.filter.sizing().unwrap();
        assert_eq!((sizing.n, sizing.m, sizing.k), (40, 384, 20));
        assert!(sizing.textbook > 0.01);
        let freed = after(&by_k, Action::SetParam(Param::Hashes(None), Phase::Commit));
        assert_eq!(freed.scenario.filter.sizing().unwrap().k, 7);
    }

    #[test]
    fn impossible_numbers_change_nothing_and_are_named() {
        let next = after(&state(), Action::SetParam(Param::Rate(2.0), Phase::Commit));
        assert_eq!(next.scenario, state().scenario);
        assert!(matches!(next.notices.as_slice(), [(_, Notice::Numbers(_))]));
    }

    #[test]
    fn what_changes_nothing_returns_nothing() {
        assert_eq!(state().apply(Action::Undo), None);
        assert_eq!(state().apply(Action::Goto(View::Lab)), None);
        assert_eq!(state().apply(Action::SetQuery("asset:10021".into())), None);
    }
}
