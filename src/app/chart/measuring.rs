//! How far a measurement is, and the buttons to start and stop it.

use bloomscope::experiment::Failure;
use bloomscope::text::{Lang, curves as words};
use bloomscope::view::series::Observed;
use std::rc::Rc;
use yew::prelude::*;

/// Where a measurement stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// So large that it waits to be asked for.
    Waiting,
    /// Under way: keys inserted or probed, of all.
    Running {
        /// Done.
        done: u64,
        /// In all.
        total: u64,
    },
    /// Stopped by the visitor.
    Stopped,
    /// Complete.
    Done,
    /// Impossible, and why.
    Failed(Failure),
}

/// A measurement as the page sees it.
#[derive(Clone, PartialEq)]
pub struct Measurement {
    /// What was counted so far, for the present parameters only.
    pub observed: Rc<Vec<Observed>>,
    /// Where it stands.
    pub phase: Phase,
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
    let MeasuringProps { measurement: Measurement { observed, phase, run, cancel }, lang } = props;
    let lang = *lang;
    let running = matches!(phase, Phase::Running { .. });
    let probes = observed.iter().map(|seen| seen.tally.probes).sum();
    let words = match phase {
        Phase::Waiting => words::waiting(lang).to_owned(),
        Phase::Running { .. } => words::running(lang, probes),
        Phase::Stopped => words::stopped(lang, probes),
        Phase::Done => words::done(lang, probes, observed.len() as u64),
        Phase::Failed(failure) => words::failure(lang, failure),
    };
    let (value, max) = match phase {
        Phase::Running { done, total } => (*done, (*total).max(1)),
        Phase::Done => (1, 1),
        Phase::Waiting | Phase::Stopped | Phase::Failed(_) => (0, 1),
    };
    html! {
        <div class={classes!("measuring", running.then_some("running"))}>
            <button type="button" id="run" class="button small" disabled={running}
                onclick={run.reform(|_: MouseEvent| ())}>{ words::run(lang) }</button>
            <button type="button" id="cancel" class="button small" disabled={!running}
                onclick={cancel.reform(|_: MouseEvent| ())}>{ words::cancel(lang) }</button>
            <progress id="progress" value={value.to_string()} max={max.to_string()} aria-label={words::progress(lang)} />
            <p class="note">{ words }</p>
        </div>
    }
}
