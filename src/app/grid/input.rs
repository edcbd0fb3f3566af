//! Pointer, wheel and keyboard on the canvas.

use super::handle::Handle;
use super::stage::Stage;
use bloomscope::view::grid::camera::snapped;
use bloomscope::view::grid::flight::Ease;
use bloomscope::view::grid::keys::{self, Command};
use bloomscope::view::grid::marks::RING_FROM;
use bloomscope::view::grid::{Camera, Cell, label};
use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlCanvasElement, KeyboardEvent, PointerEvent, WheelEvent};

/// A press that moves less than this (units) is a click.
const CLICK_SLACK: f64 = 4.0;

/// A wheel that just zoomed keeps zooming for this long (ms), even where it can do no more, so that the page does not
/// scroll away at the end of a gesture.
const WHEEL_GRACE_MS: f64 = 350.0;

/// A finger or a mouse button that is down.
#[derive(Clone, Copy)]
struct Press {
    id: i32,
    x: f64,
    y: f64,
}

/// The gesture in progress.
#[derive(Default)]
pub struct Gestures {
    presses: Vec<Press>,
    /// Camera and presses when the number of presses last changed.
    start: Option<(Camera, Vec<Press>)>,
    moved: bool,
    wheel_scale: f64,
    wheel_until: f64,
}

impl Gestures {
    fn restart(&mut self, stage: &Stage) {
        self.start = Some((*stage.camera(), self.presses.clone()));
    }

    fn down(&mut self, stage: &mut Stage, press: Press) {
        self.presses.retain(|known| known.id != press.id);
        self.presses.push(press);
        self.moved &= self.presses.len() > 1;
        self.restart(stage);
    }

    fn moved_to(&mut self, stage: &mut Stage, press: Press) {
        let Some(known) = self.presses.iter_mut().find(|known| known.id == press.id) else {
            stage.set_hover(stage.target_at(press.x, press.y));
            return;
        };
        *known = press;
        let Some((camera, start)) = &self.start else { return };
        let (from, to) = (spread(start), spread(&self.presses));
        let slack = CLICK_SLACK * stage.viewport().unit;
        self.moved |= (to.x - from.x).hypot(to.y - from.y) > slack || self.presses.len() > 1;
        if !self.moved {
            return;
        }
        let ratio = if from.size > 0.0 && to.size > 0.0 { to.size / from.size } else { 1.0 };
        let (layout, viewport) = (*stage.layout(), *stage.viewport());
        let zoomed = if self.presses.len() > 1 {
            camera.zoomed(camera.scale * ratio, (from.x, from.y), &layout, &viewport)
        } else {
            *camera
        };
        stage.set_hover(None);
        stage.jump(zoomed.panned(to.x - from.x, to.y - from.y, &layout, &viewport));
    }

    /// Returns the bit that was clicked, if that is what it was.
    fn up(&mut self, stage: &mut Stage, press: Press) -> Option<u64> {
        let was_pinch = self.presses.len() > 1;
        self.presses.retain(|known| known.id != press.id);
        self.restart(stage);
        if was_pinch {
            let camera = *stage.camera();
            let to = camera.zoomed(snapped(camera.scale), (press.x, press.y), stage.layout(), stage.viewport());
            stage.fly(to, 120.0, Ease::Out);
        }
        if std::mem::take(&mut self.moved) || was_pinch {
            self.moved = was_pinch && !self.presses.is_empty();
            return None;
        }
        let target = stage.target_at(press.x, press.y);
        stage.set_hover(target);
        target.and_then(|target| target.index())
    }

    fn cancel(&mut self, stage: &mut Stage, id: i32) {
        self.presses.retain(|known| known.id != id);
        self.moved = false;
        self.restart(stage);
    }

    /// Returns whether the wheel was used; otherwise it scrolls the page.
    fn wheel(&mut self, stage: &mut Stage, event: &WheelEvent, time: f64) -> bool {
        let (layout, viewport) = (*stage.layout(), *stage.viewport());
        let pinch = event.ctrl_key() || event.meta_key();
        let all_seen = viewport.fit_scale(&layout) >= RING_FROM * viewport.unit;
        if all_seen && !pinch && stage.destination().is_fit(&layout, &viewport) {
            return false; // every bit is seen already: the wheel belongs to the page
        }
        let pixels = match event.delta_mode() {
            WheelEvent::DOM_DELTA_LINE => 33.0,
            WheelEvent::DOM_DELTA_PAGE => 300.0,
            _ => 1.0,
        };
        let strength = if pinch { 0.01 } else { 0.0025 };
        let factor = (-event.delta_y().clamp(-400.0, 400.0) * pixels * strength).clamp(-1.2, 1.2).exp();
        let target = stage.destination();
        // Steps smaller than a whole pixel a cell add up.
        if snapped(self.wheel_scale).to_bits() != target.scale.to_bits() {
            self.wheel_scale = target.scale;
        }
        self.wheel_scale = Camera::allowed(self.wheel_scale * factor, &layout, &viewport);
        let at = stage.pixel(event.offset_x(), event.offset_y());
        let to = target.zoomed(snapped(self.wheel_scale), at, &layout, &viewport);
        if factor < 1.0 && target.is_fit(&layout, &viewport) {
            return time < self.wheel_until;
        }
        self.wheel_until = time + WHEEL_GRACE_MS;
        stage.set_hover(None);
        stage.fly(to, 140.0, Ease::Out);
        true
    }
}

