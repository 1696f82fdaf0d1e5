//! `http://a.com/**x<http://a.com/x>`: some mailers write `**` where a long URL may be broken, and after that the same URL without them in
//! angle brackets (tests/spec/double-star.md).

use crate::class::Class;
use crate::extent::Extent;
use crate::text::line::{blanks, line_break};
use crate::text::pieces::{Gap, Pieces};

/// The longest URL so written, in bytes.
const MAX: usize = 1024;
const MAX_LINES: usize = 8;

pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    let url = &extent.text()[extent.start()..extent.stop];
    let mut stars = memchr::memchr_iter(b'*', url);
    extent.has_host && stars.any(|at| url.get(at + 1) == Some(&b'*'))
}

/// The URL without its `**`, if the brackets after it hold the same URL.
pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let start = extent.start();
    let text = &extent.text()[..extent.text().len().min(start + MAX)];
    let (mut run, mut at, mut gap, mut lines) = (start, start, Gap::None, 1);
    loop {
        let stars = |&b: &u8| b == b'*' || Class::STOP.has(b);
        at += text[at..].iter().position(stars)?;
        if !text[at..].starts_with(b"**") {
            if text[at] == b'*' {
                at += 1;
                continue;
            }
            break;
        }
        pieces.push(run..at, std::mem::replace(&mut gap, Gap::None));
        at += 2;
        let end = at + blanks(&text[at..]);
        if let Some(len) = line_break(&text[end..]) {
            lines += 1;
            if lines > MAX_LINES {
                return None;
            }
            at = extent.prefix().skip(text, end + len).start;
            gap = Gap::Break;
        }
        run = at;
    }
    pieces.push(run..at, gap);
    at += blanks(&text[at..]);
    let mut same = text[at..].strip_prefix(b"<")?;
    for piece in &pieces.list {
        same = same.strip_prefix(piece.bytes(text))?;
    }
    same.starts_with(b">").then_some(())
}
