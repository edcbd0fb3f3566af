//! The whole page: the state, what follows it into the document, and the room.

use std::rc::Rc;

use bloomscope::scenario::{Action, Frame, State, Theme, View, from_query, to_query};
use bloomscope::text::{Lang, shell};
use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast as _;
use yew::prelude::*;

use super::header::Header;
use super::notices::Notices;
use crate::bench::use_bench;
use crate::compare::CompareView;
use crate::curves::{CurvesMemory, CurvesView};
use crate::dom;
use crate::island::{Props, island};
use crate::lab::LabRoom;
use crate::lazy::{Part, lazy};
use crate::ready::use_awaited;
use crate::store::{Dispatch, Store, Visit};
use crate::worker::Pool;

/// The whole page.
#[component]
pub fn App() -> Html {
    let store = use_reducer(|| {
        let (scenario, notices) = from_query(&dom::query());
        Store(Rc::new(State::new(scenario, notices)))
    });
    let state = store.0.clone();
    let dispatch: Dispatch = store.dispatcher();
    let lang = state.scenario.lang.unwrap_or_else(dom::preferred_lang);
    let theme = state.scenario.theme.unwrap_or_else(dom::preferred_theme);
    let frame = state.scenario.frame;

    let theme_version = use_theme_version(theme);
    use_document(lang, theme, theme_version, frame);
    use_awaited(true);
    use_preferences(&state);
    use_undo_keys(&dispatch);
    use_address_bar(&state);
    let pool = (*use_memo((), |()| Pool::new())).clone();
    let curves = (*use_memo((), |()| CurvesMemory::default())).clone();
    let bench = use_bench(&state, &dispatch, &pool);

    let visit = Visit { state: state.clone(), lang, theme_version };
    let view = state.scenario.view;
    html! {
        <ContextProvider<Dispatch> context={dispatch}>
        <ContextProvider<Visit> context={visit}>
        <ContextProvider<Pool> context={pool}>
        <ContextProvider<CurvesMemory> context={curves}>
            <div class="shell">
                <a class="skip" href="#room">{ shell::skip_to_content(lang) }</a>
                { island::<Header>(()) }
                <main id="room" class={classes!("room", view.code())} data-view={view.code()} tabindex="-1">
                    { match view {
                        View::Lab => Html::default(),
                        View::Curves => lazy::<CurvesView>(Part::Curves, lang, yew::props!(Props<CurvesView> { bench: bench.clone() })),
                        View::Compare => lazy::<CompareView>(Part::Compare, lang, ()),
                    } }
                    { island::<LabRoom>(yew::props!(Props<LabRoom> { bench, is_open: view == View::Lab })) }
                </main>
                { island::<Notices>(()) }
            </div>
        </ContextProvider<CurvesMemory>>
        </ContextProvider<Pool>>
        </ContextProvider<Visit>>
        </ContextProvider<Dispatch>>
    }
}

/// The root element says language, theme and frame.
#[hook]
fn use_document(lang: Lang, theme: Theme, theme_version: u32, frame: Frame) {
    use_effect_with((lang, theme, theme_version, frame), move |_| {
        if let Some(html) = dom::html() {
            let dark = theme == Theme::Dark || (theme == Theme::Auto && dom::system_is_dark());
            let _ = html.set_attribute("lang", lang.tag());
            dom::set_title(shell::product(lang));
            let _ = html.set_attribute("data-theme", if dark { "dark" } else { "light" });
            let _ = html.set_attribute("data-theme-choice", theme.code());
            let frame = match frame {
                Frame::Full => "full",
                Frame::Present => "present",
                Frame::Embed => "embed",
            };
            let _ = html.set_attribute("data-frame", frame);
        }
    });
}

/// Control or command with Z undoes, with shift or with Y redoes; a text field keeps these keys for its own text.
#[hook]
fn use_undo_keys(dispatch: &Dispatch) {
    use_effect_with(dispatch.clone(), |dispatch| {
        let dispatch = dispatch.clone();
        let listener = dom::window().map(|window| {
            EventListener::new_with_options(
                &window,
                "keydown",
                EventListenerOptions::enable_prevent_default(),
                move |event| {
                    let Some(key) = event.dyn_ref::<web_sys::KeyboardEvent>() else { return };
                    if !(key.ctrl_key() || key.meta_key()) || dom::is_typing(event) {
                        return;
                    }
                    let action = match (key.key().as_str(), key.shift_key()) {
                        ("z", false) => Action::Undo,
                        ("Z" | "z", true) | ("y", false) => Action::Redo,
                        _ => return,
                    };
                    event.prevent_default();
                    dispatch.dispatch(action);
                },
            )
        });
        move || drop(listener)
    });
}

/// What the visitor chose is remembered for links that leave it open.
#[hook]
fn use_preferences(state: &State) {
    use_effect_with((state.scenario.lang, state.scenario.theme), |(lang, theme)| {
        if let Some(lang) = lang {
            dom::store("lang", lang.code());
        }
        if let Some(theme) = theme {
            dom::store("theme", theme.code());
        }
    });
}

/// The address bar holds the current link; a drag is written at its end.
#[hook]
fn use_address_bar(state: &State) {
    let link = (!state.is_dragging()).then(|| to_query(&state.scenario));
    use_effect_with(link, |link| {
        if let Some(link) = link {
            dom::replace_query(link);
        }
    });
}

/// A number that changes when the colours do: by choice, or with the system.
#[hook]
fn use_theme_version(theme: Theme) -> u32 {
    let version = use_state(|| 0u32);
    use_effect_with(theme, {
        let version = version.clone();
        move |_| {
            version.set(*version + 1);
        }
    });
    use_effect_with((), {
        let version = version.setter();
        move |()| {
            let listener = dom::dark_query().map(|query| {
                EventListener::new(&query, "change", move |event| version.set(event.time_stamp() as u32 | 1 << 31))
            });
            move || drop(listener)
        }
    });
    *version
}
