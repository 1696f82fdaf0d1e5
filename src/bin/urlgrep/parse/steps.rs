//! `--steps`: what a client of 1994 does for a URL, by RFC 1738 section 3 and the protocols of that time. Nothing is sent. So it is
//! seen what encoded line breaks in a URL would do to a server (section 6).

use urlgrep::url::{self, Address, Details, News, Url, Wais};

/// A verb, and the text that is sent or named.
pub(super) type Step = (&'static str, Vec<u8>);

/// The steps in order; none for schemes without a client of that time.
pub(super) fn steps(url: &Url<'_, [u8]>) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut send = |parts: &[&[u8]]| steps.push(("send", [&parts.concat()[..], b"\r\n"].concat()));
    match url.details() {
        Details::Http { .. } => {
            let query = url
                .query()
                .map_or(Vec::new(), |query| [b"?", query].concat());
            let path = url.path().unwrap_or_default();
            send(&[b"GET /", path, &query, b" HTTP/1.0"]);
            send(&[]);
        }
        // The protocol of sftp is another one.
        Details::Ftp { .. } if url.scheme_info().name() == "sftp" => {}
        Details::Ftp {
            cwd,
            name,
            transfer_type,
        } => {
            login(url, &mut send);
            cwd.iter().for_each(|directory| send(&[b"CWD ", directory]));
            transfer(&name, transfer_type, &mut send);
        }
        Details::Gopher {
            selector,
            search,
            plus,
            ..
        } => {
            let mut line = selector.into_owned();
            for text in [search, plus].into_iter().flatten() {
                line.push(b'\t');
                line.extend_from_slice(&text);
            }
            send(&[&line]);
        }
        Details::News(News::Group(group)) => send(&[b"GROUP ", &group]),
        Details::News(News::Article(id)) => send(&[b"ARTICLE <", &id, b">"]),
        Details::News(News::Wildmat(groups)) => send(&[b"LIST ACTIVE ", &groups]),
        Details::Nntp { group, article } => {
            send(&[b"GROUP ", &group]);
            if let Some(number) = article {
                send(&[b"ARTICLE ", &number]);
            }
        }
        Details::Mailto { addresses, headers } => {
            steps.extend(recipients(&addresses));
            // The addresses of `to` are among these.
            let others = headers
                .iter()
                .filter(|(name, _)| !name.eq_ignore_ascii_case(b"to"));
            steps.extend(others.map(|(name, value)| ("write", [name, &b": "[..], value].concat())));
        }
        Details::Wais(Wais::Database { database, search }) => {
            let words = search.unwrap_or_default();
            steps.push(("search", [&database[..], b" for ", &words].concat()));
        }
        Details::Wais(Wais::Document {
            database,
            wtype,
            wpath,
        }) => steps.push((
            "fetch",
            [&wpath[..], b" as ", &wtype, b" from ", &database].concat(),
        )),
        Details::File { segments } => {
            steps.push(("open", [b"/", &segments.join(&b"/"[..])[..]].concat()));
        }
        Details::Prospero { hsoname, .. } => steps.push(("look up", hsoname.into_owned())),
        _ => {}
    }
    match connect(url) {
        // Without a server nothing is sent.
        None if steps.iter().any(|(verb, _)| needs_server(verb)) => Vec::new(),
        connect => connect.into_iter().chain(steps).collect(),
    }
}

fn needs_server(verb: &str) -> bool {
    !matches!(verb, "write" | "open")
}

/// Section 3.2.1: without a user, anonymous; the password is then the user's own address.
fn login(url: &Url<'_, [u8]>, send: &mut impl FnMut(&[&[u8]])) {
    let user = url.user().map_or(b"anonymous"[..].into(), url::decode);
    send(&[b"USER ", &user]);
    if let Some(password) = url.password() {
        send(&[b"PASS ", &url::decode(password)]);
    }
}

/// Section 3.2.2: a list of names for type `d`, otherwise the file.
fn transfer(name: &[u8], transfer_type: Option<u8>, send: &mut impl FnMut(&[&[u8]])) {
    match transfer_type {
        Some(b'd' | b'D') => return send(&[b"NLST ", name]),
        None if name.is_empty() => return send(&[b"NLST"]),
        Some(kind) => send(&[b"TYPE ", &[kind.to_ascii_uppercase()]]),
        None => {}
    }
    send(&[b"RETR ", name]);
}

/// One field with all addresses, those of the path and those of `to` (RFC 6068 section 2).
fn recipients(addresses: &[Address<'_>]) -> Option<Step> {
    let address = |address: &Address<'_>| {
        let domain = address.domain.iter().flat_map(|domain| [b"@", &domain[..]]);
        [&address.local[..]]
            .into_iter()
            .chain(domain)
            .collect::<Vec<_>>()
            .concat()
    };
    let list = addresses
        .iter()
        .map(address)
        .collect::<Vec<_>>()
        .join(&b", "[..]);
    (!list.is_empty()).then(|| ("write", [b"To: ", &list[..]].concat()))
}

/// The server, if the URL names one or its protocol has one.
fn connect(url: &Url<'_, [u8]>) -> Option<Step> {
    let is_local = matches!(url.details(), Details::File { .. });
    let is_news = matches!(url.details(), Details::News(_));
    let Some(host) = url.host().filter(|host| !host.is_empty() && !is_local) else {
        return is_news.then(|| ("connect", b"the news server of the reader".to_vec()));
    };
    // A server of news has the port of nntp (RFC 5538 section 2).
    let is_unnamed = url.port().is_none_or(<[u8]>::is_empty);
    let port = url
        .effective_port()
        .or((is_news && is_unnamed).then_some(119))?;
    let port = format!(" port {port}");
    Some(("connect", [host, port.as_bytes()].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(url: &str) -> Vec<String> {
        let (url, _) = urlgrep::url::parse(url.as_bytes());
        let steps = steps(&url).into_iter();
        let shown = steps.map(|(verb, text)| format!("{verb} {}", text.escape_ascii()));
        shown.collect()
    }

    #[test]
    fn the_examples_of_rfc_1738_section_3_2_2() {
        let login = ["connect host.dom port 21", "send USER myname\\r\\n"];
        for (url, then) in [
            (
                "ftp://myname@host.dom/%2Fetc/motd",
                &["send CWD /etc\\r\\n", "send RETR motd\\r\\n"][..],
            ),
            (
                "ftp://myname@host.dom/etc/motd",
                &["send CWD etc\\r\\n", "send RETR motd\\r\\n"],
            ),
            (
                "ftp://myname@host.dom//etc/motd",
                &[
                    "send CWD \\r\\n",
                    "send CWD etc\\r\\n",
                    "send RETR motd\\r\\n",
                ],
            ),
            ("ftp://myname@host.dom/x;type=d", &["send NLST x\\r\\n"]),
            (
                "ftp://myname@host.dom/x;type=i",
                &["send TYPE I\\r\\n", "send RETR x\\r\\n"],
            ),
        ] {
            assert_eq!(shown(url), [&login, then].concat(), "{url}");
        }
    }

    #[test]
    fn other_schemes() {
        for (url, want) in [
            (
                "http://a.org/b%20c?d",
                &[
                    "connect a.org port 80",
                    "send GET /b%20c?d HTTP/1.0\\r\\n",
                    "send \\r\\n",
                ][..],
            ),
            (
                "gopher://a.org/7/find%09a%20b",
                &["connect a.org port 70", "send /find\\ta b\\r\\n"],
            ),
            // Section 6: a line break would be a command to another server.
            (
                "gopher://a.org:25/0HELO%20b%0D%0AQUIT",
                &["connect a.org port 25", "send HELO b\\r\\nQUIT\\r\\n"],
            ),
            (
                "nntp://a.org/comp.lang.c/12",
                &[
                    "connect a.org port 119",
                    "send GROUP comp.lang.c\\r\\n",
                    "send ARTICLE 12\\r\\n",
                ],
            ),
            (
                "news:1994@a.org",
                &[
                    "connect the news server of the reader",
                    "send ARTICLE <1994@a.org>\\r\\n",
                ],
            ),
            (
                "mailto:joe@a.org?subject=hi%20there",
                &["write To: joe@a.org", "write subject: hi there"],
            ),
            (
                "wais://a.org/db?words",
                &["connect a.org port 210", "search db for words"],
            ),
            ("file://localhost/etc/motd", &["open /etc/motd"]),
            ("telnet://a.org/", &["connect a.org port 23"]),
            (
                "news://a.org/comp.lang.c",
                &["connect a.org port 119", "send GROUP comp.lang.c\\r\\n"],
            ),
            (
                "news://joe:pw@a.org:1119/comp.lang.c",
                &["connect a.org port 1119", "send GROUP comp.lang.c\\r\\n"],
            ),
            (
                "mailto:a@b.org?cc=c@d.org&to=e@f.org,g@h.org",
                &["write To: a@b.org, e@f.org, g@h.org", "write cc: c@d.org"],
            ),
            ("mailto:?to=&subject=x", &["write subject: x"]),
            ("sftp://joe@a.org/x", &["connect a.org port 22"]),
            // No program connects there.
            ("http://a.org:99999/", &[]),
            ("http:x", &[]),
            ("news://a.org:99999/comp.lang.c", &[]),
            ("mid:1994@a.org", &[]),
        ] {
            assert_eq!(shown(url), want, "{url}");
        }
    }
}
