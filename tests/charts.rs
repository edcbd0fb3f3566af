//! Golden charts: fixed specs drawn to SVG and compared byte for byte with `tests/golden/*.svg`.
//!
//! After an intended change of the drawing, `BLESS=1 cargo test --test charts` writes the files anew; look at each of them
//! before committing it.

use bloomscope::chart::{Captions, Font, Palette, Picture, Rgb, svg};
use bloomscope::text::{Lang, curves as words};
use bloomscope::theory::rate::expected_fill;
use bloomscope::view::series::{ChartSpec, Kind, Observed, Plot, Request, Scale, Setting, Shown, Tally, sweep_points};
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

/// A small filter: 40 keys in 256 bits.
const SMALL: Setting = Setting { capacity: 40, len: 34, n_bits: 256, n_hashes: 3, target: Some(0.05), ones: Some(88) };
/// A usual one: a million keys at 1 %.
const LARGE: Setting =
    Setting { capacity: 1_000_000, len: 1_000_000, n_bits: 9_585_059, n_hashes: 7, target: Some(0.01), ones: None };

/// Measurements that are made up, but the same each time: a little above theory, with ever more probes.
fn observed(request: &Request) -> Vec<Observed> {
    let theory = request.chart();
    let places = sweep_points(request.plot, &request.setting);
    let tally = |(i, x): (usize, &f64)| {
        let probes = 400 + 200 * i as u64;
        let rate = theory.value(Kind::Bitwise, *x)?;
        let hits = libm::floor(rate * 1.1 * probes as f64 + 0.3) as u64;
        let (n, m, k) = request.setting.filter_at(request.plot, *x);
        Some(Observed { x: *x, tally: Tally { hits: hits.min(probes), probes }, fill_ratio: expected_fill(n, m, k) })
    };
    places.iter().enumerate().filter_map(tally).collect()
}

fn chart(request: &Request) -> ChartSpec {
    request.observe(request.chart(), &observed(request))
}

fn check(name: &str, chart: &ChartSpec, lang: Lang, size: (f64, f64), cursor: Option<f64>, standing_alone: bool) {
    let captions = Captions::new(chart, lang, words::title(lang, chart.plot));
    let font = Font { family: "system-ui, sans-serif".to_owned(), size: if standing_alone { 13.0 } else { 11.0 } };
    let picture = Picture {
        chart,
        size,
        palette: &PALETTE,
        font: &font,
        lang,
        cursor,
        captions: standing_alone.then_some(&captions),
    };
    let drawn = svg(&picture, &captions.title);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("svg");
    if std::env::var_os("BLESS").is_some() {
        assert!(std::fs::write(&path, &drawn).is_ok(), "{name}: the golden file cannot be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        drawn == golden,
        "{name}: the drawing changed, or has no file; BLESS=1 writes it, if that is intended: then look at it"
    );
}

fn request(plot: Plot, setting: Setting, x_scale: Scale, y_scale: Scale) -> Request {
    Request { plot, setting, x_scale, y_scale }
}

#[test]
fn the_labs_small_chart() {
    let chart = chart(&request(Plot::Keys, SMALL, Scale::Linear, Scale::Linear));
    let shown = Shown::of(&[Kind::Exact, Kind::Measured]);
    check("lab", &chart.clone().only(shown), Lang::En, (348.0, 236.0), None, false);
    check("lab-reading", &chart.only(shown), Lang::Zh, (348.0, 236.0), Some(50.0), false);
}

#[test]
fn every_view_with_all_its_lines() {
    for (plot, name) in
        [(Plot::Keys, "keys"), (Plot::Hashes, "hashes"), (Plot::BitsPerKey, "bits"), (Plot::Target, "target")]
    {
        let x_scale = if plot == Plot::Target { Scale::Log } else { Scale::Linear };
        let small = chart(&request(plot, SMALL, x_scale, Scale::Linear));
        check(&format!("{name}-linear"), &small, Lang::En, (860.0, 520.0), None, true);
        let large = chart(&request(plot, LARGE, Scale::Log, Scale::Log));
        check(&format!("{name}-log"), &large, Lang::Zh, (860.0, 520.0), None, true);
    }
}

/// Rates far below what can be counted: powers of ten, no bar as high as the plot, the best k beyond the axis named.
#[test]
fn tiny_rates() {
    let tiny = Setting { capacity: 40, len: 40, n_bits: 100_000, n_hashes: 5, target: None, ones: None };
    for (y_scale, name) in [(Scale::Linear, "tiny-linear"), (Scale::Log, "tiny-log")] {
        let request = request(Plot::Hashes, tiny, Scale::Linear, y_scale);
        let nothing = Tally { hits: 0, probes: 10_000 };
        let see = |x: f64| Observed { x, tally: nothing, fill_ratio: expected_fill(40, 100_000, x as u32) };
        let observed: Vec<Observed> = sweep_points(Plot::Hashes, &tiny).into_iter().map(see).collect();
        check(name, &request.observe(request.chart(), &observed), Lang::En, (640.0, 400.0), None, true);
    }
}

#[test]
fn a_narrow_picture_breaks_its_legend() {
    let chart = chart(&request(Plot::BitsPerKey, SMALL, Scale::Linear, Scale::Log));
    check("narrow", &chart, Lang::En, (320.0, 420.0), None, true);
}

#[test]
fn the_golden_test_can_fail() {
    let linear = chart(&request(Plot::Keys, SMALL, Scale::Linear, Scale::Linear));
    let log = chart(&request(Plot::Keys, SMALL, Scale::Linear, Scale::Log));
    let font = Font { family: "sans-serif".to_owned(), size: 11.0 };
    let drawn = |chart| {
        let picture = Picture {
            chart,
            size: (348.0, 236.0),
            palette: &PALETTE,
            font: &font,
            lang: Lang::En,
            cursor: None,
            captions: None,
        };
        svg(&picture, "")
    };
    assert_ne!(drawn(&linear), drawn(&log));
    assert_eq!(drawn(&linear), drawn(&linear.clone()));
}
