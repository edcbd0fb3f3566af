//! The table of a filter as the grid draws it: cells in use or not, their values, and what they are parted into.

use crate::experiment::{Contents, FamilyLab};
use crate::filter::{AnyFilter, BitArray, MemoryRefused};
use crate::view::grid::{BitSource, Density, Notation, Regions};

/// A filter under observation, with its cells for drawing. The arrays of several sub-filters are one here, the oldest first.
#[derive(Clone, Debug)]
pub struct FamilyCells {
    lab: FamilyLab,
    words: Vec<u64>,
    n_cells: u64,
    in_use: u64,
    density: Density,
}

impl FamilyCells {
    /// The cells of a filter.
    ///
    /// # Errors
    /// No memory for the copy or its counts.
    pub fn new(lab: FamilyLab) -> Result<Self, MemoryRefused> {
        let n_cells = n_cells(lab.filter());
        let mut cells = Self { lab, words: Vec::new(), n_cells, in_use: 0, density: Density::try_new(n_cells)? };
        cells.words = joined(cells.lab.filter())?;
        cells.in_use = ones(&cells.words);
        cells.density.rebuild(&cells.words);
        Ok(cells)
    }

    /// The filter under observation.
    #[must_use]
    pub const fn lab(&self) -> &FamilyLab {
        &self.lab
    }

    /// [`FamilyLab::advance`], drawing what changed.
    ///
    /// # Errors
    /// No memory for the copy or its counts.
    pub fn advance(&mut self, contents: &Contents) -> Result<(), MemoryRefused> {
        self.lab.advance(contents);
        let (words, n_cells) = (joined(self.lab.filter())?, n_cells(self.lab.filter()));
        if n_cells == self.n_cells {
            for (at, (&before, &after)) in self.words.iter().zip(&words).enumerate() {
                let mut changed = before ^ after;
                while changed != 0 {
                    let index = at as u64 * 64 + u64::from(changed.trailing_zeros());
                    if after >> (index % 64) & 1 == 1 {
                        self.density.bit_set(index);
                    } else {
                        self.density.bit_cleared(index);
                    }
                    changed &= changed - 1;
                }
            }
        } else {
            self.density = Density::try_new(n_cells)?;
            self.density.rebuild(&words);
        }
        (self.words, self.n_cells) = (words, n_cells);
        self.in_use = ones(&self.words);
        Ok(())
    }
}

impl BitSource for FamilyCells {
    fn words(&self) -> &[u64] {
        &self.words
    }

    fn n_bits(&self) -> u64 {
        self.n_cells
    }

    fn ones(&self) -> u64 {
        self.in_use
    }

    fn density(&self) -> &Density {
        &self.density
    }

    fn notation(&self) -> Notation {
        match self.lab.filter() {
            AnyFilter::Counting(_) => Notation::Decimal,
            AnyFilter::Cuckoo(filter) => Notation::Hex(filter.spec().fingerprint_bits().div_ceil(4)),
            AnyFilter::Fuse(filter) => Notation::Hex(filter.spec().fingerprint_bits().div_ceil(4)),
            _ => Notation::Bit,
        }
    }

    fn value(&self, index: u64) -> u32 {
        match self.lab.filter() {
            AnyFilter::Counting(filter) => filter.counter(index).into(),
            AnyFilter::Cuckoo(filter) => filter.slot(index).unwrap_or_default(),
            AnyFilter::Fuse(filter) => filter.cell(index).unwrap_or_default(),
            _ => self.get(index).into(),
        }
    }

    fn regions(&self) -> Regions {
        match self.lab.filter() {
            AnyFilter::Bloom(_) | AnyFilter::Counting(_) => Regions::Whole,
            AnyFilter::Partitioned(filter) => Regions::Every(filter.slice_bits()),
            AnyFilter::Blocked(filter) => Regions::Every(filter.spec().block_bits.into()),
            AnyFilter::Scalable(filter) => {
                let mut start = 0;
                let ends = filter.bits().map(|bits| {
                    start += bits.n_bits();
                    start
                });
                Regions::At(ends.filter(|&end| end < self.n_cells).collect())
            }
            AnyFilter::Cuckoo(filter) => Regions::Every(filter.spec().bucket_size().into()),
            AnyFilter::Fuse(filter) => Regions::Every(filter.layout().segment_length),
        }
    }
}

fn n_cells(filter: &AnyFilter) -> u64 {
    match filter {
        AnyFilter::Fuse(filter) => filter.layout().n_cells(),
        _ => filter.occupancy().iter().map(|bits| bits.n_bits()).sum(),
    }
}

fn ones(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The words of all arrays, end to end; of a fuse filter a 1 for each cell that is not 0.
fn joined(filter: &AnyFilter) -> Result<Vec<u64>, MemoryRefused> {
    let mut all = BitArray::try_new(n_cells(filter))?;
    match filter {
        AnyFilter::Fuse(fuse) => {
            for index in (0..fuse.layout().n_cells()).filter(|&index| fuse.cell(index).is_some_and(|cell| cell != 0)) {
                all.set(index);
            }
            return Ok(all.into_words());
        }
        _ if filter.occupancy().len() == 1 => {
            return Ok(filter.occupancy().first().map(|bits| bits.words().to_vec()).unwrap_or_default());
        }
        _ => {}
    }
    let mut words = all.into_words();
    let mut start = 0;
    for bits in filter.occupancy() {
        let (at, shift) = ((start / 64) as usize, (start % 64) as u32);
        for (i, &word) in bits.words().iter().enumerate() {
            if let Some(low) = words.get_mut(at + i) {
                *low |= word << shift;
            }
            if let (Some(high), 1..) = (words.get_mut(at + i + 1), shift) {
                *high |= word >> (64 - shift);
            }
        }
        start += bits.n_bits();
    }
    Ok(words)
}
