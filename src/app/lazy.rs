//! Parts of the page whose code is fetched when they are first shown.
//!
//! The first picture has to be there soon, so the Lab's code comes first and alone. The compiler still sees one program; the
//! build cuts it at the functions marked `wasm_split`, and what only they reach becomes a file of its own, with memory and
//! state shared. A part is a component like any other: [`lazy`] takes the place of [`island`](crate::island::island).

#![allow(unsafe_code)] // written by `wasm_split`: imports and exports that the build joins again
#![allow(clippy::unnecessary_wraps)] // the same: what it makes of these functions can fail

use std::any::Any;
use std::pin::Pin;
use std::rc::Rc;

use bloomscope::text::{Lang, shell};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use yew::functional::FunctionProvider;
use yew::prelude::*;

use crate::compare::CompareView;
use crate::curves::CurvesView;
use crate::family::FamilyView;
use crate::input::InputPanel;
use crate::island::{Props, Run, Same, island, island_of, run, same};
use crate::lab::UnsafeDeletion;
use crate::ready::use_awaited;
use crate::shell::Cards;

/// A part of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The Curves room.
    Curves,
    /// The Compare room.
    Compare,
    /// Reading the visitor's own list.
    List,
    /// Structures other than the plain filter, in the Lab.
    Family,
    /// Deletion from a plain filter.
    Deletion,
    /// The words of notices.
    Notices,
}

/// The code of a part could not be fetched.
#[derive(Clone, Debug)]
struct Missing;

impl From<SplitLoaderError> for Missing {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

#[wasm_split(curves, fallible)]
fn curves() -> Result<Run, Missing> {
    Ok(run::<CurvesView>)
}

#[wasm_split(compare, fallible)]
fn compare() -> Result<Run, Missing> {
    Ok(run::<CompareView>)
}

#[wasm_split(list, fallible)]
fn list() -> Result<Run, Missing> {
    Ok(run::<InputPanel>)
}

#[wasm_split(family, fallible)]
fn family() -> Result<Run, Missing> {
    Ok(run::<FamilyView>)
}

#[wasm_split(deletion, fallible)]
fn deletion() -> Result<Run, Missing> {
    Ok(run::<UnsafeDeletion>)
}

#[wasm_split(notices, fallible)]
fn notices() -> Result<Run, Missing> {
    Ok(run::<Cards>)
}

type Fetching = Pin<Box<dyn Future<Output = Result<Run, Missing>>>>;

impl Part {
    fn fetch(self) -> Fetching {
        match self {
            Self::Curves => Box::pin(curves()),
            Self::Compare => Box::pin(compare()),
            Self::List => Box::pin(list()),
            Self::Family => Box::pin(family()),
            Self::Deletion => Box::pin(deletion()),
            Self::Notices => Box::pin(notices()),
        }
    }

    /// The room's name, where the part is a room: a page has a heading even while its room is on the way.
    fn room(self, lang: Lang) -> Option<&'static str> {
        match self {
            Self::Curves => Some(shell::curves(lang)),
            Self::Compare => Some(shell::compare(lang)),
            Self::List | Self::Family | Self::Deletion | Self::Notices => None,
        }
    }
}

/// `<C …/>` with these properties, once the code of the part is there.
pub fn lazy<C>(part: Part, lang: Lang, props: C::Properties) -> Html
where
    C: FunctionProvider + 'static,
    C::Properties: 'static,
{
    island::<Later>(
        yew::props!(Props<Later> { part, lang, props: Shared { props: Rc::new(props), is_same: same::<C::Properties> } }),
    )
}

/// Properties behind a pointer, and how to compare them.
#[derive(Clone)]
struct Shared {
    props: Rc<dyn Any>,
    is_same: Same,
}

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.props, &other.props) || (self.is_same)(&*self.props, &*other.props)
    }
}

#[derive(Clone, PartialEq, Properties)]
struct LaterProps {
    part: Part,
    lang: Lang,
    props: Shared,
}

/// Shows a part when its code has come; says so while it is on its way and when it cannot be had.
#[component]
fn Later(props: &LaterProps) -> Html {
    let LaterProps { part, lang, .. } = *props;
    let code = use_state(|| None::<Result<Run, Missing>>);
    let attempts = use_state(|| 0u32);
    use_effect_with((part, *attempts), {
        let code = code.setter();
        move |_| {
            code.set(None);
            wasm_bindgen_futures::spawn_local(async move { code.set(Some(part.fetch().await)) });
        }
    });
    use_awaited(code.is_some());
    let heading = part.room(lang).map(|room| html! { <h1 class="visually-hidden">{ room }</h1> });
    match &*code {
        Some(Ok(run)) => island_of(props.props.props.clone(), props.props.is_same, *run),
        Some(Err(Missing)) => {
            let again = Callback::from(move |_: MouseEvent| attempts.set(*attempts + 1));
            html! {<>
                { heading }
                <p class="note part-missing" role="alert">
                    { shell::part_missing(lang) }{ " " }
                    <button class="button small" onclick={again}>{ shell::try_again(lang) }</button>
                </p>
            </>}
        }
        // A notice speaks for itself, a moment later.
        None if part == Part::Notices => Html::default(),
        None => html! {<>
            { heading }
            <p class="note part-coming" role="status">{ shell::part_coming(lang) }</p>
        </>},
    }
}
