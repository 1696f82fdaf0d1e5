//! reStructuredText.

use super::{AS_TEXT, Notation};

pub(super) static RST: Notation = Notation {
    name: "rst",
    media_types: &["text/x-rst"],
    matches_name: |extension, _| ["rest", "rst"].contains(&extension),
    ..AS_TEXT
};
