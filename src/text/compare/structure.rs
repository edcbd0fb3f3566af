//! The structures: names, what each is, why one cannot take part.

use crate::experiment::{Contender, Fate, Hindrance};
use crate::filter::SpecError;
use crate::text::Lang;
use crate::text::number::{bytes, count};

/// The full name.
#[must_use]
pub const fn name(lang: Lang, contender: Contender) -> &'static str {
    match contender {
        Contender::Bloom => lang.pick("Bloom filter", "布隆过滤器"),
        Contender::Counting => lang.pick("Counting Bloom, 4 bits", "计数布隆，4 位"),
        Contender::Partitioned => lang.pick("Partitioned Bloom", "分片布隆"),
        Contender::Blocked => lang.pick("Blocked Bloom, 512 bits", "分块布隆，512 位"),
        Contender::Scalable => lang.pick("Scalable Bloom", "可扩展布隆"),
        Contender::Cuckoo => lang.pick("Cuckoo filter, 4 slots", "布谷鸟过滤器，4 槽"),
        Contender::Fuse => lang.pick("Binary fuse filter", "二元熔丝过滤器"),
        Contender::HashSet => lang.pick("Hash set", "哈希集合"),
        Contender::IdBitmap => lang.pick("Bitmap over an id range", "编号位图"),
        Contender::SortedArray => lang.pick("Sorted array", "有序数组"),
        Contender::HyperLogLog => "HyperLogLog",
    }
}

/// The name within a sentence, without parameters.
#[must_use]
pub(super) const fn spoken(lang: Lang, contender: Contender) -> &'static str {
    match contender {
        Contender::Bloom => lang.pick("Bloom filter", "布隆过滤器"),
        Contender::Counting => lang.pick("counting Bloom filter", "计数布隆过滤器"),
        Contender::Partitioned => lang.pick("partitioned Bloom filter", "分片布隆过滤器"),
        Contender::Blocked => lang.pick("blocked Bloom filter", "分块布隆过滤器"),
        Contender::Scalable => lang.pick("scalable Bloom filter", "可扩展布隆过滤器"),
        Contender::Cuckoo => lang.pick("cuckoo filter", "布谷鸟过滤器"),
        Contender::Fuse => lang.pick("binary fuse filter", "二元熔丝过滤器"),
        Contender::HashSet => lang.pick("hash set", "哈希集合"),
        Contender::IdBitmap => lang.pick("bitmap over the ids", "编号位图"),
        Contender::SortedArray => lang.pick("sorted array", "有序数组"),
        Contender::HyperLogLog => "HyperLogLog",
    }
}

/// A name for tight places.
#[must_use]
pub const fn short(lang: Lang, contender: Contender) -> &'static str {
    match contender {
        Contender::Bloom => lang.pick("Bloom", "布隆"),
        Contender::Counting => lang.pick("counting", "计数"),
        Contender::Partitioned => lang.pick("partitioned", "分片"),
        Contender::Blocked => lang.pick("blocked", "分块"),
        Contender::Scalable => lang.pick("scalable", "可扩展"),
        Contender::Cuckoo => lang.pick("cuckoo", "布谷鸟"),
        Contender::Fuse => lang.pick("fuse", "熔丝"),
        Contender::HashSet => lang.pick("hash set", "哈希集合"),
        Contender::IdBitmap => lang.pick("bitmap", "位图"),
        Contender::SortedArray => lang.pick("sorted array", "有序数组"),
        Contender::HyperLogLog => "HyperLogLog",
    }
}

/// What it is, and what it pays.
#[must_use]
pub const fn about(lang: Lang, contender: Contender) -> &'static str {
    match contender {
        Contender::Bloom => lang.pick("k bits anywhere in one array.", "在一个位数组里任意置 k 位。"),
        Contender::Counting => {
            lang.pick("A counter where the Bloom filter has a bit, so that keys can be taken out: four times the memory.", "每一位换成一个计数器，于是能删除，内存是四倍。")
        }
        Contender::Partitioned => {
            lang.pick("Each of the k hash functions has a slice of its own.", "k 个哈希函数各用一段，互不重叠。")
        }
        Contender::Blocked => {
            lang.pick("All k bits within one cache line: one memory access, paid for with a higher rate or more bits.", "k 位都落在同一缓存行里：只访问一次内存，代价是误判率稍高，或多用一些位。")
        }
        Contender::Scalable => {
            lang.pick("A row of Bloom filters, each larger and stricter than the last: needs no number of keys, and takes more bits.", "一串布隆过滤器，一个比一个大、一个比一个严：不必事先知道键数，但更费位。")
        }
        Contender::Cuckoo => {
            lang.pick("Short fingerprints in one of two buckets. Keys can be taken out; a full table refuses.", "把短指纹放进两个桶之一。能删除；表满了会拒绝插入。")
        }
        Contender::Fuse => {
            lang.pick("Three cells whose xor is the key's fingerprint. Built from all keys at once; nothing can be added.", "三个单元异或起来等于指纹。一次性用全部键建成，之后不能再加。")
        }
        Contender::HashSet => {
            lang.pick("The keys themselves, found by their digest. Never errs.", "存下键本身，按哈希查找。从不出错。")
        }
        Contender::IdBitmap => {
            lang.pick("One bit for every number of a range. Never errs, and is small where the range is dense.", "范围里每个编号占一位。从不出错；编号密集时很省。")
        }
        Contender::SortedArray => {
            lang.pick("The keys themselves, in order, searched by halving. Never errs.", "把键排好序，折半查找。从不出错。")
        }
        Contender::HyperLogLog => {
            lang.pick("Counts different keys in a few kilobytes, however many there are. Cannot say whether a key is there.", "用几千字节就能数出不同的键有多少，再多也一样。不能回答某个键在不在。")
        }
    }
}

