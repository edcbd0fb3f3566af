//! A file that could not be read: what is wrong, what remains, and what would work.

use bloomscope::dump::{BinaryKind, Column, Encoding, FormatChoice, Quoting, ReadError, ReadOptions};
use bloomscope::text::{Lang, input as text};
use yew::prelude::*;

/// What the message needs.
#[derive(PartialEq, Properties)]
pub struct TroubleProps {
    /// The language.
    pub lang: Lang,
    /// The file's name.
    pub name: String,
    /// What is wrong.
    pub error: ReadError,
    /// How it was read.
    pub options: ReadOptions,
    /// What remains, in a sentence.
    pub kept: AttrValue,
    /// Read it another way.
    pub on_options: Callback<ReadOptions>,
    /// Put the message out of sight.
    pub on_dismiss: Callback<()>,
}

/// What is wrong, with a button for each way to read the file all the same.
#[component]
pub fn Trouble(props: &TroubleProps) -> Html {
    let TroubleProps { lang, name, error, options, kept, on_options, on_dismiss } = props;
    let lang = *lang;
    let button = |(id, label, options): (&'static str, String, ReadOptions)| {
        html! { <button {id} class="button small" onclick={on_options.reform(move |_| options.clone())}>{ label }</button> }
    };
    html! {
        <div class="trouble" role="alert" id="input-problem">
            <p>{ text::problem(lang, name, error) }{ text::space(lang) }{ kept }</p>
            <div class="trouble-ways">
                { for ways(lang, error, options).into_iter().map(button) }
                <button class="button quiet small" onclick={on_dismiss.reform(|_| ())}>{ text::dismiss(lang) }</button>
            </div>
        </div>
    }
}

/// Other ways to read a file, the likeliest first: id, label, options.
fn ways(lang: Lang, error: &ReadError, options: &ReadOptions) -> Vec<(&'static str, String, ReadOptions)> {
    let same = || options.clone();
    let recoded =
        |id, encoding| (id, text::read_as(lang, encoding), ReadOptions { encoding: Some(encoding), ..same() });
    match error {
        ReadError::Undecodable { encoding, .. } => {
            let latin1 = recoded("input-latin1", Encoding::Windows1252);
            let chinese = recoded("input-gb18030", Encoding::Gb18030);
            match (encoding, lang) {
                (Encoding::Gb18030, _) => vec![latin1],
                (_, Lang::En) => vec![latin1, chinese],
                (_, Lang::Zh) => vec![chinese, latin1],
            }
        }
        ReadError::Binary { kind: BinaryKind::UnmarkedUtf16(encoding), .. } => vec![recoded("input-utf16", *encoding)],
        ReadError::TooLarge { limit } if *limit < 1 << 30 => {
            let max_bytes = (limit * 4).min(1 << 30);
            vec![("input-larger", text::read_up_to(lang, max_bytes), ReadOptions { max_bytes, ..same() })]
        }
        ReadError::OpenQuote { .. } => vec![
            ("input-quotes-off", text::quotes_as_text(lang).into(), ReadOptions { quoting: Quoting::Off, ..same() }),
            ("input-lines", text::read_as_lines(lang).into(), ReadOptions { format: FormatChoice::Lines, ..same() }),
        ],
        ReadError::ColumnMissing { .. } => {
            vec![(
                "input-best-column",
                text::pick_best_column(lang).into(),
                ReadOptions { column: Column::Best, ..same() },
            )]
        }
        _ => Vec::new(),
    }
}
