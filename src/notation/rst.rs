//! reStructuredText.

use super::{AS_TEXT, Notation};

pub(super) static RST: Notation = Notation {
    name: "rst",
    media_types: &["text/x-rst"],
    extensions: &["rest", "rst"],
    ..AS_TEXT
};
