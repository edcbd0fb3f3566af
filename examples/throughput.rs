//! Times bulk insertion and probing of a million keys, natively and in WebAssembly: `cargo xtask bench` runs this program
//! as both and prints how they compare.
//!
//! One line a measurement: subject, operation, kind of keys, nanoseconds a key. Processor time counts, so waiting for a
//! busy machine does not. A pass over the keys is timed in four parts, and of each part the fastest of several passes
//! counts: a part is short, so that some pass is likely to find the caches as it left them.

use bloomscope::experiment::KeySource;
use bloomscope::filter::{Bloom, BloomSpec, MemoryRefused, Verdict};
use bloomscope::hash::{HashSpec, KeyBuffer};
use std::hint::black_box;

const N_KEYS: u64 = 1_000_000;
const PARTS: u64 = 4;
const PASSES: usize = 25;
/// What a million keys at 1 % ask for.
const N_BITS: u64 = 9_585_059;
const N_HASHES: u32 = 7;

/// A filter and how its operations are called, on keys that come in parts of type `K`.
struct Subject<F, K> {
    name: &'static str,
    filter: F,
    clear: fn(&mut F),
    insert: fn(&mut F, &K),
    count: fn(&F, &K) -> u64,
}

impl<F, K> Subject<F, K> {
    /// Times insertion, probes that hit and probes that miss.
    fn run(mut self, kind: &str, inserted: &[K], absent: &[K]) {
        let mut best: [Vec<f64>; 3] = std::array::from_fn(|_| vec![f64::INFINITY; inserted.len()]);
        for _ in 0..PASSES {
            (self.clear)(&mut self.filter);
            for (best, part) in best[0].iter_mut().zip(inserted) {
                *best = best.min(time(|| (self.insert)(&mut self.filter, part)));
            }
            for (asked, best) in [inserted, absent].into_iter().zip(&mut best[1..]) {
                for (best, part) in best.iter_mut().zip(asked) {
                    *best = best.min(time(|| _ = black_box((self.count)(&self.filter, part))));
                }
            }
        }
        for (operation, best) in ["insert", "hit", "miss"].iter().zip(best) {
            let nanoseconds = best.iter().sum::<f64>() * 1e6 / N_KEYS as f64;
            say(&format!("{} {operation} {kind} {nanoseconds:.3}", self.name));
        }
    }
}

/// Milliseconds that `work` takes.
fn time(work: impl FnOnce()) -> f64 {
    let start = now();
    work();
    now() - start
}

/// Keys of one kind, in parts; the first key's index tells inserted ones from absent ones.
fn parts(source: &KeySource, first: u64) -> Vec<KeyBuffer> {
    let each = N_KEYS / PARTS;
    let part = |i| {
        let mut keys = KeyBuffer::new();
        source.fill(1, first + i * each..first + (i + 1) * each, &mut keys);
        keys
    };
    (0..PARTS).map(part).collect()
}

fn main() -> Result<(), MemoryRefused> {
    let spec = BloomSpec { n_bits: N_BITS, n_hashes: N_HASHES, hash: HashSpec::default() };
    let kinds = [
        ("ids", KeySource::Sequential { prefix: "user:".to_owned(), start: 0 }),
        ("uuids", KeySource::Uuid),
        ("integers", KeySource::Random64),
    ];
    for (kind, source) in kinds {
        let (inserted, absent) = (parts(&source, 0), parts(&source, N_KEYS));
        let bulk = Subject::<Bloom, KeyBuffer> {
            name: "bulk",
            filter: Bloom::try_new(spec)?,
            clear: Bloom::clear,
            insert: Bloom::insert_all,
            count: Bloom::count_present,
        };
        bulk.run(kind, &inserted, &absent);
        let naive = Subject::<Bloom, KeyBuffer> {
            name: "naive",
            filter: Bloom::try_new(spec)?,
            clear: Bloom::clear,
            insert: |filter, keys| keys.iter().for_each(|key| _ = filter.insert(key)),
            count: |filter, keys| {
                keys.iter().filter(|key| filter.contains(key) == Verdict::PossiblyPresent).count() as u64
            },
        };
        naive.run(kind, &inserted, &absent);
        #[cfg(not(target_arch = "wasm32"))]
        native::run_fastbloom(kind, &inserted, &absent);
    }
    Ok(())
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use super::{KeyBuffer, N_BITS, N_HASHES, Subject};
    use fastbloom::BloomFilter;
    use std::hash::Hash;

    pub(super) fn now() -> f64 {
        cpu_time::ThreadTime::now().as_duration().as_secs_f64() * 1e3
    }

    /// fastbloom, with the size and the hash function that it has by default, on the same keys as it takes them: text as
    /// `&str`, integers as `u64`.
    pub(super) fn run_fastbloom(kind: &str, inserted: &[KeyBuffer], absent: &[KeyBuffer]) {
        if kind == "integers" {
            let number = |key: &[u8]| u64::from_le_bytes(*key.first_chunk().unwrap_or(&[0; 8]));
            run(kind, [inserted, absent].map(|parts| map(parts, number)));
        } else {
            run(kind, [inserted, absent].map(|parts| map(parts, |key| str::from_utf8(key).unwrap_or_default())));
        }
    }

    fn map<'k, K>(parts: &'k [KeyBuffer], key: impl Fn(&'k [u8]) -> K + Copy) -> Vec<Vec<K>> {
        parts.iter().map(|part| part.iter().map(key).collect()).collect()
    }

    fn run<K: Hash>(kind: &str, [inserted, absent]: [Vec<Vec<K>>; 2]) {
        let filter = BloomFilter::with_num_bits(N_BITS as usize).seed(&1).hashes(N_HASHES);
        let subject = Subject::<BloomFilter, Vec<K>> {
            name: "fastbloom",
            filter,
            clear: BloomFilter::clear,
            insert: |filter, keys| keys.iter().for_each(|key| _ = filter.insert(key)),
            count: |filter, keys| keys.iter().filter(|key| filter.contains(*key)).count() as u64,
        };
        subject.run(kind, &inserted, &absent);
    }
}

#[cfg(not(target_arch = "wasm32"))]
use native::now;

#[cfg(not(target_arch = "wasm32"))]
fn say(line: &str) {
    println!("{line}");
}

/// Node's `process.cpuUsage()`.
#[cfg(target_arch = "wasm32")]
fn now() -> f64 {
    use js_sys::{Function, Reflect, global};
    use wasm_bindgen::{JsCast as _, JsValue};
    let usage = || -> Result<f64, JsValue> {
        let process = Reflect::get(&global(), &"process".into())?;
        let usage = Reflect::get(&process, &"cpuUsage".into())?.dyn_into::<Function>()?.call0(&process)?;
        let microseconds =
            |kind: &str| Reflect::get(&usage, &kind.into()).map(|time| time.as_f64().unwrap_or(f64::NAN));
        Ok((microseconds("user")? + microseconds("system")?) / 1e3)
    };
    usage().unwrap_or(f64::NAN)
}

#[cfg(target_arch = "wasm32")]
fn say(line: &str) {
    web_sys::console::log_1(&line.into());
}
