//! The key field, the key's way to its positions, and the answer.

use std::rc::Rc;

use bloomscope::filter::Verdict;
use bloomscope::scenario::{Action, Operation};
use bloomscope::text::{Lang, lab as text};
use bloomscope::view::story::{Fate, Position, Step, Story, hex_bytes};
use yew::prelude::*;

use super::deletion::UnsafeDeletion;
use super::verdict::VerdictCard;
use crate::bench::Bench;
use crate::dom;
use crate::island::{Props, island};
use crate::lazy::{Part, lazy};
use crate::roving::{Roving, use_roving};
use crate::store::{Dispatch, use_dispatch};

/// How many bytes of a key are shown in full.
const MOST_BYTES: usize = 48;

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct AskProps {
    /// The key's story.
    pub story: Option<Rc<Story>>,
    /// The key in the field.
    pub query: AttrValue,
    /// The step shown.
    pub step: usize,
    /// Shows a step.
    pub seek: Callback<usize>,
    /// The live filter.
    pub bench: Bench,
    /// What was done last.
    pub operation: Operation,
    /// The operations so far.
    pub plays: u64,
    /// The language.
    pub lang: Lang,
    /// Highlights bits on the grid.
    pub on_highlight: Callback<Vec<u64>>,
    /// Brings a bit into view on the grid.
    pub on_reveal: Callback<u64>,
}

/// The key field, the key's way to its positions, and the answer.
#[component]
pub fn Ask(props: &AskProps) -> Html {
    let lang = props.lang;
    let roving = use_roving();
    let set_query = use_dispatch(Action::SetQuery);
    let query = use_dispatch(|(): ()| Action::Query);
    let asks = use_state_eq(|| None::<AttrValue>);
    let on_delete = {
        let (asks, key) = (asks.setter(), props.query.clone());
        Callback::from(move |_: MouseEvent| asks.set(Some(key.clone())))
    };
    let on_answer = {
        let asks = asks.setter();
        use_callback((), move |(), ()| asks.set(None))
    };
    let asks_now = asks.as_ref() == Some(&props.query);
    let was_deleted = props.operation == Operation::Delete;
    let dispatch = use_context::<Dispatch>();
    let on_insert = {
        let (bench, key) = (props.bench.clone(), props.query.clone());
        Callback::from(move |_: MouseEvent| {
            // A member that an unsafe deletion has hidden is taken up again.
            let is_denied = bench.read(|live| {
                let key = key.as_bytes();
                live.lab.ask(key) == Verdict::DefinitelyAbsent && live.lab.is_member(key)
            });
            if let Some(dispatch) = &dispatch {
                dispatch.dispatch(if is_denied == Some(true) { Action::Reinsert } else { Action::Insert });
            }
        })
    };
    let on_submit = query.reform(|event: SubmitEvent| event.prevent_default());
    let empty = props.query.is_empty();
    html! {
        <section class="ask" aria-labelledby="ask-heading">
            <h2 id="ask-heading">{ text::ask_heading(lang) }</h2>
            <form onsubmit={on_submit}>
                <input id="key-input" class="field mono" value={props.query.clone()} aria-label={text::key_label(lang)}
                    placeholder={text::key_placeholder(lang)} autocomplete="off" autocapitalize="off" spellcheck="false"
                    oninput={set_query.reform(|event: InputEvent| dom::value(&event))} />
                <div class="buttons">
                    <button id="key-insert" type="button" class="button" disabled={empty} onclick={on_insert}>{ text::insert(lang) }</button>
                    <button id="key-query" type="submit" class="button primary" disabled={empty}>{ text::query(lang) }</button>
                    <button id="key-delete" type="button" class="button" disabled={empty} onclick={on_delete}>{ text::delete(lang) }</button>
                </div>
            </form>
            if asks_now || was_deleted {
                { lazy::<UnsafeDeletion>(Part::Deletion, lang, yew::props!(Props<UnsafeDeletion> { bench: props.bench.clone(), query: props.query.clone(), operation: props.operation, plays: props.plays, asks: asks_now, is_told: props.story.as_ref().is_none_or(|story| props.step + 1 >= story.steps().len()), on_answer, lang, on_highlight: props.on_highlight.clone() })) }
            }
            if let Some(story) = &props.story {
                { path(&PathProps { story: story.clone(), step: props.step, seek: props.seek.clone(), lang, on_highlight: props.on_highlight.clone(), on_reveal: props.on_reveal.clone(), roving }) }
                { island::<VerdictCard>(yew::props!(Props<VerdictCard> { story: story.clone(), shown: props.step + 1 >= story.steps().len(), bench: props.bench.clone(), lang, on_highlight: props.on_highlight.clone() })) }
            } else if empty {
                <p class="note">{ text::type_a_key(lang) }</p>
            }
        </section>
    }
}

struct PathProps {
    story: Rc<Story>,
    step: usize,
    seek: Callback<usize>,
    lang: Lang,
    on_highlight: Callback<Vec<u64>>,
    on_reveal: Callback<u64>,
    roving: Roving,
}

