//! A text field for a value that is used once it is complete.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::dom;

/// What [`Field`] needs.
#[derive(Clone, PartialEq, Properties)]
pub struct FieldProps {
    /// The field's id.
    pub id: AttrValue,
    /// Its classes.
    pub class: Classes,
    /// The value in force, as it is written.
    pub shown: AttrValue,
    /// Which keys a phone offers.
    #[prop_or(AttrValue::Static("numeric"))]
    pub keyboard: AttrValue,
    /// Its name, where no label stands beside it.
    #[prop_or_default]
    pub name: Option<AttrValue>,
    /// Told what was typed, on Enter or when the field is left.
    pub on_typed: Callback<String>,
    /// Told the keys pressed in it.
    #[prop_or_default]
    pub on_key: Callback<KeyboardEvent>,
}

/// The field. What is being typed belongs to the browser: it is written over when the value in force changes, and never
/// because the page around it renders.
#[component]
pub fn Field(props: &FieldProps) -> Html {
    let node = use_node_ref();
    use_effect_with((props.shown.clone(), node.clone()), |(shown, node)| {
        if let Some(input) = node.cast::<HtmlInputElement>() {
            input.set_value(shown);
        }
    });
    let shown = props.shown.clone();
    let onchange = props.on_typed.reform(move |event: Event| {
        let typed = dom::value(&event);
        // What was typed gives way to the value in force, written as all values are.
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            input.set_value(&shown);
        }
        typed
    });
    html! {
        <input ref={node} id={props.id.clone()} class={props.class.clone()} inputmode={props.keyboard.clone()} autocomplete="off"
            aria-label={props.name.clone()} {onchange} onkeydown={props.on_key.clone()} />
    }
}
