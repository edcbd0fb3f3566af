//! The sentence above a chart, made of what the chart shows.

use super::super::Lang;
use super::super::number::{count, percent, plural, power_of_ten};
use super::{key_count, range, rate, real_hashes, theory, trimmed};
use crate::hash::MAX_HASHES;
use crate::view::series::{Agreement, Finding, Seen, Setting};
use Piece::{Measured, Number, Plain, Rate};

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Plain(String),
    /// A parameter.
    Number(String),
    /// A rate by theory.
    Rate(String),
    /// A rate that was measured.
    Measured(String),
}

impl Piece {
    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Plain(text) | Number(text) | Rate(text) | Measured(text) => text,
        }
    }
}

/// Whether positions come from two hashes, so that a small filter repeats itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// From two hashes.
    FromTwo,
    /// Each from a hash of its own.
    Independent,
}

/// Whether theory's advice to take more hash functions is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advice {
    Given,
    Withheld,
}

/// The sentence: what the view shows for this filter, and what was measured.
#[must_use]
pub fn say(lang: Lang, setting: &Setting, finding: &Finding, seen: Option<&Seen>, positions: Positions) -> Vec<Piece> {
    // Where measurement is above theory, more hash functions may not help as theory says.
    let advice =
        if seen.is_some_and(|seen| seen.agreement == Agreement::Above) { Advice::Withheld } else { Advice::Given };
    let mut pieces = match lang {
        Lang::En => english(setting, finding, advice),
        Lang::Zh => chinese(setting, finding, advice),
    };
    if let Some(seen) = seen {
        pieces.extend(measured(lang, seen, positions));
    }
    pieces
}

fn plain(text: &str) -> Piece {
    Plain(text.replace("k = ", "k\u{a0}=\u{a0}")) // a formula stays in one line
}

/// Says that the rate is one of the full filter, which differs from that of the filter as it is.
fn filled(lang: Lang, setting: &Setting) -> Piece {
    let n = setting.capacity;
    plain(&match lang {
        Lang::En => format!("Filled with its {}: ", key_count(lang, n)),
        Lang::Zh => format!("插满 {}时，", key_count(lang, n)),
    })
}

/// Whether the best k that is allowed is far from the best there is.
fn is_capped(best: u32, ideal: f64) -> bool {
    best == MAX_HASHES && ideal > f64::from(MAX_HASHES) + 1.0
}

fn english(setting: &Setting, finding: &Finding, advice: Advice) -> Vec<Piece> {
    let k = setting.n_hashes;
    match *finding {
        Finding::Keys { len, rate: now, doubled } => vec![
            plain("With "),
            Number(key_count(Lang::En, len)),
            plain(" in "),
            Number(plural(setting.n_bits, "bit", "bits")),
            plain(" and k = "),
            Number(k.to_string()),
            plain(", theory expects a false-positive rate of "),
            Rate(if len == 0 { rate(now) } else { theory(Lang::En, now) }),
            plain(". At twice its capacity ("),
            Number(key_count(Lang::En, setting.capacity.saturating_mul(2))),
            plain(") it would be "),
            Rate(theory(Lang::En, doubled)),
            plain("."),
        ],
        Finding::Hashes { rate: now, best, ideal, .. } if k == best && is_capped(best, ideal) => vec![
            filled(Lang::En, setting),
            plain("k = "),
            Number(k.to_string()),
            plain(" is the most this page takes, and gives a rate of "),
            Rate(theory(Lang::En, now)),
            plain(". The best k would be "),
            Number(real_hashes(ideal)),
            plain("."),
        ],
        Finding::Hashes { rate: now, best, least, .. } if k == best => vec![
            filled(Lang::En, setting),
            plain("k = "),
            Number(k.to_string()),
            plain(" is the best there is, with a rate of "),
            Rate(theory(Lang::En, now.min(least))),
            plain(". Fewer hash functions check too little, more of them fill the bits."),
        ],
        Finding::Hashes { rate: now, best, least, ideal } => vec![
            filled(Lang::En, setting),
            plain(if is_capped(best, ideal) { "of all k that this page takes, k = " } else { "at k = " }),
            Number(best.to_string()),
            plain(if is_capped(best, ideal) { " has the lowest rate: " } else { " the rate is lowest: " }),
            Rate(theory(Lang::En, least)),
            plain(". You are at k = "),
            Number(k.to_string()),
            plain(": "),
            Rate(theory(Lang::En, now)),
            Plain(if k > best {
                let times = times(now, least);
                format!("{times}. Beyond that, each further function sets more bits than its extra check is worth.")
            } else if advice == Advice::Given {
                format!("{}. One more hash function would still help.", times(now, least))
            } else {
                format!("{}.", times(now, least))
            }),
        ],
        Finding::BitsPerKey { bits, rate: now, more, best, least } => {
            let mut pieces = vec![
                filled(Lang::En, setting),
                Number(per_key(bits)),
                plain(" with k = "),
                Number(k.to_string()),
                plain(if per_key(bits).starts_with("1 ") { " gives a rate of " } else { " give a rate of " }),
                Rate(theory(Lang::En, now)),
                plain("; one more bit for each key would bring it to "),
                Rate(theory(Lang::En, more)),
                plain("."),
            ];
            if best != k {
                let (best, least) = (Number(best.to_string()), Rate(theory(Lang::En, least)));
                pieces.extend([plain(" The same bits with k = "), best, plain(" would give "), least, plain(".")]);
            }
            pieces
        }
        Finding::Target { target, bits, spent } => vec![
            plain("A rate of "),
            Rate(percent(target)),
            plain(" costs "),
            Number(per_key(bits)),
            plain(", however long the keys are; each factor of ten costs "),
            Number("4.79".to_owned()),
            plain(" more. This filter spends "),
            Number(trimmed(spent, 2)),
            plain("."),
        ],
    }
}

