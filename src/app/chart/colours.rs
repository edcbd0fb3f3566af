//! The page's colours and face, as the style sheet computes them now.

use bloomscope::chart::{Font, Hue, Palette, Rgb};
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement};

/// The colours that apply at `element`. Any colour that CSS can write is understood, because the browser itself paints a
/// pixel of each, which is then read back.
pub fn palette(element: &Element) -> Option<Palette> {
    let window = web_sys::window()?;
    let style = window.get_computed_style(element).ok()??;
    let canvas: HtmlCanvasElement = window.document()?.create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(Hue::ALL.len() as u32);
    canvas.set_height(1);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    for (column, hue) in Hue::ALL.into_iter().enumerate() {
        context.set_fill_style_str(style.get_property_value(hue.token()).ok()?.trim());
        context.fill_rect(column as f64, 0.0, 1.0, 1.0);
    }
    let Clamped(pixels) = context.get_image_data(0.0, 0.0, Hue::ALL.len() as f64, 1.0).ok()?.data();
    let mut colours = [Rgb::default(); Hue::ALL.len()];
    for (colour, pixel) in colours.iter_mut().zip(pixels.chunks_exact(4)) {
        if let &[red, green, blue, _] = pixel {
            *colour = Rgb(red, green, blue);
        }
    }
    Some(Palette(colours))
}

/// The face of labels at `element`, `scale` times the size of its text.
pub fn font(element: &Element, scale: f64) -> Option<Font> {
    let style = web_sys::window()?.get_computed_style(element).ok()??;
    let family = style.get_property_value("font-family").ok()?;
    let size = style.get_property_value("font-size").ok()?;
    let size = Some(js_sys::parse_float(&size)).filter(|size| size.is_finite())?;
    Some(Font { family, size: size * scale })
}
