//! The keys in the filter, the newest first, each asking about itself when pressed.

use bloomscope::experiment::Contents;
use bloomscope::scenario::Action;
use bloomscope::text::{Lang, lab as text};
use yew::prelude::*;

use crate::roving::use_roving;
use crate::store::use_dispatch;

/// How many keys are listed.
const MOST_LISTED: u64 = 60;

/// What the chips need.
#[derive(PartialEq, Properties)]
pub struct ChipsProps {
    /// What is in the filter.
    pub contents: Contents,
    /// The seed of generated keys.
    pub seed: u64,
    /// The language.
    pub lang: Lang,
}

/// The keys: one stop of the tab key, however many they are.
#[component]
pub fn KeyChips(props: &ChipsProps) -> Html {
    let ChipsProps { contents, seed, lang } = props;
    let (seed, lang) = (*seed, *lang);
    let set_query = use_dispatch(Action::SetQuery);
    let roving = use_roving();
    let len = contents.len();
    // The newest keys matter most: those by hand come last.
    let shown = len.min(MOST_LISTED);
    if len == 0 {
        return html! { <p class="note">{ text::empty_hint(lang) }</p> };
    }
    let keys: Vec<(String, Vec<u8>)> = (len - shown..len)
        .rev()
        .filter_map(|index| Some((contents.name(seed, index)?, contents.key(seed, index)?)))
        .collect();
    // Keys that are not text (random numbers) are shown in digits and cannot be asked about in the field.
    let is_text = |(name, key): &(String, Vec<u8>)| name.as_bytes() == *key;
    let n_buttons = keys.iter().filter(|key| is_text(key)).count();
    let mut buttons = 0..n_buttons;
    html! {
        <div ref={roving.node.clone()} role={(n_buttons > 0).then_some("toolbar")}
            aria-label={(n_buttons > 0).then(|| text::contents_heading(lang))}
            onkeydown={roving.onkeydown.clone()} onfocusin={roving.onfocusin.clone()}>
            <ul class="key-chips">
                { for keys.iter().map(|entry| {
                    let name = entry.0.clone();
                    match is_text(entry).then(|| buttons.next()).flatten() {
                        Some(nth) => {
                            let onclick = set_query.reform({ let name = name.clone(); move |_| name.clone() });
                            html! { <li><button class="chip" tabindex={roving.tabindex(nth, n_buttons)} {onclick}>{ name }</button></li> }
                        }
                        None => html! { <li><span class="chip">{ name }</span></li> },
                    }
                }) }
                if len > shown {
                    <li class="note">{ text::and_more(lang, len - shown) }</li>
                }
            </ul>
        </div>
    }
}