fn per_key(bits: f64) -> String {
    let bits = trimmed(bits, 2);
    if bits == "1" { "1 bit per key".to_owned() } else { format!("{bits} bits per key") }
}

fn chinese(setting: &Setting, finding: &Finding, advice: Advice) -> Vec<Piece> {
    let k = setting.n_hashes;
    match *finding {
        Finding::Keys { len, rate: now, doubled } => vec![
            Number(format!("{} 位", count(setting.n_bits))),
            plain("、k = "),
            Number(k.to_string()),
            plain(" 的过滤器插入 "),
            Number(key_count(Lang::Zh, len)),
            plain("后，理论误判率为 "),
            Rate(if len == 0 { rate(now) } else { theory(Lang::Zh, now) }),
            plain("；插入到预计键数的两倍（"),
            Number(key_count(Lang::Zh, setting.capacity.saturating_mul(2))),
            plain("）时，会升到 "),
            Rate(theory(Lang::Zh, doubled)),
            plain("。"),
        ],
        Finding::Hashes { rate: now, best, ideal, .. } if k == best && is_capped(best, ideal) => vec![
            filled(Lang::Zh, setting),
            plain("k = "),
            Number(k.to_string()),
            plain(" 已是本页上限，误判率 "),
            Rate(theory(Lang::Zh, now)),
            plain("；最优的 k 是 "),
            Number(real_hashes(ideal)),
            plain("。"),
        ],
        Finding::Hashes { rate: now, best, least, .. } if k == best => vec![
            filled(Lang::Zh, setting),
            plain("k = "),
            Number(k.to_string()),
            plain(" 正是最优：误判率 "),
            Rate(theory(Lang::Zh, now.min(least))),
            plain("。再少，查得不够细；再多，位数组就被填得太满。"),
        ],
        Finding::Hashes { rate: now, best, least, ideal } => vec![
            filled(Lang::Zh, setting),
            plain(if is_capped(best, ideal) { "本页上限之内，k = " } else { "k = " }),
            Number(best.to_string()),
            plain(" 误判率最低，为 "),
            Rate(theory(Lang::Zh, least)),
            plain("。现在 k = "),
            Number(k.to_string()),
            plain("，误判率 "),
            Rate(theory(Lang::Zh, now)),
            Plain(if k > best {
                format!("{}。再增加哈希函数，位数组变满的代价超过多查一位的收益。", times_zh(now, least))
            } else if advice == Advice::Given {
                format!("{}：再加一个哈希函数还有好处。", times_zh(now, least))
            } else {
                format!("{}。", times_zh(now, least))
            }),
        ],
        Finding::BitsPerKey { bits, rate: now, more, best, least } => {
            let mut pieces = vec![
                filled(Lang::Zh, setting),
                plain("每键 "),
                Number(format!("{} 位", trimmed(bits, 2))),
                plain("、k = "),
                Number(k.to_string()),
                plain("，误判率为 "),
                Rate(theory(Lang::Zh, now)),
                plain("；每个键再多给 1 位，降到 "),
                Rate(theory(Lang::Zh, more)),
                plain("。"),
            ];
            if best != k {
                let (best, least) = (Number(best.to_string()), Rate(theory(Lang::Zh, least)));
                pieces.extend([plain("位数不变，取 k = "), best, plain(" 则为 "), least, plain("。")]);
            }
            pieces
        }
        Finding::Target { target, bits, spent } => vec![
            plain("要把误判率压到 "),
            Rate(percent(target)),
            plain("，每个键要 "),
            Number(format!("{} 位", trimmed(bits, 2))),
            plain("，与键有多长无关；误判率每降到十分之一，每键再加 "),
            Number("4.79 位".to_owned()),
            plain("。这个过滤器每键用了 "),
            Number(format!("{} 位", trimmed(spent, 2))),
            plain("。"),
        ],
    }
}

