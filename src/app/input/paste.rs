//! The field to type or paste keys into.

use bloomscope::text::{Lang, input as text};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast as _;
use web_sys::{ClipboardEvent, HtmlTextAreaElement};
use yew::prelude::*;

use super::source::Source;

/// Pasted text longer than this, in characters, is read without being put into the field: a text field of a million lines
/// would freeze the page.
const MAX_SHOWN: usize = 200_000;

/// Milliseconds without a change before typed text is read.
const PAUSE_MS: u32 = 300;

/// The field to paste into. Read a moment after the last change.
#[hook]
pub fn use_paste_field(lang: Lang, on_source: &Callback<Source>) -> Html {
    let pause = use_mut_ref(|| None::<Timeout>);
    let oninput = {
        let (pause, on_source) = (pause.clone(), on_source.clone());
        Callback::from(move |event: InputEvent| {
            let Some(field) = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok()) else {
                return;
            };
            let on_source = on_source.clone();
            let read = move || {
                let typed = field.value();
                let source = Some(typed)
                    .filter(|typed| !typed.is_empty())
                    .and_then(|typed| Source::text(text::pasted(lang), &typed));
                if let Some(source) = source {
                    on_source.emit(source);
                }
            };
            *pause.borrow_mut() = Some(Timeout::new(PAUSE_MS, read));
        })
    };
    let onpaste = {
        let on_source = on_source.clone();
        Callback::from(move |event: Event| {
            let data = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data);
            let Some(data) = data else { return };
            let has_file = data.files().is_some_and(|files| files.length() > 0);
            let length = data.get_data("text/plain").map_or(0, |text| text.len());
            if has_file || length > MAX_SHOWN {
                event.prevent_default();
                *pause.borrow_mut() = None;
                if let Some(source) = Source::transferred(&data, text::pasted(lang)) {
                    on_source.emit(source);
                }
            }
        })
    };
    html! {
        <label class="paste">
            <span class="note">{ text::or_paste(lang) }</span>
            <textarea id="input-paste" class="field mono" rows="4" spellcheck="false" autocomplete="off" placeholder={text::paste_placeholder(lang)} {oninput} {onpaste} />
        </label>
    }
}
