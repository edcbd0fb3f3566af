//! The drawings of the Compare room: bits a key against the rate here, times in `speeds`, courses in `rounds`.

use super::Font;
use super::brush::{Brush, DOT, Drawn, crisp};
use super::path::{At, between};
use super::style::{Hue, Palette, Stroke};
use super::svg::{Svg, file};
use crate::text::Lang;
use crate::text::compare as words;
use crate::view::compare::{Line, Speeds, Spot, Trade};
use crate::view::series::{Frame, text_width};
use crate::view::ways::Rounds;
use plotters::style::text_anchor::HPos;
use plotters_backend::DrawingBackend;

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Plate {
    /// Bits a key against the rate.
    Trade(Trade),
    /// Times.
    Speeds(Speeds),
    /// Courses over rounds of deletions.
    Rounds(Rounds),
}

/// How it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// Width and height in CSS pixels.
    pub size: (f64, f64),
    /// Colours.
    pub palette: &'a Palette,
    /// The font of labels.
    pub font: &'a Font,
    /// The language of words and numbers.
    pub lang: Lang,
    /// The title of a picture that stands alone, with axis names and legend; none on the page, which has them beside it.
    pub title: Option<&'a str>,
}

/// The look of a curve: no two differ by colour alone.
#[must_use]
pub const fn line_stroke(line: Line) -> Stroke {
    match line {
        Line::Bloom => Stroke { hue: Hue::Accent, width: 2.4, dash: &[] },
        Line::Blocked => Stroke { hue: Hue::Absent, width: 1.8, dash: &[7.0, 4.0] },
        Line::Cuckoo => Stroke { hue: Hue::False, width: 1.6, dash: &[10.0, 3.0, 2.0, 3.0] },
        Line::Fuse => Stroke { hue: Hue::Ink, width: 1.6, dash: &[2.0, 3.0] },
        Line::Bound => Stroke { hue: Hue::Soft, width: 1.3, dash: &[1.5, 4.5] },
    }
}

/// Draws a plate. The backend's size is the look's, in units of a tenth of a pixel.
///
/// # Errors
/// Whatever the backend reports.
pub fn draw_plate<DB: DrawingBackend>(backend: DB, plate: &Plate, look: &Look<'_>) -> Drawn<DB> {
    let area = backend.into();
    let brush = Brush { area: &area, palette: look.palette, font: look.font };
    match plate {
        Plate::Trade(trade) => draw_trade(&brush, trade, look)?,
        Plate::Speeds(speeds) => super::speeds::draw_speeds(&brush, speeds, look)?,
        Plate::Rounds(rounds) => super::rounds::draw_rounds(&brush, rounds, look)?,
    }
    area.present()
}

/// A plate as a whole SVG file.
#[must_use]
pub fn plate_svg(plate: &Plate, look: &Look<'_>) -> String {
    file(look.size, look.palette, look.font, look.title.unwrap_or_default(), |backend: Svg<'_>| {
        let _ = draw_plate(backend, plate, look); // the backend cannot fail: it writes to a string
    })
}

const HAIRLINE: Stroke = Stroke { hue: Hue::Line, width: 1.0, dash: &[] };

/// Where the plot of the trade is.
pub(super) fn trade_frame(trade: &Trade, look: &Look<'_>) -> Frame {
    let em = look.font.size;
    let (width, height) = look.size;
    let (above, below) = if look.title.is_some() { (em * 3.8, em * 6.2) } else { (0.0, 0.0) };
    let left = em * 2.6;
    let top = em * 0.8 + above;
    Frame {
        left,
        top,
        width: (width - left - em * 1.8).max(1.0),
        height: (height - top - em * 1.9 - below).max(1.0),
        x: trade.x,
        y: trade.y,
    }
}

/// Labelled values along both axes.
pub(super) fn draw_axes<DB: DrawingBackend>(brush: &Brush<'_, DB>, frame: &Frame, look: &Look<'_>) -> Drawn<DB> {
    let em = look.font.size;
    let (right, base) = (frame.left + frame.width, crisp(frame.top + frame.height));
    for tick in frame.y.ticks(frame.room_down(em), look.lang) {
        let y = crisp(frame.pixel(frame.x.high, tick.at).1);
        brush.path(&[(frame.left, y), (right, y)], &HAIRLINE)?;
        brush.text(&tick.label, (frame.left - em * 0.55, y), HPos::Right, Hue::Soft, 1.0)?;
    }
    for tick in frame.x.ticks(frame.room_across(em), look.lang) {
        let x = crisp(frame.pixel(tick.at, 0.0).0);
        brush.path(&[(x, base), (x, base + 4.0)], &HAIRLINE)?;
        brush.text(&tick.label, (x, base + em * 1.1), HPos::Center, Hue::Soft, 1.0)?;
    }
    Ok(())
}

