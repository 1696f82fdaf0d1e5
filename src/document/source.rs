//! Masks of source files: comments are prose, strings are code, and the rest is not text.

use super::language::Language;
use super::mask::{Mask, Painter, Role};
use crate::notation::Content;

/// The mask of `document`, which is in this language.
pub(super) fn mask(language: Language, document: &[u8]) -> Mask {
    let mut painter = Painter::new(Role::Outside);
    for span in language
        .syntax()
        .iter()
        .flat_map(|syntax| syntax.spans(document))
    {
        painter.paint(
            span.at,
            match span.content {
                Content::Comment | Content::Text(_) => Role::Prose,
                Content::String(_) => Role::Code,
            },
        );
    }
    painter.finish()
}

/// Whether a comment begins in `before`, the beginning of a line.
pub(super) fn begins_comment(language: Language, before: &[u8]) -> bool {
    let rows = language
        .syntax()
        .map_or(&[][..], |syntax| syntax.rows)
        .iter();
    let mut comments = rows.filter(|row| !matches!(row.content, Content::String(_)));
    comments.any(|row| memchr::memmem::find(before, row.open).is_some()) || before.starts_with(b"*")
}

#[cfg(test)]
mod tests {
    use super::super::role_of;
    use super::*;

    #[test]
    fn roles() {
        let role = |language: Language, document: &str| {
            role_of(|bytes| mask(language, bytes), document, "http")
        };
        assert_eq!(role(Language::C, "x; // http://a.org/\n"), Role::Prose);
        assert_eq!(role(Language::C, "/* x\n http://a.org/ */"), Role::Prose);
        assert_eq!(role(Language::C, "f(\"\\\"http://a.org/\")"), Role::Code);
        assert_eq!(role(Language::C, "http://a.org/"), Role::Outside);
        assert_eq!(
            role(Language::Rust, "fn f<'a>() {} // http://a.org/"),
            Role::Prose
        );
        assert_eq!(
            role(Language::Python, "'''x\nhttp://a.org/'''"),
            Role::Prose
        );
        assert_eq!(role(Language::Shell, "don't\n# http://a.org/"), Role::Prose);
        assert_eq!(role(Language::Erlang, "% http://a.org/"), Role::Prose);
    }
}
