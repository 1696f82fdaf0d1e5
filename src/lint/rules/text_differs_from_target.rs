//! `text-differs-from-target`

use crate::character::is_invisible;
use crate::document::{Kind, Link};
use crate::domain::{is_second_level, is_top_level, is_under};
use crate::grammar::tail;
use crate::lint::context::TextContext;
use crate::lint::host::{is_general, without_www};
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::span::{behind, ends_with_any, run_back};
use crate::url::{self, Components};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U206",
    name: "text-differs-from-target",
    severity: Severity::Warning,
    what: "A link whose text is a URL, or a name such as `a.org`, with another host than its target",
    why: "Readers trust the displayed URL. Phishing uses such links. They also arise when a link is changed in only one of the two places. A text without a scheme counts if it begins with `www.`, if it is a name under `com`, `org`, `net`, `edu` or `gov`, or if it is a name with a path.",
    reference: "RFC 3986, 7.6",
    bad: &[
        Example::new(
            Kind::Markdown,
            "See [http://a.org/x](http://b.org/x) for more.",
        ),
        Example::new(Kind::Markdown, "See [a.org/x](http://b.org/x) for more."),
        Example::new(
            Kind::Markdown,
            "See <a href=\"http://b.org/x\">http://a.org/x</a> for more.",
        ),
        Example::new(
            Kind::Markdown,
            "See [www.a.co.uk](https://b.co.uk/) for more.",
        ),
        Example::new(Kind::Org, "See [[http://b.org/x][http://a.org/x]].\n"),
        Example::new(Kind::Tex, "See \\href{http://b.org/x}{http://a.org/x}.\n"),
        Example::new(Kind::Asciidoc, "See http://b.org/x[www.a.org].\n"),
        Example::new(
            Kind::Html,
            "<p>See <a href=\"http://b.org/x\">http://a.org/x</a>.</p>",
        ),
    ],
    good: &[
        Example::new(
            Kind::Markdown,
            "See [http://a.org/x](https://www.a.org/x), [www.a.org](http://a.org/) and [www.a.co.uk](https://wiki.a.co.uk/).",
        ),
        Example::new(
            Kind::Markdown,
            "See <a href=\"http://a.org/x\">http://a.org/</a> and <a href=\"/x\">http://a.org/x</a>.",
        ),
        Example::new(
            Kind::Markdown,
            "See [socket.io](http://b.org/), [ASP.NET](http://b.org/), [irc.a.org](http://wiki.a.org/irc) and [x.org/y](https://github.com/x/y).",
        ),
        Example::new(
            Kind::Markdown,
            "See [X.com](https://en.wikipedia.org/wiki/X.com_(bank)) and ![a.com](https://b.org/x.svg).",
        ),
        Example::new(
            Kind::Html,
            "See <a href=\"http://a.org\">`http://a.org'</a> and <a href=\"http://a.org/\">http://a.org.</a>",
        ),
        Example::new(
            Kind::Html,
            "<a href=\"https://web.archive.org/web/2000/http://a.org/\">http://a.org/</a>",
        ),
        Example::new(
            Kind::Html,
            "<a href=\"https://web.archive.org/web/2000/http://a.org/\">http://A.org/</a>",
        ),
        Example::new(
            Kind::Html,
            "<a href=\"http://xn--mnchen-3ya.de/\">http://münchen.de/</a>",
        ),
        Example::new(
            Kind::Html,
            "<a href=\"https://web.archive.org/web/20061013184653/www.a.org/x\">http://www.a.org/x</a>",
        ),
        Example::new(
            Kind::Html,
            "<a href=\"https://urldefense.proofpoint.com/v2/url?u=http-3A__www.a.org_x&amp;d=1\">http://www.a.org/x</a>",
        ),
        Example::new(
            Kind::Html,
            "<a href=\"https://www.google.com/url?q=http://b.org/\">https://www.google.com/url?q=http://b.org/</a>",
        ),
        Example::new(
            Kind::Org,
            "[[https://a.org/x][http://b.org/:license-blue.svg]]\n",
        ),
        Example::new(
            Kind::Markdown,
            "See [docker.io/library/x](https://hub.docker.com/_/x) and [https://msrc.microsoft.com/x](https://aka.ms/x).",
        ),
    ],
    check: Check::Link(check),
    ..Rule::DEFAULT
};

