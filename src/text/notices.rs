//! What the visitor is told when something could not be done as asked.

use super::Lang;
use super::number::{bytes, count, percent, plural, significant};
use crate::experiment::SourceError;
use crate::scenario::{LinkProblem, Notice, NumberProblem};
use crate::theory::solve::{Number, SolveError};

/// A notice in words.
#[must_use]
pub fn notice(lang: Lang, notice: &Notice) -> String {
    match notice {
        Notice::Link { name, value, problem, used } => link(lang, name, value, problem, used.as_deref()),
        Notice::LinkNumbers(problem) => {
            let what = sizing(lang, problem);
            match lang {
                Lang::En => {
                    format!("The numbers in the link do not go together: {what} The usual example is shown instead.")
                }
                Lang::Zh => format!("链接里的几个数对不上：{what}这里先用默认的例子。"),
            }
        }
        Notice::Numbers(problem) => {
            let what = sizing(lang, problem);
            match lang {
                Lang::En => format!("{what} Nothing was changed."),
                Lang::Zh => format!("{what}没有做任何改动。"),
            }
        }
        Notice::Variant(error) => {
            let what = super::variants::spec_error(lang, error);
            match lang {
                Lang::En => format!("Nothing was changed: {what}."),
                Lang::Zh => format!("没有做任何改动：{what}。"),
            }
        }
        Notice::Typed { field, value, problem } => {
            let what = number_problem(lang, problem);
            let field = match *field {
                "count" => super::lab::gen_count(lang),
                "seed" => lang.pick("Seed", "种子"),
                "budget" => super::compare::budget(lang),
                "rate" => super::compare::rate(lang),
                letter => letter,
            };
            match lang {
                Lang::En => format!("{field}: “{value}” was not used: {what}."),
                Lang::Zh => format!("{field}：没有采用“{value}”：{what}。"),
            }
        }
        Notice::Ways(issue) => {
            let name = super::ways::field(lang, issue.field);
            adjusted(lang, name, issue.given, issue.used)
        }
        Notice::Pair(issue) => {
            let name = super::ways::pair_field(lang, issue.field);
            adjusted(lang, &name, issue.given as f64, issue.used as f64)
        }
        Notice::TooLarge { n_bits } => {
            let size = bytes(lang, n_bits.div_ceil(8));
            match lang {
                Lang::En => {
                    format!("{size} is more than this page builds (256 MiB at most). The numbers below still hold.")
                }
                Lang::Zh => format!("{size} 超出了本页能构建的上限（256 MiB）。下面的计算仍然有效。"),
            }
        }
        Notice::MemoryRefused { n_bits } => {
            let size = bytes(lang, n_bits.div_ceil(8));
            match lang {
                Lang::En => format!("The browser would not give {size} of memory. Undo brings the filter before back."),
                Lang::Zh => format!("浏览器没有给出 {size} 内存。撤销可以回到原来的过滤器。"),
            }
        }
        Notice::TooManyKeys { count: asked, most } => {
            let (asked, most) = (count(*asked), count(*most));
            match lang {
                Lang::En => {
                    format!("{asked} keys are more than this generator makes: {most} at most. Nothing was changed.")
                }
                Lang::Zh => format!("{asked} 个键超出了这个生成器的上限 {most}。没有做任何改动。"),
            }
        }
        Notice::KeyTooLong { bytes: length } => {
            let length = bytes(lang, *length);
            match lang {
                Lang::En => {
                    format!("A key of {length} is too long for the field (64 KiB at most); put it into a file.")
                }
                Lang::Zh => format!("{length} 的键太长，输入框最多接受 64 KiB；可以写进文件再读入。"),
            }
        }
        Notice::LinkCopied { missing: 0 } => super::shell::link_copied(lang).into(),
        Notice::LinkCopied { missing } => {
            let fit = if *missing == 1 { "does" } else { "do" };
            match lang {
                Lang::En => {
                    let keys = plural(*missing, "key", "keys");
                    format!("Link copied. It carries everything but {keys}, which {fit} not fit into a link.")
                }
                Lang::Zh => format!("链接已复制。其中 {} 个键装不进链接，其余内容都在。", count(*missing)),
            }
        }
        Notice::KeysMissing { keys } => match lang {
            Lang::En => {
                let (more, they) =
                    (plural(*keys, "more key", "more keys"), if *keys == 1 { "it is" } else { "they are" });
                format!("The filter of this link held {more} than a link can carry; {they} not here.")
            }
            Lang::Zh => format!("这个链接的过滤器里还有 {} 个键，链接装不下，这里没有它们。", count(*keys)),
        },
        Notice::LinkInAddressBar => lang
            .pick(
                "The page may not use the clipboard here; copy the link from the address bar.",
                "这里无法使用剪贴板，请从地址栏复制链接。",
            )
            .into(),
        Notice::WorkerFailed { reason } if reason.trim().is_empty() => match lang {
            Lang::En => "The background work failed. What you had is still there; try again.".to_owned(),
            Lang::Zh => "后台计算出错。原有内容都在，可以再试一次。".to_owned(),
        },
        Notice::WorkerFailed { reason } => match lang {
            Lang::En => format!("The background work failed ({reason}). What you had is still there; try again."),
            Lang::Zh => format!("后台计算出错（{reason}）。原有内容都在，可以再试一次。"),
        },
    }
}

