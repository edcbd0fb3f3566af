//! Many buttons as one stop of the tab key: arrow keys go from one to the next.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, NodeList};
use yew::prelude::*;

/// The keyboard's place among the buttons of an element.
#[derive(Clone, PartialEq)]
pub struct Roving {
    /// The element around the buttons.
    pub node: NodeRef,
    /// Goes to another button.
    pub onkeydown: Callback<KeyboardEvent>,
    /// Sees which button has the focus.
    pub onfocusin: Callback<FocusEvent>,
    at: usize,
}

impl Roving {
    /// `tabindex` of the `index`-th of `count` buttons.
    pub fn tabindex(&self, index: usize, count: usize) -> &'static str {
        if index == self.at.min(count.saturating_sub(1)) { "0" } else { "-1" }
    }
}

/// One stop for all the buttons in an element, at the one that had the focus last.
#[hook]
pub fn use_roving() -> Roving {
    let at = use_state_eq(|| 0usize);
    let node = use_node_ref();
    let onkeydown = use_callback(node.clone(), |event: KeyboardEvent, node| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let Some(buttons) = buttons(node) else { return };
        let Some(now) = event.target_dyn_into::<Element>().and_then(|target| place(&buttons, &target)) else { return };
        let last = buttons.length().saturating_sub(1);
        let to = match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => (now + 1).min(last),
            "ArrowLeft" | "ArrowUp" => now.saturating_sub(1),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        if let Some(button) = buttons.get(to).and_then(|node| node.dyn_into::<HtmlElement>().ok()) {
            let _ = button.focus(); // fails on no element of the page
        }
    });
    let onfocusin = use_callback((node.clone(), at.setter()), |event: FocusEvent, (node, at)| {
        let target = event.target_dyn_into::<Element>();
        if let Some(now) = buttons(node).zip(target).and_then(|(buttons, target)| place(&buttons, &target)) {
            at.set(now as usize);
        }
    });
    Roving { node, onkeydown, onfocusin, at: *at }
}

fn buttons(node: &NodeRef) -> Option<NodeList> {
    node.cast::<Element>()?.query_selector_all("button").ok()
}

fn place(buttons: &NodeList, target: &Element) -> Option<u32> {
    (0..buttons.length()).find(|&index| buttons.get(index).is_some_and(|node| node.is_same_node(Some(target))))
}
