//! The Compare room.

use super::messages;

messages! {
    room: "Compare", "对比";
}
