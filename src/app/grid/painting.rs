//! Painting the stage: the changed bits alone, what is drawn over them, the overview.

use super::look::Look;
use super::overlay::Overlay;
use super::screen::{prefers_reduced_motion, put_pixels};
use super::stage::{Dirt, Stage};
use bloomscope::view::grid::camera::Rect;
use bloomscope::view::grid::label::{self, CellText};
use bloomscope::view::grid::raster::{Labels, Picture, Span};
use bloomscope::view::grid::{Changes, Gutter, Notation};

/// How long a newly set bit glows, in milliseconds.
const FLASH_MS: f64 = 700.0;

/// More bits than this at once do not flash: that is a bulk insertion, not an event to watch.
const MOST_FLASHES: usize = 64;

/// From this many changed bits on, painting all is cheaper than painting each.
const MANY_CHANGES: usize = 256;

/// From this many rectangles on, one around them all is painted.
const MANY_RECTS: usize = 160;

impl Stage {
    /// Paints what has to be painted. Called on animation frames only.
    pub fn paint(&mut self, time: f64) {
        if std::mem::take(&mut self.look_is_old)
            && let Some(look) = Look::of(&self.canvas)
        {
            self.look = look;
        }
        if let Some(flight) = self.flight {
            self.camera = flight.at(time);
            if flight.is_over(time) {
                self.flight = None;
            }
            self.soil(Dirt::Everything);
        }
        let changed = self.take_changes(time);
        let dirt = std::mem::replace(&mut self.dirt, Dirt::Nothing);
        if let Some(minimap) = &mut self.minimap
            && changed.as_ref().is_none_or(|rects| !rects.is_empty())
        {
            minimap.spoil();
        }
        let rects = match changed {
            Some(changed) if dirt < Dirt::Everything => {
                let mut rects = std::mem::take(&mut self.touched);
                rects.extend(changed);
                rects
            }
            _ => vec![Rect { x: 0.0, y: 0.0, w: self.viewport.width.into(), h: self.viewport.height.into() }],
        };
        self.paint_bits(&rects);
        self.flashes.retain(|&(_, start)| time < start + FLASH_MS);
        self.touched = self.draw_overlay(time);
        if !self.flashes.is_empty() {
            self.dirt = Dirt::Overlay;
        }
        self.go_on_travelling(time);
        let Self { minimap, source, look, layout, camera, viewport, marks, density, .. } = self;
        if let Some(minimap) = minimap {
            minimap.paint(&*source.bits(), look, layout, camera, viewport, marks, *density);
        }
    }

    /// The rectangles of the bits that changed; `None` for all.
    fn take_changes(&mut self, time: f64) -> Option<Vec<Rect>> {
        let changes = self.source.bits().density().take_changes();
        let Changes::Bits(indices) = changes else { return None };
        if indices.len() > MANY_CHANGES {
            return None;
        }
        if indices.len() <= MOST_FLASHES && !prefers_reduced_motion() {
            self.flashes.extend(indices.iter().map(|&index| (index, time)));
        }
        let around = self.pixel_reach();
        Some(
            indices
                .iter()
                .filter_map(|&i| self.layout.cell(i))
                .map(|c| self.camera.cell_rect(c).grown(around))
                .collect(),
        )
    }

    /// How far from its own place a bit can colour pixels: where pixels sum neighbouring bits, a few.
    fn pixel_reach(&self) -> f64 {
        if self.camera.scale < 1.0 { 3.0 } else { 0.0 }
    }

    /// Paints the bits in these rectangles, over whatever was drawn there.
    fn paint_bits(&mut self, rects: &[Rect]) {
        let (scale, unit) = (self.camera.scale, self.viewport.unit);
        let rows = matches!(self.viewport.gutter, Gutter::Rows(_)).then_some(label::ROW_SIZE);
        let is_valued = self.source.bits().notation() != Notation::Bit;
        let (index, value) = match label::cell_text(scale, unit, self.n_bits) {
            _ if is_valued => (None, None), // values are written over the cells
            CellText::Nothing => (None, None),
            CellText::Index(size) => (Some(size), None),
            CellText::IndexAndValue(size) => (Some(size), Some(label::VALUE_SIZE)),
        };
        for size in [index, value, rows].into_iter().flatten() {
            self.look.prepare(size, unit);
        }
        let Self { context, frame, look, source, layout, camera, viewport, .. } = self;
        let face = |size: Option<u32>| size.and_then(|size| look.face(size, unit));
        let picture = Picture {
            bits: &*source.bits(),
            layout,
            camera,
            palette: &look.palette,
            labels: Labels { index: face(index), value: face(value), rows: face(rows) },
            unit,
            left: if rows.is_some() { viewport.gutter.width() as usize } else { 0 },
        };
        let mut spans: Vec<Span> = rects.iter().map(|&r| frame.span(r)).filter(|s| !s.is_empty()).collect();
        if spans.len() > MANY_RECTS {
            spans = spans.into_iter().reduce(Span::around).into_iter().collect();
        }
        let width = frame.width();
        for span in spans {
            frame.paint(&picture, span, |band, pixels| put_pixels(context, width, band, pixels));
        }
    }

    fn draw_overlay(&self, time: f64) -> Vec<Rect> {
        let bits = self.source.bits();
        let flashes: Vec<(u64, f64)> =
            self.flashes.iter().map(|&(i, start)| (i, ((time - start) / FLASH_MS).clamp(0.0, 1.0))).collect();
        Overlay {
            context: &self.context,
            look: &self.look,
            layout: &self.layout,
            camera: &self.camera,
            viewport: &self.viewport,
            marks: &self.marks,
            highlight: &self.highlight,
            hover: self.hover.as_ref(),
            focus: self.focus.filter(|_| self.focus_shown),
            flashes: &flashes,
            connect_from: self.connect_from.as_deref().unwrap_or_default(),
            density: self.density,
            bits: &*bits,
            region: self.region.clone(),
            travel: self.travelling.map(|travelling| (travelling.travel, travelling.share(time))),
        }
        .draw()
    }
}
