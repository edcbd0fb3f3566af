//! What is drawn over the bits: rings, markers, connectors, outlines. A few dozen paths a frame at most.
//!
//! Each state has its own shape besides its colour: a position that was 1 has a whole ring, one that was 0 a dashed ring
//! and a cross, one not looked at yet a dotted ring, a bit newly set a whole ring and a plus; highlighted bits have corner
//! brackets, the focus a double frame; what was cleared a dashed ring and a minus.

use super::look::Look;
use bloomscope::view::grid::camera::Rect;
use bloomscope::view::grid::hover::Target;
use bloomscope::view::grid::label;
use bloomscope::view::grid::marks::{Connector, MARKER_RADIUS, Mark, MarkState, Place, distinct};
use bloomscope::view::grid::travel::Travel;
use bloomscope::view::grid::{BitSource, Camera, Layout, Notation, Viewport};
use std::f64::consts::TAU;
use std::ops::Range;
use web_sys::CanvasRenderingContext2d;

/// At most this many highlighted bits are drawn.
const MOST_HIGHLIGHTED: usize = 4096;

/// What to draw, and where.
pub struct Overlay<'a> {
    pub context: &'a CanvasRenderingContext2d,
    pub look: &'a Look,
    pub layout: &'a Layout,
    pub camera: &'a Camera,
    pub viewport: &'a Viewport,
    pub marks: &'a [Mark],
    pub highlight: &'a [u64],
    pub hover: Option<&'a Target>,
    pub focus: Option<u64>,
    /// Bits just set, with how far each flash has faded, 0 to 1.
    pub flashes: &'a [(u64, f64)],
    /// Heights at which connectors leave the left edge, in CSS pixels, mark by mark.
    pub connect_from: &'a [f64],
    /// Device pixels a CSS pixel.
    pub density: f64,
    /// The cells.
    pub bits: &'a dyn BitSource,
    /// The part of the table that is spoken of.
    pub region: Option<Range<u64>>,
    /// A value on its way, with how far it has got; without, at rest.
    pub travel: Option<(Travel, Option<f64>)>,
}

