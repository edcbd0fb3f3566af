//! What a link carries: state, actions, validation, URL form.

use crate::experiment::KeySource;
use crate::hash::HashSpec;
use crate::text::Lang;

/// A room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// The bit grid and one key's way into it.
    #[default]
    Lab,
    /// Theory against measurement.
    Curves,
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

/// What the visitor fixed among n, p, m, k; the rest is derived (see [`crate::theory`]).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Params {
    /// Keys the filter is designed for.
    pub n: Option<u64>,
    /// Target false-positive rate, between 0 and 1.
    pub p: Option<f64>,
    /// Bits.
    pub m: Option<u64>,
    /// Hash functions.
    pub k: Option<u32>,
}

/// Everything a link says. The filter itself follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The room.
    pub view: View,
    /// The numbers that were fixed.
    pub params: Params,
    /// How keys become positions.
    pub hash: HashSpec,
    /// The experiments' seed.
    pub seed: u64,
    /// Generated keys that are inserted first.
    pub source: Option<(KeySource, u64)>,
    /// Keys inserted by hand, in order, after the generated ones.
    pub keys: Vec<String>,
    /// The key in the input field, queried.
    pub query: String,
    /// Language.
    pub lang: Lang,
    /// Theme.
    pub theme: Theme,
}
