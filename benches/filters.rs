//! Insertion, hits and misses, with fastbloom and bloomfilter beside: `cargo bench`.
//!
//! Ten thousand keys at 0.1 % (18 KB, in the first-level cache) and a million at 1 % (1.2 MB, in the second), as text and as
//! integers, the same keys for all, in the form that each takes. The plain filters have the same m and k; their relatives
//! (`Of<…>`) and the cuckoo and fuse filters are sized for the same keys and rate. `bulk` is the library's path for many keys,
//! `single` its naive twin. The cuckoo filter has the crate scalable_cuckoo_filter beside it, asked for a twentieth more; the
//! fuse filter, whose insertion is building, the crate xorf, which builds both, with XXH3 for a digest of text and numbers as
//! they are. Inside WebAssembly: `cargo xtask bench`.
#![allow(clippy::expect_used)] // nothing is measured where a filter cannot be had

use bloomscope::experiment::KeySource;
use bloomscope::filter::{
    Blocked, BlockedSpec, Bloom, BloomSpec, Counting, CountingSpec, Cuckoo, CuckooSpec, Filter, Fuse, FuseSpec,
    Partitioned, PartitionedSpec, Scalable, ScalableSpec, Verdict,
};
use bloomscope::hash::{HashSpec, KeyBuffer};
use bloomscope::theory::sizing::{bits_for, hashes_for};
use divan::Bencher;
use divan::counter::ItemsCount;
use scalable_cuckoo_filter::ScalableCuckooFilter;
use xxhash_rust::xxh3::xxh3_64;

fn main() {
    divan::main();
}

/// Keys and the rate they are sized for.
const CASES: [Case; 4] = [
    Case { n: 10_000, p: 0.001, kind: Kind::Text },
    Case { n: 10_000, p: 0.001, kind: Kind::Integers },
    Case { n: 1_000_000, p: 0.01, kind: Kind::Text },
    Case { n: 1_000_000, p: 0.01, kind: Kind::Integers },
];

#[derive(Clone, Copy, Debug)]
struct Case {
    n: u64,
    p: f64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Text,
    Integers,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?} at {} %", self.n, self.kind, self.p * 100.0)
    }
}

impl Case {
    fn spec(&self) -> BloomSpec {
        let n_bits = bits_for(self.n, self.p);
        BloomSpec { n_bits, n_hashes: hashes_for(n_bits, self.n), hash: HashSpec::default() }
    }

    /// As many keys as are inserted, from `first` on.
    fn keys(&self, first: u64) -> Keys {
        let source = match self.kind {
            Kind::Text => KeySource::Sequential { prefix: "user:".to_owned(), start: 0 },
            Kind::Integers => KeySource::Random64,
        };
        let mut buffer = KeyBuffer::new();
        source.fill(1, first..first + self.n, &mut buffer);
        let (mut texts, mut numbers) = (Vec::new(), Vec::new());
        match self.kind {
            Kind::Text => texts.extend(buffer.iter().map(|key| String::from_utf8_lossy(key).into_owned())),
            Kind::Integers => {
                numbers.extend(buffer.iter().filter_map(<[u8]>::first_chunk).copied().map(u64::from_le_bytes));
            }
        }
        Keys { buffer, texts, numbers }
    }
}

/// The same keys in the forms that the filters take; of `texts` and `numbers` one is empty.
struct Keys {
    buffer: KeyBuffer,
    texts: Vec<String>,
    numbers: Vec<u64>,
}

/// A filter that is timed.
trait Subject {
    fn new(case: Case) -> Self;
    fn insert(&mut self, keys: &Keys);
    fn count(&self, keys: &Keys) -> usize;
}

struct Bulk(Bloom);

impl Subject for Bulk {
    fn new(case: Case) -> Self {
        Self(Bloom::try_new(case.spec()).expect("memory"))
    }

    fn insert(&mut self, keys: &Keys) {
        self.0.insert_all(&keys.buffer);
    }

    fn count(&self, keys: &Keys) -> usize {
        self.0.count_present(&keys.buffer) as usize
    }
}

struct Single(Bloom);

impl Subject for Single {
    fn new(case: Case) -> Self {
        Self(Bloom::try_new(case.spec()).expect("memory"))
    }

    fn insert(&mut self, keys: &Keys) {
        keys.buffer.iter().for_each(|key| _ = self.0.insert(key));
    }

