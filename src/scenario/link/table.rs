//! The table of names, each with how its value is read and written.

use std::fmt::Write as _;

use super::super::numbers::{NumberProblem, parse_bits, parse_count, parse_hashes, parse_rate, parse_seed};
use super::super::{Frame, LinkProblem, PairPart, Panel, Scenario, Theme, View, WaysPart};
use crate::experiment::{Contents, Edit, Generated, Goal, KeySource};
use crate::filter::{Variant, VariantError};
use crate::hash::{Derivation, Digest, HashSpec, Reduction};
use crate::text::Lang;
use crate::theory::solve::Given;

/// How many bytes of keys a link carries: longer links are cut by chat programs and refused by servers.
const MAX_KEYS_BYTES: usize = 4000;

/// How many bytes the queried key may have in a link.
const MAX_QUERY_BYTES: usize = 1000;

/// How many bytes of the log since the first deletion a link carries.
const MAX_EDITS_BYTES: usize = 2000;

/// How many of these texts, the first ones, a link carries in so many bytes.
fn carried<'t>(texts: impl Iterator<Item = &'t str>, mut room: usize) -> usize {
    texts
        .take_while(|key| {
            // A character outside ASCII takes three bytes of link for each of its own.
            let bytes: usize = key.bytes().map(|byte| if byte.is_ascii_alphanumeric() { 1 } else { 3 }).sum();
            let fits = bytes < room;
            room = room.saturating_sub(bytes + 1);
            fits
        })
        .count()
}

/// How many keys of a filter its link cannot carry.
#[must_use]
pub fn missing_keys(contents: &Contents) -> u64 {
    let listed = contents.list.as_ref().map_or(0, |list| list.inserted.len());
    listed
        + (contents.keys.len() - carried_keys(contents)) as u64
        + (contents.edits.len() - carried_edits(contents)) as u64
}

/// How many of the keys by hand, the first ones, a link carries.
fn carried_keys(contents: &Contents) -> usize {
    carried(contents.keys.iter().map(String::as_str), MAX_KEYS_BYTES)
}

/// How much of the log, from its beginning: none of it where the keys before it are not all there.
fn carried_edits(contents: &Contents) -> usize {
    if carried_keys(contents) < contents.keys.len() {
        return 0;
    }
    // The sign is escaped in a link.
    carried(contents.edits.iter().map(Edit::key), MAX_EDITS_BYTES)
}

/// What a value may be read into: a draft, since the numbers make sense only together.
pub(super) struct Draft {
    pub(super) scenario: Scenario,
    pub(super) given: Given,
    pub(super) keys: Option<Vec<String>>,
    pub(super) generated: Option<Generated>,
    pub(super) edits: Vec<Edit>,
    pub(super) missing: u64,
}

pub(super) type Read = fn(&mut Draft, &str) -> Result<(), LinkProblem>;
pub(super) type Write = fn(&Scenario) -> Option<String>;

/// One name of the link.
pub(super) struct LinkParam {
    pub(super) name: &'static str,
    pub(super) read: Read,
    pub(super) write: Write,
}

