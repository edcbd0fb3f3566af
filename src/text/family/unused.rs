//! Which of n, p, m and k a structure does not use, and why.

use crate::filter::Variant;
use crate::text::Lang;

/// A class for the style sheet: the letters that are not used.
#[must_use]
pub const fn class(variant: Variant) -> Option<&'static str> {
    match variant {
        Variant::Scalable { .. } => Some("without-mk"),
        Variant::Cuckoo { .. } => Some("without-pmk"),
        Variant::Fuse { .. } => Some("without-npmk"),
        Variant::Bloom | Variant::Counting { .. } | Variant::Partitioned | Variant::Blocked { .. } => None,
    }
}

/// The same in a sentence.
#[must_use]
pub const fn why(lang: Lang, variant: Variant) -> Option<&'static str> {
    match variant {
        Variant::Scalable { .. } => Some(lang.pick(
            "Every sub-filter has m and k of its own; they follow from n, p and the two choices above.",
            "每个子过滤器有自己的 m 和 k，由 n、p 和上面两项决定。",
        )),
        Variant::Cuckoo { .. } => Some(lang.pick(
            "There are no hash functions to count: n gives the number of buckets, and the bits of a fingerprint give the rate.",
            "布谷鸟过滤器没有 k：n 决定桶数，指纹的位数决定误判率。",
        )),
        Variant::Fuse { .. } => Some(lang.pick(
            "The table is made for the keys that are there, and the bits of a fingerprint give the rate: nothing else is left to choose.",
            "表按现有的键建成，指纹的位数决定误判率，此外没有可选的。",
        )),
        Variant::Bloom | Variant::Counting { .. } | Variant::Partitioned | Variant::Blocked { .. } => None,
    }
}
