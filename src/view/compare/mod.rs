//! The table of the Compare room: rows, what stands in them, their order.

mod ability;
mod csv;
mod finding;
mod speeds;
mod trade;

pub use ability::{Abilities, Needs};
pub use csv::csv;
pub use finding::{Best, Finding, finding};
pub use speeds::Speeds;
pub use trade::{Line, Spot, Trade};

use crate::experiment::{Blueprint, Contender, Contest, ContestTally, Design, Fate, Hindrance, Laps, Operation};
use crate::filter::{AnySpec, CACHE_LINE_BITS};

/// One structure of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which.
    pub contender: Contender,
    /// How it is made, or why not.
    pub design: Result<Design, Hindrance>,
    /// What was counted and how long it took, once it was.
    pub measured: Option<(ContestTally, Laps)>,
    /// How many keys go in.
    pub n: u64,
}

/// The rows of a contest, in the usual order, with what was counted so far.
#[must_use]
pub fn rows(contest: &Contest, results: &[(Contender, ContestTally, Laps)]) -> Vec<Row> {
    let result = |contender| results.iter().find(|(of, ..)| *of == contender).map(|&(_, tally, laps)| (tally, laps));
    let row = |contender| Row {
        contender,
        design: contest.design(contender),
        measured: result(contender).filter(|(tally, _)| tally.fate != Fate::Absent),
        n: contest.n,
    };
    Contender::ALL.map(row).into()
}

impl Row {
    /// Its memory in bits: as it was built, else as it is designed.
    #[must_use]
    pub fn n_bits(&self) -> Option<u64> {
        let built = self.tally().map(|tally| tally.n_bits).filter(|&n_bits| n_bits > 0);
        built.or_else(|| self.design.ok().map(|design| design.n_bits))
    }

    /// Bits a key.
    #[must_use]
    pub fn bits_per_key(&self) -> Option<f64> {
        self.n_bits().map(|n_bits| n_bits as f64 / self.n.max(1) as f64)
    }

    /// The rate by theory, if it answers at all.
    #[must_use]
    pub fn theory(&self) -> Option<f64> {
        self.design.ok()?.rate
    }

    /// What was counted, if it holds its keys.
    #[must_use]
    pub fn tally(&self) -> Option<&ContestTally> {
        self.measured.as_ref().map(|(tally, _)| tally).filter(|tally| tally.fate == Fate::Built)
    }

    /// How it fared, once that is known.
    #[must_use]
    pub fn fate(&self) -> Option<Fate> {
        self.measured.map(|(tally, _)| tally.fate)
    }

    /// The measured rate.
    #[must_use]
    pub fn measured_rate(&self) -> Option<f64> {
        self.tally()?.observed().rate()
    }

    /// Nanoseconds an operation.
    #[must_use]
    pub fn speed(&self, operation: Operation) -> Option<f64> {
        self.tally()?;
        self.measured.and_then(|(_, laps)| laps.of(operation).each())
    }

    /// Cache lines that a query for an inserted key reads on average: counted, else as expected.
    #[must_use]
    pub fn lines(&self) -> Option<f64> {
        self.tally().and_then(ContestTally::lines_per_query).or_else(|| self.expected_lines())
    }

    /// The same by a formula: L(1−(1−1/L)^k) of L lines for k positions anywhere, one for a block that is no longer than a
    /// line, three cells of a fuse filter, between one and two buckets. For a hash set control byte, slot and key; none where
    /// no formula is simple.
    #[must_use]
    pub fn expected_lines(&self) -> Option<f64> {
        let anywhere = |n_bits: u64, k: u32| {
            let lines = n_bits.div_ceil(CACHE_LINE_BITS).max(1) as f64;
            -lines * libm::expm1(f64::from(k) * libm::log1p(-1.0 / lines))
        };
        match self.design.ok()?.blueprint {
            Blueprint::Filter(AnySpec::Bloom(spec)) => Some(anywhere(spec.n_bits, spec.n_hashes)),
            Blueprint::Filter(AnySpec::Partitioned(spec)) => Some(anywhere(spec.n_bits, spec.n_hashes)),
            Blueprint::Filter(spec @ AnySpec::Counting(counting)) => {
                Some(anywhere(spec.n_bits(self.n), counting.n_hashes))
            }
            Blueprint::Filter(AnySpec::Blocked(_)) | Blueprint::IdBitmap { .. } => Some(1.0),
            Blueprint::Filter(AnySpec::Fuse(_)) | Blueprint::HashSet => Some(3.0),
            _ => None,
        }
    }
}

/// A column by which rows can be put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The usual order.
    Structure,
    /// Bits a key.
    BitsPerKey,
    /// Memory in all.
    Memory,
    /// The rate by theory.
    Theory,
    /// The measured rate.
    Measured,
    /// Keys denied.
    FalseNegatives,
    /// Time to insert.
    Insert,
    /// Time to find a key.
    Hit,
    /// Time to deny a key.
    Miss,
    /// Cache lines a query.
    Lines,
}

