//! Candidates: places where a URL may start (tests/spec/start.md).

use std::hint::select_unpredictable;
use std::ops::Range;

use super::edge;
use crate::class::Class;
use crate::grammar::coded;
use crate::grammar::escape;
use crate::grammar::host::HostKind;
use crate::simd::Ends;
use crate::span::{ahead, run_back, split_before};
use crate::text::DELIMITER;
use crate::text::line::{after_marks, line_break};
use crate::url::{FTP, HTTP, HTTPS, Opaque, SHAPED, Scheme, WEB, find, lookup};

/// How a URL stands in its text.
///
/// ```
/// use urlgrep::Form;
/// let forms: Vec<_> = urlgrep::extract("<URL:http://a.org/> <http://a.org/> http://a.org/").map(|m| m.form()).collect();
/// assert_eq!(forms, [Form::Wrapper, Form::Angle, Form::Bare]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Form {
    /// `<URL:…>`
    Wrapper,
    /// `<scheme:…>`
    Angle,
    /// `URL:scheme:…` without brackets
    Prefix,
    /// `"scheme:…"`; a value of a notation that is one URL also in `'…'`
    Quoted,
    /// The URL alone.
    Bare,
    /// `www.x.org/…`, without a scheme ([`Builder::schemeless`](crate::Builder::schemeless))
    Schemeless,
    /// `joe@x.org` ([`Builder::email`](crate::Builder::email))
    Email,
    /// `hxxp://x[.]org/`, made harmless by its writer ([`Builder::refang`](crate::Builder::refang))
    Refanged,
}

named!(
    /// The name in JSON.
    ///
    /// ```
    /// let m = urlgrep::extract("<URL:http://h/>").next().unwrap();
    /// assert_eq!(m.form().name(), "wrapper");
    /// ```
    Form {
        Wrapper => "wrapper",
        Angle => "angle",
        Prefix => "prefix",
        Quoted => "quoted",
        Bare => "bare",
        Schemeless => "schemeless",
        Email => "email",
        Refanged => "refanged",
    },
    "form"
);

impl Form {
    /// Whether an option found it: the URL is not what is written.
    pub(crate) fn is_by_option(self) -> bool {
        matches!(self, Form::Schemeless | Form::Email | Form::Refanged)
    }

    /// Whether it stands in angle brackets.
    pub(crate) fn is_in_brackets(self) -> bool {
        matches!(self, Form::Wrapper | Form::Angle)
    }
}

/// A scheme, and where its colon stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemeAt {
    pub(crate) scheme: &'static Scheme,
    pub(crate) colon: usize,
}

/// A place where a URL may start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) form: Form,
    /// Where its wrapper, prefix or quote begins, or the URL itself.
    pub(crate) outer: usize,
    /// Where the URL begins; in `<URL:…>` where its white space may begin.
    pub(crate) start: usize,
    /// Not known yet in `<URL:…>`.
    pub(crate) scheme: Option<SchemeAt>,
    /// Where the second part of its scheme begins, if that is broken over two lines.
    pub(crate) scheme_rest: Option<usize>,
    /// Where the name or address ends that an option asks for. Of other URLs, where they begin.
    pub(crate) name_end: usize,
    /// Whether its slashes have backslashes before them.
    pub(crate) is_escaped: bool,
    /// Whether it is known to be an address of letters, digits, hyphens and dots.
    pub(crate) is_plain_address: bool,
}

impl Candidate {
    /// The text at `at` as a candidate that an option asks for.
    #[inline]
    pub(crate) fn by_option(form: Form, at: Range<usize>) -> Candidate {
        Candidate {
            form,
            outer: at.start,
            start: at.start,
            scheme: None,
            scheme_rest: None,
            name_end: at.end,
            is_escaped: false,
            is_plain_address: false,
        }
    }

    /// A bare URL that begins with its scheme at `start`.
    #[inline]
    pub(crate) fn bare(start: usize) -> Candidate {
        Candidate::by_option(Form::Bare, start..start)
    }

