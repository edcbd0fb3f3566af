//! The bit grid in words.

use super::number::{count, percent_to, plural, significant};
use super::{Lang, messages};
use crate::view::grid::Notation;

messages! {
    /// What the grid is, for assistive technology.
    role: "bit grid", "位网格";
    /// Button.
    zoom_in: "Zoom in", "放大";
    /// Button.
    zoom_out: "Zoom out", "缩小";
    /// Button.
    fit: "Show the whole array", "显示整个数组";
    /// Label of the field that takes an index.
    go_to: "Go to bit", "跳到某一位";
    /// Button beside it.
    go: "Go", "跳转";
    /// Name of the overview.
    overview: "Overview: drag to move the view", "全貌：拖动可移动视野";
    /// How the keyboard works.
    keyboard: "Arrow keys move from bit to bit, Home and End go along the row, Page Up and Page Down by a screen, Control with Home or End to the first or last bit. Plus and minus zoom, 0 shows the whole array, Enter chooses a bit, Shift with an arrow moves the view.",
        "方向键逐位移动，Home 和 End 到行首行尾，Page Up 和 Page Down 翻一屏，Control 加 Home 或 End 到第一位或最后一位。加号和减号缩放，0 显示整个数组，Enter 选中一位，Shift 加方向键平移视野。";
}

/// The bits in one sentence: m, the ones among them, their share.
#[must_use]
pub fn summary(lang: Lang, notation: Notation, n_bits: u64, ones: u64) -> String {
    let (m, x, share) = (count(n_bits), count(ones), share(ones, n_bits));
    match lang {
        Lang::En if notation != Notation::Bit => format!("{}, {x} in use ({share})", plural(n_bits, "cell", "cells")),
        Lang::Zh if notation != Notation::Bit => format!("共 {m} 格，用了 {x} 格（{share}）"),
        Lang::En => format!("{}, {} ({share})", plural(n_bits, "bit", "bits"), plural(ones, "one", "ones")),
        Lang::Zh => format!("共 {m} 位，{x} 位是 1（{share}）"),
    }
}

/// A cell and its value, as it is read out.
#[must_use]
pub fn cell(lang: Lang, notation: Notation, index: u64, value: u32) -> String {
    let index = count(index);
    let value = match notation {
        Notation::Hex(digits) => format!("{value:0digits$x}", digits = digits as usize),
        Notation::Bit | Notation::Decimal => value.to_string(),
    };
    match (lang, notation) {
        (Lang::En, Notation::Bit) => format!("bit {index}: {value}"),
        (Lang::En, _) => format!("cell {index}: {value}"),
        (Lang::Zh, Notation::Bit) => format!("第 {index} 位：{value}"),
        (Lang::Zh, _) => format!("第 {index} 格：{value}"),
    }
}

/// Where a bit is kept: its byte and its 64-bit word, and its place in each.
#[must_use]
pub fn whereabouts(lang: Lang, index: u64) -> String {
    let (byte, in_byte, word, in_word) = (count(index / 8), index % 8, count(index / 64), index % 64);
    match lang {
        Lang::En => format!("byte {byte}, bit {in_byte} · word {word}, bit {in_word}"),
        Lang::Zh => format!("字节 {byte} 的第 {in_byte} 位 · 64 位字 {word} 的第 {in_word} 位"),
    }
}

/// A block of bits too small to be told apart.
#[must_use]
pub fn block(lang: Lang, first: u64, last: u64, cells: u64, ones: u64) -> String {
    let (from, to, n, x, share) = (count(first), count(last), count(cells), count(ones), share(ones, cells));
    match lang {
        Lang::En => {
            format!("{x} of the {n} bits in this square are 1 ({share}) · its corners are bits {from} and {to}")
        }
        Lang::Zh => format!("这个方块的 {n} 位中有 {x} 位是 1（{share}）· 左上角是第 {from} 位，右下角是第 {to} 位"),
    }
}

/// How much a pixel shows, for a picture of densities.
#[must_use]
pub fn per_pixel(lang: Lang, bits: f64) -> String {
    let bits = if bits < 10.0 { significant(bits, 2) } else { count(bits.round() as u64) };
    match lang {
        Lang::En => format!("a pixel averages {bits} bits"),
        Lang::Zh => format!("每个像素是 {bits} 位的平均"),
    }
}

/// There is no such bit.
#[must_use]
pub fn no_such_bit(lang: Lang, n_bits: u64) -> String {
    let last = count(n_bits.saturating_sub(1));
    match lang {
        Lang::En => format!("Bits are numbered from 0 to {last}."),
        Lang::Zh => format!("位的编号从 0 到 {last}。"),
    }
}

fn share(part: u64, whole: u64) -> String {
    percent_to(part as f64 / whole.max(1) as f64, 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Numbers and their units are joined by a narrow no-break space.

    #[test]
    fn a_summary_has_counts_and_their_share() {
        assert_eq!(
            summary(Lang::En, Notation::Bit, 10_000_000, 5_018_233),
            "10,000,000 bits, 5,018,233 ones (50.2\u{202f}%)"
        );
        assert_eq!(summary(Lang::Zh, Notation::Bit, 256, 88), "共 256 位，88 位是 1（34.4\u{202f}%）");
        assert_eq!(summary(Lang::En, Notation::Bit, 0, 0), "0 bits, 0 ones (0\u{202f}%)");
    }

    #[test]
    fn a_bit_is_in_its_byte_and_word() {
        assert_eq!(cell(Lang::En, Notation::Bit, 67, 1), "bit 67: 1");
        assert_eq!(whereabouts(Lang::En, 67), "byte 8, bit 3 · word 1, bit 3");
        assert_eq!(whereabouts(Lang::Zh, 1003), "字节 125 的第 3 位 · 64 位字 15 的第 43 位");
    }

    #[test]
    fn pixels_of_many_bits_are_whole() {
        assert_eq!(per_pixel(Lang::En, 6.57), "a pixel averages 6.6 bits");
        assert_eq!(per_pixel(Lang::Zh, 1340.4), "每个像素是 1,340 位的平均");
        assert_eq!(no_such_bit(Lang::En, 256), "Bits are numbered from 0 to 255.");
        assert_eq!(
            block(Lang::En, 0, 8207, 64, 16),
            "16 of the 64 bits in this square are 1 (25\u{202f}%) · its corners are bits 0 and 8,207"
        );
    }
}
