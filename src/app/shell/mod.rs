//! The frame around the rooms.

mod app;
mod header;
mod icons;
mod notices;

pub use app::App;
pub use icons::Icon;
pub use notices::Cards;
