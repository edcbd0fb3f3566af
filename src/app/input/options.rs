//! How a source is read, to be changed.

use bloomscope::dump::{
    Column, Delimiter, Encoding, Format, FormatChoice, Header, Preview, Quoting, ReadOptions, Trim,
};
use bloomscope::text::number::bytes;
use bloomscope::text::{Lang, input as text};
use yew::prelude::*;

/// Choices of the most bytes to read; the largest is what a 32-bit memory still has room to work with.
const LIMITS: [u64; 4] = [16 << 20, 64 << 20, 256 << 20, 1 << 30];

/// How a source is read. A function and not a component, like everything in the panel that has no state of its own: each
/// component costs the page several kilobytes.
pub fn options(lang: Lang, options: &ReadOptions, preview: &Preview, on_options: &Callback<ReadOptions>) -> Html {
    let csv = if let Format::Csv(csv) = preview.format { Some(csv) } else { None };
    // Each choice makes the whole of the new options.
    macro_rules! with {
        ($field:ident) => {{
            let options = options.clone();
            on_options.reform(move |$field| ReadOptions { $field, ..options.clone() })
        }};
    }
    let shown_format = if csv.is_some() { FormatChoice::Csv } else { FormatChoice::Lines };
    let mut shown = vec![choice(
        "input-format",
        text::format(lang),
        vec![(FormatChoice::Lines, text::lines(lang).into()), (FormatChoice::Csv, text::csv(lang).into())],
        &shown_format,
        with!(format),
    )];
    let mut more = Vec::new();
    if let Some(csv) = csv {
        shown.push(choice(
            "input-column",
            text::column(lang),
            columns(lang, preview),
            &Column::Index(csv.column),
            with!(column),
        ));
        shown.push(choice(
            "input-header",
            text::header(lang),
            vec![
                (Some(Header::Present), text::header_present(lang).into()),
                (Some(Header::Absent), text::header_absent(lang).into()),
            ],
            &Some(csv.header),
            with!(header),
        ));
        more.push(choice(
            "input-delimiter",
            text::delimiter(lang),
            Delimiter::ALL.map(|delimiter| (Some(delimiter), text::delimiter_name(lang, delimiter).into())).to_vec(),
            &Some(csv.delimiter),
            with!(delimiter),
        ));
        more.push(choice(
            "input-quotes",
            text::quotes(lang),
            vec![
                (Quoting::Standard, text::quotes_standard(lang).into()),
                (Quoting::Off, text::quotes_off(lang).into()),
            ],
            &csv.quoting,
            with!(quoting),
        ));
    }
    more.push(choice(
        "input-encoding",
        text::encoding(lang),
        Encoding::ALL.map(|encoding| (Some(encoding), text::encoding_name(encoding).into())).to_vec(),
        &Some(preview.encoding),
        with!(encoding),
    ));
    more.push(choice(
        "input-trim",
        text::spaces(lang),
        vec![(Trim::Trim, text::spaces_trim(lang).into()), (Trim::Keep, text::spaces_keep(lang).into())],
        &options.trim,
        with!(trim),
    ));
    more.push(choice(
        "input-limit",
        text::limit(lang),
        LIMITS.map(|limit| (limit, bytes(lang, limit).into())).to_vec(),
        &options.max_bytes,
        with!(max_bytes),
    ));
    html! {
        <fieldset class="input-options">
            <legend>{ text::options(lang) }</legend>
            { for shown }
            <details>
                <summary>{ text::more_options(lang) }</summary>
                <div class="input-options-more">{ for more }</div>
            </details>
        </fieldset>
    }
}

fn columns(lang: Lang, preview: &Preview) -> Vec<(Column, AttrValue)> {
    let names = preview.columns.iter().enumerate();
    names
        .map(|(index, name)| (Column::Index(index as u32), text::column_name(lang, index, &text::excerpt(name)).into()))
        .collect()
}

/// A labelled select of values with their names.
pub fn choice<T: Clone + PartialEq + 'static>(
    id: &'static str,
    label: &'static str,
    choices: Vec<(T, AttrValue)>,
    chosen: &T,
    on_choice: Callback<T>,
) -> Html {
    let chosen = choices.iter().position(|(value, _)| value == chosen);
    let (values, names): (Vec<T>, Vec<AttrValue>) = choices.into_iter().unzip();
    let on_index = Callback::from(move |index: usize| {
        if let Some(value) = values.get(index) {
            on_choice.emit(value.clone());
        }
    });
    select(id, label, names, chosen, on_index)
}

fn select(
    id: &'static str,
    label: &'static str,
    names: Vec<AttrValue>,
    chosen: Option<usize>,
    on_index: Callback<usize>,
) -> Html {
    let onchange = move |event: Event| {
        let index = event.target_dyn_into::<web_sys::HtmlSelectElement>().map(|select| select.selected_index());
        if let Some(index) = index.and_then(|index| usize::try_from(index).ok()) {
            on_index.emit(index);
        }
    };
    let option = |(index, name)| html! { <option selected={Some(index) == chosen}>{ name }</option> };
    html! {
        <label class="input-choice">
            <span>{ label }</span>
            <select {id} class="field" {onchange}>{ for names.into_iter().enumerate().map(option) }</select>
        </label>
    }
}
