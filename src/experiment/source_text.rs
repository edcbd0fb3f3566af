//! A generator with its count as text, for links: `seq:1000`, `seq:1000:start:prefix`, `rand:1000`, `uuid:1000`,
//! `words:1000`. The prefix comes last and may hold anything, colons included.

use super::KeySource;

/// The longest prefix, in bytes: enough for any id, too little to hide a file in a link.
pub const MAX_PREFIX_BYTES: usize = 64;

/// The most generated keys a text may ask for; the largest filter that is allocated would have one bit a key.
pub const MAX_COUNT: u64 = 1 << 31;

/// What is wrong with a generator's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceError {
    /// The word before the first colon names no generator.
    UnknownKind(String),
    /// The count is not a whole number.
    BadCount(String),
    /// The count is above [`MAX_COUNT`].
    TooMany {
        /// What was asked for.
        count: u64,
        /// What is allowed.
        max: u64,
    },
    /// The first number of `seq` is not a whole number, or so large that the last would be beyond 2⁶⁴.
    BadStart(String),
    /// The prefix is longer than [`MAX_PREFIX_BYTES`].
    LongPrefix {
        /// Its length.
        bytes: usize,
        /// What is allowed.
        max: usize,
    },
    /// There is more after the count, and this generator takes nothing more.
    Surplus(String),
}

impl KeySource {
    /// The word that names the kind in a text: `seq`, `rand`, `uuid`, `words`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Sequential { .. } => "seq",
            Self::Random64 => "rand",
            Self::Uuid => "uuid",
            Self::Words => "words",
        }
    }

    /// Reads a generator and its count. A count is digits, or digits and an exponent: `1e6`.
    ///
    /// # Errors
    /// [`SourceError`] names the part that is wrong.
    pub fn parse(text: &str) -> Result<(Self, u64), SourceError> {
        let mut parts = text.splitn(3, ':');
        let kind = parts.next().unwrap_or_default();
        let count = parts.next().unwrap_or_default();
        let rest = parts.next();
        let source = match (kind, rest) {
            ("seq", rest) => parse_sequential(rest)?,
            ("rand", None) => Self::Random64,
            ("uuid", None) => Self::Uuid,
            ("words", None) => Self::Words,
            ("rand" | "uuid" | "words", Some(surplus)) => return Err(SourceError::Surplus(surplus.into())),
            _ => return Err(SourceError::UnknownKind(kind.into())),
        };
        match parse_count(count) {
            None => Err(SourceError::BadCount(count.into())),
            Some(count) if count > MAX_COUNT => Err(SourceError::TooMany { count, max: MAX_COUNT }),
            Some(count) => Ok((source, count)),
        }
    }

    /// The shortest text that [`KeySource::parse`] reads back as this generator and count.
    #[must_use]
    pub fn format(&self, count: u64) -> String {
        let kind = self.kind();
        match self {
            Self::Sequential { prefix, start: 0 } if prefix == Self::DEFAULT_PREFIX => format!("{kind}:{count}"),
            Self::Sequential { prefix, start } if prefix == Self::DEFAULT_PREFIX => format!("{kind}:{count}:{start}"),
            Self::Sequential { prefix, start } => format!("{kind}:{count}:{start}:{prefix}"),
            _ => format!("{kind}:{count}"),
        }
    }
}

/// `start` or `start:prefix`; what is absent is as in the default.
fn parse_sequential(rest: Option<&str>) -> Result<KeySource, SourceError> {
    let Some(rest) = rest else { return Ok(KeySource::default()) };
    let (start, prefix) = rest.split_once(':').unwrap_or((rest, KeySource::DEFAULT_PREFIX));
    if prefix.len() > MAX_PREFIX_BYTES {
        return Err(SourceError::LongPrefix { bytes: prefix.len(), max: MAX_PREFIX_BYTES });
    }
    let in_range = |first: &u64| first.checked_add(MAX_COUNT).is_some();
    let start = parse_digits(start).filter(in_range).ok_or_else(|| SourceError::BadStart(start.into()))?;
    Ok(KeySource::Sequential { prefix: prefix.into(), start })
}

/// Digits with an optional exponent.
fn parse_count(text: &str) -> Option<u64> {
    let Some((digits, exponent)) = text.split_once(['e', 'E']) else { return parse_digits(text) };
    let power = 10_u64.checked_pow(u32::try_from(parse_digits(exponent)?).ok()?)?;
    parse_digits(digits)?.checked_mul(power)
}

/// Digits alone: `u64::from_str` would take a sign too.
fn parse_digits(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sequential(prefix: &str, start: u64) -> KeySource {
        KeySource::Sequential { prefix: prefix.into(), start }
    }

    #[test]
    fn texts_are_read_as_described() {
        for (text, source, count) in [
            ("seq:1000", KeySource::default(), 1000),
            ("seq:1000:7", sequential("user:", 7), 1000),
            ("seq:1e6:18446744071562067967:a:b", sequential("a:b", 18_446_744_071_562_067_967), 1_000_000),
            ("seq:5:0:", sequential("", 0), 5),
            ("rand:0", KeySource::Random64, 0),
            ("uuid:1", KeySource::Uuid, 1),
            ("words:2147483648", KeySource::Words, 1 << 31),
        ] {
            assert_eq!(KeySource::parse(text), Ok((source, count)), "{text}");
        }
    }

    #[test]
    fn errors_name_the_part() {
        let long = format!("seq:1:0:{}", "x".repeat(65));
        for (text, error) in [
            ("", SourceError::UnknownKind(String::new())),
            ("numbers:5", SourceError::UnknownKind("numbers".into())),
            ("rand", SourceError::BadCount(String::new())),
            ("rand:+5", SourceError::BadCount("+5".into())),
            ("rand:1e99", SourceError::BadCount("1e99".into())),
            ("uuid:1.5", SourceError::BadCount("1.5".into())),
            ("words:2147483649", SourceError::TooMany { count: (1 << 31) + 1, max: 1 << 31 }),
            ("seq:1:x", SourceError::BadStart("x".into())),
            ("seq:1::p", SourceError::BadStart(String::new())),
            ("uuid:1:2", SourceError::Surplus("2".into())),
            (&long, SourceError::LongPrefix { bytes: 65, max: 64 }),
        ] {
            assert_eq!(KeySource::parse(text), Err(error), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(prefix in ".{0,16}", start in 0..=u64::MAX - MAX_COUNT, count in 0..=MAX_COUNT) {
            for source in [sequential(&prefix, start), KeySource::Random64, KeySource::Uuid, KeySource::Words] {
                prop_assert_eq!(KeySource::parse(&source.format(count)), Ok((source, count)));
            }
        }

        #[test]
        fn no_text_panics(text in ".*") {
            let _ = KeySource::parse(&text);
        }
    }
}
