//! The key field, the steps of the operation, and what came of it.

use std::rc::Rc;

use bloomscope::filter::{Variant, Verdict};
use bloomscope::scenario::{Action, Operation};
use bloomscope::text::{Lang, family as text, lab};
use bloomscope::view::family::FamilyStory;
use bloomscope::view::grid::{Mark, MarkState};
use yew::prelude::*;

use super::live::Family;
use super::outcome::OutcomeCard;
use super::refusal::Refusal;
use super::trap::TrapPanel;
use crate::dom;
use crate::island::{Props, island};
use crate::lab::Player;
use crate::roving::use_roving;
use crate::store::{Dispatch, use_dispatch};

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct AskProps {
    /// The key's story.
    pub story: Option<Rc<FamilyStory>>,
    /// The key in the field.
    pub query: AttrValue,
    /// Where the story stands.
    pub player: Player,
    /// The filter.
    pub family: Family,
    /// The language.
    pub lang: Lang,
    /// Points out cells of the table.
    pub on_highlight: Callback<Vec<u64>>,
    /// Brings a cell into view.
    pub on_reveal: Callback<u64>,
}

/// The key field, the steps, and what came of them.
#[component]
pub fn Ask(props: &AskProps) -> Html {
    let AskProps { story, query, player, family, lang, on_highlight, on_reveal } = props;
    let lang = *lang;
    let dispatch = use_context::<Dispatch>();
    let set_query = use_dispatch(Action::SetQuery);
    let on_query = use_dispatch(|event: SubmitEvent| {
        event.prevent_default();
        Action::Query
    });
    let variant = family.read(|cells| cells.lab().filter().variant());
    let is_built_at_once = variant.is_some_and(|variant| !variant.can_insert());
    // What a filter that is built at once was asked for and cannot do, of this key.
    let refused = use_state(|| None::<(AttrValue, Operation)>);
    let refuse = {
        let (refused, key) = (refused.setter(), query.clone());
        Callback::from(move |operation: Operation| refused.set(Some((key.clone(), operation))))
    };
    let on_done = {
        let refused = refused.setter();
        use_callback((), move |(), ()| refused.set(None))
    };
    let refusal = refused.as_ref().filter(|(key, _)| key == query && is_built_at_once).map(|&(_, operation)| operation);
    let delete = use_dispatch(|_: MouseEvent| Action::Delete);
    let on_delete = if is_built_at_once { refuse.reform(|_: MouseEvent| Operation::Delete) } else { delete };
    let on_insert = if is_built_at_once {
        refuse.reform(|_: MouseEvent| Operation::Insert)
    } else {
        let (family, key) = (family.clone(), query.clone());
        Callback::from(move |_: MouseEvent| {
            // A member that a wrongful deletion has hidden is taken up again.
            let is_denied = family.read(|cells| {
                cells.lab().is_member(key.as_bytes())
                    && cells.lab().filter().contains(key.as_bytes()) == Verdict::DefinitelyAbsent
            });
            if let Some(dispatch) = &dispatch {
                dispatch.dispatch(if is_denied == Some(true) { Action::Reinsert } else { Action::Insert });
            }
        })
    };
    let can_delete = is_built_at_once || variant.is_some_and(Variant::can_remove);
    let is_cuckoo = matches!(variant, Some(Variant::Cuckoo { .. }));
    let empty = query.is_empty();
    html! {
        <section class="ask" aria-labelledby="ask-heading">
            <h2 id="ask-heading">{ lab::ask_heading(lang) }</h2>
            <form onsubmit={on_query}>
                <input id="key-input" class="field mono" value={query.clone()} aria-label={lab::key_label(lang)}
                    placeholder={lab::key_placeholder(lang)} autocomplete="off" autocapitalize="off" spellcheck="false"
                    oninput={set_query.reform(|event: InputEvent| dom::value(&event))} />
                <div class="buttons">
                    <button id="key-insert" type="button" class="button" disabled={empty} onclick={on_insert}>{ lab::insert(lang) }</button>
                    <button id="key-query" type="submit" class="button primary" disabled={empty}>{ lab::query(lang) }</button>
                    if can_delete {
                        <button id="key-delete" type="button" class="button" disabled={empty} onclick={on_delete}>{ text::delete(lang) }</button>
                    }
                </div>
            </form>
            if let Some(story) = story {
                { steps(story, player, lang) }
                { island::<Positions>(yew::props!(Props<Positions> { story: story.clone(), step: player.step, lang, on_highlight: on_highlight.clone(), on_reveal: on_reveal.clone() })) }
                if let Some(operation) = refusal {
                    { island::<Refusal>(yew::props!(Props<Refusal> { operation, lang, on_done })) }
                } else {
                { island::<OutcomeCard>(yew::props!(Props<OutcomeCard> { story: story.clone(), shown: player.step + 1 >= story.steps.len(), family: family.clone(), lang })) }
                }
            } else if empty {
                <p class="note">{ lab::type_a_key(lang) }</p>
            }
            if is_cuckoo {
                { island::<TrapPanel>(yew::props!(Props<TrapPanel> { family: family.clone(), lang })) }
            }
        </section>
    }
}

