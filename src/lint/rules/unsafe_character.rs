//! `unsafe-character`

use std::cell::LazyCell;
use std::ops::Range;

use crate::document::{Kind, Role};
use crate::flaw::{Flaw, FlawAt};
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Rule, Safety, Severity};
use crate::lint::violation::Violation;
use crate::scan::Form;
use crate::span::{ahead, contains};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U102",
    name: "unsafe-character",
    severity: Severity::Warning,
    fix: Some(Safety::Safe),
    what: "A character that must be encoded in a URL",
    why: "Programs may change it, refuse it, or end the URL there. Exempt are characters outside US-ASCII, because an IRI may contain them, and those that browsers send as they are: brackets and `|` in a query, a second `#`. Exempt are also brackets that end the path, because AsciiDoc writes the text of a link in them, those around a placeholder, and the `^` of a range of versions.",
    reference: "RFC 1738, 2.2; RFC 3986, 2; RFC 3987",
    bad: &[
        Example::new(Kind::Text, "See <http://a.org/x[1].html> for more."),
        Example::new(Kind::Markdown, "See [it](http://a.org/x[1].html) for more."),
        Example::new(
            Kind::Html,
            "<p>See <a href=\"http://a.org/a file.html\">it</a>.</p>",
        ),
        Example::new(Kind::Rst, ".. _it: http://a.org/|release|/x\n\nSee it_."),
    ],
    good: &[
        Example::any("See <http://a.org/x%5B1%5D.html> for more."),
        Example::any("See <http://a.org/x?y[0]=1|2> and <http://a.org/#/x#y>."),
        Example::new(Kind::Asciidoc, "See http://a.org/x[the page] for more."),
        Example::new(
            Kind::Text,
            "See http://a.org/x[the-page] or http://a.org/y/[] for more.",
        ),
        Example::new(
            Kind::Text,
            "See http://a.org/[path]/x, http://a.org/[name].nse, http://a.org/x-[USER].html, http://a.org/x[1-100:10].rss and http://a.org/x[a-z].rss for more.",
        ),
        Example::new(
            Kind::Text,
            "See file:///C:/文档/[当前文档名称]#x or http://a.org/x-[用户].html for more.",
        ),
        Example::any(
            "See <http://[2001:db8::7]/x>, <http://a.org/{name}> and <http://a.org/x@^7/>.",
        ),
        Example::any("See <http://a.org/日本> for more."),
        Example::new(
            Kind::Html,
            "<meta name=x content=\"http://a.org/x\\u0026y\"> and more.",
        ),
        Example::any("Write file://a.org/path[#revision] for more."),
        Example::new(Kind::Text, "See <http://a.org/ros&#xE9;#red> for more."),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    // In code, such URLs are often patterns.
    let source = matches!(checked.context.kind, Kind::Source(_));
    if source || checked.role == Role::Code {
        return None;
    }
    let url = checked.url.as_bytes();
    // `…&#xE9;…` was written for HTML; its `#` does not begin a fragment.
    let reference = LazyCell::new(|| contains(url, b"&#") || checked.has_optional_part());
    let placeholders = LazyCell::new(|| checked.placeholders());
    let label = LazyCell::new(|| label_start(checked));
    let in_placeholder = |at| placeholders.iter().any(|range| range.contains(&at));
    let is_character = |item: &&FlawAt| {
        matches!(item.flaw, Flaw::UnsafeCharacter | Flaw::NationalCharacter) && item.invalid
    };
    let characters = checked.url_flaws.iter().filter(is_character);
    let unsafe_flaws = characters.filter(|item| {
        let at = item.at.start;
        // `file:///C|/dir`
        let drive = url.get(at) == Some(&b'|') && url.starts_with(b"file:");
        let bracketed = label.is_some_and(|label| label <= at) || is_bracketed_word(checked, at);
        // `rxjs@^7`, `rustc-^1.39-blue.svg`: a range of versions, which servers take as it is.
        let versions =
            url.get(at) == Some(&b'^') && url.get(at + 1).is_some_and(u8::is_ascii_digit);
        let spared = drive || versions || is_sent(checked, at) || in_placeholder(at) || bracketed;
        !in_authority(checked, at) && !*reference && !spared
    });
    let places: Vec<_> = unsafe_flaws.map(|item| item.at.clone()).collect();
    let Some(first) = places
        .first()
        .filter(|_| !checked.is_template_prefix())
        .cloned()
    else {
        return in_attribute(checked);
    };
    if let Some(name) = substitution(checked, first.start) {
        let shown = String::from_utf8_lossy(&url[name.clone()]);
        let message = format!("reStructuredText does not replace `{shown}` in a target");
        return Some(Violation::new(name, message));
    }
    let mut violation = Violation::new(first.clone(), message(&url[first]));
    for at in places {
        violation = violation.edit(at.clone(), encoded(&url[at]));
    }
    Some(violation)
}

