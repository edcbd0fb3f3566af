//! The Compare room: the Bloom filter and its relatives, held against one another and against what they replace.
//!
//! The room is a column of sections, each a component of its own that takes what it needs from the visit.

mod bar;
mod contest;
mod controls;
mod figure;
mod job;
mod legend;
mod pair;
mod table;
mod ways;
mod ways_job;

use bloomscope::text::compare as words;
use yew::prelude::*;

use crate::island::{Props, island};
use crate::store::use_visit;
use contest::ContestSection;
use pair::PairSection;
use ways::WaysSection;

/// The Compare room.
#[component]
pub fn CompareView() -> Html {
    let visit = use_visit();
    let (scenario, lang, theme_version) = (&visit.state.scenario, visit.lang, visit.theme_version);
    html! {
        <div class="compare">
            <h1 class="visually-hidden">{ words::room(lang) }</h1>
            { island::<ContestSection>(yew::props!(Props<ContestSection> { part: scenario.compare, contest: scenario.contest(), lang, theme_version })) }
            { island::<WaysSection>(yew::props!(Props<WaysSection> { part: scenario.compare, spec: scenario.deletion(), lang, theme_version })) }
            { island::<PairSection>(yew::props!(Props<PairSection> { part: scenario.compare, spec: scenario.pair(), lang, theme_version })) }
        </div>
    }
}
