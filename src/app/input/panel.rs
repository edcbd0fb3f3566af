//! How reading goes, and what came of it.

use std::rc::Rc;

use bloomscope::dump::{KeyList, Preview, ReadError, TrialSpec};
use bloomscope::hash::HashSpec;
use bloomscope::text::{Lang, input as text};
use yew::prelude::*;

use super::measure::measure;
use super::options::options;
use super::preview::preview_table;
use super::progress::progress;
use super::reading::read;
use super::result::{Ask, list_result};
use super::source::Source;
use super::state::{Change, PanelState, Stage};
use super::trouble::trouble;

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
    /// What to read: the last thing that was dropped, chosen or pasted, counted from 1.
    pub source: (u64, Source),
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

/// What has become of the source: two parts, for two places beside the zone that it came in by.
#[component]
pub fn InputPanel(props: &InputPanelProps) -> Html {
    let InputPanelProps { lang, seed, hash, .. } = *props;
    let state = use_reducer(|| PanelState::new(props.p));
    let dispatcher = state.dispatcher();
    let change = use_callback((), move |change: Change, ()| dispatcher.dispatch(change));

    use_effect_with(props.source.clone(), {
        let change = change.clone();
        move |(_, source)| change.emit(Change::Open(source.clone()))
    });

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
    let unmeasured = state.done.as_ref().map(|done| done.number);
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
    let on_options = change.reform(Change::Reread);
    let how = |preview: &Rc<Preview>| {
        html! {<>
            { options(lang, &state.options, preview, &on_options) }
            { preview_table(lang, &state.options, preview, &on_options) }
        </>}
    };
    let stage = attempt.map(|attempt| match &attempt.stage {
        Stage::Reading(_) => progress(lang, &state, &change.reform(|()| Change::Cancel)),
        Stage::Cancelled => {
            html! { <p class="note">{ text::cancelled(lang) }{ text::space(lang) }{ kept(lang, &state) }</p> }
        }
        Stage::Failed(error) => {
            let dismiss = change.reform(|()| Change::Dismiss);
            trouble(lang, (&attempt.source.name, error), &state.options, kept(lang, &state), &on_options, &dismiss)
        }
        Stage::Done => Html::default(),
    });
    let result = state.done.as_ref().map(|done| {
        let (target, hold_out) = (change.reform(Change::Target), change.reform(Change::HoldOut));
        list_result(lang, done, state.p, state.held_out_percent, Ask { target, hold_out, list: on_list })
    });
    html! {<>
        <div class="input-side reading">
            { stage }
            { attempt.and_then(|attempt| attempt.preview.as_ref()).map(how) }
        </div>
        <div class="input-side result">{ result }</div>
    </>}
}

/// What is still there after a failure.
fn kept(lang: Lang, state: &PanelState) -> &'static str {
    if state.done.is_some() { text::earlier_stays(lang) } else { text::nothing_changed(lang) }
}
