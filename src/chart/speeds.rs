//! Times as marks on a logarithmic line, a row a structure: diamond, dot and ring tell the operations apart.

use super::brush::{Brush, DOT, Drawn, crisp};
use super::plate::Look;
use super::style::{Hue, Stroke};
use crate::experiment::Operation;
use crate::text::compare as words;
use crate::view::compare::Speeds;
use crate::view::series::text_width;
use plotters::style::text_anchor::HPos;
use plotters_backend::DrawingBackend;

const HAIRLINE: Stroke = Stroke { hue: Hue::Line, width: 1.0, dash: &[] };

/// Where the rows are.
pub(super) struct SpeedsFrame {
    left: f64,
    right: f64,
    top: f64,
    base: f64,
    pitch: f64,
}

impl SpeedsFrame {
    /// The column of a time.
    pub(super) fn column(&self, speeds: &Speeds, nanos: f64) -> f64 {
        self.left + (self.right - self.left) * speeds.at(nanos)
    }

    /// The height of a row.
    pub(super) fn row(&self, place: usize) -> f64 {
        self.top + self.pitch * (place as f64 + 0.5)
    }
}

/// Where the rows of these times are.
pub(super) fn speeds_frame(speeds: &Speeds, look: &Look<'_>) -> SpeedsFrame {
    let (em, lang) = (look.font.size, look.lang);
    let (width, height) = look.size;
    let (above, below) = if look.title.is_some() { (em * 2.6, em * 3.9) } else { (0.0, 0.0) };
    let names = speeds.rows.iter().map(|(contender, _)| text_width(words::short(lang, *contender), em));
    let left = names.fold(em * 4.0, f64::max) + em * 1.4;
    let (right, top, base) = (width - em * 3.0, em * 0.6 + above, crisp(height - em * 1.9 - below));
    SpeedsFrame { left, right, top, base, pitch: (base - top) / speeds.rows.len().max(1) as f64 }
}

pub(super) fn draw_speeds<DB: DrawingBackend>(brush: &Brush<'_, DB>, speeds: &Speeds, look: &Look<'_>) -> Drawn<DB> {
    let (em, lang) = (look.font.size, look.lang);
    let (width, height) = look.size;
    let frame = speeds_frame(speeds, look);
    let SpeedsFrame { left, right, top, base, .. } = frame;
    let column = |nanos: f64| frame.column(speeds, nanos);
    for (nanos, has_label) in speeds.ticks() {
        let x = crisp(column(nanos));
        if has_label {
            brush.path(&[(x, top), (x, base + 4.0)], &HAIRLINE)?;
            let label = words::nanos(nanos);
            brush.text(&label, (x, base + em * 1.1), HPos::Center, Hue::Soft, 1.0)?;
        } else {
            brush.path(&[(x, base - 3.0), (x, base)], &HAIRLINE)?;
        }
    }
    for (place, (contender, times)) in speeds.rows.iter().enumerate() {
        let y = frame.row(place);
        brush.text(words::short(lang, *contender), (left - em * 0.9, y), HPos::Right, Hue::Ink, 1.0)?;
        let columns = || times.iter().map(|&(_, each)| column(each));
        let (from, to) = (columns().fold(f64::INFINITY, f64::min), columns().fold(0.0, f64::max));
        brush.path(&[(left, crisp(y)), (right, crisp(y))], &HAIRLINE)?;
        brush.path(&[(from, y), (to, y)], &Stroke { hue: Hue::Soft, width: 1.6, dash: &[] })?;
        for &(operation, each) in times {
            mark(brush, operation, (column(each), y))?;
        }
    }
    let Some(title) = look.title else { return Ok(()) };
    brush.text(title, (em * 0.8, em * 1.4), HPos::Left, Hue::Ink, 1.25)?;
    let (mut x, y) = (em * 0.8, height - em * 1.2);
    for operation in [Operation::Insert, Operation::Hit, Operation::Miss] {
        let name = words::operation(lang, operation);
        mark(brush, operation, (x + em * 0.6, y))?;
        brush.text(name, (x + em * 1.6, y), HPos::Left, Hue::Soft, 1.0)?;
        x += em * 3.2 + text_width(name, em);
    }
    brush.text(words::speed_x(lang), (width - em * 0.8, height - em * 3.2), HPos::Right, Hue::Soft, 1.0)
}

/// The mark of an operation.
fn mark<DB: DrawingBackend>(brush: &Brush<'_, DB>, operation: Operation, at: (f64, f64)) -> Drawn<DB> {
    match operation {
        Operation::Insert => brush.diamond(at, Hue::Absent),
        Operation::Hit => brush.dot(at, DOT + 0.8, Hue::Accent),
        Operation::Miss => {
            brush.dot(at, DOT + 1.2, Hue::Maybe)?;
            brush.dot(at, DOT - 0.6, Hue::Paper)
        }
    }
}
