//! Which view, which axes, and the way out to a file.

use super::memory::Look;
use crate::chart::{Format, export};
use bloomscope::text::{Lang, curves as words};
use bloomscope::view::series::{ChartSpec, Plot, Scale, Setting};
use std::rc::Rc;
use yew::prelude::*;

/// What [`Toolbar`] offers.
#[derive(Clone, PartialEq, Properties)]
pub struct ToolbarProps {
    /// The view.
    pub plot: Plot,
    /// Its axes.
    pub look: Look,
    /// The filter.
    pub setting: Setting,
    /// The chart that goes into a file.
    pub chart: Rc<ChartSpec>,
    /// The page's language.
    pub lang: Lang,
    /// Told which view to show.
    pub on_plot: Callback<Plot>,
    /// Told how to show it.
    pub on_look: Callback<Look>,
}

/// The row above the chart.
#[component]
pub fn Toolbar(props: &ToolbarProps) -> Html {
    let ToolbarProps { plot, setting, look, chart, lang, on_plot, on_look } = props;
    let (look, setting, lang) = (*look, *setting, *lang);
    let plots = Plot::ALL
        .map(|choice| (choice.slug(), words::plot(lang, choice), choice == *plot, on_plot.reform(move |()| choice)));
    let scale_of = |current: Scale, with: fn(Look, Scale) -> Look| {
        [Scale::Linear, Scale::Log].map(|scale| {
            let slug = if scale == Scale::Linear { "linear" } else { "log" };
            (slug, words::scale(lang, scale), scale == current, on_look.reform(move |()| with(look, scale)))
        })
    };
    let across = scale_of(look.x_scale, |look, x_scale| Look { x_scale, ..look });
    let upward = scale_of(look.y_scale(*plot, &setting), |look, y_scale| Look { y_scale: Some(y_scale), ..look });
    html! {
        <div class="curves-bar">
            { choices("curve-view", words::views(lang), "segments main", plots) }
            <div class="curves-tools">
                { choices("curve-x", words::x_axis(lang), "segments", across) }
                { choices("curve-y", words::y_axis(lang), "segments", upward) }
                <div class="curves-export" role="group" aria-label={words::export(lang)}>
                    { for Format::ALL.map(|format| {
                        let chart = chart.clone();
                        let onclick = Callback::from(move |_: MouseEvent| {
                            export(format, &chart, lang, &words::full_title(lang, chart.plot, &setting));
                        });
                        html! {
                            <button type="button" class="button quiet small" title={words::save_as(lang, format.name())}
                                data-export={format.name().to_lowercase()} {onclick}>{ format.name() }</button>
                        }
                    }) }
                </div>
            </div>
        </div>
    }
}

/// A group of radio buttons in a row.
fn choices<const N: usize>(
    name: &'static str,
    title: &'static str,
    class: &'static str,
    options: [(&'static str, &'static str, bool, Callback<()>); N],
) -> Html {
    html! {
        <fieldset {class}>
            <legend>{ title }</legend>
            { for options.into_iter().map(|(value, label, checked, on_choose)| html! {
                <label>
                    <input type="radio" {name} {value} {checked}
                        onchange={on_choose.reform(|_: Event| ())} />
                    <span>{ label }</span>
                </label>
            }) }
        </fieldset>
    }
}
