//! A list that was read: its account, the filter for it, what was measured with it.

use bloomscope::dump::{Footprint, TrialReport};
use bloomscope::text::number::{bytes, percent};
use bloomscope::text::{Lang, input as text};
use bloomscope::theory::sizing::{bits_for, hashes_for};
use yew::prelude::*;

use super::options::choice;
use super::state::Done;

/// Target rates to choose from.
const TARGETS: [f64; 7] = [0.2, 0.1, 0.05, 0.01, 1e-3, 1e-4, 1e-6];

/// Shares to hold out, in percent.
const SHARES: [u32; 5] = [0, 5, 10, 20, 50];

/// Who is told what is asked of a list.
pub struct Ask {
    /// Another rate was chosen.
    pub target: Callback<f64>,
    /// Another share to hold out was chosen.
    pub hold_out: Callback<u32>,
    /// The list is to go into the filter.
    pub list: Callback<()>,
}

/// The account of a list and of its filter at target rate `p`.
pub fn list_result(lang: Lang, done: &Done, p: f64, held_out_percent: u32, ask: Ask) -> Html {
    let list = &done.list;
    let keys = list.keys.len() as u64;
    let n_bits = bits_for(keys, p);
    let n_hashes = hashes_for(n_bits, keys);
    let report = done.trial.as_ref().and_then(|trial| trial.as_ref().ok());
    let mut targets = TARGETS.to_vec();
    if !targets.contains(&p) {
        targets.push(p);
        targets.sort_by(|a, b| b.total_cmp(a));
    }
    html! {
        <div id="list-result" class="list-result" data-keys={keys.to_string()} data-lines={list.counts.lines.to_string()}
            data-duplicates={list.counts.duplicates.to_string()} data-empty={list.counts.empty_lines.to_string()} data-bits={n_bits.to_string()}
            data-fp={report.map(|report| report.observed.hits.to_string())} data-probes={report.map(|report| report.observed.trials.to_string())}>
            // Always there, so that what is put into it later is read out.
            <p class="visually-hidden" role="status">
                { report.map(|report| format!("{}{}{}", text::distinct(lang, keys), text::stop(lang), text::measured(lang, report, p))) }
            </p>
            <p class="note">{ text::source(lang, &done.name, list) }</p>
            <p class="list-count"><strong>{ text::distinct(lang, keys) }</strong></p>
            <ul class="list-left-out note">{ for text::left_out(lang, list).into_iter().map(|phrase| html! { <li>{ phrase }</li> }) }</ul>
            <div class="list-asked">
                { choice("input-target", text::target(lang), targets.into_iter().map(|p| (p, percent(p).into())).collect(), &p, ask.target) }
                { choice("input-held-out", text::held_out(lang), SHARES.map(|share| (share, text::share(lang, share).into())).to_vec(), &held_out_percent, ask.hold_out) }
            </div>
            <p>{ text::sized(lang, keys, p, n_bits, n_hashes) }{ text::space(lang) }{ report.map(|report| text::saving(lang, report.footprint)) }</p>
            { match &done.trial {
                None => html! { <p class="note">{ text::measuring(lang) }</p> },
                Some(Err(error)) => html! { <p class="trouble">{ text::trial_problem(lang, error) }</p> },
                Some(Ok(report)) => html! {<>
                    { bars(lang, report.footprint) }
                    <details class="bars-how">
                        <summary>{ text::memory_how(lang) }</summary>
                        <p class="note">{ text::memory_formula(lang) }</p>
                    </details>
                    <p id="list-measured">{ text::measured(lang, report, p) }</p>
                    { named(lang, done, report) }
                </>},
            } }
            <button id="list-use" class="button primary" onclick={ask.list.reform(|_| ())}>{ text::use_list(lang) }</button>
        </div>
    }
}

/// False positives by name.
fn named(lang: Lang, done: &Done, report: &TrialReport) -> Html {
    let keys = report.false_positives.iter().filter_map(|&number| done.list.keys.get(number as usize));
    let keys: Vec<String> = keys.map(|key| text::excerpt(&String::from_utf8_lossy(key))).collect();
    if keys.is_empty() {
        return Html::default();
    }
    html! {
        <details>
            <summary>{ text::false_positives(lang, keys.len(), report.observed.hits) }</summary>
            <ul class="list-false">{ for keys.into_iter().map(|key| html! { <li><span class="chip">{ key }</span></li> }) }</ul>
        </details>
    }
}

/// Three bars of memory, to one scale.
fn bars(lang: Lang, footprint: Footprint) -> Html {
    let Footprint { raw, hash_set, filter } = footprint;
    let most = raw.max(hash_set).max(filter).max(1) as f64;
    let bar = |(class, name, n): (&'static str, &'static str, u64)| {
        html! {
            <tr class={class}>
                <th scope="row">{ name }</th>
                <td class="bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width={(n as f64 / most * 100.0).max(0.4).to_string()} height="10" /></svg></td>
                <td class="size">{ bytes(lang, n) }</td>
            </tr>
        }
    };
    let bars = [
        ("set", text::memory_set(lang), hash_set),
        ("raw", text::memory_raw(lang), raw),
        ("filter", text::memory_filter(lang), filter),
    ];
    html! {
        <table class="bars">
            <caption class="note">{ text::memory(lang) }</caption>
            <tbody>{ for bars.into_iter().map(bar) }</tbody>
        </table>
    }
}
