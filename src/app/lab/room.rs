//! The Lab's arrangement: sentence, key, grid, curve, numbers, contents.

use std::rc::Rc;

use bloomscope::experiment::{SweepKeys, Synced};
use bloomscope::filter::Variant;
use bloomscope::scenario::{Operation, Panel};
use bloomscope::text::lab::{self as text, Bits, Figures, Handle};
use bloomscope::text::shell;
use bloomscope::theory::rate::realised;
use bloomscope::view::series::{Method, Setting};
use bloomscope::view::story::Story;
use yew::prelude::*;

use super::ask::Ask;
use super::contents::{ContentsPanel, OwnKeys};
use super::hash::HashChoices;
use super::leads::use_leads;
use super::params::Params;
use super::player::use_player;
use super::sentence::{SentenceProps, code, sentence_line};
use super::stage::{Stage, marks};
use super::variant::VariantChoice;
use crate::bench::Bench;
use crate::chart::{CompactChart, Measured};
use crate::family::FamilyView;
use crate::grid::Reveal;
use crate::island::{Props, island};
use crate::lazy::{Part, lazy};
use crate::store::use_visit;

/// Probes at each point of the small curve.
const CURVE_PROBES: u64 = 10_000;

/// What the Lab needs.
#[derive(PartialEq, Properties)]
pub struct LabProps {
    /// The live filter.
    pub bench: Bench,
    /// Whether the room is shown. Closed, it keeps what the visitor had begun: a list being read, the place in the story.
    pub is_open: bool,
}

