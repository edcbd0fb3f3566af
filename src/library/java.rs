//! What Java makes of texts and numbers.

/// `getBytes(UTF_8)`: an unpaired surrogate becomes `?`.
pub(super) fn utf8(units: &[u16]) -> Vec<u8> {
    char::decode_utf16(units.iter().copied()).map(|c| c.unwrap_or('?')).collect::<String>().into_bytes()
}

/// `Double.toString`: digits that tell the double from its neighbours, at least one after the point; with an exponent below
/// 10⁻³ and from 10⁷ on.
///
/// ```
/// # use bloomscope::library::double_text;
/// assert_eq!([1e-4, 0.03, 1.0, 1.5e7, 5e-324].map(double_text), ["1.0E-4", "0.03", "1.0", "1.5E7", "4.9E-324"]);
/// ```
#[must_use]
pub fn double_text(x: f64) -> String {
    if x.is_nan() {
        return "NaN".into();
    }
    if x.is_infinite() {
        return if x < 0.0 { "-Infinity".into() } else { "Infinity".into() };
    }
    if x == 0.0 || (1e-3..1e7).contains(&x.abs()) {
        return format!("{x:?}");
    }
    let shortest = format!("{x:e}");
    // One digit is never enough; the second is the exact value's, which matters for the least doubles alone.
    let text = if shortest.contains('.') { shortest } else { format!("{x:.1e}") };
    text.replace('e', "E")
}
