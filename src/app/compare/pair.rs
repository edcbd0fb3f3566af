//! Two filters combined: their bits, the bits of both together, what those say, and why some must not be combined.

use std::rc::Rc;

use bloomscope::experiment::{Combined, Counted, Pair, PairField, PairIssue, PairSpec, Side};
use bloomscope::hash::Digest;
use bloomscope::scenario::{Action, ComparePart, Notice, NumberProblem, PairPart, parse_whole};
use bloomscope::text::{Lang, lab, number, ways as words};
use yew::prelude::*;

use crate::dom;
use crate::field::Field;
use crate::grid::{StillBits, StillGrid};
use crate::island::{Props, island};
use crate::store::Dispatch;

/// What [`PairSection`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct PairProps {
    /// What was asked.
    pub part: ComparePart,
    /// The filters that follow.
    pub spec: PairSpec,
    /// The page's language.
    pub lang: Lang,
    /// Changes whenever colours may have changed.
    pub theme_version: u32,
}

/// The two filters, and their pictures.
struct Shown {
    pair: Pair,
    bits: Vec<Option<Rc<StillBits>>>,
    extra: Rc<Vec<u64>>,
}

/// The section.
#[component]
pub fn PairSection(props: &PairProps) -> Html {
    let PairProps { part, spec, lang, theme_version } = props;
    let (part, lang, theme_version) = (*part, *lang, *theme_version);
    let shown = use_memo(spec.clone(), |spec| spec.make().ok().map(Shown::new));
    let dispatch = use_context::<Dispatch>();
    use_effect_with((part, dispatch.clone()), |(part, dispatch)| {
        // A link may ask for what cannot be made.
        let (pair, issues) = part.pair.fitted();
        if let (Some(dispatch), false) = (dispatch, issues.is_empty()) {
            settle(dispatch, *part, pair, issues);
        }
    });
    let alike = {
        let PairPart { a, .. } = part.pair;
        Callback::from(move |_: MouseEvent| {
            if let Some(dispatch) = &dispatch {
                let pair = PairPart { b: a, digest_b: None, ..part.pair };
                dispatch.dispatch(Action::SetCompare(ComparePart { pair, ..part }));
            }
        })
    };
    let Some(shown) = &*shown else { return html! { <p class="note">{ words::ways_failed(lang) }</p> } };
    let Pair { a, b, combined } = &shown.pair;
    let mut figures = vec![("a", "A", a), ("b", "B", b)];
    if let Ok(Combined { union, intersection, .. }) = combined {
        figures
            .extend([("union", words::union(lang), union), ("intersection", words::intersection(lang), intersection)]);
    }
    let none = Rc::new(Vec::new());
    html! {
        <section class="compare-contest" aria-labelledby="pair-title">
            <h2 id="pair-title">{ words::pair_title(lang) }</h2>
            { match combined {
                Ok(combined) => html! { <p class="sentence small" id="pair-sentence">{ words::pair_finding(lang, spec, combined) }</p> },
                Err(refused) => html! {
                    <p class="sentence small" id="pair-sentence" data-refused="true">
                        { words::refusal(lang, refused) }{ " " }
                        <button type="button" id="pair-alike" class="button small" onclick={alike}>{ words::same_again(lang) }</button>
                    </p>
                },
            } }
            { island::<Numbers>(yew::props!(Props<Numbers> { part, spec: spec.clone(), lang })) }
            <div class="pair-figures">
                { for figures.into_iter().zip(&shown.bits).map(|((code, name, counted), bits)| {
                    let crossed = if code == "intersection" { shown.extra.clone() } else { none.clone() };
                    figure(code, name, counted, bits.as_ref(), crossed, lang, theme_version)
                }) }
            </div>
            if let Ok(combined) = combined {
                <p class="note pair-legend" id="pair-scratch" data-ones={combined.from_scratch.filter.bits().ones().to_string()}
                    data-fp={combined.from_scratch.false_positives.hits.to_string()}>
                    <span class="pair-cross" aria-hidden="true">{ "×" }</span>{ words::extra(lang) }
                </p>
            }
            <p class="note">{ words::pair_source(lang) }</p>
        </section>
    }
}

impl Shown {
    fn new(pair: Pair) -> Self {
        let mut filters = vec![&pair.a, &pair.b];
        let mut extra = Vec::new();
        if let Ok(combined) = &pair.combined {
            filters.extend([&combined.union, &combined.intersection]);
            let scratch = combined.from_scratch.filter.bits();
            extra.extend(combined.intersection.filter.bits().iter_ones().filter(|&index| !scratch.get(index)));
        }
        let bits = filters.into_iter().map(|counted| StillBits::of(counted.filter.bits()).map(Rc::new)).collect();
        Self { pair, bits, extra: Rc::new(extra) }
    }
}