/// The Lab.
#[component]
pub fn LabRoom(props: &LabProps) -> Html {
    let visit = use_visit();
    let bench = &props.bench;
    let scenario = &visit.state.scenario;
    let story = use_story(bench, &scenario.query, visit.state.operation);
    let n_steps = story.as_ref().map_or(0, |story| story.steps().len());
    let version = use_version(&(story.clone(), visit.state.plays));
    let player = use_player(n_steps, visit.state.plays, version);
    let lit = use_state(|| None::<Handle>);
    let on_light = {
        let lit = lit.setter();
        use_callback((), move |handle: Option<Handle>, ()| lit.set(handle))
    };
    let highlight = use_state(|| Rc::<[u64]>::from([]));
    let on_highlight = {
        let highlight = highlight.setter();
        use_callback((), move |bits: Vec<u64>, ()| highlight.set(Rc::from(bits)))
    };
    let marks = use_memo((story.clone(), player.step), |(story, step)| {
        story.as_ref().map_or_else(|| Rc::from([]), |story| marks(story, *step))
    });
    let columns = use_node_ref();
    let connected = use_state_eq(|| 0u64);
    let on_connected = {
        let connected = connected.setter();
        use_callback((), move |marks: u64, ()| connected.set(marks))
    };
    let (leads, connect_from) = use_leads(&columns, &marks, *connected);
    let reveal = use_state_eq(|| None::<Reveal>);
    let on_reveal = {
        let reveal = reveal.clone();
        Callback::from(move |index: u64| {
            let nonce = reveal.map_or(0, |last| last.nonce) + 1;
            reveal.set(Some(Reveal { index, nonce }));
        })
    };
    let memory = (*use_state(Measured::default)).clone();
    let Ok(sizing) = scenario.filter.sizing() else { return Html::default() };
    let shown = |panel: Panel| !scenario.hide.contains(&panel);
    let ones = bench.read(|live| live.lab.bloom().bits().ones());
    let len = scenario.filter.contents.n_members(scenario.filter.seed);
    let bits = ones.map(|ones| Bits { len, ones, realised: realised(ones, sizing.m, sizing.k) });
    let figures = Figures { n_bits: sizing.m, n_hashes: sizing.k, bits };
    let setting =
        Setting { capacity: sizing.n, len, n_bits: sizing.m, n_hashes: sizing.k, target: sizing.p_target, ones };
    let choice = html! {
        if shown(Panel::Params) {
            { island::<VariantChoice>(yew::props!(Props<VariantChoice> { variant: scenario.filter.variant, lang: visit.lang })) }
        }
    };
    let params = html! {
        if shown(Panel::Params) {
            { island::<Params>(yew::props!(Props<Params> { given: scenario.filter.given, sizing, len })) }
            { island::<HashChoices>(yew::props!(Props<HashChoices> { hash: scenario.filter.hash })) }
        }
    };
    let is_plain = scenario.filter.variant == Variant::Bloom;
    let source = scenario.filter.contents.generated.as_ref().map(|keys| keys.source.clone()).unwrap_or_default();
    let method = Method {
        hash: scenario.filter.hash,
        keys: SweepKeys::Generated(source),
        seed: scenario.filter.seed,
        probes: CURVE_PROBES,
    };
    html! {
        <div class="lab-room" hidden={!props.is_open} data-lit={(*lit).map(code)}>
            if props.is_open {
            <h1 class="visually-hidden">{ shell::lab(visit.lang) }</h1>
            if is_plain {
            if shown(Panel::Sentence) {
                { sentence_line(&SentenceProps { figures, lang: visit.lang, lit: *lit, on_light: on_light.clone() }) }
            }
            <div ref={columns} class="lab-columns">
                if shown(Panel::Ask) {
                    { island::<Ask>(yew::props!(Props<Ask> { story: story.clone(), query: scenario.query.clone(), step: player.step, seek: player.seek.clone(), bench: bench.clone(), operation: visit.state.operation, plays: visit.state.plays, lang: visit.lang, on_highlight, on_reveal })) }
                }
                if shown(Panel::Grid) {
                    { island::<Stage>(yew::props!(Props<Stage> { bench: bench.clone(), story, player, highlight: (*highlight).clone(), n_bits: sizing.m, marks: (*marks).clone(), connect_from, reveal: *reveal, on_connected })) }
                }
                { leads }
                <div class="side">
                    if shown(Panel::Chart) {
                        <section data-thing="rate" aria-labelledby="rate-heading">
                            <h2 id="rate-heading">{ text::rate_heading(visit.lang) }</h2>
                            { island::<CompactChart>(yew::props!(Props<CompactChart> { setting, method, memory, lang: visit.lang, theme_version: visit.theme_version })) }
                        </section>
                    }
                    { choice }
                    { params }
                </div>
            </div>
            } else {
                { lazy::<FamilyView>(Part::Family, visit.lang, yew::props!(Props<FamilyView> { visit: visit.clone(), choice, params })) }
            }
                if shown(Panel::Contents) {
                    { island::<ContentsPanel>(yew::props!(Props<ContentsPanel> { bench: bench.clone() })) }
                }
            }
            if shown(Panel::Contents) {
                { island::<OwnKeys>(()) }
            }
        </div>
    }
}

/// The story of the key in the field.
#[hook]
fn use_story(bench: &Bench, query: &str, operation: Operation) -> Option<Rc<Story>> {
    let story = use_memo((bench.clone(), query.to_string(), operation), |(bench, query, operation)| {
        if query.is_empty() {
            return None;
        }
        bench.read(|live| {
            let bloom = live.lab.bloom();
            Rc::new(match (operation, bench.change.as_ref()) {
                (Operation::Insert, Synced::Added { newly_set, .. }) => Story::of_insertion(bloom, query, newly_set),
                (Operation::Delete, Synced::Cleared { cleared }) => Story::of_deletion(bloom, query, cleared),
                (Operation::InsertAgain, _) => Story::of_repetition(bloom, query),
                _ => Story::of_query(bloom, query),
            })
        })
    });
    (*story).clone()
}

/// A number that grows whenever a value changes.
#[hook]
pub fn use_version<T: PartialEq + Clone + 'static>(value: &T) -> u64 {
    let count = use_mut_ref(|| 0u64);
    *use_memo(value.clone(), |_| {
        *count.borrow_mut() += 1;
        *count.borrow()
    })
}
