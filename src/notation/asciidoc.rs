//! AsciiDoc.

use super::{AS_TEXT, Notation};

pub(super) static ASCIIDOC: Notation = Notation {
    name: "asciidoc",
    media_types: &["text/asciidoc"],
    matches_name: |extension, _| ["adoc", "asciidoc"].contains(&extension),
    ..AS_TEXT
};
