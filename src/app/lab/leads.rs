//! The connectors' way from the chips of the positions to the grid, across the space between the two.

use std::rc::Rc;

use bloomscope::view::grid::{Mark, MarkState};
use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{DomRect, Element, ResizeObserver};
use yew::prelude::*;

/// The most lines: more would be a solid bar.
const MOST_LINES: usize = 24;

/// Lines from one row of chips are this far apart, as a share of a chip's height, if there is room.
const SPACING: f64 = 0.22;

/// Free space between a chip and its line, and at the canvas's upper and lower end, as a share of a chip's height.
const MARGIN: f64 = 0.2;

/// A line, from the end of a row of chips to the grid's edge: points of the element around both.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    from: (f64, f64),
    to: (f64, f64),
}

/// Where connectors leave the grid's left edge, in CSS pixels from its top, mark by mark; `None` where chips are not beside
/// the grid. `columns` is the element around both; `connected` tells by its bits which marks the grid connects.
#[hook]
pub fn use_leads(columns: &NodeRef, marks: &Rc<[Mark]>, connected: u64) -> (Html, Option<Rc<[f64]>>) {
    let measured = use_state_eq(|| None::<(Vec<Line>, Rc<[f64]>)>);
    let measure = use_callback(columns.clone(), {
        let measured = measured.setter();
        move |(), columns| measured.set(columns.cast::<Element>().and_then(|columns| measure(&columns)))
    });
    // Whatever is rendered may have moved the chips.
    use_effect({
        let measure = measure.clone();
        move || measure.emit(())
    });
    use_effect_with((columns.clone(), measure), |(columns, measure)| {
        let watched = columns.cast::<Element>().and_then(|columns| Watched::new(&columns, measure));
        move || drop(watched)
    });
    let Some((lines, heights)) = (*measured).clone() else { return (Html::default(), None) };
    let is_shown = |nth: usize| connected & (1 << nth) != 0;
    let lines = lines.into_iter().zip(marks.iter()).enumerate().filter(|&(nth, _)| is_shown(nth));
    let svg = html! {
        <svg class="leads" aria-hidden="true">
            { for lines.map(|(_, (line, mark))| draw(line, mark.state)) }
        </svg>
    };
    (svg, Some(heights))
}

/// A line as the grid goes on with it.
fn draw(Line { from, to }: Line, state: MarkState) -> Html {
    let class = match state {
        MarkState::Unset | MarkState::StillSet => return Html::default(),
        MarkState::Pending => "pending",
        MarkState::Active => "active",
        MarkState::Miss | MarkState::Cleared => "miss",
        MarkState::Hit | MarkState::NewlySet => "",
    };
    let middle = f64::midpoint(from.0, to.0);
    let d = format!("M{} {}C{middle} {} {middle} {} {} {}", from.0, from.1, from.1, to.1, to.0, to.1);
    html! { <path {class} {d} /> }
}

/// Where the lines run now; `None` where the chips are not beside the grid.
fn measure(columns: &Element) -> Option<(Vec<Line>, Rc<[f64]>)> {
    let origin = columns.get_bounding_client_rect();
    let list = columns.query_selector("#positions").ok()??;
    let space = list.get_bounding_client_rect();
    let canvas = columns.query_selector("#grid").ok()??.get_bounding_client_rect();
    if space.right() > canvas.left() {
        return None;
    }
    let items = list.children();
    let chip = |nth: u32| Some(items.item(nth)?.first_element_child()?.get_bounding_client_rect());
    let chips: Vec<DomRect> = (0..items.length().min(MOST_LINES as u32)).filter_map(chip).collect();
    let middle = |rect: &DomRect| f64::midpoint(rect.top(), rect.bottom());
    let lines: Vec<Line> = chips
        .iter()
        .map(|chip| {
            let row: Vec<&DomRect> = chips.iter().filter(|other| (middle(other) - middle(chip)).abs() < 1.0).collect();
            let nth = row.iter().take_while(|other| other.left() < chip.left()).count() as f64;
            let (height, margin) = (chip.height(), MARGIN * chip.height());
            let spacing = height * SPACING.min(1.0 / row.len() as f64);
            let y = middle(chip) + (nth - (row.len() as f64 - 1.0) / 2.0) * spacing;
            // Chips that are scrolled away have their lines at the end of the list that they went to.
            let y = y.clamp(space.top(), space.bottom().max(space.top()));
            let end = row.last().map_or(space.right(), |last| last.right());
            let edge = (canvas.top() + margin, (canvas.bottom() - margin).max(canvas.top() + margin));
            Line {
                from: (half(end + margin - origin.left()), half(y - origin.top())),
                to: (half(canvas.left() - origin.left()), half(y.clamp(edge.0, edge.1) - origin.top())),
            }
        })
        .collect();
    let heights = lines.iter().map(|line| line.to.1 + origin.top() - canvas.top()).map(half).collect();
    Some((lines, heights))
}

/// To half a pixel, so that a measurement is the same as the one before unless something moved.
fn half(x: f64) -> f64 {
    (x * 2.0).round() / 2.0
}

/// Measures again when something changes its size, or the list of positions is scrolled.
struct Watched {
    observer: ResizeObserver,
    _on_resize: Closure<dyn Fn()>,
    _on_scroll: EventListener,
}

impl Watched {
    fn new(columns: &Element, measure: &Callback<()>) -> Option<Self> {
        let on_resize = Closure::<dyn Fn()>::new({
            let measure = measure.clone();
            move || measure.emit(())
        });
        let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
        observer.observe(columns);
        let measure = measure.clone();
        let on_scroll = EventListener::new_with_options(
            columns,
            "scroll",
            EventListenerOptions::run_in_capture_phase(),
            move |_| {
                measure.emit(());
            },
        );
        Some(Self { observer, _on_resize: on_resize, _on_scroll: on_scroll })
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
