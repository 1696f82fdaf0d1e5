//! `unsafe-character`

use crate::document::Kind;
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
        Example::of(
            Kind::Html,
            "<p>See <a href=\"http://a.org/a file.html\">it</a>.</p>",
        ),
    ],
    good: &[
        Example::any("See <http://a.org/x?y%5B0%5D=1> for more."),
        Example::any("See <http://[2001:db8::7]/x> and <http://a.org/{name}>."),
        Example::any("See <http://a.org/日本> for more."),
        Example::of(Kind::Text, "See <http://a.org/ros&#xE9;#red> for more."),
    ],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let url = found.url.as_bytes();
    // `…&#xE9;…` was written for HTML; its `#` begins no fragment.
    let reference = memchr::memmem::find(url, b"&#").is_some();
    let unsafe_ones = found.placed.iter().filter(|placed| {
        let character = matches!(placed.flaw, Flaw::UnsafeCharacter | Flaw::NationalCharacter);
        let component = found.component(placed.at.start);
        // A host or port is judged as a whole.
        let login = [found.url.host(), found.url.port()].contains(&Some(component));
        // `file:///C|/dir`
        let drive = url.get(placed.at.start) == Some(&b'|') && url.starts_with(b"file:");
        character && !drive && placed.invalid && !login && !reference && !is_placeholder(component)
    });
    let places: Vec<_> = unsafe_ones.map(|placed| placed.at.clone()).collect();
    let Some(first) = places.first().filter(|_| !found.goes_on()).cloned() else {
        return in_attribute(found);
    };
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

/// In an attribute of HTML that holds a URL and nothing else: a blank in it, or what ends it before the attribute does.
fn in_attribute(found: &Found<'_>) -> Option<Raised> {
    const ATTRIBUTES: &[&str] = &["action", "background", "cite", "href", "longdesc", "src"];
    let attribute = found.m.attribute()?;
    let (text, file) = (found.page.text, found.page.file);
    let pieces = text.map.segments(found.m.span());
    let (start, end) = (pieces.first()?.start as usize, pieces.last()?.end as usize);
    let target = found
        .page
        .mask
        .target(start)
        .filter(|target| target.start == start)?;
    let rest = file.get(end..target.end)?;
    // A line break in an attribute is ignored, a blank is not.
    let mut gaps = pieces
        .windows(2)
        .map(|pair| pair[0].end as usize..pair[1].start as usize);
    let blank = gaps.any(|gap| file.get(gap).is_some_and(|gap| gap == b" "));
    let cut = rest.first().filter(|b| b" |^\\`".contains(b));
    let cut = cut.filter(|_| !rest.trim_ascii().is_empty()).copied();
    let unsafe_one = cut.or(blank.then_some(b' '))?;
    let spared = !ATTRIBUTES.contains(&attribute) || is_placeholder(rest) || found.is_template();
    (!spared).then(|| {
        let message = format!("`{}` must be encoded within a URL", unsafe_one as char);
        Raised::new(found.whole(), message)
    })
}