fn check(context: &TextContext<'_>, link: &Link) -> Option<String> {
    let label = visible_text(&context.file[link.label.clone()]);
    let label = label.trim_ascii();
    // An image shows no text.
    let image = context.is_markdown() && context.file[..link.label.start].ends_with(b"![")
        || context.kind == Kind::Org && is_image(label);
    if image {
        return None;
    }
    // SafeLinks, Proofpoint and the like: a reader comes to the link in it. They rewrite the text too.
    let shown = url::unwrap(label);
    // The text and the target may contain the punctuation of the sentence.
    let (label, _) = tail::split(shown.as_deref().unwrap_or(label));
    // Most texts are words.
    if label.iter().any(u8::is_ascii_whitespace) {
        return None;
    }
    let is_name = begins_name(label);
    let scheme: &[u8] = if is_name { b"http://" } else { b"" };
    let label = [scheme, label].concat();
    let (label, _) = url::parse_components(&label);
    let label_host = web_host(&label)?;
    let unwrapped = url::unwrap(&link.target);
    let whole = unwrapped.as_deref().unwrap_or(&link.target);
    if is_name && is_about_names(whole) {
        return None;
    }
    let (target, _) = url::parse_components(tail::split(whole).0);
    let shown_hosts = (label_host, web_host(&target)?);
    let (label_host, target_host) = (in_ascii(shown_hosts.0), in_ascii(shown_hosts.1));
    let (label_host, target_host) = (&label_host[..], &target_host[..]);
    // A name often stands for all of its site.
    let site = is_name && site_of(label_host).eq_ignore_ascii_case(site_of(target_host));
    // The short links of a company lead to its own site.
    let short = target_host == b"aka.ms" && is_under(label_host, b"microsoft.com");
    let same =
        site || short || is_under(label_host, target_host) || is_under(target_host, label_host);
    // An archive, a proxy or a redirection: the target contains the displayed URL.
    let contained = contains_url_of(whole, shown_hosts.0);
    if same
        || contained
        || context.settings.allows_host(shown_hosts.1)
        || !label_host.contains(&b'.')
    {
        return None;
    }
    let text = |host| String::from_utf8_lossy(host).into_owned();
    Some(format!(
        "link text shows `{}` but the target is `{}`",
        text(shown_hosts.0),
        text(shown_hosts.1)
    ))
}

/// Whether the label is the URL of an image, which Org shows in place of a text.
fn is_image(label: &[u8]) -> bool {
    let suffixes: [&[u8]; 6] = [b".svg", b".png", b".jpg", b".jpeg", b".gif", b".webp"];
    ends_with_any(label, &suffixes)
}

/// Whether the label is a URL without its scheme: `www.x.org`, `x.org/path`, `x.org`.
fn begins_name(label: &[u8]) -> bool {
    let end = label.iter().position(|b| b"/?#:".contains(b));
    let (host, rest) = label.split_at(end.unwrap_or(label.len()));
    let name = host
        .iter()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.'));
    let www = without_www(host).is_some();
    let top = memchr::memrchr(b'.', host).map_or(&[][..], |dot| &host[dot + 1..]);
    // Other domains are common in the names of projects: `node.js`, `socket.io`.
    let known = if rest.len() > 1 && rest.starts_with(b"/") {
        is_top_level(top)
    } else {
        is_general(top)
    };
    name && !host.starts_with(b".") && (www || known)
}

