//! The sentence above the grid, whose numbers are handles.

use bloomscope::text::Lang;
use bloomscope::text::lab::{Figures, Handle, Piece, sentence};
use yew::prelude::*;

/// What the sentence needs.
pub struct SentenceProps {
    /// The numbers.
    pub figures: Figures,
    /// The language.
    pub lang: Lang,
    /// What is lit now, by the sentence or by the thing itself.
    pub lit: Option<Handle>,
    /// Lights a thing.
    pub on_light: Callback<Option<Handle>>,
}

/// The name of a handle in `data-handle` and `data-lit`.
pub const fn code(handle: Handle) -> &'static str {
    match handle {
        Handle::Bits => "bits",
        Handle::Hashes => "hashes",
        Handle::Keys => "keys",
        Handle::Ones => "ones",
        Handle::Rate => "rate",
    }
}

/// Callbacks by which a thing on the page lights its number, and itself: pointer and focus.
pub fn light(on_light: &Callback<Option<Handle>>, handle: Handle) -> [Callback<PointerEvent>; 2] {
    [on_light.reform(move |_| Some(handle)), on_light.reform(|_| None)]
}

/// The sentence above the grid.
pub fn sentence_line(props: &SentenceProps) -> Html {
    let piece = |piece: Piece| match piece {
        Piece::Plain(words) => html! { words },
        Piece::Handle(handle, words) => {
            let [onpointerenter, onpointerleave] = light(&props.on_light, handle);
            let class = classes!("handle", code(handle), (props.lit == Some(handle)).then_some("lit"));
            html! { <span {class} data-handle={code(handle)} {onpointerenter} {onpointerleave}>{ words }</span> }
        }
    };
    html! { <p class="sentence">{ for sentence(props.lang, props.figures).into_iter().map(piece) }</p> }
}
