//! The table: a row a structure, columns that put the rows in order.

use std::rc::Rc;

use bloomscope::experiment::{Contender, Operation};
use bloomscope::text::{Lang, compare as words, number};
use bloomscope::theory::hyperloglog::relative_error;
use bloomscope::view::compare::{Abilities, Column, Order, Row};
use yew::prelude::*;

/// What [`Table`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct TableProps {
    /// The rows, in order.
    pub rows: Rc<Vec<Row>>,
    /// The column that they are ordered by, and which way.
    pub sorted: (Column, Order),
    /// The page's language.
    pub lang: Lang,
    /// Told the column to order by.
    pub on_sort: Callback<Column>,
}

/// The table.
#[component]
pub fn Table(props: &TableProps) -> Html {
    let TableProps { rows, sorted, lang, on_sort } = props;
    let (sorted, lang) = (*sorted, *lang);
    let plain = rows.iter().find(|row| row.contender == Contender::Bloom).cloned();
    html! {
        // A box that scrolls has to be reached with the keyboard.
        <div class="compare-scroll" role="region" tabindex="0" aria-label={words::table_title(lang)}>
            <table id="compare-table" class="compare-table">
                <caption class="visually-hidden">{ words::table_title(lang) }</caption>
                <thead><tr>
                    { for Column::ALL.map(|column| head(column, sorted, lang, on_sort)) }
                    { for [words::deletes(lang), words::grows(lang), words::merges(lang), words::needs(lang)].map(|name| html! {
                        <th scope="col" class="word">{ name }</th>
                    }) }
                </tr></thead>
                <tbody>{ for rows.iter().map(|row| line(row, plain.as_ref(), lang)) }</tbody>
            </table>
        </div>
    }
}

fn head(column: Column, sorted: (Column, Order), lang: Lang, on_sort: &Callback<Column>) -> Html {
    let (sort, arrow) = match sorted {
        (of, Order::Ascending) if of == column => ("ascending", "▲"),
        (of, Order::Descending) if of == column => ("descending", "▼"),
        _ => ("none", ""),
    };
    html! {
        <th scope="col" aria-sort={sort}>
            <button type="button" data-sort={column.code()} title={words::column_note(lang, column)}
                onclick={on_sort.reform(move |_: MouseEvent| column)}>
                { words::column(lang, column) }<span class="arrow" aria-hidden="true">{ arrow }</span>
            </button>
        </th>
    }
}

fn line(row: &Row, plain: Option<&Row>, lang: Lang) -> Html {
    let contender = row.contender;
    let name = html! {
        <th scope="row" title={words::about(lang, contender)}>{ words::name(lang, contender) }</th>
    };
    let trouble = match (&row.design, row.fate()) {
        (Err(hindrance), _) => Some(words::why_not(lang, contender, hindrance)),
        (Ok(_), Some(fate)) => words::failed(lang, fate, row.n),
        (Ok(_), None) => None,
    };
    let tally = row.tally();
    let code = contender.code();
    let can = Abilities::of(contender);
    let abilities = html! {
        <>
            { ability(can.deletes, lang) }{ ability(can.grows, lang) }{ ability(can.merges, lang) }
            <td class="word">{ words::need(lang, can.needs) }</td>
        </>
    };
    if let Some(trouble) = trouble {
        return html! {
            <tr data-structure={code} data-state="out">{ name }<td class="why" colspan="9">{ trouble }</td>{ abilities }</tr>
        };
    }
    let state = if row.measured.is_some() { "measured" } else { "designed" };
    let bits = row.bits_per_key().map(|bits| number::significant(bits, 3));
    let size = row.n_bits().map(|n_bits| number::bytes(lang, n_bits.div_ceil(8)));
    let answers = row.design.is_ok_and(|design| design.rate.is_some());
    let fp = tally.map(|tally| tally.false_positives.to_string());
    let probes = tally.map(|tally| tally.probes.to_string());
    html! {
        <tr data-structure={code} data-state={state} data-fp={fp} data-probes={probes}
            data-denied={tally.filter(|_| answers).map(|tally| tally.false_negatives.to_string())}>
            { name }
            <td>{ bits.unwrap_or_default() }</td>
            <td>{ size.unwrap_or_default() }</td>
            if answers {
                { rates(row, lang) }
                { for [Operation::Insert, Operation::Hit, Operation::Miss].map(|operation| time(row, plain, operation, lang)) }
                <td>{ row.lines().map_or("–".into(), |lines| number::significant(lines, 3)) }</td>
            } else {
                { counter(row, plain, lang) }
            }
            { abilities }
        </tr>
    }
}

/// Theory, measurement and keys denied.
fn rates(row: &Row, lang: Lang) -> Html {
    let theory = match row.theory() {
        Some(0.0) => words::exact(lang).to_owned(),
        Some(rate) => number::percent_of_theory(rate),
        None => String::new(),
    };
    let source = format!("{}: {}", words::source_of_rate(lang), words::source(lang, row.contender));
    let Some(tally) = row.tally() else {
        let missing = || html! { <td class="missing">{ words::not_measured(lang) }</td> };
        return html! { <><td title={source}>{ theory }</td>{ missing() }{ missing() }</> };
    };
    let seen = tally.observed();
    let denied = tally.false_negatives;
    html! {
        <>
            <td title={source}>{ theory }</td>
            <td>{ seen.rate().map(words::measured) }<small>{ words::interval(seen.interval()) }</small></td>
            <td class={classes!((denied > 0).then_some("alarm"))}>{ number::count(denied) }</td>
        </>
    }
}

/// A time, and how many times the Bloom filter's it is.
fn time(row: &Row, plain: Option<&Row>, operation: Operation, lang: Lang) -> Html {
    let Some(each) = row.speed(operation) else {
        return html! { <td class="missing">{ words::not_measured(lang) }</td> };
    };
    let ratio = plain.and_then(|plain| plain.speed(operation)).map(|of_plain| words::times(each / of_plain));
    html! { <td>{ words::nanos(each) }<small>{ ratio }</small></td> }
}

/// What a counter has instead of rates and queries.
fn counter(row: &Row, plain: Option<&Row>, lang: Lang) -> Html {
    let counted = row.tally().map(|tally| {
        let registers = tally.n_bits / 6;
        words::counted(lang, tally, tally.estimated as f64 * relative_error(registers), row.n)
    });
    html! {
        <>
            <td class="why" colspan="3">{ counted.map(|counted| html! { <b>{ counted }</b> }) }{ " " }{ words::cannot_answer(lang) }</td>
            { time(row, plain, Operation::Insert, lang) }
            <td>{ "–" }</td><td>{ "–" }</td><td>{ "–" }</td>
        </>
    }
}

/// Yes or no, in words and a mark.
fn ability(can: bool, lang: Lang) -> Html {
    let (class, mark, word) = if can { ("yes", "✓", words::yes(lang)) } else { ("no", "–", words::no(lang)) };
    html! { <td class={classes!("word", class)}><span aria-hidden="true">{ mark }{ " " }</span>{ word }</td> }
}
