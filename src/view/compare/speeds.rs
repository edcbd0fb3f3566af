//! The chart of times: a row a structure, a mark an operation.

use super::Row;
use crate::experiment::{Contender, Operation};

/// The chart: nanoseconds on a logarithmic axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Speeds {
    /// The rows from the top, each with the times that are known.
    pub rows: Vec<(Contender, Vec<(Operation, f64)>)>,
    /// The axis's ends, powers of ten in nanoseconds.
    pub ends: (f64, f64),
}

impl Speeds {
    /// The times of a table, in its order; structures without any are left out.
    #[must_use]
    pub fn new(rows: &[Row]) -> Self {
        let times = |row: &Row| {
            let all = [Operation::Insert, Operation::Hit, Operation::Miss];
            all.into_iter().filter_map(|operation| Some((operation, row.speed(operation)?))).collect::<Vec<_>>()
        };
        let rows: Vec<_> =
            rows.iter().map(|row| (row.contender, times(row))).filter(|(_, all)| !all.is_empty()).collect();
        let all = || rows.iter().flat_map(|(_, all)| all.iter().map(|&(_, each)| each));
        let low = libm::exp10(libm::floor(libm::log10(all().fold(100.0, f64::min).max(0.1))));
        let high = libm::exp10(libm::ceil(libm::log10(all().fold(100.0, f64::max))));
        Self { rows, ends: (low, high.max(low * 10.0)) }
    }

    /// Where a time is, 0 at the start and 1 at the end.
    #[must_use]
    pub fn at(&self, nanos: f64) -> f64 {
        let (low, high) = self.ends;
        (libm::log(nanos / low) / libm::log(high / low)).clamp(0.0, 1.0)
    }

    /// Powers of ten, each with twice and five times it, and whether they get a label.
    #[must_use]
    pub fn ticks(&self) -> Vec<(f64, bool)> {
        let (low, high) = self.ends;
        let mut ticks = Vec::new();
        let mut power = low;
        while power <= high * 1.001 {
            for factor in [1.0, 2.0, 5.0] {
                if factor * power <= high * 1.001 {
                    ticks.push((factor * power, factor < 1.5));
                }
            }
            power *= 10.0;
        }
        ticks
    }
}
