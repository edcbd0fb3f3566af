//! Golden drawings of the Compare room: made-up measurements drawn to SVG and compared byte for byte with `tests/golden/*.svg`.
//!
//! After an intended change, `BLESS=1 cargo test --test compare_charts` writes the files anew; look at each of them.

use bloomscope::chart::{Font, Look, Palette, Plate, Rgb, nearest, plate_svg, stops};
use bloomscope::experiment::{Contender, Contest, ContestTally, Fate, Goal, KeySource, Lap, Laps, RoundTally};
use bloomscope::hash::HashSpec;
use bloomscope::text::{Lang, compare as words, ways};
use bloomscope::theory::interval::Observed;
use bloomscope::view::compare::{Line, Row, Speeds, Trade, rows};
use bloomscope::view::ways::{Measure, Rounds};
use std::path::PathBuf;

/// Colours of no meaning but distinct.
const PALETTE: Palette = Palette([
    Rgb(252, 251, 246),
    Rgb(27, 33, 48),
    Rgb(96, 102, 115),
    Rgb(217, 221, 229),
    Rgb(34, 84, 190),
    Rgb(0, 124, 130),
    Rgb(190, 110, 0),
    Rgb(205, 25, 80),
]);

/// A table whose first contenders were measured, a little above theory.
fn table(goal: Goal) -> (Contest, Vec<Row>) {
    let (hash, source) = (HashSpec::default(), KeySource::default());
    let contest = Contest { n: 10_000, goal, hash, source, seed: 1, n_probes: 400_000 };
    let result = |(i, contender): (usize, Contender)| {
        let design = contest.design(contender).ok()?;
        let false_positives = (design.rate? * 4.2e5) as u64;
        let tally = ContestTally {
            fate: Fate::Built,
            n_bits: design.n_bits,
            members: 10_000,
            probes: 400_000,
            false_positives,
            ..ContestTally::default()
        };
        let lap = |nanos| Lap { operations: 1000, nanos };
        let nanos = 20_000 + 9000 * i as u64;
        Some((contender, tally, Laps { insert: lap(2 * nanos), hit: lap(nanos), miss: lap(nanos / 2) }))
    };
    let results: Vec<_> = Contender::ALL.into_iter().take(9).enumerate().filter_map(result).collect();
    let rows = rows(&contest, &results);
    (contest, rows)
}

fn check(name: &str, plate: &Plate, lang: Lang, size: (f64, f64), title: Option<&str>) {
    let font = Font { family: "system-ui, sans-serif".to_owned(), size: 13.0 };
    let drawn = plate_svg(plate, &Look { size, palette: &PALETTE, font: &font, lang, title });
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("svg");
    if std::env::var_os("BLESS").is_some() {
        assert!(std::fs::write(&path, &drawn).is_ok(), "{name}: the golden file cannot be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(drawn == golden, "{name}: the drawing changed; BLESS=1 writes it, if that is intended: then look at it");
}

#[test]
fn the_price_of_a_rate() {
    for (name, goal, lang, size) in [
        ("trade-rate", Goal::Rate(0.01), Lang::En, (960.0, 600.0)),
        ("trade-budget", Goal::Memory(200_000), Lang::Zh, (960.0, 600.0)),
    ] {
        let (contest, rows) = table(goal);
        let plate = Plate::Trade(Trade::new(&rows, contest.n, goal));
        check(name, &plate, lang, size, Some(words::trade_title(lang)));
    }
    let (contest, rows) = table(Goal::Rate(0.01));
    let plate = Plate::Trade(Trade::new(&rows, contest.n, Goal::Rate(0.01)));
    check("trade-narrow", &plate, Lang::En, (328.0, 320.0), None);
}

#[test]
fn the_times() {
    let plate = Plate::Speeds(Speeds::new(&table(Goal::Rate(0.01)).1));
    check("speeds", &plate, Lang::En, (960.0, 600.0), Some(words::speed_title(Lang::En)));
}

/// Rounds in which cleared bits deny more and more, and a filter that forgets nothing errs more and more.
fn deletions() -> Vec<RoundTally> {
    let round = |number: u64| {
        let mut round = RoundTally { live: 1000, deleted: 100 * number, ..RoundTally::default() };
        for (place, way) in round.ways.iter_mut().enumerate() {
            way.denied = Observed { hits: if place == 1 { 900 - 900 / (number + 1) } else { 0 }, trials: 1000 };
            way.stale =
                Observed { hits: if place == 0 { 100 * number } else { 3 * place as u64 }, trials: 100 * number };
            way.false_positives = Observed { hits: 100 + number * (140 - 20 * place as u64), trials: 10_000 };
            way.n_bits = 9600 * (place as u64 + 1) + 4000 * number * u64::from(place >= 5);
        }
        round
    };
    (0..=10).map(round).collect()
}

#[test]
fn the_ways_over_rounds() {
    let rounds = deletions();
    for measure in Measure::ALL {
        let plate = Plate::Rounds(Rounds::new(measure, &rounds, 10, 7));
        let lang = if measure == Measure::Memory { Lang::Zh } else { Lang::En };
        let name = format!("ways-{}", measure.code());
        check(&name, &plate, lang, (640.0, 420.0), Some(ways::measure(lang, measure)));
    }
}

#[test]
fn what_is_read_off_is_what_is_drawn() {
    let (palette, font) = (PALETTE, Font { family: "system-ui".to_owned(), size: 13.0 });
    let look = Look { size: (960.0, 600.0), palette: &palette, font: &font, lang: Lang::En, title: None };
    let (contest, rows) = table(Goal::Rate(0.01));
    let trade = Plate::Trade(Trade::new(&rows, contest.n, Goal::Rate(0.01)));
    let all = stops(&trade, &look);
    assert!(all.len() > 4 && all.windows(2).all(|two| two[0].at.0 <= two[1].at.0), "from left to right");
    for (index, stop) in all.iter().enumerate() {
        let found = nearest(&trade, &all, stop.at).map(|found| all[found].at);
        assert_eq!(found, Some(stop.at), "{index}");
        assert!(stop.sentence().starts_with(&format!("{}: Bits a key ", stop.name)), "{}", stop.sentence());
    }
    let speeds = Plate::Speeds(Speeds::new(&rows));
    let rows_read = stops(&speeds, &look);
    assert_eq!(
        nearest(&speeds, &rows_read, (500.0, rows_read[3].at.1 + 4.0)),
        Some(3),
        "rows are told apart by height"
    );
    let rounds = Plate::Rounds(Rounds::new(Measure::Stale, &deletions(), 10, 7));
    let read = stops(&rounds, &look);
    let five = nearest(&rounds, &read, (read[5].at.0 + 6.0, 10.0));
    assert_eq!((read.len(), five), (11, Some(5)));
    assert!(
        read[5].sentence().starts_with("After round 5: Do nothing 500, Clear the bits 3,"),
        "{}",
        read[5].sentence()
    );
    assert_eq!(nearest(&rounds, &[], (0.0, 0.0)), None);
}

#[test]
fn curves_lie_where_arithmetic_has_them() {
    let bits = |line: Line| line.bits_per_key(1_000_000, 0.01).unwrap_or_default();
    let expected =
        [(Line::Bound, 6.644), (Line::Bloom, 9.585), (Line::Cuckoo, (6.644 + 3.0) / 0.95), (Line::Fuse, 1.125 * 6.644)];
    for (line, expected) in expected {
        assert!((bits(line) - expected).abs() < 0.001, "{line:?}: {}", bits(line));
    }
    assert!((9.8..11.5).contains(&bits(Line::Blocked)), "{}", bits(Line::Blocked));
}