/// A number that cannot be had, and what is used instead.
fn adjusted(lang: Lang, name: &str, given: f64, used: f64) -> String {
    let [given, used] = [given, used].map(|x| if x < 1.0 { significant(x, 3) } else { count(x as u64) });
    match lang {
        Lang::En => format!("{name}: {given} cannot be had with the other numbers; {used} is used."),
        Lang::Zh => format!("{name}：与其他几个数放在一起，{given} 行不通，改用 {used}。"),
    }
}

fn link(lang: Lang, name: &str, value: &str, problem: &LinkProblem, used: Option<&str>) -> String {
    let what = match problem {
        LinkProblem::UnknownName => {
            return match lang {
                Lang::En => format!("The link names “{name}”, which Bloomscope does not know; it was left out."),
                Lang::Zh => format!("链接里的“{name}”无法识别，已忽略。"),
            };
        }
        LinkProblem::UnknownValue { known } => match lang {
            Lang::En => format!("possible are {known}"),
            Lang::Zh => format!("可用的有 {known}"),
        },
        LinkProblem::Number(problem) => number_problem(lang, problem),
        LinkProblem::Parameter { position } => match lang {
            Lang::En => format!("parameter {position} after the name is no number, or one too many"),
            Lang::Zh => format!("名称后的第 {position} 个参数不是数字，或是多余的"),
        },
        LinkProblem::Variant(error) => super::variants::spec_error(lang, error),
        LinkProblem::Generator(problem) => generator(lang, problem),
        LinkProblem::Excluded { by } => match lang {
            Lang::En => format!("{by} is given already, and only one of the two counts"),
            Lang::Zh => format!("已经给了 {by}，两者只能取一"),
        },
        LinkProblem::Repeated => lang.pick("it stands there twice", "它出现了两次").into(),
    };
    match (lang, used) {
        (Lang::En, Some(used)) => format!("{name}={value} in the link was not used: {what}. Used instead: “{used}”."),
        (Lang::En, None) => format!("{name}={value} in the link was not used: {what}."),
        (Lang::Zh, Some(used)) => format!("链接里的 {name}={value} 没有采用：{what}。改用“{used}”。"),
        (Lang::Zh, None) => format!("链接里的 {name}={value} 没有采用：{what}。"),
    }
}

