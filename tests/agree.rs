//! The parser with profile `rfc1738` agrees with an acceptor written only from the BNF, on random URLs and their mutants.

#[path = "support/acceptor.rs"]
mod acceptor;
#[path = "support/generator.rs"]
mod generator;
#[path = "support/properties.rs"]
mod properties;
#[path = "support/rfc3986.rs"]
mod rfc3986;

use generator::Rng;
use urlgrep::url::{Url, parse};
use urlgrep::{Flaw, Flaws, Profile};

fn parser_accepts(url: &[u8]) -> bool {
    let (parsed, placed) = parse(url);
    let flaws: Flaws = placed.iter().collect();
    !Profile::RFC1738.refuses(parsed.scheme_info(), flaws)
}

/// Half of them match the grammar; the others are mutants, which may or may not.
const URLS: usize = 50_000;

#[test]
fn parser_and_acceptor_agree() {
    let mut rng = Rng::new(1738);
    let (mut accepted, mut wrong) = (0, Vec::new());
    for _ in 0..URLS {
        let url = generator::url(&mut rng);
        let mutant = generator::mutant(&mut rng, &url);
        for url in [url, mutant] {
            let want = acceptor::accepts(&url);
            accepted += usize::from(want);
            if parser_accepts(&url) != want {
                let flaws: Vec<_> = parse(&url).1.iter().map(|p| p.flaw.name()).collect();
                wrong.push(format!("{want} {} {flaws:?}", url.escape_ascii()));
            }
        }
    }
    println!("{} URLs, {accepted} in the language", 2 * URLS);
    assert!(
        accepted > URLS && accepted < 2 * URLS * 9 / 10,
        "{accepted}"
    );
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

/// What profile `rfc3986` refuses for RFC 3986's text about hosts and for the size of a port, not for its grammar.
const BEYOND_GRAMMAR: [Flaw; 3] = [Flaw::MissingHost, Flaw::InvalidHost, Flaw::PortOutOfRange];

/// Whether RFC 1738 splits the URL at another place than RFC 3986: in `mailto:` and `news:` a `//` need not begin a server, and a
/// user of `ftp` and the like may hold `?`.
fn is_split_differently(url: &[u8]) -> bool {
    let url = url.split(|&b| b == b'#').next().unwrap_or_default();
    let (scheme, rest) = url.split_at(url.iter().position(|&b| b == b':').unwrap_or(0));
    let scheme = scheme.to_ascii_lowercase();
    let Some(rest) = rest.strip_prefix(b"://") else {
        return false;
    };
    let login = rest.split(|&b| b == b'/').next().unwrap_or_default();
    let user = &login[..login.iter().rposition(|&b| b == b'@').unwrap_or(0)];
    scheme == b"mailto" || scheme == b"news" && rest.contains(&b'@') || user.contains(&b'?')
}

#[test]
fn parser_and_the_acceptor_of_rfc_3986_agree() {
    let mut rng = Rng::new(3986);
    let (mut accepted, mut stricter, mut split, mut wrong) = (0, 0, 0, Vec::new());
    for _ in 0..URLS {
        let url = generator::url(&mut rng);
        let mutant = generator::mutant(&mut rng, &url);
        for url in [url, mutant] {
            let want = rfc3986::accepts(&url);
            accepted += usize::from(want);
            let (parsed, placed) = parse(&url);
            let refused = |flaws: Flaws| Profile::RFC3986.refuses(parsed.scheme_info(), flaws);
            if want != refused(placed.iter().collect()) {
                continue;
            }
            let grammar = placed
                .iter()
                .filter(|item| !BEYOND_GRAMMAR.contains(&item.flaw));
            if want && !refused(grammar.collect()) {
                stricter += 1;
            } else if is_split_differently(&url) {
                split += 1;
            } else {
                let flaws: Vec<_> = placed.iter().map(|p| p.flaw.name()).collect();
                wrong.push(format!("{want} {} {flaws:?}", url.escape_ascii()));
            }
        }
    }
    println!(
        "{} URLs, {accepted} in the language, {stricter} with a host or port that is refused, {split} split differently",
        2 * URLS
    );
    assert!(
        accepted > URLS && accepted < 2 * URLS * 19 / 20,
        "{accepted}"
    );
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

/// Of URLs with `http`, this parser and `fluent-uri` accept the same strings and find the same components.
#[test]
fn parser_and_fluent_uri_agree() {
    let mut rng = Rng::new(3987);
    let (mut tried, mut accepted, mut stricter, mut wrong) = (0, 0, 0, Vec::new());
    while tried < 2 * URLS {
        let mut url = generator::url(&mut rng);
        // Most schemes have an authority and a path too.
        let colon = url.iter().position(|&b| b == b':').unwrap_or(0);
        if !url[colon..].starts_with(b"://") {
            continue;
        }
        let scheme = *rng.pick(&["http", "https", "HTTP"]);
        url.splice(..colon, scheme.bytes());
        let mutant = generator::mutant(&mut rng, &url);
        for url in [url, mutant] {
            if !url[..url.len().min(4)].eq_ignore_ascii_case(b"http") {
                continue;
            }
            tried += 1;
            let other = str::from_utf8(&url)
                .ok()
                .and_then(|url| fluent_uri::Uri::parse(url).ok());
            accepted += usize::from(other.is_some());
            let (parsed, placed) = parse(&url);
            let refused = |flaws: Flaws| Profile::RFC3986.refuses(parsed.scheme_info(), flaws);
            let grammar = placed
                .iter()
                .filter(|item| !BEYOND_GRAMMAR.contains(&item.flaw));
            let agree = match other {
                None => refused(placed.iter().collect()),
                Some(other) if !refused(placed.iter().collect()) => {
                    parsed.host().is_none() || same_components(&parsed, &other)
                }
                Some(_) => {
                    stricter += 1;
                    !refused(grammar.collect())
                }
            };
            if !agree {
                let flaws: Vec<_> = placed.iter().map(|p| p.flaw.name()).collect();
                wrong.push(format!(
                    "{} {} {flaws:?}",
                    other.is_some(),
                    url.escape_ascii()
                ));
            }
        }
    }
    println!("{tried} URLs, {accepted} accepted, {stricter} with a host or port that is refused");
    assert!(accepted > URLS, "{accepted}");
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

fn same_components(url: &Url<'_, [u8]>, other: &fluent_uri::Uri<&str>) -> bool {
    let Some(authority) = other.authority() else {
        return false;
    };
    let userinfo = authority.userinfo().map(|userinfo| userinfo.as_str());
    let ours = url.user().map(|user| match url.password() {
        Some(password) => [user, b":", password].concat(),
        None => user.to_vec(),
    });
    let path = url.path().map(|path| [b"/", path].concat());
    let bytes = |part: Option<&str>| part.map(|part| part.as_bytes().to_vec());
    let owned = |part: Option<&[u8]>| part.map(<[u8]>::to_vec);
    owned(url.scheme()) == bytes(Some(other.scheme().as_str()))
        && ours == bytes(userinfo)
        && owned(url.host()) == bytes(Some(authority.host()))
        && owned(url.port()) == bytes(authority.port().map(|port| port.as_str()))
        && path.unwrap_or_default() == other.path().as_str().as_bytes()
        && owned(url.query()) == bytes(other.query().map(|query| query.as_str()))
        && owned(url.fragment()) == bytes(other.fragment().map(|fragment| fragment.as_str()))
}

/// Components lie in the URL, in order and without overlap. Ranges of flaws lie in the URL too.
#[test]
fn ranges_lie_in_the_url_and_in_order() {
    let mut rng = Rng::new(3986);
    for _ in 0..URLS {
        let url = generator::url(&mut rng);
        let url = generator::mutant(&mut rng, &url);
        properties::parse_url(&url);
    }
}
