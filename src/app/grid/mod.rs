//! The bit grid in the page: one canvas, its overview, and the strip below it.
//!
//! [`bloomscope::view::grid`] decides where everything is and colours the pixels of the bits; here they are put on a canvas,
//! marks are stroked over them, and pointer, wheel and keyboard move the camera. The canvas is painted on animation frames
//! and only when something changed; at rest nothing runs.

mod controls;
mod handle;
mod input;
mod look;
mod minimap;
mod overlay;
mod painting;
mod parts;
mod screen;
mod stage;
mod still;
mod travelling;

use crate::island::{Props, island};
use bloomscope::text::{Lang, grid as words};
use bloomscope::view::grid::travel::Travel;
use bloomscope::view::grid::{BitSource, Mark, minimap as overview};
use controls::{Controls, Readout};
use handle::{Handle, Tell};
use stage::{Stage, Status};
use std::cell::{Ref, RefCell};
use std::ops::Range;
use std::rc::Rc;
pub use still::{StillBits, StillGrid};
use wasm_bindgen::prelude::{Closure, JsCast};
use web_sys::{HtmlCanvasElement, HtmlElement, PointerEvent, ResizeObserver};
use yew::prelude::*;

/// The bits to show: shared with their owner, who gives a new version with every change.
#[derive(Clone)]
pub struct GridSource {
    bits: Rc<RefCell<dyn BitSource>>,
    version: u64,
}

impl GridSource {
    /// `version` is to differ whenever the bits do.
    pub fn new<T: BitSource + 'static>(bits: Rc<RefCell<T>>, version: u64) -> Self {
        Self { bits, version }
    }

    fn bits(&self) -> Ref<'_, dyn BitSource + 'static> {
        self.bits.borrow()
    }

    fn is_same_array(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.bits, &other.bits)
    }
}

impl PartialEq for GridSource {
    fn eq(&self, other: &Self) -> bool {
        self.is_same_array(other) && self.version == other.version
    }
}

/// How high the canvas is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StageHeight {
    /// About square, whatever m is.
    #[default]
    Auto,
    /// As the element around it: for an embedding or a projector.
    Fill,
}

/// A wish to see a bit. A new `nonce` repeats it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reveal {
    /// The bit.
    pub index: u64,
    /// Differs from wish to wish.
    pub nonce: u64,
}

/// What [`BitGrid`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct GridProps {
    /// The bits.
    pub source: GridSource,
    /// The probed positions in probe order.
    #[prop_or_else(|| Rc::new([]))]
    pub marks: Rc<[Mark]>,
    /// Bits to point out besides, for instance those of one key.
    #[prop_or_else(|| Rc::new([]))]
    pub highlight: Rc<[u64]>,
    /// The part of the table that is spoken of: these cells.
    #[prop_or_default]
    pub region: Option<Range<u64>>,
    /// A value on its way from cell to cell.
    #[prop_or_default]
    pub travel: Option<Travel>,
    /// The page's language.
    pub lang: Lang,
    /// Changes whenever colours or faces may have changed.
    #[prop_or_default]
    pub theme_version: u32,
    /// How high the canvas is.
    #[prop_or_default]
    pub height: StageHeight,
    /// Where the connectors leave the canvas's left edge, in CSS pixels from its top, mark by mark; nothing is connected that
    /// has no place here.
    #[prop_or_default]
    pub connect_from: Option<Rc<[f64]>>,
    /// A bit to bring into view, if it is not.
    #[prop_or_default]
    pub reveal: Option<Reveal>,
    /// Told the bit that the pointer or the keyboard is on.
    #[prop_or_default]
    pub on_hover: Callback<Option<u64>>,
    /// Told which marks are connected: the first mark's bit is the lowest.
    #[prop_or_default]
    pub on_connected: Callback<u64>,
    /// Told the bit that was clicked, or chosen with Enter.
    #[prop_or_default]
    pub on_select: Callback<u64>,
}

