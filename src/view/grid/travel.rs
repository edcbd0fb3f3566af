//! A value on its way from one cell to another: an arc with an arrow's head, and where on it the value is.

use super::camera::Rect;

/// How long a value is on its way, in milliseconds.
pub const TRAVEL_MS: f64 = 480.0;

/// A value that moves from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Travel {
    /// The value.
    pub value: u32,
    /// The cell that it leaves.
    pub from: u64,
    /// The one that it comes to.
    pub to: u64,
}

/// A quadratic curve from one cell's body to another's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Start: the middle of the first.
    pub from: (f64, f64),
    /// Control point: off to the side, the left one seen from the start, so that there and back are two ways.
    pub by: (f64, f64),
    /// End: the middle of the second.
    pub to: (f64, f64),
}

/// How far the arc rises, as a share of the way.
const RISE: f64 = 0.28;

impl Arc {
    /// The arc between two bodies.
    #[must_use]
    pub fn new(from: Rect, to: Rect) -> Self {
        let (from, to) = (from.middle(), to.middle());
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let by = (f64::midpoint(from.0, to.0) + dy * RISE, f64::midpoint(from.1, to.1) - dx * RISE);
        Self { from, by, to }
    }

    /// Where the curve is after a share of 0 to 1.
    #[must_use]
    pub fn at(&self, share: f64) -> (f64, f64) {
        let (s, r) = (share.clamp(0.0, 1.0), 1.0 - share.clamp(0.0, 1.0));
        let mix = |a: f64, b: f64, c: f64| r * r * a + 2.0 * r * s * b + s * s * c;
        (mix(self.from.0, self.by.0, self.to.0), mix(self.from.1, self.by.1, self.to.1))
    }

    /// Where a value is after a share of its time: it leaves and arrives slowly.
    #[must_use]
    pub fn eased(&self, share: f64) -> (f64, f64) {
        let s = share.clamp(0.0, 1.0);
        self.at(s * s * (3.0 - 2.0 * s))
    }

    /// The direction, as a unit vector, in which it ends; to the right for an arc without length.
    #[must_use]
    pub fn direction(&self) -> (f64, f64) {
        let (dx, dy) = (self.to.0 - self.by.0, self.to.1 - self.by.1);
        let length = libm::hypot(dx, dy);
        if length > 0.0 { (dx / length, dy / length) } else { (1.0, 0.0) }
    }

    /// A rectangle around the curve, which stays among its three points.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let [x0, x1] = [f64::min, f64::max].map(|pick| pick(pick(self.from.0, self.by.0), self.to.0));
        let [y0, y1] = [f64::min, f64::max].map(|pick| pick(pick(self.from.1, self.by.1), self.to.1));
        Rect { x: x0, y: y0, w: x1 - x0, h: y1 - y0 }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // ends are exact
mod tests {
    use super::*;

    fn body(x: f64, y: f64) -> Rect {
        Rect { x: x - 5.0, y: y - 5.0, w: 10.0, h: 10.0 }
    }

    #[test]
    fn it_leads_from_middle_to_middle_within_its_bounds() {
        for (x, y) in [(100.0, 0.0), (0.0, 80.0), (-60.0, 30.0), (0.0, 0.0)] {
            let arc = Arc::new(body(0.0, 0.0), body(x, y));
            assert_eq!((arc.at(0.0), arc.at(1.0), arc.eased(2.0)), ((0.0, 0.0), (x, y), (x, y)));
            let bounds = arc.bounds().grown(1e-9);
            for i in 0..=20 {
                let (x, y) = arc.eased(f64::from(i) / 20.0);
                assert!(bounds.meets(Rect { x, y, w: 1e-9, h: 1e-9 }), "{x} {y}");
            }
            let (dx, dy) = arc.direction();
            assert!((libm::hypot(dx, dy) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn there_and_back_are_two_ways() {
        let (a, b) = (body(0.0, 0.0), body(100.0, 0.0));
        assert!(Arc::new(a, b).by.1 < 0.0 && Arc::new(b, a).by.1 > 0.0);
    }
}
