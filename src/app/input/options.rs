//! How a source is read, to be changed.

use std::rc::Rc;

use bloomscope::dump::{
    Column, Delimiter, Encoding, Format, FormatChoice, Header, Preview, Quoting, ReadOptions, Trim,
};
use bloomscope::text::number::bytes;
use bloomscope::text::{Lang, input as text};
use yew::prelude::*;

/// Choices of the most bytes to read; the largest is what a 32-bit memory still has room to work with.
const LIMITS: [u64; 4] = [16 << 20, 64 << 20, 256 << 20, 1 << 30];

/// What the options need.
#[derive(PartialEq, Properties)]
pub struct OptionsProps {
    /// The language.
    pub lang: Lang,
    /// What is asked of the reader.
    pub options: ReadOptions,
    /// What it settled on.
    pub preview: Rc<Preview>,
    /// Other options were chosen.
    pub on_options: Callback<ReadOptions>,
}

/// How a source is read.
#[component]
pub fn Options(props: &OptionsProps) -> Html {
    let OptionsProps { lang, options, preview, on_options } = props;
    let lang = *lang;
    let csv = if let Format::Csv(csv) = preview.format { Some(csv) } else { None };
    // Each choice makes the whole of the new options.
    macro_rules! with {
        ($field:ident) => {{
            let options = options.clone();
            on_options.reform(move |$field| ReadOptions { $field, ..options.clone() })
        }};
    }
    let shown_format = if csv.is_some() { FormatChoice::Csv } else { FormatChoice::Lines };
    html! {
        <fieldset class="input-options">
            <legend>{ text::options(lang) }</legend>
            <Choice<FormatChoice> id="input-format" label={text::format(lang)} chosen={shown_format} on_choice={with!(format)}
                choices={vec![(FormatChoice::Lines, text::lines(lang).into()), (FormatChoice::Csv, text::csv(lang).into())]} />
            if let Some(csv) = csv {
                <Choice<Column> id="input-column" label={text::column(lang)} chosen={Column::Index(csv.column)} on_choice={with!(column)}
                    choices={columns(lang, preview)} />
                <Choice<Option<Header>> id="input-header" label={text::header(lang)} chosen={Some(csv.header)} on_choice={with!(header)}
                    choices={vec![(Some(Header::Present), text::header_present(lang).into()), (Some(Header::Absent), text::header_absent(lang).into())]} />
            }
            <details>
                <summary>{ text::more_options(lang) }</summary>
                <div class="input-options-more">
                    if let Some(csv) = csv {
                        <Choice<Option<Delimiter>> id="input-delimiter" label={text::delimiter(lang)} chosen={Some(csv.delimiter)} on_choice={with!(delimiter)}
                            choices={Delimiter::ALL.map(|d| (Some(d), text::delimiter_name(lang, d).into())).to_vec()} />
                        <Choice<Quoting> id="input-quotes" label={text::quotes(lang)} chosen={csv.quoting} on_choice={with!(quoting)}
                            choices={vec![(Quoting::Standard, text::quotes_standard(lang).into()), (Quoting::Off, text::quotes_off(lang).into())]} />
                    }
                    <Choice<Option<Encoding>> id="input-encoding" label={text::encoding(lang)} chosen={Some(preview.encoding)} on_choice={with!(encoding)}
                        choices={Encoding::ALL.map(|e| (Some(e), text::encoding_name(e).into())).to_vec()} />
                    <Choice<Trim> id="input-trim" label={text::spaces(lang)} chosen={options.trim} on_choice={with!(trim)}
                        choices={vec![(Trim::Trim, text::spaces_trim(lang).into()), (Trim::Keep, text::spaces_keep(lang).into())]} />
                    <Choice<u64> id="input-limit" label={text::limit(lang)} chosen={options.max_bytes} on_choice={with!(max_bytes)}
                        choices={LIMITS.map(|limit| (limit, bytes(lang, limit).into())).to_vec()} />
                </div>
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

/// What a choice needs.
#[derive(PartialEq, Properties)]
pub struct ChoiceProps<T: PartialEq> {
    /// The select's id.
    pub id: AttrValue,
    /// What is chosen.
    pub label: AttrValue,
    /// The values with their names.
    pub choices: Vec<(T, AttrValue)>,
    /// The present one.
    pub chosen: T,
    /// Another one was chosen.
    pub on_choice: Callback<T>,
}

/// A labelled select.
#[component]
pub fn Choice<T: Clone + PartialEq + 'static>(props: &ChoiceProps<T>) -> Html {
    let ChoiceProps { id, label, choices, chosen, on_choice } = props;
    let onchange = {
        let (choices, on_choice) = (choices.clone(), on_choice.clone());
        Callback::from(move |event: Event| {
            let index = event.target_dyn_into::<web_sys::HtmlSelectElement>().map(|select| select.selected_index());
            let choice = index.and_then(|index| choices.get(usize::try_from(index).ok()?));
            if let Some((value, _)) = choice {
                on_choice.emit(value.clone());
            }
        })
    };
    html! {
        <label class="input-choice">
            <span>{ label }</span>
            <select id={id.clone()} class="field" {onchange}>
                { for choices.iter().map(|(value, name)| html! { <option selected={value == chosen}>{ name }</option> }) }
            </select>
        </label>
    }
}
