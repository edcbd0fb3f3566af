//! What is compared: how many keys, and a rate or a budget.

use bloomscope::experiment::Goal;
use bloomscope::scenario::{Action, ComparePart, Notice, NumberProblem, parse_bits, parse_count, parse_rate};
use bloomscope::text::{Lang, compare as words, number};
use yew::prelude::*;

use crate::field::Field;
use crate::island::{Props, island};
use crate::store::Dispatch;

/// What [`Controls`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct ControlsProps {
    /// What was asked.
    pub part: ComparePart,
    /// The keys in force.
    pub n: u64,
    /// The goal in force.
    pub goal: Goal,
    /// The memory that a Bloom filter takes at the rate, or the rate it has in the budget: where the other kind of goal starts.
    pub other: Goal,
    /// The page's language.
    pub lang: Lang,
}

/// The row of fields.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let ControlsProps { part, n, goal, other, lang } = *props;
    let dispatch = use_context::<Dispatch>();
    let send = move |action: Action| {
        if let Some(dispatch) = &dispatch {
            dispatch.dispatch(action);
        }
    };
    let ask = {
        let send = send.clone();
        move |part: ComparePart| send(Action::SetCompare(part))
    };
    let refuse = move |field: &'static str, value: String, problem: NumberProblem| {
        send(Action::Notify(Notice::Typed { field, value, problem }));
    };
    let on_keys = {
        let (ask, refuse) = (ask.clone(), refuse.clone());
        Callback::from(move |text: String| match parse_count(&text) {
            Ok(n) => ask(ComparePart { keys: Some(n), ..part }),
            Err(problem) => refuse("n", text, problem),
        })
    };
    let is_rate = matches!(goal, Goal::Rate(_));
    let on_goal = {
        let ask = ask.clone();
        Callback::from(move |text: String| {
            let (read, field) = if is_rate {
                (parse_rate(&text).map(Goal::Rate), "rate")
            } else {
                (parse_bits(&text).map(Goal::Memory), "budget")
            };
            match read {
                Ok(goal) => ask(ComparePart { goal: Some(goal), ..part }),
                Err(problem) => refuse(field, text, problem),
            }
        })
    };
    let (id, shown, name) = match goal {
        Goal::Rate(p) => ("compare-rate", number::percent(p), words::rate(lang)),
        Goal::Memory(n_bits) => ("compare-budget", size(lang, n_bits), words::budget(lang)),
    };
    let kind = |value: &'static str, label: &'static str, checked: bool| {
        let ask = ask.clone();
        let onchange = Callback::from(move |_: Event| ask(ComparePart { goal: Some(other), ..part }));
        html! {
            <label><input type="radio" name="compare-goal" {value} {checked} {onchange} /><span>{ label }</span></label>
        }
    };
    html! {
        <div class="compare-controls">
            <label for="compare-n">{ words::keys(lang) }</label>
            { island::<Field>(yew::props!(Props<Field> { id: "compare-n", class: "field number", shown: number::count(n), on_typed: on_keys })) }
            <fieldset class="segments">
                <legend class="visually-hidden">{ words::goal(lang) }</legend>
                { kind("rate", words::by_rate(lang), is_rate) }
                { kind("budget", words::by_budget(lang), !is_rate) }
            </fieldset>
            { island::<Field>(yew::props!(Props<Field> { id, class: "field number", shown, keyboard: "text", name: Some(AttrValue::from(name)), on_typed: on_goal })) }
        </div>
    }
}

/// A size that reads back as the same number of bits where it is a whole number of bytes in few figures, else in bits.
fn size(lang: Lang, n_bits: u64) -> String {
    let text = number::bytes(lang, n_bits.div_ceil(8));
    if lang == Lang::En && parse_bits(&text) == Ok(n_bits) { text } else { whole(n_bits) }
}

/// The same in units that every language reads back.
fn whole(n_bits: u64) -> String {
    let units = [("GiB", 33), ("MiB", 23), ("KiB", 13)];
    let unit = units.into_iter().find(|&(_, shift)| n_bits >> shift > 0 && n_bits.trailing_zeros() >= shift);
    match unit {
        Some((unit, shift)) => format!("{}\u{202f}{unit}", n_bits >> shift),
        None => format!("{}\u{202f}bits", number::count(n_bits)),
    }
}
