//! A drawing that is looked at, not read off: a canvas painted on animation frames. The table beside it has its numbers.

use std::rc::Rc;

use bloomscope::chart::{Look, Palette, Plate, draw_plate};
use bloomscope::text::Lang;
use gloo::render::{AnimationFrame, request_animation_frame};
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

use super::canvas::Canvas;
use super::colours;
use super::host::{Surface, use_surface};

/// What [`PlateView`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct PlateProps {
    /// The canvas's id.
    pub id: AttrValue,
    /// What is drawn.
    pub plate: Rc<Plate>,
    /// The page's language.
    pub lang: Lang,
    /// Changes whenever colours or faces may have changed.
    pub theme_version: u32,
    /// The drawing in a sentence, for those who do not see it.
    pub label: AttrValue,
}

/// The drawing.
#[component]
pub fn PlateView(props: &PlateProps) -> Html {
    let PlateProps { id, plate, lang, theme_version, label } = props;
    let node = use_node_ref();
    let surface = use_surface(&node, *theme_version);
    let pending = use_mut_ref(|| None::<AnimationFrame>);
    use_effect_with((plate.clone(), surface, *lang), {
        let node = node.clone();
        move |(plate, surface, lang)| {
            let (plate, surface, lang) = (plate.clone(), surface.clone(), *lang);
            // The latest takes the place of one that waits.
            *pending.borrow_mut() = surface.map(|surface| {
                request_animation_frame(move |_| {
                    let canvas = node.cast::<HtmlCanvasElement>();
                    // Colours are read with the frame in which they are painted.
                    if let Some((canvas, palette)) =
                        canvas.and_then(|canvas| Some((canvas.clone(), colours::palette(&canvas)?)))
                    {
                        paint(&canvas, &plate, &surface, &palette, lang);
                    }
                })
            });
        }
    });
    html! {
        <div class="chart"><canvas ref={node} id={id.clone()} role="img" aria-label={label.clone()} /></div>
    }
}

fn paint(canvas: &HtmlCanvasElement, plate: &Plate, surface: &Surface, palette: &Palette, lang: Lang) {
    let Surface { size, density, font, .. } = surface;
    let look = Look { size: *size, palette, font, lang, title: None };
    if let Some(backend) = Canvas::new(canvas, *size, *density) {
        let _ = draw_plate(backend, plate, &look); // the canvas backend reports no errors
    }
}
