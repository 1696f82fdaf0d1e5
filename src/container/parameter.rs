//! The parameters of Content-Type and Content-Disposition (RFC 2045 section 5.1, RFC 2183 section 2).
//!
//! RFC 2231 splits a long value into sections, and writes a value that is not US-ASCII with a charset and percent-encoding:
//! `filename*0*=utf-8''caf%C3%A9; filename*1=".html"`. Many programs write encoded words (RFC 2047) in quotes instead, although that RFC
//! forbids it. Both are decoded. Of several parameters with the same name, the first counts; but sections come before a plain value,
//! which is for programs that do not know them (as in RFC 6266 section 4.3).

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::decode::{self, Charset};
use crate::grammar::escape;
use crate::span::{before, beginning, cut, run, split_before, split_run};
use crate::text::{Map, is_one_of, rewrite};

/// The maximum length of a file's name that has blanks and no quotes. It bounds how far each such name is read ahead.
const MAX_NAME: usize = 1024;

/// The length of the word at the beginning of `bytes`.
pub(super) fn token(bytes: &[u8]) -> usize {
    let ends = |b: u8| b.is_ascii_whitespace() || matches!(b, b';' | b'(');
    before(bytes, ends)
}

/// `bytes` without the white space and the comments that they begin with (RFC 5322, 3.2.2). One that does not end is none.
pub(super) fn after_comments(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes.trim_ascii_start();
    while let Some(after) = rest.strip_prefix(b"(").and_then(after_comment) {
        rest = after.trim_ascii_start();
    }
    rest
}

/// What follows the comment whose content `bytes` begin with. It may have others in it.
fn after_comment(bytes: &[u8]) -> Option<&[u8]> {
    let (mut at, mut depth) = (0, 1);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(&bytes[at..]),
            b')' => depth -= 1,
            b'\\' => at += 1,
            _ => {}
        }
    }
    None
}

/// A name in lower case. Few are longer.
pub(super) fn lower(name: &[u8]) -> SmallVec<[u8; 32]> {
    let mut name = SmallVec::from_slice(name);
    name.make_ascii_lowercase();
    name
}

/// The values of the parameters with these names, which are in lower case. Percent-encoding is decoded, encoded words are not.
pub(super) fn values<'f, const N: usize>(
    field: &'f [u8],
    names: [&[u8]; N],
) -> [Option<Cow<'f, [u8]>>; N] {
    let mut values = [const { None }; N];
    let mut sections = Vec::new();
    each(field, |name, section, value| {
        if let Some(of) = names.iter().position(|n| name.eq_ignore_ascii_case(n)) {
            match section {
                None if values[of].is_none() => values[of] = Some(value),
                None => {}
                Some(section) => sections.extend(Section::parse(of, section, value)),
            }
        }
    });
    if !sections.is_empty() {
        // They may come in any order.
        sections.sort_by_key(|section| (section.of, section.number));
        sections.dedup_by_key(|section| (section.of, section.number));
        for sections in sections.chunk_by(|a, b| a.of == b.of) {
            values[sections[0].of] = Some(join(sections).into());
        }
    }
    values
}

