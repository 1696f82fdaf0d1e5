//! The URL parser: every scheme of RFC 1738 section 3, those of the draft of March 1994, `https`, and the generic syntax for
//! all others.
//!
//! Parsing is total: any byte string gives a [`Url`] and a list of [flaws](crate::Flaw), its deviations from section 5. It has
//! two steps; the scheme's row in the table names a function for each. `parse_authority` splits the URL and checks host and port.
//! Finding URLs in text needs only this step. `validate` checks the characters of all other parts.
//!
//! ```
//! let (url, flaws) = urlgrep::url::parse(b"ftp://foo:@host.com/%2Fetc/motd;type=a");
//! assert_eq!(url.user(), Some(&b"foo"[..]));
//! assert_eq!(url.password(), Some(&b""[..])); // empty is not absent
//! assert_eq!(url.default_port(), Some(21));
//! assert_eq!(flaws[0].flaw.name(), "encoded-delimiter"); // decoding before splitting would give an empty name and `etc`
//! ```

mod afs;
mod defang;
mod details;
#[cfg(feature = "domain")]
mod domain;
mod file;
mod ftp;
mod generic;
mod gopher;
mod http;
mod identifier;
mod mailto;
mod news;
mod nntp;
mod normalized;
mod prospero;
mod registry;
mod resolve;
mod shape;
mod table;
mod telnet;
mod unwrap;
mod wais;

pub use crate::grammar::escape::decode;
pub use defang::defang;
pub use details::{Address, Details, Fields, News, Wais};
pub(crate) use shape::{Query, is_address};
pub use table::Scheme;
pub(crate) use table::{Bare, NAMES, Opaque, SHAPED, find, http_row, https_row, lookup, web_rows};
pub use unwrap::unwrap;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::class::Class;
use crate::flaw::{Flaw, FlawAt, Flaws, Report};
use crate::grammar::login::{self, Login};
use crate::grammar::{escape, host};
use crate::span::Span;

/// A parsed URL: the ranges of its components in the input.
#[derive(Clone, Debug)]
pub struct Url<'u> {
    raw: &'u [u8],
    scheme: &'static Scheme,
    /// The position of the scheme's colon.
    colon: Option<usize>,
    login: Login,
    path: Option<Span>,
    search: Option<Span>,
    fragment: Option<Span>,
}

/// A parsing step; the scheme's row names one function for each step.
type Step = for<'u> fn(&mut Url<'u>, &mut dyn Report);

/// Splits `raw` into components and lists its flaws with their positions, in order.
///
/// It never fails: a string that is no URL has flaws that say so. See the [module](self) for an example.
pub fn parse(raw: &[u8]) -> (Url<'_>, Vec<FlawAt>) {
    let mut flaws = Vec::new();
    let mut url = Url::parse_authority(raw, &mut flaws);
    url.validate(&mut flaws);
    flaws.sort_by_key(|flaw| (flaw.at.start, flaw.flaw, !flaw.invalid));
    flaws.dedup_by(|later, first| (later.flaw, &later.at) == (first.flaw, &first.at));
    (url, flaws)
}

/// Adds the flaws of the first step and returns the scheme's row. To find URLs, the default profile needs only these.
pub(crate) fn judge(raw: &[u8], flaws: &mut Flaws) -> &'static Scheme {
    let web = match raw {
        [b'h', b't', b't', b'p', b':', b'/', b'/', ..] => Some((http_row(), 7)),
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => Some((https_row(), 8)),
        _ => None,
    };
    if let Some((scheme, host)) = web
        && let Some(len) = host::name(&raw[host..])
        && matches!(raw[host + len..], [] | [b'/' | b'?' | b'#', ..])
    {
        // The host has no flaw, and there is no port.
        return scheme;
    }
    Url::parse_authority(raw, flaws).scheme_info()
}