    /// The scheme that it begins with; none if something else stands there.
    #[inline]
    pub(crate) fn scheme_in(&self, text: &[u8]) -> Option<SchemeAt> {
        self.scheme.or_else(|| scheme_at(text, self.start))
    }

    /// The candidate that the colon at `colon` belongs to, if any; nothing before `from` belongs to it.
    #[inline(always)]
    pub(crate) fn at(
        text: &[u8],
        from: usize,
        colon: usize,
        any_scheme: bool,
    ) -> Option<Candidate> {
        let slashes = text[colon + 1..].starts_with(b"//");
        // Most URLs are of the web, and most others of mail.
        let frequent = if slashes {
            edge::web_scheme(text, from, colon)
        } else {
            edge::mail_scheme(text, from, colon)
        };
        if let Some((scheme, start)) = frequent {
            return Some(Candidate::new(
                text,
                from,
                start,
                SchemeAt { scheme, colon },
            ));
        }
        if !slashes {
            let rest = &text[colon + 1..];
            if coded::begins_authority(rest) {
                return Candidate::escaped(text, from, colon);
            }
            let may_end_line = matches!(rest, [b'\n' | b'\r' | b'=' | b'/', ..]);
            if may_end_line && let Some(broken) = broken_after_colon(text, from, colon) {
                return Some(broken);
            }
            // Most colons without slashes are prose: none but a few schemes, or a `<`, stand before those that are not.
            if !may_end_scheme(text, from, colon) {
                return None;
            }
        }
        Candidate::of_any_scheme(text, from, colon, slashes, any_scheme)
    }

    /// A known scheme and `:\/\/`, or `:\u002F\u002F`.
    #[cold]
    fn escaped(text: &[u8], from: usize, colon: usize) -> Option<Candidate> {
        let word = edge::word(text, from, colon);
        let (_, start) = edge::find_scheme(text, word, colon, true)?;
        Some(Candidate {
            is_escaped: true,
            ..Candidate::bare(start)
        })
    }

    #[inline(never)]
    fn of_any_scheme(
        text: &[u8],
        from: usize,
        colon: usize,
        slashes: bool,
        any_scheme: bool,
    ) -> Option<Candidate> {
        // Most wrappers.
        if text[from..colon].ends_with(b"<URL") && text.get(colon + 1) != Some(&b'<') {
            return Some(Candidate::in_wrapper(colon));
        }
        let word = edge::word(text, from, colon);
        let name = &text[word..colon];
        let in_angle = word > from && text[word - 1] == b'<';
        let is_url = name.len() >= 3 && name[name.len() - 3..].eq_ignore_ascii_case(b"URL");
        if !slashes && !in_angle && !SHAPED_ENDS.may_end(name) {
            return None;
        }
        if is_url {
            if text.get(colon + 1) == Some(&b'<') {
                // Another wrapper, and nothing in this one.
                return None;
            }
            let candidate = url_prefix(text, from, colon);
            // No scheme that needs no slashes ends so.
            if candidate.is_some() || !slashes {
                return candidate;
            }
        }
        let (scheme, start) = match edge::find_scheme(text, word, colon, slashes) {
            Some(known) => known,
            None if !slashes => return None,
            None => match broken_web_scheme(text, from, colon) {
                Some(broken) => return Some(broken),
                // `<x://…>`, or any scheme if asked for.
                None if any_scheme || in_angle => (lookup(name), word),
                None => return None,
            },
        };
        if !text[start].is_ascii_alphabetic() {
            return None;
        }
        if in_angle && !slashes && is_element(text, word) {
            return None;
        }
        let candidate = Candidate::new(text, from, start, SchemeAt { scheme, colon });
        let is_shaped = scheme.shape.is_some();
        let is_shown = text.get(colon + 1).is_some_and(|&b| b > b' ');
        // Without slashes two of these signs are enough. After `mailto:` a blank and an address may follow.
        let signs = [is_shaped, is_shown, candidate.form == Form::Angle];
        let is_likely = signs.into_iter().filter(|&sign| sign).count() > 1;
        (slashes || is_likely || scheme.opaque == Opaque::Address).then_some(candidate)
    }

