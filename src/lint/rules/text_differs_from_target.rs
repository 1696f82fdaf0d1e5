//! `text-differs-from-target`

use crate::document::{Kind, Link};
use crate::lint::context::Page;
use crate::lint::host::{is_meant, is_under};
use crate::lint::rule::{Check, Example, Group, Rule};
use crate::url::{self, Url};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U206",
    name: "text-differs-from-target",
    group: Group::Security,
    opt_in: false,
    fix: None,
    what: "A link that shows the URL of one host and leads to another",
    why: "The reader believes what is shown. It is how phishing is done, and what is left when a link was changed in one place only.",
    reference: "RFC 3986, 7.6",
    bad: &[
        Example::of(
            Kind::Markdown,
            "See [http://a.org/x](http://b.org/x) for more.",
        ),
        Example::of(
            Kind::Markdown,
            "See <a href=\"http://b.org/x\">http://a.org/x</a> for more.",
        ),
        Example::of(
            Kind::Html,
            "<p>See <a href=\"http://b.org/x\">http://a.org/x</a>.</p>",
        ),
    ],
    good: &[
        Example::of(
            Kind::Markdown,
            "See [http://a.org/x](https://www.a.org/x) and [b.org](http://a.org/).",
        ),
        Example::of(
            Kind::Markdown,
            "See <a href=\"http://a.org/x\">http://a.org/</a> and <a href=\"/x\">http://a.org/x</a>.",
        ),
        Example::of(
            Kind::Html,
            "<a href=\"https://web.archive.org/web/2000/http://a.org/\">http://a.org/</a>",
        ),
    ],
    check: Check::Link(check),
};

fn check(page: &Page<'_>, link: &Link) -> Option<String> {
    let label = shown(&page.file[link.label.clone()]);
    let label = label.trim_ascii();
    if label.iter().any(u8::is_ascii_whitespace) {
        return None;
    }
    let label = match label.get(..4) {
        Some(start) if start.eq_ignore_ascii_case(b"www.") => [b"http://", label].concat(),
        _ => label.to_vec(),
    };
    let (label, target) = (url::parse(&label).0, url::parse(&link.target).0);
    let (shown, meant) = (web_host(&label)?, web_host(&target)?);
    let allowed = |host: &[u8]| {
        let mut allowed = page.settings.allowed_hosts.iter();
        allowed.any(|pattern| is_meant(host, pattern))
    };
    let same = is_under(shown, meant) || is_under(meant, shown);
    // An archive, a proxy, a redirection: the target names what is shown.
    if same || names(&link.target, shown) || allowed(meant) || !shown.contains(&b'.') {
        return None;
    }
    let text = |host| String::from_utf8_lossy(host).into_owned();
    Some(format!(
        "it shows `{}` and leads to `{}`",
        text(shown),
        text(meant)
    ))
}

/// Whether a URL of the host stands within the target.
fn names(target: &[u8], host: &[u8]) -> bool {
    let begins = |at: usize| {
        let before = target[..at].to_ascii_lowercase();
        [&b"//"[..], b"%2f", b"=", b"//www.", b"/web/"]
            .iter()
            .any(|mark| before.ends_with(mark))
    };
    // The first is the target's own.
    let scheme = memchr::memmem::find(target, b"//").map_or(0, |i| i + 2);
    memchr::memmem::find_iter(target, host).any(|at| at > scheme && begins(at))
}

/// A label without tags and marks of emphasis.
fn shown(label: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(label.len());
    let mut tag = false;
    for byte in label {
        match byte {
            b'<' => tag = true,
            b'>' => tag = false,
            b'*' | b'`' | b'\\' => {}
            _ if !tag => out.push(*byte),
            _ => {}
        }
    }
    out
}

/// The host without `www.`, if it is a URL of the web.
fn web_host<'u>(url: &Url<'u>) -> Option<&'u [u8]> {
    let web = matches!(url.scheme_info().name(), "http" | "https" | "ftp");
    let host = url.host().filter(|host| web && !host.is_empty())?;
    let www = host
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case(b"www."));
    Some(if www { &host[4..] } else { host })
}
