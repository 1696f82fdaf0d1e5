//! `missing-scheme`

use crate::class::Class;
use crate::document::{Kind, Link};
use crate::grammar::addr_spec::is_address;
use crate::lint::context::TextContext;
use crate::lint::host::{self, is_general};
use crate::lint::rule::{Check, Example, Rule, Severity};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U109",
    name: "missing-scheme",
    severity: Severity::Error,
    what: "A link target that begins with the name of a host (`www.a.org`, `a.com/x`), or is a mail address",
    why: "Without `https://` or `mailto:`, the target is a relative path: browsers look for a file with this name. A name counts if it begins with `www.`; outside HTML also if it is one under `com`, `edu`, `gov` or `net`, or under `org` before a path.",
    reference: "RFC 3986, 4.2",
    bad: &[
        Example::new(Kind::Markdown, "See [it](www.a.org/x) for more."),
        Example::new(Kind::Html, "<p>See <a href=\"www.a.org/x\">it</a>.</p>"),
        Example::new(Kind::Rst, "See `it <www.a.org/x>`_ for more.\n"),
        Example::new(Kind::Markdown, "See [it](a.org/x) for more."),
        Example::new(Kind::Markdown, "See [it](b.a.com) for more."),
        Example::new(Kind::Markdown, "Ask [him](joe@a.org)."),
        Example::new(
            Kind::Markdown,
            "See [it][x] and [that][x].\n\n[x]: www.a.org/x\n",
        ),
        Example::new(Kind::Asciidoc, "See link:www.a.org/x[it] for more."),
        Example::new(Kind::Man, ".TH X 1\n.UR www.a.org/x\nit\n.UE"),
        Example::new(Kind::Tex, "See \\href{www.a.org/x}{it} for more."),
        Example::new(
            Kind::Html,
            "<para>See <ulink url=\"www.a.org/x\">it</ulink>.</para>",
        ),
    ],
    good: &[
        Example::new(
            Kind::Markdown,
            "See [www.a.org](http://www.a.org/x) for more.",
        ),
        Example::new(
            Kind::Markdown,
            "See [it](www/x.html) and `[it](www.a.org)`.",
        ),
        Example::new(
            Kind::Markdown,
            "See [it](README.org), [it](a.md/x), [it](./a.com/x), [it](x/a.com) and [it](joe@2x.png).",
        ),
        Example::new(
            Kind::Markdown,
            "See [it](Lucene.Net/README.md), [it](a..com) and [it](-a.com).",
        ),
        Example::new(Kind::Html, "<p>See <a href=\"jdk.net/x.html\">it</a>.</p>"),
        Example::new(Kind::Rst, "Ask `him <joe@a.org>`_.\n"),
        Example::new(Kind::Org, "See [[Foo.net][it]].\n"),
        Example::new(Kind::Asciidoc, "See link:a.com/x[it] and www.a.org[x]."),
    ],
    check: Check::Target(check),
    ..Rule::DEFAULT
};

fn check(context: &TextContext<'_>, link: &Link) -> Option<String> {
    let end = link.target.iter().position(|b| b"/?#".contains(b));
    let (host, rest) = link.target.split_at(end.unwrap_or(link.target.len()));
    let target = String::from_utf8_lossy(&link.target);
    // Pages about programs stand in directories with such names: `jdk.net/x.html`. In Org, a headline may be called so.
    let is_path = matches!(context.kind, Kind::Html | Kind::Org);
    if begins_with_www(host) || !is_path && is_name(host, rest) {
        return Some(format!(
            "target `{target}` has no scheme; write `https://{target}`"
        ));
    }
    // docutils makes an address a `mailto:` URL itself.
    let address = context.kind != Kind::Rst && rest.is_empty() && is_address(host);
    (address && is_general(last_label(host)))
        .then(|| format!("target `{target}` has no scheme; write `mailto:{target}`"))
}

fn begins_with_www(host: &[u8]) -> bool {
    host::without_www(host).is_some_and(|rest| rest.contains(&b'.'))
}

/// Whether it is the name of a host and no path. Documents of Org end so too (`README.org`).
fn is_name(host: &[u8], rest: &[u8]) -> bool {
    let top = last_label(host);
    let is_label =
        |label: &[u8]| !label.is_empty() && Class::LABEL.has_all(label) && !label.starts_with(b"-");
    let name = top.len() < host.len() && host.split(|b| *b == b'.').all(is_label);
    let is_file = top.eq_ignore_ascii_case(b"org") && !rest.starts_with(b"/");
    name && is_general(top) && !is_file
}

fn last_label(host: &[u8]) -> &[u8] {
    memchr::memrchr(b'.', host).map_or(host, |dot| &host[dot + 1..])
}
