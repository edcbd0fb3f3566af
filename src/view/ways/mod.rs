//! Ways to live with deletions: their courses, and the file of them.

mod rounds;

pub use rounds::{Measure, Rounds};

use crate::experiment::{RoundTally, Way};

const HEAD: &str = "round,way,live,deleted,denied,stale,stale_asked,stale_for_operations,false_positives,probes,low95,high95,\
                    bits,peak_bits,keys_hashed,rebuilds,saturated_counters,refused";

/// A line for every round and way. Lines end as RFC 4180 wants.
#[must_use]
pub fn csv(rounds: &[RoundTally]) -> String {
    let mut out = HEAD.to_owned();
    for (number, round) in rounds.iter().enumerate() {
        for way in Way::ALL {
            out.push_str("\r\n");
            out.push_str(&line(number, round, way));
        }
    }
    out.push_str("\r\n");
    out
}

fn line(number: usize, round: &RoundTally, way: Way) -> String {
    let tally = round.of(way);
    let interval = tally.false_positives.interval();
    let whole = [tally.n_bits, tally.peak_bits, tally.hashed, tally.rebuilds, tally.saturated, tally.refused];
    format!(
        "{number},{},{},{},{},{},{},{},{},{},{},{},{}",
        way.code(),
        round.live,
        round.deleted,
        tally.denied.hits,
        tally.stale.hits,
        tally.stale.trials,
        tally.stale_for,
        tally.false_positives.hits,
        tally.false_positives.trials,
        interval.low,
        interval.high,
        whole.map(|value| value.to_string()).join(",")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_every_column() {
        let file = csv(&[RoundTally::default(), RoundTally::default()]);
        let columns: Vec<_> = file.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(columns, [18; 15]);
        assert!(file.contains("\r\n1,tombstones,0,0,"));
    }
}
