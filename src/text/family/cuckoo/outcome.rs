//! What became of a key, and why.

use super::{hex, slot};
use crate::filter::{CuckooPlacement, CuckooRemoval, Verdict};
use crate::text::Lang;
use crate::text::number::{count, percent, plural};
use crate::view::family::cuckoo::{CuckooEvent, CuckooFacts, CuckooStory, Remedy, Room};

/// Why the answer is “definitely absent”.
#[must_use]
pub fn absent_because(lang: Lang, story: &CuckooStory) -> String {
    let shown = hex(story.address.fingerprint, story.spec.fingerprint_bits());
    let (first, second) = (count(story.address.first_bucket), count(story.address.second_bucket));
    match lang {
        Lang::En => format!(
            "Neither bucket {first} nor bucket {second} holds {shown}, and the fingerprint of this key can lie nowhere else."
        ),
        Lang::Zh => format!("{first} 号桶和 {second} 号桶里都没有 {shown}，而这个键的指纹只可能放在这两个桶里。"),
    }
}

/// Before “false negative” and after it: the key was inserted, and is denied since `culprit` was deleted.
#[must_use]
pub fn false_negative_parts(lang: Lang, story: &CuckooStory, culprit: &str) -> (String, String) {
    let shown = hex(story.address.fingerprint, story.spec.fingerprint_bits());
    let key = &story.key;
    match lang {
        Lang::En => (
            format!("Yet {key} is in the set: a "),
            format!(
                ". Its fingerprint {shown} went when {culprit} was deleted, which the filter could not tell from it."
            ),
        ),
        Lang::Zh => (
            format!("可是 {key} 明明在集合里：这是一次"),
            format!("。删 {culprit} 的时候，过滤器分不清两者，把 {key} 的指纹 {shown} 拿走了。"),
        ),
    }
}

/// Before “false negative” and after it: the key is denied because there had been no room for it.
#[must_use]
pub fn refused_parts(lang: Lang, key: &str) -> (String, &'static str) {
    match lang {
        Lang::En => (
            format!(
                "There was no room for {key} when it was to be inserted. To whoever believes that it is in, this is a "
            ),
            ".",
        ),
        Lang::Zh => (format!("当初插入 {key} 时就没有空槽。谁要是以为它在里面，这就是一次"), "。"),
    }
}

/// Before “false positive” and after it: whose fingerprint it is.
#[must_use]
pub fn false_positive_parts(lang: Lang, story: &CuckooStory, owners: &[String], total: u64) -> (String, String) {
    let shown = hex(story.address.fingerprint, story.spec.fingerprint_bits());
    let at = story.matched.map(|(bucket, at)| slot(lang, bucket, at)).unwrap_or_default();
    let key = &story.key;
    let rest = total.saturating_sub(owners.len() as u64);
    match lang {
        Lang::En => {
            let more = if rest > 0 { format!(" and {} more", count(rest)) } else { String::new() };
            let whose = if owners.is_empty() {
                ".".into()
            } else {
                format!(". The fingerprint is that of {}{more}, with the same two buckets.", owners.join(", "))
            };
            (format!("Its fingerprint {shown} is in {at}, yet {key} was never inserted: a "), whose)
        }
        Lang::Zh => {
            let more = if rest > 0 { format!(" 等 {} 个键", count(total)) } else { String::new() };
            let whose = if owners.is_empty() {
                "。".into()
            } else {
                format!("。这其实是 {}{more} 的指纹，两个桶也一样。", owners.join("、"))
            };
            (format!("{at}里有它的指纹 {shown}，但 {key} 从未插入：这是一次"), whose)
        }
    }
}