fn measured(lang: Lang, seen: &Seen, positions: Positions) -> Vec<Piece> {
    let found = Measured(rate(seen.tally.hits as f64 / seen.tally.probes.max(1) as f64));
    let between = range(lang, seen.interval.low, seen.interval.high);
    let between = match lang {
        Lang::En => format!(" (95\u{202f}% interval {between})"),
        Lang::Zh => format!("（95\u{202f}% 区间 {between}）"),
    };
    let verdict = match (seen.agreement, positions) {
        (Agreement::Agrees, _) => lang.pick(", in line with theory.", "，与理论相符。"),
        (Agreement::Doubtful, _) => lang.pick(", which chance still allows.", "，与理论的差距尚在偶然范围内。"),
        (Agreement::Above, Positions::FromTwo) => lang.pick(
            ", more than theory: positions made from two hashes repeat one another in a filter this small.",
            "，高于理论：位置都由两个哈希值推出，过滤器一小就容易撞在一起。",
        ),
        (Agreement::Above, Positions::Independent) => {
            lang.pick(", more than theory: these keys are not spread evenly.", "，高于理论：这些键没有被均匀散开。")
        }
        (Agreement::Below, _) => lang.pick(", less than theory.", "，低于理论。"),
    };
    vec![plain(lang.pick(" Measured: ", "实测 ")), found, plain(&between), plain(verdict)]
}

/// “, 1.7 times the lowest”, where that says something.
fn times(now: f64, least: f64) -> String {
    let factor = now / least;
    if factor < 1.05 || !factor.is_finite() { String::new() } else { format!(", {} times the lowest", short(factor)) }
}

fn times_zh(now: f64, least: f64) -> String {
    let factor = now / least;
    if factor < 1.05 || !factor.is_finite() {
        String::new()
    } else {
        format!("，是最低值的 {} 倍", short(factor))
    }
}

fn short(factor: f64) -> String {
    match factor {
        small if small < 10.0 => trimmed(small, 1),
        large if large < 1e6 => count(libm::round(large) as u64),
        huge => power_of_ten(huge, 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::series::{Plot, Tally};

    fn text(lang: Lang, n_hashes: u32, plot: Plot) -> String {
        let setting = Setting { capacity: 40, len: 34, n_bits: 256, n_hashes, target: Some(0.05), ones: None };
        let pieces = say(lang, &setting, &setting.finding(plot), None, Positions::FromTwo);
        pieces.iter().map(Piece::text).collect()
    }

    #[test]
    fn the_sentence_turns_at_the_best_k() {
        assert!(text(Lang::En, 2, Plot::Hashes).ends_with("One more hash function would still help."));
        assert!(text(Lang::En, 9, Plot::Hashes).contains("sets more bits than its extra check is worth"));
        let best = (1..12).filter(|&k| text(Lang::En, k, Plot::Hashes).contains("the best there is")).count();
        assert_eq!(best, 1);
        assert!(text(Lang::Zh, 9, Plot::Hashes).contains("多查一位的收益"));
    }

    #[test]
    fn a_best_k_out_of_reach_is_not_called_the_best() {
        for (n_hashes, said) in [(255, "is the most this page takes"), (7, "of all k that this page takes")] {
            let setting = Setting { capacity: 1000, len: 1000, n_bits: 1 << 53, n_hashes, target: None, ones: None };
            let pieces = say(Lang::En, &setting, &setting.finding(Plot::Hashes), None, Positions::Independent);
            let text: String = pieces.iter().map(Piece::text).collect();
            assert!(text.contains(said) && text.contains("less than 10⁻³⁰⁰"), "{text}");
            assert!(!text.contains("0\u{202f}%"), "{text}");
        }
    }

    #[test]
    fn a_disagreement_is_explained_only_where_it_is_known() {
        let tally = Tally { hits: 400, probes: 1_000_000 };
        let interval = crate::theory::interval::wilson(400, 1_000_000, crate::theory::interval::Z95);
        let seen = Seen { tally, interval, theory: 7e-10, agreement: Agreement::Above };
        let text = |positions| measured(Lang::En, &seen, positions).iter().map(Piece::text).collect::<String>();
        assert!(text(Positions::FromTwo).contains("two hashes"));
        assert!(!text(Positions::Independent).contains("two hashes"));
    }
}
