//! The numbers beside a cuckoo filter, each computed or counted, and what would help where it refuses a key.

use crate::filter::{Cuckoo, CuckooSpec};
use crate::theory::cuckoo::{achievable_load, bits_per_key, least_fingerprint, rate, rate_bound};

/// Tables of up to so many slots are gone through for the rate as it is: some milliseconds.
const MOST_COUNTED: u64 = 1 << 16;

/// The numbers of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CuckooFacts {
    /// Its spec.
    pub spec: CuckooSpec,
    /// Fingerprints stored.
    pub len: u64,
    /// Counted: the share of slots used.
    pub load_factor: f64,
    /// From the paper: how full a table of this bucket size gets.
    pub achievable_load: f64,
    /// Counted: bits a key now; `None` while there is none.
    pub bits_per_key: Option<f64>,
    /// By theory: bits a key at the achievable load.
    pub best_bits_per_key: f64,
    /// By theory: the rate at the load as it is.
    pub rate: f64,
    /// Counted: the rate of the table as it is, the share of all pairs of bucket and fingerprint that it answers with
    /// “possibly present”; `None` above 65,536 slots.
    pub realised: Option<f64>,
    /// By theory: above the rate however full the table.
    pub rate_bound: f64,
    /// The narrowest fingerprint for so many buckets.
    pub least_fingerprint: u32,
}

impl CuckooFacts {
    /// Of this filter as it is.
    #[must_use]
    pub fn of(filter: &Cuckoo) -> Self {
        let spec = filter.spec();
        let (f, b, load_factor) = (spec.fingerprint_bits(), spec.bucket_size(), filter.load_factor());
        let achievable_load = achievable_load(b).unwrap_or(1.0);
        Self {
            spec,
            len: filter.len(),
            load_factor,
            achievable_load,
            bits_per_key: (!filter.is_empty()).then(|| filter.n_bits() as f64 / filter.len() as f64),
            best_bits_per_key: bits_per_key(f, achievable_load),
            rate: rate(f, b, load_factor),
            realised: realised(filter),
            rate_bound: rate_bound(f, b),
            least_fingerprint: least_fingerprint(spec.n_buckets(), b),
        }
    }
}

/// A key is answered “possibly present” where its fingerprint lies in its first bucket or in the other one; each stored
/// fingerprint is therefore met by keys from two buckets.
fn realised(filter: &Cuckoo) -> Option<f64> {
    let spec = filter.spec();
    if spec.n_slots() > MOST_COUNTED {
        return None;
    }
    let held = (0..spec.n_slots()).filter_map(|slot| Some((slot / u64::from(spec.bucket_size()), filter.slot(slot)?)));
    let mut met: Vec<(u64, u32)> = held
        .flat_map(|(bucket, fingerprint)| [bucket, spec.other_bucket(bucket, fingerprint)].map(|at| (at, fingerprint)))
        .collect();
    met.sort_unstable();
    met.dedup();
    let fingerprints = libm::exp2(f64::from(spec.fingerprint_bits())) - 1.0;
    Some(met.len() as f64 / (spec.n_buckets() as f64 * fingerprints))
}

/// Why a key found no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// The table is about as full as it gets.
    Full,
    /// All slots of the key's two buckets hold fingerprints like its own, which can go nowhere else.
    Crowded,
}

/// What would make room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// Why there is none.
    pub room: Room,
    /// Twice the buckets.
    pub n_buckets: u64,
    /// How many keys those take, at the load that their size allows.
    pub capacity: u64,
    /// Besides, buckets of so many slots in as much memory, which get fuller; `None` where they have the most already.
    pub bucket_size: Option<u32>,
}

impl Remedy {
    /// For a table of this spec that refused a key with this fingerprint; `held` is what the key's buckets hold.
    #[must_use]
    pub fn of<'a>(spec: CuckooSpec, fingerprint: u32, held: impl IntoIterator<Item = &'a u32>) -> Self {
        let crowded = held.into_iter().all(|&held| held == fingerprint);
        let n_buckets = spec.n_buckets().saturating_mul(2);
        let slots = n_buckets.saturating_mul(u64::from(spec.bucket_size()));
        let bucket_size = if spec.bucket_size() < 4 { Some(4) } else { None };
        let capacity = libm::floor(slots as f64 * achievable_load(spec.bucket_size()).unwrap_or(1.0)) as u64;
        Self { room: if crowded { Room::Crowded } else { Room::Full }, n_buckets, capacity, bucket_size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Verdict;
    use crate::hash::HashSpec;

    #[test]
    fn numbers_are_those_of_the_table() {
        let spec = CuckooSpec::new(8, 4, 8, HashSpec::default()).unwrap();
        let mut filter = Cuckoo::try_new(spec).unwrap();
        let empty = CuckooFacts::of(&filter);
        assert_eq!((empty.bits_per_key, empty.len, empty.least_fingerprint), (None, 0, 4));
        assert!(empty.rate.abs() < 1e-12);
        for i in 0..16 {
            filter.insert(format!("k{i}").as_bytes());
        }
        let half = CuckooFacts::of(&filter);
        assert_eq!((half.len, half.bits_per_key), (16, Some(16.0)));
        assert!((half.load_factor - 0.5).abs() < 1e-12);
        assert!(half.rate > 0.0 && half.rate < half.rate_bound);
        assert!((half.best_bits_per_key - 8.0 / 0.95).abs() < 1e-9);
    }

    #[test]
    fn twice_the_buckets_take_twice_the_keys() {
        let spec = CuckooSpec::new(8, 4, 8, HashSpec::default()).unwrap();
        let full = Remedy::of(spec, 5, &[5, 6, 5, 5]);
        assert_eq!((full.room, full.n_buckets, full.capacity, full.bucket_size), (Room::Full, 16, 60, None));
        assert_eq!(Remedy::of(spec, 5, &[5; 8]).room, Room::Crowded);
        let ones = CuckooSpec::new(8, 1, 8, HashSpec::default()).unwrap();
        assert_eq!(Remedy::of(ones, 5, &[6]).bucket_size, Some(4));
    }

    #[test]
    fn the_rate_as_it_is_agrees_with_absent_keys() {
        let spec = CuckooSpec::new(256, 4, 6, HashSpec::default()).unwrap();
        let mut filter = Cuckoo::try_new(spec).unwrap();
        assert_eq!(CuckooFacts::of(&filter).realised, Some(0.0));
        (0..900).for_each(|i| _ = filter.insert(format!("in:{i}").as_bytes()));
        let facts = CuckooFacts::of(&filter);
        let realised = facts.realised.unwrap();
        let hits =
            (0..40_000).filter(|i| filter.contains(format!("out:{i}").as_bytes()) == Verdict::PossiblyPresent).count();
        // Five standard deviations of forty thousand probes at about a tenth.
        assert!((hits as f64 / 40_000.0 - realised).abs() < 0.0075, "{hits} against {realised}");
        assert!((realised / facts.rate - 1.0).abs() < 0.1, "{realised} against {}", facts.rate);
    }
}
