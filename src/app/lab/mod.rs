//! The Lab: a small live filter, a key on its way into it, and what its numbers mean.

mod ask;
mod bit;
mod chips;
mod contents;
mod deletion;
mod hash;
mod leads;
mod params;
mod player;
mod room;
mod scrub;
mod sentence;
mod stage;
mod variant;
mod verdict;

pub use deletion::UnsafeDeletion;
pub use hash::HashChoices;
pub use params::Params;
pub use player::{Player, use_player};
pub use room::{LabRoom, use_version};
pub use scrub::{ScrubProps, scrub_line};
