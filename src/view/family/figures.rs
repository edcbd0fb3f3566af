//! The numbers beside a structure's table: counted on the filter at hand, or computed by a named formula.

use crate::experiment::FamilyLab;
use crate::filter::{AnyFilter, AnySpec, BloomSpec, CACHE_LINE_BITS, Variant};
use crate::scenario::FilterPart;
use crate::theory;

/// The numbers of a filter; of one that is not built, what theory says of it with all its keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// The structure.
    pub variant: Variant,
    /// Keys that the rates are for: those in the set, or those it is made for.
    pub n: u64,
    /// Keys that it is made for.
    pub capacity: u64,
    /// p, which a scalable filter keeps.
    pub target: f64,
    /// Bits, counters or slots.
    pub n_cells: u64,
    /// Memory.
    pub n_bits: u64,
    /// k, of those that have one.
    pub n_hashes: Option<u32>,
    /// Counted: the share of cells in use. `None` of a filter that is not built.
    pub fill: Option<f64>,
    /// By theory: the rate at n.
    pub theory: f64,
    /// The rate of the cells at hand, where it follows from them.
    pub realised: Option<f64>,
    /// By theory: what a plain filter does with the same keys.
    pub plain: Plain,
    /// By theory, of a blocked filter: cache lines that an operation touches at most, here and in a plain filter on average.
    pub lines: Option<(f64, f64)>,
    /// By theory, of a scalable filter: its rate and that of a fixed one with twice as many keys as both are made for.
    pub at_twice: Option<(f64, f64)>,
    /// Deletions that the structure could not do.
    pub undeletable: u64,
    /// Insertions that found no room.
    pub refused: u64,
    /// What only this structure has to show.
    pub own: Own,
}

/// A plain filter to hold against it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plain {
    /// With the same bits and k.
    SameBits(f64),
    /// With the same memory and the best k.
    SameMemory(f64),
    /// Made for the same capacity and rate, and given the same keys.
    SameKeys(f64),
}

/// What only one structure has to show.
#[derive(Clone, Debug, PartialEq)]
pub enum Own {
    /// Nothing.
    Nothing,
    /// How many counters have each value.
    Counters(Vec<Bar>),
    /// The sub-filters, the oldest first.
    SubFilters(Vec<Sub>),
}

/// A value of counters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// The value.
    pub value: u64,
    /// Counted: how many counters have it.
    pub counted: u64,
    /// By theory: how many are expected to.
    pub expected: f64,
    /// The count over the largest number of the table.
    pub share: f64,
    /// What is expected over the largest number of the table.
    pub expected_share: f64,
}

/// A sub-filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sub {
    /// Keys in it.
    pub len: u64,
    /// Keys that it is made for.
    pub capacity: u64,
    /// The one over the other.
    pub share: f64,
    /// The share of its bits that are 1.
    pub fill: f64,
    /// The rate of its bits at hand.
    pub realised: f64,
}

impl Figures {
    /// Of a filter as it is.
    #[must_use]
    pub fn of(lab: &FamilyLab) -> Self {
        let (filter, spec) = (lab.filter(), lab.spec());
        let n = lab.contents().n_members(lab.seed());
        let occupancy = filter.occupancy();
        let n_cells: u64 = occupancy.iter().map(|bits| bits.n_bits()).sum();
        let ones: u64 = occupancy.iter().map(|bits| bits.ones()).sum();
        let mut figures = Self::of_spec(&filter.spec(), spec.n, spec.p, n);
        if n_cells > 0 {
            (figures.n_cells, figures.fill) = (n_cells, Some(ones as f64 / n_cells as f64));
        }
        figures.n_bits = filter.n_bits();
        figures.realised = realised(filter);
        (figures.undeletable, figures.refused) = (lab.undeletable(), lab.refused());
        figures.own = match filter {
            AnyFilter::Counting(counting) => {
                let spec = counting.spec();
                let expected =
                    theory::counting::expected_histogram(n, spec.n_counters, spec.n_hashes, spec.counter_bits);
                Own::Counters(bars(&counting.histogram(), &expected))
            }
            AnyFilter::Scalable(scalable) => Own::SubFilters(scalable.sub_filters().iter().map(sub).collect()),
            _ => Own::Nothing,
        };
        figures
    }

    /// Of a filter that is not built, with as many keys as it is made for.
    #[must_use]
    pub fn of_part(part: &FilterPart) -> Option<Self> {
        let spec = part.variant_spec().ok()?;
        Some(Self::of_spec(&spec.resolve().ok()?, spec.n, spec.p, spec.n))
    }

