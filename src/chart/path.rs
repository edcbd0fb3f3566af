//! Cutting lines: to the plot's height, and into dashes. Both in CSS pixels.

/// A point in CSS pixels.
pub(super) type At = (f64, f64);

/// The parts of a line between two heights (`top` < `bottom`).
pub(super) fn between(points: &[At], top: f64, bottom: f64) -> Vec<Vec<At>> {
    let mut parts: Vec<Vec<At>> = Vec::new();
    let mut open = false;
    for pair in points.windows(2) {
        let &[a, b] = pair else { continue };
        let Some((from, to)) = clip(a, b, top, bottom) else {
            open = false;
            continue;
        };
        match parts.last_mut() {
            Some(part) if open => part.push(to),
            _ => parts.push(vec![from, to]),
        }
        open = to == b;
    }
    parts
}

/// The part of one segment between two heights.
fn clip(a: At, b: At, top: f64, bottom: f64) -> Option<(At, At)> {
    if a.1.max(b.1) < top || a.1.min(b.1) > bottom {
        return None;
    }
    let at = |y: f64| (a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1), y);
    let end = |point: At| {
        if point.1 < top {
            at(top)
        } else if point.1 > bottom {
            at(bottom)
        } else {
            point
        }
    };
    Some((end(a), end(b)))
}

/// A line cut into dashes: `pattern` is lengths drawn and left out in turn. An empty pattern leaves it whole.
pub(super) fn dashes(points: &[At], pattern: &[f64]) -> Vec<Vec<At>> {
    let Some(&first) = points.first() else { return Vec::new() };
    if pattern.is_empty() || pattern.iter().any(|&length| length <= 0.0) {
        return vec![points.to_vec()];
    }
    let mut out = Vec::new();
    let (mut index, mut left, mut part) = (0, pattern[0], vec![first]);
    for pair in points.windows(2) {
        let &[mut from, to] = pair else { continue };
        loop {
            let length = libm::hypot(to.0 - from.0, to.1 - from.1);
            if length < left {
                left -= length;
                part.push(to);
                break;
            }
            let share = left / length.max(f64::MIN_POSITIVE);
            from = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            part.push(from);
            if index % 2 == 0 {
                out.push(std::mem::take(&mut part));
            }
            part = vec![from];
            index += 1;
            left = pattern[index % pattern.len()];
        }
    }
    if index % 2 == 0 && part.len() > 1 {
        out.push(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(part: &[At]) -> f64 {
        part.windows(2).map(|pair| libm::hypot(pair[1].0 - pair[0].0, pair[1].1 - pair[0].1)).sum()
    }

    #[test]
    fn dashes_have_the_lengths_of_the_pattern() {
        let line: Vec<At> = (0..=100).map(|i| (f64::from(i), libm::sin(f64::from(i) / 9.0) * 20.0)).collect();
        let parts = dashes(&line, &[7.0, 5.0]);
        assert!(parts.len() > 10);
        for part in &parts[..parts.len() - 1] {
            assert!((length(part) - 7.0).abs() < 1e-9);
        }
        let drawn: f64 = parts.iter().map(|part| length(part)).sum();
        assert!((drawn / length(&line) - 7.0 / 12.0).abs() < 0.03);
        assert_eq!(dashes(&line, &[]), std::slice::from_ref(&line));
        assert!(dashes(&[], &[1.0, 1.0]).is_empty());
    }

    #[test]
    fn a_line_leaves_and_comes_back() {
        let line = [(0.0, 50.0), (10.0, -50.0), (20.0, 50.0)];
        let parts = between(&line, 0.0, 100.0);
        assert_eq!(parts, [vec![(0.0, 50.0), (5.0, 0.0)], vec![(15.0, 0.0), (20.0, 50.0)]]);
        assert!(between(&line, 60.0, 100.0).is_empty());
        assert_eq!(between(&line, -100.0, 100.0), [line.to_vec()]);
    }
}
