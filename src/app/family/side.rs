//! The numbers of the structure, each with where it comes from, and what the structure can and cannot do.

use bloomscope::filter::AnyFilter;
use bloomscope::text::{Lang, family as text};
use bloomscope::view::family::cuckoo::CuckooFacts;
use bloomscope::view::family::figures::{Figures, Own};
use bloomscope::view::family::fuse::FuseFacts;
use yew::prelude::*;

use super::facts::{Fact, facts_list};
use super::live::Family;

/// What the side needs.
#[derive(PartialEq, Properties)]
pub struct SideProps {
    /// The filter.
    pub family: Family,
    /// Its numbers.
    pub figures: Option<Figures>,
    /// The language.
    pub lang: Lang,
}

/// The numbers, and what the structure can do.
#[component]
pub fn Side(props: &SideProps) -> Html {
    let SideProps { family, figures, lang } = props;
    let lang = *lang;
    let Some(figures) = figures else { return Html::default() };
    html! {
        <>
            <section class="figures" aria-labelledby="figures-heading">
                <h2 id="figures-heading">{ text::figures_heading(lang) }</h2>
                if let Some((rows, source)) = own_facts(lang, family) {
                    { facts_list(&rows, source) }
                    { rows_of(text::besides(lang, figures)) }
                } else {
                    { rows_of(text::figures(lang, figures)) }
                    { own(lang, &figures.own) }
                }
            </section>
            <section class="abilities" aria-labelledby="abilities-heading">
                <h2 id="abilities-heading">{ text::abilities_heading(lang) }</h2>
                <ul>{ for text::abilities(lang, figures.variant).into_iter().map(|line| html! { <li>{ line }</li> }) }</ul>
            </section>
        </>
    }
}

/// The rows of a structure whose numbers are of another kind than a bit array's, and where the theory is from.
fn own_facts(lang: Lang, family: &Family) -> Option<([Fact; 4], &'static str)> {
    family.read(|cells| match cells.lab().filter() {
        AnyFilter::Cuckoo(filter) => {
            Some((text::cuckoo::facts(lang, &CuckooFacts::of(filter)), text::cuckoo::source(lang)))
        }
        AnyFilter::Fuse(filter) => Some((text::fuse::facts(lang, &FuseFacts::of(filter)), text::fuse::source(lang))),
        _ => None,
    })?
}

fn rows_of(rows: Vec<text::FigureRow>) -> Html {
    html! {
        <dl>
            { for rows.into_iter().map(|row| html! {
                <div><dt>{ row.name }if let Some(source) = row.source { <small>{ source }</small> }</dt><dd>{ row.value }</dd></div>
            }) }
        </dl>
    }
}

/// A bar as long as a share, with a line where it was expected to end.
fn bar_of(share: f64, expected: Option<f64>) -> Html {
    html! {
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={format!("{:.2}", share * 100.0)} height="1" />
            if let Some(expected) = expected {
                <path d={format!("M{:.2} 0V1", expected * 100.0)} />
            }
        </svg>
    }
}

/// What only this structure has to show.
fn own(lang: Lang, own: &Own) -> Html {
    match own {
        Own::Counters(bars) => html! {
            <table class="bars">
                <caption>{ text::histogram(lang) }</caption>
                <thead><tr><th scope="col">{ text::counter_value(lang) }</th><th scope="col">{ text::counted(lang) }</th><th scope="col">{ text::expected(lang) }</th></tr></thead>
                <tbody>
                    { for bars.iter().map(|bar| html! {
                        <tr><th scope="row">{ bar.value }</th>
                            <td class="bar">{ bar_of(bar.share, Some(bar.expected_share)) }<span>{ text::whole(bar.counted) }</span></td>
                            <td>{ text::about(bar.expected) }</td></tr>
                    }) }
                </tbody>
            </table>
        },
        Own::SubFilters(subs) => html! {
            <table class="bars">
                <caption>{ text::sub_filters(lang) }</caption>
                <thead><tr><th scope="col">{ "#" }</th><th scope="col">{ text::keys_of_capacity(lang) }</th><th scope="col">{ text::fill(lang) }</th><th scope="col">{ text::rate(lang) }</th></tr></thead>
                <tbody>
                    { for subs.iter().enumerate().map(|(nth, sub)| html! {
                        <tr><th scope="row">{ nth + 1 }</th>
                            <td class="bar">{ bar_of(sub.share, None) }<span>{ text::of(sub.len, sub.capacity) }</span></td>
                            <td>{ text::percent(sub.fill) }</td><td>{ text::percent(sub.realised) }</td></tr>
                    }) }
                </tbody>
            </table>
        },
        Own::Nothing => Html::default(),
    }
}
