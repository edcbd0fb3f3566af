//! A chart in the page: a canvas, painted on animation frames, read with pointer and keyboard.

use super::canvas::Canvas;
use super::colours;
use super::readout::Card;
use crate::island::{Props, island};
use bloomscope::chart::{Font, Palette, Picture, draw};
use bloomscope::text::{Lang, curves as words};
use bloomscope::view::series::{ChartSpec, Frame, Spare, Step};
use gloo::render::{AnimationFrame, request_animation_frame};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{HtmlCanvasElement, HtmlElement, ResizeObserver};
use yew::prelude::*;

/// What [`Chart`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct ChartProps {
    /// The canvas's id.
    pub id: AttrValue,
    /// What is shown; a new value for every change.
    pub chart: Rc<ChartSpec>,
    /// The page's language.
    pub lang: Lang,
    /// Changes whenever colours or faces may have changed.
    pub theme_version: u32,
    /// The chart in a sentence, for those who do not see it.
    pub label: AttrValue,
    /// Told the place that was clicked, or chosen with Enter.
    #[prop_or_default]
    pub on_pick: Option<Callback<f64>>,
}

/// What is fixed by the page around the chart rather than by the chart.
#[derive(Clone, PartialEq)]
pub(super) struct Surface {
    pub(super) size: (f64, f64),
    pub(super) density: f64,
    pub(super) font: Font,
    /// Colours are read with the frame in which they are painted: only then has the whole page taken on a new theme.
    theme_version: u32,
}

/// A chart.
#[component]
pub fn Chart(props: &ChartProps) -> Html {
    let node = use_node_ref();
    let surface = use_surface(&node, props.theme_version);
    let cursor = use_state_eq(|| None::<f64>);
    let spoken = use_state_eq(|| AttrValue::from(""));
    let stops = use_memo(props.chart.clone(), |chart| chart.stops());
    let at = (*cursor).and_then(|x| nearest_stop(&stops, x));
    let x = at.and_then(|index| stops.get(index).copied());
    use_painting(&node, surface.clone(), props, x);

    let frame = surface
        .as_ref()
        .map(|surface| Frame::new(&props.chart, surface.size, surface.font.size, props.lang, Spare::default()));
    let place = {
        let (stops, chart) = (stops.clone(), props.chart.clone());
        move |event: &PointerEvent| {
            let index = frame?.nearest(&stops, &chart.rows, f64::from(event.offset_x()))?;
            stops.get(index).copied()
        }
    };
    let onpointermove = {
        let (place, cursor) = (place.clone(), cursor.clone());
        Callback::from(move |event: PointerEvent| cursor.set(place(&event)))
    };
    let onpointerleave = {
        let cursor = cursor.clone();
        Callback::from(move |event: PointerEvent| {
            if event.pointer_type() != "touch" {
                cursor.set(None);
            }
        })
    };
    let onpointerdown = {
        let (on_pick, cursor) = (props.on_pick.clone(), cursor.clone());
        Callback::from(move |event: PointerEvent| {
            let at = place(&event);
            cursor.set(at);
            if let (Some(on_pick), Some(x), true) = (&on_pick, at, event.pointer_type() == "mouse") {
                on_pick.emit(x);
            }
        })
    };
    let onkeydown = {
        let (chart, lang, on_pick) = (props.chart.clone(), props.lang, props.on_pick.clone());
        let (stops, cursor, spoken) = (stops.clone(), cursor.clone(), spoken.clone());
        Callback::from(move |event: KeyboardEvent| {
            let key = event.key();
            if key == "Escape" {
                return cursor.set(None);
            }
            if let (true, Some(on_pick), Some(x)) = (key == "Enter", &on_pick, *cursor) {
                return on_pick.emit(x);
            }
            let Some(step) = Step::of_key(&key).filter(|_| !event.ctrl_key() && !event.meta_key()) else { return };
            event.prevent_default();
            // From nowhere, the first key press starts at the present parameters.
            let start = chart.marks.last().map_or(0.0, |mark| mark.x);
            let to = match *cursor {
                None if step != Step::First && step != Step::Last => nearest_stop(&stops, start),
                at => step.from(at.and_then(|x| nearest_stop(&stops, x)).unwrap_or(0), stops.len()),
            };
            if let Some(&x) = to.and_then(|index| stops.get(index)) {
                cursor.set(Some(x));
                spoken.set(words::spoken(lang, &chart, &chart.readout(x)).into());
            }
        })
    };
    let onblur = {
        let cursor = cursor.clone();
        Callback::from(move |_: FocusEvent| cursor.set(None))
    };
    html! {
        <div class="chart">
            <canvas ref={node} id={props.id.clone()} class={classes!(props.on_pick.is_some().then_some("pickable"))}
                role="img" tabindex="0" aria-label={props.label.clone()}
                {onpointermove} {onpointerleave} {onpointerdown} {onkeydown} {onblur} />
            if let (Some(x), Some(frame)) = (x, frame) {
                { island::<Card>(yew::props!(Props<Card> { chart: props.chart.clone(), x, frame, lang: props.lang })) }
            }
            <p class="visually-hidden" role="status">{ (*spoken).clone() }</p>
        </div>
    }
}

