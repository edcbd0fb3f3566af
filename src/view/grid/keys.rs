//! Keyboard navigation: what each key does, as a table.

use super::layout::{Cell, Layout};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Move the focus.
    Focus(Step),
    /// Move the view, by eighths of it to the right and down.
    Pan(i8, i8),
    /// Come closer.
    ZoomIn,
    /// Go further away.
    ZoomOut,
    /// Show the whole grid.
    Fit,
    /// Choose the focused bit.
    Select,
    /// Drop the focus.
    Leave,
}

/// A movement of the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the previous column.
    Left,
    /// To the next column.
    Right,
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the first bit of the row.
    RowStart,
    /// To the last bit of the row.
    RowEnd,
    /// Up by as many rows as are in view.
    PageUp,
    /// Down by as many rows as are in view.
    PageDown,
    /// To bit 0.
    First,
    /// To bit m − 1.
    Last,
}

/// The command of a key, named as in the DOM's `KeyboardEvent.key`; `None` leaves it to the page.
#[must_use]
pub fn command(key: &str, shift: bool, ctrl: bool) -> Option<Command> {
    use Command::{Fit, Focus, Leave, Pan, Select, ZoomIn, ZoomOut};
    Some(match (key, shift, ctrl) {
        ("ArrowLeft", true, false) => Pan(-1, 0),
        ("ArrowRight", true, false) => Pan(1, 0),
        ("ArrowUp", true, false) => Pan(0, -1),
        ("ArrowDown", true, false) => Pan(0, 1),
        ("ArrowLeft", false, false) => Focus(Step::Left),
        ("ArrowRight", false, false) => Focus(Step::Right),
        ("ArrowUp", false, false) => Focus(Step::Up),
        ("ArrowDown", false, false) => Focus(Step::Down),
        ("Home", _, true) => Focus(Step::First),
        ("End", _, true) => Focus(Step::Last),
        ("Home", _, false) => Focus(Step::RowStart),
        ("End", _, false) => Focus(Step::RowEnd),
        ("PageUp", _, false) => Focus(Step::PageUp),
        ("PageDown", _, false) => Focus(Step::PageDown),
        ("+" | "=", _, false) => ZoomIn,
        ("-" | "_", _, false) => ZoomOut,
        ("0", _, false) => Fit,
        ("Enter" | " ", _, false) => Select,
        ("Escape", _, false) => Leave,
        _ => return None,
    })
}

/// How many cells an arrow key moves: one when cells can be told apart, else about as many as 8 units hold.
#[must_use]
pub fn stride(scale: f64, unit: f64) -> u64 {
    let cell = scale / unit;
    if cell >= super::hover::SINGLE_FROM { 1 } else { (8.0 / cell).round().max(1.0) as u64 }
}

/// The focus after a step from `index`; never outside the grid. `page` is the number of rows in view.
#[must_use]
pub fn step(index: u64, step: Step, layout: &Layout, stride: u64, page: u64) -> u64 {
    let last = layout.n_bits().saturating_sub(1);
    let Some(Cell { col, row }) = layout.cell(index.min(last)) else { return 0 };
    let right = layout.cols() - 1;
    let bottom = layout.rows().saturating_sub(1);
    let (col, row) = match step {
        Step::Left if col == 0 && row > 0 && stride == 1 => (right, row - 1),
        Step::Right if col == right && row < bottom && stride == 1 => (0, row + 1),
        Step::Left => (col.saturating_sub(stride), row),
        Step::Right => ((col + stride).min(right), row),
        Step::Up => (col, row.saturating_sub(stride)),
        Step::Down => (col, (row + stride).min(bottom)),
        Step::RowStart => (0, row),
        Step::RowEnd => (right, row),
        Step::PageUp => (col, row.saturating_sub(page.max(1))),
        Step::PageDown => (col, (row + page.max(1)).min(bottom)),
        Step::First => (0, 0),
        Step::Last => (right, bottom),
    };
    ((row << layout.col_shift()) | col).min(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STEPS: [Step; 10] = [
        Step::Left,
        Step::Right,
        Step::Up,
        Step::Down,
        Step::RowStart,
        Step::RowEnd,
        Step::PageUp,
        Step::PageDown,
        Step::First,
        Step::Last,
    ];

    #[test]
    fn arrows_read_like_text() {
        let layout = Layout::new(250);
        let go = |from, s| step(from, s, &layout, 1, 4);
        assert_eq!([Step::Left, Step::Right, Step::Up, Step::Down].map(|s| go(67, s)), [66, 68, 51, 83]);
        assert_eq!((go(16, Step::Left), go(15, Step::Right)), (15, 16));
        assert_eq!((go(0, Step::Left), go(249, Step::Right)), (0, 249));
        assert_eq!((go(67, Step::RowStart), go(67, Step::RowEnd)), (64, 79));
        assert_eq!((go(67, Step::PageUp), go(67, Step::PageDown)), (3, 131));
        assert_eq!((go(67, Step::First), go(67, Step::Last)), (0, 249));
        assert_eq!(go(239, Step::Down), 249);
    }

    #[test]
    fn what_is_not_ours_is_left_to_the_page() {
        assert_eq!(command("Tab", false, false), None);
        assert_eq!(command("c", false, true), None);
        assert_eq!(command("+", true, false), Some(Command::ZoomIn));
        assert_eq!(command("Home", false, true), Some(Command::Focus(Step::First)));
    }

    #[test]
    fn far_away_an_arrow_moves_by_what_can_be_seen() {
        assert_eq!((stride(38.0, 1.0), stride(3.0, 1.0), stride(1.0, 1.0), stride(0.4, 1.0)), (1, 1, 8, 20));
    }

    proptest! {
        #[test]
        fn the_focus_stays_inside(m in 1_u64..100_000, from in 0_u64..100_000, which in 0_usize..10, stride in 1_u64..50, page in 0_u64..50) {
            prop_assert!(step(from, STEPS[which], &Layout::new(m), stride, page) < m);
        }
    }
}
