//! The link: one query string that holds a scenario.
//!
//! One table names what a link may carry; reading and writing both go through it. Reading never fails: a value that cannot
//! be used is told as a [`Notice`] that says what was used instead, and the rest is honoured.

mod table;

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::{LinkProblem, Notice, Scenario};
use crate::experiment::{Contents, Generated};
use crate::theory::solve::Given;
use table::{Draft, PARAMS};

pub use table::MAX_LINK_KEYS;

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
/// filter of that size, except that the resting picture's query stays only with its own keys.
#[must_use]
pub fn from_query(query: &str) -> (Scenario, Vec<Notice>) {
    let resting = Scenario::default();
    let mut draft = Draft { scenario: resting.clone(), given: Given::default(), keys: None, generated: None };
    let mut notices = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    let mut asked = false;
    for (name, value) in form_urlencoded::parse(query.trim_start_matches('?').as_bytes()) {
        let Some(param) = PARAMS.iter().find(|param| param.name == name) else {
            notices.push(link_notice(&name, &value, LinkProblem::UnknownName, None));
            continue;
        };
        if seen.contains(&param.name) {
            let used = (param.write)(&draft.scenario);
            notices.push(link_notice(&name, &value, LinkProblem::Repeated, used));
            continue;
        }
        seen.push(param.name);
        asked |= param.name == "q";
        if let Err(problem) = (param.read)(&mut draft, &value) {
            let used = (param.write)(&draft.scenario).unwrap_or_else(|| default_name(param.name).into());
            notices.push(link_notice(&name, &value, problem, Some(used)));
        }
    }
    let mut scenario = draft.scenario;
    let sized = draft.given != Given::default();
    if sized {
        let given = with_missing(draft.given, draft.generated.as_ref());
        match crate::theory::solve::solve(&given) {
            Ok(_) => scenario.filter.given = given,
            Err(problem) => notices.push(Notice::LinkNumbers(problem)),
        }
    }
    let has_keys = draft.keys.is_some() || draft.generated.is_some();
    if has_keys {
        scenario.filter.contents =
            Contents { generated: draft.generated, list: None, keys: draft.keys.unwrap_or_default() };
    } else if scenario.filter.given != resting.filter.given {
        scenario.filter.contents = Contents::default();
    }
    if has_keys && !asked {
        scenario.query.clear();
    }
    (scenario, notices)
}

/// The query string of a scenario, without a question mark; empty for the resting picture.
#[must_use]
pub fn to_query(scenario: &Scenario) -> String {
    let mut resting = Scenario::default();
    (resting.view, resting.lang, resting.theme) = (scenario.view, scenario.lang, scenario.theme);
    let at_rest = *scenario == resting;
    let mut out = String::new();
    for param in &PARAMS {
        if at_rest && !matches!(param.name, "view" | "lang" | "theme") {
            continue;
        }
        if let Some(value) = (param.write)(scenario) {
            let separator = if out.is_empty() { "" } else { "&" };
            let _ = write!(out, "{separator}{}={}", param.name, utf8_percent_encode(&value, UNSAFE));
        }
    }
    out
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
