use super::super::{Cell, Density, Gutter, Viewport, camera::Rect};
use super::tests_support::Bits;
use super::*;
use proptest::prelude::*;

fn palette() -> Palette {
    Palette::new(rgb(250, 249, 245), rgb(232, 233, 238), rgb(80, 110, 180), rgb(100, 104, 120))
}

fn picture<'a>(bits: &'a Bits, layout: &'a Layout, camera: &'a Camera, palette: &'a Palette) -> Picture<'a> {
    Picture { bits, layout, camera, palette, labels: Labels::default(), unit: 1.0, left: 0 }
}

/// The pixels of a canvas of which a part was painted; the others are 0. Its bands are low, so that there are several.
fn painted(picture: &Picture<'_>, width: usize, height: usize, span: Span) -> Vec<Rgba> {
    let mut canvas = vec![0; width * height];
    let mut frame = Frame::default();
    frame.resize(width as u32, height as u32);
    frame.band = 16;
    let mut next = span.y0;
    frame.paint(picture, span, |band, pixels| {
        assert_eq!((band.x0, band.x1, band.y0), (span.x0, span.x1, next));
        next = band.y1;
        for (y, row) in (band.y0..band.y1).zip(pixels.chunks(width)) {
            canvas[y * width + band.x0..y * width + band.x1].copy_from_slice(&row[band.x0..band.x1]);
        }
    });
    assert_eq!(next, span.y1);
    canvas
}

fn whole(width: usize, height: usize) -> Span {
    Span { x0: 0, y0: 0, x1: width, y1: height }
}

/// The naive twin: one pixel from the definitions in the module docs.
fn naive(picture: &Picture<'_>, x: usize, y: usize) -> Rgba {
    let Picture { bits, layout, camera, palette, .. } = *picture;
    let inside = |at: usize, start: f64, n: u64| (camera.edge(start, 0)..camera.edge(start, n)).contains(&(at as i64));
    if !inside(x, camera.x, layout.cols()) || !inside(y, camera.y, layout.rows()) {
        return palette.paper;
    }
    let get = |col, row| layout.index(Cell { col, row }).map(|index| bits.get(index));
    if camera.scale >= Metrics::GAP_FROM {
        let find = |at: usize, start: f64, n: u64| {
            (0..n)
                .find(|&i| camera.edge(start, i) <= at as i64 && (at as i64) < camera.edge(start, i + 1))
                .expect("inside")
        };
        let cell = Cell { col: find(x, camera.x, layout.cols()), row: find(y, camera.y, layout.rows()) };
        let Some(one) = get(cell.col, cell.row) else { return palette.paper };
        let colour = if one { palette.one } else { palette.zero };
        let metrics = Metrics::at(camera.scale);
        let gap = mix(colour, palette.paper, metrics.gap_strength);
        let body = camera.body_rect(cell);
        let (dx, dy) = (x as f64 - body.x, y as f64 - body.y);
        if dx < 0.0 || dy < 0.0 || dx >= body.w || dy >= body.h {
            return gap;
        }
        let corner = |d: f64| d.min(body.w - 1.0 - d) < metrics.radius;
        return if corner(dx) && corner(dy) { 0 } else { colour };
    }
    if camera.scale >= 0.25 || bits.density().layout() != layout {
        let side = boxes::side(camera.scale).min(layout.rows());
        let col = boxes::first(x, camera.x, camera.scale, side, layout.cols());
        let row = boxes::first(y, camera.y, camera.scale, side, layout.rows());
        if side == 1 {
            return get(col, row).map_or(palette.paper, |one| if one { palette.one } else { palette.zero });
        }
        let ones = (0..side * side).filter(|i| get(col + i % side, row + i / side) == Some(true)).count();
        return palette.density(ones as u32, (side * side) as u32);
    }
    let (level, side) = tiles::choose(bits.density().levels(), camera.scale).expect("levels");
    let width = 1_u64 << level.shift();
    let size = camera.scale * width as f64;
    let (side_x, side_y) = (side.min(level.cols() as u64), side.min(level.rows() as u64));
    let col = boxes::first(x, camera.x, size, side_x, level.cols() as u64) * width;
    let row = boxes::first(y, camera.y, size, side_y, level.rows() as u64) * width;
    let rows = row..(row + side_y * width).min(layout.rows());
    let ones = rows.flat_map(|row| (col..col + side_x * width).map(move |col| (col, row)));
    let ones = ones.filter(|&(col, row)| get(col, row) == Some(true)).count();
    palette.density(ones as u32, (side_x * side_y * width * width) as u32)
}

