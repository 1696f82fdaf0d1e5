//! `missing-file`

use crate::document::Kind;
use crate::lint::context::TextContext;
use crate::lint::local::LocalTarget;
use crate::lint::rule::{Check, Example, Rule, Severity, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U308",
    name: "missing-file",
    severity: Severity::Warning,
    opt_in: true,
    fix: None,
    what: "A relative link to a file that does not exist",
    why: "The file was moved, or its name is misspelt. Only relative targets below the root of the project are checked.",
    reference: "RFC 3986, 4.2",
    bad: &[Example::new(Kind::Markdown, "See [it](missing.md).")],
    good: &[
        Example::new(
            Kind::Markdown,
            "See [it](exists.md), [it](/from/root.md) and [it](http://a.org/x).",
        ),
        Example::new(
            Kind::Rst,
            "See :ref:`this <foo>`, :py:func:`x <a.b>` and `\\<docinfo>`_.",
        ),
    ],
    check: Check::Document(check),
};

fn check(context: &TextContext<'_>, violations: &mut Vec<Violation>) {
    let Some(files) = &context.settings.files else {
        return;
    };
    for link in context.mask.links() {
        let Some(target) = LocalTarget::parse(&link.target) else {
            continue;
        };
        if !target.path.is_empty() && files.exists(&target.path) == Some(false) {
            let message = format!("there is no file `{}`", target.path);
            violations.push(Violation::new(link.label.clone(), message));
        }
    }
}