/// The value that consists of these sections, in UTF-8.
fn join(sections: &[Section<'_>]) -> Vec<u8> {
    let (mut octets, mut charset) = (Vec::new(), Charset::Ascii);
    for (i, section) in sections.iter().enumerate() {
        let mut rest = &section.octets[..];
        if !section.is_encoded {
            octets.extend(rest);
            continue;
        }
        // Charset and language stand at the beginning of the value.
        let mut quotes = memchr::memchr_iter(b'\'', rest);
        if i == 0
            && let (Some(first), Some(second)) = (quotes.next(), quotes.next())
        {
            charset = Charset::from_name(&rest[..first]);
            rest = &rest[second + 1..];
        }
        octets.extend(&*escape::decode(rest));
    }
    let charset = charset.detect(&octets);
    rewrite(&Map::shift(0), |out| charset.decode(&octets, out)).0
}

/// A value with its encoded words decoded.
pub(super) fn text(value: &[u8]) -> String {
    let map = Map::shift(0);
    let (bytes, _) = rewrite(&map, |out| {
        decode::field(value, 0..value.len(), &map, out);
    });
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A part of a value (RFC 2231 section 3): `*1="text"`, or percent-encoded `*1*=te%78t`. A value that is not split is `*=…`.
struct Section<'f> {
    /// The index of the parameter's name.
    of: usize,
    number: u32,
    is_encoded: bool,
    octets: Cow<'f, [u8]>,
}

impl<'f> Section<'f> {
    /// `section` follows the `*` after the parameter's name.
    fn parse(of: usize, section: &[u8], octets: Cow<'f, [u8]>) -> Option<Section<'f>> {
        let (number, is_encoded) = match section.strip_suffix(b"*") {
            _ if section.is_empty() => (&b"0"[..], true),
            Some(number) => (number, true),
            None => (section, false),
        };
        Some(Section {
            of,
            number: str::from_utf8(number).ok()?.parse().ok()?,
            is_encoded,
            octets,
        })
    }
}

/// Calls `take` for each parameter with its name, what follows `*` in its name, and its value. Anything else is skipped.
fn each<'f>(field: &'f [u8], mut take: impl FnMut(&'f [u8], Option<&'f [u8]>, Cow<'f, [u8]>)) {
    let mut rest = field;
    loop {
        let separates = |b: u8| b.is_ascii_whitespace() || matches!(b, b';' | b',');
        rest = split_run(rest, separates).1;
        if rest.is_empty() {
            return;
        }
        if rest[0] == b'(' {
            rest = memchr::memchr(b')', rest).map_or(&[][..], |close| &rest[close + 1..]);
            continue;
        }
        let ends = |b: u8| b.is_ascii_whitespace() || matches!(b, b'=' | b';');
        let (name, after) = split_before(rest, ends);
        rest = after.trim_ascii_start();
        let Some(value) = rest.strip_prefix(b"=") else {
            continue;
        };
        let (name, section) = cut(name, b'*');
        let value = value.trim_ascii_start();
        let (value, after) = match value.strip_prefix(b"\"") {
            Some(quoted) => unquoted(quoted),
            None => {
                let (value, after) = value.split_at(unquoted_len(name, value));
                (Cow::Borrowed(value), after)
            }
        };
        rest = after;
        take(name, section, value);
    }
}

/// The text up to the closing quote (RFC 822 section 3.3), without backslashes and line breaks, and the rest of `bytes`.
fn unquoted(bytes: &[u8]) -> (Cow<'_, [u8]>, &[u8]) {
    let plain = |b: u8| !matches!(b, b'"' | b'\\' | b'\r' | b'\n');
    let mut at = run(bytes, plain);
    if let [b'"', rest @ ..] = &bytes[at..] {
        return (Cow::Borrowed(&bytes[..at]), rest);
    }
    let mut value = bytes[..at].to_vec();
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => break,
            b'\\' if at < bytes.len() => {
                value.push(bytes[at]);
                at += 1;
            }
            b'\r' | b'\n' => {}
            _ => value.push(byte),
        }
    }
    (Cow::Owned(value), &bytes[at..])
}

