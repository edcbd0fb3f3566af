//! What the stage asks of the browser: its clock, its screen, the visitor's wishes, and to take pixels.

use bloomscope::view::grid::raster::{Rgba, Span};
use wasm_bindgen::Clamped;
use web_sys::{CanvasRenderingContext2d, ImageData};

/// Puts a band of pixels on its canvas.
pub fn put_pixels(context: &CanvasRenderingContext2d, width: usize, band: Span, pixels: &[Rgba]) {
    let rows = band.y1 - band.y0;
    let Some(pixels) = pixels.get(..width * rows) else { return };
    let bytes: &[u8] = bytemuck::cast_slice(pixels);
    // The image is a view of the band, not a copy.
    let Ok(image) = ImageData::new_with_u8_clamped_array_and_sh(Clamped(bytes), width as u32, rows as u32) else {
        return;
    };
    // Fails only on a canvas that is gone.
    let _ = context.put_image_data_with_dirty_x_and_dirty_y_and_dirty_width_and_dirty_height(
        &image,
        0.0,
        band.y0 as f64,
        band.x0 as f64,
        0.0,
        (band.x1 - band.x0) as f64,
        rows as f64,
    );
}

/// The page's clock, in milliseconds.
pub fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// Device pixels a CSS pixel.
pub fn device_pixel_ratio() -> f64 {
    web_sys::window().map_or(1.0, |window| window.device_pixel_ratio()).clamp(0.5, 4.0)
}

/// How much larger than usual the page's text is.
pub fn text_zoom() -> f64 {
    let size = || {
        let window = web_sys::window()?;
        let style = window.get_computed_style(&window.document()?.document_element()?).ok()??;
        Some(js_sys::parse_float(&style.get_property_value("font-size").ok()?)).filter(|size| size.is_finite())
    };
    size().map_or(1.0, |size| (size / 16.0).clamp(0.5, 4.0))
}

/// How much of the page is seen, in CSS pixels.
pub fn window_height() -> f64 {
    web_sys::window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or(800.0)
}

/// Whether the visitor asked for less motion.
pub fn prefers_reduced_motion() -> bool {
    web_sys::window()
        .and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok()?)
        .is_some_and(|query| query.matches())
}
