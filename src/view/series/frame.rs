//! Where things are: the one mapping between the units of the axes and pixels that drawing and hit test share.

use super::{Axis, ChartSpec, Scale};
use crate::text::Lang;

/// The plot's rectangle inside a picture, in CSS pixels from the top left, with its axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Left edge.
    pub left: f64,
    /// Top edge.
    pub top: f64,
    /// Width, above 0.
    pub width: f64,
    /// Height, above 0.
    pub height: f64,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
}

/// Room around a plot and its labels, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spare {
    /// Over it.
    pub above: f64,
    /// Under it.
    pub below: f64,
    /// On each side.
    pub beside: f64,
}

impl Frame {
    /// The frame of a chart in a picture of `width` × `height` pixels with labels of `font` pixels: as wide as the
    /// labels leave. `spare` is kept free besides, for captions.
    #[must_use]
    pub fn new(chart: &ChartSpec, size: (f64, f64), font: f64, lang: Lang, spare: Spare) -> Self {
        let (width, height) = size;
        let (top, bottom) = (libm::round(font * 0.8 + spare.above), libm::round(font * 1.9 + spare.below));
        let y_room = ticks_down(height - top - bottom, font, chart.y.scale);
        let labels = chart.y.ticks(y_room, lang);
        let widest = labels.iter().map(|tick| text_width(&tick.label, font)).fold(0.0, f64::max);
        let last = chart.x.ticks(4, lang).pop().map_or(0.0, |tick| text_width(&tick.label, font) / 2.0);
        let left = libm::ceil(widest + font * 0.75 + spare.beside);
        let right = libm::ceil(last.max(font * 0.8) + spare.beside);
        Self {
            left,
            top,
            width: (width - left - right).max(1.0),
            height: (height - top - bottom).max(1.0),
            x: chart.x,
            y: chart.y,
        }
    }

    /// How many labels fit along the horizontal axis.
    #[must_use]
    pub fn room_across(&self, font: f64) -> usize {
        ((self.width / (font * 5.2)) as usize).clamp(2, 12)
    }

    /// How many labels fit along the vertical axis.
    #[must_use]
    pub fn room_down(&self, font: f64) -> usize {
        ticks_down(self.height, font, self.y.scale)
    }

    /// The pixel of a value pair. Values beyond an axis end at most a little outside the plot.
    #[must_use]
    pub fn pixel(&self, x: f64, y: f64) -> (f64, f64) {
        (
            self.left + self.width * self.x.at(x).clamp(-1.0, 2.0),
            self.top + self.height * (1.0 - self.y.at(y).clamp(-1.0, 2.0)),
        )
    }

    /// The value along the horizontal axis at a pixel column.
    #[must_use]
    pub fn x_value(&self, column: f64) -> f64 {
        self.x.value((column - self.left) / self.width)
    }

    /// The index of the stop nearest to a pixel column, when the column is at the plot at all. A measured place within a
    /// few pixels is preferred to whatever lies between.
    #[must_use]
    pub fn nearest(&self, stops: &[f64], rows: &[f64], column: f64) -> Option<usize> {
        const REACH: f64 = 24.0; // a finger beside the edge means the edge
        const PULL: f64 = 7.0;
        if column < self.left - REACH || column > self.left + self.width + REACH {
            return None;
        }
        let away = |x: f64| (self.pixel(x, 0.0).0 - column).abs();
        let drawn = |x: f64| away(x) <= PULL && rows.iter().any(|&row| super::same(row, x));
        let distance = |index: usize| away(stops[index]) - if drawn(stops[index]) { PULL } else { 0.0 };
        (0..stops.len()).min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    }
}

fn ticks_down(height: f64, font: f64, scale: Scale) -> usize {
    let pitch = if scale == Scale::Linear { 3.6 } else { 2.6 };
    ((height / (font * pitch)) as usize).clamp(2, 6)
}

/// About how wide a text is in a usual sans-serif face: East Asian characters are a full em.
#[must_use]
pub fn text_width(text: &str, font: f64) -> f64 {
    let em = |c: char| match c {
        ' ' | '\u{202f}' | '.' | ',' | '·' | 'i' | 'l' => 0.32,
        '%' | 'M' | 'm' | 'w' | 'W' => 0.9,
        '⁻' | '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' => 0.5,
        c if c >= '\u{2e80}' => 1.0,
        _ => 0.62, // the digits of wide faces
    };
    text.chars().map(em).sum::<f64>() * font
}

#[cfg(test)]
mod tests {
    use super::super::{Plot, Request, Setting};
    use super::*;

    fn chart() -> ChartSpec {
        let setting = Setting { capacity: 40, len: 34, n_bits: 256, n_hashes: 3, target: Some(0.05), ones: None };
        Request { plot: Plot::Keys, setting, x_scale: Scale::Linear, y_scale: Scale::Linear }.chart()
    }

    #[test]
    fn the_nearest_stop_is_the_one_under_the_pointer() {
        let chart = chart();
        let frame = Frame::new(&chart, (348.0, 236.0), 11.0, Lang::En, Spare::default());
        let stops = chart.stops();
        for (index, &x) in stops.iter().enumerate() {
            assert_eq!(frame.nearest(&stops, &[], frame.pixel(x, 0.0).0), Some(index));
        }
        let row = frame.pixel(40.0, 0.0).0;
        let near = |rows: &[f64]| frame.nearest(&stops, rows, row + 5.0).and_then(|index| stops.get(index).copied());
        assert_eq!(near(&[40.0]), Some(40.0));
        assert_ne!(near(&[]), Some(40.0));
        assert_eq!(frame.nearest(&stops, &[], frame.left - 100.0), None);
        assert_eq!(frame.nearest(&[], &[], frame.left + 5.0), None);
    }

    #[test]
    fn corners_of_the_axes_are_corners_of_the_frame() {
        let chart = chart();
        let frame = Frame::new(&chart, (348.0, 236.0), 11.0, Lang::Zh, Spare::default());
        assert_eq!(frame.pixel(chart.x.low, chart.y.high), (frame.left, frame.top));
        let (right, bottom) = frame.pixel(chart.x.high, chart.y.low);
        assert!((right - frame.left - frame.width).abs() < 1e-9 && (bottom - frame.top - frame.height).abs() < 1e-9);
        assert!((frame.x_value(right) - chart.x.high).abs() < 1e-9);
        assert!(right < 348.0 && bottom < 236.0);
    }

    #[test]
    fn a_tiny_picture_still_has_a_frame() {
        let frame = Frame::new(&chart(), (10.0, 10.0), 11.0, Lang::En, Spare::default());
        assert!(frame.width >= 1.0 && frame.height >= 1.0);
    }
}
