//! n, p, m, k: a slider, a field and a word on what follows from it, each.

use bloomscope::hash::MAX_HASHES;
use bloomscope::scenario::{
    Action, Notice, NumberProblem, Param, Phase, parse_bits, parse_count, parse_hashes, parse_rate,
};
use bloomscope::text::{Lang, lab as text, number};
use bloomscope::theory::sizing::hashes_for;
use bloomscope::theory::solve::{Given, Sizing};
use bloomscope::view::slider::{PLACES, Scale, nudged, nudged_rate};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::dom;
use crate::field::Field;
use crate::island::{Props, island};
use crate::store::{Dispatch, use_dispatch, use_visit};

const KEYS: Scale = Scale { low: 1.0, high: 1e9 };
const RATE: Scale = Scale { low: 1e-6, high: 0.9 };
const BITS: Scale = Scale { low: 8.0, high: 2_147_483_648.0 };

/// The most hash functions on the slider; the field takes up to [`MAX_HASHES`].
const SLIDER_HASHES: u32 = 24;

/// What the rows need.
#[derive(PartialEq, Properties)]
pub struct ParamsProps {
    /// What was fixed.
    pub given: Given,
    /// What follows.
    pub sizing: Sizing,
    /// Keys inserted.
    pub len: u64,
}

/// The four rows.
#[component]
pub fn Params(props: &ParamsProps) -> Html {
    let lang = use_visit().lang;
    let dispatch = use_context::<Dispatch>();
    let free = use_dispatch(|_: MouseEvent| Action::SetParam(Param::Hashes(None), Phase::Commit));
    let ParamsProps { given, sizing, len } = props;
    let rate = given.p.unwrap_or(sizing.textbook);
    let best = hashes_for(sizing.m, sizing.n);
    let rows = [
        Row {
            which: Which::Capacity,
            shown: number::count(sizing.n),
            note: text::n_note(lang, sizing.n, *len),
            fixed: true,
            alarm: *len > sizing.n,
        },
        Row {
            which: Which::Rate,
            shown: number::percent_of_theory(rate),
            note: text::p_note(lang, sizing.textbook, given.p.is_some()),
            fixed: given.p.is_some(),
            alarm: false,
        },
        Row {
            which: Which::Bits,
            shown: number::count(sizing.m),
            note: text::m_note(lang, sizing.m, sizing.bits_per_key),
            fixed: given.m.is_some(),
            alarm: false,
        },
        Row {
            which: Which::Hashes,
            shown: sizing.k.to_string(),
            note: text::k_note(lang, sizing.k, best, sizing.m, sizing.n),
            fixed: given.k.is_some(),
            alarm: false,
        },
    ];
    let values = [sizing.n as f64, rate, sizing.m as f64, f64::from(sizing.k)];
    let free_k = given.k.is_some() && sizing.k != best;
    html! {
        <section class="params" aria-labelledby="params-heading">
            <h2 id="params-heading">{ text::params_heading(lang) }</h2>
            { for rows.iter().zip(values).map(|(row, value)| param_row(row, value, lang, dispatch.as_ref())) }
            // It keeps its place when there is nothing to free, so that nothing moves under a drag.
            <button class="button small best-k" disabled={!free_k} onclick={free}>{ text::best_k(lang) }</button>
        </section>
    }
}

/// Which of the four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Capacity,
    Rate,
    Bits,
    Hashes,
}

