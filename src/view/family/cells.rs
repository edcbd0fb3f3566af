//! The table of a filter as the grid draws it: cells in use or not, their values, and what they are parted into.

use crate::experiment::{Contents, FamilyLab};
use crate::filter::{AnyFilter, BitArray, MemoryRefused, Variant};
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

/// What there is to say about one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellFacts {
    /// The cell.
    pub index: u64,
    /// What it holds.
    pub value: u32,
    /// How that is written.
    pub notation: Notation,
    /// Whether it is a counter that has stopped counting.
    pub is_full: bool,
    /// Which part of the table it is in, and where there, both from 0.
    pub place: Option<(u64, u64)>,
    /// The structure.
    pub variant: Variant,
}

impl CellFacts {
    /// Of a cell.
    #[must_use]
    pub fn of(cells: &FamilyCells, index: u64) -> Self {
        let filter = cells.lab.filter();
        let place = match cells.regions() {
            Regions::Whole => None,
            Regions::Every(length) => Some((index / length.max(1), index % length.max(1))),
            Regions::At(starts) => {
                let part = starts.iter().take_while(|&&start| start <= index).count();
                let start = part.checked_sub(1).and_then(|before| starts.get(before)).copied().unwrap_or_default();
                Some((part as u64, index - start))
            }
        };
        let value = cells.value(index);
        let is_full = matches!(filter, AnyFilter::Counting(filter) if value == u32::from(filter.counter_max()));
        Self { index, value, notation: cells.notation(), is_full, place, variant: filter.variant() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Edit, Generated, KeySource};
    use crate::filter::VariantSpec;
    use crate::hash::HashSpec;

    fn contents(count: u64, edits: &[Edit]) -> Contents {
        let source = KeySource::Sequential { prefix: "k".into(), start: 0 };
        Contents { generated: Some(Generated { source, count }), edits: edits.to_vec(), ..Contents::default() }
    }

    fn lab(variant: Variant, contents: &Contents) -> FamilyLab {
        let spec = VariantSpec { variant, n: 10, p: 0.1, m: 130, k: 3, hash: HashSpec::default() };
        FamilyLab::try_new(spec, 1, contents).unwrap()
    }

    #[test]
    fn the_picture_has_each_cell_of_each_array() {
        for variant in Variant::ALL {
            let mut cells = FamilyCells::new(lab(variant, &contents(25, &[]))).unwrap();
            for edits in
                [vec![], vec![Edit::Delete("k3".into())], vec![Edit::Delete("k3".into()), Edit::Insert("z".into())]]
            {
                let now = contents(25, &edits);
                if variant.can_insert() {
                    cells.advance(&now).unwrap();
                }
                let arrays = cells.lab().filter().occupancy();
                let expected: Vec<bool> =
                    arrays.iter().flat_map(|bits| (0..bits.n_bits()).map(|i| bits.get(i))).collect();
                if variant.can_insert() {
                    let drawn: Vec<bool> = (0..cells.n_bits()).map(|i| cells.get(i)).collect();
                    assert_eq!(drawn, expected, "{variant}");
                    assert_eq!(cells.ones(), expected.iter().filter(|&&one| one).count() as u64);
                }
                let mut density = Density::try_new(cells.n_bits()).unwrap();
                density.rebuild(cells.words());
                assert_eq!(density.levels(), cells.density().levels(), "{variant}");
            }
            assert!((0..cells.n_bits()).all(|i| (cells.value(i) > 0) == cells.get(i)), "{variant}");
        }
    }

    #[test]
    fn a_cell_knows_its_part() {
        let place =
            |variant, index| CellFacts::of(&FamilyCells::new(lab(variant, &contents(25, &[]))).unwrap(), index).place;
        assert_eq!(place(Variant::Counting { counter_bits: 4 }, 5), None);
        assert_eq!(place(Variant::Partitioned, 45), Some((1, 1))); // 130 bits in three slices of 44
        assert_eq!(place(Variant::Blocked { block_bits: 64 }, 70), Some((1, 6)));
        let scalable = Variant::Scalable { expansion: 2, tightening_permille: 500 };
        let cells = FamilyCells::new(lab(scalable, &contents(25, &[]))).unwrap();
        let Regions::At(starts) = cells.regions() else { panic!("sub-filters") };
        assert_eq!(CellFacts::of(&cells, starts[0] - 1).place, Some((0, starts[0] - 1)));
        assert_eq!(CellFacts::of(&cells, starts[0] + 2).place, Some((1, 2)));
    }
}
