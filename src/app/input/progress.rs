//! How far reading has come.

use bloomscope::text::{Lang, input as text};
use yew::prelude::*;

use super::source::Source;
use super::state::{PanelState, Stage};

/// How far reading has come, with a way out; nothing while nothing is read.
pub fn progress(lang: Lang, state: &PanelState, on_cancel: &Callback<()>) -> Html {
    let Some((Source { name, blob }, Stage::Reading(progress))) =
        state.attempt.as_ref().map(|attempt| (&attempt.source, &attempt.stage))
    else {
        return Html::default();
    };
    let total = blob.size();
    let said = text::reading(lang, name, progress.bytes, total as u64, progress.keys);
    html! {
        <div class="input-progress">
            <p class="note">{ &said }</p>
            <progress id="input-progress" max={total.max(1.0).to_string()} value={progress.bytes.to_string()} aria-label={said.clone()} />
            <button id="input-cancel" class="button small" onclick={on_cancel.reform(|_| ())}>{ text::cancel(lang) }</button>
        </div>
    }
}
