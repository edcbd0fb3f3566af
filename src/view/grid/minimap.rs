//! The overview of a large grid while only a part of it is in view.

use super::camera::{Camera, Rect, Viewport};
use super::layout::Layout;

/// Longest side, in units.
pub const LONGEST: f64 = 148.0;

/// Size of the overview in units: the grid's proportions, at most [`LONGEST`] a side and at least 24.
#[must_use]
pub fn size(layout: &Layout) -> (f64, f64) {
    let (cols, rows) = (layout.cols() as f64, layout.rows().max(1) as f64);
    let scale = LONGEST / cols.max(rows);
    ((cols * scale).round().max(24.0), (rows * scale).round().max(24.0))
}

/// Whether there is anything to find one's way in: less than the whole is in view, and the whole is large.
#[must_use]
pub fn is_useful(layout: &Layout, camera: &Camera, viewport: &Viewport) -> bool {
    !camera.is_fit(layout, viewport) && layout.n_bits() > 1024
}

/// A camera and a viewport under which the overview shows the whole grid, in device pixels.
#[must_use]
pub fn overview(layout: &Layout, unit: f64) -> (Camera, u32, u32) {
    let (width, height) = size(layout);
    let (w, h) = ((width * unit).round(), (height * unit).round());
    let scale = (w / layout.cols() as f64).min(h / layout.rows().max(1) as f64);
    (Camera { scale, x: 0.0, y: 0.0 }, w as u32, h as u32)
}

/// The part in view, in units of the overview; at least 6 a side, so that it can be seen and held.
#[must_use]
pub fn window(layout: &Layout, camera: &Camera, viewport: &Viewport) -> Rect {
    let (width, height) = size(layout);
    let (left, top, right, bottom) = camera.visible(layout, viewport);
    let scale = (width / layout.cols() as f64).min(height / layout.rows().max(1) as f64);
    let along = |from: f64, to: f64, most: f64| {
        let size = ((to - from) * scale).max(6.0).min(most);
        (f64::midpoint(from, to) * scale - size / 2.0).clamp(0.0, most - size)
    };
    Rect {
        x: along(left, right, width),
        y: along(top, bottom, height),
        w: ((right - left) * scale).max(6.0).min(width),
        h: ((bottom - top) * scale).max(6.0).min(height),
    }
}

/// The camera that has the place under a point of the overview (units) in the middle, at the same scale.
#[must_use]
pub fn go_to(x: f64, y: f64, layout: &Layout, camera: &Camera, viewport: &Viewport) -> Camera {
    let (width, height) = size(layout);
    let scale = (width / layout.cols() as f64).min(height / layout.rows().max(1) as f64);
    let (mid_x, mid_y) = viewport.middle();
    Camera {
        scale: camera.scale,
        x: mid_x - x.clamp(0.0, width) / scale * camera.scale,
        y: mid_y - y.clamp(0.0, height) / scale * camera.scale,
    }
    .clamped(layout, viewport)
}

#[cfg(test)]
mod tests {
    use super::super::Gutter;
    use super::*;
    use proptest::prelude::*;

    fn viewport() -> Viewport {
        Viewport { width: 900, height: 700, unit: 1.0, gutter: Gutter::None }
    }

    #[test]
    fn it_appears_only_when_there_is_more_than_is_seen() {
        let large = Layout::new(10_000_000);
        let fit = Camera::fit(&large, &viewport());
        assert!(!is_useful(&large, &fit, &viewport()));
        assert!(is_useful(&large, &fit.zoomed(1.0, (0.0, 0.0), &large, &viewport()), &viewport()));
        let small = Layout::new(256);
        let close = Camera::fit(&small, &viewport()).zoomed(64.0, (0.0, 0.0), &small, &viewport());
        assert!(!is_useful(&small, &close, &viewport()));
    }

    #[test]
    fn it_keeps_proportions() {
        assert_eq!(size(&Layout::new(1 << 31)), (148.0, 74.0));
        assert_eq!(size(&Layout::new(10_000_000)), (148.0, 88.0));
    }

    proptest! {
        #[test]
        fn the_window_is_where_one_went(x in 0.0..148.0_f64, y in 0.0..88.0_f64, scale in 1.0..64.0_f64) {
            let layout = Layout::new(10_000_000);
            let camera = Camera::fit(&layout, &viewport()).zoomed(scale.round(), (0.0, 0.0), &layout, &viewport());
            let there = go_to(x, y, &layout, &camera, &viewport());
            let window = window(&layout, &there, &viewport());
            let (mx, my) = window.middle();
            prop_assert!((mx - x).abs() <= window.w / 2.0 + 1.5 && (my - y).abs() <= window.h / 2.0 + 1.5, "{window:?} {x} {y}");
        }
    }
}