/// The substitution of reStructuredText that begins at `at`: `|name|`.
fn substitution(checked: &CheckedMatch<'_>, at: usize) -> Option<Range<usize>> {
    let url = checked.url.as_bytes();
    let rest = url[at..].strip_prefix(b"|")?;
    let name = &rest[..memchr::memchr(b'|', rest)?];
    let in_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let is_name = !name.is_empty() && name.iter().all(in_name);
    (checked.context.kind == Kind::Rst && is_name).then(|| at..at + name.len() + 2)
}

fn encoded(character: &[u8]) -> String {
    character.iter().map(|b| format!("%{b:02X}")).collect()
}

fn message(character: &[u8]) -> String {
    let shown = match character {
        b" " => "space".to_string(),
        _ => format!("`{}`", String::from_utf8_lossy(character)),
    };
    format!("{shown} in a URL; encode it as `{}`", encoded(character))
}

/// Whether the byte stands before the path. The rules about hosts and ports check these.
fn in_authority(checked: &CheckedMatch<'_>, at: usize) -> bool {
    let url = &checked.url;
    let parts = [url.user(), url.password(), url.host(), url.port()];
    let mut ranges = parts
        .into_iter()
        .flatten()
        .map(|part| checked.range_of(part));
    ranges.any(|range| range.contains(&at))
}

/// Whether browsers send this character as it is, so that such URLs are common and work: `?a[]=1`, `?a|b`, `#/x#y`.
fn is_sent(checked: &CheckedMatch<'_>, at: usize) -> bool {
    let within =
        |part: Option<&[u8]>| part.is_some_and(|part| checked.range_of(part).contains(&at));
    let byte = checked.url.as_bytes().get(at).copied().unwrap_or_default();
    let query = within(checked.url.query()) && b"[]|^{}".contains(&byte);
    query || within(checked.url.fragment()) && b"[]|^{}#".contains(&byte)
}

/// Where the brackets open that end the URL in its path: the text of a link, as AsciiDoc has it: `http://a.org/x[it]`.
fn label_start(checked: &CheckedMatch<'_>) -> Option<usize> {
    let url = &checked.url;
    let path = url.path().filter(|path| path.ends_with(b"]"))?;
    let at = checked.range_of(path);
    let mut depth = 0_usize;
    let open = path.iter().rposition(|b| {
        match b {
            b']' => depth += 1,
            b'[' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    let ends = at.end == url.as_bytes().len();
    open.filter(|_| ends).map(|open| at.start + open)
}

/// Whether the byte is a bracket around a word that stands for another (`x-[USER].html`, `/[path]/`) or for several (`x[1-9].html`), and
/// not around a number.
fn is_bracketed_word(checked: &CheckedMatch<'_>, at: usize) -> bool {
    /// No word is longer.
    const MAX: usize = 64;
    let Some(path) = checked.url.path() else {
        return false;
    };
    let start = checked.range_of(path).start;
    let Some(at) = at.checked_sub(start).filter(|at| *at < path.len()) else {
        return false;
    };
    let rest = ahead(path, at, MAX);
    let from = at.saturating_sub(MAX);
    let inside = match path[at] {
        b'[' => memchr::memchr(b']', rest).map(|close| &rest[1..close]),
        b']' => memchr::memrchr(b'[', &path[from..at]).map(|open| &path[from + open + 1..at]),
        _ => None,
    };
    // Letters of other scripts are beyond US-ASCII. curl gets all of `[1-100:10]`.
    let in_word = |b: &u8| b.is_ascii_alphanumeric() || b"_-:".contains(b) || *b >= 0x80;
    inside
        .is_some_and(|inside| inside.iter().all(in_word) && !inside.iter().all(u8::is_ascii_digit))
}

/// Checks an HTML attribute whose value was repaired: a blank or a backslash in it.
fn in_attribute(checked: &CheckedMatch<'_>) -> Option<Violation> {
    checked.m.attribute()?;
    let written = checked.m.written()?;
    let character = if checked.flaws.contains(Flaw::BlankInUrl) {
        b' '
    } else if written.contains(&b'\\') && checked.m.form() == Form::Quoted {
        // Elsewhere the text has characters as numbers: `\u0026`.
        b'\\'
    } else {
        return None;
    };
    let exempt = is_placeholder(written) || checked.is_template();
    let message = match character {
        b' ' => "space in a URL; remove it if a line break left it, otherwise write `%20`".into(),
        _ => message(&[character]),
    };
    (!exempt).then(|| checked.violation(message))
}
