//! `missing-wrapper`

use crate::document::Kind;
use crate::lint::context::CheckedMatch;
use crate::lint::rule::{Check, Example, Rule, Safety, Severity, Spared};
use crate::lint::violation::Violation;
use crate::scan::Form;
use crate::span::{ends_with_any, starts_with_any};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U005",
    name: "missing-wrapper",
    severity: Severity::Note,
    opt_in: true,
    spares: &[Spared::Refused],
    fix: Some(Safety::Safe),
    what: "A bare URL in plain text",
    why: "Without `<URL:…>`, each program guesses in its own way where the URL ends.",
    reference: "RFC 1738, appendix",
    bad: &[Example::new(Kind::Text, "See http://a.org/x for more.")],
    good: &[
        Example::new(Kind::Text, "See <URL:http://a.org/x> for more."),
        Example::new(Kind::Text, "See <http://a.org/x> for more."),
        Example::new(
            Kind::Text,
            "See [it](http://a.org/x).\n\n[x]: http://a.org/x\n.. _y: http://a.org/y\n",
        ),
        Example::new(Kind::Text, "Type this:\n\n  $ wget http://a.org/x\n"),
        Example::new(
            Kind::Text,
            "x = y?z=http://a.org/x\nx @ http://a.org/x\n--index-url http://a.org/x\n-f http://a.org/x\n",
        ),
        Example::new(
            Kind::Text,
            "See `http://a.org/x <http://a.org/x>`_ for more.",
        ),
        Example::new(
            Kind::Text,
            "sh -c 'curl http://a.org/x | sh'\n\n[x]:  http://a.org/x\n",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let plain = matches!(checked.context.kind, Kind::Text | Kind::Mail);
    let bare = checked.m.form() == Form::Bare
        && !checked.is_template_prefix()
        && !checked.is_glued_or_enclosed()
        && !checked.is_escaped()
        && !is_in_markup(checked);
    (plain && bare).then(|| {
        let end = checked.full_range().end;
        checked
            .violation("bare URL; enclose it in `<URL:…>`")
            .edit(0..0, "<URL:")
            .edit(end..end, ">")
    })
}

/// Whether the URL is a value, or in a command or in the markup of another format, as in many a README: a change would break it.
pub(super) fn is_in_markup(checked: &CheckedMatch<'_>) -> bool {
    let outer = checked.m.outer_span();
    let line = checked.context.line_before(outer.start);
    let own = line.trim_ascii_start();
    let definition = own.starts_with(b"[") && own.trim_ascii_end().ends_with(b"]:");
    // `` `text <http://…>`_ ``, `` `http://… <http://…>`_ ``
    let after = checked.after();
    let link = after.starts_with(b"`_") || line.ends_with(b"`") && after.starts_with(b" <");
    let quoted = opens_quote(line) && checked.context.line_after(outer.end).contains(&b'\'');
    definition
        || link
        || quoted
        || follows_option(line)
        || ends_with_any(line, &[b"](", b"[[", b"{", b"=", b"@ "])
        || starts_with_any(own, &[b".. ", b"$ "])
}

/// Whether the line ends with an option: `--index-url `, `-f `.
fn follows_option(line: &[u8]) -> bool {
    let words = line.trim_ascii_end();
    let word = words.rsplit(u8::is_ascii_whitespace).next();
    let name = word.and_then(|word| word.strip_prefix(b"-"));
    let name = name.map(|name| name.strip_prefix(b"-").unwrap_or(name));
    let begins = name.and_then(<[u8]>::first);
    words.len() < line.len() && begins.is_some_and(u8::is_ascii_alphabetic)
}

/// Whether the line opened a single quote that it did not close. An apostrophe and a closing quote follow a letter or a mark.
fn opens_quote(line: &[u8]) -> bool {
    let quote = memchr::memrchr(b'\'', line);
    quote.is_some_and(|at| at == 0 || matches!(line[at - 1], b' ' | b'\t' | b'=' | b'('))
}
