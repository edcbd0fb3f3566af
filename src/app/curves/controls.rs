//! What is measured with: keys, probes, hashing, seed.

use super::Change;
use crate::field::Field;
use crate::island::{Props, island};
use bloomscope::experiment::KeySource;
use bloomscope::scenario::parse_seed;
use bloomscope::text::{Lang, curves as words, number};
use wasm_bindgen::JsCast;
use web_sys::{Event, EventTarget, HtmlSelectElement};
use yew::prelude::*;

/// Probes a point that are offered.
const PROBES: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// The filter in which double hashing is far off theory: n, m, k.
const DEVIANT: (u64, u64, u32) = (20, 1024, 16);

/// What [`Controls`] offers.
#[derive(Clone, PartialEq, Properties)]
pub struct ControlsProps {
    /// Where keys come from; `None` for the visitor's own.
    pub source: Option<KeySource>,
    /// Where the filter's own keys come from.
    pub scenario: KeySource,
    /// Whether the visitor brought keys.
    pub has_own: bool,
    /// The seed.
    pub seed: u64,
    /// Probes a point.
    pub probes: u64,
    /// The page's language.
    pub lang: Lang,
    /// Told what the visitor wants otherwise.
    pub on_change: Callback<Change>,
    /// Told to show a filter in which double hashing is far off.
    pub on_deviant: Callback<Change>,
    /// Told how many probes a point.
    pub on_probes: Callback<u64>,
    /// Told where keys are to come from.
    pub on_source: Callback<Option<KeySource>>,
}

/// The controls of a measurement.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let ControlsProps { source, scenario, has_own, seed, probes, lang, on_change, on_deviant, on_probes, on_source } =
        props;
    let lang = *lang;
    let sources: Vec<Option<KeySource>> =
        sources(scenario.clone()).into_iter().map(Some).chain(has_own.then_some(None)).collect();
    let name = |source: &Option<KeySource>| match source {
        Some(source) => words::source(lang, source),
        None => words::own_list(lang).to_owned(),
    };
    let names = sources.iter().map(name).collect();
    let at = sources.iter().position(|choice| choice == source).unwrap_or(0);
    let on_source = on_source.reform(move |index: usize| sources.get(index).cloned().unwrap_or_default());
    let on_count = on_probes.reform(|index: usize| PROBES.get(index).copied().unwrap_or(PROBES[1]));
    let on_seed = on_change.reform(|typed: String| match parse_seed(&typed) {
        Ok(seed) => Change::Seed(seed),
        Err(problem) => Change::NotASeed(typed, problem),
    });
    let (n, m, k) = DEVIANT;
    let on_deviant = on_deviant.reform(move |_: MouseEvent| Change::Filter(n, m, k));
    html! {
        <section class="curves-controls" aria-labelledby="measuring-heading">
            <h2 id="measuring-heading">{ words::measuring(lang) }</h2>
            <div class="curves-fields">
                { select("curve-keys", words::keys(lang), names, at, on_source) }
                { select("curve-probes", words::probes(lang), PROBES.iter().map(|&count| number::count(count)).collect(),
                    PROBES.iter().position(|count| count == probes).unwrap_or(1), on_count) }
                <label for="param-seed">{ words::seed(lang) }</label>
                { island::<Field>(yew::props!(Props<Field> { id: "param-seed", class: "field mono", shown: seed.to_string(), on_typed: on_seed })) }
            </div>
            <p class="note">
                { words::deviant(lang) }{ " " }
                <button type="button" class="link" onclick={on_deviant}>{ words::show_deviant(lang, n, m, k) }</button>
            </p>
        </section>
    }
}

/// Sources offered: the filter's own first, then one of each other kind.
fn sources(own: KeySource) -> Vec<KeySource> {
    let others = [KeySource::default(), KeySource::Random64, KeySource::Uuid, KeySource::Words];
    let kind = std::mem::discriminant(&own);
    std::iter::once(own).chain(others.into_iter().filter(|other| std::mem::discriminant(other) != kind)).collect()
}

fn select(id: &'static str, label: &'static str, names: Vec<String>, at: usize, on_choose: Callback<usize>) -> Html {
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = target::<HtmlSelectElement>(&event) {
            on_choose.emit(select.selected_index().max(0).unsigned_abs() as usize);
        }
    });
    html! {
        <>
            <label for={id}>{ label }</label>
            <select {id} class="field" {onchange}>
                { for names.into_iter().enumerate().map(|(index, name)| html! {
                    <option value={index.to_string()} selected={index == at}>{ name }</option>
                }) }
            </select>
        </>
    }
}

fn target<T: JsCast>(event: &Event) -> Option<T> {
    event.target().and_then(|target: EventTarget| target.dyn_into().ok())
}