/// The last two labels of a host, or three under a domain such as `co.uk`.
fn site_of(host: &[u8]) -> &[u8] {
    let mut labels = host.rsplit(|b| *b == b'.');
    let is_country = labels.next().is_some_and(|top| top.len() == 2);
    let second = labels.next().unwrap_or_default().to_ascii_lowercase();
    let more = usize::from(is_country && is_second_level(&second));
    let mut dots = memchr::memrchr_iter(b'.', host);
    dots.nth(1 + more).map_or(host, |dot| &host[dot + 1..])
}

/// Whether the target is a place of source code, packages or articles. Projects, packages and companies have names like hosts.
fn is_about_names(target: &[u8]) -> bool {
    const PLACES: [&str; 11] = [
        "github.com",
        "gitlab.com",
        "bitbucket.org",
        "codeberg.org",
        "npmjs.com",
        "pypi.org",
        "pkg.go.dev",
        "godoc.org",
        "docs.rs",
        "hub.docker.com",
        "wikipedia.org",
    ];
    let (url, _) = url::parse(target);
    let host = url.host().unwrap_or_default();
    PLACES.iter().any(|place| is_under(host, place.as_bytes()))
}

/// Whether the target contains a URL with this host, apart from its own host.
fn contains_url_of(target: &[u8], host: &[u8]) -> bool {
    let (lower, host) = (target.to_ascii_lowercase(), host.to_ascii_lowercase());
    let begins = |at: usize| {
        // Longer than what may stand there.
        let before = behind(&lower, at, 64);
        let before = before.strip_suffix(b"www.").unwrap_or(before);
        ends_with_any(before, &[b"//", b"%2f", b"=", b"/web/"]) || ends_with_date(before)
    };
    // Skips the scheme of the target itself.
    let scheme = memchr::memmem::find(target, b"//").map_or(0, |i| i + 2);
    memchr::memmem::find_iter(&lower, &host).any(|at| at > scheme && begins(at))
}

/// Whether it ends with the date of an archived page, before a URL without a scheme: `/web/20061013184653/`.
fn ends_with_date(before: &[u8]) -> bool {
    let date = before.strip_suffix(b"/").unwrap_or_default();
    let digits = run_back(date, |b| b.is_ascii_digit());
    digits >= 4 && date[..date.len() - digits].ends_with(b"/web/")
}

/// The label without tags, emphasis and commands of TeX.
fn visible_text(label: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(label.len());
    let (mut tag, mut command) = (false, false);
    for (i, byte) in label.iter().enumerate() {
        // `\texttt{`
        command = match byte {
            b'\\' => label.get(i + 1).is_some_and(u8::is_ascii_alphabetic),
            _ => command && byte.is_ascii_alphabetic(),
        };
        match byte {
            b'{' | b'}' => {}
            _ if command => {}
            b'<' => tag = true,
            b'>' => tag = false,
            b'*' | b'`' | b'\\' => {}
            _ if !tag => out.push(*byte),
            _ => {}
        }
    }
    without_formatting(out)
}

/// Leaves out invisible formatting, such as U+200B, with which phishing hides names from programs.
fn without_formatting(label: Vec<u8>) -> Vec<u8> {
    match std::str::from_utf8(&label) {
        Ok(text) if !text.is_ascii() => text.replace(is_invisible, "").into(),
        _ => label,
    }
}

/// The host in US-ASCII and in lower case.
fn in_ascii(host: &[u8]) -> Vec<u8> {
    let name = std::str::from_utf8(host).ok();
    let name = name.and_then(|name| idna::domain_to_ascii(name).ok());
    name.map_or_else(|| host.to_ascii_lowercase(), String::into_bytes)
}

/// The host without `www.`, if the scheme is `http`, `https` or `ftp`.
fn web_host<'u>(url: &Components<'u>) -> Option<&'u [u8]> {
    let web = url.scheme_info().web;
    let host = url.host().filter(|host| web && !host.is_empty())?;
    Some(without_www(host).unwrap_or(host))
}
