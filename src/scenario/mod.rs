//! What a link carries: state, actions, validation, URL form.
//!
//! [`Scenario`] is everything a link says; [`State`] adds what a visit accumulates (history, notices, consent). State flows
//! one way: event → [`Action`] → [`State::apply`] → state → view. Everything here is pure; the page only calls it.

mod apply;
mod compare;
mod link;
mod notice;
mod numbers;
mod sections;

use std::rc::Rc;

use crate::experiment::{Contents, Generated, KeySource};
use crate::filter::{BloomSpec, MAX_ALLOCATED_BITS, SpecError, Variant, VariantSpec};
use crate::hash::HashSpec;
use crate::text::Lang;
use crate::theory::solve::{Given, Sizing, SolveError, solve};

pub use apply::{Action, Param, Phase};
pub use compare::ComparePart;
pub use link::{LINK_NAMES, from_query, missing_keys, to_query};
pub use notice::{LinkProblem, Notice};
pub use numbers::{NumberProblem, parse_bits, parse_count, parse_hashes, parse_rate, parse_seed, parse_whole};
pub use sections::{PairPart, WaysPart};

/// A room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// The bit grid and one key's way into it.
    #[default]
    Lab,
    /// Theory against measurement.
    Curves,
    /// Structures against one another.
    Compare,
}

impl View {
    /// Every room, in the order of the navigation.
    pub const ALL: [Self; 3] = [Self::Lab, Self::Curves, Self::Compare];

    /// The name in links and in `data-view`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Lab => "lab",
            Self::Curves => "curves",
            Self::Compare => "compare",
        }
    }
}

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// As the system has it.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// Every theme, in the order in which the button goes through them.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The name in links and in `data-theme`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }
}

/// How much of the frame is drawn around a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Frame {
    /// Navigation and tools.
    #[default]
    Full,
    /// For a class: larger type, fewer controls.
    Present,
    /// Nothing but the room, for an iframe.
    Embed,
}

/// A part of a room that a link may hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Panel {
    /// The sentence with live numbers.
    Sentence,
    /// The key field and its path to bits.
    Ask,
    /// The bit grid.
    Grid,
    /// The small chart.
    Chart,
    /// n, p, m, k and the hash.
    Params,
    /// What is in the filter.
    Contents,
}

impl Panel {
    /// Every panel that can be hidden.
    pub const ALL: [Self; 6] = [Self::Sentence, Self::Ask, Self::Grid, Self::Chart, Self::Params, Self::Contents];

    /// The name in the link's `hide`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Sentence => "sentence",
            Self::Ask => "ask",
            Self::Grid => "grid",
            Self::Chart => "chart",
            Self::Params => "params",
            Self::Contents => "contents",
        }
    }
}

/// Everything that fixes the filter's bits, and so everything that undo restores.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterPart {
    /// The numbers that were fixed; the rest is derived.
    pub given: Given,
    /// Which structure.
    pub variant: Variant,
    /// How keys become positions.
    pub hash: HashSpec,
    /// The seed of generated keys and of experiments.
    pub seed: u64,
    /// What was inserted.
    pub contents: Contents,
}

impl FilterPart {
    /// All four numbers and the rates they give.
    ///
    /// # Errors
    /// When the fixed numbers do not go together; [`State::apply`] never leaves such a part behind.
    pub fn sizing(&self) -> Result<Sizing, SolveError> {
        solve(&self.given)
    }

    /// What a plain filter of these numbers is built from.
    ///
    /// # Errors
    /// As [`FilterPart::sizing`].
    pub fn spec(&self) -> Result<BloomSpec, SolveError> {
        self.sizing().map(|s| BloomSpec { n_bits: s.m, n_hashes: s.k, hash: self.hash })
    }

    /// What a filter of the variant is built from.
    ///
    /// # Errors
    /// As [`FilterPart::sizing`].
    pub fn variant_spec(&self) -> Result<VariantSpec, SolveError> {
        let Self { variant, hash, given, .. } = *self;
        self.sizing().map(|s| VariantSpec { variant, n: s.n, p: given.p.unwrap_or(s.textbook), m: s.m, k: s.k, hash })
    }