impl Overlay<'_> {
    /// Draws everything and returns the rectangles that it may have touched.
    pub fn draw(&self) -> Vec<Rect> {
        let mut touched = Vec::new();
        self.draw_cells(&mut touched);
        for &(index, faded) in self.flashes {
            self.at(index, &mut touched, |place| self.flash(place, faded));
        }
        for &index in self.highlight.iter().take(MOST_HIGHLIGHTED) {
            self.at(index, &mut touched, |place| self.brackets(place));
        }
        self.draw_connectors(&mut touched);
        for (nth, mark) in distinct(self.marks) {
            self.at(mark.index, &mut touched, |place| match place {
                Place::Body(body) => self.ring(body, mark),
                Place::Spot(x, y) => self.marker(x, y, nth, mark.state),
            });
        }
        self.draw_travel(&mut touched);
        if let Some(rect) = self.hover.and_then(|target| target.rect(self.layout, self.camera)) {
            self.stroke(&self.look.ink, 1.5, 0.75);
            self.outline(rect.grown(self.px(1.0)));
            touched.push(rect.grown(self.px(3.0)));
        }
        if let Some(index) = self.focus {
            self.at(index, &mut touched, |place| self.draw_focus(place));
        }
        self.context.set_global_alpha(1.0);
        touched
    }

    fn at(&self, index: u64, touched: &mut Vec<Rect>, draw: impl FnOnce(Place)) {
        if let Some(place) = Place::of(index, self.layout, self.camera, self.viewport) {
            touched.push(place.reach(self.viewport.unit));
            draw(place);
        }
    }

    pub(super) fn px(&self, css: f64) -> f64 {
        css * self.viewport.unit
    }

    /// Sets up a line: colour, CSS width, opacity, no dashes.
    pub(super) fn stroke(&self, colour: &str, width: f64, alpha: f64) {
        self.context.set_stroke_style_str(colour);
        self.context.set_line_width(self.px(width));
        self.context.set_global_alpha(alpha);
        self.dash(&[]);
    }

    fn dash(&self, lengths: &[f64]) {
        let dashes: js_sys::Array = lengths.iter().map(|&l| wasm_bindgen::JsValue::from_f64(self.px(l))).collect();
        let _ = self.context.set_line_dash(&dashes); // fails on no list of numbers
    }

    pub(super) fn fill(&self, colour: &str, alpha: f64) {
        self.context.set_fill_style_str(colour);
        self.context.set_global_alpha(alpha);
    }

    fn circle(&self, x: f64, y: f64, radius: f64) {
        self.context.begin_path();
        let _ = self.context.arc(x, y, radius.max(0.0), 0.0, TAU); // a radius is never negative
    }

    /// A path around a rectangle, with corners as round as a cell's.
    pub(super) fn rounded(&self, rect: Rect) {
        let radius = (rect.w.min(rect.h) * 0.22).min(self.px(10.0));
        let (x1, y1) = (rect.x + rect.w, rect.y + rect.h);
        let corners =
            [(x1, rect.y, x1, y1), (x1, y1, rect.x, y1), (rect.x, y1, rect.x, rect.y), (rect.x, rect.y, x1, rect.y)];
        self.context.begin_path();
        self.context.move_to(rect.x + radius, rect.y);
        for (x, y, to_x, to_y) in corners {
            let _ = self.context.arc_to(x, y, to_x, to_y, radius); // a radius is never negative
        }
        self.context.close_path();
    }

    fn outline(&self, rect: Rect) {
        self.rounded(rect);
        self.context.stroke();
    }

    fn flash(&self, place: Place, faded: f64) {
        let left = 1.0 - faded;
        match place {
            Place::Body(body) => {
                self.fill(&self.look.probe, 0.85 * left);
                self.rounded(body);
                self.context.fill();
                self.stroke(&self.look.probe, 2.0, left);
                self.outline(body.grown(self.px(5.0 * faded)));
            }
            Place::Spot(x, y) => {
                self.stroke(&self.look.probe, 1.5, left);
                self.circle(x, y, self.px(2.0 + (MARKER_RADIUS - 2.0) * faded));
                self.context.stroke();
            }
        }
    }

    /// Corner brackets, or a small square on a spot.
    fn brackets(&self, place: Place) {
        self.stroke(&self.look.accent, 2.0, 1.0);
        let rect = match place {
            Place::Body(body) => body.grown(self.px(1.0)),
            Place::Spot(x, y) => Rect { x, y, w: 0.0, h: 0.0 }.grown(self.px(4.0)),
        };
        let arm = (rect.w * 0.32).max(self.px(2.0));
        self.context.begin_path();
        for (x, dx) in [(rect.x, arm), (rect.x + rect.w, -arm)] {
            for (y, dy) in [(rect.y, arm), (rect.y + rect.h, -arm)] {
                self.context.move_to(x + dx, y);
                self.context.line_to(x, y);
                self.context.line_to(x, y + dy);
            }
        }
        self.context.stroke();
    }

    fn draw_connectors(&self, touched: &mut Vec<Rect>) {
        if !self.viewport.has_connectors() {
            return;
        }
        for (mark, from) in self.marks.iter().zip(self.connect_from) {
            let Some(Place::Body(body)) = Place::of(mark.index, self.layout, self.camera, self.viewport) else {
                continue;
            };
            let row = mark.index >> self.layout.col_shift();
            let body = body.grown(self.px(1.0));
            let line = Connector::new(from * self.density, body, row, self.layout, self.viewport);
            let (width, alpha) = match mark.state {
                MarkState::Unset | MarkState::StillSet => continue,
                MarkState::Pending => (1.5, 0.35),
                MarkState::Active => (2.5, 1.0),
                MarkState::Hit | MarkState::Miss | MarkState::NewlySet | MarkState::Cleared => (2.0, 0.9),
            };
            self.stroke(&self.look.probe, width, alpha);
            if matches!(mark.state, MarkState::Miss | MarkState::Cleared) {
                self.dash(&[5.0, 4.0]);
            }
            self.context.begin_path();
            self.context.move_to(line.from.0, line.from.1);
            self.context.bezier_curve_to(line.c1.0, line.c1.1, line.c2.0, line.c2.1, line.to.0, line.to.1);
            self.context.stroke();
            touched.push(line.bounds().grown(self.px(3.0)));
        }
    }

    /// A ring around a cell, its body in full colour and its index in bold.
    fn ring(&self, body: Rect, mark: Mark) {
        self.relabel(body, mark);
        let ring = body.grown(self.px(1.0));
        match mark.state {
            MarkState::Unset | MarkState::StillSet => {}
            MarkState::Pending => {
                self.stroke(&self.look.probe, 1.5, 0.9);
                self.dash(&[1.5, 2.5]);
                self.outline(ring);
            }
            MarkState::Active => {
                self.stroke(&self.look.probe, 4.0, 0.3);
                self.outline(ring.grown(self.px(3.5)));
                self.stroke(&self.look.probe, 3.0, 1.0);
                self.outline(ring);
            }
            MarkState::Hit => {
                self.stroke(&self.look.probe, 3.0, 1.0);
                self.outline(ring);
            }
            MarkState::Miss => {
                self.stroke(&self.look.probe, 2.5, 1.0);
                self.dash(&[4.0, 3.0]);
                self.outline(ring);
                self.badge(body, &self.look.absent, &self.look.paper, Sign::Cross);
            }
            MarkState::Cleared => {
                self.stroke(&self.look.loud, 2.5, 1.0);
                self.dash(&[4.0, 3.0]);
                self.outline(ring);
                self.badge(body, &self.look.loud, &self.look.paper, Sign::Minus);
            }
            MarkState::NewlySet => {
                self.stroke(&self.look.probe, 3.0, 1.0);
                self.outline(ring);
                self.badge(body, &self.look.probe, &self.look.dark, Sign::Plus);
            }
        }
    }

    /// The labels of a marked cell, in bold, over a body in full colour.
    fn relabel(&self, body: Rect, Mark { index, state, value }: Mark) {
        let now = state == MarkState::StillSet || state != MarkState::Unset && self.bits.get(index);
        let one = value.map_or(now, |value| value > 0);
        let [red, green, blue, _] = self.look.palette.zero.to_le_bytes();
        let zero = format!("rgb({red} {green} {blue})");
        let (ground, colour) = if one { (&self.look.one, &self.look.paper) } else { (&zero, &self.look.ink) };
        self.fill(ground, 1.0);
        self.rounded(body);
        self.context.fill();
        let css_side = body.w / self.viewport.unit;
        if self.bits.notation() != Notation::Bit {
            let value = value.unwrap_or_else(|| self.bits.value(index));
            return self.write_value(body, value, colour, 700);
        }
        let room = (css_side - 3.0) / (f64::from(label::digits(index + 1)) * 0.66);
        let most = if css_side > 29.0 { 13.0 } else { 9.0 };
        let size = room.min(most).floor();
        let two_lines = matches!(
            label::cell_text(self.camera.scale, self.viewport.unit, self.layout.n_bits()),
            label::CellText::IndexAndValue(_)
        );
        let (x, _) = body.middle();
        if size >= 7.0 {
            self.text(&index.to_string(), x, body.y + body.h * if two_lines { 0.28 } else { 0.5 }, size, colour);
        }
        if two_lines {
            let value = if one { "1" } else { "0" };
            self.text(value, x, body.y + body.h * 0.64, f64::from(label::VALUE_SIZE), colour);
        }
    }

    fn text(&self, text: &str, x: f64, y: f64, size: f64, colour: &str) {
        self.text_of_weight(text, x, y, size, colour, 700);
    }

    pub(super) fn text_of_weight(&self, text: &str, x: f64, y: f64, size: f64, colour: &str, weight: u32) {
        self.fill(colour, 1.0);
        self.context.set_font(&format!("{weight} {}px {}", self.px(size), self.look.family));
        self.context.set_text_align("center");
        self.context.set_text_baseline("alphabetic");
        let _ = self.context.fill_text(text, x, y + self.px(size) * 0.365); // drawing text has no failure of its own
    }

    /// A disc with a sign at the upper right corner of a cell.
    fn badge(&self, body: Rect, ground: &str, ink: &str, sign: Sign) {
        let radius = self.px(5.5).min(body.w * 0.3);
        let (x, y) = (body.x + body.w - radius * 0.35, body.y + radius * 0.35);
        self.fill(&self.look.paper, 1.0);
        self.circle(x, y, radius + self.px(1.2));
        self.context.fill();
        self.fill(ground, 1.0);
        self.circle(x, y, radius);
        self.context.fill();
        self.sign(x, y, radius * 0.5, ink, sign);
    }

    fn sign(&self, x: f64, y: f64, arm: f64, ink: &str, sign: Sign) {
        self.stroke(ink, 1.6, 1.0);
        let (dx, dy, ex, ey) = match sign {
            Sign::Plus => (arm, 0.0, 0.0, arm),
            Sign::Minus => (arm, 0.0, arm, 0.0),
            Sign::Cross => (arm * 0.75, arm * 0.75, arm * 0.75, -arm * 0.75),
        };
        self.context.begin_path();
        for (dx, dy) in [(dx, dy), (ex, ey)] {
            self.context.move_to(x - dx, y - dy);
            self.context.line_to(x + dx, y + dy);
        }
        self.context.stroke();
    }

    /// A round marker with the mark's place in the probe order.
    fn marker(&self, x: f64, y: f64, nth: usize, state: MarkState) {
        if matches!(state, MarkState::Unset | MarkState::StillSet) {
            return;
        }
        let radius = self.px(MARKER_RADIUS);
        if state == MarkState::Active {
            self.stroke(&self.look.probe, 4.0, 0.35);
            self.circle(x, y, radius + self.px(3.5));
            self.context.stroke();
        }
        let filled = matches!(state, MarkState::NewlySet | MarkState::Active);
        self.fill(if filled { &self.look.probe } else { &self.look.paper }, 1.0);
        self.circle(x, y, radius);
        self.context.fill();
        self.stroke(&self.look.probe, 2.5, 1.0);
        match state {
            MarkState::Miss | MarkState::Cleared => self.dash(&[4.0, 2.5]),
            MarkState::Pending => self.dash(&[1.5, 2.5]),
            MarkState::Unset | MarkState::StillSet | MarkState::Hit | MarkState::Active | MarkState::NewlySet => {}
        }
        self.circle(x, y, radius);
        self.context.stroke();
        let colour = if filled { &self.look.dark } else { &self.look.ink };
        let number = nth + 1;
        self.text(&number.to_string(), x, y, if number < 10 { 10.5 } else { 9.0 }, colour);
        let corner = Rect { x: x - radius, y: y - radius, w: 2.0 * radius, h: 2.0 * radius };
        match state {
            MarkState::Miss => self.badge(corner, &self.look.absent, &self.look.paper, Sign::Cross),
            MarkState::NewlySet => self.badge(corner, &self.look.probe, &self.look.dark, Sign::Plus),
            MarkState::Cleared => self.badge(corner, &self.look.loud, &self.look.paper, Sign::Minus),
            MarkState::Unset | MarkState::StillSet | MarkState::Pending | MarkState::Active | MarkState::Hit => {}
        }
    }

    /// A double frame, or a cross-hair ring on a spot.
    fn draw_focus(&self, place: Place) {
        match place {
            Place::Body(body) => {
                self.stroke(&self.look.paper, 2.0, 1.0);
                self.outline(body.grown(self.px(1.0)));
                self.stroke(&self.look.ink, 2.0, 1.0);
                self.outline(body.grown(self.px(3.0)));
            }
            Place::Spot(x, y) => {
                for (colour, width) in [(&self.look.paper, 5.0), (&self.look.ink, 2.0)] {
                    self.stroke(colour, width, 1.0);
                    self.circle(x, y, self.px(7.0));
                    self.context.stroke();
                }
                self.context.begin_path();
                for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
                    self.context.move_to(x + dx * self.px(7.0), y + dy * self.px(7.0));
                    self.context.line_to(x + dx * self.px(12.0), y + dy * self.px(12.0));
                }
                self.context.stroke();
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Sign {
    Plus,
    Minus,
    Cross,
}
