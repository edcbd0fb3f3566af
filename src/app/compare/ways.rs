//! Ways to live with deletions, side by side on the same keys: sentence, numbers, courses, table.

use std::rc::Rc;

use bloomscope::chart::Plate;
use bloomscope::experiment::{DeletionField as Of, DeletionIssue, DeletionSpec, RoundTally, Way};
use bloomscope::scenario::{Action, ComparePart, Notice, NumberProblem, WaysPart, parse_rate, parse_whole};
use bloomscope::text::{Lang, compare, curves, number, ways as words};
use bloomscope::view::ways::{Measure, Rounds, csv};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::bar::{Bar, bar};
use super::figure::Figure;
use super::legend;
use super::ways_job::{Running, Stage, use_deletion};
use crate::chart::save_text;
use crate::field::Field;
use crate::island::{Props, island};
use crate::store::Dispatch;

/// What [`WaysSection`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct WaysProps {
    /// What was asked.
    pub part: ComparePart,
    /// The run that follows.
    pub spec: DeletionSpec,
    /// The page's language.
    pub lang: Lang,
    /// Changes whenever colours or faces may have changed.
    pub theme_version: u32,
}

/// The section.
#[component]
pub fn WaysSection(props: &WaysProps) -> Html {
    let WaysProps { part, spec, lang, theme_version } = props;
    let (lang, theme_version) = (*lang, *theme_version);
    let spec = use_memo(spec.clone(), DeletionSpec::clone);
    let running = use_deletion(&spec);
    let dispatch = use_context::<Dispatch>();
    use_effect_with(*part, move |&part| {
        // A link may ask for what cannot be run.
        let (ways, issues) = part.ways.fitted();
        if let (Some(dispatch), false) = (dispatch, issues.is_empty()) {
            settle(&dispatch, part, ways, issues);
        }
    });
    let chosen = use_state_eq(|| None::<usize>);
    let rounds = running.rounds.clone();
    let last = rounds.len().saturating_sub(1);
    let at = chosen.filter(|&round| round < last).unwrap_or(last);
    let n_rounds = spec.input().rounds;
    let charts = use_memo((rounds.clone(), n_rounds, at), |(rounds, n_rounds, at)| {
        Measure::ALL.map(|measure| Rc::new(Plate::Rounds(Rounds::new(measure, rounds, *n_rounds, *at))))
    });
    let on_round = {
        let chosen = chosen.clone();
        Callback::from(move |event: InputEvent| {
            let value =
                event.target_dyn_into::<HtmlInputElement>().and_then(|input| input.value().parse::<usize>().ok());
            chosen.set(value);
        })
    };
    let on_csv = {
        let rounds = rounds.clone();
        Callback::from(move |_: MouseEvent| {
            save_text("bloomscope-deletions.csv", "text/csv;charset=utf-8", &csv(&rounds));
        })
    };
    html! {
        <section class="compare-contest" aria-labelledby="ways-title">
            <h2 id="ways-title">{ words::ways_title(lang) }</h2>
            if let Some(round) = rounds.get(at) {
                <p class="sentence small" id="ways-sentence">{ words::ways_finding(lang, spec.input(), at as u64, round) }</p>
            } else {
                <p class="sentence small" id="ways-sentence">{ words::ways_waiting(lang) }</p>
            }
            { island::<Numbers>(yew::props!(Props<Numbers> { part: *part, capacity: spec.capacity(), lang })) }
            { measuring(&running, &spec, lang) }
            <label class="ways-round">
                <span>{ words::round_of(lang, at as u64, n_rounds) }</span>
                <input id="ways-at" type="range" min="0" max={last.to_string()} value={at.to_string()} disabled={last == 0} oninput={on_round} />
            </label>
            { table(rounds.get(at), lang) }
            <div class="compare-foot">
                <p class="note">{ words::ways_note(lang) }</p>
                <button type="button" class="button quiet small" data-export="ways-csv" title={curves::save_as(lang, "CSV")}
                    disabled={rounds.is_empty()} onclick={on_csv}>{ "CSV" }</button>
            </div>
            { legend::of_ways(lang) }
            <div class="compare-figures ways-figures">
                { for Measure::ALL.into_iter().zip(charts.iter()).map(|(measure, plate)| figure(measure, plate, n_rounds, lang, theme_version)) }
            </div>
        </section>
    }
}

