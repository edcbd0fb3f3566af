//! The state's place in Yew: a reducer that only calls the library, and two contexts.

use std::rc::Rc;

use bloomscope::scenario::{Action, State};
use bloomscope::text::Lang;
use yew::prelude::*;

/// The state behind a reference count, so that components share it without copying.
#[derive(Clone, Debug, PartialEq)]
pub struct Store(pub Rc<State>);

impl Reducible for Store {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        match self.0.apply(action) {
            Some(next) => Rc::new(Self(Rc::new(next))),
            None => self,
        }
    }
}

/// Sends actions; the same for the whole visit, so that it never causes a render.
pub type Dispatch = UseReducerDispatcher<Store>;

/// What every component may need about the visit.
#[derive(Clone, PartialEq)]
pub struct Visit {
    /// The state.
    pub state: Rc<State>,
    /// The language in use: the link's, or else the visitor's.
    pub lang: Lang,
    /// Changes whenever the colours change, so that canvases read their tokens again.
    pub theme_version: u32,
}

/// The visit, from the context.
#[hook]
pub fn use_visit() -> Visit {
    use_context::<Visit>().unwrap_or_else(|| Visit {
        state: Rc::new(State::new(bloomscope::scenario::Scenario::default(), Vec::new())),
        lang: Lang::En,
        theme_version: 0,
    })
}

/// A callback that dispatches the action made from an event's value.
#[hook]
pub fn use_dispatch<T: 'static>(make: fn(T) -> Action) -> Callback<T> {
    let dispatch = use_context::<Dispatch>();
    use_callback(dispatch, move |value: T, dispatch| {
        if let Some(dispatch) = dispatch {
            dispatch.dispatch(make(value));
        }
    })
}
