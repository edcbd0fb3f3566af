//! The strip below the grid: what is pointed at, zoom, and the way to a bit.

use super::handle::Handle;
use super::input;
use super::stage::Status;
use bloomscope::text::{Lang, grid as words};
use bloomscope::view::grid::Notation;
use bloomscope::view::grid::hover::Target;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What [`Readout`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct ReadoutProps {
    /// What the view is on.
    pub status: Status,
    /// How cells are written.
    pub notation: Notation,
    /// What to say when it is on nothing.
    pub summary: String,
    /// The page's language.
    pub lang: Lang,
}

/// What the pointer or the keyboard is on. Only the keyboard's is read out: it moves when it is told to.
#[component]
pub fn Readout(props: &ReadoutProps) -> Html {
    let ReadoutProps { status, lang, .. } = props;
    let lang = *lang;
    let spoken = match status.focus {
        Some(Target::Bit { index, value, .. }) => words::cell(lang, props.notation, index, value),
        _ => String::new(),
    };
    let shown = match status.hover.or(status.focus) {
        Some(Target::Bit { index, value, .. }) => html! {
            <><b>{ words::cell(lang, props.notation, index, value) }</b><span>{ words::whereabouts(lang, index) }</span></>
        },
        Some(Target::Block { first, last, cells, ones }) => html! {
            <span>{ words::block(lang, first, last, cells, ones) }</span>
        },
        None => html! {
            <>
                <span>{ props.summary.clone() }</span>
                if let Some(bits) = status.bits_per_pixel {
                    <span>{ words::per_pixel(lang, bits) }</span>
                }
            </>
        },
    };
    html! {
        <>
            <p class="grid-readout" aria-hidden="true">{ shown }</p>
            <p class="visually-hidden" role="status">{ spoken }</p>
        </>
    }
}

/// What [`Controls`] acts on.
#[derive(Clone, PartialEq, Properties)]
pub struct ControlsProps {
    /// The stage.
    pub handle: Handle,
    /// How it is.
    pub status: Status,
    /// m.
    pub n_bits: u64,
    /// The page's language.
    pub lang: Lang,
}

/// Zoom buttons and the field for an index.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let field = use_node_ref();
    let wrong = use_state_eq(|| false);
    let ControlsProps { handle, status, n_bits, lang } = props.clone();
    let act = |act: fn(&mut super::stage::Stage)| {
        let handle = handle.clone();
        Callback::from(move |_: MouseEvent| {
            handle.with(act);
        })
    };
    let zoom_in = act(|stage| input::zoom_by(stage, 1.6, stage.viewport().middle()));
    let zoom_out = act(|stage| input::zoom_by(stage, 1.0 / 1.6, stage.viewport().middle()));
    let fit = act(input::fit);
    let onsubmit = {
        let (field, wrong, handle) = (field.clone(), wrong.clone(), handle.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let text = field.cast::<HtmlInputElement>().map(|input| input.value()).unwrap_or_default();
            let index = index_from(&text).filter(|&index| index < n_bits);
            wrong.set(index.is_none());
            if let Some(index) = index {
                handle.with(|stage| input::go_to(stage, index));
            }
        })
    };
    let oninput = {
        let wrong = wrong.clone();
        Callback::from(move |_: InputEvent| wrong.set(false))
    };
    let button = |label: &'static str, onclick: Callback<MouseEvent>, disabled: bool, path: &'static str| {
        html! {
            <button type="button" class="grid-button" {onclick} {disabled} aria-label={label} title={label}>
                <svg viewBox="0 0 16 16" aria-hidden="true"><path d={path} /></svg>
            </button>
        }
    };
    html! {
        <div class="grid-controls">
            <form class="grid-go" {onsubmit}>
                <label for="grid-index">{ words::go_to(lang) }</label>
                <input ref={field} id="grid-index" inputmode="numeric" autocomplete="off" spellcheck="false" {oninput}
                    placeholder={n_bits.saturating_sub(1).to_string()} aria-invalid={wrong.then_some("true")}
                    aria-describedby={wrong.then_some("grid-wrong")} />
                <button type="submit" class="grid-button" aria-label={words::go(lang)} title={words::go(lang)}>
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8h9M8.5 4l4 4-4 4" /></svg>
                </button>
            </form>
            { button(words::zoom_out(lang), zoom_out, !status.zoomed, "M3 8h10") }
            { button(words::zoom_in(lang), zoom_in, !status.can_zoom_in, "M3 8h10M8 3v10") }
            { button(words::fit(lang), fit, !status.zoomed, "M2.5 6v-3.5h3.5M10 2.5h3.5v3.5M13.5 10v3.5h-3.5M6 13.5h-3.5v-3.5") }
            if *wrong {
                <p id="grid-wrong" class="grid-wrong" role="alert">{ words::no_such_bit(lang, n_bits) }</p>
            }
        </div>
    }
}

/// An index as people write it: 1234, 1,234, 1 234 or 1_234.
fn index_from(text: &str) -> Option<u64> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, ',' | '_' | '\'' | '，')).collect();
    digits.parse().ok()
}
