//! A small SVG backend: what the page exports and what golden tests compare.
//!
//! Own rather than `plotters-svg` because it writes tenths of a pixel, keeps East Asian text in place (no estimate of text
//! widths is needed) and adds little to the page.

use super::{Font, Palette, Picture, UNIT, draw};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use std::convert::Infallible;
use std::fmt::Write;

/// Writes elements into a string.
#[derive(Debug)]
pub struct Svg<'a> {
    out: &'a mut String,
    size: (u32, u32),
}

type Written = Result<(), DrawingErrorKind<Infallible>>;

/// A picture as a whole SVG file.
#[must_use]
pub fn svg(picture: &Picture, description: &str) -> String {
    let Picture { size, palette, font, .. } = *picture;
    file(size, palette, font, description, |backend| {
        let _ = draw(backend, picture); // the backend cannot fail: it writes to a string
    })
}

/// A whole SVG file with what `draw` draws in it.
pub(super) fn file(
    size: (f64, f64),
    palette: &Palette,
    font: &Font,
    description: &str,
    draw: impl FnOnce(Svg<'_>),
) -> String {
    let (width, height) = size;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" fill=\"none\" stroke-linejoin=\"round\" font-family=\"{}\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        escaped(&font.family),
        escaped(description),
        palette.get(super::Hue::Paper).css(),
    );
    let size = ((width * UNIT) as u32, (height * UNIT) as u32);
    draw(Svg { out: &mut out, size });
    out.push_str("</svg>\n");
    out
}

impl super::Rgb {
    /// As CSS writes it.
    #[must_use]
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Svg<'_> {
    fn put(&mut self, element: std::fmt::Arguments) {
        let _ = self.out.write_fmt(element); // a string takes everything
        self.out.push('\n');
    }

    fn shape<S: BackendStyle>(&mut self, element: &str, style: &S, fill: bool) {
        let paint = paint(style.color());
        if fill {
            self.put(format_args!("<{element} fill=\"{paint}\"/>"));
        } else {
            let width = px(style.stroke_width().cast_signed());
            self.put(format_args!("<{element} stroke=\"{paint}\" stroke-width=\"{width}\"/>"));
        }
    }
}

impl DrawingBackend for Svg<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Written {
        Ok(())
    }

    fn present(&mut self) -> Written {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Written {
        self.draw_rect(point, (point.0 + 1, point.1 + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Written {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S, fill: bool) -> Written {
        let (x, y, width, height) = (px(a.0), px(a.1), px(b.0 - a.0), px(b.1 - a.1));
        self.shape(&format!("rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""), style, fill);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Written {
        self.shape(&format!("path d=\"{}\"", path_data(path)), style, false);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Written {
        let (x, y, r) = (px(center.0), px(center.1), px(radius.cast_signed()));
        self.shape(&format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\""), style, fill);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, vert: I, style: &S) -> Written {
        self.shape(&format!("path d=\"{}z\"", path_data(vert)), style, true);
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, pos: BackendCoord) -> Written {
        let anchor = style.anchor();
        let h = match anchor.h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        // A third of an em brings digits' middle to the point; `dominant-baseline` is not understood everywhere.
        let down = match anchor.v_pos {
            VPos::Top => 0.8,
            VPos::Center => 0.35,
            VPos::Bottom => 0.0,
        };
        let (x, y) = (px(pos.0), px(pos.1 + libm::round(style.size() * down) as i32));
        let size = px(libm::round(style.size()) as i32);
        let (paint, text) = (paint(style.color()), escaped(text));
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{h}\" fill=\"{paint}\">{text}</text>"
        ));
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let width = crate::view::series::text_width(text, style.size());
        Ok((width as u32, style.size() as u32))
    }
}

/// Units as pixels, without needless digits.
fn px(units: i32) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let (whole, tenth) = (units.unsigned_abs() / 10, units.unsigned_abs() % 10);
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

fn path_data(points: impl IntoIterator<Item = BackendCoord>) -> String {
    let mut data = String::new();
    for (index, (x, y)) in points.into_iter().enumerate() {
        data.push(if index == 0 { 'M' } else { 'L' });
        data.push_str(&px(x));
        data.push(' ');
        data.push_str(&px(y));
    }
    data
}

fn paint(color: BackendColor) -> String {
    let (red, green, blue) = color.rgb;
    let css = super::Rgb(red, green, blue).css();
    if color.alpha < 1.0 { format!("{css}\" opacity=\"{}", color.alpha) } else { css }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_become_pixels() {
        assert_eq!([px(0), px(5), px(120), px(123), px(-7)], ["0", "0.5", "12", "12.3", "-0.7"]);
    }

    #[test]
    fn text_cannot_break_out() {
        assert_eq!(escaped("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