/// The bit grid.
#[component]
pub fn BitGrid(props: &GridProps) -> Html {
    let (space, canvas, map) = (use_node_ref(), use_node_ref(), use_node_ref());
    let status = use_state_eq(Status::default);
    let handle = (*use_state(Handle::default)).clone();
    handle.set_tell(Tell {
        status: Callback::from({
            let status = status.setter();
            move |now| status.set(now)
        }),
        hover: props.on_hover.clone(),
        select: props.on_select.clone(),
        connected: props.on_connected.clone(),
    });
    use_stage(&handle, &space, &canvas, &map, props);

    let (n_bits, ones, notation) = {
        let bits = props.source.bits();
        (bits.n_bits(), bits.ones(), bits.notation())
    };
    let lang = props.lang;
    let summary = words::summary(lang, notation, n_bits, ones);
    let on_map = map_listener(&handle);
    html! {
        <div class={classes!("grid", (props.height == StageHeight::Fill).then_some("fill"))}>
            <div class="grid-stage" ref={space}>
                <canvas ref={canvas} id="grid" class={classes!(status.zoomed.then_some("zoomed"))} tabindex="0"
                    role="application" aria-roledescription={words::role(lang)} aria-label={summary.clone()}
                    aria-describedby="grid-keys" data-m={n_bits.to_string()} data-ones={ones.to_string()} />
                <canvas ref={map} class="grid-map" role="img" aria-label={words::overview(lang)} title={words::overview(lang)}
                    onpointerdown={on_map.clone()} onpointermove={on_map} />
            </div>
            <div class="grid-strip">
                { island::<Readout>(yew::props!(Props<Readout> { notation, status: *status, summary, lang })) }
                { island::<Controls>(yew::props!(Props<Controls> { handle, status: *status, lang, n_bits })) }
            </div>
            <p id="grid-keys" class="visually-hidden">{ words::keyboard(lang) }</p>
        </div>
    }
}

/// Keeps the stage in step with the page: made when the canvas is there, told of every change, taken away with it.
#[hook]
fn use_stage(handle: &Handle, space: &NodeRef, canvas: &NodeRef, map: &NodeRef, props: &GridProps) {
    use_effect_with((), {
        let (handle, canvas, map) = (handle.clone(), canvas.clone(), map.clone());
        let source = props.source.clone();
        move |()| {
            let element = canvas.cast::<HtmlCanvasElement>();
            handle.set(element.clone().and_then(|canvas| Stage::new(canvas, map.cast(), source)));
            let listeners = element.map(|canvas| input::listen(&canvas, &handle)).unwrap_or_default();
            move || {
                drop(listeners);
                handle.set(None);
            }
        }
    });
    use_effect_with(props.height, {
        let (handle, space) = (handle.clone(), space.clone());
        move |height| {
            let observed = observe(&space, &handle, *height);
            move || drop(observed)
        }
    });
    use_effect_with(props.theme_version, {
        let handle = handle.clone();
        move |_| {
            handle.with(Stage::restyle);
        }
    });
    use_effect_with(
        (
            props.source.clone(),
            props.marks.clone(),
            props.highlight.clone(),
            props.connect_from.clone(),
            props.region.clone(),
            props.travel,
        ),
        {
            let handle = handle.clone();
            move |(source, marks, highlight, connect_from, region, travel)| {
                handle.with(|stage| {
                    stage.set_source(source.clone());
                    stage.set_marks(marks.clone(), highlight.clone(), connect_from.clone());
                    stage.set_region(region.clone());
                    stage.set_travel(*travel);
                });
            }
        },
    );
    use_effect_with(props.reveal, {
        let handle = handle.clone();
        move |reveal| {
            if let Some(Reveal { index, .. }) = *reveal {
                handle.with(|stage| input::reveal(stage, index));
            }
        }
    });
}

/// Follows the size of the space for the canvas, and the density of the screen.
fn observe(space: &NodeRef, handle: &Handle, height: StageHeight) -> Option<Observed> {
    let element = space.cast::<HtmlElement>()?;
    let measure = {
        let (handle, element) = (handle.clone(), element.clone());
        move || {
            let size = (f64::from(element.client_width()), f64::from(element.client_height()));
            if size.0 > 0.0 {
                handle.with(|stage| stage.set_space(height, size));
            }
        }
    };
    measure();
    let window = web_sys::window()?;
    let on_window = gloo::events::EventListener::new(&window, "resize", {
        let measure = measure.clone();
        move |_| measure()
    });
    let on_resize = Closure::<dyn Fn()>::new(measure);
    let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
    observer.observe(&element);
    Some(Observed { observer, _on_resize: on_resize, _on_window: on_window })
}

struct Observed {
    observer: ResizeObserver,
    _on_resize: Closure<dyn Fn()>,
    _on_window: gloo::events::EventListener,
}

impl Drop for Observed {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Moves the view with the pointer on the overview.
fn map_listener(handle: &Handle) -> Callback<PointerEvent> {
    let handle = handle.clone();
    Callback::from(move |event: PointerEvent| {
        if event.buttons() & 1 == 0 {
            return;
        }
        if let Some(canvas) = event.target().and_then(|target| target.dyn_into::<HtmlCanvasElement>().ok()) {
            let _ = canvas.set_pointer_capture(event.pointer_id()); // fails only for a pointer already gone
        }
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        handle.with(|stage| {
            let (x, y) = (stage.units(x), stage.units(y));
            let to = overview::go_to(x, y, stage.layout(), &stage.destination(), stage.viewport());
            stage.jump(to);
        });
    })
}
