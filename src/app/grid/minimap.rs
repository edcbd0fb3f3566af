//! The overview's canvas.

use super::look::{Look, context};
use super::screen::put_pixels;
use bloomscope::view::grid::raster::{Frame, Labels, Picture, Rgba};
use bloomscope::view::grid::{BitSource, Camera, Layout, Mark, Viewport, minimap};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The overview.
pub struct Minimap {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    frame: Frame,
    /// The picture without the window, kept while only that moves.
    image: Vec<Rgba>,
    stale: bool,
}

impl Minimap {
    /// An overview on a canvas.
    pub fn new(canvas: HtmlCanvasElement) -> Option<Self> {
        let context = context(&canvas, &[("alpha", false)])?;
        canvas.set_hidden(true);
        Some(Self { canvas, context, frame: Frame::default(), image: Vec::new(), stale: true })
    }

    /// What it shows is no longer so.
    pub fn spoil(&mut self) {
        self.stale = true;
    }

    /// Shows the whole grid and which part is in view, or hides when all is.
    #[allow(clippy::too_many_arguments)] // it is a part of the stage, split off for reading
    pub fn paint(
        &mut self,
        bits: &dyn BitSource,
        look: &Look,
        layout: &Layout,
        camera: &Camera,
        viewport: &Viewport,
        marks: &[Mark],
        density: f64,
    ) {
        let useful = minimap::is_useful(layout, camera, viewport);
        if self.canvas.hidden() == useful {
            self.canvas.set_hidden(!useful);
        }
        if !useful {
            return;
        }
        let unit = viewport.unit;
        let (overview, width, height) = minimap::overview(layout, unit);
        if (self.frame.width(), self.frame.height()) != (width as usize, height as usize) {
            self.canvas.set_width(width);
            self.canvas.set_height(height);
            let style = self.canvas.style();
            let _ = style.set_property("width", &format!("{}px", f64::from(width) / density));
            let _ = style.set_property("height", &format!("{}px", f64::from(height) / density));
            self.frame.resize(width, height);
            self.stale = true;
        }
        let Self { context, frame, image, .. } = self;
        let whole = frame.whole();
        if std::mem::take(&mut self.stale) {
            let picture = Picture {
                bits,
                layout,
                camera: &overview,
                palette: &look.palette,
                labels: Labels::default(),
                unit,
                left: 0,
            };
            image.clear();
            frame.paint(&picture, whole, |band, pixels| {
                image.extend_from_slice(pixels.get(..(band.y1 - band.y0) * width as usize).unwrap_or_default());
            });
        }
        put_pixels(context, width as usize, whole, image);
        self.context.set_fill_style_str(&look.probe);
        for cell in marks.iter().filter_map(|mark| layout.cell(mark.index)) {
            let (x, y) = overview.cell_rect(cell).middle();
            self.context.fill_rect(x - 1.5 * unit, y - 1.5 * unit, 3.0 * unit, 3.0 * unit);
        }
        let window = minimap::window(layout, camera, viewport);
        for (colour, width) in [(&look.paper, 4.0), (&look.ink, 1.5)] {
            self.context.set_stroke_style_str(colour);
            self.context.set_line_width(width * unit);
            self.context.stroke_rect(window.x * unit, window.y * unit, window.w * unit, window.h * unit);
        }
    }
}
