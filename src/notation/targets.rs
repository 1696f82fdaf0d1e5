//! The targets of links that are a URL as a whole: they are copied, and noted for the search.

use std::ops::Range;

use crate::class::Class;
use crate::flaw::{Flaw, Flaws};
use crate::grammar::login::authority_len;
use crate::grammar::tail;
use crate::span::{beginning, range_in};
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

/// Notes as a target what was written from `start` on, up to the place `end` of the text, if it needs a note.
pub(super) fn note_edited(edits: &mut Edits<'_, '_, '_>, start: usize, end: usize) {
    if edits.has_passed(end) {
        return;
    }
    let out = edits.out_at(end);
    let written = out.bytes().get(start..).unwrap_or_default();
    let target = written.trim_ascii();
    if needs_note(target) {
        let at = range_in(out.bytes(), target);
        out.notes().values.push(Value::target(at));
    }
}

/// Whether `target` is one URL that would end earlier in a text: it ends with punctuation, or has a `|`. A host alone needs no note. In
/// what still has markup, others find the URL.
fn needs_note(target: &[u8]) -> bool {
    let is_markup = |b: &u8| b.is_ascii_control() || b" \"<>\\`{}".contains(b);
    let Some(colon) = memchr::memmem::find(beginning(target, 64), b"://") else {
        return false;
    };
    let rest = &target[colon + 3..];
    let (authority, path) = rest.split_at(authority_len(rest));
    let is_name = |&b: &u8| Class::LABEL.has(b) || Class::HIGH.has(b) || b"._:@%".contains(&b);
    let begins_other = |at: usize| {
        let before = &path[..at];
        let scheme = Class::ALPHA.run_back(before);
        matches!(before[..at - scheme], [.., b',' | b';'])
    };
    // Of a long tail the end is enough.
    let floor = (target.len() - path.len()).max(target.len().saturating_sub(32));
    !path.is_empty()
        && is_url(target)
        && authority.iter().all(is_name)
        && (path.contains(&b'|') || tail::without(target, 0, floor, target.len()) < target.len())
        && !target.iter().any(is_markup)
        && !memchr::memmem::find_iter(path, b"://").any(begins_other)
}

/// Whether `target` begins with a known scheme and `://`.
pub(crate) fn is_url(target: &[u8]) -> bool {
    let colon = memchr::memchr(b':', beginning(target, 64));
    colon.is_some_and(|colon| {
        target[colon..].starts_with(b"://") && url::find(&target[..colon]).is_some()
    })
}

/// Where the first blank in the host of a target stands. No program opens such a URL.
pub(super) fn blank_in_host(target: &[u8]) -> Option<usize> {
    let start = memchr::memmem::find(target, b"://")? + 3;
    let authority = &target[start..][..authority_len(&target[start..])];
    let host = memchr::memrchr(b'@', authority).map_or(0, |at| at + 1);
    let blank = memchr::memchr2(b' ', b'\t', &authority[host..])?;
    Some(start + host + blank)
}
