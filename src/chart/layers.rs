//! The layers of a chart, from the grid up.

use super::brush::{Brush, DOT, Drawn, crisp};
use super::path::{At, between};
use super::style::{Hue, Shape, Stroke, shape, stroke};
use super::{Captions, Key, Picture};
use crate::text::curves::real_hashes;
use crate::view::series::{Frame, Kind, Mark, MarkKind, Point, Scale, Series, text_width};
use plotters::style::text_anchor::HPos;
use plotters_backend::DrawingBackend;

/// Half the width of an interval's caps, pixels.
const CAP: f64 = 3.0;

/// Draws one picture on one area.
pub(super) struct Pen<'a, DB: DrawingBackend> {
    pub(super) brush: Brush<'a, DB>,
    pub(super) picture: &'a Picture<'a>,
    pub(super) frame: Frame,
}

impl<'a, DB: DrawingBackend> core::ops::Deref for Pen<'a, DB> {
    type Target = Brush<'a, DB>;

    fn deref(&self) -> &Self::Target {
        &self.brush
    }
}

impl<DB: DrawingBackend> Pen<'_, DB> {
    /// Everything, from the ground up. Points lie over lines and the present state over all.
    pub(super) fn all(&self) -> Drawn<DB> {
        self.grid()?;
        let chart = self.picture.chart;
        // The exact line is broad and unbroken: the others, thinner and broken, stay visible on top of it.
        for kind in Kind::ALL.into_iter().rev() {
            if let Some(series) = chart.series(kind).filter(|series| !series.kind.is_points()) {
                self.line(series)?;
            }
        }
        chart.marks.iter().try_for_each(|mark| self.rule(mark))?;
        if let Some(series) = chart.series(Kind::Measured) {
            series.points.iter().try_for_each(|point| self.measured(point))?;
        }
        chart.marks.iter().try_for_each(|mark| self.ring(mark))?;
        if let Some(x) = self.picture.cursor {
            self.cursor(x)?;
        }
        self.picture.captions.map_or(Ok(()), |captions| self.captions(captions))
    }

    fn grid(&self) -> Drawn<DB> {
        let (frame, font) = (&self.frame, self.picture.font.size);
        let (left, right) = (frame.left, frame.left + frame.width);
        let hairline = Stroke { hue: Hue::Line, width: 1.0, dash: &[] };
        for tick in frame.y.ticks(frame.room_down(font), self.picture.lang) {
            let y = crisp(frame.pixel(frame.x.high, tick.at).1);
            self.path(&[(left, y), (right, y)], &hairline)?;
            self.text(&tick.label, (left - font * 0.55, y), HPos::Right, Hue::Soft, 1.0)?;
        }
        let base = crisp(frame.top + frame.height);
        self.path(&[(left, base), (right, base)], &hairline)?;
        for tick in frame.x.ticks(frame.room_across(font), self.picture.lang) {
            let x = frame.pixel(tick.at, frame.y.low).0;
            if !tick.label.is_empty() {
                self.path(&[(crisp(x), base), (crisp(x), base + 4.0)], &hairline)?;
            }
            self.text(&tick.label, (x, base + font * 1.1), HPos::Center, Hue::Soft, 1.0)?;
        }
        Ok(())
    }

    fn line(&self, series: &Series) -> Drawn<DB> {
        let style = stroke(series.kind);
        let points: Vec<At> = series.points.iter().map(|point| self.frame.pixel(point.x, point.y)).collect();
        for part in between(&points, self.frame.top, self.frame.top + self.frame.height) {
            self.path(&part, &style)?;
        }
        if shape(series.kind) == Shape::Diamonds {
            for &at in points.iter().filter(|at| self.inside(at.1)) {
                self.diamond(at, style.hue)?;
            }
        }
        Ok(())
    }

    /// A measured rate: a bar over its interval with caps, and a dot. On a logarithmic axis a rate of 0 has no place: a
    /// hollow triangle at its upper bound points down, “below this”. An interval higher than the whole plot would be a
    /// wall that says nothing: a short stem with an arrow head stands for it.
    fn measured(&self, point: &Point) -> Drawn<DB> {
        let style = stroke(Kind::Measured);
        let bottom = self.frame.top + self.frame.height;
        let height = |y: f64| self.frame.pixel(point.x, y).1.clamp(self.frame.top, bottom);
        let (x, y) = self.frame.pixel(point.x, point.y);
        let cap = self.grown(CAP);
        if let Some((_, interval)) = point.observed {
            let (low, high) = (height(interval.low), height(interval.high));
            let overflows = interval.high > self.frame.y.high;
            if point.y <= 0.0 && self.frame.y.scale == Scale::Log {
                if overflows || high >= bottom {
                    return Ok(());
                }
                let (half, tall) = (self.grown(4.0), self.grown(6.5));
                self.path(&[(x, high), (x, (high + 2.6 * tall).min(bottom))], &style)?;
                let corners = [(x - half, high), (x + half, high), (x, high + tall), (x - half, high)];
                self.filled(&corners, Hue::Paper)?;
                return self.path(&corners, &style);
            }
            if overflows && point.y <= self.frame.y.low {
                let tip = (bottom - self.grown(20.0)).max(self.frame.top);
                self.path(&[(x, bottom), (x, tip)], &style)?;
                self.path(&[(x - cap, tip + 1.4 * cap), (x, tip), (x + cap, tip + 1.4 * cap)], &style)?;
            } else if low - high > 0.5 {
                self.path(&[(x, low), (x, high)], &style)?;
                for end in [low, high].into_iter().filter(|&end| end > self.frame.top && end < bottom) {
                    self.path(&[(x - cap, end), (x + cap, end)], &style)?;
                }
            }
        }
        if self.inside(y) { self.dot((x, y), DOT, style.hue) } else { Ok(()) }
    }

    /// The dotted upright line of a mark.
    fn rule(&self, mark: &Mark) -> Drawn<DB> {
        let font = self.picture.font.size;
        let x = crisp(self.frame.pixel(mark.x, self.frame.y.low).0);
        let (top, bottom) = (self.frame.top, self.frame.top + self.frame.height);
        let (left, right) = (self.frame.left, self.frame.left + self.frame.width);
        let best = mark.kind == MarkKind::BestHashes;
        let label = format!("k*\u{a0}=\u{a0}{}", real_hashes(mark.x));
        if !(left - 1.0..=right + 1.0).contains(&x) {
            // A best k beyond the axis is only named, with an arrow to where it would be.
            let (text, at, anchor) = if x > right {
                (format!("{label} →"), right, HPos::Right)
            } else {
                (format!("← {label}"), left + font * 0.5, HPos::Left)
            };
            return if best { self.text(&text, (at, top + font * 0.45), anchor, Hue::Accent, 1.0) } else { Ok(()) };
        }
        let (hue, dash): (Hue, &'static [f64]) =
            if best { (Hue::Accent, &[1.0, 3.0]) } else { (Hue::Ink, &[2.0, 4.0]) };
        self.path(&[(x, top), (x, bottom)], &Stroke { hue, width: 1.2, dash })?;
        if best {
            let room = x + 5.0 + text_width(&label, font) * 1.1 < right;
            let (at, anchor) = if room { (x + 5.0, HPos::Left) } else { (x - 5.0, HPos::Right) };
            self.text(&label, (at, top + font * 0.45), anchor, hue, 1.0)?;
        }
        Ok(())
    }

    /// The ring where the present state is.
    fn ring(&self, mark: &Mark) -> Drawn<DB> {
        let Some(y) = mark.y else { return Ok(()) };
        let (x, y) = self.frame.pixel(mark.x, y);
        self.hoop((x, y.clamp(self.frame.top, self.frame.top + self.frame.height)))
    }

    fn hoop(&self, at: At) -> Drawn<DB> {
        self.dot(at, 6.7, Hue::Ink)?;
        self.dot(at, 4.3, Hue::Paper)
    }

    /// The place being read.
    fn cursor(&self, x: f64) -> Drawn<DB> {
        let column = crisp(self.frame.pixel(x, self.frame.y.low).0);
        let (top, bottom) = (self.frame.top, self.frame.top + self.frame.height);
        self.path(&[(column, top), (column, bottom)], &Stroke { hue: Hue::Soft, width: 1.0, dash: &[] })?;
        for entry in self.picture.chart.readout(x).entries {
            let at = self.frame.pixel(x, entry.y);
            if self.inside(at.1) {
                self.dot(at, 4.6, Hue::Paper)?;
                self.dot(at, 3.1, stroke(entry.kind).hue)?;
            }
        }
        Ok(())
    }

    /// Title, axis names and legend, for a picture that stands alone.
    fn captions(&self, captions: &Captions) -> Drawn<DB> {
        let em = self.picture.font.size;
        let (width, height) = self.picture.size;
        self.text(&captions.title, (em * 0.8, em * 1.4), HPos::Left, Hue::Ink, 1.25)?;
        self.text(&captions.y, (em * 0.8, em * 3.1), HPos::Left, Hue::Soft, 1.0)?;
        let rows = self.picture.legend_rows(captions);
        let foot = height - em * (0.4 + 1.7 * rows.len() as f64);
        self.text(&captions.x, (width - em * 0.8, foot - em * 0.6), HPos::Right, Hue::Soft, 1.0)?;
        for (row, entries) in rows.into_iter().enumerate() {
            let y = foot + em * (0.9 + 1.7 * row as f64);
            for (key, name, left) in entries {
                self.key(key, left, y)?;
                self.text(&name, (left + em * 2.8, y), HPos::Left, Hue::Soft, 1.0)?;
            }
        }
        Ok(())
    }

    /// What stands before a name in the legend.
    fn key(&self, key: Key, left: f64, y: f64) -> Drawn<DB> {
        let em = self.picture.font.size;
        let (middle, right) = ((left + em * 1.1, y), (left + em * 2.2, y));
        let Key::Series(kind) = key else { return self.hoop(middle) };
        let style = stroke(kind);
        match shape(kind) {
            Shape::Dots => self.dot(middle, DOT, style.hue),
            Shape::Line => self.path(&[(left, y), right], &style),
            Shape::Diamonds => {
                self.path(&[(left, y), right], &style)?;
                self.diamond(middle, style.hue)
            }
        }
    }

    fn inside(&self, y: f64) -> bool {
        y >= self.frame.top - 0.5 && y <= self.frame.top + self.frame.height + 0.5
    }
}
