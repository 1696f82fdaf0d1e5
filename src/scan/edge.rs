//! The left edge: where a scheme begins (tests/spec/left-edge.md).

use std::hint::select_unpredictable;

use crate::class::{Class, ends_word};
use crate::domain::ends_in_top_level;
use crate::grammar::escape;
use crate::span::{ahead, beginning, ending, ending_run, run_back, split_run};
use crate::text::colour;
use crate::url::{HTTP, HTTPS, MAILTO, Opaque, Scheme, find, lookup, unlisted};

/// Longer than any scheme.
pub(super) const MAX: usize = 64;

/// A scheme, and where its name begins.
pub(super) type SchemeStart = (&'static Scheme, usize);

/// The scheme whose colon stands at `colon`, in the word that begins at `start`.
///
/// A scheme begins after anything but a letter or digit: `post.https:` is `https:`, `git+ssh:` is whole. Glued to one, only
/// http, https and ftp are taken, with their `slashes`, and not if a longer known scheme ends there too; and `news`, before the
/// identifier of an article. The digits of an escape glue nothing.
pub(super) fn find_scheme(
    text: &[u8],
    start: usize,
    colon: usize,
    slashes: bool,
) -> Option<SchemeStart> {
    let start = colour::skip(text, start);
    let name = &text[start..colon];
    let is_other = if slashes {
        is_replaced(text, start, colon)
    } else {
        is_name_end(text, start, name)
    };
    if is_other {
        return None;
    }
    // The common case first: the whole word.
    if let Some(scheme) = find(name) {
        return Some((scheme, start));
    }
    let escaped = |i: usize| i >= 3 && escape::octet(&text[i - 3..i]).is_some();
    let edge = |i: usize| i == start || !Class::ALPHADIGIT.has(text[i - 1]) || escaped(i);
    // After letters, as in `akka.tcp://`, a scheme that is not of the web is a part of another one's name. A match may have ended there.
    let is_part = |i: usize, scheme: &Scheme| {
        let letters = || {
            text[colour::skip(text, word(text, 0, i))..i]
                .iter()
                .any(|&b| Class::ALPHA.has(b))
        };
        !scheme.web && !escaped(i) && letters()
    };
    let after_edge = (start..colon).filter(|&i| edge(i)).find_map(|i| {
        let scheme = if i == start {
            unlisted(name)
        } else {
            lookup(&text[i..colon])
        };
        let is_other = || is_part(i, scheme) || scheme.web && follows_word(text, i, colon);
        (scheme.is_known() && !is_other()).then_some((scheme, i))
    });
    if after_edge.is_some() {
        return after_edge;
    }
    if !slashes {
        return glued_before_article(text, start, colon);
    }
    // Nobody writes `shttp` or `dhttp`: it is `http` after a word that ends in `s` or `d`, or after `=3D`.
    let known = |i: usize| Some((find(&text[i..colon])?, i));
    let glued = |&(scheme, _): &(&Scheme, usize)| scheme.web || !scheme.name().ends_with("http");
    let (scheme, i) = (start..colon).filter_map(known).find(glued)?;
    // A referral in the output of `ldapsearch`: `# refldap://a.org/dc=x`. A line of 79 columns is folded, which would cut the URL.
    let is_referral = || {
        let is_folded = memchr::memchr2(b'\r', b'\n', ahead(text, start, 78)) == Some(77);
        &text[start..i] == b"ref" && matches!(scheme.name(), "ldap" | "ldaps") && !is_folded
    };
    (scheme.web || is_referral()).then_some((scheme, i))
}

/// Whether a word stands before the `+` of the name at `start`, and the `+` is a blank, as in logs and forms: `Foo+Crawler+http://a.org/`.
/// The name of a compound is like `git+https`.
fn follows_word(text: &[u8], start: usize, colon: usize) -> bool {
    let name = &text[start..colon];
    let Some(plus) = memchr::memrchr(b'+', name) else {
        return false;
    };
    let is_upper = name[plus + 1..].iter().all(u8::is_ascii_uppercase);
    let of_name = |b: &u8| match b {
        b'A'..=b'Z' => is_upper,
        _ => matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'),
    };
    // At the beginning of a line, a `+` is of a patch.
    let is_next = matches!(text[..start], [.., b, b'+'] if b.is_ascii_alphabetic());
    let word = &name[..plus];
    is_next
        || !word.iter().all(of_name)
        || is_in_query(&text[..start]) && !COMPOUNDS.contains(&word)
}

/// What may stand before `+http` in the value of a field.
const COMPOUNDS: [&[u8]; 7] = [
    b"bzr",
    b"git",
    b"hg",
    b"registry",
    b"sparse",
    b"svn",
    b"view-source",
];

/// Whether a `+` after the word that begins after `before` is a blank: the word is in a query, `/x?q=see+`, `/x?a;wget+`, or an option
/// there, `/x?a+-g+`.
fn is_in_query(before: &[u8]) -> bool {
    const MAX: usize = 256;
    let near = ending(before, MAX);
    let query = &near[near.len() - run_back(near, |b| !Class::STOP.has(b))..];
    // `A?=` gives a variable a value.
    let is_query = memchr::memchr(b'?', query).is_some_and(|at| query.get(at + 1) != Some(&b'='));
    is_query
        && matches!(
            query,
            [.., b'?' | b'&' | b';' | b'='] | [.., b'+', b'-'] | [.., b'+', b'-', b'-']
        )
}

/// Whether `file:` or such is the end of a longer name, `SSL_CERT_FILE:/etc/x`, or stands in a pattern: after its `^`, or alone. What holds
/// an `@` has a sign of its own.
fn is_name_end(text: &[u8], start: usize, name: &[u8]) -> bool {
    let ends = match text[..start] {
        [.., b'^'] => true,
        [.., b'/'] => is_closed_pattern(&text[start + name.len() + 1..]),
        [.., before, b'_'] => Class::ALPHADIGIT.has(before),
        _ => false,
    };
    ends && find(name)
        .is_some_and(|scheme| !matches!(scheme.opaque, Opaque::Address | Opaque::Article))
}

/// Whether `rest` is how a pattern ends in JavaScript or Ruby: `/file:/.test(url)`, `url.match(/file:/i)`.
fn is_closed_pattern(rest: &[u8]) -> bool {
    let Some(rest) = rest.strip_prefix(b"/") else {
        return false;
    };
    let after_flags = split_run(beginning(rest, 32), |b| b"dgimsuvy".contains(&b)).1;
    match after_flags {
        [b'.', method @ ..] => method[Class::ALPHA.run(method)..].starts_with(b"("),
        after => matches!(after, [b')' | b',' | b';', ..]),
    }
}

/// Whether the slashes are those of Perl's `s/^mailto://i`, with flags after them.
fn is_replaced(text: &[u8], start: usize, colon: usize) -> bool {
    let is_pattern = text[..start].ends_with(b"/^");
    is_pattern && {
        let after = &text[colon + 3..];
        let flags = Class::ALPHA.run(after);
        let next = after.get(flags).copied().unwrap_or(b' ');
        flags < 4 && (ends_word(next) || matches!(next, b';' | b')'))
    }
}

/// `in messagenews:4k2q1c$7h@news.a.com`: a word that ran into `news:`, where the identifier of an article follows the colon.
fn glued_before_article(text: &[u8], start: usize, colon: usize) -> Option<SchemeStart> {
    let i = colon.checked_sub(4).filter(|&i| i > start)?;
    if !text[i..colon].eq_ignore_ascii_case(b"news") {
        return None;
    }
    let rest = ahead(text, colon + 1, 255);
    let letter = |b: u8| !Class::STOP.has(b) && b != b'@' && b != b':';
    let (unique, domain) = split_run(rest, letter);
    let domain = domain.strip_prefix(b"@")?;
    let letter = |b: u8| Class::ALPHADIGIT.has(b) || b"-.".contains(&b);
    let name = split_run(domain, letter).0;
    let name = &name[..name.len() - ending_run(name, b'.')];
    let digits = unique.iter().filter(|b| b.is_ascii_digit()).count();
    (digits >= 4 && ends_in_top_level(name)).then_some((find(b"news")?, i))
}

/// `http://` or `https://` with its colon at `colon`, if it is the whole word: what [`find_scheme`] gives for most URLs. Which of both it
/// is cannot be predicted, so no branch depends on it.
#[inline]
pub(super) fn web_scheme(text: &[u8], from: usize, colon: usize) -> Option<SchemeStart> {
    let around: &[u8; 9] = text.get(colon.checked_sub(6)?..)?.first_chunk()?;
    let [_, word @ ..] = *around;
    let word = u64::from_be_bytes(word);
    let is_https = word == u64::from_be_bytes(*b"https://");
    let is_http = word << 8 == u64::from_be_bytes(*b"http://\0");
    let web = select_unpredictable(is_https, HTTPS, HTTP);
    let start = colon - select_unpredictable(is_https, 5, 4);
    let before = select_unpredictable(is_https, around[0], around[1]);
    let whole = start == from || !Class::SCHEME.has(before);
    (is_http | is_https && start >= from && whole).then_some((web, start))
}

/// `mailto` before the colon at `colon`, if it is the whole word: what [`find_scheme`] gives for most of these.
#[inline]
pub(super) fn mail_scheme(text: &[u8], from: usize, colon: usize) -> Option<SchemeStart> {
    let around: &[u8; 8] = text.get(colon.checked_sub(7)?..)?.first_chunk()?;
    if u64::from_be_bytes(*around) << 8 != u64::from_be_bytes(*b"mailto:\0") {
        return None;
    }
    let start = colon - 6;
    let whole = start == from || !Class::SCHEME.has(around[0]);
    (start >= from && whole).then_some((MAILTO, start))
}

/// Where the run of scheme characters that ends at `colon` begins.
#[inline]
pub(super) fn word(text: &[u8], from: usize, colon: usize) -> usize {
    // No branch depends on the length of a short word.
    if let Some(near) = text[from..colon].last_chunk() {
        let others = others(*near);
        if others != 0 {
            return colon - others.leading_zeros() as usize / 8;
        }
    }
    colon - Class::SCHEME.run_back(&text[from.max(colon.saturating_sub(MAX))..colon])
}

/// The highest bit of each byte that is not of [`Class::SCHEME`]: of all eight at once.
#[inline]
fn others(eight: [u8; 8]) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * EACH;
    let bytes = u64::from_le_bytes(eight);
    let ascii = bytes & !HIGH;
    // Sums stay within their bytes.
    let from = |bytes: u64, first: u8| bytes + EACH * u64::from(0x80 - first);
    let within = |bytes, first, last: u8| from(bytes, first) & !from(bytes, last + 1);
    let letter = within(ascii | (0x20 * EACH), b'a', b'z');
    let mark = within(ascii, b'+', b'.') & from(ascii ^ (EACH * u64::from(b',')), 1);
    !(letter | within(ascii, b'0', b'9') | mark) & HIGH | bytes & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_schemes() {
        for byte in 0..=255 {
            for place in 0..8 {
                let mut eight = *b"az09+-.Z";
                eight[place] = byte;
                let want = u64::from(!Class::SCHEME.has(byte)) << (8 * place + 7);
                assert_eq!(others(eight), want, "{byte}");
            }
        }
    }

    #[test]
    fn left_edges() {
        for (text, want) in [
            ("http", Some("http")),
            ("post.https", Some("https")),
            ("uhdhttps", Some("https")),
            ("git+ssh", Some("git+ssh")),
            ("a.git+ssh", Some("a.git+ssh")),
            ("1.http", Some("http")),
            ("shttp", Some("shttp")),
            ("%3Dhttp", Some("http")),
            ("3Dhttp", Some("http")),
            ("Downloadhttp", Some("http")),
            ("Linkshttp", Some("http")),
            ("dhttp", Some("dhttp")),
            ("xsftp", None),
            ("xgopher", None),
            ("x-gopher", Some("x-gopher")),
            ("nhttp", Some("http")),
            ("", None),
        ] {
            let word = word(text.as_bytes(), 0, text.len());
            let got = find_scheme(text.as_bytes(), word, text.len(), true).map(|(_, i)| &text[i..]);
            assert_eq!(got, want, "{text}");
        }
    }
}