impl Column {
    /// All of them, from left to right.
    pub const ALL: [Self; 10] = [
        Self::Structure,
        Self::BitsPerKey,
        Self::Memory,
        Self::Theory,
        Self::Measured,
        Self::FalseNegatives,
        Self::Insert,
        Self::Hit,
        Self::Miss,
        Self::Lines,
    ];

    /// A name for the page's hooks and for files.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Structure => "structure",
            Self::BitsPerKey => "bits-per-key",
            Self::Memory => "memory",
            Self::Theory => "theory",
            Self::Measured => "measured",
            Self::FalseNegatives => "false-negatives",
            Self::Insert => "insert",
            Self::Hit => "hit",
            Self::Miss => "miss",
            Self::Lines => "lines",
        }
    }

    /// What rows are compared by; none comes last, whichever way the order goes.
    #[must_use]
    pub fn value(self, row: &Row) -> Option<f64> {
        match self {
            Self::Structure => Some(f64::from(row.contender as u8)),
            Self::BitsPerKey | Self::Memory => row.bits_per_key(),
            Self::Theory => row.theory(),
            Self::Measured => row.measured_rate(),
            Self::FalseNegatives => row.tally().filter(|t| t.members > 0).map(|t| t.false_negatives as f64),
            Self::Insert => row.speed(Operation::Insert),
            Self::Hit => row.speed(Operation::Hit),
            Self::Miss => row.speed(Operation::Miss),
            Self::Lines => row.lines(),
        }
    }
}

/// Which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The least first.
    #[default]
    Ascending,
    /// The most first.
    Descending,
}

impl Order {
    /// The other way.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
        }
    }
}

/// Puts rows in order. Equal ones keep theirs.
pub fn sort(rows: &mut [Row], column: Column, order: Order) {
    rows.sort_by(|a, b| match (column.value(a), column.value(b)) {
        (Some(a), Some(b)) if order == Order::Ascending => a.total_cmp(&b),
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Goal, KeySource, Lap};
    use crate::hash::HashSpec;

    fn contest(goal: Goal) -> Contest {
        let (hash, source) = (HashSpec::default(), KeySource::default());
        Contest { n: 10_000, goal, hash, source, seed: 1, n_probes: 1000 }
    }

    fn order(rows: &[Row]) -> Vec<&'static str> {
        rows.iter().map(|row| row.contender.code()).collect()
    }

    #[test]
    fn rows_go_by_value_and_what_has_none_comes_last() {
        let contest = contest(Goal::Rate(0.01));
        let laps = |nanos| Laps { hit: Lap { operations: 10, nanos }, ..Laps::default() };
        let tally = ContestTally { fate: Fate::Built, n_bits: 95_851, ..ContestTally::default() };
        let results = [(Contender::Blocked, tally, laps(90)), (Contender::Bloom, tally, laps(200))];
        let mut rows = rows(&contest, &results);
        sort(&mut rows, Column::Hit, Order::Ascending);
        assert_eq!(order(&rows)[..3], ["blocked", "bloom", "counting"]);
        sort(&mut rows, Column::Hit, Order::Descending);
        assert_eq!(order(&rows)[..3], ["bloom", "blocked", "counting"]);
        sort(&mut rows, Column::BitsPerKey, Order::Ascending);
        assert_eq!(order(&rows)[0], "id-bitmap");
        sort(&mut rows, Column::Structure, Order::Ascending);
        assert_eq!(order(&rows), Contender::ALL.map(Contender::code));
        assert_eq!(rows[0].speed(Operation::Hit), Some(20.0));
    }

    #[test]
    fn the_best_and_the_price_of_deletion_are_found() {
        let found = finding(&rows(&contest(Goal::Rate(0.01)), &[]), Goal::Rate(0.01));
        assert!(matches!(found.best, Some(Best { contender: Contender::Bloom | Contender::Partitioned, .. })));
        let deletable = found.deletable.map(|best| (best.contender, best.bits_per_key));
        assert_eq!(deletable, Some((Contender::Cuckoo, 4.0 * 4096.0 * 10.0 / 10_000.0)));
        let found = finding(&rows(&contest(Goal::Memory(200_000)), &[]), Goal::Memory(200_000));
        assert!(found.best.is_some_and(|best| best.rate < 1e-4));
        assert!(found.exact.is_some_and(|best| best.contender == Contender::IdBitmap));
    }

    #[test]
    fn a_file_has_a_line_for_each_structure() {
        let text = csv(&rows(&contest(Goal::Memory(50_000)), &[]));
        let lines: Vec<&str> = text.split("\r\n").filter(|line| !line.is_empty()).collect();
        assert_eq!(lines.len(), 1 + Contender::ALL.len());
        let columns = lines[0].split(',').count();
        assert!(lines.iter().all(|line| line.split(',').count() == columns), "{text}");
        assert!(text.contains("\r\nhash-set,not built,"));
    }
}
