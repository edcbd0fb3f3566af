//! The small chart beside the Lab's grid: rate against keys, theory and measurement.

use super::{Chart, Legend, Measured, Measuring, TableTwin, use_measurement};
use crate::island::{Props, island};
use bloomscope::text::{Lang, curves as words};
use bloomscope::view::series::{Kind, Method, Plot, Request, Scale, Setting, Shown};
use std::rc::Rc;
use yew::prelude::*;

/// What [`CompactChart`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct CompactChartProps {
    /// The filter.
    pub setting: Setting,
    /// How it is measured.
    pub method: Method,
    /// What was measured before.
    pub memory: Measured,
    /// The page's language.
    pub lang: Lang,
    /// Changes whenever colours or faces may have changed.
    pub theme_version: u32,
    /// Told how many keys were clicked at.
    #[prop_or_default]
    pub on_pick: Option<Callback<f64>>,
}

/// The series of the small chart.
const KINDS: &[Kind] = &[Kind::Exact, Kind::Measured];

/// Rate against keys inserted, with its legend and its table.
#[component]
pub fn CompactChart(props: &CompactChartProps) -> Html {
    let shown = use_state_eq(|| Shown::of(KINDS));
    let (plot, setting) = (Plot::Keys, props.setting);
    let request = Request { plot, setting, x_scale: Scale::Linear, y_scale: setting.y_scale(plot) };
    let theory = use_memo(request, Request::chart);
    let measurement = use_measurement(&request, &props.method, &props.memory);
    let chart = use_memo((theory, measurement.observed.clone(), *shown), move |(theory, observed, shown)| {
        Rc::new(request.observe((**theory).clone(), observed).only(*shown))
    });
    let label = use_memo((chart.clone(), props.lang), |(chart, lang)| AttrValue::from(words::summary(*lang, chart)));
    let on_toggle = {
        let shown = shown.clone();
        Callback::from(move |kind| shown.set(shown.toggled(kind)))
    };
    html! {
        <div class="compact-chart">
            { island::<Chart>(yew::props!(Props<Chart> { id: "curve", chart: (*chart).clone(), lang: props.lang, theme_version: props.theme_version, label: (*label).clone(), on_pick: props.on_pick.clone() })) }
            { island::<Legend>(yew::props!(Props<Legend> { kinds: KINDS, shown: *shown, lang: props.lang, chart: (*chart).clone(), on_toggle })) }
            { island::<Measuring>(yew::props!(Props<Measuring> { measurement, lang: props.lang })) }
            { island::<TableTwin>(yew::props!(Props<TableTwin> { id: "curve-table", chart: (*chart).clone(), lang: props.lang, caption: words::title(props.lang, Plot::Keys) })) }
        </div>
    }
}
