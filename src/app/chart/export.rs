//! A chart as a file: PNG, SVG or CSV.

use super::canvas::Canvas;
use super::colours;
use bloomscope::chart::{Captions, Font, Look, Palette, Picture, Plate, draw, draw_plate, plate_svg, svg};
use bloomscope::text::Lang;
use bloomscope::view::series::ChartSpec;
use gloo::timers::callback::Timeout;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, Document, HtmlAnchorElement, HtmlCanvasElement, Url};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A picture in pixels, twice the size of the SVG.
    Png,
    /// A picture in lines.
    Svg,
    /// Numbers.
    Csv,
}

impl Format {
    /// Every format, in the order in which the page offers them.
    pub const ALL: [Self; 3] = [Self::Png, Self::Svg, Self::Csv];

    /// The name, which is the same in every language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Svg => "SVG",
            Self::Csv => "CSV",
        }
    }
}

/// The size of exported pictures, CSS pixels.
const SIZE: (f64, f64) = (960.0, 600.0);
/// Device pixels in each of them in a PNG.
const DENSITY: f64 = 2.0;

/// Hands a chart to the visitor as a file. `title` stands over it. Does nothing where the browser forbids downloads.
pub fn export(format: Format, chart: &ChartSpec, lang: Lang, title: &str) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let name = format!("bloomscope-{}.{}", chart.plot.slug(), format.name().to_lowercase());
    match format {
        Format::Csv => download_text(&document, &name, "text/csv;charset=utf-8", &chart.csv()),
        Format::Png | Format::Svg => drop(export_picture(format, &document, &name, chart, lang, title)),
    }
}

fn export_picture(
    format: Format,
    document: &Document,
    name: &str,
    chart: &ChartSpec,
    lang: Lang,
    title: &str,
) -> Option<()> {
    let root = document.document_element()?;
    let palette = colours::palette(&root)?;
    let font = Font { size: 13.0, ..colours::font(document.body()?.as_ref(), 1.0)? };
    let captions = Captions::new(chart, lang, title);
    let picture =
        Picture { chart, size: SIZE, palette: &palette, font: &font, lang, cursor: None, captions: Some(&captions) };
    if format == Format::Svg {
        download_text(document, name, "image/svg+xml", &svg(&picture, title));
        return Some(());
    }
    save_pixels(document, name, &palette, |backend| {
        let _ = draw(backend, &picture); // the canvas backend reports no errors
    })
}

/// Hands a drawing to the visitor as a file. `title` stands over it.
pub fn save_plate(format: Format, plate: &Plate, lang: Lang, name: &str, title: &str) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let name = format!("bloomscope-{name}.{}", format.name().to_lowercase());
    let _ = save_drawing(format, &document, plate, lang, &name, title); // what the browser forbids is not done
}

fn save_drawing(format: Format, document: &Document, plate: &Plate, lang: Lang, name: &str, title: &str) -> Option<()> {
    let palette = colours::palette(&document.document_element()?)?;
    let font = Font { size: 13.0, ..colours::font(document.body()?.as_ref(), 1.0)? };
    let look = Look { size: SIZE, palette: &palette, font: &font, lang, title: Some(title) };
    if format == Format::Svg {
        download_text(document, name, "image/svg+xml", &plate_svg(plate, &look));
        return Some(());
    }
    save_pixels(document, name, &palette, |backend| {
        let _ = draw_plate(backend, plate, &look); // the canvas backend reports no errors
    })
}

/// Hands a text to the visitor as a file.
pub fn save_text(name: &str, kind: &str, text: &str) {
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        download_text(&document, name, kind, text);
    }
}

fn save_pixels(document: &Document, name: &str, palette: &Palette, draw: impl FnOnce(Canvas)) -> Option<()> {
    let canvas: HtmlCanvasElement = document.create_element("canvas").ok()?.dyn_into().ok()?;
    let backend = Canvas::new(&canvas, SIZE, DENSITY)?;
    backend.ground(palette.get(bloomscope::chart::Hue::Paper));
    draw(backend);
    let (document, name) = (document.clone(), name.to_owned());
    let done = Closure::once_into_js(move |blob: JsValue| {
        if let Ok(blob) = blob.dyn_into::<Blob>() {
            download(&document, &name, &blob);
        }
    });
    canvas.to_blob(done.unchecked_ref()).ok()
}

fn download_text(document: &Document, name: &str, kind: &str, text: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = js_sys::Array::of1(&text.into());
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) {
        download(document, name, &blob);
    }
}

fn download(document: &Document, name: &str, blob: &Blob) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else { return };
    if let Some(link) =
        document.create_element("a").ok().and_then(|element| element.dyn_into::<HtmlAnchorElement>().ok())
    {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    // The browser reads the address some time after the click; a minute is ample.
    Timeout::new(60_000, move || drop(Url::revoke_object_url(&url))).forget();
}