    fn of_spec(spec: &AnySpec, capacity: u64, target: f64, n: u64) -> Self {
        let n_bits = spec.n_bits(n.max(1));
        let plain_rate = |m: u64, k: u32| if n == 0 { 0.0 } else { theory::rate::exact(n, m, k).value };
        let same_memory = || BloomSpec::for_memory(n.max(1), n_bits.max(1), crate::hash::HashSpec::default());
        let by_memory = same_memory().map_or(0.0, |plain| plain_rate(plain.n_bits, plain.n_hashes));
        let (n_cells, n_hashes, plain) = match spec {
            AnySpec::Bloom(spec) => {
                (spec.n_bits, Some(spec.n_hashes), Plain::SameBits(plain_rate(spec.n_bits, spec.n_hashes)))
            }
            AnySpec::Counting(spec) => (spec.n_counters, Some(spec.n_hashes), Plain::SameMemory(by_memory)),
            AnySpec::Partitioned(spec) => {
                (n_bits, Some(spec.n_hashes), Plain::SameBits(plain_rate(n_bits, spec.n_hashes)))
            }
            AnySpec::Blocked(spec) => (n_bits, Some(spec.n_hashes), Plain::SameBits(plain_rate(n_bits, spec.n_hashes))),
            AnySpec::Scalable(spec) => {
                let fixed = BloomSpec::for_rate(spec.capacity, spec.rate, spec.hash);
                (n_bits, None, Plain::SameKeys(fixed.map_or(1.0, |fixed| plain_rate(fixed.n_bits, fixed.n_hashes))))
            }
            AnySpec::Cuckoo(spec) => (spec.n_slots(), None, Plain::SameMemory(by_memory)),
            AnySpec::Fuse(spec) => (n_bits / u64::from(spec.fingerprint_bits()), None, Plain::SameMemory(by_memory)),
        };
        let lines = match spec {
            AnySpec::Blocked(spec) => {
                let own = f64::from(spec.block_bits).max(CACHE_LINE_BITS as f64) / CACHE_LINE_BITS as f64;
                let k = f64::from(spec.n_hashes);
                Some((own.min(k), expected_lines(n_bits, spec.n_hashes)))
            }
            _ => None,
        };
        let at_twice = match spec {
            AnySpec::Scalable(spec) => BloomSpec::for_rate(spec.capacity, spec.rate, spec.hash).ok().map(|fixed| {
                let twice = spec.capacity.saturating_mul(2);
                (spec.growth().rate_at(twice), theory::rate::exact(twice, fixed.n_bits, fixed.n_hashes).value)
            }),
            _ => None,
        };
        Self {
            variant: spec.variant(),
            n,
            capacity,
            target,
            n_cells,
            n_bits,
            n_hashes,
            fill: None,
            theory: spec.theoretical_rate(n),
            realised: None,
            plain,
            lines,
            at_twice,
            undeletable: 0,
            refused: 0,
            own: Own::Nothing,
        }
    }
}

/// How many different cache lines k positions fall into on average.
fn expected_lines(n_bits: u64, k: u32) -> f64 {
    let lines = n_bits.div_ceil(CACHE_LINE_BITS).max(1) as f64;
    -lines * libm::expm1(f64::from(k) * libm::log1p(-1.0 / lines))
}

/// The chance that a key never seen finds all its positions in use, given the cells at hand. `None` where it does not follow
/// from how many are in use.
fn realised(filter: &AnyFilter) -> Option<f64> {
    let all = |fill: f64, k: u32| libm::pow(fill, f64::from(k));
    match filter {
        AnyFilter::Bloom(filter) => Some(all(filter.bits().fill_ratio(), filter.spec().n_hashes)),
        AnyFilter::Counting(filter) => Some(all(filter.occupied().fill_ratio(), filter.spec().n_hashes)),
        AnyFilter::Partitioned(filter) => Some(
            parts(filter.bits(), filter.slice_bits()).map(|ones| ones as f64 / filter.slice_bits() as f64).product(),
        ),
        AnyFilter::Blocked(filter) => {
            let (block, k) = (u64::from(filter.spec().block_bits), filter.spec().n_hashes);
            let rates = parts(filter.bits(), block).map(|ones| all(ones as f64 / block as f64, k));
            Some(rates.sum::<f64>() / filter.n_blocks() as f64)
        }
        AnyFilter::Scalable(filter) => {
            Some(theory::scalable::compound(filter.sub_filters().iter().map(|one| sub(one).realised)))
        }
        AnyFilter::Cuckoo(_) | AnyFilter::Fuse(_) => None,
    }
}