fn figure(
    code: &'static str,
    name: &'static str,
    counted: &Counted,
    bits: Option<&Rc<StillBits>>,
    crossed: Rc<Vec<u64>>,
    lang: Lang,
    theme_version: u32,
) -> Html {
    let Counted { filter, truth, estimate, false_positives: seen } = counted;
    let (ones, n_bits) = (filter.bits().ones(), filter.bits().n_bits());
    let label = AttrValue::from(words::pair_label(lang, name, ones, n_bits));
    let rows = [
        (words::truth(lang), number::count(*truth)),
        (
            if code == "intersection" { words::estimated_of_three(lang) } else { words::estimated(lang) },
            words::estimate(lang, *estimate),
        ),
        (words::ones(lang), format!("{} / {}", number::count(ones), number::count(n_bits))),
        (words::rate_measured(lang), words::rate(*seen)),
    ];
    html! {
        <figure class="pair-figure" data-filter={code} data-truth={truth.to_string()} data-ones={ones.to_string()}
            data-estimate={estimate.map(|estimate| estimate.value.to_string())} data-fp={seen.hits.to_string()} data-probes={seen.trials.to_string()}>
            <figcaption>{ name }</figcaption>
            if let Some(bits) = bits {
                { island::<StillGrid>(yew::props!(Props<StillGrid> { bits: bits.clone(), crossed, label, theme_version })) }
            }
            <dl>{ for rows.into_iter().map(|(name, value)| html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }) }</dl>
        </figure>
    }
}

/// What [`Numbers`] shows.
#[derive(Clone, PartialEq, Properties)]
struct NumbersProps {
    part: ComparePart,
    spec: PairSpec,
    lang: Lang,
}

/// The fields. What cannot be made is brought into range, and said.
#[component]
fn Numbers(props: &NumbersProps) -> Html {
    let NumbersProps { part, spec, lang } = props;
    let (part, lang) = (*part, *lang);
    let dispatch = use_context::<Dispatch>();
    let set = {
        let dispatch = dispatch.clone();
        move |pair: PairPart| {
            let Some(dispatch) = &dispatch else { return };
            let (pair, issues) = pair.fitted();
            settle(dispatch, part, pair, issues);
        }
    };
    let field = |id: &'static str, of: PairField, value: u64, put: fn(&mut PairPart, u64)| {
        let (set, dispatch) = (set.clone(), dispatch.clone());
        let on_typed = Callback::from(move |text: String| match parse_whole(&text) {
            Ok(value) => {
                let mut pair = part.pair;
                put(&mut pair, value);
                set(pair);
            }
            Err(problem) => refuse(dispatch.as_ref(), of, lang, text, problem),
        });
        html! {
            <div class="number-field">
                <label for={id}>{ words::pair_field(lang, of) }</label>
                { island::<Field>(yew::props!(Props<Field> { id, class: "field number", shown: number::count(value), keyboard: "text", on_typed })) }
            </div>
        }
    };
    let PairPart { keys: (n_a, n_b, common), a, b, digest_b } = part.pair;
    let set_digest = set.clone();
    let on_digest = Callback::from(move |event: Event| {
        let digest_b = dom::value(&event).parse::<usize>().ok().and_then(|place| Digest::ALL.get(place).copied());
        set_digest(PairPart { digest_b, ..part.pair });
    });
    let own = spec.input().a.hash.digest;
    html! {
        <div class="number-fields">
            { field("pair-keys-a", PairField::Keys(Side::A), n_a, |pair, value| pair.keys.0 = value) }
            { field("pair-keys-b", PairField::Keys(Side::B), n_b, |pair, value| pair.keys.1 = value) }
            { field("pair-common", PairField::Common, common, |pair, value| pair.keys.2 = value) }
            { field("pair-m-a", PairField::Bits(Side::A), a.0, |pair, value| pair.a.0 = value) }
            { field("pair-k-a", PairField::Hashes(Side::A), a.1, |pair, value| pair.a.1 = value) }
            { field("pair-m-b", PairField::Bits(Side::B), b.0, |pair, value| pair.b.0 = value) }
            { field("pair-k-b", PairField::Hashes(Side::B), b.1, |pair, value| pair.b.1 = value) }
            <div class="number-field">
                <label for="pair-hash-b">{ words::pair_digest(lang) }</label>
                <select id="pair-hash-b" class="field" onchange={on_digest}>
                    <option value="" selected={digest_b.is_none_or(|digest| digest == own)}>{ words::same_digest(lang) }</option>
                    { for Digest::ALL.iter().enumerate().filter(|&(_, &digest)| digest != own).map(|(place, &digest)| html! {
                        <option value={place.to_string()} selected={digest_b == Some(digest)}>{ lab::digest(digest) }</option>
                    }) }
                </select>
            </div>
        </div>
    }
}

/// Takes numbers that can be made, and says what was changed for it.
fn settle(dispatch: &Dispatch, part: ComparePart, pair: PairPart, issues: Vec<PairIssue>) {
    for issue in issues {
        dispatch.dispatch(Action::Notify(Notice::Pair(issue)));
    }
    dispatch.dispatch(Action::SetCompare(ComparePart { pair, ..part }));
}

fn refuse(dispatch: Option<&Dispatch>, of: PairField, lang: Lang, value: String, problem: NumberProblem) {
    let field = match of {
        PairField::Common => words::keys_in_common(lang),
        PairField::Keys(_) => "n",
        PairField::Bits(_) => "m",
        PairField::Hashes(_) => "k",
    };
    if let Some(dispatch) = dispatch {
        dispatch.dispatch(Action::Notify(Notice::Typed { field, value, problem }));
    }
}
