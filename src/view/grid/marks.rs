//! The probed positions of a key: what is drawn over the bits, and where.

use super::camera::{Camera, Rect, Viewport};
use super::layout::Layout;

/// What is known of a probed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkState {
    /// To be set by this key, but not yet: drawn as it was, 0.
    Unset,
    /// Not looked at yet.
    Pending,
    /// Being looked at.
    Active,
    /// Looked at: it was 1.
    Hit,
    /// Looked at: it was 0.
    Miss,
    /// Set by this key.
    NewlySet,
    /// To be cleared by this key, but not yet: drawn as it was, 1.
    StillSet,
    /// Cleared by this key.
    Cleared,
}

/// A probed position. Marks come in probe order; the same position may come twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The bit.
    pub index: u64,
    /// What is known of it.
    pub state: MarkState,
    /// The value to show in place of the cell's own: what it was, or will have been, at the moment shown.
    pub value: Option<u32>,
}

impl Mark {
    /// A mark on a cell that shows its own value.
    #[must_use]
    pub const fn new(index: u64, state: MarkState) -> Self {
        Self { index, state, value: None }
    }
}

/// From this scale on (units a cell) a mark is a ring around its cell; below, a round marker on its place.
pub const RING_FROM: f64 = 6.0;

/// Radius of a round marker, in units.
pub const MARKER_RADIUS: f64 = 9.0;

/// Where a bit is, for something drawn around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// A cell large enough for a ring: its body.
    Body(Rect),
    /// A spot, too small for one: its middle.
    Spot(f64, f64),
}

impl Place {
    /// Where bit `index` is. `None` beyond the end or out of view.
    #[must_use]
    pub fn of(index: u64, layout: &Layout, camera: &Camera, viewport: &Viewport) -> Option<Self> {
        let cell = layout.cell(index)?;
        let canvas = Rect { x: 0.0, y: 0.0, w: viewport.width.into(), h: viewport.height.into() };
        if camera.scale >= RING_FROM * viewport.unit {
            let body = camera.body_rect(cell);
            return body.meets(canvas).then_some(Self::Body(body));
        }
        let rect = camera.cell_rect(cell);
        // At the rim a marker moves inwards, so that it is whole.
        let margin = (MARKER_RADIUS + 5.0) * viewport.unit;
        let inwards = |at: f64, size: u32| at.min(f64::from(size) - margin).max(margin);
        let (x, y) = rect.middle();
        rect.meets(canvas).then(|| Self::Spot(inwards(x, viewport.width), inwards(y, viewport.height)))
    }

    /// The pixels that something drawn around it may touch.
    #[must_use]
    pub fn reach(self, unit: f64) -> Rect {
        match self {
            Self::Body(rect) => rect.grown(8.0 * unit),
            Self::Spot(x, y) => Rect { x, y, w: 0.0, h: 0.0 }.grown((MARKER_RADIUS + 6.0) * unit),
        }
    }
}

/// A cubic curve from the left edge of the canvas to the edge of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Connector {
    /// Start.
    pub from: (f64, f64),
    /// First control point.
    pub c1: (f64, f64),
    /// Second control point.
    pub c2: (f64, f64),
    /// End, at an edge of the cell's body.
    pub to: (f64, f64),
}

/// Grids of up to this many rows are flat: their connectors come from below (or above), so as not to cross the row.
pub const FLAT_ROWS: u64 = 2;

/// Free space that the connectors of a flat grid take above and below it, in units.
pub const FLAT_MARGIN: f64 = 20.0;

impl Connector {
    /// The connector that leaves the left edge at height `y`, to a cell with this body in row `row` of `layout`.
    #[must_use]
    pub fn new(y: f64, body: Rect, row: u64, layout: &Layout, viewport: &Viewport) -> Self {
        let (middle, target) = body.middle();
        if layout.rows() > FLAT_ROWS {
            let reach = body.x.max(0.0);
            return Self { from: (0.0, y), c1: (reach * 0.4, y), c2: (reach * 0.5, target), to: (body.x, target) };
        }
        let far = FLAT_MARGIN * 0.9 * viewport.unit;
        let (edge, lane) =
            if row + 1 == layout.rows() { (body.y + body.h, body.y + body.h + far) } else { (body.y, body.y - far) };
        let turn = viewport.gutter.width() * 0.75;
        // Level at the start, as it comes from the left.
        Self { from: (0.0, y), c1: (turn, y), c2: (middle, lane), to: (middle, edge) }
    }

