//! Masks of man pages: comments, examples, and `.UR`.

use crate::notation::lines::lines;
use crate::notation::mask::{Painter, Role, Roles};
use crate::span::{beginning, split_before};

/// Whether `head` begins with roff comments or macros, among them the title macro of man or mdoc. Pod::Man defines macros of its
/// own before the title.
pub(crate) fn is_man_page(head: &[u8]) -> bool {
    let head = beginning(head, 8192);
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
    paint,
    begins_comment: |before| before.ends_with(b"\\\"") || before.ends_with(b"\\#"),
};

fn paint(document: &[u8], painter: &mut Painter) {
    let mut code = false;
    for line in lines(document) {
        let (name, rest) = request(line.bytes).unwrap_or_default();
        let (argument, _) = word(rest);
        match name {
            [b'\\', b'"', ..] => painter.paint(line.at, Role::Comment),
            // `.Bd -filled` and its like are prose.
            b"Bd" => code = [&b"-literal"[..], b"-unfilled"].contains(&argument),
            b"nf" | b"EX" | b"Vb" => code = true,
            // A heading fills lines again.
            b"fi" | b"EE" | b"Ve" | b"Ed" | b"SH" | b"SS" | b"Sh" | b"Ss" => code = false,
            b"Dl" => painter.paint(line.at, Role::Code),
            _ if code => painter.paint(line.at, Role::Code),
            b"UR" | b"Lk" => {
                let start = line.at.end - rest.len();
                let target = start..start + argument.len();
                painter.target(target.clone());
                painter.link_to_host(document, target);
            }
            _ => {}
        }
    }
}

/// The name of the request or the macro that a line calls, and its arguments.
fn request(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (b'.' | b'\'', call) = line.split_first()? else {
        return None;
    };
    let (name, rest) = word(call.trim_ascii_start());
    Some((name, rest.trim_ascii_start()))
}

/// The text up to the first blank, and the text from there on.
fn word(text: &[u8]) -> (&[u8], &[u8]) {
    split_before(text, |b| b.is_ascii_whitespace())
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
        let role = |at| role_of(&ROLES, page, at);
        assert_eq!(role("http://a.org/1"), Role::Comment);
        assert_eq!(role("http://a.org/2"), Role::Target);
        assert_eq!(role("http://a.org/3"), Role::Code);
        assert_eq!(role("http://a.org/4"), Role::Prose);
    }

    #[test]
    fn examples() {
        let page = ".TH X 1\n\
            .Vb 1\n\\&  http://a.org/1\n.Ve\nhttp://a.org/2\n\
            .  nf\nhttp://a.org/3\n'fi \\\" x\nhttp://a.org/4\n\
            .Bd -literal -offset indent\nhttp://a.org/5\n.Ed\n.Bd -filled\nhttp://a.org/6\n.Ed\n\
            .Dl http://a.org/7\n\
            .nf\n.PP\nhttp://a.org/8\n.SH NEXT\nhttp://a.org/9\n\
            .nfx\nhttp://a.org/0\n";
        let roles = ('0'..='9').map(|i| role_of(&ROLES, page, &format!("http://a.org/{i}")));
        use Role::{Code, Prose};
        assert_eq!(
            roles.collect::<Vec<_>>(),
            [
                Prose, Code, Prose, Code, Prose, Code, Prose, Code, Code, Prose
            ]
        );
    }
}
