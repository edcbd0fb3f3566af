//! Small drawings for buttons.

use yew::prelude::*;

/// A drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// To the beginning.
    First,
    /// One back.
    Back,
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// One forward.
    Forward,
    /// To the end.
    Last,
    /// Half light, half dark.
    Auto,
    /// Sun.
    Light,
    /// Moon.
    Dark,
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Close.
    Close,
    /// Dice.
    Dice,
}

impl Icon {
    /// The drawing as an element; it says nothing to a screen reader, the button around it does.
    pub fn draw(self) -> Html {
        let stroke = |d: &'static str| {
            html! { <path {d} fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" /> }
        };
        let inner = match self {
            Self::First => html! { <path d="M3 4h2v12H3zM16 4v12L6.500 10z" /> },
            Self::Back => stroke("M12.500 4.500 7 10l5.500 5.500"),
            Self::Play => html! { <path d="M5 3.500v13L16 10z" /> },
            Self::Pause => html! { <path d="M5 4h3.500v12H5zM11.500 4H15v12h-3.500z" /> },
            Self::Forward => stroke("M7.500 4.500 13 10l-5.500 5.500"),
            Self::Last => html! { <path d="M4 4v12l9.500-6zM15 4h2v12h-2z" /> },
            Self::Auto => {
                html! { <><circle cx="10" cy="10" r="6.5" fill="none" stroke="currentColor" stroke-width="1.7" /><path d="M10 3.500a6.500 6.500 0 0 1 0 13z" /></> }
            }
            Self::Light => {
                html! { <><circle cx="10" cy="10" r="3.400" />{ stroke("M10 2v1.800M10 16.200V18M2 10h1.800M16.200 10H18M4.300 4.300l1.300 1.300M14.400 14.400l1.300 1.300M4.300 15.700l1.300-1.300M14.400 5.600l1.300-1.300") }</> }
            }
            Self::Dark => {
                html! { <path d="M15.800 12.600A6.800 6.800 0 0 1 7.400 4.200a6.800 6.800 0 1 0 8.400 8.400z" /> }
            }
            Self::Undo => stroke("M7.500 4 4 7.500 7.500 11M4.500 7.500h7a4.250 4.250 0 0 1 0 8.500H8"),
            Self::Redo => stroke("M12.500 4 16 7.500 12.500 11M15.500 7.500h-7a4.250 4.250 0 0 0 0 8.500H12"),
            Self::Close => stroke("M5.500 5.500l9 9M14.500 5.500l-9 9"),
            Self::Dice => {
                html! { <>{ stroke("M5 3.500h10A1.500 1.500 0 0 1 16.500 5v10a1.500 1.500 0 0 1-1.500 1.500H5A1.500 1.500 0 0 1 3.500 15V5A1.500 1.500 0 0 1 5 3.500z") }<circle cx="7" cy="7" r="1.200" /><circle cx="13" cy="13" r="1.200" /><circle cx="10" cy="10" r="1.200" /></> }
            }
        };
        html! { <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">{ inner }</svg> }
    }
}
