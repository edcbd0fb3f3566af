//! Builds, serves, tests and packs the page.
fn main() {}
