//! How a key becomes positions: digest, derivation, reduction.

use bloomscope::hash::{Derivation, Digest, HashSpec, Reduction};
use bloomscope::scenario::Action;
use bloomscope::text::lab as text;
use yew::prelude::*;

use crate::dom;
use crate::store::{use_dispatch, use_visit};

/// What the choices need.
#[derive(PartialEq, Properties)]
pub struct HashProps {
    /// The present choices.
    pub hash: HashSpec,
}

/// The choices.
#[component]
pub fn HashChoices(props: &HashProps) -> Html {
    let lang = use_visit().lang;
    let set = use_dispatch(Action::SetHash);
    let hash = props.hash;
    let on_digest =
        set.reform(move |i: usize| HashSpec { digest: Digest::ALL.get(i).copied().unwrap_or_default(), ..hash });
    let on_derivation = set
        .reform(move |i: usize| HashSpec { derivation: Derivation::ALL.get(i).copied().unwrap_or_default(), ..hash });
    let on_reduction =
        set.reform(move |i: usize| HashSpec { reduction: Reduction::ALL.get(i).copied().unwrap_or_default(), ..hash });
    let digests = Digest::ALL.map(text::digest);
    let derivations = Derivation::ALL.map(|d| text::derivation(lang, d));
    let reductions = Reduction::ALL.map(|r| text::reduction(lang, r));
    html! {
        <section class="hash" aria-labelledby="hash-heading">
            <h2 id="hash-heading">{ text::hash_heading(lang) }</h2>
            { choice("param-hash", text::digest_label(lang), &digests, Digest::ALL.iter().position(|d| *d == hash.digest), &on_digest) }
            { choice("param-derivation", text::derivation_label(lang), &derivations, Derivation::ALL.iter().position(|d| *d == hash.derivation), &on_derivation) }
            { choice("param-reduction", text::reduction_label(lang), &reductions, Reduction::ALL.iter().position(|r| *r == hash.reduction), &on_reduction) }
            <p class="note">{ text::hash_note(lang, hash) }</p>
        </section>
    }
}

fn choice(id: &'static str, label: &str, names: &[&'static str], now: Option<usize>, on: &Callback<usize>) -> Html {
    let onchange = on.reform(|event: Event| dom::value(&event).parse().unwrap_or(0));
    html! {
        <label class="choice"><span>{ label }</span>
            <select {id} class="field" {onchange}>
                { for names.iter().enumerate().map(|(i, name)| html! { <option value={i.to_string()} selected={now == Some(i)}>{ *name }</option> }) }
            </select>
        </label>
    }
}