    fn count(&self, keys: &Keys) -> usize {
        keys.buffer.iter().filter(|key| self.0.contains(key) == Verdict::PossiblyPresent).count()
    }
}

/// A relative of the Bloom filter, sized by itself for the same keys and rate, one key at a time. The scalable one is made for a
/// tenth of the keys, so that it has grown.
trait Relative: Filter {
    fn sized(case: Case) -> Self;
    /// Inserts without listing what was done, where there is such a way.
    fn add(&mut self, key: &[u8]) {
        self.insert(key);
    }
}

impl Relative for Counting {
    fn sized(case: Case) -> Self {
        Self::try_new(CountingSpec::for_rate(case.n, case.p, HashSpec::default()).expect("a usual size"))
            .expect("memory")
    }

    fn add(&mut self, key: &[u8]) {
        self.insert_with(key, |_| ());
    }
}

impl Relative for Partitioned {
    fn sized(case: Case) -> Self {
        Self::try_new(PartitionedSpec::for_rate(case.n, case.p, HashSpec::default()).expect("a usual size"))
            .expect("memory")
    }
}

impl Relative for Blocked {
    fn sized(case: Case) -> Self {
        Self::try_new(BlockedSpec::for_rate(case.n, case.p, HashSpec::default()).expect("a usual size"))
            .expect("memory")
    }

    fn add(&mut self, key: &[u8]) {
        self.insert_with(key, |_| ());
    }
}

impl Relative for Scalable {
    fn sized(case: Case) -> Self {
        Self::try_new(ScalableSpec::for_rate(case.n / 10, case.p, HashSpec::default()).expect("a usual size"))
            .expect("memory")
    }
}

struct Of<F>(F);

impl<F: Relative> Subject for Of<F> {
    fn new(case: Case) -> Self {
        Self(F::sized(case))
    }

    fn insert(&mut self, keys: &Keys) {
        keys.buffer.iter().for_each(|key| self.0.add(key));
    }

    fn count(&self, keys: &Keys) -> usize {
        keys.buffer.iter().filter(|key| self.0.contains(key) == Verdict::PossiblyPresent).count()
    }
}

struct Fastbloom(fastbloom::BloomFilter);

impl Subject for Fastbloom {
    fn new(case: Case) -> Self {
        let BloomSpec { n_bits, n_hashes, .. } = case.spec();
        Self(fastbloom::BloomFilter::with_num_bits(n_bits as usize).seed(&1).hashes(n_hashes))
    }

    fn insert(&mut self, keys: &Keys) {
        keys.texts.iter().for_each(|key| _ = self.0.insert(key.as_str()));
        keys.numbers.iter().for_each(|key| _ = self.0.insert(key));
    }

    fn count(&self, keys: &Keys) -> usize {
        keys.texts.iter().filter(|key| self.0.contains(key.as_str())).count()
            + keys.numbers.iter().filter(|key| self.0.contains(*key)).count()
    }
}

/// Its type names what it holds, so there are two.
struct Bloomfilter {
    texts: bloomfilter::Bloom<str>,
    numbers: bloomfilter::Bloom<u64>,
}

impl Subject for Bloomfilter {
    fn new(case: Case) -> Self {
        let (n, p, seed) = (case.n as usize, case.p, [1; 32]);
        Self {
            texts: bloomfilter::Bloom::new_for_fp_rate_with_seed(n, p, &seed).expect("a usual size"),
            numbers: bloomfilter::Bloom::new_for_fp_rate_with_seed(n, p, &seed).expect("a usual size"),
        }
    }

    fn insert(&mut self, keys: &Keys) {
        keys.texts.iter().for_each(|key| self.texts.set(key));
        keys.numbers.iter().for_each(|key| self.numbers.set(key));
    }

    fn count(&self, keys: &Keys) -> usize {
        keys.texts.iter().filter(|key| self.texts.check(key)).count()
            + keys.numbers.iter().filter(|key| self.numbers.check(key)).count()
    }
}

impl Subject for Cuckoo {
    fn new(case: Case) -> Self {
        let spec = CuckooSpec::for_rate(case.n, case.p, HashSpec::default(), 4).expect("a usual size");
        Self::try_new(spec).expect("memory")
    }

    fn insert(&mut self, keys: &Keys) {
        self.insert_all(&keys.buffer);
    }

    fn count(&self, keys: &Keys) -> usize {
        self.count_present(&keys.buffer) as usize
    }
}

