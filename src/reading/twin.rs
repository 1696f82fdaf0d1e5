//! Twins: a quote or emphasis mark directly before a URL ends it at its like (tests/spec/twins.md).

use crate::class::Class;

const MARKS: [&[u8]; 5] = [b"**", b"~~", b"'", b"*", b"_"];

/// Where the URL `start..end` ends by the mark that stands before it, not before `from`.
#[inline]
pub(super) fn cut(text: &[u8], from: usize, start: usize, end: usize) -> usize {
    match start > from && matches!(text[start - 1], b'\'' | b'*' | b'_' | b'~' | b'=') {
        true => cut_by_mark(text, from, start, end),
        false => end,
    }
}

fn cut_by_mark(text: &[u8], from: usize, start: usize, end: usize) -> usize {
    let before = &text[from.min(start)..start];
    if before.ends_with(b"==") {
        // A rule of equal signs around it; one sign alone is an assignment.
        let run = text[start..end]
            .iter()
            .rev()
            .take_while(|&&b| b == b'=')
            .count();
        return end - run;
    }
    let Some(mark) = MARKS.iter().find(|mark| before.ends_with(mark)) else {
        return end;
    };
    // A comment of C closes at the first chance.
    let comment = *mark == b"*" && before.ends_with(b"/*");
    let twins = memchr::memmem::find_iter(&text[start..end], mark).map(|i| start + i);
    twins
        .into_iter()
        .find(|&i| closes(text, mark, i) || comment && text[i + 1..].starts_with(b"/"))
        .unwrap_or(end)
}

/// Whether the mark at `at` is followed by closing punctuation only and then a blank, `"`, `<` or the end.
fn closes(text: &[u8], mark: &[u8], at: usize) -> bool {
    let after = &text[at + mark.len()..];
    // The value of an attribute may end a tag.
    let ends_tag = || after.starts_with(b">") || after.starts_with(b"/>");
    // So may the value of an expression: `'http://a.com/'+x`.
    let goes_on = || after.first().is_some_and(|b| b",;)]}+:".contains(b)) || is_operator(after);
    if mark == b"'" && (goes_on() || ends_tag()) {
        return true;
    }
    let punctuation = |b: &&u8| b".,:;!?)]}'*_~".contains(b);
    let rest = after.iter().take(16).take_while(punctuation).count();
    after
        .get(rest)
        .is_none_or(|&b| Class::WHITE.has(b) || b == b'"' || b == b'<')
}

/// `'http://a.com/' . $x` without its blanks, `'http://a.com/'=>1`.
fn is_operator(after: &[u8]) -> bool {
    [b".$", b".'", b".\"", b"=>", b"=="]
        .iter()
        .any(|&op| after.starts_with(op))
}
