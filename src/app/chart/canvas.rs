//! plotters on a 2D canvas at the screen's own resolution.
//!
//! Not `plotters-canvas`: that one counts in CSS pixels, so that lines are blurred on dense screens, and measures text by
//! putting elements into the page.

use bloomscope::chart::{Rgb, UNIT};
use plotters_backend::text_anchor::HPos;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use std::convert::Infallible;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Draws on a canvas. Coordinates are [`UNIT`]s; the canvas is scaled so that they fall where they should.
pub struct Canvas {
    context: CanvasRenderingContext2d,
    size: (u32, u32),
    density: f64,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl Canvas {
    /// An empty canvas of `size` CSS pixels with `density` device pixels in each.
    pub fn new(canvas: &HtmlCanvasElement, size: (f64, f64), density: f64) -> Option<Self> {
        use wasm_bindgen::JsCast;
        let (width, height) = ((size.0 * density).round() as u32, (size.1 * density).round() as u32);
        if (canvas.width(), canvas.height()) != (width, height) {
            canvas.set_width(width);
            canvas.set_height(height);
        }
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        let drawing = Self { context, size: ((size.0 * UNIT) as u32, (size.1 * UNIT) as u32), density };
        drawing.scale(1.0);
        drawing.context.clear_rect(0.0, 0.0, f64::from(width), f64::from(height));
        drawing.scale(density / UNIT);
        drawing.context.set_line_join("round");
        Some(drawing)
    }

    /// Covers everything with one colour.
    pub fn ground(&self, colour: Rgb) {
        self.context.set_fill_style_str(&colour.css());
        self.context.fill_rect(0.0, 0.0, f64::from(self.size.0), f64::from(self.size.1));
    }

    fn scale(&self, by: f64) {
        let _ = self.context.set_transform(by, 0.0, 0.0, by, 0.0, 0.0); // fails on no finite number
    }

    fn trace(&self, points: impl IntoIterator<Item = BackendCoord>) {
        self.context.begin_path();
        for (index, (x, y)) in points.into_iter().enumerate() {
            if index == 0 {
                self.context.move_to(f64::from(x), f64::from(y));
            } else {
                self.context.line_to(f64::from(x), f64::from(y));
            }
        }
    }

    fn paint<S: BackendStyle>(&self, style: &S, fill: bool) {
        let colour = css(style.color());
        if fill {
            self.context.set_fill_style_str(&colour);
            self.context.fill();
        } else {
            self.context.set_stroke_style_str(&colour);
            self.context.set_line_width(f64::from(style.stroke_width()));
            self.context.stroke();
        }
    }
}

impl DrawingBackend for Canvas {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.draw_rect(point, (point.0 + 1, point.1 + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S, fill: bool) -> Drawn {
        self.context.begin_path();
        self.context.rect(f64::from(a.0), f64::from(a.1), f64::from(b.0 - a.0), f64::from(b.1 - a.1));
        self.paint(style, fill);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.trace(path);
        self.paint(style, false);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        self.context.begin_path();
        let (x, y, r) = (f64::from(center.0), f64::from(center.1), f64::from(radius));
        let _ = self.context.arc(x, y, r, 0.0, std::f64::consts::TAU); // a radius is never negative
        self.paint(style, fill);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, vert: I, style: &S) -> Drawn {
        self.trace(vert);
        self.context.close_path();
        self.paint(style, true);
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, pos: BackendCoord) -> Drawn {
        let align = match style.anchor().h_pos {
            HPos::Left => "left",
            HPos::Center => "center",
            HPos::Right => "right",
        };
        let size = style.size() / UNIT;
        // In CSS pixels, so that the face is hinted for the size it has.
        self.scale(self.density);
        self.context.set_font(&format!("{size}px {}", style.family().as_str()));
        self.context.set_text_align(align);
        self.context.set_text_baseline("alphabetic");
        self.context.set_fill_style_str(&css(style.color()));
        let _ = self.context.fill_text(text, f64::from(pos.0) / UNIT, f64::from(pos.1) / UNIT + size * 0.35);
        self.scale(self.density / UNIT);
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((bloomscope::view::series::text_width(text, style.size()) as u32, style.size() as u32))
    }
}

fn css(color: BackendColor) -> String {
    let (red, green, blue) = color.rgb;
    format!("rgb({red} {green} {blue} / {})", color.alpha)
}
