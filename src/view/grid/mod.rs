//! The bit grid: the picture of a filter's bits, from eight of them to the largest filter in memory.
//!
//! Bit i sits in column i mod c and row ⌊i/c⌋ of a grid of c columns, a power of two ([`Layout`]). A [`Camera`] places
//! that grid on a canvas. Where a cell is at least one pixel, bits are drawn one by one; below that a pixel shows how
//! many of the bits under it are 1, summed from the words themselves while that is cheap and from a [`Density`] pyramid
//! beyond. Work for a picture is bounded by its pixels, whatever the size of the filter.
//!
//! | module | what is in it |
//! |---|---|
//! | [`layout`] | bits ↔ columns and rows |
//! | [`camera`] | grid ↔ pixels: fit, zoom, pan, hit test |
//! | [`flight`] | eased camera movement |
//! | [`density`] | counts of ones in square tiles, kept up to date at insertion |
//! | [`raster`] | pixels of cells, densities and labels |
//! | [`marks`] | rings, connectors and markers of the probed positions |
//! | [`label`] | which labels fit |
//! | [`hover`] | what is under a point |
//! | [`keys`] | keyboard navigation |
//! | [`travel`] | a value on its way from cell to cell |
//! | [`minimap`] | the overview while zoomed in |
//!
//! What is absent: the canvas. `src/app/grid` copies a [`raster::Frame`] to it and strokes the marks.

pub mod camera;
pub mod density;
pub mod flight;
pub mod hover;
pub mod keys;
pub mod label;
pub mod layout;
mod level;
pub mod marks;
mod metrics;
pub mod minimap;
pub mod raster;
pub mod travel;
mod viewport;

pub use camera::{Camera, Gutter, Metrics, Viewport};
pub use density::{Changes, Density};
pub use layout::{Cell, Layout};
pub use marks::{Mark, MarkState};

/// How the value of a cell is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// As 0 or 1, below the index.
    #[default]
    Bit,
    /// In decimal, before the index.
    Decimal,
    /// In so many hexadecimal digits, before the index; 0 not at all.
    Hex(u32),
}

/// What cells are parted into: stretches of neighbouring indices, with a line between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Regions {
    /// Nothing.
    #[default]
    Whole,
    /// Parts of so many cells each.
    Every(u64),
    /// Parts that begin at these indices, in ascending order; the first begins at 0 and is not named.
    At(Vec<u64>),
}

/// A bit array that can be drawn, or cells of which each is in use or not. Implemented by whatever owns the filter.
pub trait BitSource {
    /// The words; bit i is bit i mod 64 of word ⌊i/64⌋, bits at and beyond m are 0.
    fn words(&self) -> &[u64];
    /// m.
    fn n_bits(&self) -> u64;
    /// How many bits are 1.
    fn ones(&self) -> u64;
    /// The counts that belong to these words.
    fn density(&self) -> &Density;

    /// How the values of cells are written, where cells hold more than a bit.
    fn notation(&self) -> Notation {
        Notation::Bit
    }

    /// What cell `index` holds: of a bit array the bit.
    fn value(&self, index: u64) -> u32 {
        u32::from(self.get(index))
    }

    /// What the cells are parted into.
    fn regions(&self) -> Regions {
        Regions::Whole
    }

    /// Whether bit `index` is 1; beyond the end it is not.
    fn get(&self, index: u64) -> bool {
        index < self.n_bits() && self.words().get((index / 64) as usize).is_some_and(|w| w >> (index % 64) & 1 == 1)
    }
}
