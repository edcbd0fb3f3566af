//! The structures' names, and why one of them cannot have some numbers.

use super::number::{bytes, count};
use super::{Lang, messages};
use crate::filter::{SpecError, Variant};

messages! {
    variant_label: "Structure", "结构";
    counter_bits: "Counter", "计数器";
    block_bits: "Block", "块";
    expansion: "Expansion", "扩张倍数";
    tightening: "Tightening", "收紧比例";
    fingerprint_bits: "Fingerprint", "指纹";
    bucket_size: "Bucket", "桶";
}

/// A structure's name.
#[must_use]
pub const fn variant(lang: Lang, variant: Variant) -> &'static str {
    match variant {
        Variant::Bloom => lang.pick("Bloom", "布隆过滤器"),
        Variant::Counting { .. } => lang.pick("Counting Bloom", "计数布隆过滤器"),
        Variant::Partitioned => lang.pick("Partitioned Bloom", "分片布隆过滤器"),
        Variant::Blocked { .. } => lang.pick("Blocked Bloom", "分块布隆过滤器"),
        Variant::Scalable { .. } => lang.pick("Scalable Bloom", "可扩展布隆过滤器"),
        Variant::Cuckoo { .. } => lang.pick("Cuckoo", "布谷鸟过滤器"),
        Variant::Fuse { .. } => lang.pick("Binary fuse", "二元熔丝过滤器"),
    }
}

/// A width in bits.
#[must_use]
pub fn bits(lang: Lang, n: u32) -> String {
    format!("{n} {}", lang.pick("bits", "位"))
}

/// A bucket's size.
#[must_use]
pub fn slots(lang: Lang, n: u32) -> String {
    match lang {
        Lang::En if n == 1 => "1 slot".into(),
        Lang::En => format!("{n} slots"),
        Lang::Zh => format!("{n} 个槽"),
    }
}

/// Why the numbers cannot be had, and what would work: a clause without its full stop.
#[must_use]
pub fn spec_error(lang: Lang, error: &SpecError) -> String {
    let between = |what: [&str; 2], given: u64, least: u64, most: u64| {
        let what = lang.pick(what[0], what[1]);
        match lang {
            Lang::En => format!(
                "{what} of {} bits is out of range: {} to {} bits work",
                count(given),
                count(least),
                count(most)
            ),
            Lang::Zh => format!("{what}不能是 {} 位，{} 到 {} 位才行", count(given), count(least), count(most)),
        }
    };
    match *error {
        SpecError::ZeroCapacity => lang.pick("a filter is made for at least 1 key", "过滤器至少要为 1 个键设计").into(),
        SpecError::Rate { .. } => {
            lang.pick("p must lie between 0 and 1, both excluded", "p 必须大于 0 且小于 1").into()
        }
        SpecError::TooFewBits { least, .. } => match lang {
            Lang::En => format!("it takes at least {} bits", count(least)),
            Lang::Zh => format!("至少要 {} 位", count(least)),
        },
        SpecError::TooManyBits { given, most } => {
            let (given, most) = ((given < u64::MAX).then(|| bytes(lang, given.div_ceil(8))), bytes(lang, most / 8));
            match (lang, given) {
                (Lang::En, Some(given)) => format!("it would take {given} of memory; up to {most} works"),
                (Lang::En, None) => format!("it would take more memory than there is; up to {most} works"),
                (Lang::Zh, Some(given)) => format!("它要占 {given} 内存，最多只能用 {most}"),
                (Lang::Zh, None) => format!("它要占的内存太大，最多只能用 {most}"),
            }
        }
        SpecError::CounterWidth { given, least, most } => {
            between(["a counter", "计数器"], given.into(), least.into(), most.into())
        }
        SpecError::BlockBits { given, least, most } => match lang {
            Lang::En => format!("a block cannot have {given} bits; a power of two from {least} to {most} works"),
            Lang::Zh => format!("块不能是 {given} 位，要用 {least} 到 {most} 之间的 2 的幂"),
        },
        SpecError::Expansion { given, .. } => match lang {
            Lang::En => format!("an expansion of {given} is not offered; 1, 2 and 4 work"),
            Lang::Zh => format!("扩张倍数不能是 {given}，可用 1、2、4"),
        },
        SpecError::Tightening { .. } => lang
            .pick("a tightening ratio lies between 0 and 1; 0.5 works", "收紧比例必须大于 0 且小于 1，比如 0.5")
            .into(),
        SpecError::FingerprintBits { given, least, most } => {
            between(["a fingerprint", "指纹"], given.into(), least.into(), most.into())
        }
        SpecError::FuseBits { given } => match lang {
            Lang::En => format!("a fuse filter's fingerprint cannot have {given} bits; 8, 16 and 32 work"),
            Lang::Zh => format!("二元熔丝过滤器的指纹不能是 {given} 位，可用 8、16、32 位"),
        },
        SpecError::Buckets { given, next } => match (lang, next) {
            (Lang::En, Some(next)) => format!("{} buckets are not a power of two; {} works", count(given), count(next)),
            (Lang::En, None) => format!("{} buckets are not a power of two", count(given)),
            (Lang::Zh, Some(next)) => format!("桶数 {} 不是 2 的幂，可用 {}", count(given), count(next)),
            (Lang::Zh, None) => format!("桶数 {} 不是 2 的幂", count(given)),
        },
        SpecError::Precision { given, least, most } => match lang {
            Lang::En => format!("a precision of {given} is out of range: {least} to {most} work"),
            Lang::Zh => format!("精度不能是 {given}，{least} 到 {most} 才行"),
        },
        SpecError::BucketSize { given } => match lang {
            Lang::En => format!("a bucket cannot have {given} slots; 1, 2, 4 and 8 work"),
            Lang::Zh => format!("桶不能有 {given} 个槽，可用 1、2、4、8"),
        },
    }
}
