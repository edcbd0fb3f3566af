//! The Lab: a small live filter, a key on its way into it, and what its numbers mean.

mod ask;
mod bit;
mod chips;
mod contents;
mod hash;
mod leads;
mod params;
mod player;
mod room;
mod scrub;
mod sentence;
mod stage;
mod verdict;

pub use hash::HashChoices;
pub use params::Params;
pub use room::LabRoom;
