//! The page's colours and digits, as the style sheet has them now.

use bloomscope::view::grid::raster::{Coverage, Palette, Rgba, Typeface, mix, rgb};
use js_sys::{Object, Reflect};
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement};

/// A share of the 1's colour over paper: a 1 at rest is a little lighter than one that a mark points at.
const AT_REST: f64 = 0.8;

/// How strong the labels of cells are: legible, but behind the cells.
const LABEL_STRENGTH: f64 = 0.85;

/// Colours and face of the grid.
pub struct Look {
    /// Colours of cells.
    pub palette: Palette,
    /// Strokes, by token.
    pub ink: String,
    /// Ground.
    pub paper: String,
    /// A 1 under a mark.
    pub one: String,
    /// Probed.
    pub probe: String,
    /// Highlighted.
    pub accent: String,
    /// A 0 that decides.
    pub absent: String,
    /// Cleared, though others had set it.
    pub loud: String,
    /// The darker of ink and paper, for text on the probe colour.
    pub dark: String,
    /// Font family of labels.
    pub family: String,
    faces: Vec<((u32, u64), Typeface)>,
}

impl Look {
    /// What the style sheet computes at `element`; `None` outside of a page.
    pub fn of(element: &Element) -> Option<Self> {
        let style = web_sys::window()?.get_computed_style(element).ok()??;
        let context = scratch(1, 1)?;
        let colour = |token: &str| -> Option<Rgba> {
            let value = style.get_property_value(token).ok()?;
            context.set_fill_style_str(value.trim());
            context.fill_rect(0.0, 0.0, 1.0, 1.0);
            let Clamped(pixel) = context.get_image_data(0.0, 0.0, 1.0, 1.0).ok()?.data();
            Some(rgb(*pixel.first()?, *pixel.get(1)?, *pixel.get(2)?))
        };
        let (paper, ink, one) = (colour("--paper")?, colour("--ink")?, colour("--one")?);
        let brightness = |c: Rgba| c.to_le_bytes()[..3].iter().map(|&v| u32::from(v)).sum::<u32>();
        Some(Self {
            palette: Palette::new(paper, colour("--zero")?, mix(paper, one, AT_REST), colour("--soft")?),
            dark: css(if brightness(ink) < brightness(paper) { ink } else { paper }),
            ink: css(ink),
            paper: css(paper),
            one: css(one),
            probe: css(colour("--probe")?),
            accent: css(colour("--accent")?),
            absent: css(colour("--absent")?),
            loud: css(colour("--false")?),
            family: style.get_property_value("font-family").ok()?,
            faces: Vec::new(),
        })
    }

    /// Draws the digits of a size once; later calls find them drawn.
    pub fn prepare(&mut self, size: u32, unit: f64) {
        let key = (size, unit.to_bits());
        if self.faces.iter().any(|(known, _)| *known == key) {
            return;
        }
        if let Some(coverage) = digits(f64::from(size) * unit, &self.family) {
            self.faces.push((key, Typeface::new(&coverage, &self.palette, LABEL_STRENGTH)));
        }
    }

    /// The digits of a size that was prepared.
    pub fn face(&self, size: u32, unit: f64) -> Option<&Typeface> {
        self.faces.iter().find(|(known, _)| *known == (size, unit.to_bits())).map(|(_, face)| face)
    }
}

fn css(colour: Rgba) -> String {
    let [red, green, blue, _] = colour.to_le_bytes();
    format!("rgb({red} {green} {blue})")
}

/// A canvas that is not in the page, for colours and digits to be read back from.
fn scratch(width: u32, height: u32) -> Option<CanvasRenderingContext2d> {
    let canvas: HtmlCanvasElement = web_sys::window()?.document()?.create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(width);
    canvas.set_height(height);
    context(&canvas, &[("willReadFrequently", true)])
}

/// A canvas's 2D context with the given attributes.
pub fn context(canvas: &HtmlCanvasElement, attributes: &[(&str, bool)]) -> Option<CanvasRenderingContext2d> {
    let options = Object::new();
    for &(name, value) in attributes {
        Reflect::set(&options, &JsValue::from_str(name), &JsValue::from_bool(value)).ok()?;
    }
    canvas.get_context_with_context_options("2d", &options).ok()??.dyn_into().ok()
}

/// The ten digits at a size in device pixels, each in the middle of an equal width.
fn digits(size: f64, family: &str) -> Option<Coverage> {
    let font = format!("500 {size}px {family}");
    let measure = scratch(1, 1)?;
    measure.set_font(&font);
    let width = |digit: u32| measure.measure_text(&digit.to_string()).map_or(0.0, |metrics| metrics.width());
    let advance = (0..10).map(width).fold(1.0, f64::max).round();
    let ascent = measure.measure_text("0").map_or(size * 0.75, |metrics| metrics.actual_bounding_box_ascent()).ceil();
    let height = ascent + 2.0;
    let context = scratch((advance * 10.0) as u32, height as u32)?;
    context.set_font(&font);
    for digit in 0..10 {
        let left = f64::from(digit) * advance + (advance - width(digit)) / 2.0;
        context.fill_text(&digit.to_string(), left, ascent + 1.0).ok()?;
    }
    let Clamped(pixels) = context.get_image_data(0.0, 0.0, advance * 10.0, height).ok()?.data();
    let alpha = pixels.iter().skip(3).step_by(4).copied().collect();
    Some(Coverage { advance: advance as usize, height: height as usize, alpha })
}
