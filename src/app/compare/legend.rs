//! The legends of the drawings, with the same marks.

use bloomscope::chart::{Stroke, line_name, line_stroke, way_stroke};
use bloomscope::experiment::{Operation, Way};
use bloomscope::text::{Lang, compare as words, ways};
use bloomscope::view::compare::Line;
use yew::prelude::*;

/// Curves, and the two kinds of points.
pub fn of_lines(lang: Lang) -> Html {
    html! {
        <ul class="chart-legend compare-legend">
            { for Line::ALL.map(|line| line_key(&line_stroke(line), line_name(lang, line))) }
            { key(html! { <circle cx="12" cy="6" r="4.1" fill="var(--maybe)" /> }, words::point_measured(lang)) }
            { key(html! { <circle cx="12" cy="6" r="3.3" fill="none" stroke="var(--maybe)" stroke-width="1.6" /> }, words::point_designed(lang)) }
        </ul>
    }
}

/// Marks of the operations.
pub fn of_operations(lang: Lang) -> Html {
    let mark = |operation| match operation {
        Operation::Insert => html! { <path d="M8.6 6L12 2.6L15.4 6L12 9.4z" fill="var(--absent)" /> },
        Operation::Hit => html! { <circle cx="12" cy="6" r="3.9" fill="var(--accent)" /> },
        Operation::Miss => {
            html! { <circle cx="12" cy="6" r="3.4" fill="none" stroke="var(--maybe)" stroke-width="1.8" /> }
        }
    };
    html! {
        <ul class="chart-legend compare-legend">
            { for [Operation::Insert, Operation::Hit, Operation::Miss].map(|operation| key(mark(operation), words::operation(lang, operation))) }
        </ul>
    }
}

/// Ways to live with deletions.
pub fn of_ways(lang: Lang) -> Html {
    html! {
        <ul class="chart-legend compare-legend">
            { for Way::ALL.map(|way| line_key(&way_stroke(way), ways::name(lang, way))) }
        </ul>
    }
}

fn line_key(stroke: &Stroke, name: &'static str) -> Html {
    let dash = stroke.dash.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
    let mark = html! {
        <line x1="0" x2="24" y1="6" y2="6" stroke={format!("var({})", stroke.hue.token())}
            stroke-width={stroke.width.to_string()} stroke-dasharray={dash} />
    };
    key(mark, name)
}

fn key(mark: Html, name: &'static str) -> Html {
    html! {
        <li class="chart-key"><svg class="chart-swatch" viewBox="0 0 24 12" aria-hidden="true">{ mark }</svg>{ name }</li>
    }
}
