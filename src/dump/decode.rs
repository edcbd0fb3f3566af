//! Bytes → text, piece by piece.
//!
//! UTF-8 is checked and passed on where it lies, without a copy; a character cut by the end of a piece waits (at most
//! three bytes) for its rest. UTF-16 and Windows-1252 are turned into UTF-8, so that everything after this stage, and a
//! key's hash, sees UTF-8 only.

use memchr::memchr;

use super::ReadError;

/// How characters are written as bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    #[default]
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// Windows-1252, a superset of the printable part of Latin-1 (ISO 8859-1): every byte is a character, so it reads
    /// anything, rightly or wrongly.
    Windows1252,
    /// GB 18030, a superset of GBK and GB 2312. Its table is too large to carry: the page has the browser decode it, and
    /// what is pushed here is the UTF-8 that comes of it.
    Gb18030,
}

impl Encoding {
    /// Every encoding, in the order in which the page offers them.
    pub const ALL: [Self; 5] = [Self::Utf8, Self::Windows1252, Self::Gb18030, Self::Utf16Le, Self::Utf16Be];

    /// The encoding that a file's first bytes declare, with the length of the declaration.
    pub(super) fn marked(start: &[u8]) -> Option<(Self, usize)> {
        [Self::Utf8, Self::Utf16Le, Self::Utf16Be]
            .into_iter()
            .find_map(|encoding| start.starts_with(encoding.mark()).then_some((encoding, encoding.mark().len())))
    }

    /// The encoding's byte order mark as it appears in what is pushed; empty when it has none.
    pub(super) const fn mark(self) -> &'static [u8] {
        match self {
            Self::Utf8 | Self::Gb18030 => b"\xef\xbb\xbf",
            Self::Utf16Le => b"\xff\xfe",
            Self::Utf16Be => b"\xfe\xff",
            Self::Windows1252 => b"",
        }
    }
}

/// What Windows-1252 has in 0x80..=0x9f, where Latin-1 has control characters; the five unassigned stay what they are in
/// Latin-1 (WHATWG Encoding Standard, index windows-1252).
const WINDOWS_1252_HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Where the bytes stop being text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// A sequence that is not of the encoding: where it begins, and its first byte.
    Undecodable { byte: u64, value: u8 },
    /// The character 0, which is of every encoding and in no text.
    Nul { byte: u64 },
}

/// Decodes a stream.
#[derive(Clone, Debug)]
pub(super) struct Decoder {
    encoding: Encoding,
    /// Offset of the first byte that was not yet passed on, that is of `carry`.
    offset: u64,
    /// Bytes of a character whose rest has not come, at most three.
    carry: Vec<u8>,
    /// Text of a piece that had to be turned into UTF-8.
    text: String,
}

impl Decoder {
    /// A decoder whose first byte is at `offset` of the file.
    pub(super) const fn new(encoding: Encoding, offset: u64) -> Self {
        Self { encoding, offset, carry: Vec::new(), text: String::new() }
    }

    /// The encoding.
    pub(super) const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Decodes a piece; `sink` is given the text in order, up to the first flaw if there is one.
    pub(super) fn push(
        &mut self,
        piece: &[u8],
        mut sink: impl FnMut(&str) -> Result<(), ReadError>,
    ) -> Result<Option<Flaw>, ReadError> {
        match self.encoding {
            Encoding::Utf8 | Encoding::Gb18030 => self.push_utf8(piece, &mut sink),
            Encoding::Windows1252 => {
                let (piece, nul) = before_nul(piece, self.offset);
                self.offset += piece.len() as u64;
                if let (true, Ok(text)) = (piece.is_ascii(), core::str::from_utf8(piece)) {
                    return sink(text).map(|()| nul);
                }
                self.text.clear();
                self.text.extend(piece.iter().map(|&byte| {
                    let high = byte.checked_sub(0x80).and_then(|at| WINDOWS_1252_HIGH.get(usize::from(at)));
                    high.copied().unwrap_or(char::from(byte))
                }));
                sink(&self.text).map(|()| nul)
            }
            Encoding::Utf16Le => self.push_utf16(piece, u16::from_le_bytes, &mut sink),
            Encoding::Utf16Be => self.push_utf16(piece, u16::from_be_bytes, &mut sink),
        }
    }

    /// The flaw of a file that ends inside a character.
    pub(super) fn finish(&self) -> Option<Flaw> {
        self.carry.first().map(|&value| Flaw::Undecodable { byte: self.offset, value })
    }

    fn push_utf8(
        &mut self,
        mut piece: &[u8],
        sink: &mut impl FnMut(&str) -> Result<(), ReadError>,
    ) -> Result<Option<Flaw>, ReadError> {
        while let (Some(&value), Some((&next, rest))) = (self.carry.first(), piece.split_first()) {
            self.carry.push(next);
            piece = rest;
            match core::str::from_utf8(&self.carry) {
                Ok(text) => sink(text)?,
                Err(error) if error.error_len().is_none() => continue,
                Err(_) => return Ok(Some(Flaw::Undecodable { byte: self.offset, value })),
            }
            self.offset += self.carry.len() as u64;
            self.carry.clear();
        }
        let (valid, error) = match core::str::from_utf8(piece) {
            Ok(_) => (piece.len(), None),
            Err(error) => (error.valid_up_to(), Some(error)),
        };
        let (text, rest) = piece.split_at(valid);
        let (text, nul) = before_nul(text, self.offset);
        self.offset += text.len() as u64;
        // The second check costs a part of the whole only for the one piece that has a flaw or a cut character.
        sink(core::str::from_utf8(text).unwrap_or_default())?;
        if nul.is_some() {
            return Ok(nul);
        }
        let wrong = error.and_then(|error| error.error_len()).is_some();
        if let (true, Some(&value)) = (wrong, rest.first()) {
            return Ok(Some(Flaw::Undecodable { byte: self.offset, value }));
        }
        self.carry.extend_from_slice(rest);
        Ok(None)
    }

