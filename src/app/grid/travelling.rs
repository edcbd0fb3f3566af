//! A value that moves from cell to cell: the way it takes as an arrow, and the value on it while it is moving.

use super::overlay::Overlay;
use super::stage::{Dirt, Stage};
use bloomscope::view::grid::camera::Rect;
use bloomscope::view::grid::marks::Place;
use bloomscope::view::grid::travel::{Arc, TRAVEL_MS, Travel};

/// Length of an arrow's head, in units.
const HEAD: f64 = 8.0;

/// A travel as the stage keeps it.
#[derive(Clone, Copy)]
pub(super) struct Travelling {
    pub travel: Travel,
    /// When it began; `None` when it is over, or where motion is not wanted: the arrow alone tells it.
    pub since: Option<f64>,
}

impl Travelling {
    /// How far it has got at a time, 0 to 1; `None` at rest.
    pub fn share(self, time: f64) -> Option<f64> {
        self.since.map(|since| ((time - since) / TRAVEL_MS).clamp(0.0, 1.0))
    }
}

impl Stage {
    /// Sends a value on its way, or takes the arrow away.
    pub fn set_travel(&mut self, travel: Option<Travel>) {
        if self.travelling.map(|travelling| travelling.travel) != travel {
            let since = (!super::screen::prefers_reduced_motion()).then(super::screen::now);
            self.travelling = travel.map(|travel| Travelling { travel, since });
            self.soil(Dirt::Overlay);
        }
    }

    /// Ends a travel whose time is over, and asks for another frame while it is not.
    pub(super) fn go_on_travelling(&mut self, time: f64) {
        let Some(travelling) = &mut self.travelling else { return };
        if travelling.since.is_some() {
            if travelling.share(time) == Some(1.0) {
                travelling.since = None;
            }
            self.dirt = Dirt::Overlay;
        }
    }
}

impl Overlay<'_> {
    /// The arrow, and the value on it.
    pub(super) fn draw_travel(&self, touched: &mut Vec<Rect>) {
        let Some((Travel { value, from, to }, share)) = self.travel else { return };
        let place = |index| Place::of(index, self.layout, self.camera, self.viewport);
        let (Some(from), Some(to)) = (place(from), place(to)) else { return };
        let body = |place| match place {
            Place::Body(rect) => rect,
            Place::Spot(x, y) => Rect { x, y, w: 0.0, h: 0.0 }.grown(self.px(4.0)),
        };
        let (from, to) = (body(from), body(to));
        let arc = Arc::new(from, to);
        touched.push(arc.bounds().grown(to.w + self.px(HEAD)));
        // From rim to rim, so that neither value is crossed out.
        let length = libm::hypot(arc.to.0 - arc.from.0, arc.to.1 - arc.from.1).max(1.0);
        let rim = (to.w * 0.5 / length).min(0.4);
        let (start, end) = (arc.at(rim), arc.at(1.0 - rim));
        self.stroke(&self.look.paper, 5.0, 0.9);
        for colour_is_probe in [false, true] {
            if colour_is_probe {
                self.stroke(&self.look.probe, 2.5, 1.0);
            }
            self.context.begin_path();
            self.context.move_to(start.0, start.1);
            for i in 1..=16 {
                let (x, y) = arc.at(rim + (1.0 - 2.0 * rim) * f64::from(i) / 16.0);
                self.context.line_to(x, y);
            }
            self.context.stroke();
        }
        self.head(end, arc.at((1.0 - rim - 0.04).max(0.5)));
        if let Some(share) = share {
            let (x, y) = arc.eased(share);
            let chip = Rect { x, y, w: 0.0, h: 0.0 }.grown(to.w * 0.5);
            self.fill(&self.look.probe, 1.0);
            self.rounded(chip);
            self.context.fill();
            self.write_value(chip, value, &self.look.dark, 700);
        }
    }

    /// An arrow's head at a point, away from another.
    fn head(&self, (x, y): (f64, f64), before: (f64, f64)) {
        let (dx, dy) = (x - before.0, y - before.1);
        let length = libm::hypot(dx, dy);
        if length <= 0.0 {
            return;
        }
        let (ux, uy) = (dx / length * self.px(HEAD), dy / length * self.px(HEAD));
        self.fill(&self.look.probe, 1.0);
        self.context.begin_path();
        self.context.move_to(x + ux * 0.4, y + uy * 0.4);
        self.context.line_to(x - ux * 0.6 - uy * 0.55, y - uy * 0.6 + ux * 0.55);
        self.context.line_to(x - ux * 0.6 + uy * 0.55, y - uy * 0.6 - ux * 0.55);
        self.context.close_path();
        self.context.fill();
    }
}
