//! The targets of links that are a URL as a whole: they are copied, and noted for the search.

use std::ops::Range;

use crate::flaw::{Flaw, Flaws};
use crate::grammar::login::authority_len;
use crate::span::beginning;
use crate::text::{Edits, Rewrite, Value};
use crate::url;

/// Copies the text, and notes the targets, which are in order and do not overlap. `write` writes each.
pub(super) fn copy(
    text: &[u8],
    targets: impl Iterator<Item = Range<usize>>,
    write: impl Fn(Range<usize>, &mut Rewrite<'_>),
    out: &mut Rewrite<'_>,
) {
    let mut from = 0;
    for target in targets {
        out.copy(text, from..target.start);
        from = target.end;
        note(out, |out| write(target, out));
    }
    out.copy(text, from..text.len());
}

/// Notes what `write` writes as the target of a link.
pub(super) fn note(out: &mut Rewrite<'_>, write: impl FnOnce(&mut Rewrite<'_>)) {
    let start = out.bytes().len();
    write(out);
    let at = start..out.bytes().len();
    out.notes().values.push(Value::target(at));
}

/// Writes and notes a target with blanks as `%20`; `undo` undoes the escape at a place, if one stands there.
pub(super) fn write_with_blanks(
    text: &[u8],
    target: Range<usize>,
    out: &mut Rewrite<'_>,
    undo: impl Fn(&mut Edits<'_, '_, '_>, usize),
) {
    let start = out.bytes().len();
    let mut flaws = Flaws::NONE;
    let edits = Edits::new(&text[..target.end], target.start, out);
    edits.each(target.clone(), |edits, at| match text[at] {
        b' ' | b'\t' => {
            edits.put(b"%20", at..at + 1);
            flaws.add(Flaw::BlankInUrl);
        }
        _ => undo(edits, at),
    });
    let at = start..out.bytes().len();
    let written = (!flaws.is_empty()).then(|| text[target].into());
    out.notes().values.push(Value {
        written,
        flaws,
        ..Value::target(at)
    });
}

/// Whether `target` begins with a known scheme and `://`.
pub(crate) fn is_url(target: &[u8]) -> bool {
    let colon = memchr::memchr(b':', beginning(target, 64));
    colon.is_some_and(|colon| {
        target[colon..].starts_with(b"://") && url::find(&target[..colon]).is_some()
    })
}

/// Whether a target has a blank before its path, as prose after a URL has: no program opens it.
pub(super) fn has_blank_in_host(target: &[u8]) -> bool {
    let rest = memchr::memmem::find(target, b"://").map_or(&b""[..], |at| &target[at + 3..]);
    rest[..authority_len(rest)].contains(&b' ')
}
