//! Markdown: CommonMark with GitHub's extensions, and MDX.

use super::{AS_TEXT, Notation};

pub(super) static MARKDOWN: Notation = Notation {
    name: "markdown",
    media_types: &["text/markdown", "text/x-markdown"],
    matches_name: |extension, _| ["markdown", "md", "mdown", "mdx", "mkd"].contains(&extension),
    ..AS_TEXT
};