fn figure(measure: Measure, plate: &Rc<Plate>, n_rounds: u64, lang: Lang, theme_version: u32) -> Html {
    let id = match measure {
        Measure::Denied => "ways-denied",
        Measure::Stale => "ways-stale",
        Measure::Rate => "ways-rate",
        Measure::Memory => "ways-memory",
    };
    let label = AttrValue::from(words::rounds_label(lang, measure, n_rounds));
    let props = yew::props!(Props<Figure> { id, plate: plate.clone(), title: words::measure(lang, measure), axes: ("", words::x_rounds(lang)), label, lang, theme_version, children: Html::default() });
    // Each in an element of its own: islands of one kind side by side would have one key.
    html! { <div>{ island::<Figure>(props) }</div> }
}

/// Start, stop, progress, and a sentence on where it stands.
fn measuring(running: &Running, spec: &DeletionSpec, lang: Lang) -> Html {
    let Running { rounds, stage, run, cancel } = running;
    let is_running = matches!(stage, Stage::Running(_));
    let (value, max) = match stage {
        Stage::Running(progress) => (progress.done, progress.total.max(1)),
        Stage::Done => (1, 1),
        _ => (0, 1),
    };
    let said = match stage {
        Stage::Idle => words::ways_waiting(lang).to_owned(),
        Stage::Running(_) => words::ways_running(lang, rounds.len().saturating_sub(1) as u64, spec.input().rounds),
        Stage::Stopped => words::ways_stopped(lang).to_owned(),
        Stage::Done => words::ways_done(lang, spec.input().n_probes),
        Stage::Failed => words::ways_failed(lang).to_owned(),
    };
    bar(&Bar {
        ids: ["ways-run", "ways-cancel", "ways-progress", "ways-status"],
        is_running,
        can_run: true,
        is_done: *stage == Stage::Done,
        progress: (value, max),
        label: words::ways_progress(lang),
        said,
        run,
        cancel,
        lang,
    })
}

fn table(round: Option<&RoundTally>, lang: Lang) -> Html {
    let heads = [
        words::denied(lang),
        words::stale(lang),
        words::false_positives(lang),
        words::memory(lang),
        words::hashed(lang),
    ];
    html! {
        <div class="compare-scroll" role="region" tabindex="0" aria-label={words::ways_table(lang)}>
            <table id="ways-table" class="compare-table">
                <caption class="visually-hidden">{ words::ways_table(lang) }</caption>
                <thead><tr>
                    <th scope="col">{ words::way(lang) }</th>
                    { for heads.map(|head| html! { <th scope="col">{ head }</th> }) }
                    <th scope="col" class="word">{ words::what_it_takes(lang) }</th>
                </tr></thead>
                <tbody>{ for round.iter().flat_map(|round| Way::ALL.map(|way| line(round, way, lang))) }</tbody>
            </table>
        </div>
    }
}