    fn push_utf16(
        &mut self,
        piece: &[u8],
        unit: fn([u8; 2]) -> u16,
        sink: &mut impl FnMut(&str) -> Result<(), ReadError>,
    ) -> Result<Option<Flaw>, ReadError> {
        self.carry.extend_from_slice(piece);
        self.text.clear();
        let (pairs, _) = self.carry.as_chunks::<2>();
        // A high surrogate at the end waits for its other half.
        let waits = usize::from(pairs.last().is_some_and(|&pair| (0xd800..0xdc00).contains(&unit(pair))));
        let whole = &pairs[..pairs.len() - waits];
        let mut used = 0;
        let mut flaw = None;
        for character in char::decode_utf16(whole.iter().map(|&pair| unit(pair))) {
            let byte = self.offset + used as u64;
            flaw = match character {
                Ok('\0') => Some(Flaw::Nul { byte }),
                Ok(_) => None,
                Err(_) => self.carry.get(used).map(|&value| Flaw::Undecodable { byte, value }),
            };
            let (Ok(character), None) = (character, flaw) else { break };
            self.text.push(character);
            used += 2 * character.len_utf16();
        }
        self.carry.drain(..used);
        self.offset += used as u64;
        sink(&self.text)?;
        Ok(flaw)
    }
}

/// The part of a piece before the first 0, and the flaw that the 0 is; `offset` is where the piece begins.
fn before_nul(piece: &[u8], offset: u64) -> (&[u8], Option<Flaw>) {
    match memchr(0, piece) {
        Some(at) => (piece.get(..at).unwrap_or(piece), Some(Flaw::Nul { byte: offset + at as u64 })),
        None => (piece, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Decodes in pieces of the given size; the text before the flaw, and the flaw.
    fn decode(encoding: Encoding, bytes: &[u8], piece: usize) -> (String, Option<Flaw>) {
        let mut decoder = Decoder::new(encoding, 0);
        let mut text = String::new();
        for piece in bytes.chunks(piece) {
            let flaw = decoder.push(piece, |part| {
                text.push_str(part);
                Ok(())
            });
            if let Ok(Some(flaw)) = flaw {
                return (text, Some(flaw));
            }
        }
        (text, decoder.finish())
    }

    #[test]
    fn the_first_wrong_byte_is_named_wherever_pieces_end() {
        for piece in 1..8 {
            let latin = decode(Encoding::Utf8, b"caf\xe9\nnext", piece);
            assert_eq!(latin, ("caf".into(), Some(Flaw::Undecodable { byte: 3, value: 0xe9 })), "pieces of {piece}");
            let cut = decode(Encoding::Utf8, b"ab\xe5\xb8", piece);
            assert_eq!(cut, ("ab".into(), Some(Flaw::Undecodable { byte: 2, value: 0xe5 })), "pieces of {piece}");
            let lone = decode(Encoding::Utf16Le, b"a\0\x00\xdcb\0", piece);
            assert_eq!(lone, ("a".into(), Some(Flaw::Undecodable { byte: 2, value: 0 })), "pieces of {piece}");
        }
    }

    #[test]
    fn a_nul_character_is_a_flaw_in_every_encoding() {
        for piece in 1..8 {
            let nul = |byte| ("ab".to_owned(), Some(Flaw::Nul { byte }));
            assert_eq!(decode(Encoding::Utf8, b"ab\0c\xff", piece), nul(2), "pieces of {piece}");
            assert_eq!(decode(Encoding::Windows1252, b"ab\0c\xff", piece), nul(2), "pieces of {piece}");
            assert_eq!(decode(Encoding::Utf16Be, b"\0a\0b\0\0\0c", piece), nul(4), "pieces of {piece}");
        }
    }

    #[test]
    fn windows_1252_reads_every_byte() {
        let all: Vec<u8> = (1..=255).collect();
        let (text, flaw) = decode(Encoding::Windows1252, &all, 7);
        assert_eq!((text.chars().count(), flaw), (255, None));
        assert!(text.contains("€\u{81}‚") && text.ends_with("þÿ"));
    }

    proptest! {
        #[test]
        fn text_survives_every_encoding_and_every_cut(text in "\\PC{0,40}", piece in 1_usize..9) {
            let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            prop_assert_eq!(decode(Encoding::Utf8, text.as_bytes(), piece), (text.clone(), None));
            prop_assert_eq!(decode(Encoding::Utf16Le, &le, piece), (text.clone(), None));
            prop_assert_eq!(decode(Encoding::Utf16Be, &be, piece), (text, None));
        }

        #[test]
        fn any_bytes_decode_as_the_standard_library_says(
            bytes in prop::collection::vec(prop_oneof![1_u8..0x80, any::<u8>()], 0..40),
            piece in 1_usize..9,
        ) {
            let (text, flaw) = decode(Encoding::Utf8, &bytes, piece);
            let valid = core::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
            let end = bytes[..valid].iter().position(|&byte| byte == 0).unwrap_or(valid);
            let expected = bytes.get(end).map(|&value| match value {
                0 => Flaw::Nul { byte: end as u64 },
                value => Flaw::Undecodable { byte: end as u64, value },
            });
            prop_assert_eq!(flaw, expected);
            prop_assert_eq!(text.as_bytes(), &bytes[..end]);
        }
    }
}
