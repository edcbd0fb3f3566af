//! What is *not* a probabilistic filter, to hold filters against: structures that answer exactly and pay for it, and one
//! that counts and cannot answer.
//!
//! | structure | answers | what it costs |
//! |---|---|---|
//! | [`HashSetOf`] | exactly | every key, and a table of pointers |
//! | [`SortedArray`] | exactly | every key, and log₂ n steps a query; built at once |
//! | [`IdBitmap`] | exactly, of numbers in a range only | one bit for every number of the range, used or not |
//! | [`HyperLogLog`] | how many different keys, not which | a few kilobytes, whatever n |

mod hash_set;
mod hyperloglog;
mod id_bitmap;
mod sorted_array;

pub use hash_set::HashSetOf;
pub use hyperloglog::{HyperLogLog, HyperLogLogInsertion};
pub use id_bitmap::{IdBitmap, NotAnId};
pub use sorted_array::{SearchStep, SortedArray};
