//! The cuckoo filter: a key's way, what became of it, and the numbers beside it.

mod account;
mod facts;
mod outcome;
mod trap;

pub use account::account;
pub use facts::facts;
pub use outcome::*;
pub use trap::*;

use super::hex;
use crate::filter::{CuckooPlacement, CuckooRemoval, CuckooSpec};
use crate::hash::Reduction;
use crate::text::number::{count, plural};
use crate::text::{Lang, lab, messages};
use crate::view::family::cuckoo::{CuckooEvent, CuckooStep, CuckooStory, Event};

messages! {
    fingerprint: "fingerprint", "指纹";
    first_bucket: "bucket 1", "桶一";
    second_bucket: "bucket 2", "桶二";
    kicks: "kicks", "踢出";
    not_inserted: "Not inserted: no room", "没有插入：找不到空槽";
    removed: "Removed", "已删除";
    nothing_removed: "Nothing removed", "什么也没删";
    false_negative: "false negative", "漏判";
    full_because: "No slot was found within the kicks allowed; the table is as it was, and the key was not taken.", "在允许的踢出次数内没找到空槽；表恢复原样，这个键没有放进去。";
    trap_heading: "Try the trap", "踩踩这个坑";
    trap_none: "Fingerprints this wide are hardly ever alike: none of 50,000 made-up names could be taken for a key in the table. Try 8 bits.", "指纹这么宽，几乎不会撞上：试了 50,000 个编出来的名字，没有一个能冒充表里的键。换成 8 位指纹试试。";
    trap_empty: "Insert some keys first.", "先插入几个键。";
    load_name: "Load factor", "装载率";
    bits_name: "Bits per key", "每键位数";
    rate_name: "False-positive rate", "误判率";
    width_name: "Fingerprint", "指纹宽度";
    source: "Fan, Andersen, Kaminsky & Mitzenmacher 2014", "Fan、Andersen、Kaminsky、Mitzenmacher，2014";
}

/// A bucket's name.
#[must_use]
pub fn bucket(lang: Lang, number: u64) -> String {
    match lang {
        Lang::En => format!("bucket {}", count(number)),
        Lang::Zh => format!("{} 号桶", count(number)),
    }
}

/// A slot's name.
#[must_use]
pub fn slot(lang: Lang, bucket: u64, slot: u32) -> String {
    match lang {
        Lang::En => format!("slot {slot} of bucket {}", count(bucket)),
        Lang::Zh => format!("{} 号桶的 {slot} 号槽", count(bucket)),
    }
}

/// What one slot holds, where it is pointed at.
#[must_use]
pub fn slot_holds(lang: Lang, spec: CuckooSpec, index: u64, held: Option<u32>) -> String {
    let b = u64::from(spec.bucket_size());
    let (at, slot) = (index / b, index % b);
    let held = held.map(|held| hex(held, spec.fingerprint_bits()));
    match (lang, held) {
        (Lang::En, Some(held)) => format!("Slot {slot} of bucket {} holds {held}.", count(at)),
        (Lang::En, None) => format!("Slot {slot} of bucket {} is free.", count(at)),
        (Lang::Zh, Some(held)) => format!("{} 号桶的 {slot} 号槽里是 {held}。", count(at)),
        (Lang::Zh, None) => format!("{} 号桶的 {slot} 号槽是空的。", count(at)),
    }
}

/// How the fingerprint follows from the digest: never 0, which marks a free slot.
#[must_use]
pub fn fingerprint_formula(story: &CuckooStory) -> String {
    let f = story.spec.fingerprint_bits();
    let fingerprints = (1_u64 << f) - 1;
    let shown = hex(story.address.fingerprint, f);
    match story.spec.hash().reduction {
        Reduction::Modulo => format!("h₂ mod {fingerprints} + 1 = {shown}"),
        Reduction::MultiplyShift => format!("⌊h₂·{fingerprints} / {}⌋ + 1 = {shown}", range(story.spec)),
    }
}

/// How the first bucket follows from the digest.
#[must_use]
pub fn first_formula(story: &CuckooStory) -> String {
    let (n, first) = (story.spec.n_buckets(), story.address.first_bucket);
    match story.spec.hash().reduction {
        Reduction::Modulo => format!("h₁ mod {n} = {first}"),
        Reduction::MultiplyShift => format!("⌊h₁·{n} / {}⌋ = {first}", range(story.spec)),
    }
}

/// How the second follows from the first and the fingerprint alone.
#[must_use]
pub fn second_formula(lang: Lang, story: &CuckooStory) -> String {
    let (first, second) = (story.address.first_bucket, story.address.second_bucket);
    let shown = hex(story.address.fingerprint, story.spec.fingerprint_bits());
    let hash = lang.pick("hash", "哈希");
    format!("{first} ⊕ {hash}({shown}) = {first} ⊕ {} = {second}", first ^ second)
}

const fn range(spec: CuckooSpec) -> &'static str {
    if spec.hash().digest.width() == 32 { "2³²" } else { "2⁶⁴" }
}

/// What happens in a step.
#[must_use]
pub fn say(lang: Lang, event: &Event) -> String {
    step_name(lang, &event.story, event.step)
}

/// How what a step shows comes about.
#[must_use]
pub fn formula(lang: Lang, event: &Event) -> Option<String> {
    match event.step {
        CuckooStep::Fingerprint => Some(fingerprint_formula(&event.story)),
        CuckooStep::First => Some(first_formula(&event.story)),
        CuckooStep::Second => Some(second_formula(lang, &event.story)),
        _ => None,
    }
}

