//! The Curves room: theory against measurement, from four sides.

mod controls;
mod job;
mod large;
mod memory;
mod sentence;
mod toolbar;
mod view;

pub use memory::CurvesMemory;
pub use view::CurvesView;

use crate::chart::{Chart, Legend, Measuring, TableTwin, use_measurement};
use crate::island::{Props, island};
use bloomscope::experiment::{KeyList, KeySource, SweepKeys};
use bloomscope::hash::HashSpec;
use bloomscope::scenario::NumberProblem;
use bloomscope::text::{Lang, curves as words};
use bloomscope::view::series::{Method, Plot, Request, Scale, Setting};
use controls::Controls;
use memory::{Choices, Keys, Look, use_choices};
use std::rc::Rc;
use toolbar::Toolbar;
use yew::prelude::*;

/// What the visitor wants otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Another k.
    Hashes(u32),
    /// Another m.
    Bits(u64),
    /// Another rate to aim for.
    Target(f64),
    /// Another filter altogether: n, m, k.
    Filter(u64, u64, u32),
    /// Another seed.
    Seed(u64),
    /// A text that is no seed: as typed, and why.
    NotASeed(String, NumberProblem),
}

/// What [`CurvesRoom`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct CurvesProps {
    /// The filter.
    pub setting: Setting,
    /// How keys become positions.
    pub hash: HashSpec,
    /// Where the filter's own keys come from.
    pub source: KeySource,
    /// Keys that the visitor brought, without duplicates.
    #[prop_or_default]
    pub own: Option<KeyList>,
    /// What the measurement's randomness follows from.
    pub seed: u64,
    /// The page's language.
    pub lang: Lang,
    /// Changes whenever colours or faces may have changed.
    pub theme_version: u32,
    /// Told what the visitor wants otherwise.
    pub on_change: Callback<Change>,
    /// The rows of n, p, m and k.
    #[prop_or_default]
    pub children: Html,
}

/// The room.
#[component]
pub fn CurvesRoom(props: &CurvesProps) -> Html {
    let CurvesProps { setting, lang, .. } = props;
    let (setting, lang) = (*setting, *lang);
    let (choices, choose, measured) = use_choices();
    let plot = choices.plot;
    let look = choices.look(plot);
    let request = Request { plot, setting, x_scale: look.x_scale, y_scale: look.y_scale(plot, &setting) };
    let theory = use_memo(request, Request::chart);
    let source = match (&choices.keys, &props.own) {
        (Keys::Own, Some(_)) => None,
        (Keys::Generated(source), _) => Some(source.clone()),
        (Keys::OfFilter | Keys::Own, _) => Some(props.source.clone()),
    };
    let keys = match (&source, &props.own) {
        (None, Some(list)) => SweepKeys::Listed(list.clone()),
        (source, _) => SweepKeys::Generated(source.clone().unwrap_or_default()),
    };
    let method = Method { hash: props.hash, keys, seed: props.seed, probes: choices.probes };
    let measurement = use_measurement(&request, &method, &measured);
    let chart = use_memo((theory, measurement.observed.clone(), look.shown), move |(theory, observed, shown)| {
        Rc::new(request.observe((**theory).clone(), observed).only(*shown))
    });
    let label = use_memo((chart.clone(), lang), |(chart, lang)| AttrValue::from(words::summary(*lang, chart)));

    let on_plot = choosing(&choose, &choices, |choices, plot| Choices { plot, ..choices });
    let on_probes = choosing(&choose, &choices, |choices, probes| Choices { probes, ..choices });
    let on_source = {
        let own = props.source.clone();
        choosing(&choose, &choices, move |choices, source: Option<KeySource>| {
            let keys = match source {
                None => Keys::Own,
                Some(source) if source == own => Keys::OfFilter,
                Some(source) => Keys::Generated(source),
            };
            Choices { keys, ..choices }
        })
    };
    let on_look = choosing(&choose, &choices, move |choices, look| choices.with_look(plot, look));
    let on_deviant = {
        let (choose, choices, on_change) = (choose.clone(), choices.clone(), props.on_change.clone());
        Callback::from(move |change| {
            // Theory and measurement are powers of ten apart.
            let look = Look { y_scale: Some(Scale::Log), ..choices.look(Plot::Hashes) };
            // Some four false positives in ten thousand probes would leave too much to chance.
            let probes = choices.probes.max(100_000);
            let next = Choices { plot: Plot::Hashes, probes, ..choices.clone() };
            choose.emit(next.with_look(Plot::Hashes, look));
            on_change.emit(change);
            sentence::bring_into_view();
        })
    };
    let on_toggle = on_look.reform(move |kind| Look { shown: look.shown.toggled(kind), ..look });
    let on_pick = (plot != Plot::Keys).then(|| {
        let on_change = props.on_change.clone();
        Callback::from(move |x| {
            if let Some(change) = picked(plot, setting, x) {
                on_change.emit(change);
            }
        })
    });
    html! {
        <div class="curves">
            <h1 class="visually-hidden">{ words::room(lang) }</h1>
            <sentence::Say {setting} {plot} chart={(*chart).clone()} derivation={props.hash.derivation} {lang} />
            <div class="curves-grid">
                <section class="curves-hero" aria-label={words::title(lang, plot)}>
                    { island::<Toolbar>(yew::props!(Props<Toolbar> { plot, setting, look, chart: (*chart).clone(), lang, on_plot, on_look })) }
                    <p class="axis-name">{ words::axis(lang, chart.y.quantity, plot) }</p>
                    { island::<Chart>(yew::props!(Props<Chart> { id: "curve", chart: (*chart).clone(), lang, theme_version: props.theme_version, label: (*label).clone(), on_pick })) }
                    <p class="axis-name x">{ words::axis(lang, chart.x.quantity, plot) }</p>
                    { island::<Legend>(yew::props!(Props<Legend> { kinds: plot.kinds(), shown: look.shown, chart: (*chart).clone(), lang, on_toggle })) }
                    if plot != Plot::Target {
                        { island::<Measuring>(yew::props!(Props<Measuring> { measurement, lang })) }
                    }
                    { island::<TableTwin>(yew::props!(Props<TableTwin> { id: "curve-table", chart: (*chart).clone(), lang, caption: words::title(lang, plot) })) }
                </section>
                <aside class="curves-side">
                    { props.children.clone() }
                    { island::<Controls>(yew::props!(Props<Controls> { source: source.clone(), scenario: props.source.clone(), has_own: props.own.is_some(), seed: props.seed, probes: choices.probes, lang, on_change: props.on_change.clone(), on_deviant, on_probes, on_source })) }
                </aside>
                <large::LargeRun hash={props.hash} source={source.clone().unwrap_or_default()} seed={props.seed}
                    {lang} />
            </div>
        </div>
    }
}

/// A callback that changes one of the choices.
fn choosing<T: 'static>(
    choose: &Callback<Choices>,
    choices: &Choices,
    change: impl Fn(Choices, T) -> Choices + 'static,
) -> Callback<T> {
    let (choose, choices) = (choose.clone(), choices.clone());
    Callback::from(move |value| choose.emit(change(choices.clone(), value)))
}

/// What choosing a place in a view means; `None` where it means nothing.
fn picked(plot: Plot, setting: Setting, x: f64) -> Option<Change> {
    match plot {
        Plot::Keys => None,
        Plot::Hashes => Some(Change::Hashes(x.round() as u32)),
        Plot::BitsPerKey => Some(Change::Bits(setting.filter_at(plot, x).1)),
        Plot::Target => Some(Change::Target(x)),
    }
}
