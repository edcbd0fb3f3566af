//! Sliders for numbers that span orders of magnitude: positions are even, values grow by factors.

/// How many places a slider has.
pub const PLACES: u32 = 1000;

/// A slider's scale, from `low` to `high`, both above 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The value at place 0.
    pub low: f64,
    /// The value at place [`PLACES`].
    pub high: f64,
}

impl Scale {
    /// The place of a value; beyond the ends it is the end.
    #[must_use]
    pub fn place(self, value: f64) -> u32 {
        let span = libm::log(self.high / self.low);
        let along = libm::log(value.max(f64::MIN_POSITIVE) / self.low) / span;
        libm::round(along.clamp(0.0, 1.0) * f64::from(PLACES)) as u32
    }

    /// The value at a place, with three significant figures: a slider should not pretend to more.
    #[must_use]
    pub fn value(self, place: u32) -> f64 {
        let along = f64::from(place.min(PLACES)) / f64::from(PLACES);
        let raw = self.low * libm::exp(along * libm::log(self.high / self.low));
        let unit = libm::pow(10.0, libm::floor(libm::log10(raw)) - 2.0);
        (libm::round(raw / unit) * unit).clamp(self.low, self.high)
    }

    /// The value at a place as a whole number.
    #[must_use]
    pub fn whole(self, place: u32) -> u64 {
        libm::round(self.value(place)) as u64
    }
}

/// The whole number after a press of an arrow key: one on, or a hundredth where that is more.
#[must_use]
pub fn nudged(value: u64, up: bool) -> u64 {
    let step = (value / 100).max(1);
    if up { value.saturating_add(step) } else { value.saturating_sub(step).max(1) }
}

/// A rate after a press of an arrow key: a twentieth of its size up or down, two significant figures.
#[must_use]
pub fn nudged_rate(rate: f64, up: bool) -> f64 {
    let raw = if up { rate * 1.1 } else { rate / 1.1 };
    let unit = libm::pow(10.0, libm::floor(libm::log10(raw)) - 1.0);
    (libm::round(raw / unit) * unit).clamp(1e-15, 0.99)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITS: Scale = Scale { low: 8.0, high: 2_147_483_648.0 };

    #[test]
    fn places_and_values_agree_to_the_figures_shown() {
        for place in 0..=PLACES {
            assert!(BITS.place(BITS.value(place)).abs_diff(place) <= 1, "{place}");
        }
        assert_eq!((BITS.value(0), BITS.value(PLACES)), (8.0, 2_147_483_648.0));
        assert_eq!((BITS.place(1.0), BITS.place(1e12)), (0, PLACES));
    }

    #[test]
    fn arrow_keys_always_move() {
        for value in [1, 2, 99, 100, 101, 12_345] {
            assert!(nudged(value, true) > value);
            assert!(value == 1 || nudged(value, false) < value);
        }
        for rate in [0.5, 0.01, 0.02, 1e-9] {
            assert!(nudged_rate(rate, true) > rate && nudged_rate(rate, false) < rate, "{rate}");
        }
        assert_eq!(nudged(1, false), 1);
    }
}
