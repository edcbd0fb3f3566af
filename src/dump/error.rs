//! What can be wrong with a file.

use core::fmt;

use super::{Column, Encoding};

/// Why there is no key list. Bytes count from 0, as hex editors do; lines from 1, as text editors do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There are no bytes, or only a byte order mark.
    Empty,
    /// There are lines, but none holds a key.
    OnlyBlank {
        /// How many lines there are.
        lines: u64,
    },
    /// There is a header and nothing below it.
    OnlyHeader,
    /// The file is not text.
    Binary {
        /// What it looks like.
        kind: BinaryKind,
        /// The byte that says so.
        byte: u64,
    },
    /// The bytes are not of the encoding.
    Undecodable {
        /// The encoding that was tried.
        encoding: Encoding,
        /// Where the first wrong sequence begins.
        byte: u64,
        /// The line it is in.
        line: u64,
        /// The byte there.
        value: u8,
    },
    /// The file has more bytes than are to be read.
    TooLarge {
        /// The most bytes to read.
        limit: u64,
    },
    /// A line or a CSV record is longer than a key can sensibly be.
    LineTooLong {
        /// The line where it begins.
        line: u64,
        /// The most bytes.
        limit: u64,
    },
    /// A quote was opened and not closed before the end of the file or the longest record.
    OpenQuote {
        /// The line of the opening quote.
        line: u64,
    },
    /// No record has the column that was asked for.
    ColumnMissing {
        /// What was asked for.
        wanted: Column,
        /// How many columns there are.
        columns: u32,
    },
    /// The bytes stopped coming: the file is gone or may not be read, or the program that read it failed.
    Interrupted {
        /// What the system said.
        reason: String,
    },
    /// The system refused the memory.
    MemoryRefused {
        /// How many keys were held by then.
        keys: u64,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "no bytes"),
            Self::OnlyBlank { lines } => write!(f, "{lines} lines, all blank"),
            Self::OnlyHeader => write!(f, "a header and nothing below it"),
            Self::Binary { kind, byte } => write!(f, "not text but {kind:?}, by byte {byte}"),
            Self::Undecodable { encoding, byte, line, value } => {
                write!(f, "byte {byte} in line {line}, {value:#04x}, is not {encoding:?}")
            }
            Self::TooLarge { limit } => write!(f, "more than {limit} bytes"),
            Self::LineTooLong { line, limit } => write!(f, "line {line} is longer than {limit} bytes"),
            Self::OpenQuote { line } => write!(f, "the quote opened in line {line} is not closed"),
            Self::ColumnMissing { wanted, columns } => write!(f, "no {wanted:?} among {columns} columns"),
            Self::Interrupted { reason } => write!(f, "the bytes stopped coming: {reason}"),
            Self::MemoryRefused { keys } => write!(f, "no memory after {keys} keys"),
        }
    }
}

impl core::error::Error for ReadError {}

/// What a file that is not text looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryKind {
    /// A byte of 0, which text never holds.
    NulByte,
    /// UTF-16 without a byte order mark, little-endian or big-endian.
    UnmarkedUtf16(Encoding),
    /// gzip.
    Gzip,
    /// ZIP, which `.xlsx` and `.docx` are too.
    Zip,
    /// bzip2.
    Bzip2,
    /// xz.
    Xz,
    /// Zstandard.
    Zstd,
    /// 7-Zip.
    SevenZip,
    /// tar.
    Tar,
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF.
    Gif,
    /// PDF.
    Pdf,
    /// An older Microsoft Office document (`.xls`, `.doc`).
    OldOffice,
    /// A SQLite database.
    Sqlite,
    /// Parquet.
    Parquet,
    /// A Redis dump (RDB).
    RedisDump,
    /// A program (ELF or WebAssembly).
    Program,
}

impl BinaryKind {
    /// Every kind.
    pub const ALL: [Self; 19] = [
        Self::NulByte,
        Self::UnmarkedUtf16(Encoding::Utf16Le),
        Self::UnmarkedUtf16(Encoding::Utf16Be),
        Self::Gzip,
        Self::Zip,
        Self::Bzip2,
        Self::Xz,
        Self::Zstd,
        Self::SevenZip,
        Self::Tar,
        Self::Png,
        Self::Jpeg,
        Self::Gif,
        Self::Pdf,
        Self::OldOffice,
        Self::Sqlite,
        Self::Parquet,
        Self::RedisDump,
        Self::Program,
    ];