/// The index of the stop nearest in value: what the cursor means after the stops have changed under it.
fn nearest_stop(stops: &[f64], x: f64) -> Option<usize> {
    (0..stops.len()).min_by(|&a, &b| (stops[a] - x).abs().total_cmp(&(stops[b] - x).abs()))
}

/// Size, density, colours and face of the canvas, followed as they change.
#[hook]
pub(super) fn use_surface(node: &NodeRef, theme_version: u32) -> Option<Surface> {
    let surface = use_state_eq(|| None::<Surface>);
    use_effect_with((node.clone(), theme_version), {
        let setter = surface.setter();
        move |&(ref node, theme_version)| {
            let look = {
                let node = node.clone();
                move || setter.set(node.cast::<HtmlElement>().and_then(|element| look_at(&element, theme_version)))
            };
            look();
            let on_resize = Closure::<dyn Fn()>::new(look);
            let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok();
            if let (Some(observer), Some(element)) = (&observer, node.cast::<HtmlElement>()) {
                observer.observe(&element);
            }
            move || {
                if let Some(observer) = observer {
                    observer.disconnect();
                }
                drop(on_resize);
            }
        }
    });
    (*surface).clone()
}

fn look_at(element: &HtmlElement, theme_version: u32) -> Option<Surface> {
    let size = (f64::from(element.client_width()), f64::from(element.client_height()));
    let density = web_sys::window()?.device_pixel_ratio();
    (size.0 > 0.0 && size.1 > 0.0).then_some(())?;
    Some(Surface { size, density, font: colours::font(element, 1.0)?, theme_version })
}

/// Paints on the next animation frame, once however often the chart changed before it.
#[hook]
fn use_painting(node: &NodeRef, surface: Option<Surface>, props: &ChartProps, cursor: Option<f64>) {
    let pending = use_mut_ref(|| None::<AnimationFrame>);
    let latest = use_mut_ref(|| None::<(Rc<ChartSpec>, Surface, Lang, Option<f64>)>);
    let colours = use_mut_ref(|| None::<(u32, Palette)>);
    use_effect_with((props.chart.clone(), surface, props.lang, cursor), {
        let node = node.clone();
        move |(chart, surface, lang, cursor)| {
            let Some(surface) = surface.clone() else { return };
            *latest.borrow_mut() = Some((chart.clone(), surface, *lang, *cursor));
            if pending.borrow().is_some() {
                return;
            }
            let (done, latest, colours) = (pending.clone(), latest.clone(), colours.clone());
            *pending.borrow_mut() = Some(request_animation_frame(move |_| {
                done.borrow_mut().take();
                let (Some(canvas), Some(now)) = (node.cast::<HtmlCanvasElement>(), latest.borrow_mut().take()) else {
                    return;
                };
                let version = now.1.theme_version;
                let mut known = colours.borrow_mut();
                if known.as_ref().is_none_or(|(of, _)| *of != version) {
                    *known = colours::palette(&canvas).map(|palette| (version, palette));
                }
                if let Some((_, palette)) = &*known {
                    paint(&canvas, &now.0, &now.1, palette, now.2, now.3);
                }
            }));
        }
    });
}

fn paint(
    canvas: &HtmlCanvasElement,
    chart: &ChartSpec,
    surface: &Surface,
    palette: &Palette,
    lang: Lang,
    cursor: Option<f64>,
) {
    let Surface { size, density, font, .. } = surface;
    let picture = Picture { chart, size: *size, palette, font, lang, cursor, captions: None };
    if let Some(backend) = Canvas::new(canvas, *size, *density) {
        let _ = draw(backend, &picture); // the canvas backend reports no errors
    }
}