/// What a step is called where it stands alone: under the scrubber and for the screen reader.
#[must_use]
pub fn step_name(lang: Lang, story: &CuckooStory, step: CuckooStep) -> String {
    let f = story.spec.fingerprint_bits();
    match step {
        CuckooStep::Digest => {
            format!("{}: h₁ {:x}, h₂ {:x}", lab::digest(story.spec.hash().digest), story.halves.h1, story.halves.h2)
        }
        CuckooStep::Fingerprint => {
            let shown = hex(story.address.fingerprint, f);
            match lang {
                Lang::En => format!("Fingerprint {shown}: {f} bits, never 0"),
                Lang::Zh => format!("指纹 {shown}：{f} 位，不取 0"),
            }
        }
        CuckooStep::First => looked_at(lang, story, 0),
        CuckooStep::Second => looked_at(lang, story, 1),
        CuckooStep::Kick(i) => kick(lang, story, i),
        CuckooStep::Kicks(i) => match lang {
            Lang::En => format!("… and so on, up to kick {}", i + 1),
            Lang::Zh => format!("……如此接连踢到第 {} 次", i + 1),
        },
        CuckooStep::Settle => settled(lang, story),
    }
}

/// What was found in one of the two buckets.
#[must_use]
pub fn looked_at(lang: Lang, story: &CuckooStory, which: usize) -> String {
    let (bucket, held) = match (which, &story.before) {
        (0, [first, _]) => (story.address.first_bucket, first),
        (_, [_, second]) => (story.address.second_bucket, second),
    };
    let shown = hex(story.address.fingerprint, story.spec.fingerprint_bits());
    let n_free = held.iter().filter(|&&held| held == 0).count();
    let n = count(bucket);
    if matches!(story.event, CuckooEvent::Insertion { .. }) {
        return match (lang, n_free) {
            (Lang::En, 0) => format!("Bucket {n} is full"),
            (Lang::En, free) if free == held.len() => format!("Bucket {n} is empty"),
            (Lang::En, _) => format!("Bucket {n} has room"),
            (Lang::Zh, 0) => format!("{n} 号桶满了"),
            (Lang::Zh, free) if free == held.len() => format!("{n} 号桶是空的"),
            (Lang::Zh, _) => format!("{n} 号桶有空槽"),
        };
    }
    let found = held.iter().position(|&held| held == story.address.fingerprint);
    match (lang, found) {
        (Lang::En, Some(slot)) => format!("Bucket {n}, slot {slot} holds {shown}: equal"),
        (Lang::En, None) => format!("Bucket {n} does not hold {shown}"),
        (Lang::Zh, Some(slot)) => format!("{n} 号桶的 {slot} 号槽里正是 {shown}"),
        (Lang::Zh, None) => format!("{n} 号桶里没有 {shown}"),
    }
}

/// One kick: who takes whose slot, and where that one goes.
#[must_use]
pub fn kick(lang: Lang, story: &CuckooStory, i: usize) -> String {
    let Some(kick) = story.kicks().get(i) else { return String::new() };
    let f = story.spec.fingerprint_bits();
    let (mover, out) = (hex(story.carried(i), f), hex(kick.fingerprint, f));
    let at = slot(lang, kick.from_bucket, kick.slot);
    let to = count(kick.to_bucket);
    match lang {
        Lang::En => format!("{mover} takes {at} and kicks out {out}, which goes to its other bucket, {to}"),
        Lang::Zh => format!("{mover} 占了 {at}，把 {out} 踢去它的另一个桶：{to} 号桶"),
    }
}

/// Where the last fingerprint went, that all were put back, or what was taken out.
#[must_use]
pub fn settled(lang: Lang, story: &CuckooStory) -> String {
    let f = story.spec.fingerprint_bits();
    let n = story.kicks().len();
    let last = hex(story.carried(n), f);
    match story.event {
        CuckooEvent::Query | CuckooEvent::Removal(CuckooRemoval::NotPresent) => String::new(),
        CuckooEvent::Removal(CuckooRemoval::Removed { bucket, slot: at }) => {
            let at = slot(lang, bucket, at);
            match lang {
                Lang::En => format!("{last} is taken out of {at}"),
                Lang::Zh => format!("从 {at}取走 {last}"),
            }
        }
        CuckooEvent::Insertion { outcome: CuckooPlacement::Stored { bucket, slot: at }, .. } => {
            let at = slot(lang, bucket, at);
            match (lang, n) {
                (Lang::En, 0) => format!("{last} goes to {at}"),
                (Lang::En, _) => format!("{last} finds {at} free"),
                (Lang::Zh, 0) => format!("{last} 放进 {at}"),
                (Lang::Zh, _) => format!("{last} 落进 {at}，那里正空着"),
            }
        }
        CuckooEvent::Insertion { outcome: CuckooPlacement::Full, .. } => match lang {
            Lang::En => format!("No free slot after {}: all are put back", plural(n as u64, "kick", "kicks")),
            Lang::Zh => format!("踢了 {n} 次仍没有空槽，全部放回原处"),
        },
    }
}

/// The verdict's title.
#[must_use]
pub const fn title(lang: Lang, story: &CuckooStory) -> &'static str {
    match (&story.event, story.matched) {
        (CuckooEvent::Query, Some(_)) => lab::maybe(lang),
        (CuckooEvent::Query, None) => lab::absent(lang),
        (CuckooEvent::Insertion { outcome: CuckooPlacement::Stored { .. }, .. }, _) => lab::inserted(lang),
        (CuckooEvent::Insertion { outcome: CuckooPlacement::Full, .. }, _) => not_inserted(lang),
        (CuckooEvent::Removal(CuckooRemoval::Removed { .. }), _) => removed(lang),
        (CuckooEvent::Removal(CuckooRemoval::NotPresent), _) => nothing_removed(lang),
    }
}
