//! Deletion from the plain filter, as it must not be done: a guess first, then the harm. Fetched when first asked for.

use bloomscope::scenario::{Action, Operation};
use bloomscope::text::family::deletion as text;
use bloomscope::text::{Lang, lab};
use yew::prelude::*;

use crate::bench::Bench;
use crate::store::{Dispatch, use_dispatch};

/// How many of the keys harmed are named.
const MOST_NAMES: usize = 12;

/// How many keys are named for one bit.
const MOST_SHARERS: usize = 4;

/// What is needed.
#[derive(Clone, PartialEq, Properties)]
pub struct DeletionProps {
    /// The live filter.
    pub bench: Bench,
    /// The key in the field.
    pub query: AttrValue,
    /// What was done last.
    pub operation: Operation,
    /// The operations so far.
    pub plays: u64,
    /// Whether deletion was asked for and waits for a guess.
    pub asks: bool,
    /// Whether the story of the deletion has come to its end.
    pub is_told: bool,
    /// Takes the question away.
    pub on_answer: Callback<()>,
    /// The language.
    pub lang: Lang,
    /// Highlights bits on the grid.
    pub on_highlight: Callback<Vec<u64>>,
}

/// A guess at how many keys are harmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guess {
    Nobody,
    OneOrTwo,
    More,
}

impl Guess {
    const fn is_right(self, n: u64) -> bool {
        matches!((self, n), (Self::Nobody, 0) | (Self::OneOrTwo, 1 | 2) | (Self::More, 3..))
    }
}

/// What was known when the deletion was agreed to.
#[derive(Clone, PartialEq)]
struct Before {
    key: AttrValue,
    plays: u64,
    guess: Guess,
    /// Bits cleared, with who else had set each and how many.
    bits: Vec<(u64, Vec<String>, u64)>,
    /// Keys harmed, and how many; nothing where they are not looked for.
    harmed: Option<(Vec<String>, u64)>,
}

/// The question, or what came of the deletion.
#[component]
pub fn UnsafeDeletion(props: &DeletionProps) -> Html {
    let DeletionProps { bench, query, operation, plays, asks, is_told, on_answer, lang, on_highlight } = props;
    let lang = *lang;
    let dispatch = use_context::<Dispatch>();
    let set_query = use_dispatch(Action::SetQuery);
    let before = use_state(|| None::<Before>);
    if *asks {
        let bits = bits_of(bench, query);
        let answer = |guess: Guess, name: &'static str, id: &'static str| {
            let (before, bench, key, plays) = (before.clone(), bench.clone(), query.clone(), *plays + 1);
            let (dispatch, on_answer) = (dispatch.clone(), on_answer.clone());
            let onclick = Callback::from(move |_: MouseEvent| {
                before.set(Some(look(&bench, &key, plays, guess)));
                on_answer.emit(());
                if let Some(dispatch) = &dispatch {
                    dispatch.dispatch(Action::Delete);
                }
            });
            html! { <button class="button" {id} {onclick}>{ name }</button> }
        };
        return html! {
            <div class="verdict predict" role="group" aria-labelledby="predict-heading">
                <strong id="predict-heading">{ text::heading(lang) }</strong>
                <p>{ text::question(lang, query, &bits) }</p>
                <div class="buttons">
                    { answer(Guess::Nobody, text::nobody(lang), "predict-none") }
                    { answer(Guess::OneOrTwo, text::one_or_two(lang), "predict-few") }
                    { answer(Guess::More, text::more(lang), "predict-more") }
                    <button class="button quiet" onclick={on_answer.reform(|_| ())}>{ text::give_up(lang) }</button>
                </div>
            </div>
        };
    }
    let Some(before) = before
        .as_ref()
        .filter(|before| *is_told && *operation == Operation::Delete && before.key == *query && before.plays == *plays)
    else {
        return Html::default();
    };
    html! {
        <div id="harm" class="verdict false" role="status">
            if let Some((names, total)) = &before.harmed {
                <strong>{ if before.guess.is_right(*total) { text::right(lang) } else { text::wrong(lang) } }</strong>
                <p>
                    if *total > 0 { <em class="loud">{ lab::false_negative(lang) }</em>{ " " } }
                    { text::harmed(lang, *total) }
                </p>
                <ul class="key-chips denied">
                    { for names.iter().map(|name| {
                        let onclick = set_query.reform({ let name = name.clone(); move |_: MouseEvent| name.clone() });
                        html! { <li><button class="chip" {onclick}>{ name.clone() }</button></li> }
                    }) }
                    if *total > names.len() as u64 { <li class="note">{ lab::and_more(lang, *total - names.len() as u64) }</li> }
                </ul>
                <p>{ text::also_set_by(lang) }</p>
                <ul class="owners">
                    { for before.bits.iter().map(|(bit, names, total)| {
                        let bit = *bit;
                        html! {
                            <li onpointerenter={on_highlight.reform(move |_| vec![bit])} onpointerleave={on_highlight.reform(|_| Vec::new())}>
                                <span class="mono">{ bit }</span>{ " " }{ text::sharers(lang, names, *total) }
                            </li>
                        }
                    }) }
                </ul>
            } else {
                <p>{ text::unknown(lang) }</p>
            }
            <p>{ text::lesson(lang) }</p>
        </div>
    }
}

/// The key's bits that are 1, each once.
fn bits_of(bench: &Bench, key: &str) -> Vec<u64> {
    let bits = bench.read(|live| {
        let bloom = live.lab.bloom();
        let mut bits: Vec<u64> = Vec::new();
        for probe in bloom.prober().probes(key.as_bytes()) {
            if bloom.bits().get(probe.index) && !bits.contains(&probe.index) {
                bits.push(probe.index);
            }
        }
        bits
    });
    bits.unwrap_or_default()
}

fn look(bench: &Bench, key: &AttrValue, plays: u64, guess: Guess) -> Before {
    let names = |live: &crate::bench::Live, keys: Vec<u64>| -> Vec<String> {
        keys.into_iter().filter_map(|key| live.lab.name(key)).collect()
    };
    let bits = bits_of(bench, key);
    let known = bench.read(|live| {
        let harmed = live.lab.at_risk(key.as_bytes(), MOST_NAMES).map(|(keys, total)| (names(live, keys), total));
        let sharers = live.lab.sharers(key.as_bytes(), MOST_SHARERS).unwrap_or_default();
        let cleared = sharers.into_iter().filter(|entry| bits.contains(&entry.bit));
        (cleared.map(|entry| (entry.bit, names(live, entry.keys), entry.total)).collect(), harmed)
    });
    let (bits, harmed) = known.unwrap_or_default();
    Before { key: key.clone(), plays, guess, bits, harmed }
}
