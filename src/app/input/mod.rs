//! Key lists: a file or pasted text in, a list and what was measured with it out.
//!
//! Reading starts at once, with what the file's beginning suggests; whatever the visitor then changes is read anew. What
//! was read before stays until something else has been read to the end.

mod drop_zone;
mod measure;
mod options;
mod panel;
mod paste;
mod preview;
mod progress;
mod reading;
mod result;
mod source;
mod state;
mod trouble;

pub use drop_zone::DropZone;
pub use panel::{ChosenList, InputPanel};
pub use source::Source;
