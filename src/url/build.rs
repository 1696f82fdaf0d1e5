//! URLs from their parts: each scheme writes its own, and encodes what it reserves.
//!
//! The new URL is parsed and compared with its parts. So it always has the parts that it was made of.

mod parts;

use std::error::Error;
use std::fmt;
use std::net::Ipv6Addr;

use super::encode::{Component, encode, put};
use super::{Details, Url, decode, parse_text};
use crate::flaw::FlawAt;
use crate::grammar::escape::octet;
use parts::{path_addresses, put_details, to_addresses};

/// Builds a URL from decoded parts. Made by [`Url::build`].
///
/// ```
/// use urlgrep::url::{Url, UrlBuilder};
/// let builder: UrlBuilder<'_> = Url::build("http").host("a.org");
/// assert_eq!(builder.port(8080).finish().unwrap().as_str(), "http://a.org:8080");
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct UrlBuilder<'p> {
    scheme: String,
    user: Option<Vec<u8>>,
    password: Option<Vec<u8>>,
    host: Option<Vec<u8>>,
    port: Option<u16>,
    path: Option<Vec<u8>>,
    details: Details<'p>,
    query: Option<String>,
    fragment: Option<Vec<u8>>,
}

impl Url<'static> {
    /// Begins a URL of `scheme`. Its parts are data: what the scheme reserves or forbids is encoded.
    ///
    /// ```
    /// use urlgrep::url::{Details, Url};
    /// let url = Url::build("http").host("a.org").segments(["a/b", "50%"]).pair("q", "x&y").finish()?;
    /// assert_eq!(url.as_str(), "http://a.org/a%2Fb/50%25?q=x%26y");
    /// // `/etc` as one argument of CWD (RFC 1738 section 3.2.2).
    /// let file = Details::Ftp { cwd: vec![b"/etc"[..].into()], name: b"motd"[..].into(), transfer_type: Some(b'a') };
    /// let url = Url::build("ftp").user("joe@b").host("a.org").details(file).finish()?;
    /// assert_eq!(url.as_str(), "ftp://joe%40b@a.org/%2Fetc/motd;type=a");
    /// # Ok::<(), urlgrep::url::BuildError>(())
    /// ```
    pub fn build<'p>(scheme: &str) -> UrlBuilder<'p> {
        UrlBuilder {
            scheme: scheme.to_string(),
            user: None,
            password: None,
            host: None,
            port: None,
            path: None,
            details: Details::None,
            query: None,
            fragment: None,
        }
    }
}

impl<'p> UrlBuilder<'p> {
    /// The user's name.
    ///
    /// ```
    /// let url = urlgrep::url::Url::build("sftp").user("joe@b").host("a.org").path("x").finish().unwrap();
    /// assert_eq!(url.as_str(), "sftp://joe%40b@a.org/x");
    /// ```
    pub fn user(mut self, user: impl AsRef<[u8]>) -> Self {
        self.user = Some(user.as_ref().to_vec());
        self
    }

    /// The password. It needs a user.
    ///
    /// ```
    /// let url = urlgrep::url::Url::build("telnet").user("joe").password("a:b").host("a.org").finish().unwrap();
    /// assert_eq!(url.as_str(), "telnet://joe:a%3Ab@a.org");
    /// ```
    pub fn password(mut self, password: impl AsRef<[u8]>) -> Self {
        self.password = Some(password.as_ref().to_vec());
        self
    }

    /// The host: a name, an IPv4 address, or an IPv6 address, also in brackets. `file` has an empty one by default.
    ///
    /// ```
    /// let url = urlgrep::url::Url::build("http").host("::1").finish().unwrap();
    /// assert_eq!(url.as_str(), "http://[::1]");
    /// ```
    pub fn host(mut self, host: impl AsRef<[u8]>) -> Self {
        let host = host.as_ref();
        let is_ipv6 = str::from_utf8(host).is_ok_and(|host| host.parse::<Ipv6Addr>().is_ok());
        self.host = Some(if is_ipv6 {
            [b"[", host, b"]"].concat()
        } else {
            host.to_vec()
        });
        self
    }

