//! A drawing of the room with its title, legend and the way out to a file.

use std::rc::Rc;

use bloomscope::chart::Plate;
use bloomscope::text::{Lang, compare as words, curves};
use yew::prelude::*;

use crate::chart::{Format, PlateView, save_plate};
use crate::island::{Props, island};

/// What [`Figure`] shows.
#[derive(Clone, PartialEq, Properties)]
pub struct FigureProps {
    /// The canvas's id, and the name of files.
    pub id: &'static str,
    /// The drawing.
    pub plate: Rc<Plate>,
    /// Its title.
    pub title: &'static str,
    /// What is drawn upwards, and to the right.
    pub axes: (&'static str, &'static str),
    /// The drawing in a sentence.
    pub label: AttrValue,
    /// The page's language.
    pub lang: Lang,
    /// Changes whenever colours or faces may have changed.
    pub theme_version: u32,
    /// The legend.
    pub children: Html,
}

/// The drawing and what belongs to it.
#[component]
pub fn Figure(props: &FigureProps) -> Html {
    let FigureProps { id, plate, title, axes, label, lang, theme_version, children } = props;
    html! {
        <figure class="compare-figure">
            <figcaption>
                <h2>{ *title }</h2>
                <div class="curves-export" role="group" aria-label={words::save_table(*lang)}>
                    { for [Format::Svg, Format::Png].map(|format| {
                        let (plate, lang, name, title) = (plate.clone(), *lang, *id, *title);
                        let onclick = Callback::from(move |_: MouseEvent| save_plate(format, &plate, lang, name, title));
                        let code = format.name().to_lowercase();
                        html! {
                            <button type="button" class="button quiet small" title={curves::save_as(lang, format.name())}
                                data-export={format!("{name}-{code}")} {onclick}>{ format.name() }</button>
                        }
                    }) }
                </div>
            </figcaption>
            <p class="axis-name">{ axes.0 }</p>
            { island::<PlateView>(yew::props!(Props<PlateView> { id: *id, plate: plate.clone(), lang: *lang, theme_version: *theme_version, label: label.clone() })) }
            <p class="axis-name x">{ axes.1 }</p>
            { children.clone() }
        </figure>
    }
}
