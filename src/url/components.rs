//! The components of a URL, and the two steps of parsing that find and check them.

use std::borrow::Cow;
use std::ops::Range;

use super::Details;
use super::table::{self, Scheme};
use crate::class::Class;
use crate::flaw::{Flaw, Report};
use crate::grammar::login::{self, Login};
use crate::grammar::{escape, host};
use crate::span::{Span, range_in};

/// A URL taken apart: the ranges of its components in the bytes that were parsed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Components<'u> {
    pub(super) raw: &'u [u8],
    pub(super) scheme: &'static Scheme,
    /// The position of the scheme's colon.
    pub(super) colon: Option<usize>,
    pub(super) login: Login,
    pub(super) path: Option<Span>,
    pub(super) search: Option<Span>,
    pub(super) fragment: Option<Span>,
}

/// A parsing step; the scheme's row names one function for each step.
pub(super) type Step = for<'u> fn(&mut Components<'u>, &mut dyn Report);

/// The second step, which changes nothing.
pub(super) type Check = for<'u> fn(&Components<'u>, &mut dyn Report);

impl<'u> Components<'u> {
    /// The first step: splits scheme, fragment and login, and checks host and port.
    pub(crate) fn parse_authority(raw: &'u [u8], report: &mut dyn Report) -> Components<'u> {
        let end = memchr::memchr(b'#', raw).unwrap_or(raw.len());
        let name = raw[..end].iter().position(|&b| !Class::SCHEME.has(b));
        let colon = name.filter(|&i| i > 0 && raw[i] == b':');
        let scheme = colon.map_or(&table::UNKNOWN, |colon| table::lookup(&raw[..colon]));
        let mut url = Components {
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
    pub(crate) fn validate(&self, report: &mut dyn Report) {
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
    pub(super) fn body(&self) -> Span {
        let end = self.fragment.map_or(self.raw.len(), |f| f.start - 1);
        (self.colon.map_or(0, |colon| colon + 1)..end).into()
    }

    /// Splits `span`, which has no login: a path, and a query after `?`.
    pub(super) fn split_search(&mut self, span: Span) {
        let (path, search) = span.cut(self.raw, b'?');
        (self.path, self.search) = (Some(path), search);
    }

    /// Section 6: a port other than the scheme's may belong to a service that obeys what a URL makes a client send.
    pub(super) fn check_port(&self, report: &mut dyn Report) {
        let (Some(at), Some(default)) = (self.login.port, self.scheme.port) else {
            return;
        };
        if self
            .port_number()
            .is_some_and(|port| port != u64::from(default))
        {
            report.flaw(Flaw::NondefaultPort, at.range());
        }
    }

    /// The place where the login ends.
    pub(super) fn login_end(&self) -> Range<usize> {
        let last = self.login.port.or(self.login.host);
        let end = last.map_or(self.body().end, |last| last.end);
        end..end
    }

    /// For schemes without a user name.
    pub(super) fn refuse_user(&self, report: &mut dyn Report) {
        if let (Some(user), Some(host)) = (self.login.user, self.login.host) {
            report.flaw(Flaw::UserinfoNotAllowed, user.start..host.start);
        }
        login::check(self.raw, &self.login, report);
    }

    /// For schemes that give a `?` directly after the login no meaning.
    pub(super) fn refuse_search(&self, report: &mut dyn Report) {
        if let (None, Some(search)) = (self.path, self.search) {
            report.flaw(Flaw::ReservedCharacter, search.start - 1..search.start);
            escape::check(self.raw, search, escape::XCHAR, report);
        }
    }

    /// Checks that each segment of `at` between slashes consists of `uchar` and `reserved`.
    pub(super) fn check_segments(&self, at: Span, reserved: &[u8], report: &mut dyn Report) {
        for segment in segments(self.raw, at) {
            escape::check(self.raw, segment, reserved, report);
        }
    }

    pub(super) fn decoded(&self, at: Span) -> Cow<'u, [u8]> {
        escape::decode(at.bytes(self.raw))
    }

    /// The segments of `at` between slashes.
    pub(super) fn decoded_segments(&self, at: Span) -> Vec<Cow<'u, [u8]>> {
        let segments = segments(self.raw, at);
        segments.map(|segment| self.decoded(segment)).collect()
    }

    pub(crate) fn as_bytes(&self) -> &'u [u8] {
        self.raw
    }

    pub(crate) fn scheme(&self) -> Option<&'u [u8]> {
        self.colon.map(|colon| &self.raw[..colon])
    }