    /// The port.
    ///
    /// ```
    /// let url = urlgrep::url::Url::build("http").host("a.org").port(81).finish().unwrap();
    /// assert_eq!(url.effective_port(), Some(81));
    /// ```
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some(port);
        self
    }

    /// The path of a scheme without [details](Details), such as `urn` or `ssh`; `/` separates its segments. Details replace it.
    ///
    /// ```
    /// # use urlgrep::url::Url;
    /// assert_eq!(Url::build("urn").path("isbn:0 1").finish()?.as_str(), "urn:isbn:0%201");
    /// # Ok::<(), urlgrep::url::BuildError>(())
    /// ```
    pub fn path(mut self, path: impl AsRef<[u8]>) -> Self {
        self.path = Some(path.as_ref().to_vec());
        self
    }

    /// The path of `http`, `https` and `file`: a `/` within a segment is encoded.
    ///
    /// ```
    /// let url = urlgrep::url::Url::build("file").segments(["home", "a/b"]).finish().unwrap();
    /// assert_eq!(url.as_str(), "file:///home/a%2Fb");
    /// ```
    pub fn segments<S: AsRef<[u8]>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        let owned = |segment: S| segment.as_ref().to_vec().into();
        let segments = segments.into_iter().map(owned).collect();
        self.details = if self.scheme.eq_ignore_ascii_case("file") {
            Details::File { segments }
        } else {
            Details::Http { segments }
        };
        self
    }

    /// The parts that only this scheme has, as [`Url::details`] gives them.
    ///
    /// ```
    /// use urlgrep::url::{Address, Details, Url};
    /// let to = Details::Mailto {
    ///     addresses: vec![Address::new("joe", "a.org")],
    ///     headers: vec![(b"subject"[..].into(), b"a & b"[..].into())],
    /// };
    /// assert_eq!(Url::build("mailto").details(to).finish()?.as_str(), "mailto:joe@a.org?subject=a%20%26%20b");
    /// # Ok::<(), urlgrep::url::BuildError>(())
    /// ```
    pub fn details(mut self, details: Details<'p>) -> Self {
        self.details = details;
        self
    }

    /// Adds a name and a value to the query.
    ///
    /// ```
    /// let url = urlgrep::url::Url::build("http").host("a.org").segments([""]).pair("q", "1+1=2").finish().unwrap();
    /// assert_eq!(url.as_str(), "http://a.org/?q=1%2B1%3D2");
    /// ```
    pub fn pair(mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        let query = self.query.get_or_insert_default();
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str(&encode(name.as_ref(), Component::Parameter));
        query.push('=');
        query.push_str(&encode(value.as_ref(), Component::Parameter));
        self
    }

    /// The query as it is written, instead of pairs: escapes stay, and what no query may contain is encoded.
    ///
    /// ```
    /// # use urlgrep::url::Url;
    /// let url = Url::build("http").host("a.org").segments([""]).query("x=1&y=%20 #").finish()?;
    /// assert_eq!(url.as_str(), "http://a.org/?x=1&y=%20%20%23");
    /// # Ok::<(), urlgrep::url::BuildError>(())
    /// ```
    pub fn query(mut self, query: impl AsRef<[u8]>) -> Self {
        let (mut out, mut rest) = (String::new(), query.as_ref());
        while let Some((first, others)) = rest.split_first() {
            let escape = octet(rest);
            match escape {
                Some(_) => out.extend(rest[..3].iter().map(|&b| char::from(b))),
                // A query may have what a fragment may have (RFC 3986 section 3.4).
                None => put(&[*first], Component::Fragment.kept(), &mut out),
            }
            rest = if escape.is_some() { &rest[3..] } else { others };
        }
        self.query = Some(out);
        self
    }

    /// The fragment.
    ///
    /// ```
    /// let url = urlgrep::url::Url::build("http").host("a.org").fragment("top of it").finish().unwrap();
    /// assert_eq!(url.as_str(), "http://a.org#top%20of%20it");
    /// ```
    pub fn fragment(mut self, fragment: impl AsRef<[u8]>) -> Self {
        self.fragment = Some(fragment.as_ref().to_vec());
        self
    }

    /// The URL. Fails if no URL of the scheme has these parts, or if no standard allows one of them.
    ///
    /// ```
    /// use urlgrep::url::Url;
    /// assert!(Url::build("http").segments(["x"]).finish().is_err()); // no host
    /// assert!(Url::build("telnet").host("a.org").segments(["x"]).finish().is_err()); // telnet has no path
    /// ```
    pub fn finish(mut self) -> Result<Url<'static>, BuildError> {
        if self.scheme.eq_ignore_ascii_case("file") {
            self.host.get_or_insert_default();
        }
        if let (Details::Afs { cell, .. }, None) = (&self.details, &self.host) {
            self.host = Some(cell.to_vec());
        }
        let (url, flaws) = parse_text::<str>(self.write().into());
        match flaws.into_iter().find(|flaw| flaw.invalid) {
            Some(flaw) => Err(BuildError(Some(flaw))),
            None if self.is_in(&url) => Ok(url),
            None => Err(BuildError(None)),
        }
    }

    fn write(&self) -> String {
        let mut out = format!("{}:", self.scheme);
        if let Some(host) = &self.host {
            out.push_str("//");
            self.put_login(host, &mut out);
        }
        match &self.details {
            Details::None => {
                if let Some(path) = &self.path {
                    out.push_str(self.slash());
                    put(path, b"!$&'()*+,;=:@/", &mut out);
                }
            }
            details => put_details(details, self.slash(), &mut out),
        }
        if let Some(query) = &self.query {
            out.push('?');
            out.push_str(query);
        }
        if let Some(fragment) = &self.fragment {
            out.push('#');
            out.push_str(&encode(fragment, Component::Fragment));
        }
        out
    }

    /// The part before the path.
    fn slash(&self) -> &'static str {
        if self.host.is_some() { "/" } else { "" }
    }

    fn put_login(&self, host: &[u8], out: &mut String) {
        if let Some(user) = &self.user {
            out.push_str(&encode(user, Component::User));
            if let Some(password) = &self.password {
                out.push(':');
                out.push_str(&encode(password, Component::User));
            }
            out.push('@');
        }
        match host {
            [b'[', .., b']'] => put(host, b"[]:", out),
            _ => out.push_str(&encode(host, Component::Host)),
        }
        if let Some(port) = self.port {
            out.push_str(&format!(":{port}"));
        }
    }

    /// Whether the parts of the URL are these.
    fn is_in(&self, url: &Url<'_>) -> bool {
        let url = url.components();
        let same = |built: Option<&[u8]>, part: &Option<Vec<u8>>| {
            built.map(decode).as_deref() == part.as_deref()
        };
        let path = match &self.details {
            Details::None => {
                url.path().map(decode).unwrap_or_default()
                    == self.path.as_deref().unwrap_or_default()
            }
            Details::Mailto { addresses, headers } => {
                let expected =
                    [path_addresses(addresses, headers), &to_addresses(headers)].concat();
                matches!(url.details(), Details::Mailto { addresses, .. } if addresses == expected)
            }
            details => url.details() == *details,
        };
        let scheme = url.scheme().unwrap_or_default();
        // A mailto URL writes its header fields as a query.
        let query = url.query().map(str::from_utf8).and_then(Result::ok);
        path && scheme == self.scheme.as_bytes()
            && same(url.user(), &self.user)
            && same(url.password(), &self.password)
            && same(url.host(), &self.host)
            && url.port().map(<[u8]>::to_vec) == self.port.map(|port| port.to_string().into_bytes())
            && same(url.fragment(), &self.fragment)
            && (self.query.is_none() || query == self.query.as_deref())
    }
}

