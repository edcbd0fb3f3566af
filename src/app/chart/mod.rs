//! Charts in the page: a canvas that plotters draws on, its legend, its read-out, its table and its measurement.

mod canvas;
mod colours;
mod compact;
mod export;
mod host;
mod legend;
mod measure;
mod measuring;
mod plate;
mod readout;
mod table;

pub use compact::CompactChart;
pub use export::{Format, export, save_plate, save_text};
pub use host::Chart;
pub use legend::Legend;
pub use measure::{Measured, use_measurement};
pub use measuring::{Measurement, Measuring};
pub use plate::PlateView;
pub use table::TableTwin;