    /// Each kind's first bytes. A signature that could as well begin a text (`PAR1`, `REDIS0`) is taken at its word
    /// only in a file that holds a byte of 0 or is not UTF-8.
    const SIGNATURES: [(&'static [u8], Self); 18] = [
        (b"\x1f\x8b", Self::Gzip),
        (b"PK\x03\x04", Self::Zip),
        (b"PK\x05\x06", Self::Zip),
        (b"\x42\x5a\x68", Self::Bzip2),
        (b"\xfd7zXZ\0", Self::Xz),
        (b"\x28\xb5\x2f\xfd", Self::Zstd),
        (b"7z\xbc\xaf\x27\x1c", Self::SevenZip),
        (b"\x89PNG\r\n\x1a\n", Self::Png),
        (b"\xff\xd8\xff", Self::Jpeg),
        (b"GIF87a", Self::Gif),
        (b"GIF89a", Self::Gif),
        (b"%PDF-", Self::Pdf),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Self::OldOffice),
        (b"SQLite format 3\0", Self::Sqlite),
        (b"PAR1", Self::Parquet),
        (b"REDIS0", Self::RedisDump),
        (b"\x7fELF", Self::Program),
        (b"\0asm", Self::Program),
    ];

    /// What the beginning of a file looks like, and at which byte; `None` for text.
    pub(super) fn of(sample: &[u8]) -> Option<(Self, u64)> {
        let nul = memchr::memchr(0, sample);
        let signed = Self::SIGNATURES.iter().find(|(signature, _)| sample.starts_with(signature));
        if let Some(&(signature, kind)) = signed {
            let printable = signature.iter().all(|byte| (b' '..0x7f).contains(byte));
            if !printable || nul.is_some() || core::str::from_utf8(sample).is_err_and(|e| e.error_len().is_some()) {
                return Some((kind, 0));
            }
        }
        let at = nul?;
        if sample.get(257..262) == Some(b"ustar") {
            return Some((Self::Tar, 257));
        }
        Some((Self::unmarked_utf16(sample).map_or(Self::NulByte, Self::UnmarkedUtf16), at as u64))
    }

    /// UTF-16 of mostly Latin text has a 0 in every other byte: in the odd ones when little-endian. Three in ten of
    /// those and none among the others is beyond chance.
    fn unmarked_utf16(sample: &[u8]) -> Option<Encoding> {
        let count = |parity: usize| sample.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
        let enough = sample.len() * 3 / 20;
        match (count(0), count(1)) {
            (0, odd) if odd > enough => Some(Encoding::Utf16Le),
            (even, 0) if even > enough => Some(Encoding::Utf16Be),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_known_by_their_first_bytes() {
        for (bytes, kind) in BinaryKind::SIGNATURES {
            let file = [bytes, b"\0\xff rest"].concat();
            assert_eq!(BinaryKind::of(&file), Some((kind, 0)), "{kind:?}");
        }
    }

    #[test]
    fn printable_signatures_may_begin_a_text() {
        for text in ["REDIS0 is a key\n", "PAR1\nPAR2\n", "BZh\n", "GIF89a\n", "%PDF-"] {
            assert_eq!(BinaryKind::of(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn nul_bytes_are_told_from_unmarked_utf16() {
        assert_eq!(BinaryKind::of(b"abc\0def"), Some((BinaryKind::NulByte, 3)));
        assert_eq!(BinaryKind::of(b"a\0b\0\n\0"), Some((BinaryKind::UnmarkedUtf16(Encoding::Utf16Le), 1)));
        assert_eq!(BinaryKind::of(b"\0a\0b\0\n"), Some((BinaryKind::UnmarkedUtf16(Encoding::Utf16Be), 0)));
        let mut tar = vec![b'a'; 512];
        tar[100] = 0;
        tar[257..262].copy_from_slice(b"ustar");
        assert_eq!(BinaryKind::of(&tar), Some((BinaryKind::Tar, 257)));
    }
}
