//! The bit grid's pixels against their definition, natively and inside WebAssembly: there the inner loop is another one, in
//! 128-bit vectors.

#![allow(clippy::expect_used)] // a test says what it expects

use bloomscope::view::grid::raster::{Frame, Labels, Palette, Picture, Rgba, rgb};
use bloomscope::view::grid::{BitSource, Camera, Cell, Density, Layout};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

struct Bits {
    words: Vec<u64>,
    m: u64,
    density: Density,
}

impl BitSource for Bits {
    fn words(&self) -> &[u64] {
        &self.words
    }
    fn n_bits(&self) -> u64 {
        self.m
    }
    fn ones(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }
    fn density(&self) -> &Density {
        &self.density
    }
}

/// m bits, a share of `eighths`/8 of them 1, always the same ones.
fn bits(m: u64, eighths: u64) -> Bits {
    let mut words = vec![0_u64; m.div_ceil(64) as usize];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for index in 0..m {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if state >> 61 < eighths {
            words[(index / 64) as usize] |= 1 << (index % 64);
        }
    }
    let mut density = Density::try_new(m).expect("small");
    density.rebuild(&words);
    Bits { words, m, density }
}

const WIDTH: usize = 301;
const HEIGHT: usize = 203;

fn paint(picture: &Picture<'_>) -> Vec<Rgba> {
    let mut frame = Frame::default();
    frame.resize(WIDTH as u32, HEIGHT as u32);
    let mut canvas = Vec::new();
    frame
        .paint(picture, frame.whole(), |band, pixels| canvas.extend_from_slice(&pixels[..(band.y1 - band.y0) * WIDTH]));
    canvas
}

/// The colour of a pixel where w × w bits are summed: those of the box around its middle that lie closest, kept inside.
fn boxed(picture: &Picture<'_>, x: usize, y: usize) -> Rgba {
    let Picture { bits, layout, camera, palette, .. } = *picture;
    let side = (1.0 / camera.scale - 1e-9).ceil().max(1.0) as u64;
    let first = |at: usize, start: f64, n: u64| {
        let middle = (at as f64 + 0.5 - start) / camera.scale;
        let from = if side == 1 { middle.floor() } else { (middle - side as f64 / 2.0).round() };
        (from.max(0.0) as u64).min(n - side)
    };
    let (col, row) = (first(x, camera.x, layout.cols()), first(y, camera.y, layout.rows()));
    let cell = |i: u64| layout.index(Cell { col: col + i % side, row: row + i / side });
    let ones = (0..side * side).filter_map(cell).filter(|&index| bits.get(index)).count() as u32;
    match side {
        1 if ones == 0 => palette.zero,
        1 => palette.one,
        _ => palette.density(ones, (side * side) as u32),
    }
}

#[test]
fn boxes_of_bits_are_summed_exactly() {
    let palette = Palette::new(rgb(250, 249, 245), rgb(232, 233, 238), rgb(80, 110, 180), rgb(100, 104, 120));
    let m = 1 << 20;
    let layout = Layout::new(m);
    for eighths in [1, 4, 7, 8] {
        let bits = bits(m, eighths);
        for scale in [0.25, 0.26, 0.3, 0.333, 1.0 / 3.0, 0.34, 0.4, 0.49, 0.5, 0.51, 0.7, 0.9, 0.99, 1.0, 1.4, 2.0, 2.9]
        {
            let camera = Camera { scale, x: -17.0, y: -5.0 };
            let picture = Picture {
                bits: &bits,
                layout: &layout,
                camera: &camera,
                palette: &palette,
                labels: Labels::default(),
                unit: 1.0,
                left: 0,
            };
            let canvas = paint(&picture);
            let right = (camera.edge(camera.x, layout.cols()).max(0) as usize).min(WIDTH);
            let bottom = (camera.edge(camera.y, layout.rows()).max(0) as usize).min(HEIGHT);
            for (x, y) in (0..bottom).flat_map(|y| (0..right).map(move |x| (x, y))) {
                assert_eq!(canvas[y * WIDTH + x], boxed(&picture, x, y), "({x}, {y}) at {scale}, {eighths}/8");
            }
        }
    }
}

#[test]
fn tiles_are_summed_exactly() {
    let palette = Palette::new(rgb(250, 249, 245), rgb(232, 233, 238), rgb(80, 110, 180), rgb(100, 104, 120));
    let m = 1 << 22;
    let (layout, bits) = (Layout::new(m), bits(m, 3));
    for (scale, shift, side) in [(0.2, 3, 1), (0.125, 3, 2), (0.1, 3, 2), (0.05, 4, 2), (0.004, 7, 2)] {
        let camera = Camera { scale, x: 0.0, y: 0.0 };
        let picture = Picture {
            bits: &bits,
            layout: &layout,
            camera: &camera,
            palette: &palette,
            labels: Labels::default(),
            unit: 1.0,
            left: 0,
        };
        let canvas = paint(&picture);
        let level = bits.density.levels().iter().find(|level| level.shift() == shift).expect("a level");
        let size = scale * f64::from(1 << shift);
        let first = |at: usize, n: usize| {
            let middle = (at as f64 + 0.5) / size;
            let from = if side == 1 { middle.floor() } else { (middle - 1.0).round() };
            (from.max(0.0) as usize).min(n - side)
        };
        let right = ((layout.cols() as f64 * scale).round() as usize).min(WIDTH);
        let bottom = ((layout.rows() as f64 * scale).round() as usize).min(HEIGHT);
        for (x, y) in (0..bottom).flat_map(|y| (0..right).map(move |x| (x, y))) {
            let (col, row) = (first(x, level.cols()), first(y, level.rows()));
            let ones = (0..side * side).map(|i| level.count(col + i % side, row + i / side)).sum();
            let cells = (side * side) as u32 * (1 << (2 * shift));
            assert_eq!(canvas[y * WIDTH + x], palette.density(ones, cells), "({x}, {y}) at {scale}");
        }
    }
}
