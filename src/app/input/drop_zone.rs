//! Where a file is dropped, chosen, or text pasted.

use bloomscope::text::{Lang, input as text};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast as _;
use web_sys::{ClipboardEvent, Element, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::source::Source;

/// Pasted text longer than this, in characters, is read without being put into the field: a text field of a million lines
/// would freeze the page.
const MAX_SHOWN: usize = 200_000;

/// Milliseconds without a change before typed text is read.
const PAUSE_MS: u32 = 300;

/// What the zone needs.
#[derive(PartialEq, Properties)]
pub struct DropZoneProps {
    /// The language.
    pub lang: Lang,
    /// There is something to read.
    pub on_source: Callback<Source>,
    /// How reading goes, shown below.
    pub reading: Html,
    /// What was read, shown beside or below.
    pub result: Html,
}

/// The whole panel takes drops; inside are a button to choose a file and a field to paste into.
#[component]
pub fn DropZone(props: &DropZoneProps) -> Html {
    let DropZoneProps { lang, on_source, reading, result } = props;
    let lang = *lang;
    let hovering = use_state_eq(|| false);
    let section = use_node_ref();
    let ondragover = {
        let hovering = hovering.setter();
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            hovering.set(true);
        })
    };
    let ondragleave = {
        let (hovering, section) = (hovering.setter(), section.clone());
        Callback::from(move |event: DragEvent| {
            // Leaving one child for another is not leaving.
            let into = event.related_target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
            let inside = section.cast::<Element>().is_some_and(|section| section.contains(into.as_ref()));
            hovering.set(inside && into.is_some());
        })
    };
    let ondrop = {
        let (hovering, on_source) = (hovering.setter(), on_source.clone());
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            hovering.set(false);
            if let Some(source) = event.data_transfer().and_then(|data| Source::transferred(&data, text::pasted(lang)))
            {
                on_source.emit(source);
            }
        })
    };
    let onchange = {
        let on_source = on_source.clone();
        Callback::from(move |event: Event| {
            let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else {
                return;
            };
            let source = Source::first(input.files());
            // So that the same file can be chosen again after it was changed.
            input.set_value("");
            if let Some(source) = source {
                on_source.emit(source);
            }
        })
    };
    html! {
        <section ref={section} class={classes!("input-panel", hovering.then_some("hovering"))} aria-labelledby="input-heading" {ondragover} {ondragleave} {ondrop}>
            <h2 id="input-heading">{ text::heading(lang) }</h2>
            <div class="input-columns">
                <div class="input-side">
                    <div class="drop">
                        <p>{ if *hovering { text::drop_now(lang) } else { text::intro(lang) } }</p>
                        <input id="file" class="visually-hidden" type="file" accept=".txt,.csv,.tsv,.tab,.log,.lst,text/*" {onchange} />
                        <label class="button" for="file">{ text::choose_file(lang) }</label>
                    </div>
                    <Paste {lang} {on_source} />
                    { reading.clone() }
                </div>
                <div class="input-side">{ result.clone() }</div>
            </div>
        </section>
    }
}

#[derive(PartialEq, Properties)]
struct PasteProps {
    lang: Lang,
    on_source: Callback<Source>,
}

/// The field to paste into. Read a moment after the last change.
#[component]
fn Paste(props: &PasteProps) -> Html {
    let PasteProps { lang, on_source } = props;
    let lang = *lang;
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
