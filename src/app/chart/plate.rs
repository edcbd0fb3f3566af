//! A drawing of the Compare room: a canvas painted on animation frames, read with pointer and keyboard place by place.

use std::rc::Rc;

use bloomscope::chart::{Look, Palette, Plate, Stop, draw_plate, nearest, stops};
use bloomscope::text::Lang;
use bloomscope::view::series::Step;
use gloo::render::{AnimationFrame, request_animation_frame};
use web_sys::{HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

use super::canvas::Canvas;
use super::colours;
use super::host::{Surface, use_surface};
use crate::island::{Props, island};

/// Between a card and its place, pixels.
const GAP: f64 = 13.0;

/// Between a card and the drawing's edges, pixels.
const MARGIN: f64 = 8.0;

/// What [`PlateView`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct PlateProps {
    /// The canvas's id.
    pub id: AttrValue,
    /// What is drawn.
    pub plate: Rc<Plate>,
    /// The page's language.
    pub lang: Lang,
    /// Changes whenever colours or faces may have changed.
    pub theme_version: u32,
    /// The drawing in a sentence, for those who do not see it.
    pub label: AttrValue,
}

/// The drawing.
#[component]
pub fn PlateView(props: &PlateProps) -> Html {
    let PlateProps { id, plate, lang, theme_version, label } = props;
    let node = use_node_ref();
    let surface = use_surface(&node, *theme_version);
    let pending = use_mut_ref(|| None::<AnimationFrame>);
    use_effect_with((plate.clone(), surface.clone(), *lang), {
        let node = node.clone();
        move |(plate, surface, lang)| {
            let (plate, surface, lang) = (plate.clone(), surface.clone(), *lang);
            // The latest takes the place of one that waits.
            *pending.borrow_mut() = surface.map(|surface| {
                request_animation_frame(move |_| {
                    let canvas = node.cast::<HtmlCanvasElement>();
                    // Colours are read with the frame in which they are painted.
                    if let Some((canvas, palette)) =
                        canvas.and_then(|canvas| Some((canvas.clone(), colours::palette(&canvas)?)))
                    {
                        paint(&canvas, &plate, &surface, &palette, lang);
                    }
                })
            });
        }
    });
    let reading = use_reading(plate, surface.as_ref(), *lang);
    html! {
        <div class="chart">
            <canvas ref={node} id={id.clone()} role="img" tabindex="0" aria-label={label.clone()}
                onpointermove={reading.on_pointer.clone()} onpointerdown={reading.on_pointer.clone()} onpointerleave={reading.on_leave.clone()}
                onblur={reading.on_blur.clone()} onkeydown={reading.on_key.clone()} />
            if let Some(stop) = &reading.stop {
                { island::<SpotCard>(yew::props!(Props<SpotCard> { stop: stop.clone(), width: surface.as_ref().map_or(0.0, |surface| surface.size.0) })) }
            }
            <p class="visually-hidden" role="status">{ reading.spoken.clone() }</p>
        </div>
    }
}

/// The place being read, and what moves it.
struct Reading {
    stop: Option<Stop>,
    spoken: String,
    on_pointer: Callback<PointerEvent>,
    on_leave: Callback<PointerEvent>,
    on_blur: Callback<FocusEvent>,
    on_key: Callback<KeyboardEvent>,
}

#[hook]
fn use_reading(plate: &Rc<Plate>, surface: Option<&Surface>, lang: Lang) -> Reading {
    let at = use_state_eq(|| None::<usize>);
    let by_key = use_state_eq(|| false);
    let all = use_memo((plate.clone(), surface.cloned(), lang), |(plate, surface, lang)| {
        surface.as_ref().map_or_else(Vec::new, |Surface { size, font, .. }| {
            let look = Look { size: *size, palette: &Palette::default(), font, lang: *lang, title: None };
            stops(plate, &look)
        })
    });
    let on_pointer = {
        let (at, by_key, all, plate) = (at.clone(), by_key.clone(), all.clone(), plate.clone());
        Callback::from(move |event: PointerEvent| {
            by_key.set(false);
            at.set(nearest(&plate, &all, (f64::from(event.offset_x()), f64::from(event.offset_y()))));
        })
    };
    let on_leave = {
        let at = at.clone();
        Callback::from(move |event: PointerEvent| {
            if event.pointer_type() != "touch" {
                at.set(None);
            }
        })
    };
    let on_blur = {
        let at = at.clone();
        Callback::from(move |_: FocusEvent| at.set(None))
    };
    let on_key = {
        let (at, by_key, n) = (at.clone(), by_key.clone(), all.len());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                return at.set(None);
            }
            let Some(step) = Step::of_key(&event.key()).filter(|_| !event.ctrl_key() && !event.meta_key()) else {
                return;
            };
            event.prevent_default();
            by_key.set(true);
            // The first key press starts at the first place, but for the one that asks for the last.
            at.set(match *at {
                None if step != Step::Last => (n > 0).then_some(0),
                now => step.from(now.unwrap_or(0), n),
            });
        })
    };
    let stop = at.and_then(|index| all.get(index).cloned());
    // What the pointer reads is seen; what the keyboard reads is said.
    let spoken = stop.as_ref().filter(|_| *by_key).map(Stop::sentence).unwrap_or_default();
    Reading { stop, spoken, on_pointer, on_leave, on_blur, on_key }
}

/// What [`SpotCard`] shows.
#[derive(Clone, PartialEq, Properties)]
struct SpotProps {
    stop: Stop,
    /// The drawing's width, CSS pixels.
    width: f64,
}

/// The card beside a place, and the place ringed. Sighted readers only: the live region says the same in a sentence.
#[component]
fn SpotCard(props: &SpotProps) -> Html {
    let SpotProps { stop, .. } = props;
    let (ring, card) = (use_node_ref(), use_node_ref());
    use_effect_with((props.clone(), ring.clone(), card.clone()), |(SpotProps { stop, width }, ring, card)| {
        let (x, y) = stop.at;
        if let Some(ring) = ring.cast::<HtmlElement>() {
            place(&ring, x, y);
        }
        if let Some(card) = card.cast::<HtmlElement>() {
            let own = f64::from(card.offset_width());
            let left = if x < width / 2.0 { x + GAP } else { x - GAP - own };
            place(&card, left.min(width - own - MARGIN).max(MARGIN), MARGIN);
        }
    });
    html! {
        <>
            <span ref={ring} class="chart-spot" aria-hidden="true"></span>
            <div ref={card} class="chart-card" aria-hidden="true">
                <b>{ stop.name.clone() }</b>
                { for stop.values.iter().map(|(name, value)| html! {
                    <div class="chart-reading"><span>{ name.clone() }</span><span class="number">{ value.clone() }</span></div>
                }) }
            </div>
        </>
    }
}

/// The page's policy allows no style attributes, so a place is set on the element itself.
fn place(element: &HtmlElement, left: f64, top: f64) {
    let _ = element.style().set_property("left", &format!("{left}px"));
    let _ = element.style().set_property("top", &format!("{top}px"));
}

fn paint(canvas: &HtmlCanvasElement, plate: &Plate, surface: &Surface, palette: &Palette, lang: Lang) {
    let Surface { size, density, font, .. } = surface;
    let look = Look { size: *size, palette, font, lang, title: None };
    if let Some(backend) = Canvas::new(canvas, *size, *density) {
        let _ = draw_plate(backend, plate, &look); // the canvas backend reports no errors
    }
}
