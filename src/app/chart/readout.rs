//! The card beside the place being read.

use super::legend::swatch;
use bloomscope::text::{Lang, curves as words};
use bloomscope::view::series::{ChartSpec, Frame};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Between the card and the place, pixels.
const GAP: f64 = 13.0;
/// Between the card and the chart's edges, pixels: half of what the style sheet leaves beside the widest card.
const MARGIN: f64 = 8.0;

/// What [`Card`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct CardProps {
    /// The chart.
    pub chart: Rc<ChartSpec>,
    /// The place, one of the chart's stops.
    pub x: f64,
    /// Where the plot is.
    pub frame: Frame,
    /// The page's language.
    pub lang: Lang,
}

/// Every series' value at one place. Sighted readers only: the live region says the same in a sentence.
#[component]
pub fn Card(props: &CardProps) -> Html {
    let CardProps { chart, x, frame, lang } = props;
    let node = use_node_ref();
    let (column, _) = frame.pixel(*x, frame.y.low);
    let after = column < frame.left + frame.width / 2.0;
    use_effect_with((node.clone(), column, after, props.clone()), |(node, column, after, _)| {
        if let Some(card) = node.cast::<HtmlElement>() {
            let width = f64::from(card.offset_width());
            let room = card.offset_parent().map_or(0.0, |chart| f64::from(chart.client_width())) - width;
            let left = if *after { column + GAP } else { column - GAP - width };
            let _ = card.style().set_property("left", &format!("{}px", left.min(room - MARGIN).max(MARGIN)));
        }
    });
    let entries = chart.readout(*x).entries;
    html! {
        <div ref={node} class="chart-card" aria-hidden="true">
            <b>{ words::place(*lang, chart, *x) }</b>
            { for entries.iter().map(|entry| html! {
                <div class="chart-value">
                    { swatch(entry.kind) }
                    <span>{ words::short_kind(*lang, entry.kind) }</span>
                    <span class="number">{ words::reading(*lang, chart, *x, entry) }</span>
                    if let Some((tally, interval)) = entry.observed {
                        <small>{ words::range(*lang, interval.low, interval.high) }</small>
                        <small>{ words::tally(tally.hits, tally.probes) }</small>
                    }
                </div>
            }) }
        </div>
    }
}
