//! What delimits a URL on both sides, so that white space in it can be dropped: angle brackets, quotes, brackets.
//!
//! [`walk`] goes from the opening to the close and notes the pieces between white space; what rule 6.4 makes of a blank and 6.5 of a
//! hyphen is decided later, on the pieces. The work per candidate is bounded.

use std::ops::Range;

use super::continuation::{restore_at, undo_soft_breaks};
use super::reading::{NEXT, Offers, Taken};
use super::run::Notable;
use super::{Context, Extent};
use crate::class::Class;
use crate::flaw::Flaws;
use crate::scan::{Form, MAX_WRAPPER, is_known_with_slashes};
use crate::text::DELIMITER;
use crate::text::line::{self, Prefix, blanks, line_break};
use crate::text::pieces::{Gap, Piece, Pieces};
use crate::url::Opaque;

/// How far a close may be, in lines.
const MAX_LINES: usize = 8;

/// Delimiters that a URL's own scheme stands in.
struct Delimiter {
    close: &'static [u8],
    /// Whether it opens before this URL.
    opens: fn(&Extent<'_>) -> bool,
    /// Whether the pieces, with so many line breaks between them, are a URL.
    holds: fn(&Extent<'_>, &Pieces, usize) -> bool,
    /// How far the close may be.
    max: usize,
}

/// RFC 3986 appendix C (tests/spec/quoted.md); `[mailto:list-⏎> bounces at x.org]`, as Outlook writes it
/// (tests/spec/outlook-brackets.md); `news:<id@host>` (tests/spec/bracketed-id.md). `<…>` has rules of its own (wrapper.rs), and so
/// have brackets that close in the next line's first word (continuation/enclosed.rs).
const DELIMITERS: [Delimiter; 4] = [
    Delimiter {
        close: b"\"",
        opens: |extent| extent.candidate.form == Form::Quoted && goes_on(extent),
        holds: |extent, pieces, breaks| breaks > 0 && !has_another(extent.text(), pieces),
        max: MAX_WRAPPER,
    },
    Delimiter {
        close: b"]",
        opens: opens_outlook,
        holds: |_, _, breaks| breaks == 1,
        // Longer than any address.
        max: 256,
    },
    Delimiter {
        close: b">",
        opens: |extent| {
            let id = matches!(extent.scheme.opaque, Opaque::Article | Opaque::Identifier);
            id && !extent.has_host && extent.text().get(extent.body) == Some(&b'<')
        },
        holds: is_identifier,
        // A header's line.
        max: 998,
    },
    Delimiter {
        close: "⟩".as_bytes(),
        opens: |extent| extent.before().ends_with("⟨".as_bytes()) && goes_on(extent),
        holds: |_, _, breaks| breaks > 0,
        max: MAX_WRAPPER,
    },
];

/// Offers the URL that a delimiter closes; nothing is trimmed at its end.
pub(super) fn read(extent: &Extent<'_>, offers: &mut Offers<'_>) -> Taken {
    let opens = |delimiter: &&Delimiter| (delimiter.opens)(extent);
    let Some(delimiter) = DELIMITERS.iter().find(opens) else {
        return NEXT;
    };
    let (text, start, close) = (extent.text(), extent.start(), delimiter.close);
    let pieces = &mut offers.room.pieces;
    extent.begin(pieces);
    let mut from = start;
    if close == b">" {
        pieces.push(start..extent.body, Gap::None);
        from = extent.body + 1;
    }
    let Some(end) = walk(extent.context, from, close, &|| extent.prefix(), pieces) else {
        return NEXT;
    };
    let breaks = pieces.gaps(Gap::Break);
    undo_soft_breaks(text, pieces);
    if close == b"]" {
        restore_at(text, pieces);
    }
    let whole = end - start <= delimiter.max && pieces.gaps(Gap::Blank) == 0;
    match whole && (delimiter.holds)(extent, pieces, breaks) {
        true => extent.offer(Flaws::NONE, None, Some(end), offers),
        false => NEXT,
    }
}

/// Whether a line break follows the first word. A bracket does not end this word; an entity of markup or `@{` does.
fn goes_on(extent: &Extent<'_>) -> bool {
    let (text, stop) = (extent.text(), extent.stop);
    let near = &text[stop..text.len().min(stop + MAX_WRAPPER)];
    let end = stop + Class::STOP.before(near);
    !matches!(text.get(stop), Some(b'&' | b'@'))
        && line_break(&text[end + blanks(&text[end..])..]).is_some()
}

/// Whether a URL begins behind a break: a list of several, as in `schemaLocation`.
fn has_another(text: &[u8], pieces: &Pieces) -> bool {
    let begins = |piece: &Piece| {
        memchr::memchr(b':', piece.bytes(text)).is_some()
            && is_known_with_slashes(text, piece.start)
    };
    pieces.list.iter().skip(1).any(begins)
}

/// Whether a `[` stands directly before the address and a line break follows soon; most addresses stand in one piece.
pub(super) fn opens_outlook(extent: &Extent<'_>) -> bool {
    let (text, start) = (extent.text(), extent.start());
    let near = &text[start..text.len().min(start + 256)];
    extent.scheme.opaque == Opaque::Address
        && extent.before().ends_with(b"[")
        && memchr::memchr(b'\n', near).is_some()
}

/// Whether the pieces behind the scheme are an article's identifier.
fn is_identifier(extent: &Extent<'_>, pieces: &Pieces, breaks: usize) -> bool {
    let mut bytes = pieces.list[1..]
        .iter()
        .flat_map(|piece| piece.bytes(extent.text()));
    let stops = |&b: &u8| Class::STOP.has(b);
    breaks < 2 && bytes.clone().any(|&b| b == b'@') && !bytes.any(stops)
}

/// Whether nothing closes behind this byte.
fn is_end(byte: u8) -> bool {
    matches!(byte, b'<' | DELIMITER)
}

/// Whether a `<` stands before the first `close`, or no `close` follows: then a walk from `start` does not close.
pub(super) fn is_unclosed(text: &[u8], start: usize, close: u8) -> bool {
    let near = &text[start..text.len().min(start + MAX_WRAPPER)];
    memchr::memchr2(b'<', close, near).is_none_or(|i| near[i] == b'<')
}

/// Whether a string of source code ends with the line `at`, and perhaps goes on with the one at `next`: `"<http://a.com/" .` An even number
/// of quotes may be the URL's, and so may a `'`.
#[inline(never)]
fn ends_string(text: &[u8], at: Range<usize>, next: usize) -> bool {
    let line = &text[at.clone()];
    let behind = |b: &u8| {
        matches!(
            b,
            b' ' | b'\t' | b'.' | b'+' | b',' | b'&' | b')' | b';' | b'\\'
        )
    };
    let quote = line.iter().rposition(|b| !behind(b)).map(|i| line[i]);
    match quote {
        Some(b'"') => memchr::memchr_iter(b'"', line).count() % 2 == 1,
        Some(b'\'') => {
            let before = line::start(text, at.start).map_or(&[][..], |line| &text[line..at.start]);
            text.get(next) == Some(&b'\'') && before.contains(&b'\'')
        }
        _ => false,
    }
}

/// Adds the pieces from `start` to the delimiter `close`, under the prefix of the line on which it opened: where that stands, if
/// it does.
pub(super) fn walk<'t>(
    context: &Context<'_>,
    start: usize,
    close: &[u8],
    prefix: &dyn Fn() -> Prefix<'t>,
    pieces: &mut Pieces,
) -> Option<usize> {
    let limit = context.text.len().min(start + MAX_WRAPPER);
    let text = &context.text[..limit];
    let mut notable = Notable::new(text, start, context.engine);
    let closes = |at: usize| text[at] == close[0] && text[at..].starts_with(close);
    let (mut at, mut gap, mut lines, mut single) = (start, Gap::None, 1, false);
    loop {
        let run = at;
        while at < limit && !Class::WHITE.has(text[at]) && !is_end(text[at]) && !closes(at) {
            at = notable.next(at + 1);
        }
        if at > run {
            // A `\` that a program put before its line break, or before both delimiters.
            let closed = || closes(at) && matches!(text[..start], [.., b'\\', b'<' | b'"']);
            let ends = || at < limit && (closed() || line_break(&text[at..]).is_some());
            let stray = text[at - 1] == b'\\' && ends();
            pieces.push(run..at - usize::from(stray), gap);
            gap = Gap::None;
        }
        match *text.get(at)? {
            _ if closes(at) => return Some(at),
            b if is_end(b) => return None,
            _ => {}
        }
        // White space: over its line breaks, each with the next line's prefix.
        if gap == Gap::None {
            gap = Gap::Blank;
        }
        let in_line = |b: &&u8| matches!(b, b' ' | b'\t' | 0x0b | 0x0c);
        at += text[at..].iter().take_while(in_line).count();
        let Some(len) = line_break(&text[at..]) else {
            continue;
        };
        lines += 1;
        gap = Gap::Break;
        let prefix = prefix();
        let (mut next, mut marks) = prefix.skip(text, at + len);
        let may_end = matches!(text[at - 1], b' '..=b',' | b'.' | b';' | b'\\' | b'\t');
        if may_end && ends_string(text, start..at, next) {
            return None;
        }
        if let Some(len) = line_break(&text[next..]) {
            (next, marks) = prefix.skip(text, next + len);
            let spaced = !single && line::is_double_spaced(text, start);
            if !spaced || !begins_with_lone_word(text, next, close) {
                return None;
            }
        } else {
            single = true;
        }
        if lines > MAX_LINES || next == limit {
            return None;
        }
        at = next;
        if close == b">" && text[at] == b'>' {
            // One mark more than the opening line has, or the close.
            if prefix.marks() != marks || !gains(text, at, prefix, lines) {
                return Some(at);
            }
            at += 1 + blanks(&text[at + 1..]);
        }
    }
}

/// Whether the `>` at `at`, the first byte after its line's prefix, is a quote mark that was added: the text after it
/// continues as a URL up to another `>`. If the opening line has no marks, the other `>` must be on the same line, without
/// any blank.
fn gains(text: &[u8], at: usize, prefix: Prefix<'_>, lines: usize) -> bool {
    if text[at..].starts_with(b">From ") {
        return false;
    }
    let mut at = at + 1;
    if prefix.marks() > 0 {
        at += blanks(&text[at..]);
    }
    for _ in lines..=MAX_LINES {
        let len = Class::STOP.before(&text[at..]);
        at += len;
        match text.get(at) {
            _ if len == 0 => return false,
            Some(b'>') => return true,
            Some(b'\n' | b'\r') if prefix.marks() > 0 => {}
            _ => return false,
        }
        let more = Prefix::Marks(prefix.marks() + 1);
        at = more.skip(text, at + line_break(&text[at..]).unwrap_or(0)).0;
    }
    false
}

/// Whether one word stands at `at`, up to `close` or the end of the line.
fn begins_with_lone_word(text: &[u8], at: usize, close: &[u8]) -> bool {
    let word = Class::STOP.before(&text[at..]);
    let end = at + word;
    let ends = || line_break(&text[end + blanks(&text[end..])..]).is_some();
    word > 0 && (text[end..].starts_with(close) || ends())
}
