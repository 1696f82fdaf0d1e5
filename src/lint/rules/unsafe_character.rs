//! `unsafe-character`

use crate::document::Kind;
use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Group, Rule, Safety, Violation};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U102",
    name: "unsafe-character",
    group: Group::Syntax,
    opt_in: false,
    fix: Some(Safety::Safe),
    what: "A character that must be encoded in a URL",
    why: "Gateways and programs may change it, refuse it, or end the URL there. Characters outside US-ASCII are exempt, because an IRI may contain them.",
    reference: "RFC 1738, 2.2; RFC 3986, 2; RFC 3987",
    bad: &[
        Example::any("See <http://a.org/x?y[0]=1> for more."),
        Example::any("See <http://a.org/a^b> for more."),
        Example::new(
            Kind::Html,
            "<p>See <a href=\"http://a.org/a file.html\">it</a>.</p>",
        ),
    ],
    good: &[
        Example::any("See <http://a.org/x?y%5B0%5D=1> for more."),
        Example::any("See <http://[2001:db8::7]/x> and <http://a.org/{name}>."),
        Example::any("See <http://a.org/日本> for more."),
        Example::new(Kind::Text, "See <http://a.org/ros&#xE9;#red> for more."),
    ],
    check: Check::Match(check),
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let url = checked.url.as_bytes();
    // `…&#xE9;…` was written for HTML; its `#` does not begin a fragment.
    let reference = memchr::memmem::find(url, b"&#").is_some();
    let unsafe_flaws = checked.url_flaws.iter().filter(|item| {
        let character = matches!(item.flaw, Flaw::UnsafeCharacter | Flaw::NationalCharacter);
        let component = checked.component(item.at.start);
        // The rules `invalid-host` and `invalid-port` check these.
        let login = [checked.url.host(), checked.url.port()].contains(&Some(component));
        // `file:///C|/dir`
        let drive = url.get(item.at.start) == Some(&b'|') && url.starts_with(b"file:");
        character && !drive && item.invalid && !login && !reference && !is_placeholder(component)
    });
    let places: Vec<_> = unsafe_flaws.map(|item| item.at.clone()).collect();
    let Some(first) = places
        .first()
        .filter(|_| !checked.is_template_prefix())
        .cloned()
    else {
        return in_attribute(checked);
    };
    let character = CheckedMatch::display(&url[first.clone()]);
    let message = format!("`{character}` must be encoded within a URL");
    let mut violation = Violation::new(first, message);
    for at in places {
        let encoded: String = url[at.clone()]
            .iter()
            .map(|b| format!("%{b:02X}"))
            .collect();
        violation = violation.edit(at, encoded);
    }
    Some(violation)
}

/// Checks an HTML attribute whose value was repaired: a blank or a backslash in it.
fn in_attribute(checked: &CheckedMatch<'_>) -> Option<Violation> {
    checked.m.attribute()?;
    let written = checked.m.written()?;
    let character = match () {
        () if checked.flaws.contains(Flaw::BlankInUrl) => ' ',
        () if written.contains(&b'\\') => '\\',
        () => return None,
    };
    let exempt = is_placeholder(written) || checked.is_template();
    (!exempt).then(|| {
        let message = format!("`{character}` must be encoded within a URL");
        Violation::new(checked.full_range(), message)
    })
}