/// Who the rate's formula comes from.
#[must_use]
pub const fn source(lang: Lang, contender: Contender) -> &'static str {
    match contender {
        Contender::Bloom | Contender::Counting => "Bose et al. 2008",
        Contender::Partitioned => "Mullin 1983",
        Contender::Blocked => "Putze, Sanders & Singler 2007",
        Contender::Scalable => "Almeida et al. 2007",
        Contender::Cuckoo => "Fan et al. 2014",
        Contender::Fuse => "Graf & Lemire 2022",
        Contender::HashSet | Contender::IdBitmap | Contender::SortedArray => {
            lang.pick("exact by construction", "按构造就是精确的")
        }
        Contender::HyperLogLog => "Flajolet et al. 2007; Ertl 2017",
    }
}

/// Why it is not in the contest: a whole sentence.
#[must_use]
pub fn why_not(lang: Lang, contender: Contender, hindrance: &Hindrance) -> String {
    let size = |n_bits: u64| bytes(lang, n_bits.div_ceil(8));
    match *hindrance {
        Hindrance::NotNumbered => lang
            .pick(
                "These keys are not numbers in one range, so there is no bit for each.",
                "这些键不是一段连续的编号，没法一键一位。",
            )
            .into(),
        Hindrance::Budget { needed } => match lang {
            Lang::En => format!("It needs {}, more than the budget.", size(needed)),
            Lang::Zh => format!("需要 {}，超出了内存上限。", size(needed)),
        },
        Hindrance::Spec(SpecError::TooFewBits { least, .. }) => match lang {
            Lang::En => format!("For so many keys it needs at least {}.", size(least)),
            Lang::Zh => format!("这么多键至少需要 {}。", size(least)),
        },
        Hindrance::Spec(SpecError::TooManyBits { most, .. }) => match lang {
            Lang::En => format!("It would take more than {}, the most that is built here.", size(most)),
            Lang::Zh => format!("会超过 {}，这是本页能构建的上限。", size(most)),
        },
        Hindrance::Spec(SpecError::FingerprintBits { given, most, .. }) => match (lang, contender) {
            (Lang::En, _) => {
                format!("The rate asks for fingerprints of {given} bits; {most} are the most there are.")
            }
            (Lang::Zh, _) => format!("这个误判率要求 {given} 位指纹，而指纹最长 {most} 位。"),
        },
        Hindrance::Spec(SpecError::ZeroCapacity) => lang.pick("There are no keys to hold.", "没有要保存的键。").into(),
        Hindrance::Spec(SpecError::Rate { .. }) => {
            lang.pick("A rate lies between 0 and 1.", "误判率应在 0 和 1 之间。").into()
        }
        Hindrance::Spec(_) => lang.pick("No such structure is offered.", "没有这样的结构。").into(),
    }
}

/// How it failed while it was built: a whole sentence; nothing where it did not.
#[must_use]
pub fn failed(lang: Lang, fate: Fate, n: u64) -> Option<String> {
    match fate {
        Fate::Built | Fate::Absent => None,
        Fate::NoRoom { inserted } => Some(match lang {
            Lang::En => {
                format!("It refused a key after {} of {}: no room within its kicks.", count(inserted), count(n))
            }
            Lang::Zh => format!("装到第 {} 个键时被拒绝（共 {} 个）：多次踢出后仍无空位。", count(inserted), count(n)),
        }),
        Fate::Unsolved => Some(
            lang.pick("No arrangement of cells was found for these keys.", "没有找到适合这些键的单元排列。").into(),
        ),
    }
}