/// Text → bytes → digest → positions, with the step shown lit and what lies ahead dimmed.
fn path(props: &PathProps) -> Html {
    let PathProps { story, step, lang, .. } = props;
    let lang = *lang;
    let steps = story.steps();
    let now = steps.get(*step).copied().unwrap_or(Step::Verdict);
    let stage = |number: usize, is_now: bool, heading: String, body: Html| {
        let class = classes!("stage", is_now.then_some("now"), (*step < number).then_some("ahead"));
        let onclick = props.seek.reform(move |_: MouseEvent| number);
        html! { <div {class}><button class="stage-name" {onclick}>{ heading }</button>{ body }</div> }
    };
    let bytes = story.key.as_bytes();
    let hash = story.hash;
    let formula = text::formula(hash.derivation, hash.reduction, hash.digest.width(), story.n_bits);
    let digest = match story.halves {
        Some(halves) => html! {
            <div class="mono">
                <div>{ "h₁ " }{ hex(halves.h1, hash.digest.width()) }</div>
                <div>{ "h₂ " }{ hex(halves.h2, hash.digest.width()) }</div>
            </div>
        },
        None => html! { <div class="note">{ text::hash_step_many(lang) }</div> },
    };
    html! {
        <div class="path">
            { stage(0, now == Step::Text, text::text_step(lang).into(), html! { <div class="mono key">{ story.key.clone() }</div> }) }
            { stage(1, now == Step::Bytes, text::bytes_step(lang, bytes.len()), html! { <div class="mono">{ hex_bytes(bytes, MOST_BYTES) }</div> }) }
            { stage(2, now == Step::Digest, text::digest(hash.digest).into(), digest) }
            { stage(3, matches!(now, Step::Position(_)), text::positions_step(lang, &formula), html! {
                <>
                <div ref={props.roving.node.clone()} role="toolbar" aria-label={text::positions_label(lang)}
                    onkeydown={props.roving.onkeydown.clone()} onfocusin={props.roving.onfocusin.clone()}>
                    <ol id="positions" class="positions" data-thing="hashes">
                        { for story.positions.iter().enumerate().map(|(i, position)| position_item(props, i, position)) }
                    </ol>
                </div>
                <p class={classes!("mono", "detail", (!matches!(now, Step::Position(_))).then_some("idle"))}>
                    if let Some(position) = at_position(story, now) {
                        { text::position_detail(hash.reduction, hash.digest.width(), position.value, story.n_bits, position.index) }
                        <br />{ outcome(lang, position) }
                    }
                </p>
                </>
            }) }
        </div>
    }
}

fn at_position(story: &Story, step: Step) -> Option<&Position> {
    if let Step::Position(i) = step { story.positions.get(i) } else { None }
}

fn position_item(props: &PathProps, i: usize, position: &Position) -> Html {
    let reached = props.step >= i + 3;
    let fate = match position.fate {
        _ if !reached && position.fate != Fate::Unread => "pending",
        Fate::One | Fate::AlreadySet => "one",
        Fate::Zero | Fate::AlreadyClear => "zero",
        Fate::Cleared => "cleared",
        Fate::NewlySet => "newly",
        Fate::Unread => "unread",
    };
    let index = position.index;
    let title = if reached { outcome(props.lang, position) } else { text::pending(props.lang, position.index) };
    let title = if position.fate == Fate::Unread { text::unread(props.lang, position.index) } else { title };
    let step = (position.fate != Fate::Unread).then_some(i + 3);
    let seek = props.seek.clone();
    let reveal = props.on_reveal.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        reveal.emit(index);
        if let Some(step) = step {
            seek.emit(step);
        }
    });
    let (reveal, highlight) = (props.on_reveal.clone(), props.on_highlight.clone());
    let onfocus = Callback::from(move |_: FocusEvent| {
        reveal.emit(index);
        highlight.emit(vec![index]);
    });
    let tabindex = props.roving.tabindex(i, props.story.positions.len());
    html! {
        <li data-index={index.to_string()} data-fate={fate} class={classes!((step == Some(props.step)).then_some("now"))}>
            <button class="chip" title={title.clone()} aria-label={title} tabindex={tabindex} {onclick}
                onpointerenter={props.on_highlight.reform(move |_| vec![index])}
                onpointerleave={props.on_highlight.reform(|_| Vec::new())}
                onfocus={onfocus} onblur={props.on_highlight.reform(|_| Vec::new())}>{ index }</button>
        </li>
    }
}

/// What was found or done at a position, in words.
pub fn outcome(lang: Lang, position: &Position) -> String {
    match position.fate {
        Fate::One => text::found(lang, position.index, true),
        Fate::Zero => text::found(lang, position.index, false),
        Fate::NewlySet => text::did(lang, position.index, true),
        Fate::AlreadySet => text::did(lang, position.index, false),
        Fate::Cleared => text::undid(lang, position.index, true),
        Fate::AlreadyClear => text::undid(lang, position.index, false),
        Fate::Unread => text::unread(lang, position.index),
    }
}

/// What a step is called where it stands alone: under the scrubber and for the screen reader.
pub fn step_name(lang: Lang, story: &Story, step: Step) -> String {
    match step {
        Step::Text => format!("{} {}", text::text_step(lang), story.key),
        Step::Bytes => text::bytes_step(lang, story.key.len()),
        Step::Digest => {
            let name = text::digest(story.hash.digest);
            story.halves.map_or_else(|| name.into(), |h| format!("{name}: h₁ {:x}, h₂ {:x}", h.h1, h.h2))
        }
        Step::Position(i) => story.positions.get(i).map(|position| outcome(lang, position)).unwrap_or_default(),
        Step::Verdict if story.operation == Operation::Delete => text::cleared(lang).into(),
        Step::Verdict if story.operation != Operation::Query => text::inserted(lang).into(),
        Step::Verdict => match story.verdict {
            Verdict::DefinitelyAbsent => text::absent(lang).into(),
            Verdict::PossiblyPresent => text::maybe(lang).into(),
        },
    }
}

fn hex(value: u64, width: u32) -> String {
    if width == 32 { format!("{value:08x}") } else { format!("{value:016x}") }
}
