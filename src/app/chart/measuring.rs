//! How far a measurement is, and the buttons to start and stop it.

use bloomscope::experiment::Failure;
use bloomscope::text::{Lang, curves as words};
use bloomscope::view::series::{Observed, Stage};
use std::rc::Rc;
use yew::prelude::*;

/// A measurement as the page sees it.
#[derive(Clone, PartialEq)]
pub struct Measurement {
    /// What was counted so far, for the present parameters only.
    pub observed: Rc<Vec<Observed>>,
    /// Where it stands.
    pub stage: Stage,
    /// Starts it anew.
    pub run: Callback<()>,
    /// Stops it.
    pub cancel: Callback<()>,
}

/// What [`Measuring`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct MeasuringProps {
    /// The measurement.
    pub measurement: Measurement,
    /// The page's language.
    pub lang: Lang,
}

/// The row under a chart: start, stop, progress.
#[component]
pub fn Measuring(props: &MeasuringProps) -> Html {
    let MeasuringProps { measurement: Measurement { observed, stage, run, cancel }, lang } = props;
    let lang = *lang;
    let running = matches!(stage, Stage::Running { .. });
    let probes = observed.iter().map(|seen| seen.tally.probes).sum();
    let words = match stage {
        Stage::Waiting => words::waiting(lang).to_owned(),
        Stage::Running { .. } => words::running(lang, probes),
        Stage::Stopped => words::stopped(lang, probes),
        Stage::Done => words::done(lang, probes, observed.len() as u64),
        Stage::Failed(failure) => words::failure(lang, failure),
    };
    let (value, max) = match stage {
        Stage::Running { done, total } => (*done, (*total).max(1)),
        Stage::Done => (1, 1),
        Stage::Waiting | Stage::Stopped | Stage::Failed(_) => (0, 1),
    };
    // What is impossible now is impossible however often it is asked for; the note says why.
    let impossible = matches!(
        stage,
        Stage::Failed(
            Failure::MemoryRefused { .. }
                | Failure::BadFilter { .. }
                | Failure::TooManyPoints { .. }
                | Failure::TooFewKeys { .. }
        )
    );
    html! {
        <div class={classes!("measuring", running.then_some("running"))}>
            <button type="button" id="run" class="button small" disabled={running || impossible} aria-describedby="measuring-note"
                onclick={run.reform(|_: MouseEvent| ())}>{ words::run(lang) }</button>
            <button type="button" id="cancel" class="button small" disabled={!running}
                onclick={cancel.reform(|_: MouseEvent| ())}>{ words::cancel(lang) }</button>
            <progress id="progress" value={value.to_string()} max={max.to_string()} aria-label={words::progress(lang)} />
            <p id="measuring-note" class="note">{ words }</p>
        </div>
    }
}
