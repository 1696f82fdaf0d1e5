//! `missing-file`

use std::cell::LazyCell;

use crate::document::{Kind, myst_label};
use crate::lint::context::TextContext;
use crate::lint::local::LocalTarget;
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::lint::violation::Violation;
use crate::notation::as_utf8;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U308",
    name: "missing-file",
    severity: Severity::Warning,
    opt_in: true,
    what: "A relative link to a file that does not exist",
    why: "The file was moved, or its name is misspelt. Only relative targets below the root of the project are checked: the nearest folder with a `.git`, otherwise the current directory. A page exists (`x.html`, `x`) if its source does (`x.md`, `x.mdx`, `x.rst`, `x.adoc`, `x.xml`, `x.html.in`). Targets that begin with `/` are not checked. Exempt are labels of MyST, in documents that use it.",
    reference: "RFC 3986, 4.2",
    bad: &[
        Example::new(Kind::Markdown, "See [it](missing.md)."),
        Example::new(Kind::Markdown, "See `/x/{id}` and [it](missing)."),
    ],
    good: &[
        Example::new(
            Kind::Markdown,
            "See [it](exists.md), [it](/from/root.md) and [it](http://a.org/x).",
        ),
        Example::new(
            Kind::Rst,
            "See :ref:`this <foo>`, :py:func:`x <a.b>` and `\\<docinfo>`_.",
        ),
        Example::new(
            Kind::Markdown,
            "(the-label)=\n# First steps\n\nSee [it](the-label) and [it](a.b.Type).",
        ),
        Example::new(Kind::Markdown, "See `x`, {doc}`y` and [it](the-label)."),
    ],
    check: Check::Document(check),
    ..Rule::DEFAULT
};

fn check(context: &TextContext<'_>, violations: &mut Vec<Violation>) {
    let Some(files) = &context.settings.files else {
        return;
    };
    let myst = LazyCell::new(|| is_myst(context));
    for link in context.mask.targets_of_links() {
        let Some(target) = LocalTarget::parse(&link.target) else {
            continue;
        };
        let missing = !target.path.is_empty() && files.exists(&target.path) == Some(false);
        if missing && (has_extension(&target.path) || !*myst) {
            let message = format!("there is no file `{}`", target.path);
            violations.push(Violation::of_link(link, message));
        }
    }
}

/// Whether a document is one of MyST, where the target of a link can be a label: it has labels (`(x)=`), directives or roles.
pub(super) fn is_myst(context: &TextContext<'_>) -> bool {
    let is_sign = |line: &str| {
        let directive = line.starts_with("```{") || line.starts_with(":::{");
        directive || myst_label(line.trim_end()).is_some() || has_role(line)
    };
    let document = || as_utf8(context.file);
    context.kind == Kind::Markdown && document().lines().map(str::trim_start).any(is_sign)
}

/// Whether the line has a role, outside of code: ``See {doc}`x`.``
fn has_role(line: &str) -> bool {
    let (line, _) = line.rsplit_once('`').unwrap_or_default();
    line.split('`').step_by(2).any(|outside| {
        let name = outside
            .strip_suffix('}')
            .and_then(|rest| rest.rsplit_once('{'));
        let in_name = |b: u8| b.is_ascii_alphanumeric() || b"-_:+.".contains(&b);
        name.is_some_and(|(_, name)| !name.is_empty() && name.bytes().all(in_name))
    })
}

/// Whether the last segment ends like the name of a file. Labels are also names of program items: `numpy.ndarray.T`.
fn has_extension(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let (_, extension) = name.rsplit_once('.').unwrap_or_default();
    let short = (1..=5).contains(&extension.len());
    short
        && extension
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}
