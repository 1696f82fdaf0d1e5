//! Source code.

use super::{AS_TEXT, Notation};

pub(super) static SOURCE: Notation = Notation {
    name: "source",
    ..AS_TEXT
};
