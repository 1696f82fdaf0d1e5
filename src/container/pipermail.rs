//! Archives of Mailman's pipermail: an mbox with addresses such as `joe at x.org` and without quoted body lines.
//!
//! After a removed attachment, no blank line precedes the next separator. But every message begins with `From: `. So a separator
//! is a line with a date before such a field; other lines that begin with `From ` belong to a body.

use super::mbox::{self, has_date, split_line};
use super::{Container, header};
use crate::span::contains;
use crate::text::without_mark;

pub(super) const PIPERMAIL: Container = Container {
    name: "pipermail",
    matches_head,
    cut: |chunk| mbox::cut(chunk, is_separator),
    texts: |chunk, start, selection| mbox::texts(chunk, start, selection, is_separator),
    ..mbox::STRICT
};

/// Whether the first sender is written with ` at `, both in the separator and in the header field.
fn matches_head(head: &[u8]) -> bool {
    let head = without_mark(head);
    if !head.starts_with(b"From ") {
        return false;
    }
    let at = |line: &[u8]| contains(line, b" at ");
    let mut lines = header::lines(head);
    let both = lines.next().is_some_and(at) && lines.next().is_some_and(at);
    both && mbox::starts(head, is_separator)
}

fn is_separator(bytes: &[u8], at: usize) -> bool {
    let (line, next) = split_line(&bytes[at..]);
    // A chunk may end after its separator.
    has_date(line) && (next.is_empty() || next.starts_with(b"From: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: &[u8] = b"From joe at example.org  Mon Jan  3 10:00:00 2005\nFrom: joe at example.org (Joe)\n\none\nURL: http://example.org/attachment.html\nFrom ann at example.org  Mon Jan  3 11:00:00 2005\nFrom: ann at example.org (Ann)\n\ntwo\n\nFrom here on: nothing\n\nFrom 10:00 to 12:00 in 2005\nall was well\nFrom bob@example.org  Tue Jan  4 09:00:00 2005\nFrom: bob@example.org (Bob)\n\nthree\n";

    #[test]
    fn distinguished_from_other_mailboxes() {
        assert!(matches_head(THREE));
        let usual = String::from_utf8_lossy(THREE).replace(" at ", "@");
        assert!(
            !matches_head(usual.as_bytes())
                && !matches_head(b"From joe at home\nto all at work\n")
                && !matches_head(b"")
        );
    }

    #[test]
    fn separators_need_no_blank_line_but_a_sender() {
        let all = PIPERMAIL.bodies(THREE);
        assert_eq!(all.len(), 3);
        assert!(all[1].starts_with("two\n") && all[1].ends_with("all was well\n"));
        assert_eq!(all[2], "three\n");
        PIPERMAIL.check_cuts(THREE);
    }
}
