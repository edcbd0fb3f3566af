//! Cuckoo filters: rate, memory, how full a table gets, and how wide a fingerprint must be (Fan, Andersen, Kaminsky &
//! Mitzenmacher 2014).
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | f | a fingerprint's width; fingerprints are 1 … 2^f − 1, for 0 marks a free slot | bits |
//! | b | bucket size | slots |
//! | α | load factor: keys a slot | 0 to 1 |
//!
//! There is no formula here for the number of kicks: for the random walk that real tables use, none is proved that comes
//! close to what one sees. It is measured instead.

/// The narrowest fingerprint offered. Below, a single slot matches by chance more than once in ten.
pub const LEAST_FINGERPRINT_BITS: u32 = 4;

/// The widest fingerprint offered.
pub const MOST_FINGERPRINT_BITS: u32 = 32;

/// How many keys a table may be designed to lose, on average, because too many share one fingerprint and one pair of
/// buckets; see [`least_fingerprint`].
const HOPELESS_GROUPS: f64 = 0.01;

/// How likely a fingerprint in the table equals that of another key: 1/(2^f − 1). 1 for f = 0.
#[must_use]
pub fn match_probability(fingerprint_bits: u32) -> f64 {
    1.0 / (libm::exp2(f64::from(fingerprint_bits.max(1))) - 1.0)
}

/// 1 − (1 − 1/(2^f − 1))^{2bα}: the rate of a table of load α, whose two buckets a key hold 2bα fingerprints on average.
///
/// Takes the fingerprints met for independent and, by concavity, errs upwards where the buckets are unevenly full: by less
/// than 2b/2^f relative. 0 for an empty table; α above 1 counts as 1.
#[must_use]
pub fn rate(fingerprint_bits: u32, bucket_size: u32, load_factor: f64) -> f64 {
    let met = 2.0 * f64::from(bucket_size) * load_factor.clamp(0.0, 1.0);
    match match_probability(fingerprint_bits) {
        certain if certain >= 1.0 => libm::fmin(met, 1.0),
        q => -libm::expm1(met * libm::log1p(-q)),
    }
}

/// 2b/(2^f − 1): above the rate of any table, however full. The paper, where 0 is a fingerprint too, has 2b/2^f. At most 1.
#[must_use]
pub fn rate_bound(fingerprint_bits: u32, bucket_size: u32) -> f64 {
    libm::fmin(2.0 * f64::from(bucket_size) * match_probability(fingerprint_bits), 1.0)
}

/// f/α: bits a key. Infinite for an empty table.
#[must_use]
pub fn bits_per_key(fingerprint_bits: u32, load_factor: f64) -> f64 {
    f64::from(fingerprint_bits) / load_factor
}

/// The f that keeps the rate at p or below: ⌈log₂(2b/p)⌉, at least [`LEAST_FINGERPRINT_BITS`].
///
/// Domain 0 < p < 1, b ≥ 1. The result may be above [`MOST_FINGERPRINT_BITS`]: then no table here reaches p.
#[must_use]
pub fn fingerprint_bits_for(p: f64, bucket_size: u32) -> u32 {
    (libm::ceil(libm::log2(2.0 * f64::from(bucket_size) / p)) as u32).max(LEAST_FINGERPRINT_BITS)
}

/// How full a table gets before it refuses its first key, by bucket size: 0.50, 0.84, 0.95 and 0.98 for 1, 2, 4 and 8 (the
/// paper's section 5). `None` for any other size.
///
/// True of large tables. Measured here, with 500 kicks and fingerprints at least two bits wider than [`least_fingerprint`]:
/// for b = 2, 4 and 8 the first refusal comes at 0.86, 0.955 and 0.985 or later from 4096 buckets up; below some hundred
/// buckets chance decides, and one table in twenty refuses a key earlier. For b = 1 half is the very threshold of cuckoo
/// hashing, where about one table in five loses a key or two, whatever its size.
#[must_use]
pub const fn achievable_load(bucket_size: u32) -> Option<f64> {
    match bucket_size {
        1 => Some(0.50),
        2 => Some(0.84),
        4 => Some(0.95),
        8 => Some(0.98),
        _ => None,
    }
}

