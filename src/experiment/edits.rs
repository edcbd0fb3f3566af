//! What happened to the keys since the first deletion, in order.
//!
//! Insertions alone can be told as a list of keys. From the first deletion on the order matters: in a plain filter a key
//! inserted after another's bits were cleared lights some of them again. So everything that follows is kept as a log, and
//! replaying it gives the same bits.

use std::collections::HashMap;

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// The key was inserted.
    Insert(String),
    /// The key was deleted, or what the structure does when asked to.
    Delete(String),
}

impl Edit {
    /// The key.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::Insert(key) | Self::Delete(key) => key,
        }
    }

    /// Whether the key belongs to the set after it.
    #[must_use]
    pub const fn inserts(&self) -> bool {
        matches!(self, Self::Insert(_))
    }

    /// A sign and the key: how a link writes it.
    #[must_use]
    pub fn code(&self) -> String {
        format!("{}{}", if self.inserts() { '+' } else { '-' }, self.key())
    }

    /// Reads [`Edit::code`]; `None` without a sign or without a key. A blank is taken for a plus: in a link written by hand
    /// a plus stands for a blank.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        let (sign, key) = (code.get(..1)?, code.get(1..)?);
        match sign {
            _ if key.is_empty() => None,
            "+" | " " => Some(Self::Insert(key.into())),
            "-" => Some(Self::Delete(key.into())),
            _ => None,
        }
    }
}

/// For each key of the log, whether it belongs to the set after all of it.
pub(super) fn outcome(edits: &[Edit]) -> HashMap<&[u8], bool> {
    edits.iter().map(|edit| (edit.key().as_bytes(), edit.inserts())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back_as_they_went() {
        for edit in [Edit::Insert("a,b".into()), Edit::Delete("-x".into()), Edit::Insert("键".into())] {
            assert_eq!(Edit::parse(&edit.code()), Some(edit));
        }
        for code in ["", "+", "-", "a", "键"] {
            assert_eq!(Edit::parse(code), None, "{code}");
        }
    }

    #[test]
    fn the_last_word_on_a_key_counts() {
        let edits = ["-a", "+b", "+a", "-b"].map(|code| Edit::parse(code).unwrap());
        let outcome = outcome(&edits);
        assert_eq!((outcome.get(&b"a"[..]), outcome.get(&b"b"[..])), (Some(&true), Some(&false)));
    }
}
