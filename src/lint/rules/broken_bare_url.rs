//! `broken-bare-url`

use crate::document::{Kind, Role};
use crate::flaw::Flaw;
use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule, Safety};
use crate::scan::Form;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U003",
    name: "broken-bare-url",
    group: Group::Appendix,
    opt_in: false,
    fix: Some(Safety::Unsafe),
    what: "A URL that is broken by a line break or blank, and stands in no wrapper",
    why: "Without wrapper nobody can tell that the next line goes on with the URL; programs take what stands before the break. `<URL:…>` may be broken.",
    reference: "RFC 1738, appendix",
    bad: &[
        Example::of(
            Kind::Text,
            "See http://www.a.org/a/rather/long/path/that/somebody/broke/over/lines/\nsecond/part.html\n",
        ),
        Example::of(Kind::Text, "See http:// www.a.org/x.\n"),
    ],
    good: &[
        Example::of(
            Kind::Text,
            "See <URL:http://www.a.org/a/rather/long/path/that/somebody/broke/over/lines/\nsecond/part.html>\n",
        ),
        Example::any("See http://www.a.org/x\nand more."),
    ],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    // In reStructuredText a target may go on in the next line.
    if matches!(found.role, Role::Target | Role::Autolink) {
        return None;
    }
    let bare = matches!(found.m.form(), Form::Bare | Form::Prefix);
    let message = match () {
        () if found.flaws.contains(Flaw::BrokenBareUrl) => {
            "a line break cuts this URL, and no wrapper says so"
        }
        () if found.flaws.contains(Flaw::BlankInUrl) && bare => {
            "a blank cuts this URL, and no wrapper says so"
        }
        () => return None,
    };
    let raised = Raised::new(found.whole(), message);
    // Elsewhere angle brackets mean something else.
    let wraps = matches!(found.page.kind, Kind::Text | Kind::Mail | Kind::Source(_));
    Some(match wraps && found.m.form() == Form::Bare {
        true => {
            let Raised { at, .. } = raised;
            Raised::new(at.clone(), message)
                .edit(0..0, "<URL:")
                .edit(at.end..at.end, ">")
        }
        false => raised,
    })
}
