//! How each kind of series looks: colour, dash and width together, so that no two differ by colour alone.

use crate::view::series::Kind;

/// A colour, red, green and blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// What a colour is for; the page's style sheet says what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// The ground.
    Paper,
    /// Strong text.
    Ink,
    /// Quiet text.
    Soft,
    /// Hairlines.
    Line,
    /// The one accent: the exact theory.
    Accent,
    /// The calm hue: the formula bit by bit.
    Absent,
    /// The hue of “possibly present”: what was measured.
    Maybe,
    /// The hue of false positives: the bits themselves.
    False,
}

impl Hue {
    /// Every hue, in the order of a [`Palette`].
    pub const ALL: [Self; 8] =
        [Self::Paper, Self::Ink, Self::Soft, Self::Line, Self::Accent, Self::Absent, Self::Maybe, Self::False];

    /// The style sheet's name of it.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Paper => "--paper",
            Self::Ink => "--ink",
            Self::Soft => "--soft",
            Self::Line => "--line",
            Self::Accent => "--accent",
            Self::Absent => "--absent",
            Self::Maybe => "--maybe",
            Self::False => "--false",
        }
    }
}

/// The colours, one for each of [`Hue::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Palette(pub [Rgb; 8]);

impl Palette {
    /// The colour of a hue.
    #[must_use]
    pub const fn get(&self, hue: Hue) -> Rgb {
        self.0[hue as usize]
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub hue: Hue,
    /// Its width in CSS pixels.
    pub width: f64,
    /// Lengths drawn and left out in turn, in CSS pixels; empty for an unbroken line.
    pub dash: &'static [f64],
}

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A line.
    Line,
    /// Filled dots with an interval each.
    Dots,
    /// A line with small diamonds at its points.
    Diamonds,
}

/// The line style of a kind.
#[must_use]
pub const fn stroke(kind: Kind) -> Stroke {
    match kind {
        Kind::Exact | Kind::Whole => Stroke { hue: Hue::Accent, width: 2.4, dash: &[] },
        Kind::Textbook | Kind::Ideal => Stroke { hue: Hue::Ink, width: 1.4, dash: &[7.0, 5.0] },
        Kind::Bitwise => Stroke { hue: Hue::Absent, width: 2.0, dash: &[2.0, 4.0] },
        Kind::Envelope => Stroke { hue: Hue::Absent, width: 1.6, dash: &[10.0, 3.0, 2.0, 3.0] },
        Kind::Bound => Stroke { hue: Hue::Soft, width: 1.4, dash: &[2.0, 4.0] },
        Kind::Realised => Stroke { hue: Hue::False, width: 1.2, dash: &[8.0, 3.0, 1.5, 3.0] },
        Kind::Measured => Stroke { hue: Hue::Maybe, width: 1.6, dash: &[] },
    }
}

/// The shape of a kind.
#[must_use]
pub const fn shape(kind: Kind) -> Shape {
    match kind {
        Kind::Measured => Shape::Dots,
        Kind::Realised => Shape::Diamonds,
        _ => Shape::Line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::series::Plot;

    #[test]
    fn no_two_kinds_of_one_view_differ_by_colour_alone() {
        for plot in Plot::ALL {
            for (i, &a) in plot.kinds().iter().enumerate() {
                for &b in &plot.kinds()[..i] {
                    let look = |kind| (stroke(kind).dash, (stroke(kind).width * 10.0) as u32, shape(kind));
                    assert!(look(a) != look(b), "{a:?} {b:?}");
                }
            }
        }
    }
}
