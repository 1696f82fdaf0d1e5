//! `blank-in-wrapper`

use crate::document::{Kind, Language};
use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U004",
    name: "blank-in-wrapper",
    severity: Severity::Note,
    spares: &[Spared::Refused, Spared::Templates],
    what: "A space inside `<…>`",
    why: "RFC 1738 lets readers drop white space inside `<…>`, so that a long URL can be broken over lines. Many programs end the URL at the space instead. A space that belongs to the URL is written `%20`.",
    reference: "RFC 1738, 2.2 and appendix",
    bad: &[Example::any(
        "See <URL:http://a.org/some file.txt> for more.",
    )],
    good: &[
        Example::any("See <URL:http://a.org/some%20file.txt> for more."),
        Example::any("See <URL:http://a.org/some\nfile.txt> for more."),
        Example::any("Write <https://a.org the page> to make a link."),
        Example::new(
            Kind::Source(Language::Haskell),
            "-- | See <https://a.org/pull/791 pull#791>.\n",
        ),
        Example::new(
            Kind::Source(Language::Python),
            "def x():\n    \"\"\"See <http://a.org/some/\\\n    file.txt>.\"\"\"\n",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let wrapped = checked.m.form().is_in_brackets();
    let blank = checked.flaws.contains(Flaw::BlankInUrl) && wrapped;
    // `<http://a.org the page>` is markup of other formats, and `<info:(gcc)G++ and GCC>` no URL.
    let whole = checked.m.is_joined() && checked.url.host().is_some();
    (blank && whole && !is_folded(checked))
        .then(|| checked.violation("space inside `<…>`; remove it or encode it as `%20`"))
}

/// Whether all spaces are beside line breaks of the file, which a backslash in a string may hide.
fn is_folded(checked: &CheckedMatch<'_>) -> bool {
    let context = checked.context;
    let segments: Vec<_> = checked.m.segments().collect();
    segments.windows(2).all(|pair| {
        let gap = context.source_of(pair[0].end - 1)..context.source_of(pair[1].start);
        context.file[gap].contains(&b'\n')
    })
}