/// The length of the value without quotes at the beginning of `bytes`. White space ends it, as if a semicolon were missing there.
/// Only the name of a file may have blanks, up to the next parameter or a comment at the end, because some programs forget the quotes.
fn unquoted_len(name: &[u8], bytes: &[u8]) -> usize {
    let ends = |b: u8| b.is_ascii_whitespace() || b == b';';
    let mut len = before(bytes, ends);
    if is_one_of(name, &["filename", "name"]) {
        let (all, _) = cut(beginning(bytes, MAX_NAME), b';');
        let all = all.trim_ascii_end();
        let ends_in_comment = all.ends_with(b")");
        while let Some(rest) = all.get(len..) {
            let blanks = rest.len() - rest.trim_ascii_start().len();
            let word = rest[blanks..].split(u8::is_ascii_whitespace).next();
            let word = word.unwrap_or_default();
            let is_parameter = word.contains(&b'=') && !word.starts_with(b"=?");
            if word.is_empty() || is_parameter || ends_in_comment && word[0] == b'(' {
                break;
            }
            len += blanks + word.len();
        }
    }
    len
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(field: &str, name: &str) -> Option<String> {
        let [value] = values(field.as_bytes(), [name.as_bytes()]);
        value.map(|value| text(&value))
    }

    fn filename(parameters: &str) -> String {
        value(&format!("attachment; {parameters}\r\n"), "filename").unwrap_or_default()
    }

    #[test]
    fn rfc_2231() {
        let url = "ftp://cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar";
        for field in [
            // Section 3; then in another order, and in lower case.
            " message/external-body; access-type=URL;\r\n URL*0=\"ftp://\";\r\n URL*1=\"cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar\"\r\n",
            "; url*1=cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar; url*0=ftp://",
        ] {
            assert_eq!(value(field, "url").as_deref(), Some(url), "{field}");
        }
        // Section 4.1, where semicolons are missing.
        let long = " application/x-stuff\n title*0*=us-ascii'en'This%20is%20even%20more%20\n title*1*=%2A%2A%2Afun%2A%2A%2A%20\n title*2=\"isn't it!\"\n";
        let title = value(long, "title");
        assert_eq!(
            title.as_deref(),
            Some("This is even more ***fun*** isn't it!")
        );
        let one =
            "application/x-stuff;\r\n title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A\r\n";
        assert_eq!(value(one, "title").as_deref(), Some("This is ***fun***"));
        assert_eq!(value(one, "other"), None);
    }

    #[test]
    fn charsets() {
        for (parameters, want) in [
            ("filename*=iso-8859-1''caf%E9.html", "caf\u{e9}.html"),
            ("filename*=\"UTF-8'fr'caf%C3%A9.html\"", "caf\u{e9}.html"),
            (
                "filename*0*=utf-8''caf%C3; filename*1*=%A9.ht; filename*2=ml",
                "caf\u{e9}.html",
            ),
            ("filename*=utf-16be''%00a%00.%00h%00t%00m", "a.htm"),
            // A charset that the value does not have.
            ("filename*=utf-16''a%2Ehtm", "a.htm"),
            // Charset and language may be left blank; some programs omit the quotes too.
            (
                "filename*0*=''attached%2E; filename*1*=%68; filename*2=tm",
                "attached.htm",
            ),
            ("filename*=a%2Ehtm", "a.htm"),
            // Only the sections with a second `*` are percent-encoded, and only the first one has a charset.
            (
                "filename*0*=utf-8''a%2E; filename*1=%62; filename*2*=''c",
                "a.%62''c",
            ),
            // Sections come before the plain value, and the first of several parameters before the others.
            ("filename=\"a_.htm\"; filename*=utf-8''a%2Ehtml", "a.html"),
            ("filename*=utf-8''a%2Ehtml; filename=\"a_.htm\"", "a.html"),
            ("filename=a; filename=b", "a"),
            ("filename*0=a; filename*1=b; filename*0=c", "ab"),
            ("filename*x=a; filename*-1=b; filename*99999999999=c", ""),
        ] {
            assert_eq!(filename(parameters), want, "{parameters}");
        }
    }

    #[test]
    fn encoded_words() {
        for (parameters, want) in [
            (
                "filename=\"=?UTF-8?B?44Gm44GZ44GoLnR4dA==?=\"",
                "\u{3066}\u{3059}\u{3068}.txt",
            ),
            (
                "filename=\"=?iso-8859-1?Q?HasenundFr=F6sche=2Etxt?=\"",
                "HasenundFr\u{f6}sche.txt",
            ),
            (
                "filename==?utf-8?B?VGhpcyBpcyBhIHRlc3QucGRm?=",
                "This is a test.pdf",
            ),
            // White space between two words is no part of the value.
            (
                "filename=\"=?utf-8?Q?My_page?=\r\n =?utf-8?Q?=2Ehtml?=\"; size=3",
                "My page.html",
            ),
            (
                "filename==?utf-8?Q?My_page?=\r\n =?utf-8?Q?=2Ehtml?=; size=3",
                "My page.html",
            ),
            // A word that is split into sections.
            (
                "filename*0=\"=?utf-8?Q?My_\"; filename*1=\"page=2Ehtml?=\"",
                "My page.html",
            ),
            ("filename=\"a =?utf-8?Q?b\"", "a =?utf-8?Q?b"),
        ] {
            assert_eq!(filename(parameters), want, "{parameters}");
        }
    }

    #[test]
    fn values_without_quotes() {
        for (parameters, want) in [
            ("filename=genome.jpeg;\r\n size=1", "genome.jpeg"),
            ("filename = genome.jpeg", "genome.jpeg"),
            ("filename=This is\r\n a test.txt", "This is a test.txt"),
            (
                "filename=Invoice (2) new.html; size=1",
                "Invoice (2) new.html",
            ),
            ("filename=a test.txt size=1", "a test.txt"),
            ("filename=a.html (a comment)", "a.html"),
            ("FileName=a;b", "a"),
            ("filename=", ""),
            ("filename=\"a.html", "a.html"),
            ("filename=\"a\\\"b.html\" c", "a\"b.html"),
        ] {
            assert_eq!(filename(parameters), want, "{parameters}");
        }
        assert_eq!(
            value("filename=a.html", "filename").as_deref(),
            Some("a.html")
        );
        let charset = value("text/plain; charset=utf-8 x", "charset");
        assert_eq!(charset.as_deref(), Some("utf-8"));
    }
}
