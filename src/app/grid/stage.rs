//! The canvas and everything that decides what is on it: what changed since the last frame, and how little of it has to
//! be painted again.

use super::look::{Look, context};
use super::minimap::Minimap;
use super::screen::{device_pixel_ratio, now, prefers_reduced_motion, text_zoom, window_height};
use super::travelling::Travelling;
use super::{GridSource, StageHeight};
use bloomscope::view::grid::camera::{Rect, natural_height};
use bloomscope::view::grid::flight::{Ease, Flight};
use bloomscope::view::grid::hover::Target;
use bloomscope::view::grid::label;
use bloomscope::view::grid::marks::Place;
use bloomscope::view::grid::raster::Frame;
use bloomscope::view::grid::{Camera, Gutter, Layout, Mark, Viewport};
use std::ops::Range;
use std::rc::Rc;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// What has to be painted in the next frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dirt {
    /// Nothing.
    Nothing,
    /// Marks, outlines, flashes.
    Overlay,
    /// Perhaps some bits, and what is over them.
    Bits,
    /// All of it.
    Everything,
}

/// What the page around the canvas may want to know.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Status {
    /// Whether part of the grid is out of view.
    pub zoomed: bool,
    /// Whether cells could be larger.
    pub can_zoom_in: bool,
    /// Bits a pixel, when more than one.
    pub bits_per_pixel: Option<f64>,
    /// What the pointer is on.
    pub hover: Option<Target>,
    /// What the keyboard is on.
    pub focus: Option<Target>,
    /// Which of the first 64 marks are connected, the first by the lowest bit.
    pub connected: u64,
}

/// The canvas.
pub struct Stage {
    pub(super) canvas: HtmlCanvasElement,
    pub(super) context: CanvasRenderingContext2d,
    pub(super) look: Look,
    pub(super) look_is_old: bool,
    pub(super) frame: Frame,
    pub(super) source: GridSource,
    pub(super) n_bits: u64,
    pub(super) height: StageHeight,
    pub(super) css_size: (f64, f64),
    /// Device pixels a CSS pixel.
    pub(super) density: f64,
    pub(super) layout: Layout,
    pub(super) viewport: Viewport,
    pub(super) camera: Camera,
    pub(super) flight: Option<Flight>,
    pub(super) marks: Rc<[Mark]>,
    pub(super) highlight: Rc<[u64]>,
    pub(super) connect_from: Option<Rc<[f64]>>,
    pub(super) region: Option<Range<u64>>,
    pub(super) travelling: Option<Travelling>,
    pub(super) hover: Option<Target>,
    pub(super) focus: Option<u64>,
    pub(super) focus_shown: bool,
    pub(super) flashes: Vec<(u64, f64)>,
    pub(super) touched: Vec<Rect>,
    pub(super) dirt: Dirt,
    pub(super) minimap: Option<Minimap>,
}

impl Stage {
    /// A stage on a canvas; `None` where there is no 2D canvas.
    pub fn new(canvas: HtmlCanvasElement, minimap: Option<HtmlCanvasElement>, source: GridSource) -> Option<Self> {
        let context = context(&canvas, &[("alpha", false)])?;
        let look = Look::of(&canvas)?;
        let n_bits = source.bits().n_bits();
        let layout = Layout::new(n_bits);
        let viewport = Viewport { width: 1, height: 1, unit: 1.0, gutter: Gutter::None };
        Some(Self {
            camera: Camera::fit(&layout, &viewport),
            minimap: minimap.and_then(Minimap::new),
            canvas,
            context,
            look,
            look_is_old: false,
            frame: Frame::default(),
            source,
            n_bits,
            height: StageHeight::Auto,
            css_size: (0.0, 0.0),
            density: 1.0,
            layout,
            viewport,
            flight: None,
            marks: Rc::new([]),
            highlight: Rc::new([]),
            connect_from: None,
            region: None,
            travelling: None,
            hover: None,
            focus: None,
            focus_shown: false,
            flashes: Vec::new(),
            touched: Vec::new(),
            dirt: Dirt::Everything,
        })
    }

