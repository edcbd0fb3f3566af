//! What is in the filter, and how more gets in: generated keys, the visitor's own list, emptying.

use bloomscope::dump::Split;
use bloomscope::experiment::{Generated, Kept, KeyList, KeySource, OwnList};
use bloomscope::scenario::{Action, Notice, View, parse_count, parse_seed};
use bloomscope::text::{Lang, lab as text, shell};
use yew::prelude::*;

use super::chips::KeyChips;
use crate::bench::Bench;
use crate::dom;
use crate::field::Field;
use crate::input::{ChosenList, DropZone, InputPanel, Source};
use crate::island::{Props, island};
use crate::lazy::{Part, lazy};
use crate::shell::Icon;
use crate::store::{Dispatch, use_dispatch, use_visit};

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct ContentsProps {
    /// The live filter.
    pub bench: Bench,
}

/// What is in the filter, and how more gets in.
#[component]
pub fn ContentsPanel(props: &ContentsProps) -> Html {
    let visit = use_visit();
    let lang = visit.lang;
    let part = &visit.state.scenario.filter;
    let undo = use_dispatch(|_: MouseEvent| Action::Undo);
    let redo = use_dispatch(|_: MouseEvent| Action::Redo);
    let clear = use_dispatch(|_: MouseEvent| Action::Clear);
    let kept = props.bench.read(|live| live.lab.kept());
    html! {
        <section class="contents" data-thing="keys" aria-labelledby="contents-heading">
            <div class="contents-head">
                <h2 id="contents-heading">{ text::contents_heading(lang) }</h2>
                <button id="undo" class="button quiet small" disabled={!visit.state.can_undo()} title={shell::undo(lang)} aria-label={shell::undo(lang)} onclick={undo}>{ Icon::Undo.draw() }</button>
                <button id="redo" class="button quiet small" disabled={!visit.state.can_redo()} title={shell::redo(lang)} aria-label={shell::redo(lang)} onclick={redo}>{ Icon::Redo.draw() }</button>
                <button id="clear" class="button quiet small" disabled={part.contents.is_empty()} onclick={clear}>{ text::clear(lang) }</button>
            </div>
            { island::<Fill>(yew::props!(Props<Fill> { generated: part.contents.generated.clone(), lang })) }
            { island::<KeyChips>(yew::props!(Props<KeyChips> { contents: part.contents.clone(), seed: part.seed, lang })) }
            <p class="note no-list">
                { text::no_list_in_reality(lang) }{ " " }
                { match kept {
                    Some(Kept::Indexed) | None => "",
                    Some(Kept::OnDemand) => text::kept_on_demand(lang),
                    Some(Kept::Off) => text::kept_off(lang),
                } }
            </p>
        </section>
    }
}

/// A file or pasted text of the visitor's own.
#[component]
pub fn OwnKeys() -> Html {
    let visit = use_visit();
    let lang = visit.lang;
    let part = &visit.state.scenario.filter;
    let use_list = use_dispatch(|(list, p): (OwnList, f64)| Action::UseList(list, p));
    let on_drop = use_dispatch(|(): ()| Action::Goto(View::Lab));
    let on_list = use_list.reform(|chosen: ChosenList| {
        let Split { inserted, held_out } = Split::of(&chosen.list.keys, chosen.held_out_percent, chosen.seed);
        let list = OwnList { name: chosen.name, inserted: KeyList::new(inserted), held_out: KeyList::new(held_out) };
        (list, chosen.p)
    });
    let source = use_state(|| None::<(u64, Source)>);
    let on_source = {
        let source = source.clone();
        Callback::from(move |new| source.set(Some((source.as_ref().map_or(0, |(number, _)| *number) + 1, new))))
    };
    let panel = source.as_ref().map(|source| {
        let props = yew::props!(Props<InputPanel> { lang, source: source.clone(), p: part.given.p.unwrap_or(0.01), seed: part.seed, hash: part.hash, on_list });
        lazy::<InputPanel>(Part::List, lang, props)
    });
    html! {
        <div class="own-keys">
            { island::<DropZone>(yew::props!(Props<DropZone> { lang, on_source, on_drop, children: panel.unwrap_or_default() })) }
        </div>
    }
}

