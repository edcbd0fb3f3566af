//! Charts drawn with plotters, for any backend: a canvas in the page, SVG for files and for tests.
//!
//! plotters counts in whole pixels, which makes curves jagged and hairlines coarse. A backend here therefore counts in
//! tenths of a pixel ([`UNIT`]) and divides at the edge. Placement comes from [`Frame`], which the hit test uses too.
//! Colours come in as a [`Palette`]; none is written here.

mod brush;
mod layers;
mod path;
mod plate;
mod rounds;
mod speeds;
mod stops;
mod style;
mod svg;

pub use plate::{Look, Plate, draw_plate, line_name, line_stroke, plate_svg};
pub use rounds::way_stroke;
pub use stops::{Stop, nearest, stops};
pub use style::{Hue, Palette, Rgb, Shape, Stroke, shape, stroke};
pub use svg::{Svg, svg};

use crate::text::{Lang, curves as words};
use crate::view::series::{ChartSpec, Frame, Kind, Spare};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters_backend::DrawingBackend;

/// Backend units in one CSS pixel.
pub const UNIT: f64 = 10.0;

/// The font of labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Font {
    /// A CSS font family list.
    pub family: String,
    /// Size in CSS pixels.
    pub size: f64,
}

/// Words inside the picture. In the page they are HTML beside the canvas; a file has to carry them itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Captions {
    /// Above everything.
    pub title: String,
    /// What the horizontal axis measures.
    pub x: String,
    /// What the vertical axis measures.
    pub y: String,
    /// The name of each series shown, and of the ring.
    pub legend: Vec<(Key, String)>,
}

impl Captions {
    /// The captions of a chart under a title.
    #[must_use]
    pub fn new(chart: &ChartSpec, lang: Lang, title: &str) -> Self {
        let series = chart.series.iter().map(|series| (Key::Series(series.kind), words::kind(lang, series.kind)));
        let ring = chart.ring().map(|mark| (Key::Ring, words::ring(lang, mark)));
        Self {
            title: title.to_owned(),
            x: words::axis(lang, chart.x.quantity, chart.plot).to_owned(),
            y: words::axis(lang, chart.y.quantity, chart.plot).to_owned(),
            legend: series.chain(ring).map(|(key, name)| (key, name.to_owned())).collect(),
        }
    }
}

/// What an entry of a legend explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A series.
    Series(Kind),
    /// The ring at the present filter.
    Ring,
}

/// An entry of a legend with its left edge.
type Entry = (Key, String, f64);

/// Everything that fixes a picture.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// What is shown.
    pub chart: &'a ChartSpec,
    /// Width and height in CSS pixels.
    pub size: (f64, f64),
    /// Colours.
    pub palette: &'a Palette,
    /// The font of labels.
    pub font: &'a Font,
    /// The language of numbers.
    pub lang: Lang,
    /// The place being read, along the horizontal axis.
    pub cursor: Option<f64>,
    /// Words inside the picture, for files.
    pub captions: Option<&'a Captions>,
}

impl Picture<'_> {
    /// Where the plot is.
    #[must_use]
    pub fn frame(&self) -> Frame {
        let em = self.font.size;
        let spare = self.captions.map_or_else(Spare::default, |captions| Spare {
            above: em * 3.6,
            below: em * (2.0 + 1.7 * self.legend_rows(captions).len() as f64),
            beside: em * 0.6,
        });
        Frame::new(self.chart, self.size, em, self.lang, spare)
    }

    /// The legend broken into rows that fit the width: for each entry its row's entries with their left edges.
    fn legend_rows(&self, captions: &Captions) -> Vec<Vec<Entry>> {
        let em = self.font.size;
        let mut rows: Vec<Vec<Entry>> = Vec::new();
        let mut left = f64::INFINITY;
        for (key, name) in &captions.legend {
            let width = em * 4.5 + crate::view::series::text_width(name, em);
            if left + width > self.size.0 {
                rows.push(Vec::new());
                left = em * 0.8;
            }
            if let Some(row) = rows.last_mut() {
                row.push((*key, name.clone(), left));
            }
            left += width;
        }
        rows
    }
}

/// Draws a picture. The backend's size is the picture's, in units of a tenth of a pixel.
///
/// # Errors
/// Whatever the backend reports.
pub fn draw<DB: DrawingBackend>(backend: DB, picture: &Picture) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let area: DrawingArea<DB, Shift> = backend.into();
    let brush = brush::Brush { area: &area, palette: picture.palette, font: picture.font };
    let pen = layers::Pen { brush, picture, frame: picture.frame() };
    pen.all()?;
    area.present()
}
