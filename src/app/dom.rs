//! The browser's edges: address bar, preferences, clipboard, entropy, failures.

use bloomscope::scenario::Theme;
use bloomscope::text::Lang;
use wasm_bindgen::prelude::*;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, HtmlSelectElement, Window};

#[wasm_bindgen]
extern "C" {
    /// Shows the failure screen that the boot script defines: it works even when this program does not.
    #[wasm_bindgen(js_name = bloomscopeFailed)]
    fn bloomscope_failed(message: &str);
}

/// Lets a panic show the failure screen, with the same link to reload, instead of a dead page.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        web_sys::console::error_1(&message.as_str().into());
        bloomscope_failed(&message);
    }));
}

/// The window: always there on a page.
pub fn window() -> Option<Window> {
    web_sys::window()
}

/// Where the page is mounted.
pub fn root() -> Option<Element> {
    window()?.document()?.get_element_by_id("app")
}

/// The root element.
pub fn html() -> Option<HtmlElement> {
    window()?.document()?.document_element()?.dyn_into().ok()
}

/// Sets the window's title.
pub fn set_title(title: &str) {
    if let Some(document) = window().and_then(|w| w.document()) {
        document.set_title(title);
    }
}

/// The link's query as the address bar has it.
pub fn query() -> String {
    window().and_then(|w| w.location().search().ok()).unwrap_or_default()
}

/// Puts a query into the address bar without adding to the history. Where the browser forbids it nothing happens.
pub fn replace_query(query: &str) {
    let Some(window) = window() else { return };
    let path = window.location().pathname().unwrap_or_default();
    let url = if query.is_empty() { path } else { format!("?{query}") };
    if let Ok(history) = window.history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&url));
    }
}

/// The whole link.
pub fn href() -> String {
    window().and_then(|w| w.location().href().ok()).unwrap_or_default()
}

/// A stored preference.
pub fn stored(name: &str) -> Option<String> {
    window()?.local_storage().ok()??.get_item(&format!("bloomscope.{name}")).ok()?
}

/// Stores a preference; where storage is forbidden nothing happens.
pub fn store(name: &str, value: &str) {
    if let Some(Ok(Some(storage))) = window().map(|w| w.local_storage()) {
        let _ = storage.set_item(&format!("bloomscope.{name}"), value);
    }
}

/// The language the boot script found the visitor to prefer: stored, or the browser's.
pub fn preferred_lang() -> Lang {
    let code = html().map(|html| html.lang()).unwrap_or_default();
    if code.to_ascii_lowercase().starts_with("zh") { Lang::Zh } else { Lang::En }
}

/// The theme the visitor prefers.
pub fn preferred_theme() -> Theme {
    let code = stored("theme").unwrap_or_default();
    Theme::ALL.into_iter().find(|theme| theme.code() == code).unwrap_or_default()
}

/// Tells whether the system is dark, now and later.
pub fn dark_query() -> Option<web_sys::MediaQueryList> {
    window()?.match_media("(prefers-color-scheme: dark)").ok()?
}

/// Whether the system is dark now.
pub fn system_is_dark() -> bool {
    dark_query().is_some_and(|query| query.matches())
}

/// Copies a text; the promise is rejected where the page may not.
pub async fn copy(text: String) -> Result<(), JsValue> {
    let window = window().ok_or(JsValue::NULL)?;
    if !window.is_secure_context() {
        return Err(JsValue::NULL);
    }
    wasm_bindgen_futures::JsFuture::from(window.navigator().clipboard().write_text(&text)).await.map(|_| ())
}

/// A fresh seed from the system's entropy, short enough to read out to a class.
pub fn fresh_seed() -> Option<u64> {
    getrandom::u32().ok().map(|seed| u64::from(seed % 1_000_000))
}

/// The text of the input or select that an event comes from.
pub fn value(event: &Event) -> String {
    let Some(target) = event.target() else { return String::new() };
    if let Some(input) = target.dyn_ref::<HtmlInputElement>() {
        return input.value();
    }
    target.dyn_ref::<HtmlSelectElement>().map(HtmlSelectElement::value).unwrap_or_default()
}

/// Whether an event comes from a field that text is typed into.
pub fn is_typing(event: &Event) -> bool {
    let Some(target) = event.target() else { return false };
    let in_field = target.dyn_ref::<HtmlInputElement>().is_some_and(|input| input.type_() != "range");
    in_field || target.has_type::<web_sys::HtmlTextAreaElement>()
}
