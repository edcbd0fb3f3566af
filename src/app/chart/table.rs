//! The chart as a table.

use bloomscope::text::{Lang, curves as words};
use bloomscope::view::series::ChartSpec;
use std::rc::Rc;
use yew::prelude::*;

/// What [`TableTwin`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct TableTwinProps {
    /// The table's id.
    pub id: AttrValue,
    /// The chart.
    pub chart: Rc<ChartSpec>,
    /// The page's language.
    pub lang: Lang,
    /// What the table is about.
    pub caption: AttrValue,
}

/// A table behind a summary. It is always in the page, so that it can be found and read aloud.
#[component]
pub fn TableTwin(props: &TableTwinProps) -> Html {
    let table = use_memo((props.chart.clone(), props.lang), |(chart, lang)| chart.table(*lang));
    // The figure around it bears the caption already.
    let label = format!("{}: {}", props.caption, words::as_table(props.lang));
    html! {
        <details class="chart-table">
            <summary>{ words::as_table(props.lang) }</summary>
            <div class="chart-scroll" tabindex="0" role="region" aria-label={label}>
                <table id={props.id.clone()}>
                    <caption class="visually-hidden">{ props.caption.clone() }</caption>
                    <thead><tr>{ for table.head.iter().map(|head| html! { <th scope="col">{ head }</th> }) }</tr></thead>
                    <tbody>
                        { for table.rows.iter().map(|row| html! {
                            <tr data-x={row.x.to_string()} data-fp={row.tally.map(|tally| tally.hits.to_string())}
                                data-probes={row.tally.map(|tally| tally.probes.to_string())}>
                                { for row.cells.iter().enumerate().map(|(column, cell)| if column == 0 {
                                    html! { <th scope="row">{ cell }</th> }
                                } else {
                                    html! { <td>{ cell }</td> }
                                }) }
                            </tr>
                        }) }
                    </tbody>
                </table>
            </div>
        </details>
    }
}
