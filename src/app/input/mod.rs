//! Key lists: a file or pasted text in, a list and what was measured with it out.
//!
//! Reading starts at once, with what the file's beginning suggests; whatever the visitor then changes is read anew. What
//! was read before stays until something else has been read to the end.

mod drop_zone;
#[path = "../../worker/gb18030.rs"]
mod gb18030;
mod measure;
mod options;
mod panel;
mod paste;
#[path = "../../worker/pieces.rs"]
mod pieces;
mod preview;
mod progress;
mod reading;
mod result;
mod source;
mod state;
mod trouble;

pub use panel::{ChosenList, InputPanel};
