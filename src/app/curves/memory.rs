//! What the visitor chose and measured in the Curves room, kept for the visit while another room is shown.

use crate::chart::Measured;
use bloomscope::experiment::KeySource;
use bloomscope::view::series::{Kind, Plot, Scale, Setting, Shown};
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// How the axes run and which series are shown, for one view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// How the horizontal axis runs.
    pub x_scale: Scale,
    /// How the vertical axis runs; `None` leaves it to the filter.
    pub y_scale: Option<Scale>,
    /// Which series are shown.
    pub shown: Shown,
}

impl Look {
    /// As a view is first shown.
    fn of(plot: Plot) -> Self {
        let x_scale = if plot == Plot::Target { Scale::Log } else { Scale::Linear };
        Self { x_scale, y_scale: None, shown: Shown::of(plot.kinds()).toggled(Kind::Realised) }
    }

    /// How the vertical axis runs for a filter.
    pub fn y_scale(self, plot: Plot, setting: &Setting) -> Scale {
        self.y_scale.unwrap_or_else(|| setting.y_scale(plot))
    }
}

/// Which keys are measured with.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Keys {
    /// Those that the filter's own generator makes, whichever that is.
    #[default]
    OfFilter,
    /// Those of another generator.
    Generated(KeySource),
    /// Those that the visitor brought.
    Own,
}

/// Everything chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// The view.
    pub plot: Plot,
    /// How each view is shown, in the order of [`Plot::ALL`].
    pub looks: [Look; Plot::ALL.len()],
    /// Probes a point.
    pub probes: u64,
    /// Which keys.
    pub keys: Keys,
}

impl Default for Choices {
    fn default() -> Self {
        Self { plot: Plot::Hashes, looks: Plot::ALL.map(Look::of), probes: 10_000, keys: Keys::OfFilter }
    }
}

impl Choices {
    /// The look of a view.
    pub fn look(&self, plot: Plot) -> Look {
        self.looks.get(plot as usize).copied().unwrap_or_else(|| Look::of(plot))
    }

    /// The same with another look of a view.
    pub fn with_look(mut self, plot: Plot, look: Look) -> Self {
        if let Some(place) = self.looks.get_mut(plot as usize) {
            *place = look;
        }
        self
    }
}

/// The memory, owned by the page: it outlives the room. Nothing renders because of it.
#[derive(Clone, Default)]
pub struct CurvesMemory {
    choices: Rc<RefCell<Choices>>,
    measured: Measured,
}

impl PartialEq for CurvesMemory {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.choices, &other.choices)
    }
}

/// The choices, as they were left, how to change them, and what was measured.
#[hook]
pub fn use_choices() -> (Choices, Callback<Choices>, Measured) {
    let CurvesMemory { choices: kept, measured } = use_context::<CurvesMemory>().unwrap_or_default();
    let choices = use_state_eq(|| kept.borrow().clone());
    let setter = choices.setter();
    let choose = Callback::from(move |next: Choices| {
        *kept.borrow_mut() = next.clone();
        setter.set(next);
    });
    ((*choices).clone(), choose, measured)
}
