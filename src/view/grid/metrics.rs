//! How large the parts of a cell are.

/// How a cell of some scale is drawn, in device pixels. A cell is its body and the gap around it, of which ⌊gap/2⌋ is at
/// the left and the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics {
    /// Space between two bodies.
    pub gap: u32,
    /// Side of a body.
    pub body: u32,
    /// Radius of a body's corners.
    pub radius: f64,
    /// How much of the paper shows in the gap, 0 to 1: it fades in, so that zooming does not blink.
    pub gap_strength: f64,
}

impl Metrics {
    /// Below this scale cells touch.
    pub const GAP_FROM: f64 = 3.0;

    /// The metrics at a scale of at least 1.
    #[must_use]
    pub fn at(scale: f64) -> Self {
        let whole = scale.floor().max(1.0);
        let gap = if scale < Self::GAP_FROM { 0.0 } else { (scale * 0.08).round().max(1.0) };
        let body = whole - gap;
        Self {
            gap: gap as u32,
            body: body as u32,
            radius: if body < 5.0 { 0.0 } else { body * 0.2 },
            gap_strength: ((scale - Self::GAP_FROM) / 3.0).clamp(0.0, 1.0),
        }
    }

    /// Where the body starts within the cell.
    #[must_use]
    pub const fn inset(&self) -> u32 {
        self.gap / 2
    }
}

/// A rectangle in device pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// The rectangle grown by `by` on every side.
    #[must_use]
    pub fn grown(self, by: f64) -> Self {
        Self { x: self.x - by, y: self.y - by, w: self.w + 2.0 * by, h: self.h + 2.0 * by }
    }

    /// Its middle.
    #[must_use]
    pub fn middle(self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Whether the two have a point in common.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.x < other.x + other.w
            && other.x < self.x + self.w
            && self.y < other.y + other.h
            && other.y < self.y + self.h
    }
}
