//! The colours of the picture, and shades between them.

/// A colour as the canvas stores it: red, green, blue, alpha in memory order, so 0xAABBGGRR.
pub type Rgba = u32;

/// A colour from its components, opaque.
#[must_use]
pub const fn rgb(red: u8, green: u8, blue: u8) -> Rgba {
    Rgba::from_le_bytes([red, green, blue, 255])
}

/// `a` with a share `t` of `b`, 0 to 1, component by component.
#[must_use]
pub fn mix(a: Rgba, b: Rgba, t: f64) -> Rgba {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    let at = |i: usize| (f64::from(a[i]) + (f64::from(b[i]) - f64::from(a[i])) * t).round() as u8;
    Rgba::from_le_bytes([at(0), at(1), at(2), at(3)])
}

/// A tile with any 1 in it never looks emptier than this share of ones, so that a lone bit is seen from afar.
const LEAST_VISIBLE: f64 = 0.12;

/// The colours of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Around and between the cells.
    pub paper: Rgba,
    /// A 0.
    pub zero: Rgba,
    /// A 1.
    pub one: Rgba,
    /// Text on paper.
    pub soft: Rgba,
    /// From no ones (0) to all ones (256).
    ramp: [Rgba; 257],
}

impl Palette {
    /// A palette from its four colours.
    #[must_use]
    pub fn new(paper: Rgba, zero: Rgba, one: Rgba, soft: Rgba) -> Self {
        let mut ramp = [zero; 257];
        for (i, colour) in ramp.iter_mut().enumerate().skip(1) {
            *colour = mix(zero, one, (i as f64 / 256.0).max(LEAST_VISIBLE));
        }
        Self { paper, zero, one, soft, ramp }
    }

    /// The colour of `ones` bits out of `cells`, 2 ≤ `cells`.
    #[must_use]
    pub fn density(&self, ones: u32, cells: u32) -> Rgba {
        self.at(Shade::of(cells).level(ones))
    }

    /// The colour of a level that [`Shade::level`] gave.
    #[inline]
    pub(super) fn at(&self, level: u32) -> Rgba {
        self.ramp[level.min(256) as usize]
    }
}

/// A division by the number of bits, done once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shade {
    pub(super) per_one: u32,
}

impl Shade {
    /// 256 levels for `cells` bits, at most 2²⁴ of them; rounded up, so that all ones are level 256.
    pub(super) fn of(cells: u32) -> Self {
        Self { per_one: (256_u32 << 16).div_ceil(cells.clamp(1, 1 << 24)) }
    }

    /// From 0 for no ones to 256 for all; at least 1 for any.
    pub(super) const fn level(self, ones: u32) -> u32 {
        let level = (ones * self.per_one) >> 16;
        if level == 0 && ones > 0 { 1 } else { level }
    }
}