fn line(round: &RoundTally, way: Way, lang: Lang) -> Html {
    let tally = round.of(way);
    let bytes = |n_bits: u64| number::bytes(lang, n_bits.div_ceil(8));
    let seen = tally.false_positives;
    let peak = (tally.peak_bits > tally.n_bits)
        .then(|| html! { <small>{ words::memory_peak(lang) }{ " " }{ bytes(tally.peak_bits) }</small> });
    html! {
        <tr data-way={way.code()} data-denied={tally.denied.hits.to_string()} data-stale={tally.stale.hits.to_string()}
            data-fp={seen.hits.to_string()} data-probes={seen.trials.to_string()} data-bits={tally.n_bits.to_string()}>
            <th scope="row">{ words::name(lang, way) }</th>
            <td class={classes!((tally.denied.hits > 0).then_some("alarm"))}>{ number::count(tally.denied.hits) }</td>
            <td>{ number::count(tally.stale.hits) }<small>{ format!("/ {}", number::count(tally.stale.trials)) }</small></td>
            <td>{ seen.rate().map(compare::measured) }<small>{ compare::interval(seen.interval()) }</small></td>
            <td>{ bytes(tally.n_bits) }{ peak }</td>
            <td>{ number::count(tally.hashed) }</td>
            <td class="why">{ words::price(lang, way, &tally, &round.of(Way::Nothing)) }</td>
        </tr>
    }
}

/// What [`Numbers`] shows.
#[derive(Clone, PartialEq, Properties)]
struct NumbersProps {
    part: ComparePart,
    /// The keys that structures are made for.
    capacity: u64,
    lang: Lang,
}

/// The fields. What cannot be run is brought into range, and said.
#[component]
fn Numbers(props: &NumbersProps) -> Html {
    let NumbersProps { part, capacity, lang } = *props;
    let dispatch = use_context::<Dispatch>();
    let field = |id: &'static str, of: Of, shown: String, set: fn(&mut WaysPart, &str) -> Result<(), NumberProblem>| {
        let dispatch = dispatch.clone();
        let name = words::field(lang, of);
        let on_typed = Callback::from(move |text: String| {
            let Some(dispatch) = &dispatch else { return };
            let mut ways = part.ways;
            if let Err(problem) = set(&mut ways, &text) {
                return dispatch.dispatch(Action::Notify(Notice::Typed { field: name, value: text, problem }));
            }
            let (ways, issues) = ways.fitted();
            settle(dispatch, part, ways, issues);
        });
        html! {
            <div class="number-field">
                <label for={id}>{ name }</label>
                { island::<Field>(yew::props!(Props<Field> { id, class: "field number", shown, keyboard: "text", on_typed })) }
            </div>
        }
    };
    let WaysPart { n, deletions, insertions, rounds, rebuild_every, rate, counter_bits, .. } = part.ways;
    html! {
        <div class="number-fields">
            { field("ways-n", Of::Keys, number::count(n), |part, text| read(&mut part.n, text)) }
            { field("ways-deletions", Of::Deletions, number::count(deletions), |part, text| read(&mut part.deletions, text)) }
            { field("ways-insertions", Of::Insertions, number::count(insertions), |part, text| read(&mut part.insertions, text)) }
            { field("ways-rounds", Of::Rounds, number::count(rounds), |part, text| read(&mut part.rounds, text)) }
            { field("ways-every", Of::RebuildEvery, number::count(rebuild_every), |part, text| read(&mut part.rebuild_every, text)) }
            { field("ways-p", Of::Rate, number::percent(rate), |part, text| parse_rate(text).map(|rate| part.rate = rate)) }
            { field("ways-capacity", Of::Capacity, number::count(capacity), |part, text| parse_whole(text).map(|n| part.capacity = Some(n))) }
            { field("ways-counter", Of::CounterBits, number::count(counter_bits), |part, text| read(&mut part.counter_bits, text)) }
        </div>
    }
}

/// Takes numbers that can be run, and says what was changed for it.
fn settle(dispatch: &Dispatch, part: ComparePart, ways: WaysPart, issues: Vec<DeletionIssue>) {
    for issue in issues {
        dispatch.dispatch(Action::Notify(Notice::Ways(issue)));
    }
    dispatch.dispatch(Action::SetCompare(ComparePart { ways, ..part }));
}

fn read(place: &mut u64, text: &str) -> Result<(), NumberProblem> {
    parse_whole(text).map(|value| *place = value)
}