/// What an insertion did.
#[must_use]
pub fn inserted_result(lang: Lang, story: &CuckooStory) -> String {
    let CuckooEvent::Insertion { kicks, outcome: CuckooPlacement::Stored { bucket, slot: at } } = &story.event else {
        return String::new();
    };
    let shown = hex(story.address.fingerprint, story.spec.fingerprint_bits());
    let at = slot(lang, *bucket, *at);
    let first = count(story.address.first_bucket);
    match (lang, kicks.len()) {
        (Lang::En, 0) if *bucket == story.address.first_bucket => {
            format!("Its fingerprint {shown} went to {at}. The key itself is not stored.")
        }
        (Lang::En, 0) => format!("Bucket {first} was full, so its fingerprint {shown} went to {at}."),
        (Lang::En, 1) => format!(
            "Both its buckets were full. One fingerprint made room and moved to {at}, its other bucket, where it is still found."
        ),
        (Lang::En, n) => format!(
            "Both its buckets were full. {n} fingerprints moved, each to its other bucket, where it is still found; the last found {at} free."
        ),
        (Lang::Zh, 0) if *bucket == story.address.first_bucket => {
            format!("指纹 {shown} 放进了 {at}。键本身并没有存下来。")
        }
        (Lang::Zh, 0) => format!("{first} 号桶满了，指纹 {shown} 放进了另一个桶： {at}。"),
        (Lang::Zh, 1) => format!("两个桶都满了。一个指纹让出位置，搬到它的另一个桶，也就是 {at}，照样查得到。"),
        (Lang::Zh, n) => {
            format!("两个桶都满了。先后有 {n} 个指纹搬去各自的另一个桶，照样查得到；最后一个落在 {at}。")
        }
    }
}

/// Why an insertion was refused, and that nothing has changed.
#[must_use]
pub fn refused_because(lang: Lang, story: &CuckooStory, facts: &CuckooFacts) -> String {
    let n = story.kicks().len() as u64;
    let (used, slots) = (count(facts.len), count(facts.spec.n_slots()));
    let (load, usual) = (percent(facts.load_factor), percent(facts.achievable_load));
    match lang {
        Lang::En => format!(
            "After {} there was still one fingerprint without a slot. All were put back: the table is as it was. {used} of {slots} slots are used, {load}; tables like this usually take {usual}.",
            plural(n, "kick", "kicks")
        ),
        Lang::Zh => format!(
            "踢了 {} 次，仍有一个指纹无处可放，于是全部放回原处，表和之前一模一样。{slots} 个槽用了 {used} 个，装载率 {load}；这样的表一般能装到 {usual}。",
            count(n)
        ),
    }
}

/// What would make room.
#[must_use]
pub fn remedy(lang: Lang, remedy: &Remedy) -> String {
    let (buckets, capacity) = (count(remedy.n_buckets), count(remedy.capacity));
    if remedy.room == Room::Crowded {
        return lang
            .pick(
                "All slots of its two buckets hold the same fingerprint as its own, so more buckets would help only by chance. A wider fingerprint would.",
                "它的两个桶里，每个槽都是同样的指纹，加桶只能碰运气；把指纹加宽才管用。",
            )
            .into();
    }
    match (lang, remedy.bucket_size) {
        (Lang::En, None) => format!("Twice the buckets, {buckets}, would take about {capacity} keys. Or delete some."),
        (Lang::En, Some(b)) => format!(
            "Twice the buckets, {buckets}, would take about {capacity} keys; buckets of {b} slots fill up further in the same memory."
        ),
        (Lang::Zh, None) => format!("把桶加倍到 {buckets} 个，大约能装 {capacity} 个键；也可以先删掉一些。"),
        (Lang::Zh, Some(b)) => {
            format!("把桶加倍到 {buckets} 个，大约能装 {capacity} 个键；同样的内存，每桶 {b} 槽能装得更满。")
        }
    }
}

