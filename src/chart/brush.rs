//! Lines, dots and words on an area: what every drawing here is made of. In CSS pixels.

use super::path::{At, dashes};
use super::style::{Hue, Palette, Rgb, Stroke};
use super::{Font, UNIT};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, PathElement, Polygon, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};
use plotters_backend::DrawingBackend;

/// Radius of a measured point, pixels.
pub(super) const DOT: f64 = 3.1;

/// Draws on one area in the colours and the face of the page.
pub(super) struct Brush<'a, DB: DrawingBackend> {
    pub(super) area: &'a DrawingArea<DB, Shift>,
    pub(super) palette: &'a Palette,
    pub(super) font: &'a Font,
}

pub(super) type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

impl<DB: DrawingBackend> Brush<'_, DB> {
    /// Lines and dots grow with large type, so that a projected chart can be seen from the last row.
    pub(super) fn grown(&self, length: f64) -> f64 {
        length * (self.font.size / 13.0).max(1.0)
    }

    pub(super) fn rgb(&self, hue: Hue) -> RGBColor {
        let Rgb(red, green, blue) = self.palette.get(hue);
        RGBColor(red, green, blue)
    }

    pub(super) fn path(&self, points: &[At], style: &Stroke) -> Drawn<DB> {
        let shape = ShapeStyle {
            color: self.rgb(style.hue).to_rgba(),
            filled: false,
            stroke_width: libm::round(self.grown(style.width) * UNIT) as u32,
        };
        let pattern: Vec<f64> = style.dash.iter().map(|&length| self.grown(length)).collect();
        for part in dashes(points, &pattern) {
            self.area.draw(&PathElement::new(units(&part), shape))?;
        }
        Ok(())
    }

    pub(super) fn filled(&self, corners: &[At], hue: Hue) -> Drawn<DB> {
        self.area.draw(&Polygon::new(units(corners), self.rgb(hue).filled()))
    }

    pub(super) fn dot(&self, (x, y): At, radius: f64, hue: Hue) -> Drawn<DB> {
        self.area.draw(&Circle::new(
            unit((x, y)),
            libm::round(self.grown(radius) * UNIT) as u32,
            self.rgb(hue).filled(),
        ))
    }

    pub(super) fn diamond(&self, (x, y): At, hue: Hue) -> Drawn<DB> {
        let r = self.grown(3.4);
        self.filled(&[(x - r, y), (x, y - r), (x + r, y), (x, y + r)], hue)
    }

    /// A text whose middle is at the height of `at`; `size` is in fonts.
    pub(super) fn text(&self, text: &str, at: At, h_pos: HPos, hue: Hue, size: f64) -> Drawn<DB> {
        if text.is_empty() {
            return Ok(());
        }
        let font = self.font;
        let style = TextStyle {
            font: FontDesc::new(FontFamily::Name(&font.family), font.size * size * UNIT, FontStyle::Normal),
            color: self.rgb(hue).to_backend_color(),
            pos: Pos::new(h_pos, VPos::Center),
        };
        self.area.draw(&Text::new(text, unit(at), style))
    }
}

/// The middle of the pixel row or column: a hairline there covers one row instead of half of two.
pub(super) fn crisp(at: f64) -> f64 {
    libm::floor(at) + 0.5
}

fn unit((x, y): At) -> (i32, i32) {
    (libm::round(x * UNIT) as i32, libm::round(y * UNIT) as i32)
}

fn units(points: &[At]) -> Vec<(i32, i32)> {
    points.iter().map(|&point| unit(point)).collect()
}
