//! The test vectors as constants: a test inside WebAssembly has no file system and no environment.
//!
//! They come from the folder that the variable `BLOOMSCOPE_VECTORS` names when this crate is compiled (cargo compiles it anew
//! when that changes), or from `tests/vectors`: the `.json` files in the folders below it.

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The contents of a file, given its path below the folder.
#[must_use]
pub fn file(path: &str) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, contents)| *contents)
}