fn check(bits: &Bits, layout: &Layout, camera: &Camera, width: u32, height: u32, span: Option<Span>) {
    let palette = palette();
    let picture = picture(bits, layout, camera, &palette);
    let (width, height) = (width as usize, height as usize);
    let span = span.unwrap_or(Span { x0: 0, y0: 0, x1: width, y1: height });
    let pixels = painted(&picture, width, height, span);
    for y in 0..height {
        for x in 0..width {
            let pixel = pixels[y * width + x];
            if (span.x0..span.x1).contains(&x) && (span.y0..span.y1).contains(&y) {
                let expected = naive(&picture, x, y);
                // 0 stands for a corner pixel, somewhere between body and paper; corners have their own test.
                assert!(expected == 0 || pixel == expected, "({x}, {y}): {pixel:x}, not {expected:x}, at {camera:?}");
            } else {
                assert_eq!(pixel, 0, "({x}, {y}) is outside of {span:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn every_pixel_is_as_defined(
        m in 1_u64..40_000,
        fill in 0.0..1.0_f64,
        log_scale in -4.0..4.5_f64,
        (x, y) in (-300.0..80.0_f64, -300.0..60.0_f64),
    ) {
        let bits = Bits::random(m, fill);
        let layout = Layout::new(m);
        let camera = Camera { scale: log_scale.exp2(), x: x.round(), y: y.round() };
        check(&bits, &layout, &camera, 97, 61, None);
    }

    #[test]
    fn a_part_is_painted_like_the_whole(
        m in 1_u64..40_000,
        log_scale in -4.0..4.5_f64,
        (x0, y0, w, h) in (0_usize..90, 0_usize..55, 1_usize..90, 1_usize..60),
    ) {
        let bits = Bits::random(m, 0.4);
        let layout = Layout::new(m);
        let camera = Camera { scale: log_scale.exp2(), x: 7.0, y: -20.0 };
        let span = Span { x0, y0, x1: (x0 + w).min(97), y1: (y0 + h).min(61) };
        check(&bits, &layout, &camera, 97, 61, Some(span));
    }
}

#[test]
fn a_lone_bit_is_seen_from_any_distance() {
    let m = 1 << 20;
    for index in [0, 1, 12_345, 524_287, m - 1] {
        let mut bits = Bits::zeros(m);
        bits.set(index);
        let layout = Layout::new(m);
        let palette = palette();
        for width in [1200, 900, 700, 400, 300, 130, 60, 20] {
            let viewport = Viewport { width, height: width, unit: 1.0, gutter: Gutter::None };
            let camera = Camera::fit(&layout, &viewport);
            let size = width as usize;
            let pixels = painted(&picture(&bits, &layout, &camera, &palette), size, size, whole(size, size));
            let seen = pixels.iter().filter(|&&p| p != palette.zero && p != palette.paper).count();
            assert!((1..=25).contains(&seen), "bit {index} at {width}: {seen} pixels");
        }
    }
}

#[test]
fn corners_are_round_and_symmetric() {
    let bits = Bits::full(8);
    let (layout, palette) = (Layout::new(8), palette());
    let camera = Camera { scale: 38.0, x: 0.0, y: 0.0 };
    let pixels = painted(&picture(&bits, &layout, &camera, &palette), 38, 38, whole(38, 38));
    let body = camera.body_rect(Cell { col: 0, row: 0 });
    assert_eq!(body, Rect { x: 1.0, y: 1.0, w: 35.0, h: 35.0 });
    let at = |x: usize, y: usize| pixels[(y + 1) * 38 + x + 1];
    assert_eq!((at(0, 0), at(17, 0), at(17, 17)), (palette.paper, palette.one, palette.one));
    for (x, y) in (0..35).flat_map(|x| (0..35).map(move |y| (x, y))) {
        assert_eq!(at(x, y), at(34 - x, y));
        assert_eq!(at(x, y), at(x, 34 - y));
        assert_eq!(at(x, y), at(y, x));
    }
}

#[test]
fn labels_are_copied_digit_by_digit_and_clipped() {
    // Digit d has d + 1 inked pixels in its first column, from the top.
    let (advance, height) = (2, 10);
    let mut alpha = vec![0; 10 * advance * height];
    for digit in 0..10 {
        for y in 0..=digit {
            alpha[y * 10 * advance + digit * advance] = 255;
        }
    }
    let palette = palette();
    let face = Typeface::new(&Coverage { advance, height, alpha }, &palette, 1.0);
    let mut frame = Frame::default();
    frame.resize(20, 20);
    frame.pixels.fill(palette.zero);
    let whole = frame.whole();
    face.centred(&mut frame, Typeface::ON_ZERO, 907, 10.0, 10.0, whole);
    let ink = |x: usize| (0..20).filter(|y| frame.pixels[y * 20 + x] == palette.soft).count();
    assert_eq!([7, 9, 11].map(ink), [10, 1, 8]);
    frame.pixels.fill(palette.zero);
    face.right_aligned(&mut frame, Typeface::ON_ZERO, 999, 3.0, 0.0, Span { x0: 0, y0: 0, x1: 20, y1: 3 });
    let ink: Vec<usize> = (0..400).filter(|&i| frame.pixels[i] == palette.soft).collect();
    assert_eq!(ink, vec![1, 21, 41]);
}

#[test]
fn shades_rise_with_the_count() {
    let palette = palette();
    for cells in [4, 9, 16, 64, 256, 4096 * 9] {
        assert_eq!(palette.density(0, cells), palette.zero);
        assert_eq!(palette.density(cells, cells), palette.one);
        let reds: Vec<u8> = (0..=cells).map(|ones| palette.density(ones, cells).to_le_bytes()[0]).collect();
        assert!(reds.windows(2).all(|w| w[0] >= w[1]) && reds[0] > reds[1]);
    }
    assert_eq!(Density::try_new(8).expect("small").levels().len(), 5);
}
