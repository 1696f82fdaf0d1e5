//! Masks of man pages: comments, examples, and `.UR`.

use crate::notation::lines::lines;
use crate::notation::mask::{Mask, Painter, Role, Roles};

/// Whether `head` begins with roff comments or macros, among them the title macro of man or mdoc. Pod::Man defines macros of its
/// own before the title.
pub(crate) fn is_man_page(head: &[u8]) -> bool {
    let head = &head[..head.len().min(8192)];
    let mut page = lines(head).map(|line| line.bytes);
    let is_title = |line: &[u8]| line.starts_with(b".TH ") || line.starts_with(b".Dd ");
    match page.find(|line| !line.trim_ascii().is_empty()) {
        Some(first @ [b'.' | b'\'', ..]) => {
            first.starts_with(b".so ") || is_title(first) || page.any(is_title)
        }
        _ => false,
    }
}

pub(in crate::notation) const ROLES: Roles = Roles {
    mask,
    begins_comment: |before| before.ends_with(b"\\\"") || before.ends_with(b"\\#"),
};

fn mask(document: &[u8]) -> Mask {
    let mut painter = Painter::new(Role::Prose);
    let mut code = false;
    for line in lines(document) {
        let text = line.bytes;
        if text.starts_with(b".\\\"") || text.starts_with(b"'\\\"") {
            painter.paint(line.at, Role::Comment);
        } else if [&b".nf"[..], b".EX", b".Bd"]
            .iter()
            .any(|m| text.starts_with(m))
        {
            code = true;
        } else if [&b".fi"[..], b".EE", b".Ed"]
            .iter()
            .any(|m| text.starts_with(m))
        {
            code = false;
        } else if code {
            painter.paint(line.at, Role::Code);
        } else if text.starts_with(b".UR ") || text.starts_with(b".Lk ") {
            let word = text[4..].iter().take_while(|b| !b.is_ascii_whitespace());
            let start = line.at.start + 4;
            painter.target(start..start + word.count());
        }
    }
    painter.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::mask::role_of;

    #[test]
    fn roles() {
        let page = ".\\\" http://a.org/1\n.TH X 1\n.UR http://a.org/2\n.UE\n.nf\nhttp://a.org/3\n.fi\nhttp://a.org/4\n";
        assert!(is_man_page(page.as_bytes()));
        assert!(!is_man_page(b"hello\n.TH X 1\n"));
        assert!(is_man_page(
            b".\\\" Pod\n.de Sp\n.if t .sp .5v\n..\n.TH X 1\n"
        ));
        assert!(is_man_page(b"'\\\" t\n.so man1/x.1\n.TH X 1\n") && is_man_page(b".so man1/x.1\n"));
        for text in [&b".gitignore\nhello\n"[..], b"'tis\n", b"\n"] {
            assert!(!is_man_page(text));
        }
        let role = |at| role_of(mask, page, at);
        assert_eq!(role("http://a.org/1"), Role::Comment);
        assert_eq!(role("http://a.org/2"), Role::Target);
        assert_eq!(role("http://a.org/3"), Role::Code);
        assert_eq!(role("http://a.org/4"), Role::Prose);
    }
}
