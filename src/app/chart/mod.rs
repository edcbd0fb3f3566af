//! Charts in the page: a canvas that plotters draws on, its legend, its read-out and its table.

mod canvas;
mod colours;
mod compact;
mod export;
mod host;
mod legend;
mod readout;
mod table;

pub use compact::CompactChart;
pub use export::{Format, export};
pub use host::Chart;
pub use legend::{Legend, swatch};
pub use table::TableTwin;