impl<'u> Url<'u> {
    /// The first step: splits scheme, fragment and login, and checks host and port.
    pub(crate) fn parse_authority(raw: &'u [u8], report: &mut dyn Report) -> Url<'u> {
        let end = memchr::memchr(b'#', raw).unwrap_or(raw.len());
        let name = raw[..end].iter().position(|&b| !Class::SCHEME.has(b));
        let colon = name.filter(|&i| i > 0 && raw[i] == b':');
        let scheme = colon.map_or(&table::NONE, |colon| table::lookup(&raw[..colon]));
        let mut url = Url {
            raw,
            scheme,
            colon,
            login: Login::default(),
            path: None,
            search: None,
            fragment: (end < raw.len()).then(|| (end + 1..raw.len()).into()),
        };
        (scheme.parse_authority)(&mut url, report);
        url
    }

    /// The second step: checks the characters of every part.
    pub(crate) fn validate(&mut self, report: &mut dyn Report) {
        match self.colon {
            None => report.invalid(Flaw::MissingScheme, 0..0),
            Some(colon) => {
                // RFC 3986 section 3.1 requires a letter first.
                let letter = self.raw[0].is_ascii_alphabetic();
                if !self.scheme.is_known() || !letter {
                    report.report(Flaw::UnknownScheme, !letter, 0..colon);
                }
                if self.raw[..colon].iter().any(u8::is_ascii_uppercase) {
                    report.flaw(Flaw::UppercaseScheme, 0..colon);
                }
            }
        }
        (self.scheme.validate)(self, report);
        self.check_port(report);
        if let Some(fragment) = self.fragment {
            report.flaw(Flaw::Fragment, fragment.start - 1..fragment.end);
            escape::check(self.raw, fragment, escape::XCHAR, report);
        }
    }

    /// The part between the scheme's colon and the fragment.
    fn body(&self) -> Span {
        let end = self.fragment.map_or(self.raw.len(), |f| f.start - 1);
        (self.colon.map_or(0, |colon| colon + 1)..end).into()
    }

    /// Splits `"//" login [ "/" path ]`, and a query after `?` if the scheme has one. Without `//` everything is path.
    fn split_login(&mut self, report: &mut dyn Report) {
        let (raw, kind) = (self.raw, self.scheme.host);
        let has_query = self.scheme.has_query;
        let Span { start, end } = self.body();
        if !raw[start..end].starts_with(b"//") {
            let invalid = kind != host::HostKind::Optional;
            report.report(Flaw::MissingHost, invalid, start..start);
            self.path = Some((start..end).into());
            return;
        }
        let rest = Span::from(start + 2..end);
        let login_end = match has_query {
            true => login::end(raw, rest),
            false => login::end_without_search(raw, rest),
        };
        self.login = login::parse(raw, (rest.start..login_end).into(), kind, report);
        let slash = raw[..end].get(login_end) == Some(&b'/');
        let path = Span::from((login_end + usize::from(slash)).min(end)..end);
        let question = match has_query || !slash {
            true => memchr::memchr(b'?', path.bytes(raw)).map(|i| path.start + i),
            false => None,
        };
        self.path = slash.then(|| (path.start..question.unwrap_or(end)).into());
        self.search = question.map(|question| (question + 1..end).into());
    }

    /// Section 6: a port other than the scheme's may belong to a service that obeys what a URL makes a client send.
    fn check_port(&self, report: &mut dyn Report) {
        let (Some(at), Some(default)) = (self.login.port, self.scheme.port) else {
            return;
        };
        if login::number(at.bytes(self.raw)).is_some_and(|port| port != u64::from(default)) {
            report.flaw(Flaw::NondefaultPort, at.range());
        }
    }

    /// The place where the login ends.
    fn login_end(&self) -> Range<usize> {
        let last = self.login.port.or(self.login.host);
        let end = last.map_or(self.body().end, |last| last.end);
        end..end
    }

    /// For schemes without a user name.
    fn refuse_user(&self, report: &mut dyn Report) {
        if let (Some(user), Some(host)) = (self.login.user, self.login.host) {
            report.flaw(Flaw::UserinfoNotAllowed, user.start..host.start);
        }
        login::check(self.raw, &self.login, report);
    }

    /// For schemes that give a `?` directly after the login no meaning.
    fn refuse_search(&self, report: &mut dyn Report) {
        if let (None, Some(search)) = (self.path, self.search) {
            report.flaw(Flaw::ReservedCharacter, search.start - 1..search.start);
            escape::check(self.raw, search, escape::XCHAR, report);
        }
    }

    /// Checks that each segment of `at` between slashes consists of `uchar` and `reserved`.
    fn check_segments(&self, at: Span, reserved: &[u8], report: &mut dyn Report) {
        for segment in segments(self.raw, at) {
            escape::check(self.raw, segment, reserved, report);
        }
    }

    /// The bytes that were parsed.
    pub fn as_bytes(&self) -> &'u [u8] {
        self.raw
    }