/// What a removal did, of a key that was in.
#[must_use]
pub fn removed_result(lang: Lang, story: &CuckooStory) -> String {
    let shown = hex(story.address.fingerprint, story.spec.fingerprint_bits());
    let CuckooEvent::Removal(CuckooRemoval::Removed { bucket, slot: at }) = story.event else {
        let (first, second) = (count(story.address.first_bucket), count(story.address.second_bucket));
        return match lang {
            Lang::En => format!("Neither bucket {first} nor bucket {second} holds {shown}: the table has not changed."),
            Lang::Zh => format!("{first} 号桶和 {second} 号桶里都没有 {shown}，表没有变化。"),
        };
    };
    let at = slot(lang, bucket, at);
    match (lang, story.verdict()) {
        (Lang::En, Verdict::DefinitelyAbsent) => {
            format!("Its fingerprint {shown} was taken out of {at}, which is free now.")
        }
        (Lang::En, Verdict::PossiblyPresent) => format!(
            "A fingerprint {shown} was taken out of {at}. Another like it remains, so the filter still says “possibly present”."
        ),
        (Lang::Zh, Verdict::DefinitelyAbsent) => format!("从 {at}里取走了它的指纹 {shown}，那里空出来了。"),
        (Lang::Zh, Verdict::PossiblyPresent) => {
            format!("从 {at}里取走了一个 {shown}；还剩一个同样的指纹，所以再问它仍会答“可能存在”。")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{step_name, title, trapped_parts};
    use super::*;
    use crate::filter::{Cuckoo, CuckooSpec};
    use crate::hash::HashSpec;

    fn filter(n_buckets: u64, bucket_size: u32) -> Cuckoo {
        Cuckoo::try_new(CuckooSpec::new(n_buckets, bucket_size, 8, HashSpec::default()).unwrap()).unwrap()
    }

    /// Every sentence of a table filled beyond its room, emptied again, and asked.
    #[test]
    fn every_story_is_told_in_both_languages() {
        let mut filter = filter(4, 2);
        let mut stories = Vec::new();
        for i in 0..16 {
            let key = format!("k{i}");
            let report = filter.insert(key.as_bytes());
            stories.push(CuckooStory::of_insertion(&filter, &key, &report));
        }
        let facts_full = CuckooFacts::of(&filter);
        for i in 0..40 {
            let key = format!("k{i}");
            stories.push(CuckooStory::of_query(&filter, &key));
            let report = filter.remove(key.as_bytes());
            stories.push(CuckooStory::of_removal(&filter, &key, report));
        }
        let mut said = std::collections::HashSet::new();
        for (story, lang) in stories.iter().flat_map(|story| Lang::ALL.map(|lang| (story, lang))) {
            for step in story.steps() {
                let name = step_name(lang, story, step);
                assert!(!name.is_empty() && !name.ends_with(['.', '。']), "{name}");
            }
            let text = match &story.event {
                CuckooEvent::Query if story.matched.is_none() => absent_because(lang, story),
                CuckooEvent::Query => false_positive_parts(lang, story, &["k1".into()], 1).0,
                CuckooEvent::Insertion { outcome: CuckooPlacement::Full, .. } => {
                    refused_because(lang, story, &facts_full)
                }
                CuckooEvent::Insertion { .. } => inserted_result(lang, story),
                CuckooEvent::Removal(_) => removed_result(lang, story),
            };
            let is_chinese = text.contains(['的', '了', '，']);
            assert!(!text.is_empty() && is_chinese == (lang == Lang::Zh), "{text}");
            said.insert(title(lang, story));
        }
        assert_eq!(said.len(), 12, "{said:?}");
    }

    #[test]
    fn one_is_not_spoken_of_as_many() {
        let mut filter = filter(8, 4);
        filter.insert(b"a");
        let facts = CuckooFacts::of(&filter);
        let story = CuckooStory::of_query(&filter, "a");
        assert!(trapped_parts(Lang::En, &story, &["b".into()]).0.contains("it is denied"));
        assert!(trapped_parts(Lang::En, &story, &["b".into(), "c".into()]).0.contains("b, c, and they are denied"));
        assert!(super::super::facts(Lang::En, &facts)[0].2.starts_with("1 of 32 slots used"));
        let more = false_positive_parts(Lang::Zh, &story, &["b".into()], 3).1;
        assert!(more.contains("b 等 3 个键"), "{more}");
    }
}