    /// The URL after the `<URL:` that ends at `colon`.
    fn in_wrapper(colon: usize) -> Candidate {
        let start = colon + 1;
        Candidate {
            form: Form::Wrapper,
            outer: start - b"<URL:".len(),
            ..Candidate::bare(start)
        }
    }

    /// The URL that begins with `scheme` at `start`; the byte before it decides its form.
    #[inline]
    fn new(text: &[u8], from: usize, start: usize, scheme: SchemeAt) -> Candidate {
        // Which it is cannot be predicted, so no branch depends on it.
        let before = if start > from { text[start - 1] } else { b' ' };
        let quoted = select_unpredictable(before == b'"', Form::Quoted, Form::Bare);
        let form = select_unpredictable(before == b'<', Form::Angle, quoted);
        Candidate {
            form,
            outer: start - usize::from(form != Form::Bare),
            scheme: Some(scheme),
            ..Candidate::bare(start)
        }
    }
}

/// Whether the name at `at`, after a `<`, is that of an element of XML (`<content:encoded>`): it stands alone in its tag, and a tag
/// that closes it follows in the same paragraph.
fn is_element(text: &[u8], at: usize) -> bool {
    const NEAR: usize = 1024;
    let near = ahead(text, at, NEAR);
    let ends = |b: u8| !Class::NAME.has(b) && b != b':';
    let (name, rest) = split_before(near, ends);
    let closes = |i: usize| {
        let after = rest[i + 2..].strip_prefix(name);
        after.is_some_and(|after| after.starts_with(b">"))
    };
    match rest {
        [b'/', b'>', ..] => true,
        [b'>', ..] => {
            let mut breaks = memchr::memchr2_iter(b'\n', DELIMITER, rest);
            let is_end = |&i: &usize| match &rest[i..] {
                [b'\n', after @ ..] => matches!(after, [b'\n', ..] | [b'\r', b'\n', ..]),
                _ => true,
            };
            let paragraph = &rest[..breaks.find(is_end).unwrap_or(rest.len())];
            memchr::memmem::find_iter(paragraph, b"</").any(closes)
        }
        _ => false,
    }
}

static SHAPED_ENDS: Ends = Ends::new(&SHAPED, &["url"], &[]);

/// Whether `URL`, or a scheme that needs no slashes where it stands, may end at `colon`.
#[inline]
fn may_end_scheme(text: &[u8], from: usize, colon: usize) -> bool {
    let Some(near) = text[from..colon].last_chunk::<{ edge::MAX }>() else {
        return true;
    };
    let angle = near.iter().fold(false, |angle, &b| angle | (b == b'<'));
    angle || SHAPED_ENDS.may_end(near)
}

/// `http`, `https` or `ftp` that ends at `colon` and began on the line before; or that has a backslash before its colon, as Markdown
/// and the properties of Java escape it.
fn broken_web_scheme(text: &[u8], from: usize, colon: usize) -> Option<Candidate> {
    let rest = edge::word(text, from, colon);
    let near = &text[from.max(rest.saturating_sub(64))..rest];
    let line = rest - run_back(near, |b| b" \t>".contains(&b));
    let end = match &text[from..line] {
        [.., b'\r', b'\n'] => line - 2,
        [.., b'\n' | b'\r'] => line - 1,
        [.., b'\\'] if line == colon => line - 1,
        _ => return None,
    };
    // Without the `=` of a soft break of quoted-printable.
    let is_soft = text[end] != b'\\' && text[from..end].ends_with(b"=");
    let end = end - usize::from(is_soft);
    let near = &text[from.max(end.saturating_sub(6))..end];
    let front = end - Class::ALPHA.run_back(near)..end;
    if front.is_empty() || front.len() + colon - rest > 5 {
        return None;
    }
    let is_broken = |name: &&[u8]| {
        let (begun, ended) = name.split_at(front.len().min(name.len()));
        begun.eq_ignore_ascii_case(&text[front.clone()])
            && ended.eq_ignore_ascii_case(&text[rest..colon])
    };
    let scheme = WEB
        .into_iter()
        .find(|scheme| is_broken(&scheme.name().as_bytes()))?;
    Some(Candidate {
        scheme: Some(SchemeAt { scheme, colon }),
        scheme_rest: Some(rest),
        ..Candidate::bare(front.start)
    })
}