/// No URL has these parts.
///
/// ```
/// let error = urlgrep::url::Url::build("http").finish().unwrap_err();
/// assert_eq!(error.flaw().unwrap().flaw.name(), "missing-host");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildError(Option<FlawAt>);

impl BuildError {
    /// The flaw that makes every standard refuse the URL; `None` if a URL of the scheme cannot have one of the parts.
    ///
    /// ```
    /// use urlgrep::{Flaw, url::Url};
    /// let error = Url::build("http").host("a..b").finish().unwrap_err();
    /// assert_eq!(error.flaw().map(|flaw| flaw.flaw), Some(Flaw::InvalidHost));
    /// ```
    pub fn flaw(&self) -> Option<&FlawAt> {
        self.0.as_ref()
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(flaw) => write!(f, "{} ({})", flaw.flaw.message(), flaw.flaw),
            None => f.write_str("a URL of this scheme cannot have one of these parts"),
        }
    }
}

impl Error for BuildError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_no_url_has() {
        let selector = |selector: &'static [u8]| Details::Gopher {
            item_type: b'0',
            selector: selector.into(),
            search: None,
            plus: None,
        };
        let gopher = |part| {
            Url::build("gopher")
                .host("h")
                .details(selector(part))
                .finish()
        };
        assert!(gopher(b"a\tb").is_err(), "a tab ends the selector");
        assert_eq!(
            gopher(b"a?b/c").expect("a URL").as_str(),
            "gopher://h/0a%3Fb/c"
        );
        for wrong in [
            Url::build(""),
            Url::build("a b").host("h"),
            Url::build("1x").host("h"),
            Url::build("http"),
            Url::build("http").host(""),
            Url::build("http").host("h").password("secret"),
            Url::build("mailto").host("h"),
            Url::build("ftp").host("h").segments(["x"]),
            Url::build("http")
                .host("h")
                .path("x")
                .details(selector(b"")),
        ] {
            let made = wrong.clone().finish();
            assert!(made.is_err(), "{wrong:?} {made:?}");
        }
    }

    #[test]
    fn hosts() {
        let at = |host: &str| Url::build("http").host(host).finish().map(String::from);
        assert_eq!(at("[::1]").as_deref(), Ok("http://[::1]"));
        assert_eq!(
            at("m\u{fc}nchen.de").as_deref(),
            Ok("http://m%C3%BCnchen.de")
        );
        let file = Url::build("file").segments(["etc", "motd"]).finish();
        assert_eq!(file.expect("a URL").as_str(), "file:///etc/motd");
    }
}
