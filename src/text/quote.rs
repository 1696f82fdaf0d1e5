//! Quote and emphasis marks, and strings of source code: where they close.

use std::ops::Range;

use super::line;
use crate::character;
use crate::class::{Class, ends_word};
use crate::span::{beginning, run, starts_with_any};

/// Whether the mark at `at` is followed by closing punctuation only and then a blank, `"`, `<`, a mark or word of a script without blanks, or
/// the end. If `is_value`, it may close the value of an attribute.
pub(crate) fn closes(text: &[u8], mark: &[u8], at: usize, is_value: bool) -> bool {
    let after = &text[at + mark.len()..];
    // The value of an attribute may end a tag. That of an image within CSS is escaped: `data:…,%3Csvg xmlns='http://a.com/x'%3E`.
    let ends: [&[u8]; 5] = [b">", b"/>", b"%3E", b"%3e", b"%20"];
    let ends = if is_value { &ends[..] } else { &ends[..2] };
    let ends_tag = || starts_with_any(after, ends);
    // So may the value of an expression: `'http://a.com/'+x`.
    let goes_on = || after.first().is_some_and(|b| b",;)]}+:".contains(b)) || is_operator(after);
    if mark == b"'" && (goes_on() || ends_tag()) {
        return true;
    }
    let rest = run(beginning(after, 16), |b| b".,:;!?)]}'*_~".contains(&b));
    let is_unspaced = || {
        let (c, _) = character::decode(after, rest);
        let is_mark = character::ends_url(c) || character::ends_sentence(c);
        is_mark || character::closes(c) || character::is_unspaced(c)
    };
    // The text of a link ends: `[_http://a.com/_](x)`, `[_http://a.com/_][x]`.
    let ends_label = |b: u8| matches!(b, b'(' | b'[') && after[..rest].ends_with(b"]");
    after.get(rest).is_none_or(|&b| {
        ends_label(b)
            || ends_word(b)
            || b == b'"'
            || b == b'<'
            || Class::HIGH.has(b) && is_unspaced()
    })
}

/// `'http://a.com/' . $x` without its blanks, `'http://a.com/'=>1`, `'http://a.com/{}'.format(x)`, `'http://a.com/%s'%(x)`.
pub(crate) fn is_operator(after: &[u8]) -> bool {
    let names = || match after {
        [b'.', name @ ..] => {
            let len = Class::IDENTIFIER.run(name);
            let next = name.get(len).copied().unwrap_or(b'\n');
            len > 0 && (b"(,;)]}.".contains(&next) || ends_word(next))
        }
        _ => false,
    };
    let operators: [&[u8]; 8] = [b".$", b".'", b".\"", b"=>", b"==", b"%(", b"% ", b"%\\"];
    names() || starts_with_any(after, &operators)
}

/// Whether a string of source code ends with the line `at`, and perhaps goes on with the one at `next`: `"<http://a.com/" .` An even number
/// of quotes may be the URL's, and so may a `'`.
#[inline(never)]
pub(crate) fn ends_string(text: &[u8], at: Range<usize>, next: usize) -> bool {
    let line = &text[at.clone()];
    let may_follow = |b: &u8| {
        matches!(
            b,
            b' ' | b'\t' | b'.' | b'+' | b',' | b'&' | b')' | b';' | b'\\'
        )
    };
    let quote = line.iter().rposition(|b| !may_follow(b)).map(|i| line[i]);
    match quote {
        Some(b'"') => memchr::memchr_iter(b'"', line).count() % 2 == 1,
        Some(b'\'') => {
            text.get(next) == Some(&b'\'') && line::before(text, at.start).contains(&b'\'')
        }
        _ => false,
    }
}
