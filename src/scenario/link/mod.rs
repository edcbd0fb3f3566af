//! The link: one query string that holds a scenario.
//!
//! One table names what a link may carry; reading and writing both go through it. Reading never fails: a value that cannot
//! be used is told as a [`Notice`] that says what was used instead, and the rest is honoured.

mod table;

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::{LinkProblem, Misfit, Notice, Scenario};
use crate::experiment::{Contents, Generated, Goal};
use crate::filter::Variant;
use crate::theory::solve::Given;
use table::{Draft, LinkParam, PARAMS};

pub use table::missing_keys;

/// The names a link may carry, in the order in which it is written.
pub const LINK_NAMES: [&str; PARAMS.len()] = {
    let mut names = [""; PARAMS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = PARAMS[i].name;
        i += 1;
    }
    names
};

/// Reads a query string (with or without its question mark) into a scenario and what to tell the visitor.
///
/// A link that names no number and no keys opens the resting picture; one that names numbers but no keys opens an empty
/// filter of that size. The resting picture's query stays only with the resting picture's filter.
#[must_use]
pub fn from_query(query: &str) -> (Scenario, Vec<Notice>) {
    let resting = Scenario::default();
    let mut draft = Draft {
        scenario: resting.clone(),
        given: Given::default(),
        keys: None,
        generated: None,
        edits: Vec::new(),
        missing: 0,
    };
    let mut troubles: Vec<(String, String, LinkProblem, Option<&'static LinkParam>)> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for (name, value) in form_urlencoded::parse(query.trim_start_matches('?').as_bytes()) {
        let param = param_named(&name);
        let problem = match param {
            None => Some(LinkProblem::UnknownName),
            Some(param) if seen.contains(&param.name) => Some(LinkProblem::Repeated),
            Some(param) => {
                seen.push(param.name);
                (param.read)(&mut draft, &value).err()
            }
        };
        if let Some(problem) = problem {
            troubles.push((name.into_owned(), value.into_owned(), problem, param));
        }
    }
    let mut scenario = draft.scenario;
    let mut notices = Vec::new();
    if draft.given != Given::default() {
        let given = with_missing(draft.given, draft.generated.as_ref());
        match crate::theory::solve::solve(&given) {
            Ok(_) => scenario.filter.given = given,
            Err(problem) => notices.push(Notice::LinkNumbers(problem)),
        }
    }
    let has_keys = draft.keys.is_some() || draft.generated.is_some();
    if has_keys || scenario.filter.given != resting.filter.given {
        scenario.filter.contents =
            Contents { generated: draft.generated, keys: draft.keys.unwrap_or_default(), ..Contents::default() };
        if !seen.contains(&"q") {
            scenario.query.clear();
        }
    }
    scenario.filter.contents.edits = draft.edits;
    if let Err(Misfit::Variant(error)) = scenario.filter.check() {
        let value = scenario.filter.variant.code();
        scenario.filter.variant = Variant::default();
        troubles.push(("variant".into(), value, LinkProblem::Variant(error), param_named("variant")));
    }
    if draft.missing > 0 {
        notices.push(Notice::KeysMissing { keys: draft.missing });
    }
    // What was used instead is known only now that all values have been read.
    let told = troubles.into_iter().map(|(name, value, problem, param)| {
        let used = param.and_then(|param| used_value(param, &scenario));
        link_notice(&name, &value, problem, used)
    });
    (scenario.clone(), told.chain(notices).collect())
}

fn param_named(name: &str) -> Option<&'static LinkParam> {
    PARAMS.iter().find(|param| param.name == name)
}

/// The query string of a scenario, without a question mark; empty for the resting picture.
#[must_use]
pub fn to_query(scenario: &Scenario) -> String {
    let mut resting = Scenario::default();
    (resting.view, resting.lang, resting.theme) = (scenario.view, scenario.lang, scenario.theme);
    resting.compare = scenario.compare;
    let at_rest = *scenario == resting;
    let mut out = String::new();
    for param in &PARAMS {
        if at_rest && !matches!(param.name, "view" | "lang" | "theme" | "cn" | "cp" | "cm" | "ways" | "pair") {
            continue;
        }
        if let Some(value) = (param.write)(scenario) {
            let separator = if out.is_empty() { "" } else { "&" };
            let _ = write!(out, "{separator}{}={}", param.name, utf8_percent_encode(&value, UNSAFE));
        }
    }
    out
}