    pub(crate) fn scheme_info(&self) -> &'static Scheme {
        self.scheme
    }

    fn part(&self, at: Option<Span>) -> Option<&'u [u8]> {
        at.map(|at| at.bytes(self.raw))
    }

    pub(crate) fn user(&self) -> Option<&'u [u8]> {
        self.part(self.login.user)
    }

    pub(crate) fn password(&self) -> Option<&'u [u8]> {
        self.part(self.login.password)
    }

    pub(crate) fn host(&self) -> Option<&'u [u8]> {
        self.part(self.login.host)
    }

    pub(crate) fn port(&self) -> Option<&'u [u8]> {
        self.part(self.login.port)
    }

    /// The port that is written, if it is a number.
    pub(crate) fn port_number(&self) -> Option<u64> {
        login::number(self.port()?)
    }

    pub(crate) fn effective_port(&self) -> Option<u16> {
        match self.port() {
            None | Some([]) => self.default_port(),
            Some(_) => self.port_number()?.try_into().ok(),
        }
    }

    pub(crate) fn default_port(&self) -> Option<u16> {
        self.scheme.port
    }

    pub(crate) fn path(&self) -> Option<&'u [u8]> {
        self.part(self.path)
    }

    pub(crate) fn query(&self) -> Option<&'u [u8]> {
        self.part(self.search)
    }

    pub(crate) fn fragment(&self) -> Option<&'u [u8]> {
        self.part(self.fragment)
    }

    pub(crate) fn details(&self) -> Details<'u> {
        (self.scheme.details)(self)
    }

    /// The ranges alone, for [`Components::with_bytes`].
    pub(super) fn without_bytes(self) -> Components<'static> {
        Components {
            raw: &[],
            scheme: self.scheme,
            colon: self.colon,
            login: self.login,
            path: self.path,
            search: self.search,
            fragment: self.fragment,
        }
    }

    /// The components in `raw`, which holds the bytes that were parsed.
    pub(super) fn with_bytes(self, raw: &'u [u8]) -> Components<'u> {
        Components { raw, ..self }
    }
}

/// The first step of a scheme with a login. Splits `"//" login [ "/" path ]`, and a query after `?` if the scheme has one. Without `//`
/// everything is path.
pub(super) fn split_login(url: &mut Components<'_>, report: &mut dyn Report) {
    let (raw, kind) = (url.raw, url.scheme.host);
    let has_query = url.scheme.has_query;
    let Span { start, end } = url.body();
    if !raw[start..end].starts_with(b"//") {
        let invalid = kind != host::HostKind::Optional;
        report.report(Flaw::MissingHost, invalid, start..start);
        url.path = Some((start..end).into());
        if has_query {
            url.split_search((start..end).into());
        }
        return;
    }
    let rest = Span::from(start + 2..end);
    let login_end = if has_query {
        login::end(raw, rest)
    } else {
        login::end_without_search(raw, rest)
    };
    url.login = login::parse(raw, (rest.start..login_end).into(), kind, report);
    let slash = raw[..end].get(login_end) == Some(&b'/');
    let path = Span::from((login_end + usize::from(slash)).min(end)..end);
    url.path = Some(path);
    if has_query || !slash {
        url.split_search(path);
    }
    url.path = url.path.filter(|_| slash);
}

/// The spans between the slashes of `at`. An empty `at` gives one empty span.
pub(super) fn segments(raw: &[u8], at: Span) -> impl Iterator<Item = Span> + '_ {
    split(raw, at, b'/')
}

/// The spans between the separators in `at`.
pub(super) fn split(raw: &[u8], at: Span, separator: u8) -> impl Iterator<Item = Span> + '_ {
    let parts = at.bytes(raw).split(move |&b| b == separator);
    parts.map(|part| range_in(raw, part).into())
}
