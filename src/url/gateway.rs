//! Gateways: addresses on the web that show the resource of a URL whose scheme few programs support.

use std::error::Error;
use std::fmt;

use super::encode::put;
use super::parse;
use crate::flaw::Flaw;
use crate::grammar::login::authority_len;

/// A gateway for the URLs of a scheme.
///
/// ```
/// use urlgrep::url::Gateway;
/// let gateway = Gateway::new("gopher", "https://gw.example/?a={url}").unwrap();
/// let shown = gateway.address(b"gopher://a.org/1/x").unwrap();
/// assert_eq!(shown, b"https://gw.example/?a=gopher%3A%2F%2Fa.org%2F1%2Fx");
/// assert_eq!(gateway.address(b"http://a.org/"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gateway {
    /// In lower case.
    scheme: String,
    template: String,
    pieces: Vec<Piece>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    /// The whole URL, percent-encoded.
    Url,
    /// The whole URL.
    Raw,
    /// The host and its port.
    Host,
    /// The text after the host, without its first `/`; without a host, the text after the scheme.
    Path,
}

const PLACEHOLDERS: [(&str, Piece); 4] = [
    ("url", Piece::Url),
    ("raw", Piece::Raw),
    ("host", Piece::Host),
    ("path", Piece::Path),
];

/// Why a string is no gateway.
///
/// ```
/// use urlgrep::url::{Gateway, GatewayError};
/// let error = Gateway::new("gopher", "https://gw.example/").unwrap_err();
/// assert_eq!(error, GatewayError::NoPlaceholder);
/// assert_eq!(error.to_string(), "no placeholder; write {url} where the URL goes, or {raw}, {host}, {path}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GatewayError {
    /// The name of the scheme has other characters than those of a scheme.
    Scheme,
    /// The template has no placeholder, so all URLs would have one address.
    NoPlaceholder,
    /// A placeholder has another name.
    UnknownPlaceholder(String),
    /// A `{` without `}`, or the reverse.
    Brace,
    /// The result of the template is not a URL with a host.
    NotUrl,
}

impl fmt::Display for GatewayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GatewayError::Scheme => f.write_str("no name of a scheme"),
            GatewayError::NoPlaceholder => f.write_str(
                "no placeholder; write {url} where the URL goes, or {raw}, {host}, {path}",
            ),
            GatewayError::UnknownPlaceholder(name) => write!(
                f,
                "unknown placeholder `{{{name}}}`; known are {{url}} {{raw}} {{host}} {{path}}"
            ),
            GatewayError::Brace => f.write_str("a brace without its counterpart"),
            GatewayError::NotUrl => f.write_str("the address is no URL with a scheme and a host"),
        }
    }
}

impl Error for GatewayError {}

impl Gateway {
    /// A gateway for the URLs of `scheme`. The template is a URL with placeholders: `{url}` is the percent-encoded URL, `{raw}` the URL
    /// as it is, `{host}` its host with its port, if it has one, and `{path}` what follows the host, without the first `/`.
    ///
    /// # Errors
    ///
    /// If the template has no placeholder or an unknown one, or gives no URL with a host.
    ///
    /// ```
    /// use urlgrep::url::Gateway;
    /// let gateway = Gateway::new("news", "https://news.example/id/{path}").unwrap();
    /// assert_eq!(gateway.address(b"news:1@a.org").unwrap(), b"https://news.example/id/1@a.org");
    /// assert!(Gateway::new("news", "{host}").is_err());
    /// ```
    pub fn new(scheme: &str, template: &str) -> Result<Gateway, GatewayError> {
        let named = format!("{scheme}:");
        if parse(named.as_bytes()).0.scheme() != Some(scheme.as_bytes()) {
            return Err(GatewayError::Scheme);
        }
        let gateway = Gateway {
            scheme: scheme.to_ascii_lowercase(),
            template: template.to_string(),
            pieces: pieces(template)?,
        };
        let sample = gateway.fill(b"x:x", b"x.org", b"x");
        has_host(&sample)
            .then_some(gateway)
            .ok_or(GatewayError::NotUrl)
    }

