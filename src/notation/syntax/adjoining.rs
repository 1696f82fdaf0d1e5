//! Strings that go on in a string that begins the next line, as in C and Python.

use crate::span::{beginning, run, run_back};
use crate::text::line;

/// The quote that opens the string in the next line, if a string closes at `end` and nothing but a line break and blanks follows
/// it. In C and Python the line may end in a backslash. A string in three quotes documents what is before it. After a full stop only
/// a blank is missing, if that is not in a host.
pub(super) fn next_string(text: &[u8], end: usize) -> Option<usize> {
    let is_quote = |b: &&u8| matches!(b, b'"' | b'\'');
    let (string, rest) = text.split_at(end);
    string.last().filter(is_quote)?;
    let near = &string[end.saturating_sub(64)..end - 1];
    let in_host = || {
        let slash = memchr::memrchr(b'/', near);
        slash.is_some_and(|slash| near[..slash].ends_with(b"/"))
    };
    if near.ends_with(b".") && !in_host() {
        return None;
    }
    let rest = &rest[line::blanks(rest)..];
    let rest = rest.strip_prefix(b"\\").unwrap_or(rest);
    let next = &rest[line::line_break(rest)?..];
    let next = &next[line::blanks(next)..];
    // `f` of Python, `u8` of C.
    let prefix = run(beginning(next, 2), |b| b"bfruLU8".contains(&b));
    let quote = &next[prefix..];
    let first = quote.first().filter(is_quote)?;
    (!quote.starts_with(&[*first; 3])).then(|| text.len() - quote.len())
}

/// Whether a string of the text goes on in the next line. A line that ends in a backslash has an escape, and need not be seen here.
pub(super) fn has_adjoining_strings(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', text).any(|newline| {
        let blanks = run_back(&text[..newline], |b| b" \t\r".contains(&b));
        next_string(text, newline - blanks).is_some()
    })
}
