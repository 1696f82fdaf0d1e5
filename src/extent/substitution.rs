//! Substitutions of sed, Perl and vi: `s#http://a.com/x#http://b.com/y#g`. Any character may delimit their parts; some may stand in
//! a URL (tests/spec/substitution.md).

use crate::class::{Class, ends_word};
use crate::span::ahead;
use crate::text::DELIMITER;

/// What delimits the parts and may stand in a URL.
const DELIMITERS: &[u8] = b"#@%~!,;^";

/// How far from a URL the substitution may begin and end, in bytes.
const MAX: usize = 512;

/// Where the URL `start..end` ends that begins the pattern or the replacement of a substitution, perhaps with a `URL:` at `outer`.
pub(super) fn part_end(text: &[u8], outer: usize, start: usize, end: usize) -> Option<usize> {
    let delimiter = *text[..outer].last()?;
    if !DELIMITERS.contains(&delimiter) {
        return None;
    }
    let part_end = start + memchr::memchr(delimiter, &text[start..end])?;
    let before = &text[outer.saturating_sub(MAX)..outer - 1];
    let line = memchr::memrchr2(b'\n', DELIMITER, before).map_or(0, |i| i + 1);
    let before = &before[line..];
    let after = ahead(text, part_end + 1, MAX);
    let is_pattern = begins(before) && {
        let line = memchr::memchr2(b'\n', DELIMITER, after).unwrap_or(after.len());
        let close = memchr::memchr(delimiter, &after[..line]);
        close.is_some_and(|close| closes(&after[close + 1..]))
    };
    let is_replacement = || {
        let open = memchr::memrchr(delimiter, before);
        open.is_some_and(|open| begins(&before[..open])) && closes(after)
    };
    (is_pattern || is_replacement()).then_some(part_end)
}

/// Whether `before` ends in the command: `s`, and no word that ends so.
fn begins(before: &[u8]) -> bool {
    let command = before.strip_suffix(b"s");
    command.is_some_and(|front| !Class::IDENTIFIER.ends(front))
}

/// Whether nothing but flags stands between the last delimiter and what may follow the command.
fn closes(after: &[u8]) -> bool {
    let flags = Class::ALPHADIGIT.run(after);
    let next = after.get(flags);
    flags < 5 && next.is_none_or(|b| ends_word(*b) || b"'\"`;)}\\|&<".contains(b))
}
