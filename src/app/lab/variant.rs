//! Which structure. What it alone lets one choose comes with its code: `family/own.rs`.

use bloomscope::filter::Variant;
use bloomscope::scenario::Action;
use bloomscope::text::{Lang, variants as text};
use yew::prelude::*;

use crate::dom;
use crate::store::use_dispatch;

/// What the choice needs.
#[derive(PartialEq, Properties)]
pub struct VariantProps {
    /// The present structure.
    pub variant: Variant,
    /// The language.
    pub lang: Lang,
}

/// The choice.
#[component]
pub fn VariantChoice(props: &VariantProps) -> Html {
    let VariantProps { variant, lang } = *props;
    let set = use_dispatch(Action::SetVariant);
    let on_name = set.reform(|event: Event| Variant::parse(&dom::value(&event)).unwrap_or_default());
    html! {
        <section class="hash" aria-labelledby="variant-heading">
            <h2 id="variant-heading">{ text::variant_label(lang) }</h2>
            <select id="param-variant" class="field" aria-labelledby="variant-heading" onchange={on_name}>
                { for Variant::ALL.iter().map(|one| html! {
                    <option value={one.name()} selected={one.name() == variant.name()}>{ text::variant(lang, *one) }</option>
                }) }
            </select>
        </section>
    }
}