    /// Whether numbers and variant go together. A plain filter may be larger than what is ever built; its numbers hold.
    ///
    /// # Errors
    /// [`Misfit`] with what would work.
    pub fn check(&self) -> Result<(), Misfit> {
        let spec = self.variant_spec().map_err(Misfit::Numbers)?;
        if self.variant == Variant::Bloom {
            return Ok(());
        }
        let n_bits = spec.resolve().map_err(Misfit::Variant)?.n_bits(spec.n);
        let too_many = SpecError::TooManyBits { given: n_bits, most: MAX_ALLOCATED_BITS };
        if n_bits > MAX_ALLOCATED_BITS { Err(Misfit::Variant(too_many)) } else { Ok(()) }
    }
}

/// Why there is no such filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Misfit {
    /// n, p, m and k do not go together.
    Numbers(SolveError),
    /// The variant cannot have them.
    Variant(SpecError),
}

/// Everything a link says. The filter itself follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The room.
    pub view: View,
    /// The filter and its keys.
    pub filter: FilterPart,
    /// The key in the input field.
    pub query: String,
    /// The language asked for; `None` leaves it to the visitor's preference.
    pub lang: Option<Lang>,
    /// The theme asked for; `None` leaves it to the visitor's preference.
    pub theme: Option<Theme>,
    /// The frame around the room.
    pub frame: Frame,
    /// Hidden panels, sorted.
    pub hide: Vec<Panel>,
    /// What the Compare room is asked.
    pub compare: ComparePart,
}

impl Default for Scenario {
    /// The resting picture: 34 of 40 keys in 256 bits, and a key that was never inserted but finds all its bits lit.
    fn default() -> Self {
        Self {
            view: View::Lab,
            filter: FilterPart {
                given: Given { n: Some(40), p: None, m: Some(256), k: Some(3) },
                variant: Variant::Bloom,
                hash: HashSpec::default(),
                seed: 1,
                contents: Contents {
                    generated: Some(Generated {
                        source: KeySource::Sequential { prefix: "asset:".into(), start: 1001 },
                        count: 34,
                    }),
                    ..Contents::default()
                },
            },
            query: "asset:10021".into(),
            lang: None,
            theme: None,
            frame: Frame::Full,
            hide: Vec::new(),
            compare: ComparePart::default(),
        }
    }
}

/// What the steps beside the grid show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The key in the field is asked about.
    #[default]
    Query,
    /// The key in the field is the one inserted last.
    Insert,
    /// The key in the field was to be inserted, but had been before.
    InsertAgain,
    /// The key in the field was deleted last, or was to be.
    Delete,
}

/// A visit: the scenario and what accumulates around it.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// What a link would say.
    pub scenario: Scenario,
    /// What the steps show.
    pub operation: Operation,
    /// Grows with every operation the visitor starts, so that the steps play again even for the same key.
    pub plays: u64,
    /// The largest array the visitor has agreed to allocate, in bits.
    pub agreed_bits: u64,
    /// What to tell the visitor, oldest first, each with a number of its own.
    pub notices: Vec<(u64, Notice)>,
    /// Filters before the present one, oldest first.
    past: Vec<Rc<FilterPart>>,
    /// Filters undone, the next to redo last.
    future: Vec<Rc<FilterPart>>,
    /// The number that a drag under way changes: its many steps are one step of the history.
    dragging: Option<Param>,
    /// The number of the next notice.
    next_notice: u64,
}

/// What is allocated without asking: 2²⁶ bits, 8 MiB.
pub const UNASKED_BITS: u64 = 1 << 26;

impl State {
    /// A visit that begins with a scenario and what was wrong with its link.
    #[must_use]
    pub fn new(scenario: Scenario, notices: Vec<Notice>) -> Self {
        let mut state = Self {
            scenario,
            operation: Operation::Query,
            plays: 0,
            agreed_bits: UNASKED_BITS,
            notices: Vec::new(),
            past: Vec::new(),
            future: Vec::new(),
            dragging: None,
            next_notice: 0,
        };
        for notice in notices {
            state.notify(notice);
        }
        state
    }

    /// Whether there is something to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to redo.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Whether a drag is under way: the address bar waits for its end.
    #[must_use]
    pub fn is_dragging(&self) -> bool {
        self.dragging.is_some()
    }
}
