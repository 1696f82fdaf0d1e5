//! Markdown: CommonMark with GitHub's extensions, and MDX.

use super::{AS_TEXT, Notation};

pub(super) static MARKDOWN: Notation = Notation {
    name: "markdown",
    media_types: &["text/markdown", "text/x-markdown"],
    extensions: &["markdown", "md", "mdown", "mdx", "mkd"],
    ..AS_TEXT
};
