//! What each structure can and cannot do.

use crate::filter::Variant;
use crate::text::Lang;

/// Deletion, growth and union, a sentence each.
#[must_use]
pub const fn abilities(lang: Lang, variant: Variant) -> [&'static str; 3] {
    match variant {
        Variant::Bloom => [
            lang.pick("Cannot delete: a key's bits may be another's too.", "不能删除：一个键的位可能也是别人的。"),
            lang.pick("Cannot grow: past n the rate climbs.", "不能扩容：超过 n，误判率就往上走。"),
            lang.pick(
                "Two of the same size and hash merge by or-ing their bits.",
                "大小和哈希相同的两个，按位或即可合并。",
            ),
        ],
        Variant::Counting { .. } => [
            lang.pick("Deletes, as long as only inserted keys are deleted.", "能删除，前提是只删插入过的键。"),
            lang.pick("Cannot grow: past n the rate climbs.", "不能扩容：超过 n，误判率就往上走。"),
            lang.pick("Two of the same size merge by adding their counters.", "大小相同的两个，计数器相加即可合并。"),
        ],
        Variant::Partitioned => [
            lang.pick("Cannot delete: bits are shared within each slice.", "不能删除：每一片里的位都是共用的。"),
            lang.pick("Cannot grow: past n the rate climbs.", "不能扩容：超过 n，误判率就往上走。"),
            lang.pick(
                "Two of the same size and hash merge by or-ing their bits.",
                "大小和哈希相同的两个，按位或即可合并。",
            ),
        ],
        Variant::Blocked { .. } => [
            lang.pick("Cannot delete: bits are shared within each block.", "不能删除：每一块里的位都是共用的。"),
            lang.pick("Cannot grow: past n the crowded blocks err first.", "不能扩容：超过 n，挤的块先出错。"),
            lang.pick(
                "Two of the same size and hash merge by or-ing their bits.",
                "大小和哈希相同的两个，按位或即可合并。",
            ),
        ],
        Variant::Scalable { .. } => [
            lang.pick("Cannot delete: each sub-filter is a plain one.", "不能删除：每个子过滤器都是普通布隆过滤器。"),
            lang.pick(
                "Grows: a full sub-filter is followed by a larger, stricter one.",
                "能扩容：满了就接上一个更大、更严的子过滤器。",
            ),
            lang.pick("Does not merge bit by bit: sub-filters differ in size.", "不能按位合并：各子过滤器大小不同。"),
        ],
        Variant::Cuckoo { .. } => [
            lang.pick("Deletes, as long as only inserted keys are deleted.", "能删除，前提是只删插入过的键。"),
            lang.pick("Cannot grow: near full an insertion finds no slot.", "不能扩容：快满时，插入会找不到空槽。"),
            lang.pick(
                "Merges only by inserting one's fingerprints into the other.",
                "要合并，只能把一个的指纹逐个插进另一个。",
            ),
        ],
        Variant::Fuse { .. } => [
            lang.pick("Cannot delete: every cell serves several keys.", "不能删除：每一格都被几个键共用。"),
            lang.pick("Takes no more keys: a change means building it anew.", "不能再加键：有改动就得重建。"),
            lang.pick("Does not merge: it is built from all keys at once.", "不能合并：它要用全部键一次构造。"),
        ],
    }
}
