//! The Curves room in the page: its numbers from the state, its wishes back as actions.

use super::{Change, CurvesRoom};
use crate::bench::Bench;
use crate::island::{Props, island};
use crate::lab::{HashChoices, Params};
use crate::store::{Dispatch, use_visit};
use bloomscope::experiment::{Contents, KeyList, KeySource};
use bloomscope::hash::KeyBuffer;
use bloomscope::scenario::{Action, Notice, Param, Phase};
use bloomscope::view::series::Setting;
use yew::prelude::*;

/// What [`CurvesView`] needs.
#[derive(Clone, PartialEq, Properties)]
pub struct CurvesViewProps {
    /// The live filter.
    pub bench: Bench,
}

/// The Curves room.
#[component]
pub fn CurvesView(props: &CurvesViewProps) -> Html {
    let visit = use_visit();
    let dispatch = use_context::<Dispatch>();
    let filter = &visit.state.scenario.filter;
    let own = use_memo(filter.contents.clone(), own_keys);
    let on_change = use_callback(dispatch, |change: Change, dispatch| {
        if let Some(dispatch) = dispatch {
            for action in actions(change) {
                dispatch.dispatch(action);
            }
        }
    });
    let Ok(sizing) = filter.sizing() else { return Html::default() };
    let setting = Setting {
        capacity: sizing.n,
        // Of an empty filter there is nothing to say: the curve speaks of the one it is designed to become.
        len: if filter.contents.is_empty() { sizing.n } else { filter.contents.len() },
        n_bits: sizing.m,
        n_hashes: sizing.k,
        target: sizing.p_target,
        ones: props.bench.read(|live| live.lab.bloom().bits().ones()).filter(|_| !filter.contents.is_empty()),
    };
    let source = filter.contents.generated.as_ref().map_or_else(KeySource::default, |keys| keys.source.clone());
    html! {
        <CurvesRoom {setting} hash={filter.hash} {source} own={(*own).clone()} seed={filter.seed} lang={visit.lang}
            theme_version={visit.theme_version} {on_change}>
            { island::<Params>(yew::props!(Props<Params> { given: filter.given, sizing, len: filter.contents.len() })) }
            { island::<HashChoices>(yew::props!(Props<HashChoices> { hash: filter.hash })) }
        </CurvesRoom>
    }
}

/// Everything the visitor brought: what is in the filter and what was kept out.
fn own_keys(contents: &Contents) -> Option<KeyList> {
    let list = contents.list.as_ref()?;
    let mut keys = KeyBuffer::new();
    list.inserted.keys().iter().chain(list.held_out.keys().iter()).for_each(|key| keys.push(key));
    Some(KeyList::new(keys))
}

fn actions(change: Change) -> Vec<Action> {
    let set = |param| Action::SetParam(param, Phase::Commit);
    match change {
        Change::Hashes(k) => vec![set(Param::Hashes(Some(k)))],
        Change::Bits(m) => vec![set(Param::Bits(m))],
        Change::Target(p) => vec![set(Param::Rate(p))],
        Change::Filter(n, m, k) => {
            vec![set(Param::Capacity(n)), set(Param::Bits(m)), set(Param::Hashes(Some(k)))]
        }
        Change::Seed(seed) => vec![Action::SetSeed(seed)],
        Change::NotASeed(value, problem) => vec![Action::Notify(Notice::Typed { field: "seed", value, problem })],
    }
}