/// Every name, in the order in which a link is written.
pub(super) const PARAMS: [LinkParam; 24] = [
    LinkParam {
        name: "view",
        read: |d, v| choose(v, &View::ALL, View::code).map(|view| d.scenario.view = view),
        write: |s| (s.view != View::Lab).then(|| s.view.code().into()),
    },
    LinkParam {
        name: "n",
        read: |d, v| number(parse_count(v)).map(|n| d.given.n = Some(n)),
        write: |s| s.filter.given.n.map(|n| n.to_string()),
    },
    LinkParam {
        name: "p",
        read: |d, v| number(parse_rate(v)).map(|p| d.given.p = Some(p)),
        write: |s| s.filter.given.p.map(write_rate),
    },
    LinkParam {
        name: "m",
        read: |d, v| number(parse_bits(v)).map(|m| d.given.m = Some(m)),
        write: |s| s.filter.given.m.map(|m| m.to_string()),
    },
    LinkParam {
        name: "k",
        read: |d, v| number(parse_hashes(v)).map(|k| d.given.k = Some(k)),
        write: |s| s.filter.given.k.map(|k| k.to_string()),
    },
    LinkParam {
        name: "hash",
        read: |d, v| read_hash(v).map(|hash| d.scenario.filter.hash = hash),
        write: |s| (s.filter.hash != HashSpec::default()).then(|| write_hash(s.filter.hash)),
    },
    LinkParam {
        name: "variant",
        read: |d, v| read_variant(v).map(|variant| d.scenario.filter.variant = variant),
        write: |s| (s.filter.variant != Variant::Bloom).then(|| s.filter.variant.code()),
    },
    LinkParam { name: "lib", read: |_, v| choose(v, &["textbook"], |v| v).map(|_| ()), write: |_| None },
    LinkParam {
        name: "seed",
        read: |d, v| {
            d.scenario.filter.seed = number(parse_seed(v))?;
            Ok(())
        },
        write: |s| (s.filter.seed != 1).then(|| s.filter.seed.to_string()),
    },
    LinkParam {
        name: "gen",
        read: |d, v| {
            let (source, count) = KeySource::parse(v).map_err(LinkProblem::Generator)?;
            d.generated = Some(Generated { source, count });
            Ok(())
        },
        write: |s| s.filter.contents.generated.as_ref().map(|g| g.source.format(g.count)),
    },
    LinkParam {
        name: "keys",
        read: |d, v| {
            d.keys = Some(split_keys(v));
            Ok(())
        },
        write: |s| {
            let contents = &s.filter.contents;
            // An empty value says “no keys at all”: without it a link would bring the resting picture's keys back.
            let keys = contents.keys.get(..carried_keys(contents)).unwrap_or_default();
            (contents.generated.is_none() || !keys.is_empty()).then(|| join_keys(keys))
        },
    },
    LinkParam {
        name: "edits",
        read: |d, v| {
            let codes = split_keys(v);
            d.edits = codes.iter().filter_map(|code| Edit::parse(code)).collect();
            let known = || "-a, +a".into();
            if d.edits.len() == codes.len() { Ok(()) } else { Err(LinkProblem::UnknownValue { known: known() }) }
        },
        write: |s| {
            let contents = &s.filter.contents;
            let edits = contents.edits.get(..carried_edits(contents)).unwrap_or_default();
            (!edits.is_empty()).then(|| join_keys(&edits.iter().map(Edit::code).collect::<Vec<_>>()))
        },
    },
    LinkParam {
        name: "missing",
        read: |d, v| number(parse_seed(v)).map(|missing| d.missing = missing),
        write: |s| Some(missing_keys(&s.filter.contents)).filter(|&missing| missing > 0).map(|n| n.to_string()),
    },
    LinkParam {
        name: "q",
        read: |d, v| {
            d.scenario.query = v.into();
            Ok(())
        },
        write: |s| (!s.query.is_empty() && s.query.len() <= MAX_QUERY_BYTES).then(|| s.query.clone()),
    },
    LinkParam {
        name: "cn",
        read: |d, v| number(parse_count(v)).map(|n| d.scenario.compare.keys = Some(n)),
        write: |s| s.compare.keys.map(|n| n.to_string()),
    },
    LinkParam {
        name: "cp",
        read: |d, v| read_goal(d, parse_rate(v).map(Goal::Rate), "cm"),
        write: |s| match s.compare.goal {
            Some(Goal::Rate(p)) => Some(write_rate(p)),
            _ => None,
        },
    },
    LinkParam {
        name: "cm",
        read: |d, v| read_goal(d, parse_bits(v).map(Goal::Memory), "cp"),
        write: |s| match s.compare.goal {
            Some(Goal::Memory(n_bits)) => Some(n_bits.to_string()),
            _ => None,
        },
    },
    LinkParam {
        name: "ways",
        read: |d, v| kept(&mut d.scenario.compare.ways, WaysPart::read(v)),
        write: |s| (s.compare.ways != WaysPart::default()).then(|| s.compare.ways.write()),
    },
    LinkParam {
        name: "pair",
        read: |d, v| {
            let digest = |word: &str| choose(word, &Digest::ALL, digest_code);
            kept(&mut d.scenario.compare.pair, PairPart::read(v, digest))
        },
        write: |s| (s.compare.pair != PairPart::default()).then(|| write_pair(&s.compare.pair)),
    },
    LinkParam {
        name: "lang",
        read: |d, v| choose(v, &Lang::ALL, Lang::code).map(|lang| d.scenario.lang = Some(lang)),
        write: |s| s.lang.map(|lang| lang.code().into()),
    },
    LinkParam {
        name: "theme",
        read: |d, v| choose(v, &Theme::ALL, Theme::code).map(|theme| d.scenario.theme = Some(theme)),
        write: |s| s.theme.map(|theme| theme.code().into()),
    },
    LinkParam {
        name: "present",
        read: |d, v| read_frame(d, v, Frame::Present),
        write: |s| (s.frame == Frame::Present).then(|| "1".into()),
    },
    LinkParam {
        name: "embed",
        read: |d, v| read_frame(d, v, Frame::Embed),
        write: |s| (s.frame == Frame::Embed).then(|| "1".into()),
    },
    LinkParam {
        name: "hide",
        read: |d, v| {
            let names = v.split(',').map(str::trim).filter(|name| !name.is_empty());
            let (known, unknown): (Vec<_>, Vec<_>) =
                names.map(|name| choose(name, &Panel::ALL, Panel::code)).partition(Result::is_ok);
            let known: Vec<Panel> = known.into_iter().flatten().collect();
            d.scenario.hide = Panel::ALL.into_iter().filter(|panel| known.contains(panel)).collect();
            unknown.into_iter().next().map_or(Ok(()), |first| first.map(|_| ()))
        },
        write: |s| (!s.hide.is_empty()).then(|| s.hide.iter().map(|panel| panel.code()).collect::<Vec<_>>().join(",")),
    },
];

