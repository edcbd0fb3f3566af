//! What became of the key, told with what the page knows beside the filter.

use super::{
    absent_because, false_negative, false_negative_parts, false_positive_parts, inserted_result, late_parts, lucky,
    refused_because, refused_parts, remedy, removed_result, trapped_parts,
};
use crate::experiment::FamilyLab;
use crate::filter::{AnyFilter, CuckooPlacement, CuckooRemoval};
use crate::text::family::Said;
use crate::text::{Lang, lab as words};
use crate::view::family::cuckoo::{CuckooEvent, CuckooFacts, CuckooStory, Remedy, culprit, owners, victims};

/// How many keys are named.
const MOST_NAMES: usize = 3;

/// The sentences of the verdict.
#[must_use]
pub fn account(lang: Lang, story: &CuckooStory, lab: &FamilyLab) -> Vec<Said> {
    let AnyFilter::Cuckoo(filter) = lab.filter() else { return Vec::new() };
    let key = story.key.as_bytes();
    let space = lang.pick(" ", "");
    let loud = |before: String, word: &'static str, after: String| {
        vec![Said::Plain(before), Said::Loud(word), Said::Plain(after)]
    };
    match &story.event {
        CuckooEvent::Query if story.matched.is_none() && !lab.is_member(key) => {
            vec![Said::Plain(absent_because(lang, story))]
        }
        CuckooEvent::Query if story.matched.is_none() => {
            let (before, after) = if let Some(culprit) = culprit(lab, &story.address, &story.key) {
                false_negative_parts(lang, story, culprit)
            } else {
                let (before, after) = refused_parts(lang, &story.key);
                (before, after.to_owned())
            };
            let before = format!("{}{space}{before}", absent_because(lang, story));
            loud(before, false_negative(lang), after)
        }
        CuckooEvent::Query if lab.is_member(key) => vec![Said::Plain(words::true_positive(lang).into())],
        CuckooEvent::Query => {
            let (names, total) = owners(lab, &story.address, MOST_NAMES).unwrap_or_default();
            let (before, after) = false_positive_parts(lang, story, &names, total);
            loud(before, words::false_positive(lang), after)
        }
        CuckooEvent::Insertion { outcome: CuckooPlacement::Stored { .. }, .. } => {
            vec![Said::Plain(inserted_result(lang, story))]
        }
        CuckooEvent::Insertion { outcome: CuckooPlacement::Full, .. } => {
            let help = Remedy::of(story.spec, story.address.fingerprint, story.before.iter().flatten());
            let because = refused_because(lang, story, &CuckooFacts::of(filter));
            vec![Said::Plain(format!("{because}{space}{}", remedy(lang, &help)))]
        }
        CuckooEvent::Removal(CuckooRemoval::NotPresent) => vec![Said::Plain(removed_result(lang, story))],
        CuckooEvent::Removal(CuckooRemoval::Removed { .. }) => {
            let (harmed, _) = victims(lab, &story.address, MOST_NAMES).unwrap_or_default();
            match (lab.was_member(key), harmed.is_empty()) {
                (true, true) => vec![Said::Plain(removed_result(lang, story))],
                (false, true) => {
                    vec![Said::Plain(format!("{}{space}{}", lucky(lang, &story.key), removed_result(lang, story)))]
                }
                (true, false) => {
                    let (before, after) = late_parts(lang, &harmed);
                    let before = format!("{}{space}{before}", removed_result(lang, story));
                    loud(before, false_negative(lang), after.into())
                }
                (false, false) => {
                    let (before, after) = trapped_parts(lang, story, &harmed);
                    loud(before, false_negative(lang), after.into())
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Contents, Edit, Generated, KeySource};
    use crate::filter::{Variant, VariantSpec};
    use crate::hash::HashSpec;
    use crate::scenario::Operation;
    use crate::text::family::plain;
    use crate::view::family::cuckoo::{Offer, offer};
    use crate::view::family::{Event, FamilyStory};

    fn said(lab: &FamilyLab, key: &str, operation: Operation) -> String {
        let story = FamilyStory::of(lab, key, operation);
        let event = story.steps.iter().find_map(|step| match &step.event {
            Event::Cuckoo(event) => Some(event.story.clone()),
            _ => None,
        });
        plain(&account(Lang::En, &event.expect("a cuckoo's story"), lab))
    }

    #[test]
    fn the_trap_is_told_from_both_ends() {
        let variant = Variant::Cuckoo { fingerprint_bits: 8, bucket_size: 4 };
        let spec = VariantSpec { variant, n: 28, p: 0.01, m: 256, k: 3, hash: HashSpec::default() };
        let source = KeySource::Sequential { prefix: "asset:".into(), start: 1001 };
        let mut contents = Contents { generated: Some(Generated { source, count: 24 }), ..Contents::default() };
        let mut lab = FamilyLab::try_new(spec, 1, &contents).unwrap();
        let Some(Offer::Trap(trap, victim)) = offer(&lab) else { panic!("no trap") };
        let asked = said(&lab, &trap.key, Operation::Query);
        assert!(asked.contains("false positive. The fingerprint is that of ") && asked.contains(&victim), "{asked}");
        contents.edits.push(Edit::Delete(trap.key.clone()));
        lab.advance(&contents);
        let deleted = said(&lab, &trap.key, Operation::Delete);
        assert!(deleted.contains(&format!("belonged to {victim}, and it is denied")), "{deleted}");
        let denied = said(&lab, &victim, Operation::Query);
        assert!(denied.ends_with("which the filter could not tell from it.") && denied.contains("false negative"));
        assert!(denied.contains(&trap.key), "{denied}");
        // A rightful deletion harms nobody; one of nothing changes nothing.
        contents.edits.push(Edit::Delete("asset:1002".into()));
        lab.advance(&contents);
        let deleted = said(&lab, "asset:1002", Operation::Delete);
        assert!(deleted.ends_with("which is free now."), "{deleted}");
        contents.edits.push(Edit::Delete("asset:1002".into()));
        lab.advance(&contents);
        assert!(said(&lab, "asset:1002", Operation::Delete).ends_with("the table has not changed."));
    }

    #[test]
    fn a_refusal_says_what_would_work_and_who_is_denied_by_it() {
        let variant = Variant::Cuckoo { fingerprint_bits: 8, bucket_size: 2 };
        let spec = VariantSpec { variant, n: 12, p: 0.01, m: 256, k: 3, hash: HashSpec::default() };
        let mut contents = Contents::default();
        let mut lab = FamilyLab::try_new(spec, 1, &contents).unwrap();
        for i in 0..40 {
            let key = format!("key:{i}");
            contents.keys.push(key.clone());
            lab.advance(&contents);
            if lab.refused() > 0 {
                let refused = said(&lab, &key, Operation::Insert);
                assert!(refused.contains("After 500 kicks") && refused.contains("Twice the buckets"), "{refused}");
                assert!(said(&lab, &key, Operation::Query).contains("There was no room for"));
                return;
            }
        }
        panic!("nothing was refused");
    }
}
