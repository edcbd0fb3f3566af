//! The answer, and – for teaching – the truth beside it.

use std::rc::Rc;

use bloomscope::filter::Verdict;
use bloomscope::scenario::Operation;
use bloomscope::text::{Lang, lab as text};
use bloomscope::view::story::{Fate, Story};
use yew::prelude::*;

use crate::bench::Bench;
use crate::island::island;

/// How many keys are named for one bit.
const MOST_NAMES: usize = 2;

/// How many bits' owners are told; the grid has the rest.
const MOST_BITS: usize = 8;

/// What the card needs.
#[derive(Clone, PartialEq, Properties)]
pub struct VerdictProps {
    /// The key's story.
    pub story: Rc<Story>,
    /// Whether the story has come to its end.
    pub shown: bool,
    /// The live filter.
    pub bench: Bench,
    /// The language.
    pub lang: Lang,
    /// Highlights bits on the grid.
    pub on_highlight: Callback<Vec<u64>>,
}

/// The answer, and the truth beside it.
#[component]
pub fn VerdictCard(props: &VerdictProps) -> Html {
    let VerdictProps { story, lang, .. } = props;
    let lang = *lang;
    let member = use_memo((story.key.clone(), props.bench.clone()), |(key, bench)| {
        bench.read(|live| live.lab.is_member(key.as_bytes()))
    });
    let absent = story.verdict == Verdict::DefinitelyAbsent;
    let (answer, sign, title) = match (absent, story.operation) {
        (true, Operation::Delete) => ("absent", "−", text::cleared(lang)),
        (true, _) => ("absent", "✕", text::absent(lang)),
        (false, Operation::Insert | Operation::InsertAgain) => ("maybe", "+", text::inserted(lang)),
        (false, Operation::Query | Operation::Delete) => ("maybe", "?", text::maybe(lang)),
    };
    let truth = member.map(|member| if member { "member" } else { "non-member" });
    let false_positive = !absent && *member == Some(false);
    let false_negative = absent && *member == Some(true);
    let is_insertion = matches!(story.operation, Operation::Insert | Operation::InsertAgain);
    let class = classes!(
        "verdict",
        answer,
        is_insertion.then_some("inserted"),
        (false_positive || false_negative).then_some("false"),
        (!props.shown).then_some("pending")
    );
    let body = match (absent, story.operation, *member) {
        (true, Operation::Delete, _) => html! { <p>{ text::cleared_result(lang, story.n_cleared()) }</p> },
        (true, _, Some(true)) => {
            let (before, after) = text::false_negative_parts(lang, &story.key);
            html! { <p>{ because(lang, story) }{ " " }{ before }<em class="loud">{ text::false_negative(lang) }</em>{ after }</p> }
        }
        (true, ..) => html! { <p>{ because(lang, story) }</p> },
        (false, Operation::InsertAgain, _) => html! { <p>{ text::inserted_before(lang) }</p> },
        (false, Operation::Insert, _) => {
            html! { <p>{ text::inserted_result(lang, story.n_newly_set(), story.positions.len()) }</p> }
        }
        (false, _, Some(false)) => island::<FalsePositive>(props.clone()),
        (false, _, Some(true)) => html! { <p>{ text::true_positive(lang) }</p> },
        (false, _, None) => Html::default(),
    };
    html! {
        <div id="verdict" {class} data-answer={answer} data-truth={truth}>
            if !props.shown {
                <p class="later">{ text::verdict_later(lang) }</p>
            }
            <div class="verdict-inner" aria-hidden={(!props.shown).then_some("true")}>
                <strong><span class="sign" aria-hidden="true">{ sign }</span>{ title }</strong>
                { body }
            </div>
        </div>
    }
}

/// The answer and its reason in words, for a screen reader at the story's last step.
pub fn spoken(lang: Lang, story: &Story, bench: &Bench) -> String {
    let k = story.positions.len();
    let (title, reason) = match (story.verdict, story.operation) {
        (Verdict::DefinitelyAbsent, Operation::Delete) => {
            (text::cleared(lang), text::cleared_result(lang, story.n_cleared()))
        }
        (Verdict::DefinitelyAbsent, _) => {
            let is_member = bench.read(|live| live.lab.is_member(story.key.as_bytes()));
            let (before, after) = text::false_negative_parts(lang, &story.key);
            let harm = format!("{before}{}{after}", text::false_negative(lang));
            let because = because(lang, story);
            (text::absent(lang), if is_member == Some(true) { format!("{because} {harm}") } else { because })
        }
        (_, Operation::Insert) => (text::inserted(lang), text::inserted_result(lang, story.n_newly_set(), k)),
        (_, Operation::InsertAgain) => (text::inserted(lang), text::inserted_before(lang).into()),
        (_, Operation::Query | Operation::Delete) => {
            let is_member = bench.read(|live| live.lab.is_member(story.key.as_bytes()));
            let (before, after) = text::false_positive_parts(lang, &story.key, story.distinct().len());
            let reason = match is_member {
                Some(true) => text::true_positive(lang).into(),
                _ => format!("{before}{}{after}", text::false_positive(lang)),
            };
            (text::maybe(lang), reason)
        }
    };
    format!("{title}{}{reason}", lang.pick(". ", "。"))
}

fn because(lang: Lang, story: &Story) -> String {
    let stop = story.stopped_at().unwrap_or_default();
    let index = story.positions.get(stop).map_or(0, |p| p.index);
    let read = story.positions.iter().filter(|p| p.fate != Fate::Unread).count();
    text::absent_because(lang, index, read, story.positions.len())
}

/// A false positive, with the keys that lit each of its bits.
#[component]
fn FalsePositive(props: &VerdictProps) -> Html {
    let VerdictProps { story, bench, lang, on_highlight, .. } = props;
    let bits = story.distinct();
    let owners = use_memo((bits.clone(), bench.clone()), |(bits, bench)| {
        bench
            .read(|live| {
                let few = bits.iter().copied().take(MOST_BITS).collect::<Vec<_>>();
                let found = live.lab.provenance(&few, MOST_NAMES)?;
                Some(
                    found
                        .into_iter()
                        .map(|entry| {
                            let names: Vec<String> = entry.keys.iter().filter_map(|&key| live.lab.name(key)).collect();
                            (entry.bit, names, entry.total)
                        })
                        .collect::<Vec<_>>(),
                )
            })
            .flatten()
    });
    let (before, after) = text::false_positive_parts(*lang, &story.key, bits.len());
    html! {
        <>
            <p>{ before }<em class="loud">{ text::false_positive(*lang) }</em>{ after }</p>
            if let Some(owners) = owners.as_ref() {
                <ul class="owners">
                    { for owners.iter().map(|(bit, names, total)| {
                        let (bit, (label, by)) = (*bit, text::lit_by(*lang, *bit, names, *total));
                        html! {
                            <li onpointerenter={on_highlight.reform(move |_| vec![bit])} onpointerleave={on_highlight.reform(|_| Vec::new())}>
                                <span class="mono">{ label }</span>{ " " }{ by }
                            </li>
                        }
                    }) }
                </ul>
            } else {
                <p>{ text::provenance_off(*lang) }</p>
            }
        </>
    }
}
