//! The large run: a million keys, ten million probes, one click.

use super::job::{LargeState, use_large};
use bloomscope::experiment::{KeySource, LargeSpec, LargeTally};
use bloomscope::filter::BloomSpec;
use bloomscope::hash::HashSpec;
use bloomscope::text::{Lang, curves as words};
use bloomscope::theory::{interval, rate, sizing};
use bloomscope::view::series::{Strip, Tally, agreement};
use yew::prelude::*;

/// Keys inserted.
const KEYS: u64 = 1_000_000;
/// The rate aimed for.
const TARGET: f64 = 0.01;
/// Probes.
const PROBES: u64 = 10_000_000;

/// What [`LargeRun`] measures with.
#[derive(Clone, PartialEq, Properties)]
pub struct LargeRunProps {
    /// How keys become positions.
    pub hash: HashSpec,
    /// Where keys come from.
    pub source: KeySource,
    /// The seed.
    pub seed: u64,
    /// The page's language.
    pub lang: Lang,
}

/// A button, then progress, then a rate with its interval against theory.
#[component]
pub fn LargeRun(props: &LargeRunProps) -> Html {
    let lang = props.lang;
    let n_bits = sizing::bits_for(KEYS, TARGET);
    let n_hashes = sizing::hashes_for(n_bits, KEYS);
    let spec = use_memo((props.hash, props.source.clone(), props.seed), move |(hash, source, seed)| {
        let bloom = BloomSpec { n_bits, n_hashes, hash: *hash };
        LargeSpec::generated(bloom, source.clone(), *seed, KEYS, PROBES)
    });
    let (state, run, cancel) = use_large(&spec);
    let running = matches!(state, LargeState::Building(..) | LargeState::Probing(..));
    let (said, done, total) = match &state {
        LargeState::Idle => (String::new(), 0, 1),
        LargeState::Stopped => (words::large_stopped(lang).to_owned(), 0, 1),
        LargeState::Building(done, total) => (words::large_building(lang, *done, *total), *done, *total),
        LargeState::Probing(tally) => {
            (words::large_probing(lang, tally.hits, tally.probes, PROBES), tally.probes, PROBES)
        }
        LargeState::Done(_) => (String::new(), 1, 1),
        LargeState::Failed(failure) => (words::failure(lang, failure), 0, 1),
    };
    html! {
        <section class="large-run" aria-labelledby="large-heading">
            <h2 id="large-heading">{ words::large_heading(lang) }</h2>
            <p class="note">{ words::large_about(lang, KEYS, n_bits, n_hashes, PROBES) }</p>
            <div class={classes!("measuring", running.then_some("running"))}>
                <button type="button" id="run-large" class="button small" disabled={running}
                    onclick={run.reform(|_: MouseEvent| ())}>{ words::large_run(lang) }</button>
                <button type="button" id="cancel-large" class="button small" disabled={!running}
                    onclick={cancel.reform(|_: MouseEvent| ())}>{ words::cancel(lang) }</button>
                <progress id="progress-large" value={done.to_string()} max={total.max(1).to_string()}
                        aria-label={words::progress(lang)} />
            </div>
            <div role="status" class="large-result" id="large-result">
                if !said.is_empty() { <p class="note">{ said }</p> }
                if let LargeState::Done(tally) = state {
                    { result(lang, tally, n_bits, n_hashes) }
                }
            </div>
        </section>
    }
}

/// The rate, its interval and theory, in words and as a strip.
fn result(lang: Lang, tally: LargeTally, m: u64, k: u32) -> Html {
    let counted = Tally { hits: tally.hits, probes: tally.probes };
    let interval = interval::wilson(tally.hits, tally.probes, interval::Z95);
    let exact = rate::exact(tally.len, m, k).value;
    let measured = tally.hits as f64 / tally.probes.max(1) as f64;
    let strip = Strip::new(measured, interval, exact);
    let place = |at: f64| format!("{:.2}%", at * 100.0);
    let theory = place(strip.theory);
    let anchor = if strip.theory < 0.25 {
        "start"
    } else if strip.theory > 0.75 {
        "end"
    } else {
        "middle"
    };
    html! {
        <>
            <p>{ words::large_result(lang, counted, interval, exact, agreement(counted, exact)) }</p>
            <svg class="strip" height="62" role="img" aria-label={words::strip(lang)}
                data-fp={tally.hits.to_string()} data-probes={tally.probes.to_string()}>
                <line class="strip-axis" x1="0" x2="100%" y1="32" y2="32" />
                <line class="strip-bar" x1={place(strip.low)} x2={place(strip.high)} y1="32" y2="32" />
                <line class="strip-theory" x1={theory.clone()} x2={theory.clone()} y1="18" y2="44" />
                <circle class="strip-dot" cx={place(strip.measured)} cy="32" r="5" />
                <text class="theory" x={theory} y="12" text-anchor={anchor}>{ words::strip_theory(lang, exact) }</text>
                <text x={place(strip.low)} y="58" text-anchor="end">{ words::strip_rate(interval.low) }</text>
                <text x={place(strip.high)} y="58" text-anchor="start">{ words::strip_rate(interval.high) }</text>
            </svg>
        </>
    }
}
