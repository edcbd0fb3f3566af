//! Pure presentation: what is drawn and told, without drawing or telling it.

pub mod compare;
pub mod family;
pub mod grid;
pub mod series;
pub mod slider;
pub mod story;
pub mod ways;
