//! Masks of TeX and LaTeX: comments, verbatim environments, `\url`, `\href`.

use super::argument::{after_options, argument};
use super::verbatim;
use crate::class::Class;
use crate::notation::mask::{Painter, Role, Roles};
use crate::span::first_line;

/// Environments whose content is displayed as it is.
#[rustfmt::skip]
const VERBATIM: &[&[u8]] = &[
    b"verbatim", b"verbatim*", b"lstlisting", b"alltt", b"minted", b"Verbatim",
];

pub(in crate::notation) const ROLES: Roles = Roles {
    paint,
    begins_comment: |before| before.contains(&b'%'),
};

fn paint(document: &[u8], painter: &mut Painter) {
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'%', b'\\', &document[at..]).map(|i| at + i) {
        let rest = &document[found + 1..];
        at = found + 1;
        if document[found] == b'%' {
            at += first_line(rest).len();
            painter.paint(found..at, Role::Comment);
            continue;
        }
        let letters = Class::ALPHA.run(rest);
        let after = at + letters;
        match &rest[..letters] {
            // `\%`, `\\`
            b"" => at = document.len().min(at + 1),
            b"verb" | b"lstinline" => {
                if let Some(argument) = verbatim(document, after, b"") {
                    at = argument.end;
                    painter.paint(found..at, Role::Code);
                }
            }
            b"begin" => at = environment(document, after, painter),
            b"url" | b"path" | b"nolinkurl" => {
                if let Some(target) = argument(document, after_options(document, after)) {
                    at = target.end;
                    painter.target(target);
                }
            }
            b"href" => {
                let Some(target) = argument(document, after_options(document, after)) else {
                    continue;
                };
                painter.target(target.clone());
                at = target.end;
                if let Some(label) = argument(document, after_options(document, target.end + 1)) {
                    at = label.end;
                    painter.link(label, document[target].to_vec());
                }
            }
            _ => at = after,
        }
    }
}

/// `\begin`, whose argument is at `open`. Returns the position after a verbatim environment, otherwise `open`.
fn environment(document: &[u8], open: usize, painter: &mut Painter) -> usize {
    let Some(name) = argument(document, open).map(|at| &document[at]) else {
        return open;
    };
    if !VERBATIM.contains(&name) {
        return open;
    }
    let close = [b"\\end{", name, b"}"].concat();
    let end = memchr::memmem::find(&document[open..], &close).map_or(document.len(), |i| open + i);
    painter.paint(open..end, Role::Code);
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::mask::role_of;

    #[test]
    fn roles() {
        let role = |document| role_of(&ROLES, document, "http");
        assert_eq!(role("see http://a.org/\n"), Role::Prose);
        assert_eq!(role("see \\url{http://a.org/}\n"), Role::Target);
        assert_eq!(role("see \\href{http://a.org/}{it}\n"), Role::Target);
        assert_eq!(role("see \\url {http://a.org/}\n"), Role::Target);
        assert_eq!(
            role("see \\href[a=b]\n  {http://a.org/}{it}\n"),
            Role::Target
        );
        assert_eq!(role("see \\href {x} {http://a.org/}\n"), Role::Label);
        assert_eq!(role("see \\url\n\n{http://a.org/}\n"), Role::Prose);
        assert_eq!(role("see \\href{x}{\\emph{http://a.org/}}\n"), Role::Label);
        assert_eq!(role("x % http://a.org/\n"), Role::Comment);
        assert_eq!(role("100\\% http://a.org/\n"), Role::Prose);
        assert_eq!(role("see \\verb|http://a.org/|\n"), Role::Code);
        assert_eq!(
            role("\\begin{verbatim}\nhttp://a.org/\n\\end{verbatim}\n"),
            Role::Code
        );
        assert_eq!(
            role("\\begin{center}\nhttp://a.org/\n\\end{center}\n"),
            Role::Prose
        );
        assert_eq!(role("\\url{x\nhttp://a.org/"), Role::Prose);
    }

    #[test]
    fn links() {
        let document = br"See \href{http://b.org/}{a.org/x}.";
        let mask = ROLES.mask(document);
        assert_eq!(mask.links().len(), 1);
        assert_eq!(mask.links()[0].target, b"http://b.org/");
        assert_eq!(&document[mask.links()[0].label.clone()], b"a.org/x");
    }
}
