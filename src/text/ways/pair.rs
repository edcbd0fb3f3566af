//! Two filters combined, or refused.

use crate::experiment::{Combined, PairField, PairSpec, Refused, Side};
use crate::filter::SpecField;
use crate::text::number::{count, percent, plural, significant};
use crate::text::{Lang, messages};
use crate::theory::estimate::Estimate;
use crate::theory::interval::Observed;

messages! {
    pair_title: "Two filters combined", "两个过滤器合起来";
    keys_in_common: "Keys in both", "共有的键";
    pair_digest: "Hash of B", "B 的哈希";
    same_digest: "as A’s", "与 A 相同";
    union: "A or B: the union", "A 或 B：并集";
    intersection: "A and B: the intersection", "A 与 B：交集";
    extra: "1 in both, but set by no common key", "两边都是 1，却没有一个共有的键置过它";
    truth: "keys", "键数";
    estimated: "estimated from the ones", "由 1 的个数估计";
    estimated_of_three: "estimated from A, B and union", "由 A、B 与并集估计";
    ones: "ones", "1 的个数";
    rate_measured: "false positives", "误判率（实测）";
    same_again: "Make B like A", "让 B 与 A 一致";
    pair_source: "Estimates: n̂ = −(m/k) ln(1 − X/m) (Swamidass & Baldi 2007); for the intersection n̂(A) + n̂(B) − n̂(A or B), since its own ones would count chance meetings as well.", "估计：n̂ = −(m/k) ln(1 − X/m)（Swamidass 与 Baldi，2007）；交集用 n̂(A) + n̂(B) − n̂(A 或 B)，因为直接数它的 1 会把碰巧重合的也算进去。";
}

/// The field of a number.
#[must_use]
pub fn pair_field(lang: Lang, field: PairField) -> String {
    let of = |side| match side {
        Side::A => "A",
        Side::B => "B",
    };
    match (lang, field) {
        (Lang::En, PairField::Keys(side)) => format!("Keys in {}", of(side)),
        (Lang::Zh, PairField::Keys(side)) => format!("{} 的键", of(side)),
        (_, PairField::Common) => keys_in_common(lang).to_owned(),
        (Lang::En, PairField::Bits(side)) => format!("m of {}", of(side)),
        (Lang::Zh, PairField::Bits(side)) => format!("{} 的 m", of(side)),
        (Lang::En, PairField::Hashes(side)) => format!("k of {}", of(side)),
        (Lang::Zh, PairField::Hashes(side)) => format!("{} 的 k", of(side)),
    }
}

/// A picture of bits in a sentence, for those who do not see it.
#[must_use]
pub fn pair_label(lang: Lang, name: &str, ones: u64, n_bits: u64) -> String {
    match lang {
        Lang::En => format!("{name}: {} of {}", plural(ones, "one", "ones"), plural(n_bits, "bit", "bits")),
        Lang::Zh => format!("{name}：{} 位里有 {} 个 1", count(n_bits), count(ones)),
    }
}

/// What came of combining, in one sentence.
#[must_use]
pub fn pair_finding(lang: Lang, spec: &PairSpec, combined: &Combined) -> String {
    let common = spec.input().common;
    let extra = combined.extra_ones();
    let all = combined.union.truth;
    let [with, without] = [&combined.intersection, &combined.from_scratch].map(|counted| rate(counted.false_positives));
    match lang {
        Lang::En => {
            let price = if with == without {
                format!("; the rate measured here is {with} either way")
            } else {
                format!(", and so a rate of {with} instead of {without}")
            };
            format!(
                "Or-ing the bits gives exactly the filter of all {}, as if they had been inserted one by one. And-ing them \
                 denies none of the {}, but leaves {} that no common key set{price}.",
                plural(all, "key", "keys"),
                plural(common, "common key", "common keys"),
                plural(extra, "one", "ones"),
            )
        }
        Lang::Zh => {
            let price = if with == without {
                format!("；这里测得的误判率都是 {with}")
            } else {
                format!("，误判率因此是 {with}，而不是 {without}")
            };
            format!(
                "按位或，得到的正是装了全部 {} 个键的过滤器，与逐个插入毫无二致。按位与，{} 个共有的键一个也不会漏判，\
                 但会多出 {} 个与它们无关的 1{price}。",
                count(all),
                count(common),
                count(extra),
            )
        }
    }
}

/// A measured rate.
#[must_use]
pub fn rate(seen: Observed) -> String {
    seen.rate().map_or_else(|| "–".to_owned(), percent)
}

/// An estimate with its standard error.
#[must_use]
pub fn estimate(lang: Lang, estimate: Option<Estimate>) -> String {
    let Some(Estimate { value, standard_error }) = estimate else {
        return lang.pick("none: every bit is 1", "无法估计：全是 1").to_owned();
    };
    // By chance a difference may come out below nought; no set has fewer keys than none.
    let value = value.max(0.0);
    let figure = if standard_error < 10.0 { format!("{value:.1}") } else { count(libm::round(value) as u64) };
    format!("{figure} ± {}", significant(standard_error, 2))
}

/// Why two filters are not combined, and what doing it all the same would have done.
#[must_use]
pub fn refusal(lang: Lang, refused: &Refused) -> String {
    let field = match refused.field {
        SpecField::Bits => "m",
        SpecField::Hashes => "k",
        SpecField::Hash => lang.pick("hash", "哈希"),
    };
    let (own, other) = match refused.read_as {
        Side::A => ("A", "B"),
        Side::B => ("B", "A"),
    };
    let (denied, asked) = (count(refused.denied.hits), count(refused.denied.trials));
    if refused.denied.trials == 0 {
        return match lang {
            Lang::En => format!("Not combined: A and B differ in {field}. There is no key yet whom it would harm."),
            Lang::Zh => format!("不能合并：A 与 B 的 {field} 不同。眼下还没有键会因此漏判。"),
        };
    }
    match lang {
        Lang::En => format!(
            "Not combined: A and B differ in {field}. Their bits thrown together and read as {own}'s would deny {denied} of \
             the {asked} keys in {other}."
        ),
        Lang::Zh => format!(
            "不能合并：A 与 B 的 {field} 不同。硬把两边的位并在一起、按 {own} 的方式查询，{other} 的 {asked} 个键中会漏判 {denied} 个。"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_the_field_and_the_harm() {
        let denied = Observed { hits: 3, trials: 1000 };
        let refused = Refused { field: SpecField::Hashes, read_as: Side::B, denied, example: None };
        let said = refusal(Lang::En, &refused);
        assert!(said.contains("differ in k.") && said.contains("keys in A"), "{said}");
    }

    #[test]
    fn an_estimate_has_its_error() {
        let of = |value, standard_error| estimate(Lang::En, Some(Estimate { value, standard_error }));
        assert_eq!((of(39.27, 1.234).as_str(), of(1234.6, 56.7).as_str()), ("39.3 ± 1.2", "1,235 ± 57"));
        assert!(estimate(Lang::Zh, None).contains('1'));
    }
}
