//! `missing-scheme`

use crate::document::{Kind, Link};
use crate::lint::context::TextContext;
use crate::lint::host;
use crate::lint::rule::{Check, Example, Rule, Severity};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U109",
    name: "missing-scheme",
    severity: Severity::Error,
    what: "A link target that begins with `www.`",
    why: "Without `https://`, the target is a relative path: browsers look for a file with this name.",
    reference: "RFC 3986, 4.2",
    bad: &[
        Example::new(Kind::Markdown, "See [it](www.a.org/x) for more."),
        Example::new(Kind::Html, "<p>See <a href=\"www.a.org/x\">it</a>.</p>"),
        Example::new(Kind::Rst, "See `it <www.a.org/x>`_ for more.\n"),
        Example::new(
            Kind::Markdown,
            "See [it][x] and [that][x].\n\n[x]: www.a.org/x\n",
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
    ],
    check: Check::Target(check),
    ..Rule::DEFAULT
};

fn check(_: &TextContext<'_>, link: &Link) -> Option<String> {
    let rest = host::without_www(&link.target)?;
    let mut parts = rest.split(|b| matches!(b, b'/' | b'?' | b'#'));
    parts.next()?.contains(&b'.').then(|| {
        let target = String::from_utf8_lossy(&link.target);
        format!("target `{target}` has no scheme; write `https://{target}`")
    })
}
