//! Every message in English and Chinese, and number formats.
//!
//! One function a message, both languages side by side, so that a missing text does not compile.

pub mod curves;
pub mod grid;

/// A language of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// The one of two texts that is in this language.
    #[must_use]
    pub const fn pick<T: Copy>(self, en: T, zh: T) -> T {
        match self {
            Self::En => en,
            Self::Zh => zh,
        }
    }
}

/// Declares messages without arguments: name, English, Chinese.
macro_rules! messages {
    ($($(#[$doc:meta])* $name:ident: $en:literal, $zh:literal;)*) => {$(
        $(#[$doc])*
        #[doc = concat!("\u{201c}", $en, "\u{201d}")]
        #[must_use]
        pub const fn $name(lang: $crate::text::Lang) -> &'static str {
            lang.pick($en, $zh)
        }
    )*};
}
pub(crate) use messages;
