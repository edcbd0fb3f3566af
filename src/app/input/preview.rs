//! The first rows, as they are read.

use bloomscope::dump::{Column, Format, Preview, ReadOptions};
use bloomscope::text::{Lang, input as text};
use yew::prelude::*;

/// What a row too short for a column shows there.
static EMPTY: String = String::new();

/// The first rows; a column's head chooses it.
pub fn preview_table(lang: Lang, options: &ReadOptions, preview: &Preview, on_options: &Callback<ReadOptions>) -> Html {
    let column = match preview.format {
        Format::Csv(csv) => csv.column as usize,
        Format::Lines => 0,
    };
    let head = |(index, name): (usize, &String)| {
        let pick = {
            let options = options.clone();
            on_options
                .reform(move |_: MouseEvent| ReadOptions { column: Column::Index(index as u32), ..options.clone() })
        };
        html! {
            <th scope="col" class={classes!((index == column).then_some("chosen"))}>
                <button type="button" aria-pressed={(index == column).to_string()} title={text::use_this_column(lang)} onclick={pick}>
                    { text::column_name(lang, index, &text::excerpt(name)) }
                </button>
            </th>
        }
    };
    let n_columns = preview.columns.len().max(1);
    let cell = |(index, cell): (usize, &String)| {
        html! { <td class={classes!((index == column).then_some("chosen"))}>{ text::excerpt(cell) }</td> }
    };
    html! {
        // It scrolls sideways, so the keyboard must reach it.
        <div class="preview" tabindex="0" role="region" aria-label={text::preview(lang)}>
            <table id="input-preview">
                <caption class="note">{ text::preview(lang) }</caption>
                if !preview.columns.is_empty() {
                    <thead><tr>{ for preview.columns.iter().enumerate().map(head) }</tr></thead>
                }
                <tbody class="mono">
                    { for preview.rows.iter().map(|row| html! { <tr>{ for row.iter().chain(std::iter::repeat(&EMPTY)).take(n_columns).enumerate().map(cell) }</tr> }) }
                </tbody>
            </table>
        </div>
    }
}
