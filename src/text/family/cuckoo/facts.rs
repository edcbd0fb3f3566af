//! The numbers beside the table.

use super::{bits_name, load_name, rate_name, width_name};
use crate::text::Lang;
use crate::text::number::{count, percent, percent_of_theory, significant};
use crate::view::family::cuckoo::CuckooFacts;

/// The rows of numbers beside the grid: name, value, and what it is held against.
#[must_use]
pub fn facts(lang: Lang, facts: &CuckooFacts) -> [(&'static str, String, String); 4] {
    let spec = facts.spec;
    let (used, slots) = (count(facts.len), count(spec.n_slots()));
    let (b, f, n_buckets) = (spec.bucket_size(), spec.fingerprint_bits(), count(spec.n_buckets()));
    let usual = percent(facts.achievable_load);
    let now = facts.bits_per_key.map_or_else(|| "–".into(), |bits| significant(bits, 3));
    let best = significant(facts.best_bits_per_key, 3);
    let rate = if facts.len == 0 { percent(0.0) } else { percent_of_theory(facts.rate) };
    let (bound, least) = (percent_of_theory(facts.rate_bound), facts.least_fingerprint);
    let load = percent(facts.load_factor);
    let as_it_is = facts.realised.filter(|_| facts.len > 0).map(percent);
    match lang {
        Lang::En => [
            (
                load_name(lang),
                load,
                format!("{used} of {slots} slots used; with {b} a bucket a table takes about {usual}"),
            ),
            (bits_name(lang), now, format!("counted; {best} at {usual}")),
            (
                rate_name(lang),
                rate,
                match as_it_is {
                    Some(as_it_is) => {
                        format!(
                            "by theory, at this load; {as_it_is} for the slots as they are; below {bound} however full"
                        )
                    }
                    None => format!("by theory, at this load; below {bound} however full"),
                },
            ),
            (width_name(lang), format!("{f} bits"), format!("at least {least} for {n_buckets} buckets")),
        ],
        Lang::Zh => [
            (load_name(lang), load, format!("{slots} 个槽用了 {used} 个；每桶 {b} 槽的表一般能装到 {usual}")),
            (bits_name(lang), now, format!("实际值；装到 {usual} 时为 {best}")),
            (
                rate_name(lang),
                rate,
                match as_it_is {
                    Some(as_it_is) => {
                        format!("理论值，按现在的装载率；按表中实际内容是 {as_it_is}；再满也低于 {bound}")
                    }
                    None => format!("理论值，按现在的装载率；再满也低于 {bound}"),
                },
            ),
            (width_name(lang), format!("{f} 位"), format!("{n_buckets} 个桶至少要 {least} 位")),
        ],
    }
}