/// A rate or a budget: the first of the two counts.
fn read_goal(draft: &mut Draft, goal: Result<Goal, NumberProblem>, other: &'static str) -> Result<(), LinkProblem> {
    let goal = number(goal)?;
    if draft.scenario.compare.goal.is_some() {
        return Err(LinkProblem::Excluded { by: other });
    }
    draft.scenario.compare.goal = Some(goal);
    Ok(())
}

/// What could be read is kept, whatever was wrong with the rest.
fn kept<T>(place: &mut T, (value, problem): (T, Option<LinkProblem>)) -> Result<(), LinkProblem> {
    *place = value;
    problem.map_or(Ok(()), Err)
}

/// Two filters in the link's notation.
pub(super) fn write_pair(part: &PairPart) -> String {
    part.write(digest_code)
}

fn number<T>(read: Result<T, NumberProblem>) -> Result<T, LinkProblem> {
    read.map_err(LinkProblem::Number)
}

fn choose<T: Copy>(value: &str, all: &[T], code: impl Fn(T) -> &'static str) -> Result<T, LinkProblem> {
    all.iter().copied().find(|item| code(*item).eq_ignore_ascii_case(value.trim())).ok_or_else(|| {
        LinkProblem::UnknownValue { known: all.iter().map(|item| code(*item)).collect::<Vec<_>>().join(", ") }
    })
}

fn read_frame(draft: &mut Draft, value: &str, frame: Frame) -> Result<(), LinkProblem> {
    if choose(value, &["1", "0"], |v| v)? == "1" {
        draft.scenario.frame = frame;
    }
    Ok(())
}

/// The shortest notation that reads back as the same number.
fn write_rate(p: f64) -> String {
    if p < 1e-4 { format!("{p:e}") } else { p.to_string() }
}

fn read_variant(value: &str) -> Result<Variant, LinkProblem> {
    Variant::parse(&value.trim().to_ascii_lowercase()).map_err(|error| match error {
        VariantError::Name => LinkProblem::UnknownValue { known: Variant::ALL.map(Variant::name).join(", ") },
        VariantError::Parameter { position } => LinkProblem::Parameter { position },
        VariantError::Range(error) => LinkProblem::Variant(error),
    })
}

const fn digest_code(digest: Digest) -> &'static str {
    match digest {
        Digest::Murmur3 => "murmur3",
        Digest::Xxh3_128 => "xxh3-128",
        Digest::Xxh3_64 => "xxh3-64",
        Digest::Sip13 => "sip13",
        Digest::Fnv1a => "fnv1a",
        Digest::Crc32 => "crc32",
    }
}

const fn derivation_code(derivation: Derivation) -> &'static str {
    match derivation {
        Derivation::Double => "double",
        Derivation::Enhanced => "enhanced",
        Derivation::Independent => "independent",
    }
}

const fn reduction_code(reduction: Reduction) -> &'static str {
    match reduction {
        Reduction::Modulo => "mod",
        Reduction::MultiplyShift => "mulshift",
    }
}

/// `digest`, then optionally a derivation and a reduction, separated by commas.
pub(super) fn read_hash(value: &str) -> Result<HashSpec, LinkProblem> {
    let mut words = value.split(',');
    let mut hash =
        HashSpec { digest: choose(words.next().unwrap_or(""), &Digest::ALL, digest_code)?, ..HashSpec::default() };
    for word in words {
        if let Ok(derivation) = choose(word, &Derivation::ALL, derivation_code) {
            hash.derivation = derivation;
        } else if let Ok(reduction) = choose(word, &Reduction::ALL, reduction_code) {
            hash.reduction = reduction;
        } else {
            let known = "double, enhanced, independent, mod, mulshift".into();
            return Err(LinkProblem::UnknownValue { known });
        }
    }
    Ok(hash)
}

pub(super) fn write_hash(hash: HashSpec) -> String {
    let mut out = digest_code(hash.digest).to_string();
    if hash.derivation != Derivation::default() {
        let _ = write!(out, ",{}", derivation_code(hash.derivation));
    }
    if hash.reduction != Reduction::default() {
        let _ = write!(out, ",{}", reduction_code(hash.reduction));
    }
    out
}

/// Keys separated by commas; a comma or backslash inside a key has a backslash before it.
fn join_keys(keys: &[String]) -> String {
    keys.iter().map(|key| key.replace('\\', "\\\\").replace(',', "\\,")).collect::<Vec<_>>().join(",")
}

fn split_keys(value: &str) -> Vec<String> {
    let mut keys = vec![String::new()];
    let mut escaped = false;
    for c in value.chars() {
        match (escaped, c) {
            (false, '\\') => escaped = true,
            (false, ',') => keys.push(String::new()),
            (_, c) => {
                if let Some(key) = keys.last_mut() {
                    key.push(c);
                }
                escaped = false;
            }
        }
    }
    // An empty text is no key rather than one empty key, and a comma at the end adds none.
    keys.retain(|key| !key.is_empty());
    keys
}
