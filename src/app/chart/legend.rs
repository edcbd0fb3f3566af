//! The legend: a switch for each series, drawn as the series is.

use bloomscope::chart::{Shape, shape, stroke};
use bloomscope::text::{Lang, curves as words};
use bloomscope::view::series::{ChartSpec, Kind, Shown};
use std::rc::Rc;
use yew::prelude::*;

/// What [`Legend`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct LegendProps {
    /// The series there are.
    pub kinds: &'static [Kind],
    /// Those shown.
    pub shown: Shown,
    /// The page's language.
    pub lang: Lang,
    /// The chart, for what its ring stands for.
    pub chart: Rc<ChartSpec>,
    /// Told which series to show or hide.
    pub on_toggle: Callback<Kind>,
}

/// A row of switches.
#[component]
pub fn Legend(props: &LegendProps) -> Html {
    let lang = props.lang;
    html! {
        <div class="chart-legend" role="group" aria-label={words::legend(lang)}>
            { for props.kinds.iter().map(|&kind| {
                let onclick = props.on_toggle.reform(move |_: MouseEvent| kind);
                html! {
                    <button type="button" key={kind.slug()} aria-pressed={props.shown.has(kind).to_string()}
                        title={words::kind_detail(lang, kind)} data-kind={kind.slug()} {onclick}>
                        { if props.shown.has(kind) { swatch(kind) } else { hollow(kind) } }{ words::kind(lang, kind) }
                    </button>
                }
            }) }
            if let Some(ring) = props.chart.ring() {
                <span class="chart-key">{ hoop() }{ words::ring(lang, ring) }</span>
            }
        </div>
    }
}

/// The place of a series that is not drawn.
fn hollow(kind: Kind) -> Html {
    let colour = format!("var({})", stroke(kind).hue.token());
    picture(html! { <rect x="4" y="1.5" width="16" height="9" rx="4.5" fill="none" stroke={colour} /> })
}

/// The ring.
fn hoop() -> Html {
    picture(html! { <circle cx="12" cy="6" r="4.6" fill="none" stroke="var(--ink)" stroke-width="2.2" /> })
}

fn picture(mark: Html) -> Html {
    html! { <svg class="chart-swatch" viewBox="0 0 24 12" width="24" height="12" aria-hidden="true">{ mark }</svg> }
}

/// A small picture of how a series is drawn.
pub fn swatch(kind: Kind) -> Html {
    let style = stroke(kind);
    let colour = format!("var({})", style.hue.token());
    let dash: Vec<String> = style.dash.iter().map(f64::to_string).collect();
    let line = html! {
        <line x1="0" x2="24" y1="6" y2="6" stroke={colour.clone()} stroke-width={style.width.to_string()}
            stroke-dasharray={dash.join(" ")} />
    };
    let mark = match shape(kind) {
        Shape::Line => line,
        Shape::Diamonds => html! { <>{ line }<path d="M8.6 6 12 2.6 15.4 6 12 9.4z" fill={colour} /></> },
        Shape::Dots => html! {
            <><path d="M12 0v12M9 .8h6M9 11.2h6" fill="none" stroke={colour.clone()} stroke-width="1.6" />
            <circle cx="12" cy="6" r="3.1" fill={colour} /></>
        },
    };
    picture(mark)
}
