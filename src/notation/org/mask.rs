//! Masks of Org mode, made line by line: blocks, fixed-width lines, links, comments.

use std::ops::Range;

use crate::notation::lines::lines;
use crate::notation::mask::{Painter, Role, Roles};
use crate::span::{ahead, beginning};
use crate::text::strip_prefix_ignore_case;

pub(in crate::notation) const ROLES: Roles = Roles {
    paint,
    begins_comment: |before| before == b"#",
};

fn paint(document: &[u8], painter: &mut Painter) {
    let mut block = false;
    for line in lines(document) {
        let text = line.trimmed();
        let begins = |word: &[u8]| strip_prefix_ignore_case(text, word).is_some();
        if begins(b"#+end_") {
            block = false;
        } else if block {
            painter.paint(line.at, Role::Code);
        } else if begins(b"#+begin_src") || begins(b"#+begin_example") {
            block = true;
        } else if text.starts_with(b"# ") || text == b"#" {
            painter.paint(line.at, Role::Comment);
        } else if text.starts_with(b": ") {
            painter.paint(line.at, Role::Code);
        } else {
            inline(document, line.at, painter);
        }
    }
}

/// No marked text and no link is longer.
const MAX: usize = 1024;

/// Paints `=verbatim=`, `~code~` and `[[target][label]]`.
fn inline(document: &[u8], line: Range<usize>, painter: &mut Painter) {
    let text = &document[line.clone()];
    let mut at = 0;
    while let Some(open) = memchr::memchr3(b'[', b'=', b'~', &text[at..]).map(|i| at + i) {
        at = open + 1;
        let rest = ahead(text, at, MAX);
        if text[open] != b'[' {
            // A mark opens after a blank or a bracket, and closes before one.
            let edge = |b: Option<&u8>| b.is_none_or(|b| !b.is_ascii_alphanumeric());
            let opens = edge(open.checked_sub(1).map(|i| &text[i]))
                && rest.first().is_some_and(|b| !b.is_ascii_whitespace());
            let mut ends = memchr::memchr_iter(text[open], rest);
            let end = ends.find(|end| *end > 0 && edge(rest.get(end + 1)));
            if let Some(end) = end.filter(|_| opens) {
                painter.paint(line.start + open..line.start + at + end + 1, Role::Code);
                at += end + 1;
            }
            continue;
        }
        let Some(inside) = rest.strip_prefix(b"[") else {
            continue;
        };
        let Some(len) = memchr::memchr(b']', inside) else {
            continue;
        };
        let target = line.start + at + 1..line.start + at + 1 + len;
        at += 1 + len;
        painter.target(target.clone());
        let Some(label) = text[at..].strip_prefix(b"][") else {
            continue;
        };
        let label = beginning(label, MAX);
        if let Some(len) = memchr::memmem::find(label, b"]]").filter(|len| *len > 0) {
            let label = line.start + at + 2..line.start + at + 2 + len;
            at += len + 4;
            painter.link(label, document[target].to_vec());
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
        assert_eq!(role("see [[http://a.org/][it]]\n"), Role::Target);
        assert_eq!(role("see [[x][http://a.org/]]\n"), Role::Label);
        assert_eq!(role("see =http://a.org/=\n"), Role::Code);
        assert_eq!(role("see ~http://a.org/~, x\n"), Role::Code);
        assert_eq!(role("a=b http://a.org/?x=y\n"), Role::Prose);
        assert_eq!(role("# http://a.org/\n"), Role::Comment);
        assert_eq!(role(": http://a.org/\n"), Role::Code);
        assert_eq!(
            role("#+BEGIN_SRC sh\nhttp://a.org/\n#+END_SRC\n"),
            Role::Code
        );
        assert_eq!(role("#+begin_src\n#+end_src\nhttp://a.org/\n"), Role::Prose);
    }
}
