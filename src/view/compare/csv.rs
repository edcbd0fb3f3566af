//! The table as a file.

use super::{Abilities, Needs, Row};
use crate::experiment::{Fate, Operation};

const HEAD: &str = "structure,status,bits,bits_per_key,theoretical_rate,false_positives,probes,low95,high95,\
                    false_negatives,members,insert_ns,hit_ns,miss_ns,cache_lines_per_hit,estimated_keys,deletes,grows,merges,needs";

/// Lines end as RFC 4180 wants; what is not known is empty.
#[must_use]
pub fn csv(rows: &[Row]) -> String {
    let mut out = HEAD.to_owned();
    for row in rows {
        out.push_str("\r\n");
        out.push_str(&fields(row).join(","));
    }
    out.push_str("\r\n");
    out
}

fn fields(row: &Row) -> Vec<String> {
    let status = match (row.design, row.fate()) {
        (Err(_), _) => "not built",
        (_, None | Some(Fate::Absent)) => "not measured",
        (_, Some(Fate::Built)) => "measured",
        (_, Some(Fate::NoRoom { .. })) => "no room",
        (_, Some(Fate::Unsolved)) => "unsolved",
    };
    let tally = row.tally();
    let asked = tally.filter(|tally| tally.probes > 0);
    let interval = asked.map(|tally| tally.observed().interval());
    let whole = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
    let real = |value: Option<f64>| value.map(|value| format!("{value}")).unwrap_or_default();
    let can = Abilities::of(row.contender);
    let yes = |can: bool| if can { "yes" } else { "no" }.to_owned();
    let needs = match can.needs {
        Needs::Nothing => "nothing",
        Needs::Count => "count",
        Needs::Range => "range",
        Needs::Keys => "keys",
    };
    vec![
        row.contender.code().to_owned(),
        status.to_owned(),
        whole(row.n_bits()),
        real(row.bits_per_key()),
        real(row.theory()),
        whole(asked.map(|tally| tally.false_positives)),
        whole(asked.map(|tally| tally.probes)),
        real(interval.map(|interval| interval.low)),
        real(interval.map(|interval| interval.high)),
        whole(asked.map(|tally| tally.false_negatives)),
        whole(asked.map(|tally| tally.members)),
        real(row.speed(Operation::Insert)),
        real(row.speed(Operation::Hit)),
        real(row.speed(Operation::Miss)),
        real(row.lines()),
        whole(tally.map(|tally| tally.estimated).filter(|&estimated| estimated > 0)),
        yes(can.deletes),
        yes(can.grows),
        yes(can.merges),
        needs.to_owned(),
    ]
}
