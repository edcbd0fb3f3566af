//! One component type for all components of the page.
//!
//! Yew compiles the whole life of a component anew for every component type: some ten kilobytes each. Here every component
//! lives in the same type, which holds the component's own `run` and its properties behind a pointer. [`island`] takes the
//! place of `<Component …/>`; what a component does, its hooks and its properties stay as they are.

use std::any::Any;
use std::rc::Rc;

use yew::functional::{FunctionComponent, FunctionProvider, HookContext};
use yew::html::{BaseComponent, Context, HtmlResult};
use yew::prelude::*;

/// `<C …/>` with these properties.
pub fn island<C>(props: C::Properties) -> Html
where
    C: FunctionProvider + 'static,
    C::Properties: 'static,
{
    island_of(Rc::new(props), same::<C::Properties>, run::<C>)
}

/// The same of a component known by its parts alone.
pub fn island_of(props: Rc<dyn Any>, is_same: Same, run: Run) -> Html {
    // The key keeps two components that follow one another in the same place from sharing their state.
    html! { <Island key={run as usize} {props} {is_same} {run} /> }
}

/// A component's properties.
pub type Props<C> = <C as FunctionProvider>::Properties;

/// Whether two properties of one component are equal.
pub type Same = fn(&dyn Any, &dyn Any) -> bool;
/// What renders a component.
pub type Run = fn(&mut HookContext, &dyn Any) -> HtmlResult;

/// [`Same`] of properties of this type.
pub fn same<P: PartialEq + 'static>(a: &dyn Any, b: &dyn Any) -> bool {
    matches!((a.downcast_ref::<P>(), b.downcast_ref::<P>()), (Some(a), Some(b)) if a == b)
}

/// [`Run`] of a component.
pub fn run<C>(ctx: &mut HookContext, props: &dyn Any) -> HtmlResult
where
    C: FunctionProvider,
    C::Properties: 'static,
{
    props.downcast_ref::<C::Properties>().map_or_else(|| Ok(Html::default()), |props| C::run(ctx, props))
}

/// The properties of whatever lives in an [`Island`].
#[derive(Clone, Properties)]
struct IslandProps {
    props: Rc<dyn Any>,
    is_same: Same,
    run: Run,
}

impl PartialEq for IslandProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.props, &other.props) || (self.is_same)(&*self.props, &*other.props)
    }
}

struct Island {
    function: FunctionComponent<Self>,
}

impl FunctionProvider for Island {
    type Properties = IslandProps;

    fn run(ctx: &mut HookContext, props: &IslandProps) -> HtmlResult {
        (props.run)(ctx, &*props.props)
    }
}

impl BaseComponent for Island {
    type Message = ();
    type Properties = IslandProps;

    fn create(ctx: &Context<Self>) -> Self {
        Self { function: FunctionComponent::new(ctx) }
    }

    fn update(&mut self, _: &Context<Self>, (): ()) -> bool {
        true
    }

    fn changed(&mut self, _: &Context<Self>, _: &IslandProps) -> bool {
        true
    }

    fn view(&self, ctx: &Context<Self>) -> HtmlResult {
        self.function.render(ctx.props())
    }

    fn rendered(&mut self, _: &Context<Self>, _: bool) {
        self.function.rendered();
    }

    fn destroy(&mut self, _: &Context<Self>) {
        self.function.destroy();
    }

    fn prepare_state(&self) -> Option<String> {
        self.function.prepare_state()
    }
}