/// Its type names what it holds too.
struct ScalableCuckoo {
    texts: ScalableCuckooFilter<str>,
    numbers: ScalableCuckooFilter<u64>,
}

impl Subject for ScalableCuckoo {
    fn new(case: Case) -> Self {
        let n = case.n as usize * 20 / 19; // full, it would grow
        Self { texts: ScalableCuckooFilter::new(n, case.p), numbers: ScalableCuckooFilter::new(n, case.p) }
    }

    fn insert(&mut self, keys: &Keys) {
        keys.texts.iter().for_each(|key| self.texts.insert(key.as_str()));
        keys.numbers.iter().for_each(|key| self.numbers.insert(key));
    }

    fn count(&self, keys: &Keys) -> usize {
        keys.texts.iter().filter(|key| self.texts.contains(key.as_str())).count()
            + keys.numbers.iter().filter(|key| self.numbers.contains(*key)).count()
    }
}

struct BinaryFuse(FuseSpec, Option<Fuse>);

impl Subject for BinaryFuse {
    fn new(case: Case) -> Self {
        Self(FuseSpec::for_rate(case.n, case.p, HashSpec::default()).expect("a usual size"), None)
    }

    fn insert(&mut self, keys: &Keys) {
        self.1 = Some(Fuse::build(self.0, &keys.buffer).expect("solvable"));
    }

    fn count(&self, keys: &Keys) -> usize {
        self.1.as_ref().map_or(0, |filter| filter.count_present(&keys.buffer) as usize)
    }
}

struct Xorf(Case, Option<Box<dyn xorf::Filter<u64>>>);

impl Xorf {
    fn digests(keys: &Keys) -> impl Iterator<Item = u64> {
        keys.texts.iter().map(|key| xxh3_64(key.as_bytes())).chain(keys.numbers.iter().copied())
    }
}

impl Subject for Xorf {
    fn new(case: Case) -> Self {
        Self(case, None)
    }

    fn insert(&mut self, keys: &Keys) {
        let digests = Self::digests(keys).collect::<Vec<_>>().into_iter();
        self.1 = Some(if self.0.p < 1.0 / 256.0 {
            Box::new(xorf::BinaryFuse16::try_from_iterator(digests).expect("solvable"))
        } else {
            Box::new(xorf::BinaryFuse8::try_from_iterator(digests).expect("solvable"))
        });
    }

    fn count(&self, keys: &Keys) -> usize {
        self.1.as_ref().map_or(0, |filter| Self::digests(keys).filter(|digest| filter.contains(digest)).count())
    }
}

/// One call takes milliseconds, so a sample is one call.
#[divan::bench(types = [Bulk, Single, Fastbloom, Bloomfilter, Of<Counting>, Of<Partitioned>, Of<Blocked>, Of<Scalable>, Cuckoo, ScalableCuckoo, BinaryFuse, Xorf], args = CASES, sample_size = 1, sample_count = 30)]
fn insert<S: Subject>(bencher: Bencher, case: Case) {
    let keys = case.keys(0);
    let bencher = bencher.counter(ItemsCount::new(case.n)).with_inputs(|| S::new(case));
    bencher.bench_local_refs(|filter| filter.insert(&keys));
}

#[divan::bench(types = [Bulk, Single, Fastbloom, Bloomfilter, Of<Counting>, Of<Partitioned>, Of<Blocked>, Of<Scalable>, Cuckoo, ScalableCuckoo, BinaryFuse, Xorf], args = CASES, sample_size = 1, sample_count = 30)]
fn hit<S: Subject>(bencher: Bencher, case: Case) {
    ask::<S>(bencher, case, &case.keys(0));
}

#[divan::bench(types = [Bulk, Single, Fastbloom, Bloomfilter, Of<Counting>, Of<Partitioned>, Of<Blocked>, Of<Scalable>, Cuckoo, ScalableCuckoo, BinaryFuse, Xorf], args = CASES, sample_size = 1, sample_count = 30)]
fn miss<S: Subject>(bencher: Bencher, case: Case) {
    ask::<S>(bencher, case, &case.keys(case.n));
}

/// Times queries of a full filter.
fn ask<S: Subject>(bencher: Bencher, case: Case, keys: &Keys) {
    let mut filter = S::new(case);
    filter.insert(&case.keys(0));
    bencher.counter(ItemsCount::new(case.n)).bench_local(|| filter.count(keys));
}