/// The value in force under a name, in the link's own notation; a derived number as it was derived.
fn used_value(param: &LinkParam, scenario: &Scenario) -> Option<String> {
    let derived = scenario.filter.sizing().ok().and_then(|sizing| match param.name {
        "n" => Some(sizing.n.to_string()),
        "p" => Some(crate::text::number::percent(scenario.filter.given.p.unwrap_or(sizing.textbook))),
        "m" => Some(sizing.m.to_string()),
        "k" => Some(sizing.k.to_string()),
        _ => None,
    });
    let compared = match param.name {
        "cn" => Some(scenario.contest_keys().to_string()),
        "cp" | "cm" => Some(match scenario.contest_goal() {
            Goal::Rate(p) => crate::text::number::percent(p),
            Goal::Memory(n_bits) => n_bits.to_string(),
        }),
        "ways" => Some(scenario.compare.ways.write()),
        "pair" => Some(table::write_pair(&scenario.compare.pair)),
        _ => None,
    };
    let derived = derived.or(compared);
    let used = derived.or_else(|| (param.write)(scenario)).unwrap_or_else(|| default_name(param.name).into());
    (!used.is_empty()).then_some(used)
}

/// What must be escaped in a value: everything that ends or splits it, and what chat programs take for the link's end.
const UNSAFE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'+')
    .add(b'<')
    .add(b'>')
    .add(b'\'')
    .add(b'`')
    .add(b'(')
    .add(b')')
    .add(b'[')
    .add(b']')
    .add(b'{')
    .add(b'}')
    .add(b'|')
    .add(b'\\')
    .add(b'^');

/// Fills what a link left open, so that a link that names any number opens something: n is the number of generated keys or
/// else 1000, and p is 1 % where n stands alone.
fn with_missing(mut given: Given, generated: Option<&Generated>) -> Given {
    let n_follows = given.m.is_some() && (given.p.is_some() || given.k.is_some());
    if given.n.is_none() && !n_follows {
        given.n = Some(generated.map_or(1000, |g| g.count.max(1)));
    }
    if given.p.is_none() && given.m.is_none() && given.k.is_none() {
        given.p = Some(0.01);
    }
    given
}

fn default_name(name: &str) -> &'static str {
    match name {
        "hash" => "murmur3",
        "variant" => "bloom",
        "lib" => "textbook",
        "view" => "lab",
        "seed" => "1",
        "present" | "embed" => "0",
        "theme" => "auto",
        _ => "",
    }
}

fn link_notice(name: &str, value: &str, problem: LinkProblem, used: Option<String>) -> Notice {
    const READABLE: usize = 60;
    let cut = |text: &str| {
        if text.chars().count() <= READABLE {
            text.to_string()
        } else {
            text.chars().take(READABLE).chain(['…']).collect()
        }
    };
    Notice::Link { name: cut(name), value: cut(value), problem, used: used.filter(|text| !text.is_empty()) }
}

#[cfg(test)]
mod tests {
    use super::super::View;
    use super::table::{read_hash, write_hash};
    use super::*;
    use crate::experiment::Edit;
    use crate::hash::{Derivation, Digest, HashSpec, Reduction};
    use crate::text::Lang;
    use proptest::prelude::*;

    fn round_trip(scenario: &Scenario) {
        let (back, notices) = from_query(&to_query(scenario));
        assert_eq!((&back, notices.as_slice()), (scenario, [].as_slice()), "{}", to_query(scenario));
    }

    #[test]
    fn the_resting_picture_needs_no_link() {
        assert_eq!(to_query(&Scenario::default()), "");
        assert_eq!(from_query(""), (Scenario::default(), Vec::new()));
        assert_eq!(from_query("?lang=zh").0.filter, Scenario::default().filter);
        round_trip(&Scenario { lang: Some(Lang::Zh), view: View::Curves, ..Scenario::default() });
    }

    #[test]
    fn numbers_alone_open_an_empty_filter_of_that_size() {
        let (scenario, notices) = from_query("?n=1000&p=1%25");
        assert!(notices.is_empty());
        let sizing = scenario.filter.sizing().unwrap();
        assert_eq!((sizing.n, sizing.m, sizing.k), (1000, 9586, 7));
        assert!(scenario.filter.contents.is_empty());
        round_trip(&scenario);
    }

    #[test]
    fn keys_with_odd_characters_survive() {
        let mut scenario = Scenario::default();
        scenario.filter.contents.generated = None;
        scenario.filter.contents.keys =
            ["a,b", "\\", "键 #1&=+%", "\u{0}", "x\\,y", "🦀"].iter().map(|k| (*k).to_string()).collect();
        scenario.query = "a+b c".into();
        round_trip(&scenario);
    }

    #[test]
    fn an_emptied_filter_stays_empty() {
        let mut scenario = Scenario::default();
        scenario.filter.contents = Contents::default();
        round_trip(&scenario);
    }

