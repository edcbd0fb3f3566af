//! Every message in English and Chinese, and number formats.
//!
//! One function a message, both languages side by side, so that a missing text does not compile.

pub mod compare;
pub mod curves;
pub mod family;
pub mod grid;
pub mod input;
pub mod lab;
pub mod library;
pub mod notices;
pub mod number;
pub mod shell;
pub mod variants;
pub mod ways;

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
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];

    /// The tag used in links and in the stored preference.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.pick("en", "zh")
    }

    /// The tag for the root element's `lang`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        self.pick("en", "zh-CN")
    }

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
