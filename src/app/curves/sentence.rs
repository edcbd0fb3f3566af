//! The sentence above the chart.

use bloomscope::hash::Derivation;
use bloomscope::text::Lang;
use bloomscope::text::curves::{Piece, Positions, say};
use bloomscope::view::series::{ChartSpec, Plot, Setting};
use std::rc::Rc;
use yew::prelude::*;

/// The sentence's id.
const ID: &str = "curves-sentence";

/// Scrolls to the sentence, for what is changed from below the chart.
pub fn bring_into_view() {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(sentence) = document.and_then(|document| document.get_element_by_id(ID)) {
        sentence.scroll_into_view();
    }
}

/// What [`Say`] is about.
#[derive(Clone, PartialEq, Properties)]
pub struct SayProps {
    /// The filter.
    pub setting: Setting,
    /// The view.
    pub plot: Plot,
    /// The chart with what was counted.
    pub chart: Rc<ChartSpec>,
    /// How positions are derived.
    pub derivation: Derivation,
    /// The page's language.
    pub lang: Lang,
}

/// What the view shows and what was measured, in a sentence or two.
#[component]
pub fn Say(props: &SayProps) -> Html {
    let SayProps { setting, plot, chart, derivation, lang } = props;
    let finding = use_memo((*setting, *plot), |(setting, plot)| setting.finding(*plot));
    let positions = match derivation {
        Derivation::Independent => Positions::Independent,
        Derivation::Double | Derivation::Enhanced => Positions::FromTwo,
    };
    let pieces = say(*lang, setting, &finding, chart.seen().as_ref(), positions);
    html! {
        <p class="sentence" id={ID}>
            { for pieces.into_iter().map(|piece| match piece {
                Piece::Plain(text) => html! { text },
                Piece::Number(text) => html! { <span class="handle">{ text }</span> },
                Piece::Rate(text) => html! { <span class="handle theory">{ text }</span> },
                Piece::Measured(text) => html! { <span class="handle rate">{ text }</span> },
            }) }
        </p>
    }
}