/// How many groups of 2b + 1 keys share fingerprint and bucket pair, on average, among `n` keys: C(n, 2b+1)·P^{2b}, where
/// P = 2/((2^f − 1)·buckets) is how likely one key shares those of another.
///
/// Such a group has 2b slots for 2b + 1 fingerprints, so one of its keys is refused however empty the table is.
#[must_use]
pub fn hopeless_groups(n: f64, n_buckets: u64, bucket_size: u32, fingerprint_bits: u32) -> f64 {
    let share = 2.0 * match_probability(fingerprint_bits) / n_buckets as f64;
    (1..=2 * bucket_size).map(f64::from).fold(n, |groups, i| groups * (libm::fmax(n - i, 0.0) * share / (i + 1.0)))
}

/// The narrowest fingerprint for a table of so many buckets: the least f from [`LEAST_FINGERPRINT_BITS`] up for which
/// [`hopeless_groups`] at [`achievable_load`] is at most 0.01, so that a table filled as designed loses a key to such a group
/// less than once in a hundred.
///
/// It grows as log₂(buckets)/(2b), which is the paper's bound (section 4.2) with its constant. [`MOST_FINGERPRINT_BITS`] + 1
/// for a bucket size that is not offered.
#[must_use]
pub fn least_fingerprint(n_buckets: u64, bucket_size: u32) -> u32 {
    let Some(load) = achievable_load(bucket_size) else { return MOST_FINGERPRINT_BITS + 1 };
    let n = load * n_buckets as f64 * f64::from(bucket_size);
    (LEAST_FINGERPRINT_BITS..=MOST_FINGERPRINT_BITS)
        .find(|&f| hopeless_groups(n, n_buckets, bucket_size, f) <= HOPELESS_GROUPS)
        .unwrap_or(MOST_FINGERPRINT_BITS + 1)
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // the edges are exact
mod tests {
    use super::*;

    #[test]
    fn edges() {
        assert_eq!((rate(12, 4, 0.0), rate(0, 4, 1.0), rate_bound(4, 8), match_probability(0)), (0.0, 1.0, 1.0, 1.0));
        assert_eq!((rate(1, 4, 0.5), rate(1, 1, 0.25)), (1.0, 0.5));
        assert_eq!((achievable_load(3), least_fingerprint(8, 3)), (None, MOST_FINGERPRINT_BITS + 1));
        assert_eq!(fingerprint_bits_for(0.9, 1), LEAST_FINGERPRINT_BITS);
        assert_eq!(hopeless_groups(2.0, 1, 1, 4), 0.0); // three keys are needed
    }

    #[test]
    fn rates_stay_below_their_bound_and_near_it() {
        for f in 4..=32 {
            for b in [1, 2, 4, 8] {
                let (full, bound) = (rate(f, b, 1.0), rate_bound(f, b));
                assert!(full <= bound && full > bound * (1.0 - bound), "{f} {b}: {full} {bound}");
                assert!(rate(f, b, 0.5) < full);
            }
        }
        // (1 − 1/4095)^7.6, by hand.
        assert!((rate(12, 4, 0.95) - 0.001_854_4).abs() < 1e-7, "{}", rate(12, 4, 0.95));
        assert!((bits_per_key(12, 0.95) - 12.631_579).abs() < 1e-6);
    }

    #[test]
    fn fingerprints_keep_the_rate_asked_for() {
        for p in [0.5, 0.25, 0.03, 0.01, 1e-3, 1e-6] {
            for b in [1, 2, 4, 8] {
                let (f, load) = (fingerprint_bits_for(p, b), achievable_load(b).unwrap());
                assert!(rate(f, b, load) <= p, "{p} {b}");
                assert!(f == LEAST_FINGERPRINT_BITS || rate(f - 2, b, load) > p, "{p} {b}: {f} is more than enough");
            }
        }
        assert_eq!((fingerprint_bits_for(0.01, 4), fingerprint_bits_for(0.001, 4)), (10, 13));
    }

    #[test]
    fn narrow_fingerprints_are_for_small_tables() {
        let least = |b| [4, 8, 12, 16, 20, 24].map(|log| least_fingerprint(1 << log, b));
        assert_eq!(least(1), [4, 6, 8, 10, 12, 14]); // one bit for every factor of four
        assert_eq!(least(2), [4, 4, 5, 6, 7, 8]);
        assert_eq!(least(4), [4, 4, 4, 4, 5, 5]);
        assert_eq!(least(8), [4; 6]);
    }
}