/// `http:`, `https:` or `ftp:` that ends a line, perhaps with one of its slashes and before the `=` of a soft break, if the next line
/// begins with the rest of `//`.
fn broken_after_colon(text: &[u8], from: usize, colon: usize) -> Option<Candidate> {
    let slash = usize::from(text[colon + 1..].starts_with(b"/"));
    let is_soft = text[colon + 1 + slash..].starts_with(b"=");
    let after = colon + 1 + slash + usize::from(is_soft);
    let rest = after_marks(text, after + line_break(&text[after..])?);
    let word = edge::word(text, from, colon);
    let (scheme, start) = edge::find_scheme(text, word, colon, true)?;
    // Between `<` and `>` the general way takes all breaks out, and finds what has a byte after its colon.
    let in_angle = text[from..start].ends_with(b"<");
    let is_delimited = (is_soft || slash > 0) && in_angle;
    let slashes = text[rest..].starts_with(&b"//"[slash..]);
    (scheme.web && !is_delimited && slashes).then_some(Candidate {
        form: if in_angle { Form::Angle } else { Form::Bare },
        outer: start - usize::from(in_angle),
        scheme: Some(SchemeAt { scheme, colon }),
        scheme_rest: Some(rest),
        ..Candidate::bare(start)
    })
}

/// The candidate after the `URL:` whose colon this is: `<URL:`, or `URL:scheme:` without bracket.
fn url_prefix(text: &[u8], from: usize, colon: usize) -> Option<Candidate> {
    let word = colon - b"URL".len();
    let before = word.checked_sub(1).filter(|&i| i >= from).map(|i| text[i]);
    if before == Some(b'<') {
        return Some(Candidate::in_wrapper(colon));
    }
    let start = colon + 1;
    let found = scheme_at(text, start)?;
    let SchemeAt { scheme, colon } = found;
    // `URL:` vouches for an opaque scheme.
    let opaque = scheme.shape.is_some() || scheme.host == HostKind::Optional;
    let shape = opaque || text[colon + 1..].starts_with(b"//");
    let edge = !before.is_some_and(|b| Class::ALPHADIGIT.has(b));
    (edge && shape && scheme.is_known()).then_some(Candidate {
        form: Form::Prefix,
        outer: word,
        scheme: Some(found),
        ..Candidate::bare(start)
    })
}

/// The scheme that begins at `start`.
pub(crate) fn scheme_at(text: &[u8], start: usize) -> Option<SchemeAt> {
    let (scheme, len) = match text.get(start..)? {
        [b'h', b't', b't', b'p', b':', ..] => (HTTP, 4),
        [b'h', b't', b't', b'p', b's', b':', ..] => (HTTPS, 5),
        [b'f', b't', b'p', b':', ..] => (FTP, 3),
        _ => {
            let rest = ahead(text, start, edge::MAX + 1);
            let len = rest.iter().position(|&b| !Class::SCHEME.has(b))?;
            if len == 0 || rest[len] != b':' {
                return None;
            }
            (lookup(&rest[..len]), len)
        }
    };
    let colon = start + len;
    Some(SchemeAt { scheme, colon })
}

/// Whether a known scheme and `://` begin at `start`.
pub(crate) fn is_known_with_slashes(text: &[u8], start: usize) -> bool {
    scheme_at(text, start)
        .is_some_and(|at| at.scheme.is_known() && text[at.colon + 1..].starts_with(b"//"))
}

