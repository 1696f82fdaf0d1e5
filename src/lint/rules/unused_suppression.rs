//! `unused-suppression`: the linter itself sees them, when all other rules have been asked.

use crate::document::{Kind, Language};
use crate::lint::rule::{Check, Example, Group, Rule};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U307",
    name: "unused-suppression",
    group: Group::Upkeep,
    opt_in: false,
    fix: None,
    what: "A comment that allows what is not there, or a rule that there is not",
    why: "It hides the next fault in that line.",
    reference: "urlgrep",
    bad: &[
        Example::of(
            Kind::Text,
            "See <http://a.org/x>. (urlgrep: allow default-port)\n",
        ),
        Example::of(
            Kind::Markdown,
            "<!-- urlgrep: allow default-port -->\nSee <http://a.org/x>.\n",
        ),
        Example::of(
            Kind::Rst,
            ".. urlgrep: allow no-such-rule\n\nSee http://a.org/x.\n",
        ),
    ],
    good: &[
        Example::of(
            Kind::Text,
            "See <http://a.org:80/x>. (urlgrep: allow default-port)\n",
        ),
        Example::of(
            Kind::Markdown,
            "<!-- urlgrep: allow default-port -->\nSee <http://a.org:80/x>.\n",
        ),
        Example::of(
            Kind::Mdx,
            "{/* urlgrep: allow U301 */}\nSee [it](http://a.org:80/x).\n",
        ),
        Example::of(
            Kind::Rst,
            ".. urlgrep: allow default-port\n\nSee http://a.org:80/x.\n",
        ),
        Example::of(
            Kind::Asciidoc,
            "// urlgrep: allow default-port\nSee http://a.org:80/x.\n",
        ),
        Example::of(
            Kind::Html,
            "<!-- urlgrep: allow default-port -->\n<p>See http://a.org:80/x.\n",
        ),
        Example::of(
            Kind::Man,
            ".\\\" urlgrep: allow default-port\nSee http://a.org:80/x.\n",
        ),
        Example::of(
            Kind::Source(Language::C),
            "// http://a.org:80/x, urlgrep: allow default-port\n",
        ),
    ],
    check: Check::Allowed,
};
