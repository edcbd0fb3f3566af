//! A picture of bits that cannot be touched: the grid's own painter, the whole array at once, some bits crossed.

use super::look::{Look, context};
use super::screen::put_pixels;
use bloomscope::filter::BitArray;
use bloomscope::view::grid::raster::{Frame, Labels, Picture};
use bloomscope::view::grid::{BitSource, Camera, Density, Gutter, Layout, Viewport};
use gloo::events::EventListener;
use std::rc::Rc;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use yew::prelude::*;

/// Beyond this many crosses there is nothing to be seen but crosses.
const MOST_CROSSES: usize = 4096;

/// Pixels a cell from which a cross is drawn as one; below it is a dot.
const CROSS_FROM: f64 = 5.0;

/// Bits at rest.
#[derive(Debug)]
pub struct StillBits {
    words: Vec<u64>,
    n_bits: u64,
    ones: u64,
    density: Density,
}

impl StillBits {
    /// The bits of an array as they are now; `None` where there is no memory for their counts.
    pub fn of(bits: &BitArray) -> Option<Self> {
        let mut density = Density::try_new(bits.n_bits()).ok()?;
        density.rebuild(bits.words());
        Some(Self { words: bits.words().to_vec(), n_bits: bits.n_bits(), ones: bits.ones(), density })
    }
}

/// Counts follow from the words.
impl PartialEq for StillBits {
    fn eq(&self, other: &Self) -> bool {
        self.n_bits == other.n_bits && self.words == other.words
    }
}

impl BitSource for StillBits {
    fn words(&self) -> &[u64] {
        &self.words
    }

    fn n_bits(&self) -> u64 {
        self.n_bits
    }

    fn ones(&self) -> u64 {
        self.ones
    }

    fn density(&self) -> &Density {
        &self.density
    }
}

/// What [`StillGrid`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct StillProps {
    /// The bits.
    pub bits: Rc<StillBits>,
    /// Bits to be crossed.
    #[prop_or_default]
    pub crossed: Rc<Vec<u64>>,
    /// The picture in a sentence.
    pub label: AttrValue,
    /// Changes whenever colours may have changed.
    pub theme_version: u32,
}

/// The picture, as wide as its place.
#[component]
pub fn StillGrid(props: &StillProps) -> Html {
    let node = use_node_ref();
    let resized = use_state_eq(|| 0);
    use_effect_with((), {
        let resized = resized.setter();
        move |()| {
            let width = || web_sys::window().and_then(|w| w.inner_width().ok()?.as_f64()).map_or(0, |w| w as i32);
            let listener =
                web_sys::window().map(|window| EventListener::new(&window, "resize", move |_| resized.set(width())));
            move || drop(listener)
        }
    });
    use_effect_with((props.clone(), *resized), {
        let node = node.clone();
        move |(props, _)| {
            let paint = node.cast::<HtmlCanvasElement>().and_then(|canvas| paint(&canvas, props));
            debug_assert!(paint.is_some(), "the canvas is in the page");
        }
    });
    html! { <canvas ref={node} class="still-grid" role="img" aria-label={props.label.clone()} /> }
}

fn paint(canvas: &HtmlCanvasElement, props: &StillProps) -> Option<()> {
    let look = Look::of(canvas)?;
    let unit = web_sys::window()?.device_pixel_ratio();
    let layout = Layout::new(props.bits.n_bits);
    // As high as the array is beside its width, up to square.
    let aspect = (layout.cols() as f64 / layout.rows().max(1) as f64).max(1.0);
    let _ = canvas.style().set_property("aspect-ratio", &aspect.to_string());
    let width = (f64::from(canvas.client_width().max(16)) * unit).round() as u32;
    let height = (f64::from(width) / aspect).ceil() as u32;
    if (canvas.width(), canvas.height()) != (width, height) {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    let context = context(canvas, &[("alpha", false)])?;
    let viewport = Viewport { width, height, unit, gutter: Gutter::None };
    let camera = Camera::fit(&layout, &viewport);
    let mut frame = Frame::default();
    frame.resize(width, height);
    let picture = Picture {
        bits: &*props.bits,
        layout: &layout,
        camera: &camera,
        palette: &look.palette,
        labels: Labels::default(),
        unit,
        left: 0,
    };
    let whole = frame.whole();
    frame.paint(&picture, whole, |band, pixels| put_pixels(&context, width as usize, band, pixels));
    crosses(&context, &look, &layout, &camera, &props.crossed, unit);
    Some(())
}

fn crosses(
    context: &CanvasRenderingContext2d,
    look: &Look,
    layout: &Layout,
    camera: &Camera,
    crossed: &[u64],
    unit: f64,
) {
    context.set_fill_style_str(&look.loud);
    context.set_stroke_style_str(&look.paper);
    for cell in crossed.iter().take(MOST_CROSSES).filter_map(|&index| layout.cell(index)) {
        let body = camera.body_rect(cell);
        context.fill_rect(body.x, body.y, body.w, body.h);
        if camera.scale >= CROSS_FROM * unit {
            context.set_line_width(1.5 * unit);
            let inset = (body.w * 0.22).max(unit);
            let (left, right) = (body.x + inset, body.x + body.w - inset);
            let (top, bottom) = (body.y + inset, body.y + body.h - inset);
            context.begin_path();
            context.move_to(left, top);
            context.line_to(right, bottom);
            context.move_to(right, top);
            context.line_to(left, bottom);
            context.stroke();
        }
    }
}