/// Middle of the presses, and their distance.
struct Spread {
    x: f64,
    y: f64,
    size: f64,
}

fn spread(presses: &[Press]) -> Spread {
    let n = presses.len().max(1) as f64;
    let (x, y) = presses.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x / n, y + p.y / n));
    let size = presses.iter().map(|p| (p.x - x).hypot(p.y - y)).fold(0.0, f64::max);
    Spread { x, y, size }
}

/// Closer (factor above 1) or further away, about a pixel.
pub fn zoom_by(stage: &mut Stage, factor: f64, about: (f64, f64)) {
    let target = stage.destination();
    let wanted = target.scale * factor;
    let scale = if factor > 1.0 { snapped(wanted).max(snapped(target.scale + 0.5)) } else { snapped(wanted) };
    let scale = if target.scale < 1.0 && factor > 1.0 { snapped(wanted) } else { scale };
    stage.fly(target.zoomed(scale, about, stage.layout(), stage.viewport()), 180.0, Ease::Out);
}

/// Shows the whole grid.
pub fn fit(stage: &mut Stage) {
    stage.fly(Camera::fit(stage.layout(), stage.viewport()), 420.0, Ease::InOut);
}

/// Puts the focus on a bit and brings it close enough to be read.
pub fn go_to(stage: &mut Stage, index: u64) {
    let Some(cell) = stage.layout().cell(index) else { return };
    let viewport = *stage.viewport();
    let at = stage.destination().scale;
    let text = |scale: f64| label::cell_text(scale, viewport.unit, stage.layout().n_bits());
    let most = viewport.max_scale() as u64;
    let readable = (1..=most).map(|s| s as f64).find(|&s| text(s) != label::CellText::Nothing).unwrap_or(most as f64);
    let rings = (RING_FROM * viewport.unit).ceil();
    let all_seen = viewport.fit_scale(stage.layout()) >= rings;
    let to = if all_seen || at >= readable {
        stage.destination().revealing(cell, stage.layout(), &viewport)
    } else {
        Camera::centred(cell, readable, stage.layout(), &viewport)
    };
    stage.set_focus(Some(index));
    stage.fly(to, 620.0, Ease::InOut);
}

/// Brings a bit to the middle of the view, at the same scale, if it is out of view.
pub fn reveal(stage: &mut Stage, index: u64) {
    let Some(cell) = stage.layout().cell(index) else { return };
    let (layout, viewport, now) = (*stage.layout(), *stage.viewport(), stage.destination());
    if now.revealing(cell, &layout, &viewport) != now {
        stage.fly(Camera::centred(cell, now.scale, &layout, &viewport), 420.0, Ease::InOut);
    }
}

/// Does what a key asks for; returns the bit that was chosen, if one was.
fn obey(stage: &mut Stage, command: Command) -> Option<u64> {
    let (layout, viewport) = (*stage.layout(), *stage.viewport());
    match command {
        Command::Focus(step) => {
            let camera = stage.destination();
            let (_, top, _, bottom) = camera.visible(&layout, &viewport);
            let page = (bottom - top).floor().max(1.0) as u64;
            let stride = keys::stride(camera.scale, viewport.unit);
            let index = match stage.focus() {
                Some(index) => keys::step(index, step, &layout, stride, page),
                // The first key press goes to where one is looking: the first mark, or the first bit in view.
                None => first_focus(stage),
            };
            stage.set_hover(None);
            stage.set_focus(Some(index));
            if let Some(cell) = layout.cell(index) {
                stage.fly(camera.revealing(cell, &layout, &viewport), 120.0, Ease::Out);
            }
        }
        Command::Pan(right, down) => {
            let (_, _, width, height) = viewport.area();
            let (dx, dy) = (-f64::from(right) * width / 8.0, -f64::from(down) * height / 8.0);
            stage.fly(stage.destination().panned(dx, dy, &layout, &viewport), 120.0, Ease::Out);
        }
        Command::ZoomIn => zoom_by(stage, 1.5, zoom_centre(stage)),
        Command::ZoomOut => zoom_by(stage, 1.0 / 1.5, zoom_centre(stage)),
        Command::Fit => fit(stage),
        Command::Select => return stage.focus(),
        Command::Leave => stage.set_focus(None),
    }
    None
}

