//! `invalid-escape`

use crate::document::{Kind, Language, Role};
use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::lint::violation::Violation;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U101",
    name: "invalid-escape",
    severity: Severity::Warning,
    what: "A `%` that is not followed by two hexadecimal digits",
    why: "Its meaning is undefined: some programs keep it, others refuse the URL. A literal percent sign is `%25`.",
    reference: "RFC 1738, 2.2; RFC 3986, 2.1",
    bad: &[
        Example::any("See <http://a.org/100%/x> for more."),
        Example::any("See <http://a.org/x%2> for more."),
        Example::new(Kind::Markdown, "Type:\n\n    curl http://a.org/100%/x"),
    ],
    good: &[
        Example::any("See <http://a.org/100%25/x> for more."),
        Example::any("See <http://a.org/%s/x> and <http://a.org/%(name)/x>."),
        Example::any("See <http://a.org/x.php%_%>, <http://a.org/id=%1:x> and <http://%>."),
        Example::any("See <http://a.org/%@/%lld> and <http://a.org/%VERSION%/x-%ld>."),
        Example::any("Write 'redis://%env(HOST)%', \"http://%1/\" or <http://a.org/%1@>."),
        Example::new(
            Kind::Source(Language::Python),
            "is_refused(\"http://a.org/%zz\")",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let at = checked.invalid(Flaw::InvalidEscape)?;
    // In programs, such URLs are often test cases.
    let is_source = matches!(checked.context.kind, Kind::Source(_));
    let exempt = is_source && checked.role == Role::Code
        || is_placeholder(checked.component(at.start))
        || checked.is_format_host()
        || checked.is_template_prefix();
    let message = "`%` without two hexadecimal digits; a percent sign is written `%25`";
    (!exempt).then(|| Violation::new(at, message))
}
