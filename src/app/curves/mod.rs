//! The Curves room: theory against measurement, from four sides.

mod controls;
mod job;
mod large;
mod sentence;
mod toolbar;
mod view;

pub use view::CurvesView;

use crate::chart::{Chart, Legend, Measuring, TableTwin, use_measurement};
use bloomscope::experiment::{KeyList, KeySource, SweepKeys};
use bloomscope::hash::HashSpec;
use bloomscope::text::{Lang, curves as words};
use bloomscope::view::series::{Kind, Method, Plot, Request, Scale, Setting, Shown};
use controls::Controls;
use std::rc::Rc;
use toolbar::Toolbar;
use yew::prelude::*;

/// What the visitor wants otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// How the axes run and which series are shown, for each view.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Look {
    x_scale: Scale,
    y_scale: Scale,
    shown: Shown,
}

impl Look {
    /// As a view is first shown.
    fn of(plot: Plot) -> Self {
        let (x_scale, y_scale) = match plot {
            Plot::Keys | Plot::Hashes => (Scale::Linear, Scale::Linear),
            Plot::BitsPerKey => (Scale::Linear, Scale::Log),
            Plot::Target => (Scale::Log, Scale::Linear),
        };
        Self { x_scale, y_scale, shown: Shown::of(plot.kinds()).toggled(Kind::Realised) }
    }
}

/// The room.
#[component]
pub fn CurvesRoom(props: &CurvesProps) -> Html {
    let CurvesProps { setting, lang, .. } = props;
    let (setting, lang) = (*setting, *lang);
    let plot = use_state_eq(|| Plot::Hashes);
    let looks = use_state_eq(|| Plot::ALL.map(Look::of));
    let look = looks.get(*plot as usize).copied().unwrap_or_else(|| Look::of(*plot));
    let request = Request { plot: *plot, setting, x_scale: look.x_scale, y_scale: look.y_scale };
    let theory = use_memo(request, Request::chart);
    let probes = use_state_eq(|| 10_000_u64);
    let source = use_state_eq(|| Some(props.source.clone()));
    let keys = match (&*source, &props.own) {
        (None, Some(list)) => SweepKeys::Listed(list.clone()),
        (source, _) => SweepKeys::Generated(source.clone().unwrap_or_default()),
    };
    let method = Method { hash: props.hash, keys, seed: props.seed, probes: *probes };
    let measurement = use_measurement(&request, &method);
    let chart = use_memo((theory, measurement.observed.clone(), look.shown), move |(theory, observed, shown)| {
        Rc::new(request.observe((**theory).clone(), observed).only(*shown))
    });
    let label = use_memo((chart.clone(), lang), |(chart, lang)| AttrValue::from(words::summary(*lang, chart)));

    let on_plot = setting_of(&plot);
    let on_probes = setting_of(&probes);
    let on_source = setting_of(&source);
    let on_look = {
        let (looks, plot) = (looks.clone(), *plot);
        Callback::from(move |look: Look| {
            let mut next = *looks;
            if let Some(place) = next.get_mut(plot as usize) {
                *place = look;
            }
            looks.set(next);
        })
    };
    let on_deviant = {
        let (looks, plot, on_change) = (looks.clone(), plot.setter(), props.on_change.clone());
        Callback::from(move |change| {
            let mut next = *looks;
            if let Some(look) = next.get_mut(Plot::Hashes as usize) {
                look.y_scale = Scale::Log; // theory and measurement are powers of ten apart
            }
            looks.set(next);
            plot.set(Plot::Hashes);
            on_change.emit(change);
        })
    };
    let on_toggle = on_look.reform(move |kind| Look { shown: look.shown.toggled(kind), ..look });
    let on_pick = (*plot != Plot::Keys).then(|| {
        let (plot, on_change) = (*plot, props.on_change.clone());
        Callback::from(move |x| {
            if let Some(change) = picked(plot, setting, x) {
                on_change.emit(change);
            }
        })
    });
    html! {
        <div class="curves">
            <h1 class="visually-hidden">{ words::room(lang) }</h1>
            <sentence::Say {setting} plot={*plot} chart={(*chart).clone()} derivation={props.hash.derivation} {lang} />
            <div class="curves-grid">
                <section class="curves-hero" aria-label={words::title(lang, *plot)}>
                    <Toolbar plot={*plot} {setting} {look} chart={(*chart).clone()} {lang}
                        {on_plot} {on_look} />
                    <p class="axis-name">{ words::axis(lang, chart.y.quantity, *plot) }</p>
                    <Chart id="curve" chart={(*chart).clone()} {lang} theme_version={props.theme_version}
                        label={(*label).clone()} {on_pick} />
                    <p class="axis-name x">{ words::axis(lang, chart.x.quantity, *plot) }</p>
                    <Legend kinds={plot.kinds()} shown={look.shown} {lang} {on_toggle} />
                    if *plot != Plot::Target {
                        <Measuring {measurement} {lang} />
                    }
                    <TableTwin id="curve-table" chart={(*chart).clone()} {lang} caption={words::title(lang, *plot)} />
                </section>
                <aside class="curves-side">
                    { props.children.clone() }
                    <Controls source={(*source).clone()} scenario={props.source.clone()} has_own={props.own.is_some()} seed={props.seed}
                        probes={*probes} {lang} on_change={props.on_change.clone()} {on_deviant} {on_probes} {on_source} />
                </aside>
                <large::LargeRun hash={props.hash} source={(*source).clone().unwrap_or_default()} seed={props.seed}
                    {lang} />
            </div>
        </div>
    }
}

/// A callback that sets a state.
fn setting_of<T: 'static>(state: &UseStateHandle<T>) -> Callback<T> {
    let setter = state.setter();
    Callback::from(move |value| setter.set(value))
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