/// Whether `http://`, `https://` or `ftp://` ends with the colon at `colon`; gives where it begins.
fn web_scheme_before(text: &[u8], from: usize, colon: usize) -> Option<usize> {
    let last = text[..colon].last()?.to_ascii_lowercase();
    WEB.into_iter().find_map(|scheme| {
        let name = scheme.name().as_bytes();
        let start = colon.checked_sub(name.len())?;
        let is = name.ends_with(&[last]) && start >= from;
        (is && text[start..colon].eq_ignore_ascii_case(name)).then_some(start)
    })
}

/// Where the URL that began at `start` ends if the colon at `colon` is that of another `http://`, `https://` or `ftp://`: after a
/// letter or digit that is not of an escape, any character outside US-ASCII, after `, ; | !: /@`, `[`, a closing bracket or a quote.
/// After anything else the second URL is part of the first, as in a redirector's address. The name of `sftp://` is whole.
pub(crate) fn glued_url(text: &[u8], start: usize, has_host: bool, colon: usize) -> Option<usize> {
    let web = web_scheme_before(text, start, colon)?;
    let scheme = longer_scheme(text, start, web, colon).unwrap_or(web);
    match text[scheme - 1] {
        // `http://http://a.org/`: the first is a slip. But `view-source:http://a.org/`.
        _ if scheme == start => has_host.then_some(scheme),
        b'[' => Some(scheme - 1),
        b',' | b';' | b'|' | b')' | b']' | b'}' | b'\'' => Some(scheme),
        // The lists that malicious macros split: `http://a.org/x/@http://b.org/y/`.
        b'@' if text[start..scheme].ends_with(b"/@") => Some(scheme - 1),
        // Textile: `!http://a.org/x.png!:http://b.org/`.
        b':' if text[start..scheme].ends_with(b"!:") => Some(scheme),
        b':' => value_end(&text[start..scheme]).map(|len| start + len),
        b if Class::HIGH.has(b) => Some(scheme),
        b if Class::ALPHADIGIT.has(b) => {
            let before = &text[start.max(scheme.saturating_sub(3))..scheme - 1];
            (!before.contains(&b'%')).then_some(scheme)
        }
        _ => None,
    }
}

/// Where the scheme begins whose name ends at `colon`, if all letters there are one that only ends like `web`: `tftp`.
fn longer_scheme(text: &[u8], start: usize, web: usize, colon: usize) -> Option<usize> {
    let near = &text[start.max(colon.saturating_sub(edge::MAX))..web];
    let mut name = web - Class::ALPHADIGIT.run_back(near);
    let escape = name.checked_sub(1).filter(|&at| at >= start);
    if escape.is_some_and(|at| escape::octet(&text[at..(at + 3).min(web)]).is_some()) {
        name += 2;
    }
    (name < web && find(&text[name..colon]).is_some()).then_some(name)
}

/// The length of a value of X.509 before `URI:` of the next one: `http://a.org/x,URI:http://b.org/x`, or with the name of a method,
/// `http://a.org/,caIssuers;URI:http://b.org/`.
fn value_end(values: &[u8]) -> Option<usize> {
    let before = values.strip_suffix(b"URI:")?;
    let before = match before.strip_suffix(b";") {
        Some(method) => &method[..method.len() - Class::ALPHADIGIT.run_back(method)],
        None => before,
    };
    before.strip_suffix(b",").map(<[u8]>::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_end_in_a_digit() {
        static ENDS: Ends = Ends::new(&["h323", "tn3270"], &["url"], &[]);
        for word in ["h323", "H323", "xh323", "tn3270", "TN3270"] {
            assert!(ENDS.may_end(word.as_bytes()), "{word}");
        }
        for word in ["h324", "h32", "323x", "3"] {
            assert!(!ENDS.may_end(word.as_bytes()), "{word}");
        }
    }
}