    /// The scheme, in lower case.
    ///
    /// ```
    /// use urlgrep::url::Gateway;
    /// assert_eq!(Gateway::new("Gopher", "http://gw.example/{raw}").unwrap().scheme(), "gopher");
    /// ```
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The template.
    ///
    /// ```
    /// use urlgrep::url::Gateway;
    /// let template = "http://gw.example/{raw}";
    /// assert_eq!(Gateway::new("gopher", template).unwrap().template(), template);
    /// ```
    pub fn template(&self) -> &str {
        &self.template
    }

    /// The address at which the gateway shows `url`. `None` if the URL has another scheme, or is an address of the gateway itself, or if
    /// its host or port cannot stand where `{host}` does: none in `https://{host}/`, a port or `[::1]` in `https://{host}.gw.example/`.
    ///
    /// ```
    /// use urlgrep::url::Gateway;
    /// let archive = Gateway::new("http", "http://archive.example/{raw}").unwrap();
    /// let shown = archive.address(b"HTTP://a.org/x?y").unwrap();
    /// assert_eq!(shown, b"http://archive.example/HTTP://a.org/x?y");
    /// assert_eq!(archive.address(&shown), None);
    /// ```
    pub fn address(&self, url: &[u8]) -> Option<Vec<u8>> {
        let (parsed, _) = parse(url);
        let scheme = parsed.scheme()?;
        if self.has_made(url) || !scheme.eq_ignore_ascii_case(self.scheme.as_bytes()) {
            return None;
        }
        let rest = &url[scheme.len() + 1..];
        let (host, path) = match rest.strip_prefix(b"//") {
            None => (&b""[..], rest),
            Some(rest) => {
                let (authority, path) = rest.split_at(authority_len(rest));
                let at = memchr::memrchr(b'@', authority).map_or(0, |at| at + 1);
                (&authority[at..], path.strip_prefix(b"/").unwrap_or(path))
            }
        };
        Some(self.fill(url, host, path)).filter(|address| has_host(address))
    }

    /// The end of the host of its addresses, if they begin with that of the URL.
    fn domain(&self) -> &str {
        match &self.pieces[..] {
            [Piece::Text(text), Piece::Host, Piece::Text(after), ..] if text.ends_with("//") => {
                after.split('/').next().unwrap_or_default()
            }
            _ => "",
        }
    }

    /// Whether `url` is an address of the gateway: it begins as all of them do, or its host ends so.
    fn has_made(&self, url: &[u8]) -> bool {
        let Some(Piece::Text(text)) = self.pieces.first() else {
            return false;
        };
        let rest = url.strip_prefix(text.as_bytes());
        let domain = self.domain().as_bytes();
        match (rest, self.pieces.get(1)) {
            (Some(rest), Some(Piece::Host)) if text.ends_with("//") => {
                let host = &rest[..authority_len(rest)];
                !domain.is_empty() && (host.ends_with(domain) || domain.ends_with(host))
            }
            (rest, _) => rest.is_some(),
        }
    }

    fn fill(&self, url: &[u8], host: &[u8], path: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.template.len() + url.len());
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.extend_from_slice(text.as_bytes()),
                Piece::Url => {
                    let mut encoded = String::new();
                    put(url, b"", &mut encoded);
                    out.extend_from_slice(encoded.as_bytes());
                }
                Piece::Raw => out.extend_from_slice(url),
                Piece::Host => out.extend_from_slice(host),
                Piece::Path => out.extend_from_slice(path),
            }
        }
        out
    }
}

/// Whether it is a URL with a host that a client can connect to.
fn has_host(address: &[u8]) -> bool {
    let (url, flaws) = parse(address);
    let of_server = |flaw| {
        matches!(
            flaw,
            Flaw::MissingHost | Flaw::InvalidHost | Flaw::InvalidPort | Flaw::PortOutOfRange
        )
    };
    url.scheme().is_some()
        && url.host().is_some_and(|host| !host.is_empty())
        && !flaws
            .iter()
            .any(|item| item.invalid && of_server(item.flaw))
}