/// The steps, the present one lit and what lies ahead dimmed; each goes there.
fn steps(story: &FamilyStory, player: &Player, lang: Lang) -> Html {
    let told = story.steps.len().saturating_sub(1); // the last is the card below
    html! {
        <div class="path">
            { for story.steps.iter().take(told).enumerate().map(|(nth, step)| {
                let class = classes!("stage", (player.step == nth).then_some("now"), (player.step < nth).then_some("ahead"));
                let onclick = player.seek.reform(move |_: MouseEvent| nth);
                html! {
                    <div {class}><button class="stage-name" aria-current={(player.step == nth).then_some("step")} {onclick}>{ text::step(lang, story, step) }</button>
                        if let Some(formula) = text::formula(lang, step) {
                            <div class="mono formula">{ formula }</div>
                        }
                    </div>
                }
            }) }
        </div>
    }
}

/// What the list needs.
#[derive(PartialEq, Properties)]
pub struct PositionsProps {
    story: Rc<FamilyStory>,
    step: usize,
    lang: Lang,
    on_highlight: Callback<Vec<u64>>,
    on_reveal: Callback<u64>,
}

/// The cells of the key, in the order in which they are come to.
#[component]
pub fn Positions(props: &PositionsProps) -> Html {
    let PositionsProps { story, step, lang, on_highlight, on_reveal } = props;
    let roving = use_roving();
    let last = story.steps.last().map(|step| step.marks.as_slice()).unwrap_or_default();
    let now = story.steps.get(*step).map(|step| step.marks.as_slice()).unwrap_or_default();
    let fate = |mark: &Mark| match now.iter().find(|other| other.index == mark.index).map(|mark| mark.state) {
        Some(MarkState::Hit | MarkState::Active) => "one",
        Some(MarkState::Miss) => "zero",
        Some(MarkState::NewlySet) => "newly",
        Some(MarkState::Cleared) => "cleared",
        _ if mark.state == MarkState::Pending => "unread",
        _ => "pending",
    };
    html! {
        <div ref={roving.node.clone()} role="toolbar" aria-label={lab::positions_label(*lang)}
            onkeydown={roving.onkeydown.clone()} onfocusin={roving.onfocusin.clone()}>
            <ol id="positions" class="positions">
                { for last.iter().enumerate().map(|(nth, mark)| {
                    let index = mark.index;
                    let (reveal, highlight) = (on_reveal.clone(), on_highlight.clone());
                    let onfocus = Callback::from(move |_: FocusEvent| {
                        reveal.emit(index);
                        highlight.emit(vec![index]);
                    });
                    html! {
                        <li data-index={index.to_string()} data-fate={fate(mark)}>
                            <button class="chip" tabindex={roving.tabindex(nth, last.len())} {onfocus}
                                onclick={on_reveal.reform(move |_| index)} onblur={on_highlight.reform(|_| Vec::new())}
                                onpointerenter={on_highlight.reform(move |_| vec![index])} onpointerleave={on_highlight.reform(|_| Vec::new())}>
                                { index }
                            </button>
                        </li>
                    }
                }) }
            </ol>
        </div>
    }
}