    /// Whether anything is to be painted.
    pub fn needs_frame(&self) -> bool {
        self.dirt != Dirt::Nothing || self.flight.is_some() || !self.flashes.is_empty()
    }

    /// What the page around may want to know now.
    pub fn status(&self) -> Status {
        let scale = self.destination().scale;
        let bits = self.source.bits();
        Status {
            zoomed: !self.destination().is_fit(&self.layout, &self.viewport),
            can_zoom_in: scale < self.viewport.max_scale(),
            bits_per_pixel: (scale < 1.0).then(|| 1.0 / (scale * scale)),
            hover: self.hover,
            focus: self.focus.filter(|_| self.focus_shown).map(|index| Target::bit(index, &*bits)),
            connected: self.connected(),
        }
    }

    fn connected(&self) -> u64 {
        let starts = self.connect_from.as_deref().unwrap_or_default();
        if !self.viewport.has_connectors() {
            return 0;
        }
        let marks = self.marks.iter().zip(starts).take(64).enumerate();
        marks.fold(0, |bits, (nth, (mark, _))| {
            let place = Place::of(mark.index, &self.layout, &self.camera, &self.viewport);
            bits | u64::from(matches!(place, Some(Place::Body(_)))) << nth
        })
    }

    /// Everything may look different, the overview included.
    fn spoil(&mut self) {
        if let Some(minimap) = &mut self.minimap {
            minimap.spoil();
        }
        self.soil(Dirt::Everything);
    }

    pub(super) fn soil(&mut self, dirt: Dirt) {
        self.dirt = self.dirt.max(dirt);
    }

    /// Shows other bits, or the same after a change.
    pub fn set_source(&mut self, source: GridSource) {
        let same = self.source.is_same_array(&source);
        self.source = source;
        let n_bits = self.source.bits().n_bits();
        if n_bits != self.n_bits {
            self.n_bits = n_bits;
            self.focus = None;
            self.hover = None;
            self.flashes.clear();
            self.resize();
            self.flight = None;
            self.camera = Camera::fit(&self.layout, &self.viewport);
            self.spoil();
        }
        if same {
            self.soil(Dirt::Bits);
        } else {
            self.spoil();
        }
    }

    /// Shows other marks and highlighted bits.
    pub fn set_marks(&mut self, marks: Rc<[Mark]>, highlight: Rc<[u64]>, connect_from: Option<Rc<[f64]>>) {
        if (&self.marks, &self.highlight, &self.connect_from) != (&marks, &highlight, &connect_from) {
            (self.marks, self.highlight, self.connect_from) = (marks, highlight, connect_from);
            self.soil(Dirt::Overlay);
        }
    }

    /// Points out a part of the table.
    pub fn set_region(&mut self, region: Option<Range<u64>>) {
        if self.region != region {
            self.region = region;
            self.soil(Dirt::Overlay);
        }
    }

    /// Colours or face may have changed: they are read again with the next frame, when the whole page has taken them on.
    pub fn restyle(&mut self) {
        self.look_is_old = true;
        self.spoil();
    }

    /// Tells how the height is chosen and how much space there is, in units.
    pub fn set_space(&mut self, height: StageHeight, css_size: (f64, f64)) {
        let changed = match height {
            StageHeight::Auto => self.css_size.0.to_bits() != css_size.0.to_bits(),
            StageHeight::Fill => self.css_size != css_size,
        };
        let density = device_pixel_ratio();
        if changed || height != self.height || density.to_bits() != self.density.to_bits() {
            (self.height, self.css_size) = (height, css_size);
            self.resize();
        }
    }

