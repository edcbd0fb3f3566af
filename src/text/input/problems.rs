//! What is wrong with a file or a list.

use super::encoding_name;
use crate::dump::{BinaryKind, Column, ReadError, TrialError};
use crate::text::Lang;
use crate::text::number::{bytes, count, plural};

/// What is wrong with the file, in a sentence or two.
#[must_use]
pub fn problem(lang: Lang, name: &str, error: &ReadError) -> String {
    match lang {
        Lang::En => problem_en(name, error),
        Lang::Zh => problem_zh(name, error),
    }
}

fn problem_en(name: &str, error: &ReadError) -> String {
    match error {
        ReadError::Empty => format!("{name} is empty: there is not a single character in it."),
        ReadError::OnlyBlank { lines } => {
            format!("{name} holds no key: {} and nothing in them.", plural(*lines, "line", "lines"))
        }
        ReadError::OnlyHeader => format!("{name} has a row of column names and nothing below it."),
        ReadError::Binary { kind, byte } => match kind {
            BinaryKind::NulByte => {
                format!("{name} is not text: the byte at offset {} is 0, which no text contains.", count(*byte))
            }
            BinaryKind::UnmarkedUtf16(encoding) => {
                format!("{name} looks like {} without the mark that would say so.", encoding_name(*encoding))
            }
            kind => format!("{name} is not text but looks like {}.", kind_name(Lang::En, *kind)),
        },
        ReadError::Undecodable { encoding, byte, line, value } => format!(
            "{name} is not {}: the byte at offset {} (0x{value:02X}, in line {}) does not fit.",
            encoding_name(*encoding),
            count(*byte),
            count(*line),
        ),
        ReadError::TooLarge { limit } => {
            format!("{name} is larger than {}, the most that is read at present.", bytes(Lang::En, *limit))
        }
        ReadError::LineTooLong { line, limit } => {
            format!(
                "Line {} of {name} is longer than {}; a list of keys has shorter lines.",
                count(*line),
                bytes(Lang::En, *limit)
            )
        }
        ReadError::OpenQuote { line } => format!("A quote opened in line {} of {name} is never closed.", count(*line)),
        ReadError::ColumnMissing { wanted, columns } => {
            let wanted = match wanted {
                Column::Best => "such a column".into(),
                Column::Index(index) => format!("column {}", u64::from(*index) + 1),
                Column::Named(column) => format!("column “{column}”"),
            };
            format!(
                "{name} has no {wanted}: there {}.",
                if *columns == 1 { "is 1 column".into() } else { format!("are {columns} columns") }
            )
        }
        ReadError::Interrupted { reason } => {
            format!("{name} could not be read to the end ({reason}). If it was moved or changed, choose it again.")
        }
        ReadError::MemoryRefused { keys } => {
            format!("The browser gave no more memory after {} of {name}.", plural(*keys, "key", "keys"))
        }
    }
}

fn problem_zh(name: &str, error: &ReadError) -> String {
    match error {
        ReadError::Empty => format!("{name} 是空的，一个字符也没有。"),
        ReadError::OnlyBlank { lines } => format!("{name} 里没有键：共 {} 行，全是空白。", count(*lines)),
        ReadError::OnlyHeader => format!("{name} 只有一行列名，下面没有数据。"),
        ReadError::Binary { kind, byte } => match kind {
            BinaryKind::NulByte => format!("{name} 不是文本：偏移 {} 处的字节是 0，文本里不会有它。", count(*byte)),
            BinaryKind::UnmarkedUtf16(encoding) => {
                format!("{name} 看起来是 {}，但开头没有标记。", encoding_name(*encoding))
            }
            kind => format!("{name} 不是文本，看起来是{}。", kind_name(Lang::Zh, *kind)),
        },
        ReadError::Undecodable { encoding, byte, line, value } => format!(
            "{name} 不是 {}：第 {} 行、偏移 {} 处的字节 0x{value:02X} 不合规则。",
            encoding_name(*encoding),
            count(*line),
            count(*byte),
        ),
        ReadError::TooLarge { limit } => format!("{name} 超过了目前的读取上限 {}。", bytes(Lang::Zh, *limit)),
        ReadError::LineTooLong { line, limit } => {
            format!("{name} 第 {} 行超过 {}；键的列表里不该有这么长的行。", count(*line), bytes(Lang::Zh, *limit))
        }
        ReadError::OpenQuote { line } => format!("{name} 第 {} 行的引号一直没有闭合。", count(*line)),
        ReadError::ColumnMissing { wanted, columns } => {
            let wanted = match wanted {
                Column::Best => "这样的列".into(),
                Column::Index(index) => format!("第 {} 列", u64::from(*index) + 1),
                Column::Named(column) => format!("名为“{column}”的列"),
            };
            format!("{name} 没有{wanted}，一共只有 {columns} 列。")
        }
        ReadError::Interrupted { reason } => format!("{name} 没能读完（{reason}）。如果文件移动或改动过，请重新选择。"),
        ReadError::MemoryRefused { keys } => format!("读到 {name} 的第 {} 个键时，浏览器不再给内存。", count(*keys)),
    }
}

