//! Camera movement: eased, and free to be replaced at any moment by another that starts where it is.

use super::camera::Camera;

/// How a movement spends its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ease {
    /// Fast, then settling: answers to a wheel or a key.
    Out,
    /// Slow, fast, slow: journeys.
    InOut,
}

/// A movement from one camera to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    from: Camera,
    to: Camera,
    start_ms: f64,
    duration_ms: f64,
    ease: Ease,
}

impl Flight {
    /// A movement that starts at `start_ms` on the caller's clock.
    #[must_use]
    pub const fn new(from: Camera, to: Camera, start_ms: f64, duration_ms: f64, ease: Ease) -> Self {
        Self { from, to, start_ms, duration_ms, ease }
    }

    /// Where it ends.
    #[must_use]
    pub const fn target(&self) -> Camera {
        self.to
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self, now_ms: f64) -> bool {
        now_ms >= self.start_ms + self.duration_ms
    }

    /// Where the camera is now.
    #[must_use]
    pub fn at(&self, now_ms: f64) -> Camera {
        if self.is_over(now_ms) {
            return self.to;
        }
        let t = ((now_ms - self.start_ms) / self.duration_ms).clamp(0.0, 1.0);
        between(&self.from, &self.to, self.ease.apply(t))
    }
}

impl Ease {
    fn apply(self, t: f64) -> f64 {
        let cube = |x: f64| x * x * x;
        match self {
            Self::Out => 1.0 - cube(1.0 - t),
            Self::InOut if t < 0.5 => 4.0 * cube(t),
            Self::InOut => 1.0 - cube(2.0 - 2.0 * t) / 2.0,
        }
    }
}

/// The camera a fraction `t` of the way. The scale changes by equal ratios. Two cameras of different scale agree on one
/// pixel, which the movement keeps still; so a zoom about the pointer stays about the pointer.
fn between(from: &Camera, to: &Camera, t: f64) -> Camera {
    let ratio = to.scale / from.scale;
    if (ratio - 1.0).abs() < 1e-6 {
        let along = |a: f64, b: f64| a + (b - a) * t;
        return Camera { scale: to.scale, x: along(from.x, to.x).round(), y: along(from.y, to.y).round() };
    }
    let scale = from.scale * libm::pow(ratio, t);
    // The still pixel p: (p − x₀)/s₀ = (p − x₁)/s₁. Every camera between has (p − x)/s equal to that.
    let along = |a: f64, b: f64| {
        let still = (b - ratio * a) / (1.0 - ratio);
        still - (still - a) * (scale / from.scale)
    };
    Camera { scale, x: along(from.x, to.x), y: along(from.y, to.y) }
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // pixels are whole numbers
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn camera(scale: f64, x: f64, y: f64) -> Camera {
        Camera { scale, x, y }
    }

    #[test]
    fn easing_starts_at_nought_and_ends_at_one() {
        for ease in [Ease::Out, Ease::InOut] {
            assert_eq!((ease.apply(0.0), ease.apply(1.0)), (0.0, 1.0));
            let values: Vec<f64> = (0..=50).map(|i| ease.apply(f64::from(i) / 50.0)).collect();
            assert!(values.windows(2).all(|w| w[0] <= w[1]));
        }
    }

    #[test]
    fn a_pan_is_straight_and_on_whole_pixels() {
        let flight = Flight::new(camera(8.0, 0.0, 0.0), camera(8.0, -100.0, 50.0), 1000.0, 100.0, Ease::InOut);
        assert_eq!(flight.at(1050.0), camera(8.0, -50.0, 25.0));
        assert_eq!(flight.at(0.0), camera(8.0, 0.0, 0.0));
        assert!(flight.is_over(1100.0) && flight.at(5000.0) == flight.target());
    }

    proptest! {
        #[test]
        fn the_still_point_stays_still(s0 in 0.1..60.0_f64, ratio in 1.1..50.0_f64, px in 0.0..900.0_f64, col in 0.0..4000.0_f64, t in 0.0..1.0_f64) {
            let at = |s: f64| camera(s, px - col * s, px - col * s);
            let now = between(&at(s0), &at(s0 * ratio), t);
            prop_assert!((now.to_grid(px, px).0 - col).abs() < 1e-6 * (1.0 + col));
            prop_assert!(now.scale >= s0 && now.scale <= s0 * ratio * 1.000_001);
        }
    }
}