    fn resize(&mut self) {
        let density = device_pixel_ratio();
        let unit = density * text_zoom();
        let was_fit = self.camera.is_fit(&self.layout, &self.viewport);
        let middle = self.viewport.middle();
        let centre = self.camera.to_grid(middle.0, middle.1);
        let (css_width, space) = self.css_size;
        let width = (css_width * density).round().max(1.0) as u32;
        let (layout, height) = match self.height {
            StageHeight::Auto => {
                let most = (window_height() * 0.82).max(320.0) * density;
                (Layout::new(self.n_bits), natural_height(width, most, unit))
            }
            StageHeight::Fill => (Layout::fitting(self.n_bits, css_width / space.max(1.0)), space * density),
        };
        let height = height.round().max(1.0) as u32;
        self.density = density;
        self.layout = layout;
        self.viewport = Viewport { width, height, unit, gutter: label::gutter(&layout, width, height, unit) };
        if (self.canvas.width(), self.canvas.height()) != (width, height) {
            self.canvas.set_width(width);
            self.canvas.set_height(height);
            let style = self.canvas.style();
            // The exact size of whole device pixels; a style sheet cannot know it.
            let _ = style.set_property("width", &format!("{}px", f64::from(width) / density));
            let _ = style.set_property("height", &format!("{}px", f64::from(height) / density));
        }
        self.frame.resize(width, height);
        self.flight = None;
        self.camera = if was_fit {
            Camera::fit(&self.layout, &self.viewport)
        } else {
            let middle = self.viewport.middle();
            let scale = Camera::allowed(self.camera.scale, &self.layout, &self.viewport);
            Camera { scale, x: middle.0 - centre.0 * scale, y: middle.1 - centre.1 * scale }
                .clamped(&self.layout, &self.viewport)
        };
        self.soil(Dirt::Everything);
    }

    /// The bits.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The canvas's size and space.
    pub const fn viewport(&self) -> &Viewport {
        &self.viewport
    }

    /// The pixel at a point of the canvas in CSS pixels, as events give it.
    pub fn pixel(&self, x: i32, y: i32) -> (f64, f64) {
        (f64::from(x) * self.density, f64::from(y) * self.density)
    }

    /// A length in CSS pixels as one in units.
    pub fn units(&self, css: f64) -> f64 {
        css * self.density / self.viewport.unit
    }

    /// Where the camera is now.
    pub const fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Where the camera will be once it rests.
    pub fn destination(&self) -> Camera {
        self.flight.map_or(self.camera, |flight| flight.target())
    }

    /// Puts the camera somewhere at once.
    pub fn jump(&mut self, camera: Camera) {
        self.flight = None;
        if camera != self.camera {
            self.camera = camera;
            self.soil(Dirt::Everything);
        }
    }

    /// Moves the camera there, or puts it there where motion is not wanted.
    pub fn fly(&mut self, to: Camera, duration_ms: f64, ease: Ease) {
        if to == self.camera || duration_ms <= 0.0 || prefers_reduced_motion() {
            self.jump(to);
        } else if to != self.destination() {
            self.flight = Some(Flight::new(self.camera, to, now(), duration_ms, ease));
            self.soil(Dirt::Everything);
        }
    }

    /// What is at a pixel.
    pub fn target_at(&self, x: f64, y: f64) -> Option<Target> {
        if matches!(self.viewport.gutter, Gutter::Rows(width) if x < width) {
            return None;
        }
        let bits = self.source.bits();
        Target::at(x, y, &*bits, &self.layout, &self.camera, self.viewport.unit)
    }

    /// Points at something.
    pub fn set_hover(&mut self, hover: Option<Target>) {
        if hover != self.hover {
            self.hover = hover;
            self.soil(Dirt::Overlay);
        }
    }

    /// The bit that the keyboard is on.
    pub const fn focus(&self) -> Option<u64> {
        self.focus
    }

    /// Puts the keyboard on a bit.
    pub fn set_focus(&mut self, focus: Option<u64>) {
        self.focus = focus.filter(|&index| index < self.n_bits);
        self.focus_shown = self.focus.is_some();
        self.soil(Dirt::Overlay);
    }

    /// Shows or hides the focus: it is only shown while the canvas has the keyboard.
    pub fn show_focus(&mut self, shown: bool) {
        if self.focus_shown != shown {
            self.focus_shown = shown;
            self.soil(Dirt::Overlay);
        }
    }

    /// The marks.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }
}
