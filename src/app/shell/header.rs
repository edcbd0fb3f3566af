//! The top line: brand, rooms, language, theme, presenter, share.

use bloomscope::scenario::{Action, Frame, Notice, Scenario, Theme, View, missing_keys, to_query};
use bloomscope::text::{Lang, shell};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::Icon;
use crate::dom;
use crate::island::island;
use crate::store::{Dispatch, Visit, use_dispatch, use_visit};

/// The top line.
#[component]
pub fn Header() -> Html {
    let visit = use_visit();
    let lang = visit.lang;
    let scenario = &visit.state.scenario;
    let theme = scenario.theme.unwrap_or_else(dom::preferred_theme);
    let other_lang = if lang == Lang::En { Lang::Zh } else { Lang::En };
    let on_lang = use_dispatch(move |_: MouseEvent| Action::SetLang(Lang::Zh));
    let on_english = use_dispatch(move |_: MouseEvent| Action::SetLang(Lang::En));
    let on_theme = use_dispatch(Action::SetTheme);
    let goto = use_dispatch(Action::Goto);
    let on_frame = use_dispatch(Action::SetFrame);
    let (theme_icon, theme_name) = match theme {
        Theme::Auto => (Icon::Auto, shell::theme_auto(lang)),
        Theme::Light => (Icon::Light, shell::theme_light(lang)),
        Theme::Dark => (Icon::Dark, shell::theme_dark(lang)),
    };
    let presenting = scenario.frame == Frame::Present;
    let frame = if presenting { Frame::Full } else { Frame::Present };
    html! {
        <header class="top">
            <a class="brand" href="?">{ mark() }{ shell::product(lang) }</a>
            <nav class="rooms" aria-label={shell::rooms(lang)}>
                { for View::ALL.into_iter().map(|view| room_link(view, &visit, goto.clone())) }
            </nav>
            <div class="tools">
                <button id="lang" class="button quiet lang" lang={other_lang.tag()} onclick={if lang == Lang::En { on_lang } else { on_english }}
                    aria-label={other_lang.pick("EN/中文: switch to English", "EN/中文：切换到中文")}>
                    <span class={classes!((lang == Lang::En).then_some("now"))}>{ "EN" }</span>
                    <span>{ "/" }</span>
                    <span class={classes!((lang == Lang::Zh).then_some("now"))}>{ "中文" }</span>
                </button>
                <button id="theme" class="button quiet" title={theme_name} aria-label={theme_name} data-theme-now={theme.code()}
                    onclick={on_theme.reform(move |_| theme.next())}>{ theme_icon.draw() }</button>
                <button id="present" class="button quiet optional" aria-pressed={presenting.to_string()}
                    onclick={on_frame.reform(move |_| frame)}>
                    { if presenting { shell::stop_presenting(lang) } else { shell::present(lang) } }
                </button>
                { island::<ShareButton>(()) }
            </div>
        </header>
    }
}

/// A room's link: a real one, so that it can be opened elsewhere, but followed in place.
fn room_link(view: View, visit: &Visit, goto: Callback<View>) -> Html {
    let scenario = Scenario { view, ..visit.state.scenario.clone() };
    let name = match view {
        View::Lab => shell::lab(visit.lang),
        View::Curves => shell::curves(visit.lang),
        View::Compare => shell::compare(visit.lang),
    };
    let onclick = Callback::from(move |event: MouseEvent| {
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            goto.emit(view);
        }
    });
    let current = (visit.state.scenario.view == view).then_some("page");
    html! { <a href={format!("?{}", to_query(&scenario))} data-view={view.code()} aria-current={current} {onclick}>{ name }</a> }
}

/// Copies the link and says what it cannot carry.
#[component]
fn ShareButton() -> Html {
    let visit = use_visit();
    let dispatch = use_context::<Dispatch>();
    let contents = visit.state.scenario.filter.contents.clone();
    let onclick = Callback::from(move |_| {
        let Some(dispatch) = dispatch.clone() else { return };
        let missing = missing_keys(&contents);
        spawn_local(async move {
            let copied = dom::copy(dom::href()).await.is_ok();
            let notice = if copied { Notice::LinkCopied { missing } } else { Notice::LinkInAddressBar };
            dispatch.dispatch(Action::Notify(notice));
        });
    });
    html! { <button id="share" class="button quiet" {onclick}>{ shell::share(visit.lang) }</button> }
}

/// The brand's mark: nine bits, two of them 1, one being probed.
fn mark() -> Html {
    let cell = |x: u8, y: u8, class: &'static str| {
        html! { <rect x={(x * 8).to_string()} y={(y * 8).to_string()} width="6" height="6" rx="1.5" {class} /> }
    };
    html! {
        <svg class="mark" viewBox="0 0 22 22" aria-hidden="true">
            { for (0..9u8).map(|i| {
                let class = match i { 0 | 6 => "one", 2 => "probe", _ => "zero" };
                cell(i % 3, i / 3, class)
            }) }
        </svg>
    }
}
