//! Pure presentation.
pub mod series;
