//! The frame around the rooms.

use super::{Lang, messages};

messages! {
    product: "Bloomscope", "布隆镜";
    tagline: "See, measure and reason about Bloom filters", "看见、测量、想明白布隆过滤器";
    skip_to_content: "Skip to content", "跳到正文";
    rooms: "Rooms", "导航";
    lab: "Lab", "实验台";
    curves: "Curves", "曲线";
    compare: "Compare", "对比";
    language: "Language", "语言";
    theme: "Theme", "配色";
    theme_auto: "Theme: follows the system", "配色：跟随系统";
    theme_light: "Theme: light", "配色：浅色";
    theme_dark: "Theme: dark", "配色：深色";
    present: "Present", "演示";
    stop_presenting: "Stop presenting", "退出演示";
    share: "Share", "分享";
    link_copied: "Link copied. Whoever opens it sees this very filter.", "链接已复制，打开它看到的就是这个过滤器。";
    undo: "Undo", "撤销";
    redo: "Redo", "重做";
    close: "Close", "关闭";
    notices: "Notices", "通知";
    fewer_notices: "Only the latest", "只看最新一条";
    part_coming: "Fetching this part of the page…", "正在载入页面的这一部分……";
    part_missing: "This part of the page could not be fetched.", "页面的这一部分没能载入。";
    try_again: "Try again", "重试";
}

/// The button that opens the notices folded away.
#[must_use]
pub fn more_notices(lang: Lang, folded: usize) -> String {
    match lang {
        Lang::En => format!("{folded} more"),
        Lang::Zh => format!("另有 {folded} 条"),
    }
}
