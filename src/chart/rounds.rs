//! The courses of the ways to live with deletions: a line a way.

use super::brush::{Brush, DOT, Drawn, crisp};
use super::path::At;
use super::plate::Look;
use super::style::{Hue, Stroke};
use crate::experiment::Way;
use crate::text::ways as words;
use crate::view::series::{Frame, text_width};
use crate::view::ways::Rounds;
use plotters::style::text_anchor::HPos;
use plotters_backend::DrawingBackend;

/// The look of a way's line: no two differ by colour alone.
#[must_use]
pub const fn way_stroke(way: Way) -> Stroke {
    match way {
        Way::Nothing => Stroke { hue: Hue::Soft, width: 1.8, dash: &[2.0, 3.0] },
        Way::ClearBits => Stroke { hue: Hue::False, width: 2.2, dash: &[] },
        Way::Rebuild => Stroke { hue: Hue::Accent, width: 2.2, dash: &[] },
        Way::Counting => Stroke { hue: Hue::Absent, width: 2.0, dash: &[7.0, 4.0] },
        Way::Cuckoo => Stroke { hue: Hue::Maybe, width: 2.0, dash: &[10.0, 3.0, 2.0, 3.0] },
        Way::Corrections => Stroke { hue: Hue::Ink, width: 1.6, dash: &[12.0, 4.0] },
        Way::Tombstones => Stroke { hue: Hue::Ink, width: 1.6, dash: &[1.5, 4.5] },
    }
}

/// Where the plot is.
pub(super) fn rounds_frame(rounds: &Rounds, look: &Look<'_>) -> Frame {
    let em = look.font.size;
    let (width, height) = look.size;
    let (above, below) = if look.title.is_some() { (em * 2.4, em * 6.2) } else { (0.0, 0.0) };
    let (left, top) = (em * 4.0, em * 0.8 + above);
    Frame {
        left,
        top,
        width: (width - left - em * 1.4).max(1.0),
        height: (height - top - em * 1.9 - below).max(1.0),
        x: rounds.x,
        y: rounds.y,
    }
}

pub(super) fn draw_rounds<DB: DrawingBackend>(brush: &Brush<'_, DB>, rounds: &Rounds, look: &Look<'_>) -> Drawn<DB> {
    let frame = rounds_frame(rounds, look);
    super::plate::draw_axes(brush, &frame, look)?;
    let base = crisp(frame.top + frame.height);
    let at = crisp(frame.pixel(rounds.at as f64, 0.0).0);
    brush.path(&[(at, frame.top), (at, base)], &Stroke { hue: Hue::Soft, width: 1.2, dash: &[2.0, 4.0] })?;
    for (way, values) in &rounds.lines {
        let points: Vec<At> =
            values.iter().enumerate().map(|(round, &value)| frame.pixel(round as f64, value)).collect();
        let stroke = way_stroke(*way);
        brush.path(&points, &stroke)?;
        if let Some(&point) = points.get(rounds.at) {
            brush.dot(point, DOT, stroke.hue)?;
        }
    }
    look.title.map_or(Ok(()), |title| captions(brush, title, look))
}

fn captions<DB: DrawingBackend>(brush: &Brush<'_, DB>, title: &str, look: &Look<'_>) -> Drawn<DB> {
    let (em, lang) = (look.font.size, look.lang);
    let (width, height) = look.size;
    brush.text(title, (em * 0.8, em * 1.4), HPos::Left, Hue::Ink, 1.25)?;
    brush.text(words::x_rounds(lang), (width - em * 0.8, height - em * 5.6), HPos::Right, Hue::Soft, 1.0)?;
    let (mut x, mut y) = (em * 0.8, height - em * 3.4);
    for way in Way::ALL {
        let name = words::name(lang, way);
        let needed = em * 4.2 + text_width(name, em);
        if x + needed > width && x > em {
            (x, y) = (em * 0.8, y + em * 1.7);
        }
        brush.path(&[(x, y), (x + em * 2.2, y)], &way_stroke(way))?;
        brush.text(name, (x + em * 2.8, y), HPos::Left, Hue::Soft, 1.0)?;
        x += needed;
    }
    Ok(())
}
