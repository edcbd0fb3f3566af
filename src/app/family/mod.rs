//! The Lab for every structure other than the plain filter: fetched when first shown.
//!
//! The filter lives here, built from the scenario alone; nothing of it is reachable from the first part of the page. The grid,
//! the player and the parameters are the Lab's.

mod ask;
mod cell;
mod facts;
mod live;
mod outcome;
mod own;
mod refusal;
mod side;
mod stage;
mod trap;
mod view;

pub use view::FamilyView;
