//! Masks of source files: comments are prose, strings are code, and the rest is not text.

use super::{Content, Row, Syntax};
use crate::notation::mask::{Mask, Painter, Role};
use crate::span::contains;

impl Syntax {
    /// The roles of the bytes of a document.
    pub(crate) fn mask(&'static self, document: &[u8]) -> Mask {
        let mut painter = Painter::new(Role::Outside);
        for span in self.spans(document) {
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
    pub(in crate::notation) fn begins_comment(&self, before: &[u8]) -> bool {
        let is_comment = |row: &&Row| !matches!(row.content, Content::String(_));
        let mut comments = self.rows.iter().filter(is_comment);
        comments.any(|row| contains(before, row.open)) || before.starts_with(b"*")
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::{C_LIKE, ERLANG, PYTHON, RUST, SHELL};
    use super::*;

    #[test]
    fn roles() {
        let role = |language: &'static Syntax, document: &str| {
            let at = document.find("http").expect("the document contains it");
            language.mask(document.as_bytes()).role(at)
        };
        assert_eq!(role(&C_LIKE, "x; // http://a.org/\n"), Role::Prose);
        assert_eq!(role(&C_LIKE, "/* x\n http://a.org/ */"), Role::Prose);
        assert_eq!(role(&C_LIKE, "f(\"\\\"http://a.org/\")"), Role::Code);
        assert_eq!(role(&C_LIKE, "http://a.org/"), Role::Outside);
        assert_eq!(role(&RUST, "fn f<'a>() {} // http://a.org/"), Role::Prose);
        assert_eq!(role(&PYTHON, "'''x\nhttp://a.org/'''"), Role::Prose);
        assert_eq!(role(&SHELL, "don't\n# http://a.org/"), Role::Prose);
        assert_eq!(role(&ERLANG, "% http://a.org/"), Role::Prose);
    }
}
