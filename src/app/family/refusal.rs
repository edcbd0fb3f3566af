//! A fuse filter takes no key and lets none go: why, and what there is instead.

use bloomscope::scenario::{Action, Operation};
use bloomscope::text::Lang;
use bloomscope::text::family::fuse as text;
use yew::prelude::*;

use crate::store::use_dispatch;

/// What the card needs.
#[derive(PartialEq, Properties)]
pub struct RefusalProps {
    /// What was asked for: to insert or to delete.
    pub operation: Operation,
    /// The language.
    pub lang: Lang,
    /// Told when the card has served.
    pub on_done: Callback<()>,
}

/// Why not, and the button that builds anew.
#[component]
pub fn Refusal(props: &RefusalProps) -> Html {
    let RefusalProps { operation, lang, on_done } = props;
    let lang = *lang;
    let insert = use_dispatch(|(): ()| Action::Insert);
    let delete = use_dispatch(|(): ()| Action::Delete);
    let (title, because, button, act) = match operation {
        Operation::Delete => {
            (text::cannot_delete(lang), text::why_not_deleted(lang), text::rebuild_without(lang), delete)
        }
        _ => (text::refused(lang), text::why_not_added(lang), text::rebuild(lang), insert),
    };
    let on_done = on_done.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        on_done.emit(());
        act.emit(());
    });
    html! {
        <div id="refusal" class="verdict absent" role="status">
            <strong><span class="sign" aria-hidden="true">{ "✕" }</span>{ title }</strong>
            <p>{ because }</p>
            <button id="rebuild" class="button small" {onclick}>{ button }</button>
        </div>
    }
}