impl Which {
    const fn letter(self) -> &'static str {
        match self {
            Self::Capacity => "n",
            Self::Rate => "p",
            Self::Bits => "m",
            Self::Hashes => "k",
        }
    }

    const fn name(self, lang: Lang) -> &'static str {
        match self {
            Self::Capacity => text::n_name(lang),
            Self::Rate => text::p_name(lang),
            Self::Bits => text::m_name(lang),
            Self::Hashes => text::k_name(lang),
        }
    }

    /// The slider's places and the place of a value.
    fn place(self, value: f64) -> (u32, u32, u32) {
        match self {
            Self::Capacity => (0, PLACES, KEYS.place(value)),
            Self::Rate => (0, PLACES, RATE.place(value)),
            Self::Bits => (0, PLACES, BITS.place(value)),
            Self::Hashes => (1, SLIDER_HASHES, (value as u32).min(SLIDER_HASHES)),
        }
    }

    fn at_place(self, place: u32) -> Param {
        match self {
            Self::Capacity => Param::Capacity(KEYS.whole(place)),
            Self::Rate => Param::Rate(RATE.value(place)),
            Self::Bits => Param::Bits(BITS.whole(place)),
            Self::Hashes => Param::Hashes(Some(place)),
        }
    }

    fn nudged(self, value: f64, up: bool) -> Param {
        match self {
            Self::Capacity => Param::Capacity(nudged(value as u64, up)),
            Self::Rate => Param::Rate(nudged_rate(value, up)),
            Self::Bits => Param::Bits(nudged(value as u64, up)),
            Self::Hashes => Param::Hashes(Some((nudged(value as u64, up) as u32).min(MAX_HASHES))),
        }
    }

    fn parse(self, text: &str) -> Result<Param, NumberProblem> {
        match self {
            Self::Capacity => parse_count(text).map(Param::Capacity),
            Self::Rate => parse_rate(text).map(Param::Rate),
            Self::Bits => parse_bits(text).map(Param::Bits),
            Self::Hashes => parse_hashes(text).map(|k| Param::Hashes(Some(k))),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Row {
    which: Which,
    shown: String,
    note: String,
    fixed: bool,
    alarm: bool,
}

/// One of the four rows.
fn param_row(row: &Row, value: f64, lang: Lang, dispatch: Option<&Dispatch>) -> Html {
    let which = row.which;
    let dispatch = dispatch.cloned();
    let send = {
        let dispatch = dispatch.clone();
        move |param: Param, phase: Phase| {
            if let Some(dispatch) = &dispatch {
                dispatch.dispatch(Action::SetParam(param, phase));
            }
        }
    };
    let slid = |phase: Phase| {
        let send = send.clone();
        move |place: String| {
            if let Ok(place) = place.parse() {
                send(which.at_place(place), phase);
            }
        }
    };
    let (on_drag, on_release) = (slid(Phase::Drag), slid(Phase::Commit));
    let on_key = {
        let send = send.clone();
        Callback::from(move |event: KeyboardEvent| {
            let up = matches!(event.key().as_str(), "ArrowUp" | "ArrowRight");
            let in_field = event.target_dyn_into::<HtmlInputElement>().is_some_and(|input| input.type_() != "range");
            let sideways = matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight");
            if (up || matches!(event.key().as_str(), "ArrowDown" | "ArrowLeft")) && !(in_field && sideways) {
                event.prevent_default();
                send(which.nudged(value, up), Phase::Commit);
            }
        })
    };
    let typed = {
        let send = send.clone();
        Callback::from(move |text: String| match which.parse(&text) {
            Ok(param) => send(param, Phase::Commit),
            Err(problem) => {
                if let Some(dispatch) = &dispatch {
                    let notice = Notice::Typed { field: which.letter(), value: text, problem };
                    dispatch.dispatch(Action::Notify(notice));
                }
            }
        })
    };
    let (low, high, place) = which.place(value);
    let name = format!("{}: {}", which.letter(), which.name(lang));
    let id = format!("param-{}", which.letter());
    html! {
        <div class={classes!("param", row.fixed.then_some("fixed"))} data-param={which.letter()}>
            <label class="mono" for={id.clone()} title={name.clone()}>{ which.letter() }</label>
            <input type="range" id={format!("{id}-slider")} min={low.to_string()} max={high.to_string()} value={place.to_string()}
                aria-label={name.clone()} aria-valuetext={row.shown.clone()}
                oninput={Callback::from(move |event: InputEvent| on_drag(dom::value(&event)))}
                onchange={Callback::from(move |event: Event| on_release(dom::value(&event)))} onkeydown={on_key.clone()} />
            { island::<Field>(yew::props!(Props<Field> { id, class: "number", shown: row.shown.clone(), keyboard: "decimal", name, on_typed: typed, on_key })) }
            <p class={classes!("note", row.alarm.then_some("alarm"))}>{ &row.note }</p>
        </div>
    }
}
