//! Start, stop, progress, and a sentence on where it stands.

use bloomscope::text::{Lang, compare as words};
use yew::prelude::*;

/// What the bar shows.
pub struct Bar<'a> {
    /// Of the button that starts, of the one that stops, of the progress, of the sentence.
    pub ids: [&'static str; 4],
    /// Whether work is under way.
    pub is_running: bool,
    /// Whether it could be.
    pub can_run: bool,
    /// Whether it is complete.
    pub is_done: bool,
    /// How much is done, and of how much.
    pub progress: (u64, u64),
    /// What progress is made with.
    pub label: &'static str,
    /// The sentence.
    pub said: String,
    /// Starts.
    pub run: &'a Callback<()>,
    /// Stops.
    pub cancel: &'a Callback<()>,
    /// The page's language.
    pub lang: Lang,
}

/// The bar.
pub fn bar(props: &Bar<'_>) -> Html {
    let Bar { ids: [run_id, cancel_id, progress_id, said_id], is_running, can_run, is_done, lang, .. } = *props;
    let (value, max) = props.progress;
    let name = if is_done { words::again(lang) } else { words::run(lang) };
    html! {
        <div class={classes!("measuring", is_running.then_some("running"))}>
            <button type="button" id={run_id} class="button small" disabled={is_running || !can_run}
                onclick={props.run.reform(|_: MouseEvent| ())}>{ name }</button>
            <button type="button" id={cancel_id} class="button small" disabled={!is_running}
                onclick={props.cancel.reform(|_: MouseEvent| ())}>{ words::cancel(lang) }</button>
            <progress id={progress_id} value={value.to_string()} max={max.to_string()} aria-label={props.label} />
            <p id={said_id} class="note" role="status">{ &props.said }</p>
        </div>
    }
}
