//! The panel.

use std::rc::Rc;

use bloomscope::dump::{KeyList, ReadError, TrialSpec};
use bloomscope::hash::HashSpec;
use bloomscope::text::{Lang, input as text};
use yew::prelude::*;

use super::drop_zone::DropZone;
use super::measure::measure;
use super::options::Options;
use super::preview::PreviewTable;
use super::progress::Progress;
use super::reading::read;
use super::result::ListResult;
use super::source::Source;
use super::state::{Change, PanelState, Stage};
use super::trouble::Trouble;

/// A list that the visitor wants in the filter.
#[derive(Clone, Debug)]
pub struct ChosenList {
    /// The file's name, or what stands for pasted text.
    pub name: String,
    /// The list.
    pub list: Rc<KeyList>,
    /// The target rate chosen in the panel.
    pub p: f64,
    /// How many keys in a hundred are held out: [`bloomscope::dump::Split::of`] with this and `seed` gives the parts that
    /// were measured.
    pub held_out_percent: u32,
    /// The seed that chooses them.
    pub seed: u64,
}

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct InputPanelProps {
    /// The language.
    pub lang: Lang,
    /// The target rate to begin with.
    pub p: f64,
    /// The seed that chooses the keys held out.
    pub seed: u64,
    /// How keys become positions.
    pub hash: HashSpec,
    /// A list is to go into the filter.
    pub on_list: Callback<ChosenList>,
    /// A file could not be read; the panel shows that itself, too.
    #[prop_or_default]
    pub on_problem: Callback<(String, ReadError)>,
}

/// The file and paste panel.
#[component]
pub fn InputPanel(props: &InputPanelProps) -> Html {
    let InputPanelProps { lang, seed, hash, .. } = *props;
    let state = use_reducer(|| PanelState::new(props.p));
    let dispatcher = state.dispatcher();
    let change = use_callback((), move |change: Change, ()| dispatcher.dispatch(change));

    // An attempt is read while it is the present one; the guard's drop ends it.
    let reading = state.attempt.as_ref().filter(|_| state.is_reading()).map(|attempt| attempt.number);
    {
        let (state, change, on_problem) = (state.clone(), change.clone(), props.on_problem.clone());
        use_effect_with(reading, move |&number| {
            let guard = number.and_then(|number| {
                let source = state.attempt.as_ref()?.source.clone();
                let name = source.name.clone();
                let on_change = Callback::from(move |news: Change| {
                    if let Change::Finished(_, Err(error)) = &news {
                        on_problem.emit((name.clone(), error.clone()));
                    }
                    change.emit(news);
                });
                Some(read(source, state.options.clone(), number, on_change))
            });
            move || drop(guard)
        });
    }

    // A list is measured anew when it, or what is asked of it, changes.
    let unmeasured = state.done.as_ref().map(|done| Rc::as_ptr(&done.list));
    {
        let (state, change) = (state.clone(), change.clone());
        let (p, held_out_percent) = (state.p, state.held_out_percent);
        use_effect_with((unmeasured, p.to_bits(), held_out_percent, seed, hash), move |_| {
            let spec = TrialSpec { p, held_out_percent, seed, hash };
            let on_done = change.reform(Change::Measured);
            let guard = state.done.as_ref().map(|done| measure(done.list.clone(), spec, on_done));
            move || drop(guard)
        });
    }

    let open = use_callback(change.clone(), |source: Source, change| change.emit(Change::Open(source)));
    let on_list = {
        let (state, on_list) = (state.clone(), props.on_list.clone());
        Callback::from(move |()| {
            if let Some(done) = &state.done {
                let (p, held_out_percent) = (state.p, state.held_out_percent);
                on_list.emit(ChosenList {
                    name: done.name.clone(),
                    list: done.list.clone(),
                    p,
                    held_out_percent,
                    seed,
                });
            }
        })
    };
    let attempt = state.attempt.as_ref();
    let failed = attempt.and_then(|attempt| match &attempt.stage {
        Stage::Failed(error) => Some((attempt.source.name.clone(), error.clone())),
        _ => None,
    });
    let cancelled = attempt.is_some_and(|attempt| attempt.stage == Stage::Cancelled);
    let preview = attempt.and_then(|attempt| attempt.preview.clone());
    let stop = change.reform(|()| Change::Cancel);
    let options = state.options.clone();
    let on_options = change.reform(Change::Reread);
    let reading = html! {<>
        <Progress {lang} state={(*state).clone()} on_cancel={stop} />
        if cancelled {
            <p class="note">{ text::cancelled(lang) }{ text::space(lang) }{ kept(lang, &state) }</p>
        }
        if let Some((name, error)) = failed {
            <Trouble {lang} {name} {error} options={options.clone()} kept={kept(lang, &state)}
                on_options={on_options.clone()} on_dismiss={change.reform(|()| Change::Dismiss)} />
        }
        if let Some(preview) = preview {
            <Options {lang} options={options.clone()} preview={preview.clone()} on_options={on_options.clone()} />
            <PreviewTable {lang} {options} {preview} {on_options} />
        }
    </>};
    let result = state.done.clone().map(|done| {
        html! {
            <ListResult {lang} {done} p={state.p} held_out_percent={state.held_out_percent}
                on_target={change.reform(Change::Target)} on_hold_out={change.reform(Change::HoldOut)} on_use={on_list} />
        }
    });
    html! {
        <DropZone {lang} on_source={open} {reading} result={result.unwrap_or_default()} />
    }
}

/// What is still there after a failure.
fn kept(lang: Lang, state: &PanelState) -> AttrValue {
    if state.done.is_some() { text::earlier_stays(lang) } else { text::nothing_changed(lang) }.into()
}
