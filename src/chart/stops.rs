//! What can be read off a plate: places with words, in reading order.

use super::path::At;
use super::plate::{Look, Plate, trade_frame};
use super::rounds::rounds_frame;
use super::speeds::speeds_frame;
use crate::text::compare as words;
use crate::text::number::{count, percent, significant};
use crate::text::ways;
use crate::view::ways::{Measure, Rounds};

/// A place that can be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Where, in CSS pixels from the plate's upper left corner.
    pub at: At,
    /// What it is.
    pub name: String,
    /// Its values: name and number.
    pub values: Vec<(String, String)>,
}

impl Stop {
    /// The same in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let values = self.values.iter().map(|(name, value)| format!("{name} {value}"));
        format!("{}: {}", self.name, values.collect::<Vec<_>>().join(", "))
    }
}

/// Which way lies nearness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Near {
    Both,
    Across,
    Down,
}

/// The places of a plate, in reading order.
#[must_use]
pub fn stops(plate: &Plate, look: &Look<'_>) -> Vec<Stop> {
    match plate {
        Plate::Trade(trade) => {
            let frame = trade_frame(trade, look);
            let mut stops: Vec<Stop> = trade
                .spots
                .iter()
                .map(|spot| {
                    let mut values = vec![
                        (words::trade_y(look.lang).to_owned(), significant(spot.bits_per_key, 3)),
                        (words::trade_x(look.lang).to_owned(), percent(spot.rate)),
                    ];
                    if spot.is_measured {
                        let range = format!("{} – {}", percent(spot.interval.0), percent(spot.interval.1));
                        values.push((words::interval_name(look.lang).to_owned(), range));
                    }
                    let name = words::name(look.lang, spot.contender).to_owned();
                    Stop { at: frame.pixel(spot.rate, spot.bits_per_key), name, values }
                })
                .collect();
            stops.sort_by(|a, b| a.at.0.total_cmp(&b.at.0));
            stops
        }
        Plate::Speeds(speeds) => {
            let frame = speeds_frame(speeds, look);
            let row = |(place, (contender, times)): (usize, &(_, Vec<(_, f64)>))| Stop {
                at: (frame.column(speeds, times.iter().map(|&(_, each)| each).fold(0.0, f64::max)), frame.row(place)),
                name: words::name(look.lang, *contender).to_owned(),
                values: times
                    .iter()
                    .map(|&(operation, each)| (words::operation(look.lang, operation).to_owned(), words::nanos(each)))
                    .collect(),
            };
            speeds.rows.iter().enumerate().map(row).collect()
        }
        Plate::Rounds(rounds) => {
            let frame = rounds_frame(rounds, look);
            let n = rounds.lines.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
            (0..n)
                .map(|round| of_round(rounds, look, round, frame.pixel(round as f64, 0.0).0, frame.top + frame.height))
                .collect()
        }
    }
}

fn of_round(rounds: &Rounds, look: &Look<'_>, round: usize, x: f64, base: f64) -> Stop {
    let number = |value: f64| match rounds.measure {
        Measure::Denied | Measure::Stale => count(value as u64),
        Measure::Rate => percent(value),
        Measure::Memory => format!("{}\u{202f}KiB", significant(value, 4)),
    };
    let values = rounds.lines.iter().filter_map(|(way, values)| {
        let value = values.get(round)?;
        Some((ways::name(look.lang, *way).to_owned(), number(*value)))
    });
    Stop { at: (x, base), name: ways::after_round(look.lang, round as u64), values: values.collect() }
}

/// The stop nearest to a point; none where the plate has none.
#[must_use]
pub fn nearest(plate: &Plate, stops: &[Stop], (x, y): At) -> Option<usize> {
    let near = match plate {
        Plate::Trade(_) => Near::Both,
        Plate::Speeds(_) => Near::Down,
        Plate::Rounds(_) => Near::Across,
    };
    let far = |stop: &Stop| {
        let (across, down) = (stop.at.0 - x, stop.at.1 - y);
        match near {
            Near::Both => across * across + down * down,
            Near::Across => across * across,
            Near::Down => down * down,
        }
    };
    let distances = stops.iter().map(far).enumerate();
    distances.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(index, _)| index)
}
