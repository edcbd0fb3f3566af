//! The Compare room: the Bloom filter and its relatives, held against one another and against what they replace.
//!
//! The room is a column of sections, each a component of its own that takes what it needs from the visit.

use bloomscope::text::compare as words;
use yew::prelude::*;

use crate::store::use_visit;

/// The Compare room.
#[component]
pub fn CompareView() -> Html {
    let lang = use_visit().lang;
    html! {
        <div class="compare">
            <h1 class="visually-hidden">{ words::room(lang) }</h1>
        </div>
    }
}