#[derive(PartialEq, Properties)]
struct FillProps {
    generated: Option<Generated>,
    lang: Lang,
}

/// The kinds of generators, by the word that names each in a link.
fn kinds(lang: Lang) -> [(&'static str, &'static str); 4] {
    [
        ("seq", text::gen_seq(lang)),
        ("rand", text::gen_random(lang)),
        ("uuid", text::gen_uuid(lang)),
        ("words", text::gen_words(lang)),
    ]
}

/// A source of a kind; the present one keeps its prefix.
fn source_of(kind: &str, present: Option<&KeySource>) -> KeySource {
    match (kind, present) {
        ("rand", _) => KeySource::Random64,
        ("uuid", _) => KeySource::Uuid,
        ("words", _) => KeySource::Words,
        (_, Some(present @ KeySource::Sequential { .. })) => present.clone(),
        _ => KeySource::Sequential { prefix: "asset:".into(), start: 1001 },
    }
}

/// Fills the filter with generated keys: kind, number, and a fresh seed.
#[component]
fn Fill(props: &FillProps) -> Html {
    let FillProps { generated, lang } = props;
    let lang = *lang;
    let dispatch = use_context::<Dispatch>();
    let fill = use_dispatch(Action::Fill);
    let present = generated.as_ref().map(|g| g.source.clone());
    let count = generated.as_ref().map_or(0, |g| g.count);
    let kind = present.as_ref().map_or("seq", KeySource::kind);
    let on_kind = {
        let present = present.clone();
        fill.reform(move |event: Event| Generated { source: source_of(&dom::value(&event), present.as_ref()), count })
    };
    let on_count = {
        let source = source_of(kind, present.as_ref());
        let dispatch = dispatch.clone();
        let fill = fill.clone();
        Callback::from(move |typed: String| match parse_count(&typed) {
            Ok(count) => fill.emit(Generated { source: source.clone(), count }),
            Err(problem) => {
                if let Some(dispatch) = &dispatch {
                    dispatch.dispatch(Action::Notify(Notice::Typed { field: "count", value: typed, problem }));
                }
            }
        })
    };
    let more = |n: u64| {
        let source = source_of(kind, present.as_ref());
        fill.reform(move |_: MouseEvent| Generated { source: source.clone(), count: count + n })
    };
    let reseed = Callback::from(move |_: MouseEvent| {
        if let (Some(dispatch), Some(seed)) = (&dispatch, dom::fresh_seed()) {
            dispatch.dispatch(Action::SetSeed(seed));
        }
    });
    let on_seed = use_dispatch(|typed: String| match parse_seed(&typed) {
        Ok(seed) => Action::SetSeed(seed),
        Err(problem) => Action::Notify(Notice::Typed { field: "seed", value: typed, problem }),
    });
    let seed = use_visit().state.scenario.filter.seed;
    html! {
        <div class="fill">
            <label><span>{ text::generator_label(lang) }</span>
                <select class="field" id="gen-kind" onchange={on_kind}>
                    { for kinds(lang).into_iter().map(|(word, name)| html! { <option value={word} selected={word == kind}>{ name }</option> }) }
                </select>
            </label>
            <label><span>{ text::gen_count(lang) }</span>
                { island::<Field>(yew::props!(Props<Field> { id: "gen-count", class: "field", shown: count.to_string(), on_typed: on_count })) }
            </label>
            <div class="more">
                <button class="button small" onclick={more(1)}>{ "+1" }</button>
                <button class="button small" onclick={more(10)}>{ "+10" }</button>
                <button class="button small" onclick={more(100)}>{ "+100" }</button>
            </div>
            <label><span>{ text::seed_label(lang) }</span>
                <span class="with-button">
                    { island::<Field>(yew::props!(Props<Field> { id: "param-seed", class: "field", shown: seed.to_string(), on_typed: on_seed })) }
                    <button class="button quiet" title={text::new_seed(lang)} aria-label={text::new_seed(lang)} onclick={reseed}>{ Icon::Dice.draw() }</button>
                </span>
            </label>
        </div>
    }
}
