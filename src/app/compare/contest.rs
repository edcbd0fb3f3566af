//! The comparison itself: sentence, numbers, table, drawings.

use std::rc::Rc;

use bloomscope::chart::Plate;
use bloomscope::experiment::{Contender, Contest, Goal, MAX_CONTEST_KEYS};
use bloomscope::scenario::ComparePart;
use bloomscope::text::compare::{self as words, Piece};
use bloomscope::text::{Lang, curves};
use bloomscope::view::compare::{Column, Order, Row, Speeds, Trade, csv, finding, rows, sort};
use yew::prelude::*;

use super::bar::{Bar, bar};
use super::controls::Controls;
use super::figure::Figure;
use super::job::{Measured, Stage, is_measurable, use_contest};
use super::legend;
use super::table::Table;
use crate::chart::save_text;
use crate::island::{Props, island};

/// What [`ContestSection`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct ContestProps {
    /// What was asked.
    pub part: ComparePart,
    /// The contest that follows.
    pub contest: Contest,
    /// The page's language.
    pub lang: Lang,
    /// Changes whenever colours or faces may have changed.
    pub theme_version: u32,
}

/// The section.
#[component]
pub fn ContestSection(props: &ContestProps) -> Html {
    let ContestProps { part, contest, lang, theme_version } = props;
    let (n, goal, lang, theme_version) = (contest.n, contest.goal, *lang, *theme_version);
    let contest = use_memo(contest.clone(), Contest::clone);
    let measured = use_contest(&contest);
    let sorted = use_state_eq(|| (Column::Structure, Order::Ascending));
    let table = use_memo((contest.clone(), measured.results.clone()), |(contest, results)| rows(contest, results));
    let ordered = use_memo((table.clone(), *sorted), |(table, (column, order))| {
        let mut rows = (**table).clone();
        sort(&mut rows, *column, *order);
        rows
    });
    let trade = use_memo(table.clone(), |table| Plate::Trade(Trade::new(table, n, goal)));
    let speeds = use_memo(ordered.clone(), |ordered| Speeds::new(ordered));
    let timed = speeds.rows.len() as u64;
    let speeds = use_memo(speeds, |speeds| Plate::Speeds((**speeds).clone()));
    let spots = match &*trade {
        Plate::Trade(trade) => trade.spots.len() as u64,
        Plate::Speeds(_) | Plate::Rounds(_) => 0,
    };
    let on_sort = {
        let sorted = sorted.clone();
        Callback::from(move |column| {
            let (of, order) = *sorted;
            sorted.set((column, if of == column { order.turned() } else { Order::Ascending }));
        })
    };
    let on_csv = {
        let ordered = ordered.clone();
        Callback::from(move |_: MouseEvent| {
            save_text("bloomscope-compare.csv", "text/csv;charset=utf-8", &csv(&ordered));
        })
    };
    html! {
        <section class="compare-contest">
            { sentence(&table, n, goal, lang) }
            { island::<Controls>(yew::props!(Props<Controls> { part: *part, n, goal, other: other_goal(&table, n, goal), lang })) }
            { measuring(&measured, &contest, lang) }
            { island::<Table>(yew::props!(Props<Table> { rows: ordered, sorted: *sorted, lang, on_sort })) }
            <div class="compare-foot">
                <p class="note">{ words::one_machine(lang) }</p>
                <button type="button" class="button quiet small" data-export="csv" title={curves::save_as(lang, "CSV")}
                    onclick={on_csv}>{ "CSV" }</button>
            </div>
            <div class="compare-figures">
                { island::<Figure>(yew::props!(Props<Figure> { id: "trade", plate: trade, title: words::trade_title(lang), axes: (words::trade_y(lang), words::trade_x(lang)), label: AttrValue::from(words::trade_label(lang, spots)), lang, theme_version, children: legend::of_lines(lang) })) }
                if timed > 0 {
                    { island::<Figure>(yew::props!(Props<Figure> { id: "speeds", plate: speeds, title: words::speed_title(lang), axes: ("", words::speed_x(lang)), label: AttrValue::from(words::speed_label(lang, timed)), lang, theme_version, children: legend::of_operations(lang) })) }
                } else {
                    <div class="compare-figure"><h2>{ words::speed_title(lang) }</h2><p class="note">{ words::no_speeds(lang) }</p></div>
                }
            </div>
            <details class="compare-about">
                <summary>{ words::details(lang) }</summary>
                <dl>
                    { for Contender::ALL.map(|contender| html! {
                        <>
                            <dt>{ words::name(lang, contender) }</dt>
                            <dd>{ words::about(lang, contender) }{ " " }
                                <span class="note">{ words::source_of_rate(lang) }{ lang.pick(": ", "：") }{ words::source(lang, contender) }</span></dd>
                        </>
                    }) }
                </dl>
            </details>
        </section>
    }
}

fn sentence(table: &[Row], n: u64, goal: Goal, lang: Lang) -> Html {
    html! {
        <p class="sentence" id="compare-sentence">
            { for words::say(lang, n, goal, &finding(table, goal)).into_iter().map(|piece| match piece {
                Piece::Plain(text) => html! { text },
                Piece::Number(text) => html! { <span class="handle">{ text }</span> },
                Piece::Result(text) => html! { <span class="handle theory">{ text }</span> },
            }) }
        </p>
    }
}

/// Start, stop, progress, and a sentence on where it stands.
fn measuring(measured: &Measured, contest: &Contest, lang: Lang) -> Html {
    let Measured { results, stage, run, cancel } = measured;
    let is_running = matches!(stage, Stage::Running(_));
    let (value, max) = match stage {
        Stage::Running(progress) => (progress.done, progress.total.max(1)),
        Stage::Done => (1, 1),
        _ => (0, 1),
    };
    let said = match stage {
        _ if !is_measurable(contest) => words::too_many(lang, MAX_CONTEST_KEYS),
        Stage::Idle => words::waiting(lang).to_owned(),
        Stage::Running(_) => words::running(lang, results.len() as u64, Contender::ALL.len() as u64),
        Stage::Stopped => words::stopped(lang).to_owned(),
        Stage::Done => words::done(lang, contest.n, contest.n_probes),
        Stage::Failed(failure) => curves::failure(lang, failure),
    };
    bar(&Bar {
        ids: ["run", "cancel", "progress", "measuring-note"],
        is_running,
        can_run: is_measurable(contest),
        is_done: *stage == Stage::Done,
        progress: (value, max),
        label: words::progress(lang),
        said,
        run,
        cancel,
        lang,
    })
}

/// The other kind of goal, at which a Bloom filter is the same.
fn other_goal(table: &Rc<Vec<Row>>, n: u64, goal: Goal) -> Goal {
    let bloom = table.iter().find(|row| row.contender == Contender::Bloom);
    let (bits, rate) = (bloom.and_then(Row::n_bits), bloom.and_then(Row::theory));
    match goal {
        Goal::Rate(_) => Goal::Memory(bits.unwrap_or(n.saturating_mul(10)).div_ceil(8192) * 8192),
        Goal::Memory(_) => Goal::Rate(rate.filter(|&p| p > 1e-9 && p < 0.9).map_or(0.01, rounded)),
    }
}

/// A rate with two figures.
fn rounded(p: f64) -> f64 {
    format!("{p:.1e}").parse().unwrap_or(p)
}