    #[test]
    fn bad_values_are_named_and_the_rest_is_honoured() {
        let (scenario, notices) = from_query("k=999&m=1024&hash=md5&nonsense=1&lang=zh&n=50&m=7&view=kitchen");
        assert_eq!(scenario.lang, Some(Lang::Zh));
        assert_eq!(scenario.filter.given, Given { n: Some(50), p: None, m: Some(1024), k: None });
        let names: Vec<&str> = notices
            .iter()
            .map(|notice| match notice {
                Notice::Link { name, .. } => name.as_str(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(names, ["k", "hash", "nonsense", "m", "view"]);
    }

    #[test]
    fn a_notice_names_what_is_really_used() {
        let used = |query: &str| match from_query(query).1.first() {
            Some(Notice::Link { used, .. }) => used.clone().unwrap_or_default(),
            other => panic!("{query}: {other:?}"),
        };
        assert_eq!(used("n=5&n=6"), "5");
        assert_eq!(used("n=0&p=0.01"), "1000");
        assert_eq!(used("m=abc&n=50"), "480");
        assert_eq!(used("gen=seq:5&gen=seq:9"), "seq:5");
        assert_eq!(used("k=lots"), "3");
    }

    #[test]
    fn what_a_link_cannot_carry_is_counted() {
        let mut scenario = Scenario::default();
        let keys: Vec<String> = (0..2000).map(|i| format!("key number {i}")).collect();
        scenario.filter.contents = Contents { keys: keys.clone(), ..Contents::default() };
        let (back, notices) = from_query(&to_query(&scenario));
        let carried = back.filter.contents.keys;
        assert!(!carried.is_empty() && keys.starts_with(&carried));
        let missing = (keys.len() - carried.len()) as u64;
        assert_eq!(missing, missing_keys(&scenario.filter.contents));
        assert_eq!(notices, [Notice::KeysMissing { keys: missing }]);
        assert!(to_query(&scenario).len() < 8000);
    }

    #[test]
    fn every_variant_and_every_deletion_survive() {
        for variant in Variant::ALL {
            let mut scenario = Scenario::default();
            scenario.filter.variant = variant;
            round_trip(&scenario);
            scenario.filter.contents.edits =
                vec![Edit::Delete("asset:1001".into()), Edit::Insert("a,+b".into()), Edit::Delete("-".into())];
            round_trip(&scenario);
        }
        let by_hand = from_query("edits=-asset:1001,+x");
        assert_eq!(by_hand, from_query("edits=-asset:1001,%2bx"));
        assert_eq!((by_hand.0.filter.contents.n_members(1), by_hand.1.len()), (34, 0));
    }

    #[test]
    fn a_variant_that_cannot_be_is_named_and_the_rest_honoured() {
        for (link, used) in [
            ("variant=cukoo&q=a", "bloom"),
            ("variant=counting,9&q=a", "bloom"),
            ("variant=blocked,x&q=a", "bloom"),
            ("variant=cuckoo,4,4&n=1e6&p=1%&q=a", "bloom"),
            ("variant=counting,8&m=1e9&n=1e8&q=a", "bloom"),
        ] {
            let (scenario, notices) = from_query(link);
            assert_eq!((scenario.filter.variant, scenario.query.as_str()), (Variant::Bloom, "a"), "{link}");
            let [Notice::Link { name, used: Some(instead), .. }] = notices.as_slice() else { panic!("{notices:?}") };
            assert_eq!((name.as_str(), instead.as_str()), ("variant", used));
        }
        let (scenario, notices) = from_query("keys=a&edits=-a,b");
        assert_eq!((scenario.filter.contents.edits.len(), notices.len()), (1, 1));
    }

    #[test]
    fn a_sized_link_does_not_keep_the_resting_query() {
        assert_eq!(from_query("n=1000").0.query, "");
    }

    #[test]
    fn numbers_that_do_not_go_together_leave_the_default_ones() {
        let (scenario, notices) = from_query("p=1e-300&m=8&n=1000000");
        assert_eq!(scenario.filter.given, Scenario::default().filter.given);
        assert!(matches!(notices.as_slice(), [Notice::LinkNumbers(_)]));
    }

    #[test]
    fn hash_choices_read_back() {
        for digest in Digest::ALL {
            for derivation in Derivation::ALL {
                for reduction in Reduction::ALL {
                    let hash = HashSpec { digest, derivation, reduction };
                    assert_eq!(read_hash(&write_hash(hash)), Ok(hash));
                }
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_opens_the_page(query in ".{0,200}") {
            let (scenario, _) = from_query(&query);
            prop_assert!(scenario.filter.sizing().is_ok());
        }

        #[test]
        fn any_named_value_opens_the_page(name in 0..LINK_NAMES.len(), value in ".{0,40}") {
            let (scenario, _) = from_query(&format!("{}={value}", LINK_NAMES[name]));
            prop_assert!(scenario.filter.sizing().is_ok());
        }

        #[test]
        fn keys_and_query_survive(keys in proptest::collection::vec(".{1,12}", 0..20), query in ".{0,30}", seed: u64) {
            let mut scenario = Scenario::default();
            scenario.filter.contents = Contents { keys, ..Contents::default() };
            scenario.filter.seed = seed;
            scenario.query = query;
            round_trip(&scenario);
        }
    }
}