    /// The scheme's name as written, without the colon; `None` if there is no scheme.
    pub fn scheme(&self) -> Option<&'u [u8]> {
        self.colon.map(|colon| &self.raw[..colon])
    }

    /// The scheme's row: the name in lower case, its section, its default port.
    pub fn scheme_info(&self) -> &'static Scheme {
        self.scheme
    }

    fn part(&self, at: Option<Span>) -> Option<&'u [u8]> {
        at.map(|at| at.bytes(self.raw))
    }

    /// The user name, not decoded (RFC 1738 section 3.1).
    pub fn user(&self) -> Option<&'u [u8]> {
        self.part(self.login.user)
    }

    /// The password, not decoded (RFC 1738 section 3.1).
    pub fn password(&self) -> Option<&'u [u8]> {
        self.part(self.login.password)
    }

    /// The host as written; an address literal includes its brackets. Empty in `file:///`, `None` if there is no `//`.
    pub fn host(&self) -> Option<&'u [u8]> {
        self.part(self.login.host)
    }

    /// The digits after the host's colon; empty in `http://h:/`.
    pub fn port(&self) -> Option<&'u [u8]> {
        self.part(self.login.port)
    }

    /// The port to connect to: the one that is written, else the scheme's; `None` if what is written is no port.
    ///
    /// ```
    /// use urlgrep::url::parse;
    /// assert_eq!(parse(b"http://h/").0.effective_port(), Some(80));
    /// assert_eq!(parse(b"http://h:8080/").0.effective_port(), Some(8080));
    /// assert_eq!(parse(b"http://h:x/").0.effective_port(), None);
    /// ```
    pub fn effective_port(&self) -> Option<u16> {
        match self.port() {
            None | Some([]) => self.default_port(),
            Some(digits) => login::number(digits)?.try_into().ok(),
        }
    }

    /// The scheme's default port.
    pub fn default_port(&self) -> Option<u16> {
        self.scheme.port
    }

    /// The url-path, not decoded, without the `/` that ends the login: it is not part of the path (RFC 1738 section 3.1).
    /// `None` in `http://h`, empty in `http://h/`. In a URL without `//`, everything between the colon and the query.
    pub fn path(&self) -> Option<&'u [u8]> {
        self.part(self.path)
    }

    /// The part after the first `?`, if the scheme gives it a meaning; not decoded.
    pub fn query(&self) -> Option<&'u [u8]> {
        self.part(self.search)
    }

    /// The part after the first `#`. It is not part of the URL (RFC 1738 section 2.2).
    pub fn fragment(&self) -> Option<&'u [u8]> {
        self.part(self.fragment)
    }

    /// The parts that only this scheme has, decoded.
    pub fn details(&self) -> Details<'u> {
        (self.scheme.details)(self)
    }
}

impl AsRef<[u8]> for Url<'_> {
    fn as_ref(&self) -> &[u8] {
        self.raw
    }
}

/// The URL as written; bytes that are no UTF-8 are shown as replacement characters.
impl fmt::Display for Url<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_utf8_lossy(self.raw))
    }
}

/// Equal are URLs of the same bytes. Compare [`normalized`](Url::normalized) URLs to find equivalent ones.
impl PartialEq for Url<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Eq for Url<'_> {}

impl Hash for Url<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

/// The spans between the slashes of `at`. An empty `at` gives one empty span.
fn segments(raw: &[u8], at: Span) -> impl Iterator<Item = Span> + '_ {
    split(raw, at, b'/')
}

/// The spans between the separators in `at`.
fn split(raw: &[u8], at: Span, separator: u8) -> impl Iterator<Item = Span> + '_ {
    let mut start = at.start;
    at.bytes(raw)
        .split(move |&b| b == separator)
        .map(move |part| {
            let span = Span::from(start..start + part.len());
            start = span.end + 1;
            span
        })
}
