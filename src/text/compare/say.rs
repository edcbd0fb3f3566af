//! The sentence above the table.

use super::structure::spoken;
use crate::experiment::Goal;
use crate::text::Lang;
use crate::text::number::{bytes, count, percent, percent_of_theory, significant};
use crate::view::compare::Finding;

/// A piece of the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Plain(String),
    /// A number that was chosen.
    Number(String),
    /// A number that follows.
    Result(String),
}

use Piece::{Number, Plain, Result};

/// Which structure does best, what deletion costs, and what being exact does.
#[must_use]
pub fn say(lang: Lang, n: u64, goal: Goal, finding: &Finding) -> Vec<Piece> {
    match goal {
        Goal::Rate(p) => at_rate(lang, n, p, finding),
        Goal::Memory(n_bits) => in_budget(lang, n, n_bits, finding),
    }
}

fn plain(text: &str) -> Piece {
    Plain(text.into())
}

/// So many bits a key.
fn bits(lang: Lang, x: f64) -> [Piece; 2] {
    let number = significant(x, 3);
    let unit = lang.pick(if number == "1" { " bit a key" } else { " bits a key" }, " 位");
    [Result(number), plain(unit)]
}

fn ratio(lang: Lang, x: f64) -> Piece {
    let x = significant(x, 2);
    Result(match lang {
        Lang::En => format!("{x} times"),
        Lang::Zh => format!("{x} 倍"),
    })
}

fn at_rate(lang: Lang, n: u64, p: f64, finding: &Finding) -> Vec<Piece> {
    let (keys, rate) = (Number(count(n)), Number(percent(p)));
    let Some(best) = finding.best else {
        return match lang {
            Lang::En => vec![plain("No filter here keeps "), keys, plain(" keys at "), rate, plain(".")],
            Lang::Zh => vec![keys, plain(" 个键、误判率 "), rate, plain("：这里没有过滤器做得到。")],
        };
    };
    let who = spoken(lang, best.contender);
    let mut out = match lang {
        Lang::En => {
            let smallest = format!(" or better: the smallest filter is the {who} with ");
            vec![keys, plain(if n == 1 { " key at " } else { " keys at " }), rate, plain(&smallest)]
        }
        Lang::Zh => vec![keys, plain(" 个键、误判率不超过 "), rate, plain(&format!("：最小的是{who}，每键 "))],
    };
    out.extend(bits(lang, best.bits_per_key));
    out.push(plain(lang.pick(".", "。")));
    if let (Some(deletable), Some(bloom)) = (finding.deletable, finding.bloom) {
        let (times, who) = (deletable.bits_per_key / bloom.bits_per_key, spoken(lang, deletable.contender));
        if times >= 1.05 {
            let (before, after) = match lang {
                Lang::En => {
                    (" Being able to delete costs ", format!(" the memory of a Bloom filter at least ({who})."))
                }
                Lang::Zh => ("要能删除，内存至少是布隆过滤器的 ", format!("（{who}）。")),
            };
            out.extend([plain(before), ratio(lang, times), plain(&after)]);
        } else {
            let before = match lang {
                Lang::En => format!(" Being able to delete costs nothing here: the {who} takes "),
                Lang::Zh => format!("在这里，能删除并不更贵：{who}每键 "),
            };
            out.push(plain(&before));
            out.extend(bits(lang, deletable.bits_per_key));
            out.push(plain(lang.pick(".", "。")));
        }
    }
    if let Some(exact) = finding.exact {
        let who = spoken(lang, exact.contender);
        let (before, after) = match lang {
            Lang::En => (" Never to err takes ".to_owned(), format!(" at least ({who}).")),
            Lang::Zh => (format!("完全不出错，最省的是{who}，每键 "), "。".to_owned()),
        };
        out.push(plain(&before));
        out.extend(bits(lang, exact.bits_per_key));
        out.push(plain(&after));
    }
    out
}

fn in_budget(lang: Lang, n: u64, n_bits: u64, finding: &Finding) -> Vec<Piece> {
    let (keys, size) = (Number(count(n)), Number(bytes(lang, n_bits.div_ceil(8))));
    let Some(best) = finding.best else {
        return match lang {
            Lang::En => vec![plain("No filter here holds "), keys, plain(" keys in "), size, plain(".")],
            Lang::Zh => vec![size, plain(" 放不下 "), keys, plain(" 个键：这里没有过滤器做得到。")],
        };
    };
    let rate = |rate| Result(percent_of_theory(rate));
    let mut out = match lang {
        Lang::En => vec![
            keys,
            plain(if n == 1 { " key in " } else { " keys in " }),
            size,
            plain(&format!(": the {} errs least, by theory ", spoken(lang, best.contender))),
            rate(best.rate),
            plain(" of the time."),
        ],
        Lang::Zh => vec![
            size,
            plain(" 放 "),
            keys,
            plain(&format!(" 个键：{}误判最少，理论上是 ", spoken(lang, best.contender))),
            rate(best.rate),
            plain("。"),
        ],
    };
    if let (Some(deletable), Some(bloom)) = (finding.deletable, finding.bloom) {
        let who = spoken(lang, deletable.contender);
        out.extend(match lang {
            Lang::En => vec![
                plain(&format!(" Of those that can delete, the {who} does best: ")),
                rate(deletable.rate),
                plain(", where a Bloom filter has "),
                rate(bloom.rate),
                plain("."),
            ],
            Lang::Zh => vec![
                plain(&format!("能删除的里面数{who}最好：")),
                rate(deletable.rate),
                plain("，布隆过滤器是 "),
                rate(bloom.rate),
                plain("。"),
            ],
        });
    }
    if let Some(exact) = finding.exact {
        out.push(Plain(match lang {
            Lang::En => {
                format!(" The budget even pays for the {}, which never errs.", spoken(lang, exact.contender))
            }
            Lang::Zh => format!("这么多内存甚至够用{}，它从不出错。", spoken(lang, exact.contender)),
        }));
    }
    out
}
