//! `unsafe-character`

use crate::flaw::Flaw;
use crate::lint::context::Found;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Group, Raised, Rule, Safety};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U102",
    name: "unsafe-character",
    group: Group::Syntax,
    opt_in: false,
    fix: Some(Safety::Safe),
    what: "A character that must be encoded in a URL",
    why: "Gateways and programs change it, refuse it, or end the URL there. Characters outside US-ASCII are left to IRIs.",
    reference: "RFC 1738, 2.2; RFC 3986, 2; RFC 3987",
    bad: &[
        Example::any("See <http://a.org/x?y[0]=1> for more."),
        Example::any("See <http://a.org/a|b> for more."),
    ],
    good: &[
        Example::any("See <http://a.org/x?y%5B0%5D=1> for more."),
        Example::any("See <http://[2001:db8::7]/x> and <http://a.org/{name}>."),
        Example::any("See <http://a.org/日本> for more."),
    ],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let url = found.url.as_bytes();
    let unsafe_ones = found.placed.iter().filter(|placed| {
        let character = matches!(placed.flaw, Flaw::UnsafeCharacter | Flaw::NationalCharacter);
        let component = found.component(placed.at.start);
        // A host or port is judged as a whole.
        let login = [found.url.host(), found.url.port()].contains(&Some(component));
        // `file:///C|/dir`
        let drive = url.get(placed.at.start) == Some(&b'|') && url.starts_with(b"file:");
        character && !drive && placed.grave && !login && !is_placeholder(component)
    });
    let places: Vec<_> = unsafe_ones.map(|placed| placed.at.clone()).collect();
    let first = places.first().filter(|_| !found.goes_on())?.clone();
    let shown = Found::shown(&url[first.clone()]);
    let message = format!("`{shown}` must be encoded within a URL");
    let mut raised = Raised::new(first, message);
    for at in places {
        let encoded: String = url[at.clone()]
            .iter()
            .map(|b| format!("%{b:02X}"))
            .collect();
        raised = raised.edit(at, encoded);
    }
    Some(raised)
}
