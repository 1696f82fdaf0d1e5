//! `cut-url`

use super::unclosed_link;
use crate::document::{Kind, Role};
use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;
use crate::scan::Form;
use crate::span::{containing, run};
use crate::why::Why;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U010",
    name: "cut-url",
    severity: Severity::Warning,
    spares: &[Spared::Refused],
    what: "A URL that a line break or a space cuts, as the complete URL elsewhere in the document shows",
    why: "Programs use only the part before the break. If the complete URL stands in the document too, it is certain that the next word belongs to it.",
    reference: "RFC 1738, appendix",
    bad: &[
        Example::any("See http://bat-\nman.a.org/x, that is, <http://batman.a.org/x>."),
        Example::any(
            "See <http://a.org/guide/install.html> first.\n\nSee http://a.org/guide/\ninstall.html for more.",
        ),
        Example::any(
            "See http://a.org/guide/inst all.html, that is, http://a.org/guide/install.html.",
        ),
    ],
    good: &[
        Example::any(
            "See <http://a.org/guide/install> first.\n\nSee http://a.org/guide/\nto install it.",
        ),
        Example::any(
            "See <http://a.org/guide/install> first.\n\nSee http://a.org/guide/\ninstall it.",
        ),
        Example::any(
            "See http://bat-\nman.a.org/x, not <http://bat-man.a.org/x> or <http://batman.a.org/x>.",
        ),
        Example::new(
            Kind::Html,
            "<p>See <a href=\"http://a.org/guide/x\">http://a.org/\n  guide/x</a>.</p>",
        ),
        Example::new(
            Kind::Text,
            "See <http://a.org/guide/install> first.\n\nSee [http://a.org/guide/inst all].",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let code = matches!(checked.role, Role::Code | Role::Target | Role::Autolink);
    let reported = || has_text(checked) || unclosed_link::follows(checked);
    if code || checked.m.form() != Form::Bare || reported() {
        return None;
    }
    let url = checked.m.as_bytes();
    let urls = checked.context.urls;
    let complete = if checked.flaws.contains(Flaw::BrokenBareUrl)
        || checked.flaws.contains(Flaw::BlankInUrl)
    {
        only_known(checked)?
    } else {
        /// No more URLs are compared.
        const MAX: usize = 64;
        let next = next_word(checked.after())?;
        let first = urls.partition_point(|other| *other <= url);
        let mut longer = urls[first..]
            .iter()
            .take(MAX)
            .take_while(|other| other.starts_with(url));
        longer.find(|other| continues(url, &other[url.len()..], next))?
    };
    if is_label(checked) {
        return None;
    }
    let complete = String::from_utf8_lossy(complete);
    let message = format!(
        "URL cut by a line break or a space; write it in one piece, as the document also has it: `{complete}`"
    );
    Some(checked.violation(message))
}

/// The reading of a joined URL that stands complete in the document. `None` if several do: with and without the hyphen at the line end.
fn only_known<'c>(checked: &'c CheckedMatch<'_>) -> Option<&'c [u8]> {
    let others = checked.m.alternatives().iter();
    let others = others.filter(|other| other.why() == Why::Hyphen);
    let readings = others.map(|other| other.url());
    let is_known = |url: &&[u8]| checked.context.urls.binary_search(url).is_ok();
    let mut known = [checked.m.as_bytes()]
        .into_iter()
        .chain(readings)
        .filter(is_known);
    known.next().filter(|_| known.next().is_none())
}

/// Whether it is in the label of a link, whose target is complete.
fn is_label(checked: &CheckedMatch<'_>) -> bool {
    let at = checked.context.source_of(checked.m.span().start);
    containing(checked.context.mask.links(), at, |link| &link.label).is_some()
}

/// Whether the next word is the text of a link of MediaWiki: `[http://a.org/ text]`.
fn has_text(checked: &CheckedMatch<'_>) -> bool {
    let line = || checked.context.line_after(checked.m.span().start);
    checked.before().ends_with(b"[") && line().contains(&b']')
}

/// The text after one line break or one blank.
fn next_word(rest: &[u8]) -> Option<&[u8]> {
    let rest = match rest {
        [b'\r', b'\n', rest @ ..] | [b'\n', rest @ ..] | [b' ', b'\n', rest @ ..] => {
            without_leader(rest.trim_ascii_start())
        }
        [b' ', rest @ ..] => rest,
        _ => return None,
    };
    rest.first()
        .is_some_and(|b| b.is_ascii_graphic())
        .then_some(rest)
}

/// The line without the sign of a comment or a quotation before it.
fn without_leader(line: &[u8]) -> &[u8] {
    let leader = run(line, |b| b"#/>*;%-:|".contains(&b));
    match line[leader..].first() {
        Some(b' ') => line[leader..].trim_ascii_start(),
        _ => line,
    }
}

/// Whether `next`, the text after the break, is the end of a URL that begins with `url` and ends with `tail`. A single word may stand in
/// the sentence, unless the break is in the middle of a word.
fn continues(url: &[u8], tail: &[u8], next: &[u8]) -> bool {
    /// A shorter tail may be any word.
    const MIN: usize = 3;
    let rest = next.strip_prefix(tail).filter(|_| tail.len() >= MIN);
    let ends = rest.is_some_and(|rest| {
        let marks = run(rest, |b| b".,;:!?)]>\"'".contains(&b));
        let after = rest[marks..].first();
        after.is_none_or(u8::is_ascii_whitespace)
    });
    let word = tail.iter().all(u8::is_ascii_alphabetic);
    let within = url.last().is_some_and(u8::is_ascii_alphanumeric)
        && tail.first().is_some_and(u8::is_ascii_alphanumeric);
    ends && (!word || within)
}
