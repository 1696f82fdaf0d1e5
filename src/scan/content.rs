//! The content of a wrapper: what strays before its scheme, which scheme it implies, and the label after it.

use super::{Candidate, Form, scheme_at};
use crate::class::Class;
use crate::grammar::hostname;
use crate::span::{ahead, beginning};
use crate::text::strip_prefix_ignore_case;
use crate::url::is_address;

/// Where in the `url` of a wrapper the `|` stands that a label follows in its `content`, as chat programs write links:
/// `<https://x.org/|the page>`.
pub(crate) fn before_label(url: &[u8], content: &[u8]) -> Option<usize> {
    let bar = memchr::memchr(b'|', url)?;
    let label = &content[memchr::memchr(b'|', content)? + 1..];
    let is_label = if url[..bar].contains(&b'?') {
        // A query may have one of its own. It has no blank, and does not repeat the URL.
        let has_blank = label.contains(&b' ') && !label.contains(&b'\n');
        has_blank || !label.is_empty() && url[..bar].ends_with(label)
    } else {
        // `file:///C|/dir`
        label.first().is_some_and(|&b| b != b'/')
    };
    is_label.then_some(bar)
}

/// Where the URL begins, after white space and what strays.
pub(crate) fn first_word(text: &[u8], c: &Candidate) -> usize {
    if c.form != Form::Wrapper {
        return c.start;
    }
    let start = c.start + Class::WHITE.run(ahead(text, c.start, 64));
    start + stray(ahead(text, start, 64))
}

/// The scheme that a wrapper's content without a scheme implies, with its colon and slashes; empty if it implies no scheme.
pub(crate) fn assumed(content: &[u8]) -> &'static str {
    let begins =
        |with: &[u8]| strip_prefix_ignore_case(content, with).is_some_and(|rest| !rest.is_empty());
    let ends = |len: usize| content.get(len).is_none_or(|b| b"/:?#".contains(b));
    match content {
        _ if begins(b"www.") => "http://",
        _ if begins(b"ftp.") => "ftp://",
        _ if is_address(content) && !content.contains(&b'/') => "mailto:",
        _ if hostname::len(content).is_some_and(ends) => "http://",
        _ => "",
    }
}

/// The length of the `//`, the second `URL:` and the `http://` of another URL that stray in front of a wrapper's scheme.
pub(crate) fn stray(content: &[u8]) -> usize {
    let mut len = 0;
    loop {
        let rest = &content[len..];
        if let Some(scheme) = doubled_scheme(rest) {
            len += scheme;
            continue;
        }
        len += match rest {
            [b'/', b'/', ..] => 2,
            [a, b, c, b':', next, ..]
                if [*a, *b, *c].eq_ignore_ascii_case(b"URL") && *next != b'/' =>
            {
                4
            }
            _ => return len,
        };
    }
}

/// The length of `http://` before another scheme and its slashes.
fn doubled_scheme(text: &[u8]) -> Option<usize> {
    // No scheme of the web is longer than `https`. Few URLs have a second colon where it would end again.
    let colons = |near: &[u8; 14]| near.iter().filter(|b| **b == b':').count();
    if text.first_chunk().is_some_and(|near| colons(near) < 2) {
        return None;
    }
    let slashes = |text: &[u8]| {
        let colon = beginning(text, 6).iter().position(|&b| b == b':')?;
        text[colon..].starts_with(b"://").then_some(colon + 3)
    };
    let first = slashes(text)?;
    slashes(&text[first..])?;
    let is_web = |text| scheme_at(text, 0).is_some_and(|at| at.scheme.web);
    (is_web(text) && is_web(&text[first..])).then_some(first)
}
