//! `tracking-parameter`

use std::ops::Range;

use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule, Safety};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U305",
    name: "tracking-parameter",
    group: Group::Upkeep,
    opt_in: true,
    fix: Some(Safety::Unsafe),
    what: "A parameter that follows the reader: `utm_source`, `fbclid`",
    why: "It says who found the URL where, and nothing about what it leads to.",
    reference: "RFC 3986, 3.4",
    bad: &[Example::any(
        "See <http://a.org/x?utm_source=mail&y=1> for more.",
    )],
    good: &[Example::any("See <http://a.org/x?source=mail> for more.")],
    check: Check::Match(check),
};

const PREFIXES: &[&str] = &["utm_", "mtm_", "pk_", "hsa_", "__hs"];
const NAMES: &[&str] = &[
    "fbclid",
    "gclid",
    "gclsrc",
    "dclid",
    "gbraid",
    "wbraid",
    "msclkid",
    "yclid",
    "twclid",
    "ttclid",
    "igshid",
    "mc_cid",
    "mc_eid",
    "_hsenc",
    "_hsmi",
    "mkt_tok",
    "vero_id",
    "oly_enc_id",
    "oly_anon_id",
];

fn check(found: &Found<'_>) -> Option<Raised> {
    let search = found.url.query()?;
    let (url, whole) = (found.url.as_bytes(), found.range_of(search));
    let mut at = whole.start;
    let (mut follow, mut others): (Vec<Range<usize>>, usize) = (Vec::new(), 0);
    for parameter in search.split(|b| *b == b'&') {
        let range = at..at + parameter.len();
        at = range.end + 1;
        match follows(parameter) {
            true => follow.push(range),
            false => others += 1,
        }
    }
    let first = follow.first()?.clone();
    let message = format!(
        "`{}` follows the reader",
        Found::shown(name(&url[first.clone()]))
    );
    let mut raised = Raised::new(first, message);
    if others == 0 {
        return Some(raised.edit(whole.start - 1..whole.end, ""));
    }
    for range in follow {
        // With the `&` behind it, or before it if it is the last.
        let range = match range.end < whole.end {
            true => range.start..range.end + 1,
            false => range.start - 1..range.end,
        };
        let overlaps = raised
            .edits
            .last()
            .is_some_and(|(last, _)| last.end > range.start);
        let start = if overlaps {
            range.start + 1
        } else {
            range.start
        };
        raised = raised.edit(start..range.end, "");
    }
    Some(raised)
}

fn name(parameter: &[u8]) -> &[u8] {
    parameter.split(|b| *b == b'=').next().unwrap_or_default()
}

fn follows(parameter: &[u8]) -> bool {
    let name = name(parameter).to_ascii_lowercase();
    let prefix = || {
        PREFIXES
            .iter()
            .any(|prefix| name.starts_with(prefix.as_bytes()))
    };
    NAMES.iter().any(|known| name == known.as_bytes()) || prefix()
}