/// The pieces of a template.
fn pieces(template: &str) -> Result<Vec<Piece>, GatewayError> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some((text, behind)) = rest.split_once('{') {
        let (name, behind) = behind.split_once('}').ok_or(GatewayError::Brace)?;
        let known = PLACEHOLDERS.iter().find(|(known, _)| *known == name);
        let (_, piece) = known.ok_or_else(|| GatewayError::UnknownPlaceholder(name.to_string()))?;
        pieces.push(Piece::Text(text.to_string()));
        pieces.push(piece.clone());
        rest = behind;
    }
    if pieces.is_empty() {
        return Err(GatewayError::NoPlaceholder);
    }
    pieces.push(Piece::Text(rest.to_string()));
    let is_text = |piece: &Piece, c| matches!(piece, Piece::Text(text) if text.contains(c));
    if pieces.iter().any(|piece| is_text(piece, '}')) {
        return Err(GatewayError::Brace);
    }
    pieces.retain(|piece| *piece != Piece::Text(String::new()));
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders() {
        for (scheme, template, url, address) in [
            (
                "gopher",
                "https://g.example/{url}",
                "gopher://a.org:7070/7/f?x%09y",
                "https://g.example/gopher%3A%2F%2Fa.org%3A7070%2F7%2Ff%3Fx%2509y",
            ),
            (
                "gopher",
                "https://g.example/{host}/{path}!",
                "Gopher://a.org:7070/7/f?x",
                "https://g.example/a.org:7070/7/f?x!",
            ),
            (
                "ftp",
                "http://{host}/{path}",
                "ftp://joe:x@a.org",
                "http://a.org/",
            ),
            (
                "ftp",
                "http://{host}/{path}",
                "ftp://a.org?x@y",
                "http://a.org/?x@y",
            ),
            (
                "mid",
                "http://g.example/{path}",
                "mid:1@a.org/2",
                "http://g.example/1@a.org/2",
            ),
            (
                "mid",
                "http://g.example/{host}{raw}",
                "mid:",
                "http://g.example/mid:",
            ),
        ] {
            let gateway = Gateway::new(scheme, template).expect(template);
            let shown = gateway.address(url.as_bytes()).expect(url);
            assert_eq!(String::from_utf8_lossy(&shown), address);
        }
    }

    #[test]
    fn addresses_of_the_gateway_itself() {
        for template in [
            "https://{host}.proxy.example/{path}",
            "https://proxy.example/{host}/{path}",
        ] {
            let gateway = Gateway::new("https", template).expect(template);
            let shown = gateway.address(b"https://a.org/x").expect(template);
            assert_eq!(gateway.address(&shown), None, "{template}");
        }
        let same = Gateway::new("http", "http://{host}/{path}?p").expect("a template");
        assert!(same.address(b"http://a.org/x").is_some());
    }

    #[test]
    fn hosts_without_an_address() {
        let address = |template, url: &str| {
            let gateway = Gateway::new("ftp", template).expect(template);
            gateway.address(url.as_bytes())
        };
        let proxy = "https://{host}.gw.example/{path}";
        for url in ["ftp:///x", "ftp://a.org:21/x", "ftp://[::1]/x", "ftp:x"] {
            assert_eq!(address(proxy, url), None, "{url}");
        }
        assert_eq!(address("https://{host}/{path}", "ftp:///x"), None);
        assert!(address("https://{host}/{path}", "ftp://[::1]:21/x").is_some());
    }

    #[test]
    fn errors() {
        use GatewayError::*;
        let unknown = |name: &str| UnknownPlaceholder(name.to_string());
        for (scheme, template, error) in [
            ("gopher", "https://g.example/", NoPlaceholder),
            ("gopher", "", NoPlaceholder),
            ("gopher", "https://g.example/{uri}", unknown("uri")),
            ("gopher", "https://g.example/{}", unknown("")),
            ("gopher", "https://g.example/{url", Brace),
            ("gopher", "https://g.example/{url}}", Brace),
            ("gopher", "g.example/{url}", NotUrl),
            ("gopher", "{url}", NotUrl),
            ("gopher", "{raw}", NotUrl),
            ("gopher", "https:///{url}", NotUrl),
            ("", "https://g.example/{url}", Scheme),
            ("a b", "https://g.example/{url}", Scheme),
            ("gopher:", "https://g.example/{url}", Scheme),
        ] {
            assert_eq!(
                Gateway::new(scheme, template),
                Err(error),
                "{scheme} {template}"
            );
        }
    }
}
