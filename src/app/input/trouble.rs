//! A file that could not be read: what is wrong, what remains, and what would work.

use bloomscope::dump::{BinaryKind, Column, Encoding, FormatChoice, Quoting, ReadError, ReadOptions};
use bloomscope::text::{Lang, input as text};
use yew::prelude::*;

/// What is wrong with the file of that name and what remains, with a button for each way to read it all the same.
pub fn trouble(
    lang: Lang,
    (name, error): (&str, &ReadError),
    options: &ReadOptions,
    kept: &'static str,
    on_options: &Callback<ReadOptions>,
    on_dismiss: &Callback<()>,
) -> Html {
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
