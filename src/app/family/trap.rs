//! The trap of a cuckoo filter: deleting a key that was never inserted takes away another's fingerprint.

use bloomscope::scenario::Action;
use bloomscope::text::Lang;
use bloomscope::text::family::cuckoo as text;
use bloomscope::view::family::cuckoo::{Offer, offer, sprung};
use yew::prelude::*;

use super::live::Family;
use crate::store::use_dispatch;

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct TrapProps {
    /// The filter.
    pub family: Family,
    /// The language.
    pub lang: Lang,
}

/// A key to step into the trap with, and afterwards the key that is denied.
#[component]
pub fn TrapPanel(props: &TrapProps) -> Html {
    let lang = props.lang;
    let set_query = use_dispatch(Action::SetQuery);
    let query = use_dispatch(|(): ()| Action::Query);
    let delete = use_dispatch(|(): ()| Action::Delete);
    let said = use_memo(props.family.clone(), |family| family.read(|cells| (sprung(cells.lab()), offer(cells.lab()))));
    let Some((sprung, Some(offer))) = said.as_ref() else { return Html::default() };
    let with_key = |key: &str, then: &Callback<()>| {
        let (key, set_query, then) = (key.to_owned(), set_query.clone(), then.clone());
        Callback::from(move |_: MouseEvent| {
            set_query.emit(key.clone());
            then.emit(());
        })
    };
    let body = match (sprung, offer) {
        (Some((_, victim)), _) => html! {
            <>
                <p class="note">{ text::trap_sprung(lang, victim) }</p>
                <button id="trap-victim" class="button small" onclick={with_key(victim, &query)}>{ text::ask_victim(lang, victim) }</button>
            </>
        },
        (None, Offer::Trap(trap, victim)) => html! {
            <>
                <p class="note">{ text::trap(lang, trap, victim) }</p>
                <div class="buttons">
                    <button id="trap-ask" class="button small" onclick={with_key(&trap.key, &query)}>{ text::ask_victim(lang, &trap.key) }</button>
                    <button id="trap-delete" class="button small" data-key={trap.key.clone()} data-victim={victim.clone()}
                        onclick={with_key(&trap.key, &delete)}>{ text::trap_delete(lang, &trap.key) }</button>
                </div>
            </>
        },
        (None, Offer::Empty) => html! { <p class="note">{ text::trap_empty(lang) }</p> },
        (None, Offer::None) => html! { <p class="note">{ text::trap_none(lang) }</p> },
    };
    html! {
        <section class="trap" aria-labelledby="trap-heading">
            <h2 id="trap-heading">{ text::trap_heading(lang) }</h2>
            { body }
        </section>
    }
}
