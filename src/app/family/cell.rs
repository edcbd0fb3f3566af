//! What one cell holds, where it lies, and whose it is: the panel under the table that follows the pointer.

use bloomscope::text::{Lang, family as text};
use bloomscope::view::family::cells::CellFacts;
use yew::prelude::*;

use super::live::Family;

/// How many keys are named.
const MOST_NAMES: usize = 6;

/// Up to so many keys are gone through as the pointer moves.
const MOST_KEYS: u64 = 10_000;

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct CellProps {
    /// The filter.
    pub family: Family,
    /// The cell; nothing is said without one.
    pub cell: Option<u64>,
    /// The language.
    pub lang: Lang,
}

/// What one cell holds.
#[component]
pub fn CellPanel(props: &CellProps) -> Html {
    let lang = props.lang;
    let said = use_memo((props.family.clone(), props.cell), |(family, cell)| {
        let cell = (*cell)?;
        family.read(|cells| {
            let lab = cells.lab();
            let few = lab.contents().len() <= MOST_KEYS;
            let users = if few { lab.users(&[cell], b"", MOST_NAMES) } else { None };
            let users = users
                .map(|(keys, total)| (keys.into_iter().filter_map(|key| lab.name(key)).collect::<Vec<_>>(), total));
            (CellFacts::of(cells, cell), users)
        })
    });
    html! {
        <div class="bit-panel note" aria-live="off">
            if let Some((facts, users)) = said.as_ref() {
                <strong>{ text::cell(lang, facts) }</strong>{ " " }
                if let Some((names, total)) = users {
                    { text::used_by(lang, facts, names, *total) }
                }
            } else {
                { text::cells_hint(lang) }
            }
        </div>
    }
}
