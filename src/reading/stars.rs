//! `http://a.com/**x<http://a.com/x>`: a mailer puts `**` where long URLs may be broken, and the URL as it is in angle brackets behind
//! (tests/spec/stars.md).

use super::fold::{Fold, Gap, line_break};
use super::quote_prefix::{Prefix, blanks};
use crate::class::Class;

/// The longest URL so written.
const MAX: usize = 1024;
const MAX_LINES: usize = 8;

/// Whether the URL `start..end`, that runs to a stop, may be so written: it holds `**`, and the other, or a line break, follows.
#[inline]
pub(super) fn may_stand(text: &[u8], start: usize, end: usize) -> bool {
    let followed = matches!(&text[end..], [b'<', ..] | [b' ', b'<', ..]);
    (followed || text[end - 1] == b'*') && memchr::memmem::find(&text[start..end], b"**").is_some()
}

/// Whether `**` stands in the host at the beginning of `validate`.
pub(super) fn break_host(rest: &[u8]) -> bool {
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || matches!(b, b'-' | b'.');
    let len = rest.iter().take(256).take_while(letter).count();
    rest[len..].starts_with(b"**")
}

/// The URL that begins at `start` without the `**` in it, if it is the one in the brackets behind it.
pub(super) fn fold(text: &[u8], start: usize) -> Option<Fold> {
    let text = &text[..text.len().min(start + MAX)];
    let (mut fold, mut run, mut at) = (Fold::default(), start, start);
    let (mut gap, mut lines) = (Gap::None, 1);
    loop {
        let rest = &text[at..];
        at += rest.iter().position(|&b| b == b'*' || Class::STOP.has(b))?;
        if !text[at..].starts_with(b"**") {
            if text[at] == b'*' {
                at += 1;
                continue;
            }
            break;
        }
        fold.push(run..at, std::mem::replace(&mut gap, Gap::None));
        at += 2;
        let end = at + blanks(&text[at..]);
        if let Some(len) = line_break(&text[end..]) {
            lines += 1;
            if lines > MAX_LINES {
                return None;
            }
            at = Prefix::before(text, start).skip(text, end + len).0;
            gap = Gap::Break;
        }
        run = at;
    }
    fold.push(run..at, gap);
    if fold.runs.len() < 2 && run == start {
        return None;
    }
    at += blanks(&text[at..]);
    let (url, _) = fold.unfold(text);
    let twin = text[at..].strip_prefix(b"<")?.strip_prefix(&url[..])?;
    twin.starts_with(b">").then_some(fold)
}