    /// A rectangle around the curve, which stays among its four points.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let points = [self.from, self.c1, self.c2, self.to];
        let (mut x0, mut y0) = self.from;
        let (mut x1, mut y1) = self.from;
        for (x, y) in points {
            (x0, y0) = (x0.min(x), y0.min(y));
            (x1, y1) = (x1.max(x), y1.max(y));
        }
        Rect { x: x0, y: y0, w: x1 - x0, h: y1 - y0 }
    }
}

/// The marks to draw, each position once with its place in the probe order: a later mark says more than an earlier one.
#[must_use]
pub fn distinct(marks: &[Mark]) -> Vec<(usize, Mark)> {
    let mut kept: Vec<(usize, Mark)> = Vec::with_capacity(marks.len());
    for (nth, &mark) in marks.iter().enumerate() {
        match kept.iter_mut().find(|(_, seen)| seen.index == mark.index) {
            Some((_, seen)) if !matches!(mark.state, MarkState::Pending | MarkState::Unset | MarkState::StillSet) => {
                *seen = mark;
            }
            Some(_) => {}
            None => kept.push((nth, mark)),
        }
    }
    kept
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // pixels are whole numbers
mod tests {
    use super::super::Gutter;
    use super::*;

    fn scene(m: u64) -> (Layout, Viewport, Camera) {
        let layout = Layout::new(m);
        let viewport = Viewport { width: 660, height: 620, unit: 1.0, gutter: Gutter::Connectors(40.0) };
        (layout, viewport, Camera::fit(&layout, &viewport))
    }

    #[test]
    fn rings_where_cells_are_seen_and_spots_where_not() {
        let (layout, viewport, camera) = scene(256);
        assert!(matches!(Place::of(67, &layout, &camera, &viewport), Some(Place::Body(_))));
        assert_eq!(Place::of(256, &layout, &camera, &viewport), None);
        let (layout, viewport, camera) = scene(10_000_000);
        let Some(Place::Spot(x, y)) = Place::of(67, &layout, &camera, &viewport) else { panic!("a spot") };
        assert!(x >= MARKER_RADIUS && y >= MARKER_RADIUS, "the marker of a bit at the rim is whole");
    }

    #[test]
    fn what_is_out_of_view_has_no_place() {
        let (layout, viewport, camera) = scene(10_000_000);
        let close = camera.zoomed(40.0, (300.0, 300.0), &layout, &viewport);
        assert_eq!(Place::of(0, &layout, &close, &viewport), None);
    }

    #[test]
    fn connectors_start_where_they_are_told_and_end_at_the_cell() {
        let (layout, viewport, camera) = scene(256);
        let Some(Place::Body(body)) = Place::of(67, &layout, &camera, &viewport) else { panic!("a ring") };
        let a = Connector::new(365.0, body, 4, &layout, &viewport);
        assert_eq!(a.from, (0.0, 365.0));
        assert_eq!(a.to, (body.x, body.y + body.h / 2.0));
        let bounds = a.bounds();
        assert!(bounds.x <= a.to.0 && bounds.y <= a.to.1 && bounds.y + bounds.h >= a.from.1);
    }

    #[test]
    fn connectors_of_a_flat_grid_come_from_outside() {
        let (layout, viewport, camera) = scene(8);
        let Some(Place::Body(body)) = Place::of(5, &layout, &camera, &viewport) else { panic!("a ring") };
        let line = Connector::new(310.0, body, 0, &layout, &viewport);
        assert_eq!(line.to, (body.x + body.w / 2.0, body.y + body.h));
        assert!(line.c2.1 > body.y + body.h);
        assert_eq!(line.c1.1, 310.0, "it goes on level");
        let (layout, viewport, camera) = scene(16);
        let Some(Place::Body(body)) = Place::of(5, &layout, &camera, &viewport) else { panic!("a ring") };
        let line = Connector::new(310.0, body, 0, &layout, &viewport);
        assert_eq!((layout.rows(), line.to.1), (2, body.y));
    }

    #[test]
    fn a_position_probed_twice_is_drawn_once() {
        let mark = Mark::new;
        let marks = [mark(5, MarkState::NewlySet), mark(9, MarkState::Hit), mark(5, MarkState::Pending)];
        assert_eq!(distinct(&marks), vec![(0, mark(5, MarkState::NewlySet)), (1, mark(9, MarkState::Hit))]);
        let later = [mark(5, MarkState::Hit), mark(5, MarkState::Active)];
        assert_eq!(distinct(&later), vec![(0, mark(5, MarkState::Active))]);
    }
}
