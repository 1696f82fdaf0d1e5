//! Org: the target of a link, `[[target][label]]`, is a URL as a whole ("Link Format" of the manual). In it a backslash stands
//! before `[`, `]` and `\`.

#[cfg(feature = "lint")]
mod mask;

use std::ops::Range;

use super::targets::write_with_blanks;
use super::{AS_TEXT, Notation};
use crate::span::{beginning, contains};
use crate::text::Rewrite;

pub(super) static ORG: Notation = Notation {
    name: "org",
    media_types: &["text/org", "text/x-org"],
    extensions: &["org"],
    is_readable: |text| !contains(text, b"[["),
    read,
    #[cfg(feature = "lint")]
    roles: mask::ROLES,
    ..AS_TEXT
};

/// No target is longer.
const MAX: usize = 4096;

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    // No target ends before `seen`.
    let (mut from, mut seen) = (0, 0);
    for open in memchr::memmem::find_iter(text, b"[[") {
        let start = open + 2;
        if start < from || !begins_target(&text[start..]) {
            continue;
        }
        match end_of_target(text, start, seen) {
            Ok(end) => {
                out.copy(text, from..start);
                write(text, start..end, out);
                from = end;
            }
            Err(stopped) => seen = stopped,
        }
    }
    out.copy(text, from..text.len());
}

/// Whether `target` may be that of a link: `[[` is also a test of a shell, `[[ $u == x ]]`.
fn begins_target(target: &[u8]) -> bool {
    !matches!(target.first(), Some(b' ' | b'\t' | b'$' | b'-' | b'!'))
}

/// Where the target that begins at `start` ends, not before `seen`; or where it is clear that it does not.
fn end_of_target(text: &[u8], start: usize, seen: usize) -> Result<usize, usize> {
    let near = beginning(text, start + MAX);
    let mut at = start.max(seen);
    loop {
        let next = memchr::memchr3(b'\\', b']', b'\n', &near[at..]);
        at = next.map_or(near.len(), |i| at + i);
        match near[at..] {
            [b']', b'[' | b']', ..] => return Ok(at),
            [b'\\', b'\n' | b'\r', ..] => return Err(at),
            [b'\\', _, ..] => at += 2,
            [b']', _, ..] => at += 1,
            _ => return Err(at),
        }
    }
}

fn write(text: &[u8], target: Range<usize>, out: &mut Rewrite<'_>) {
    let text = &text[..target.end];
    write_with_blanks(text, target, out, |edits, at| {
        if matches!(text[at..], [b'\\', b'[' | b']' | b'\\', ..]) {
            edits.unescape(at..at + 1);
        }
    });
}