/// Why the numbers do not go together, and what would work: whole sentences.
#[must_use]
pub fn sizing(lang: Lang, problem: &SolveError) -> String {
    match *problem {
        SolveError::TooFew { .. } => lang
            .pick(
                "Two of n, p, m and k are needed, and p with k is not enough.",
                "n、p、m、k 里至少要有两个，而只有 p 和 k 不够。",
            )
            .into(),
        SolveError::OnlyRatio { bits_per_key } => {
            let ratio = significant(bits_per_key, 3);
            match lang {
                Lang::En => format!("p and k alone say only that a key needs {ratio} bits; n or m is missing."),
                Lang::Zh => format!("只有 p 和 k，只能得出每个键要 {ratio} 位；还缺 n 或 m。"),
            }
        }
        SolveError::OutOfRange { which, value, min, max } => {
            let (name, value, min, max) = (letter(which), count(value), count(min), count(max));
            match lang {
                Lang::En => format!("{name} = {value} is out of range: {min} to {max}."),
                Lang::Zh => format!("{name} = {value} 超出范围：应在 {min} 到 {max} 之间。"),
            }
        }
        SolveError::RateOutOfRange { value } => match lang {
            Lang::En => format!("p = {value} is not a rate: it must lie between 0 and 1, both excluded."),
            Lang::Zh => format!("p = {value} 不是误判率：必须大于 0 且小于 1。"),
        },
        SolveError::Unreachable { target, best, bits_needed, keys_possible } => {
            let (target, best) = (percent(target), percent(best));
            let needed = bits_needed.map(count);
            let (keys, keys_en) = (count(keys_possible), plural(keys_possible, "key", "keys"));
            match (lang, needed) {
                (Lang::En, Some(m)) if keys_possible == 0 => {
                    format!("These bits cannot reach {target}; the best is {best}. It takes {m} bits.")
                }
                (Lang::Zh, Some(m)) if keys_possible == 0 => {
                    format!("这么多位达不到 {target}，最好也只有 {best}。需要 {m} 位。")
                }
                (Lang::En, Some(m)) => {
                    format!(
                        "These bits cannot reach {target}; the best is {best}. It takes {m} bits, or at most {keys_en}."
                    )
                }
                (Lang::En, None) => format!("These bits cannot reach {target}; the best is {best}."),
                (Lang::Zh, Some(m)) => {
                    format!("这么多位达不到 {target}，最好也只有 {best}。需要 {m} 位，或者最多插入 {keys} 个键。")
                }
                (Lang::Zh, None) => format!("这么多位达不到 {target}，最好也只有 {best}。"),
            }
        }
        SolveError::TooLarge { which, max, .. } => {
            let (name, max) = (letter(which), count(max));
            match lang {
                Lang::En => format!("{name} would be larger than {max}, the most this calculator takes."),
                Lang::Zh => format!("{name} 会超过 {max}，这是计算器的上限。"),
            }
        }
    }
}

const fn letter(number: Number) -> &'static str {
    match number {
        Number::Keys => "n",
        Number::Rate => "p",
        Number::Bits => "m",
        Number::Hashes => "k",
    }
}

fn generator(lang: Lang, problem: &SourceError) -> String {
    match problem {
        SourceError::UnknownKind(word) => match lang {
            Lang::En => format!("there is no generator “{word}”; there are seq, rand, uuid and words"),
            Lang::Zh => format!("没有叫“{word}”的生成器，可用的有 seq、rand、uuid、words"),
        },
        SourceError::BadCount(word) => match lang {
            Lang::En => format!("“{word}” is not a number of keys; a generator is written like seq:1000"),
            Lang::Zh => format!("“{word}”不是键数，生成器要写成 seq:1000 这样"),
        },
        SourceError::TooMany { max, .. } => match lang {
            Lang::En => format!("at most {} keys are generated", count(*max)),
            Lang::Zh => format!("最多生成 {} 个键", count(*max)),
        },
        SourceError::BadStart(word) => match lang {
            Lang::En => format!("“{word}” is not a first number"),
            Lang::Zh => format!("“{word}”不能作起始编号"),
        },
        SourceError::LongPrefix { max, .. } => match lang {
            Lang::En => format!("the prefix has more than {max} bytes"),
            Lang::Zh => format!("前缀超过 {max} 字节"),
        },
        SourceError::Surplus(rest) => match lang {
            Lang::En => format!("“{rest}” after the number of keys means nothing here"),
            Lang::Zh => format!("键数后面的“{rest}”没有意义"),
        },
    }
}

/// What is wrong with a number, as the end of a sentence.
#[must_use]
pub fn number_problem(lang: Lang, problem: &NumberProblem) -> String {
    match problem {
        NumberProblem::Empty => lang.pick("it is empty", "内容是空的").into(),
        NumberProblem::NotANumber => lang.pick("it is not a number", "这不是数字").into(),
        NumberProblem::NotWhole => lang.pick("it must be a whole number", "需要整数").into(),
        NumberProblem::OutOfRange { low, high } => {
            let (low, high) = (count(*low), count(*high));
            match lang {
                Lang::En => format!("it must lie between {low} and {high}"),
                Lang::Zh => format!("必须在 {low} 到 {high} 之间"),
            }
        }
        NumberProblem::NotARate => lang
            .pick(
                "a rate lies between 0 and 1, both excluded (0.01, 1% and 1in100 are the same)",
                "误判率必须大于 0 且小于 1（0.01、1%、1in100 是一个意思）",
            )
            .into(),
    }
}
