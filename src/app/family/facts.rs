//! The numbers beside a table: each with what it is held against, and where the theory is from.

use yew::prelude::*;

/// A row: name, value, and what it is held against.
pub type Fact = (&'static str, String, String);

/// The rows and their source.
pub fn facts_list(rows: &[Fact], source: &'static str) -> Html {
    html! {
        <>
            <dl class="facts">
                { for rows.iter().map(|(name, value, note)| html! {
                    <div>
                        <dt>{ *name }</dt>
                        <dd><strong>{ value.clone() }</strong><span class="note">{ note.clone() }</span></dd>
                    </div>
                }) }
            </dl>
            <p class="note source">{ source }</p>
        </>
    }
}