/// How many bits of each part are 1.
fn parts(bits: &crate::filter::BitArray, length: u64) -> impl Iterator<Item = u64> + '_ {
    let n_parts = bits.n_bits().div_ceil(length.max(1));
    (0..n_parts).map(move |part| (part * length..(part + 1) * length).filter(|&index| bits.get(index)).count() as u64)
}

fn sub(sub: &crate::filter::SubFilter) -> Sub {
    let (len, capacity, fill) = (sub.bloom().len(), sub.level().capacity, sub.bloom().bits().fill_ratio());
    let realised = libm::pow(fill, f64::from(sub.bloom().spec().n_hashes));
    Sub { len, capacity, share: len as f64 / capacity.max(1) as f64, fill, realised }
}

/// The values up to the last that any counter has or some are expected to have; the very last stands for all that stopped.
fn bars(histogram: &[u64], expected: &[f64]) -> Vec<Bar> {
    let most = histogram.iter().map(|&n| n as f64).chain(expected.iter().copied()).fold(1.0, f64::max);
    let pairs: Vec<(u64, f64)> =
        histogram.iter().enumerate().map(|(i, &n)| (n, expected.get(i).copied().unwrap_or_default())).collect();
    let shown =
        pairs.iter().rposition(|&(counted, expected)| counted > 0 || expected >= 0.05).map_or(0, |last| last + 1);
    (0..)
        .zip(pairs.into_iter().take(shown.max(2)))
        .map(|(value, (counted, expected))| Bar {
            value,
            counted,
            expected,
            share: counted as f64 / most,
            expected_share: expected / most,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Contents, Generated, KeySource};
    use crate::filter::VariantSpec;
    use crate::hash::HashSpec;

    fn lab(variant: Variant, n: u64, count: u64) -> FamilyLab {
        let source = KeySource::Sequential { prefix: "key:".into(), start: 0 };
        let contents = Contents { generated: Some(Generated { source, count }), ..Contents::default() };
        let spec = VariantSpec { variant, n, p: 0.01, m: 10 * n, k: 7, hash: HashSpec::default() };
        FamilyLab::try_new(spec, 1, &contents).unwrap()
    }

    #[test]
    fn what_is_realised_is_near_what_theory_says() {
        for variant in Variant::ALL {
            let figures = Figures::of(&lab(variant, 2000, 1800));
            assert_eq!((figures.variant, figures.n, figures.capacity), (variant, 1800, 2000));
            if let Some(realised) = figures.realised {
                assert!((realised / figures.theory - 1.0).abs() < 0.25, "{variant}: {realised} {}", figures.theory);
            }
            assert!((0.0..0.02).contains(&figures.theory), "{variant}");
        }
    }

    #[test]
    fn counters_are_where_theory_expects_them() {
        let Own::Counters(bars) = Figures::of(&lab(Variant::Counting { counter_bits: 4 }, 2000, 2000)).own else {
            panic!("counters")
        };
        assert_eq!(bars.iter().map(|bar| bar.counted).sum::<u64>(), 20_000);
        for bar in bars.iter().take(3) {
            assert!((bar.counted as f64 - bar.expected).abs() < 4.0 * libm::sqrt(bar.expected), "{bar:?}");
        }
    }

    #[test]
    fn blocks_touch_fewer_lines_and_err_more() {
        let figures = Figures::of(&lab(Variant::Blocked { block_bits: 512 }, 10_000, 10_000));
        let (own, plain) = figures.lines.unwrap();
        assert!((own - 1.0).abs() < 1e-12 && plain > 6.8 && plain < 7.0);
        let Plain::SameBits(rate) = figures.plain else { panic!("the same bits") };
        assert!(rate < figures.theory);
    }

    #[test]
    fn a_scalable_filter_keeps_its_rate_where_a_fixed_one_does_not() {
        let figures = Figures::of(&lab(Variant::Scalable { expansion: 2, tightening_permille: 500 }, 1000, 2000));
        let Own::SubFilters(subs) = &figures.own else { panic!("sub-filters") };
        assert_eq!((subs.len(), subs[0].len), (2, 1000));
        let (own, fixed) = figures.at_twice.unwrap();
        assert!(own < 0.01 && fixed > 0.1, "{own} {fixed}");
        assert!(matches!(figures.plain, Plain::SameKeys(rate) if rate > 0.1));
    }
}
