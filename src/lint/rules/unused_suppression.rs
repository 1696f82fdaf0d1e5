//! `unused-suppression`. The linter itself checks it after all other rules.

use crate::document::{Kind, Language};
use crate::lint::rule::{Check, Example, Rule, Severity};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U307",
    name: "unused-suppression",
    severity: Severity::Note,
    what: "A suppression that matches no finding, or names an unknown rule",
    why: "It would hide the next problem in that line.",
    reference: "urlgrep",
    bad: &[
        Example::new(
            Kind::Text,
            "See <http://a.org/x>. (urlgrep: allow default-port)\n",
        ),
        Example::new(
            Kind::Markdown,
            "<!-- urlgrep: allow default-port -->\nSee <http://a.org/x>.\n",
        ),
        Example::new(
            Kind::Rst,
            ".. urlgrep: allow no-such-rule\n\nSee http://a.org/x.\n",
        ),
    ],
    good: &[
        Example::new(
            Kind::Text,
            "See <http://a.org:80/x>. (urlgrep: allow default-port)\n",
        ),
        Example::new(
            Kind::Markdown,
            "<!-- urlgrep: allow default-port -->\nSee <http://a.org:80/x>.\n",
        ),
        Example::new(
            Kind::Markdown,
            "Write `<!-- urlgrep: allow default-port -->`.\n",
        ),
        Example::new(
            Kind::Mdx,
            "{/* urlgrep: allow U301 */}\nSee [it](http://a.org:80/x).\n",
        ),
        Example::new(
            Kind::Rst,
            ".. urlgrep: allow default-port\n\nSee http://a.org:80/x.\n",
        ),
        Example::new(
            Kind::Asciidoc,
            "// urlgrep: allow default-port\nSee http://a.org:80/x.\n",
        ),
        Example::new(
            Kind::Html,
            "<!-- urlgrep: allow default-port -->\n<p>See http://a.org:80/x.\n",
        ),
        Example::new(
            Kind::Man,
            ".\\\" urlgrep: allow default-port\nSee http://a.org:80/x.\n",
        ),
        Example::new(
            Kind::Source(Language::C),
            "// http://a.org:80/x, urlgrep: allow default-port\n",
        ),
    ],
    check: Check::Suppressions,
    ..Rule::DEFAULT
};