fn draw_trade<DB: DrawingBackend>(brush: &Brush<'_, DB>, trade: &Trade, look: &Look<'_>) -> Drawn<DB> {
    let (frame, em) = (trade_frame(trade, look), look.font.size);
    let (right, base) = (frame.left + frame.width, crisp(frame.top + frame.height));
    draw_axes(brush, &frame, look)?;
    let goal = Stroke { hue: Hue::Soft, width: 1.2, dash: &[2.0, 4.0] };
    if let Some(rate) = trade.goal.0 {
        let x = crisp(frame.pixel(rate, 0.0).0);
        brush.path(&[(x, frame.top), (x, base)], &goal)?;
    }
    if let Some(bits) = trade.goal.1.filter(|&bits| bits <= trade.y.high) {
        let y = crisp(frame.pixel(trade.x.high, bits).1);
        brush.path(&[(frame.left, y), (right, y)], &goal)?;
    }
    for (line, points) in trade.lines.iter().rev() {
        let points: Vec<At> = points.iter().map(|&(rate, bits)| frame.pixel(rate, bits)).collect();
        for part in between(&points, frame.top, frame.top + frame.height) {
            brush.path(&part, &line_stroke(*line))?;
        }
    }
    let labels = labels(trade, &frame, look);
    for (spot, label) in trade.spots.iter().zip(&labels) {
        let anchor = if label.to_right { HPos::Left } else { HPos::Right };
        // Curves end at a name, so that it can be read.
        let ((from, to), half) = (span(label), em * 0.52);
        let (top, bottom) = (label.at.1 - half, label.at.1 + half);
        brush.filled(&[(from - 2.0, top), (to, top), (to, bottom), (from - 2.0, bottom)], Hue::Paper)?;
        brush.text(words::short(look.lang, spot.contender), label.at, anchor, Hue::Ink, 1.0)?;
    }
    trade.spots.iter().try_for_each(|spot| draw_spot(brush, spot, &frame))?;
    look.title.map_or(Ok(()), |title| captions(brush, title, look))
}

/// A dot where the rate was measured, with its interval; a ring where it is theory's.
fn draw_spot<DB: DrawingBackend>(brush: &Brush<'_, DB>, spot: &Spot, frame: &Frame) -> Drawn<DB> {
    let at = frame.pixel(spot.rate, spot.bits_per_key);
    if spot.is_measured {
        let (low, high) = (frame.pixel(spot.interval.0, 0.0).0, frame.pixel(spot.interval.1, 0.0).0);
        brush.path(&[(low, at.1), (high, at.1)], &Stroke { hue: Hue::Maybe, width: 1.6, dash: &[] })?;
        brush.dot(at, DOT + 1.0, Hue::Maybe)
    } else {
        brush.dot(at, DOT + 1.0, Hue::Maybe)?;
        brush.dot(at, DOT - 0.6, Hue::Paper)
    }
}

/// Where a name stands beside its point.
struct Label {
    at: At,
    to_right: bool,
    width: f64,
}

/// Places for the names such that none covers another or a point: to the right of its point or to its left, a line up or down.
fn labels(trade: &Trade, frame: &Frame, look: &Look<'_>) -> Vec<Label> {
    let em = look.font.size;
    let mut placed: Vec<Label> = Vec::new();
    let spots: Vec<At> = trade.spots.iter().map(|spot| frame.pixel(spot.rate, spot.bits_per_key)).collect();
    for (spot, &at) in trade.spots.iter().zip(&spots) {
        let width = text_width(words::short(look.lang, spot.contender), em);
        let tries = [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0].into_iter().flat_map(|row| [(row, true), (row, false)]);
        let mut candidates = tries.map(|(row, to_right)| {
            let x = if to_right { at.0 + em * 0.7 } else { at.0 - em * 0.7 };
            Label { at: (x, at.1 + row * em * 1.15), to_right, width }
        });
        let free = |label: &Label| {
            let (from, to) = span(label);
            from > frame.left
                && to < frame.left + frame.width
                && label.at.1 > frame.top
                && label.at.1 < frame.top + frame.height - em * 0.5
                && placed.iter().all(|other| {
                    let (low, high) = span(other);
                    high < from || low > to || (other.at.1 - label.at.1).abs() > em * 1.05
                })
                && spots
                    .iter()
                    .all(|spot| spot.0 + 5.0 < from || spot.0 - 5.0 > to || (spot.1 - label.at.1).abs() > em * 0.7)
        };
        let label = candidates.find(free);
        placed.push(label.unwrap_or(Label { at: (at.0 + em * 0.7, at.1), to_right: true, width }));
    }
    placed
}

fn span(label: &Label) -> (f64, f64) {
    if label.to_right { (label.at.0, label.at.0 + label.width) } else { (label.at.0 - label.width, label.at.0) }
}

fn captions<DB: DrawingBackend>(brush: &Brush<'_, DB>, title: &str, look: &Look<'_>) -> Drawn<DB> {
    let (em, lang) = (look.font.size, look.lang);
    let (width, height) = look.size;
    brush.text(title, (em * 0.8, em * 1.4), HPos::Left, Hue::Ink, 1.25)?;
    brush.text(words::trade_y(lang), (em * 0.8, em * 3.1), HPos::Left, Hue::Soft, 1.0)?;
    brush.text(words::trade_x(lang), (width - em * 0.8, height - em * 5.6), HPos::Right, Hue::Soft, 1.0)?;
    let entries: Vec<(Option<Line>, &str)> = Line::ALL
        .map(|line| (Some(line), line_name(lang, line)))
        .into_iter()
        .chain([(None, words::point_measured(lang))])
        .collect();
    let (mut x, mut y) = (em * 0.8, height - em * 3.4);
    for (line, name) in entries {
        let needed = em * 4.2 + text_width(name, em);
        if x + needed > width && x > em {
            (x, y) = (em * 0.8, y + em * 1.7);
        }
        match line {
            Some(line) => brush.path(&[(x, y), (x + em * 2.2, y)], &line_stroke(line))?,
            None => brush.dot((x + em * 1.1, y), DOT + 1.0, Hue::Maybe)?,
        }
        brush.text(name, (x + em * 2.8, y), HPos::Left, Hue::Soft, 1.0)?;
        x += needed;
    }
    Ok(())
}

/// The name of a curve.
#[must_use]
pub const fn line_name(lang: Lang, line: Line) -> &'static str {
    match line {
        Line::Bound => words::line_bound(lang),
        Line::Bloom => words::line_bloom(lang),
        Line::Blocked => words::line_blocked(lang),
        Line::Cuckoo => words::line_cuckoo(lang),
        Line::Fuse => words::line_fuse(lang),
    }
}
