//! `trailing-punctuation`

use crate::document::Kind;
use crate::extent::without_tail;
use crate::lint::context::Found;
use crate::lint::rule::{Check, Example, Group, Raised, Rule};
use crate::scan::Form;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U302",
    name: "trailing-punctuation",
    group: Group::Upkeep,
    opt_in: false,
    fix: None,
    what: "A URL in a wrapper, in quotes or in a link that ends in punctuation",
    why: "There the URL is whole, so the sentence's stop became a part of it, and it leads nowhere.",
    reference: "RFC 1738, appendix; RFC 3986, appendix C",
    bad: &[
        Example::any("See <http://a.org/x.> for more."),
        Example::of(Kind::Markdown, "See [it](http://a.org/x,) for more."),
    ],
    good: &[
        Example::any("See <http://a.org/x>. Or http://a.org/x, (http://a.org/y)."),
        Example::of(Kind::Markdown, "See [it](http://a.org/x_(y)), and more."),
    ],
    check: Check::Match(check),
};

fn check(found: &Found<'_>) -> Option<Raised> {
    let page = found.page;
    let url = found.m.as_bytes();
    let wrapped = matches!(found.m.form(), Form::Wrapper | Form::Angle | Form::Quoted);
    if !found.m.is_accepted() || found.is_template() {
        return None;
    }
    let tail = match wrapped {
        true => {
            let end = without_tail(url, 0, 0, url.len());
            url[end..].to_vec()
        }
        false => {
            // A bare URL was trimmed already; the target that it stands in says what was.
            let source = page.text.map.segments(found.m.span());
            let (start, end) = (source.first()?.start as usize, source.last()?.end as usize);
            let target = page.mask.target(start)?;
            let rest = page.file.get(end..target.end)?.to_vec();
            let stops = |b: &u8| b".,:;!?*'([{)]}".contains(b);
            rest.iter().all(stops).then_some(rest)?
        }
    };
    // Names of articles and companies end so (`…/wiki/Yahoo!`), globs too, and selectors (`#/copy:to:`).
    let selector = tail == b":" && found.url.as_bytes().iter().filter(|b| **b == b':').count() > 1;
    let meant = tail.is_empty() || selector || tail.iter().all(|b| b"!*?".contains(b));
    (!meant).then(|| {
        let message = format!(
            "it ends in `{}`, which is hardly meant",
            Found::shown(&tail)
        );
        Raised::new(found.whole(), message)
    })
}
