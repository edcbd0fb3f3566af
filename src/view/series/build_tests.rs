use super::super::same;
use super::*;

fn setting() -> Setting {
    Setting { capacity: 40, len: 34, n_bits: 256, n_hashes: 3, target: Some(0.05), ones: None }
}

fn request(plot: Plot, y_scale: Scale) -> Request {
    Request { plot, setting: setting(), x_scale: Scale::Linear, y_scale }
}

fn points(chart: &ChartSpec, kind: Kind) -> &[Point] {
    chart.series(kind).map_or(&[], |series| &series.points)
}

#[test]
fn every_view_is_within_its_axes_and_rises_along_x() {
    for plot in Plot::ALL {
        for (x_scale, y_scale) in
            [(Scale::Linear, Scale::Linear), (Scale::Log, Scale::Log), (Scale::Log, Scale::Linear)]
        {
            let chart = Request { plot, setting: setting(), x_scale, y_scale }.chart();
            assert!(chart.x.low < chart.x.high && chart.y.low < chart.y.high, "{plot:?}");
            for series in &chart.series {
                assert!(series.points.len() > 10, "{plot:?} {:?}", series.kind);
                assert!(series.points.windows(2).all(|pair| pair[0].x < pair[1].x), "{plot:?} {:?}", series.kind);
                for point in &series.points {
                    assert!(point.x >= chart.x.low && point.x <= chart.x.high);
                    assert!(point.y <= chart.y.high, "{plot:?} {:?} {point:?} {:?}", series.kind, chart.y);
                }
            }
        }
    }
}

#[test]
fn the_rate_falls_with_k_until_the_best_and_rises_after_it() {
    let chart = request(Plot::Hashes, Scale::Linear).chart();
    let best = chart.mark(MarkKind::BestHashes).map_or(f64::NAN, |mark| mark.x);
    assert!((best - 256.0 / 40.0 * core::f64::consts::LN_2).abs() < 1e-12);
    let rates = points(&chart, Kind::Textbook);
    for pair in rates.windows(2) {
        if pair[1].x <= best {
            assert!(pair[1].y < pair[0].y);
        } else if pair[0].x >= best {
            assert!(pair[1].y > pair[0].y);
        }
    }
}

#[test]
fn a_measurement_appears_at_its_place_with_its_interval() {
    let request = request(Plot::Keys, Scale::Linear);
    let x = sweep_points(Plot::Keys, &request.setting)[7];
    let observed = [Observed { x, tally: Tally { hits: 50, probes: 1000 }, fill_ratio: 0.390_625 }];
    let chart = request.observe(request.chart(), &observed);
    assert_eq!(chart.value(Kind::Measured, x), Some(0.05));
    assert_eq!(chart.value(Kind::Realised, x), Some(libm::pow(100.0 / 256.0, 3.0)));
    let counted = points(&chart, Kind::Measured).first().and_then(|point| point.observed);
    assert!(
        counted.is_some_and(|(tally, interval)| tally.probes == 1000 && interval.low < 0.05 && 0.05 < interval.high)
    );
    assert!(chart.value(Kind::Exact, x).is_some(), "a line has a value wherever there is a measurement");
}

#[test]
fn the_axis_makes_room_for_a_measurement_that_is_surely_outside() {
    let request = request(Plot::Keys, Scale::Linear);
    let base = request.chart();
    let x = base.rows[3];
    let unsure =
        request.observe(base.clone(), &[Observed { x, tally: Tally { hits: 2, probes: 2 }, fill_ratio: 0.390_625 }]);
    assert!((unsure.y.high - base.y.high).abs() < 1e-12 || base.y.high < 0.35);
    let sure = request
        .observe(base.clone(), &[Observed { x, tally: Tally { hits: 900, probes: 1000 }, fill_ratio: 0.390_625 }]);
    assert!(sure.y.high >= 0.88);
}

#[test]
fn places_to_measure_are_whole_and_few() {
    for capacity in [1, 7, 40, 1_000_000] {
        for n_hashes in [1, 3, 7, 30, 255] {
            let setting =
                Setting { capacity, len: capacity, n_bits: 10 * capacity + 3, n_hashes, target: None, ones: None };
            for plot in Plot::ALL {
                let points = sweep_points(plot, &setting);
                assert!(points.len() <= 21, "{plot:?}");
                assert!(points.windows(2).all(|pair| pair[0] < pair[1]));
                let whole = |x: f64| x >= 1.0 && (x - libm::round(x)).abs() < 1e-9;
                assert!(points.iter().all(|&x| whole(x) || plot == Plot::BitsPerKey && same(x, setting.here(plot))));
                if plot == Plot::BitsPerKey {
                    assert_eq!(setting.filter_at(plot, setting.here(plot)).1, setting.n_bits);
                }
            }
            assert!(sweep_points(Plot::Hashes, &setting).contains(&f64::from(n_hashes)));
        }
    }
}

#[test]
fn bits_for_a_rate_are_those_of_the_literature() {
    for p in [0.3, 0.01, 1e-4, 1e-6] {
        let bits = whole_bits(p);
        let reached = (1..40).map(|k| libm::pow(-libm::expm1(-f64::from(k) / bits), f64::from(k)));
        assert!(
            (reached.fold(1.0, f64::min) / p - 1.0).abs() < 1e-9,
            "the best whole k reaches {p} with {bits} bits a key"
        );
        assert!(bits >= sizing::optimal_bits(1, p) * (1.0 - 1e-12) && bits < sizing::optimal_bits(1, p) * 1.12);
    }
    let chart = request(Plot::Target, Scale::Linear).chart();
    let (ideal, bound) = (points(&chart, Kind::Ideal), points(&chart, Kind::Bound));
    assert!(ideal.len() > 50 && ideal.len() == bound.len());
    for (a, b) in ideal.iter().zip(bound) {
        assert!((a.y / b.y - core::f64::consts::LOG2_E).abs() < 1e-9, "1.44 times the bound at every rate");
    }
}