const fn kind_name(lang: Lang, kind: BinaryKind) -> &'static str {
    match kind {
        BinaryKind::NulByte => lang.pick("data of some program", "某种程序的数据"),
        BinaryKind::UnmarkedUtf16(_) => lang.pick("UTF-16 text", "UTF-16 文本"),
        BinaryKind::Gzip => lang.pick("a gzip archive; unpack it first", " gzip 压缩文件，请先解压"),
        BinaryKind::Zip => lang.pick(
            "a ZIP archive or an Excel or Word document; unpack it, or save it as CSV",
            " ZIP 压缩包或 Excel、Word 文档，请先解压或另存为 CSV",
        ),
        BinaryKind::Bzip2 => lang.pick("a bzip2 archive; unpack it first", " bzip2 压缩文件，请先解压"),
        BinaryKind::Xz => lang.pick("an xz archive; unpack it first", " xz 压缩文件，请先解压"),
        BinaryKind::Zstd => lang.pick("a Zstandard archive; unpack it first", " Zstandard 压缩文件，请先解压"),
        BinaryKind::SevenZip => lang.pick("a 7-Zip archive; unpack it first", " 7-Zip 压缩包，请先解压"),
        BinaryKind::Tar => lang.pick("a tar archive; unpack it first", " tar 归档，请先解开"),
        BinaryKind::Png => lang.pick("a PNG picture", " PNG 图片"),
        BinaryKind::Jpeg => lang.pick("a JPEG picture", " JPEG 图片"),
        BinaryKind::Gif => lang.pick("a GIF picture", " GIF 图片"),
        BinaryKind::Pdf => lang.pick("a PDF document", " PDF 文档"),
        BinaryKind::OldOffice => {
            lang.pick("an older Excel or Word document; save it as CSV", "旧版 Excel 或 Word 文档，请另存为 CSV")
        }
        BinaryKind::Sqlite => lang.pick("a SQLite database; export a table as CSV", " SQLite 数据库，请把表导出为 CSV"),
        BinaryKind::Parquet => lang.pick("a Parquet file; export a column as CSV", " Parquet 文件，请把列导出为 CSV"),
        BinaryKind::RedisDump => lang.pick("a Redis dump (RDB)", " Redis 快照（RDB）"),
        BinaryKind::Program => lang.pick("a program", "可执行程序"),
    }
}

/// Why the list was not measured.
#[must_use]
pub fn trial_problem(lang: Lang, error: &TrialError) -> String {
    match (lang, error) {
        (Lang::En, TrialError::Unsolvable(_)) => {
            "No filter can be sized for these numbers; choose another target rate.".into()
        }
        (Lang::Zh, TrialError::Unsolvable(_)) => "按这组数字设计不出过滤器，请换一个目标误判率。".into(),
        (Lang::En, TrialError::MemoryRefused(refused)) => {
            format!(
                "There is no room for a filter of {}; choose a higher target rate.",
                bytes(lang, refused.n_bits.div_ceil(8))
            )
        }
        (Lang::Zh, TrialError::MemoryRefused(refused)) => {
            format!("放不下 {}的过滤器，请把目标误判率调高些。", bytes(lang, refused.n_bits.div_ceil(8)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::Encoding;

    #[test]
    fn a_problem_names_file_place_and_value_in_both_languages() {
        let error = ReadError::Undecodable { encoding: Encoding::Utf8, byte: 12_345, line: 678, value: 0xe9 };
        for lang in Lang::ALL {
            let said = problem(lang, "keys.txt", &error);
            for part in ["keys.txt", "UTF-8", "12,345", "678", "0xE9"] {
                assert!(said.contains(part), "{part} in {said}");
            }
        }
    }

    #[test]
    fn every_kind_of_file_has_a_name_of_its_own() {
        for lang in Lang::ALL {
            let said = BinaryKind::ALL.map(|kind| problem(lang, "x", &ReadError::Binary { kind, byte: 0 }));
            let distinct: std::collections::HashSet<&String> = said.iter().collect();
            assert_eq!(distinct.len(), said.len());
        }
    }
}
