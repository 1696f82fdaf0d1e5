//! Masks of Texinfo: comments, examples, `@uref` and `@url`.

use crate::class::Class;
use crate::notation::lines::lines;
use crate::notation::mask::{Painter, Role, Roles};
use crate::span::ahead;

/// Environments of code.
#[rustfmt::skip]
const CODE: &[&[u8]] = &[
    b"example", b"smallexample", b"lisp", b"smalllisp", b"verbatim", b"display", b"smalldisplay", b"format",
    b"smallformat",
];

pub(in crate::notation) const ROLES: Roles = Roles {
    paint,
    begins_comment: |before| before.ends_with(b"@c") || before.ends_with(b"@comment"),
};

fn paint(document: &[u8], painter: &mut Painter) {
    // The open environment of code.
    let mut open: Option<&[u8]> = None;
    for line in lines(document) {
        let text = line.trimmed();
        let word = |prefix: &[u8]| text.strip_prefix(prefix).map(<[u8]>::trim_ascii);
        if let Some(name) = open {
            if word(b"@end ") == Some(name) {
                open = None
            } else {
                painter.paint(line.at, Role::Code)
            }
        } else if let Some(name) = word(b"@").filter(|name| CODE.contains(name)) {
            open = Some(name);
        } else if text.starts_with(b"@c ") || text.starts_with(b"@comment ") {
            painter.paint(line.at, Role::Comment);
        }
    }
    inline(document, painter);
}

/// Paints `@uref{target, label}`, `@url{target}` and inline code.
fn inline(document: &[u8], painter: &mut Painter) {
    /// No argument is longer.
    const MAX: usize = 1024;
    for at in memchr::memchr_iter(b'@', document) {
        let name = Class::ALPHA.run(&document[at + 1..]);
        let (name, start) = (&document[at + 1..at + 1 + name], at + 2 + name);
        let near = ahead(document, start.min(document.len()), MAX);
        let Some(len) = memchr::memchr(b'}', near).filter(|_| document[start - 1] == b'{') else {
            continue;
        };
        match name {
            b"code" | b"samp" | b"kbd" | b"file" | b"command" => {
                painter.paint(start..start + len, Role::Code);
            }
            b"uref" | b"url" | b"indicateurl" => {
                let inside = &near[..len];
                let comma = memchr::memchr(b',', inside).unwrap_or(len);
                painter.target(start..start + comma);
                let rest = inside.get(comma + 1..).unwrap_or_default();
                let blanks = rest.len() - rest.trim_ascii_start().len();
                let label = start + comma + 1 + blanks..start + len;
                if name == b"uref" && label.start < label.end {
                    painter.link(label, inside[..comma].trim_ascii().to_vec());
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::mask::role_of;

    #[test]
    fn roles() {
        let role = |document| role_of(&ROLES, document, "http");
        assert_eq!(role("see http://a.org/\n"), Role::Prose);
        assert_eq!(role("see @url{http://a.org/}\n"), Role::Target);
        assert_eq!(role("see @uref{http://a.org/, it}\n"), Role::Target);
        assert_eq!(role("see @uref{x, http://a.org/}\n"), Role::Label);
        assert_eq!(role("see @code{http://a.org/}\n"), Role::Code);
        assert_eq!(role("@c http://a.org/\n"), Role::Comment);
        assert_eq!(role("@example\nhttp://a.org/\n@end example\n"), Role::Code);
        assert_eq!(
            role("@example\nx\n@end example\nhttp://a.org/\n"),
            Role::Prose
        );
    }

    #[test]
    fn links() {
        let document = b"See @uref{http://b.org/,  a.org} and @url{x}.";
        let mask = ROLES.mask(document);
        assert_eq!(mask.links().len(), 1);
        assert_eq!(mask.links()[0].target, b"http://b.org/");
        assert_eq!(&document[mask.links()[0].label.clone()], b"a.org");
    }
}
