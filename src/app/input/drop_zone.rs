//! Where a file is dropped or chosen, or text pasted.

use bloomscope::text::{Lang, input as text};
use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use super::paste::use_paste_field;
use super::source::Source;

/// What the zone needs.
#[derive(PartialEq, Properties)]
pub struct DropZoneProps {
    /// The language.
    pub lang: Lang,
    /// Told of what is to be read.
    pub on_source: Callback<Source>,
    /// Told first when a file is dropped, wherever on the page: the panel may not be shown yet.
    pub on_drop: Callback<()>,
    /// How reading goes and what came of it: placed below the zone and beside it.
    #[prop_or_default]
    pub children: Html,
}

/// A button to choose a file and a field to paste into. A file may be dropped anywhere on the page: let go a little beside
/// the panel, it would otherwise make the browser leave the page.
#[component]
pub fn DropZone(props: &DropZoneProps) -> Html {
    let DropZoneProps { lang, on_source, on_drop, children } = props;
    let lang = *lang;
    let section = use_node_ref();
    let seen = (on_source.clone(), on_drop.clone(), section.clone());
    let on_drop = use_callback(seen, |source: Source, (on_source, on_drop, section)| {
        on_drop.emit(());
        on_source.emit(source);
        let section = section.clone();
        // Once the room is shown that the panel is in.
        Timeout::new(0, move || {
            if let Some(section) = section.cast::<Element>() {
                section.scroll_into_view();
            }
        })
        .forget(); // it fires once
    });
    let hovering = use_dropped_files(on_drop);
    let field = use_paste_field(lang, on_source);
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
        <section ref={section} class={classes!("input-panel", hovering.then_some("hovering"))} aria-labelledby="input-heading">
            <h2 id="input-heading">{ text::heading(lang) }</h2>
            <div class="input-columns">
                <div class="input-side own">
                    <div class="drop">
                        <p>{ if hovering { text::drop_now(lang) } else { text::intro(lang) } }</p>
                        <input id="file" class="visually-hidden" type="file" accept=".txt,.csv,.tsv,.tab,.log,.lst,text/*" {onchange} />
                        <label class="button" for="file">{ text::choose_file(lang) }</label>
                    </div>
                    { field }
                </div>
                { children.clone() }
            </div>
        </section>
    }
}

/// Takes files that are dropped on the page, while the component is there; the answer is whether one hovers over it.
/// Dragged text is left to the fields of the page.
#[hook]
fn use_dropped_files(on_drop: Callback<Source>) -> bool {
    let hovering = use_state_eq(|| false);
    let setter = hovering.setter();
    use_effect_with(on_drop, move |on_drop| {
        let listen = |kind: &'static str, hear: Box<dyn Fn(&DragEvent)>| {
            let may_prevent = EventListenerOptions::enable_prevent_default();
            let window = web_sys::window()?;
            Some(EventListener::new_with_options(&window, kind, may_prevent, move |event| {
                if let Some(event) = event.dyn_ref::<DragEvent>() {
                    hear(event);
                }
            }))
        };
        let (over, left, on_drop) = (setter.clone(), setter.clone(), on_drop.clone());
        let listeners = [
            listen(
                "dragover",
                Box::new(move |event| {
                    if carries_files(event) {
                        event.prevent_default();
                        if let Some(data) = event.data_transfer() {
                            data.set_drop_effect("copy");
                        }
                        over.set(true);
                    }
                }),
            ),
            listen(
                "dragleave",
                Box::new(move |event| {
                    // Leaving one element for another is not leaving the page.
                    if event.related_target().is_none() {
                        left.set(false);
                    }
                }),
            ),
            listen(
                "drop",
                Box::new(move |event| {
                    setter.set(false);
                    if carries_files(event) {
                        event.prevent_default();
                        if let Some(source) = event.data_transfer().and_then(|data| Source::first(data.files())) {
                            on_drop.emit(source);
                        }
                    }
                }),
            ),
        ];
        move || drop(listeners)
    });
    *hovering
}

fn carries_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0))
}