fn first_focus(stage: &Stage) -> u64 {
    let camera = stage.destination();
    let (left, top, ..) = camera.visible(stage.layout(), stage.viewport());
    let corner = Cell { col: left.ceil() as u64, row: top.ceil() as u64 };
    let mark = stage.marks().first().map(|mark| mark.index);
    mark.or_else(|| stage.layout().index(corner)).unwrap_or(0)
}

/// The focus if it is in view, else the middle.
fn zoom_centre(stage: &Stage) -> (f64, f64) {
    let viewport = stage.viewport();
    let focus = stage.focus().and_then(|index| stage.layout().cell(index));
    let middle = focus.map(|cell| stage.destination().cell_rect(cell).middle());
    middle
        .filter(|&(x, y)| x >= 0.0 && y >= 0.0 && x < f64::from(viewport.width) && y < f64::from(viewport.height))
        .unwrap_or_else(|| viewport.middle())
}

/// Listens on the canvas until the listeners are dropped.
pub fn listen(canvas: &HtmlCanvasElement, handle: &Handle) -> Vec<EventListener> {
    let on = |name: &'static str, act: fn(&Handle, &Event)| {
        let handle = handle.clone();
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(canvas, name, options, move |event| act(&handle, event))
    };
    vec![
        on("pointerdown", |handle, event| {
            let Some(event) = event.dyn_ref::<PointerEvent>().filter(|event| event.button() == 0) else { return };
            if let Some(canvas) = event.target().and_then(|target| target.dyn_into::<HtmlCanvasElement>().ok()) {
                let _ = canvas.set_pointer_capture(event.pointer_id()); // fails only for a pointer already gone
            }
            handle.gesture(|gestures, stage| gestures.down(stage, press(stage, event)));
        }),
        on("pointermove", |handle, event| {
            let Some(event) = event.dyn_ref::<PointerEvent>() else { return };
            handle.gesture(|gestures, stage| gestures.moved_to(stage, press(stage, event)));
        }),
        on("pointerup", |handle, event| {
            let Some(event) = event.dyn_ref::<PointerEvent>().filter(|event| event.button() == 0) else { return };
            let clicked = handle.gesture(|gestures, stage| gestures.up(stage, press(stage, event))).flatten();
            if let Some(index) = clicked {
                handle.tell().select.emit(index);
            }
        }),
        on("pointercancel", |handle, event| {
            let Some(event) = event.dyn_ref::<PointerEvent>() else { return };
            handle.gesture(|gestures, stage| gestures.cancel(stage, event.pointer_id()));
        }),
        on("pointerleave", |handle, event| {
            if event.dyn_ref::<PointerEvent>().is_some_and(|event| event.pointer_type() != "touch") {
                handle.with(|stage| stage.set_hover(None));
            }
        }),
        on("dblclick", |handle, event| {
            let Some(event) = event.dyn_ref::<web_sys::MouseEvent>() else { return };
            handle.with(|stage| {
                zoom_by(stage, 4.0, stage.pixel(event.offset_x(), event.offset_y()));
            });
        }),
        on("wheel", |handle, event| {
            let Some(wheel) = event.dyn_ref::<WheelEvent>() else { return };
            let time = wheel.time_stamp();
            if handle.gesture(|gestures, stage| gestures.wheel(stage, wheel, time)) == Some(true) {
                event.prevent_default();
            }
        }),
        on("keydown", |handle, event| {
            let Some(key) = event.dyn_ref::<KeyboardEvent>().filter(|key| !key.alt_key() && !key.meta_key()) else {
                return;
            };
            let Some(command) = keys::command(&key.key(), key.shift_key(), key.ctrl_key()) else { return };
            event.prevent_default();
            if let Some(index) = handle.with(|stage| obey(stage, command)).flatten() {
                handle.tell().select.emit(index);
            }
        }),
        on("focus", |handle, _| {
            handle.with(|stage| stage.show_focus(stage.focus().is_some()));
        }),
        on("blur", |handle, _| {
            handle.with(|stage| stage.show_focus(false));
        }),
    ]
}

fn press(stage: &Stage, event: &PointerEvent) -> Press {
    let (x, y) = stage.pixel(event.offset_x(), event.offset_y());
    Press { id: event.pointer_id(), x, y }
}
