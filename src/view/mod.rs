//! Pure presentation: what a picture shows and where, without a canvas, a page or a clock.

pub mod grid;
pub mod series;
