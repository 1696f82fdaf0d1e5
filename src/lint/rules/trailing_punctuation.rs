//! `trailing-punctuation`

use crate::document::Kind;
use crate::grammar::tail;
use crate::lint::context::CheckedMatch;
use crate::lint::fixable::PAIRS;
use crate::lint::rule::{Check, Example, Rule, Severity, Spared};
use crate::lint::violation::Violation;
use crate::scan::Form;
use crate::span::{contains, ends_with_any, split_before};
use crate::text::is_one_of;
use crate::url::Components;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U302",
    name: "trailing-punctuation",
    severity: Severity::Note,
    spares: &[Spared::Refused, Spared::Templates],
    what: "A URL in `<…>` or in a link that ends with punctuation",
    why: "The delimiters make the punctuation of the sentence a part of the URL, so the URL does not work.",
    reference: "RFC 1738, appendix; RFC 3986, appendix C",
    bad: &[
        Example::any("See <http://a.org/x.> for more."),
        Example::new(Kind::Markdown, "See [it](http://a.org/x,) for more."),
    ],
    good: &[
        Example::any("See <http://a.org/x>. Or http://a.org/x, (http://a.org/y)."),
        Example::new(Kind::Markdown, "See [it](http://a.org/x_(y)), and more."),
        Example::new(Kind::Markdown, "By [@joe[bot]](https://a.org/joe[bot])."),
        Example::any("See <http://a.org/wiki/Yahoo!>, <http://a.org/*> and <http://a.org/x(>."),
        Example::any("It said \"http://a.org/x.\" Then it calls open('http://a.org/x?' + query)."),
        Example::any("The reference `g.` means <URL:http://a/b/c/g.> there."),
        Example::any(
            "See <http://a.org/S.M.A.R.T.>, <http://a.org/wiki/X,_Inc.>, <http://a.org/wiki/X,_D.C.>, <http://a.org/wiki/X_Bros.> and <http://a.org/x#y-4.2.4.>.",
        ),
        Example::new(
            Kind::Html,
            "<meta http-equiv=refresh content=\"0;URL='https://a.org/x'\">",
        ),
        Example::new(
            Kind::Html,
            "<p title=\"see (https://a.org/i/1)\">See <a select=\"'http://a.org/x.dtd'\">it</a>.</p>",
        ),
        Example::new(
            Kind::Html,
            "<p>f <a href=\"http://a.org/F.html#v:.\">.</a> g, <a href='http://a.org/G.html#t::.:'>it</a> <a href='http://a.org/H.html#v:-94-.'>^.</a></p>",
        ),
        Example::new(
            Kind::Html,
            "<a href=\"mailto:joe@a.org?subject=Report%20user%20now.\">it</a>, <img src=\"http://a.org/as?ei=EUlaGGF4SNMvxFF7KucKuWMzzeCcaewo-3qJmqAF9H_s2a3P.\">",
        ),
        Example::new(
            Kind::Html,
            "<meta name=description content=\"Please link back to http://a.org.\">",
        ),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

/// Whether `tail` begins with the counterpart of the quote or bracket directly before the URL: `'http://a.org/'`.
fn is_enclosed(checked: &CheckedMatch<'_>, tail: &[u8]) -> bool {
    let before = checked.before();
    PAIRS
        .iter()
        .any(|(open, close)| before.ends_with(open) && tail.starts_with(close))
}

/// Whether the URL ends with an abbreviation or the number of a section: `…/S.M.A.R.T.`, `…/Tesla,_Inc.`, `…/Ph.D.`, `#jls-4.2.4.`.
fn ends_abbreviation(url: &[u8]) -> bool {
    const WORDS: [&[u8]; 8] = [
        b"_Inc.", b"_Ltd.", b"_Corp.", b"_Co.", b"_Jr.", b"_Sr.", b"_Bros.", b"_al.",
    ];
    if ends_with_any(url, &WORDS) {
        return true;
    }
    if matches!(url, [.., b'.', b'A'..=b'Z', b'.']) {
        return true;
    }
    let parts: Vec<&[u8]> = url.rsplitn(4, |b| *b == b'.').collect();
    let short = |part: &[u8]| part.len() == 1 && part[0].is_ascii_alphanumeric();
    matches!(parts[..], [_, last, middle, _] if short(last) && short(middle))
}

/// Whether it is a word in brackets: `https://github.com/dependabot[bot]`.
fn is_bracketed_word(tail: &[u8]) -> bool {
    matches!(tail, [b'[', word @ .., b']'] if word.iter().all(u8::is_ascii_alphabetic))
}

/// Whether the line ends with the border of a table of reStructuredText, whose cells cut URLs.
fn is_cut_by_cell(checked: &CheckedMatch<'_>) -> bool {
    let context = checked.context;
    let line = || context.line_after(checked.m.span().end);
    context.kind == Kind::Rst && line().trim_ascii_end().ends_with(b"|")
}

/// Whether the last value of the query is a text for a mail (`mailto:joe@a.org?subject=Thank%20you.`), or 32 bytes or more in a base64
/// whose padding is a dot, as in links of Oracle Responsys.
fn ends_value(url: &Components<'_>) -> bool {
    let query = url.query().unwrap_or_default();
    let last = query.rsplit(|&b| b == b'&').next().unwrap_or_default();
    let (name, value) = split_before(last, |b| b == b'=');
    let value = value.strip_prefix(b"=").unwrap_or_default();
    let of_mail = url
        .scheme()
        .unwrap_or_default()
        .eq_ignore_ascii_case(b"mailto");
    let is_base64 = |b: &u8| b.is_ascii_alphanumeric() || b"-_".contains(b);
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    of_mail && is_one_of(name, &["subject", "body"])
        || value.len() > 43
            && value[..value.len() - 1].iter().all(is_base64)
            && has(u8::is_ascii_digit)
            && has(u8::is_ascii_uppercase)
            && has(u8::is_ascii_lowercase)
}

/// Whether the fragment is the anchor that Haddock makes for an operator: `#v:.`, `#t::.:`, `#v:-94-.` for `^.`.
fn names_operator(fragment: &[u8]) -> bool {
    let is_part = |b: &u8| b.is_ascii_punctuation() || b.is_ascii_digit();
    matches!(fragment, [b'v' | b't', b':', name @ ..] if !name.is_empty() && name.iter().all(is_part))
}

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let context = checked.context;
    let url = checked.m.as_bytes();
    let wrapped = matches!(checked.m.form(), Form::Wrapper | Form::Angle | Form::Quoted);
    let source = context.text.map.segments(checked.m.span());
    let (start, end) = (source.first()?.start as usize, source.last()?.end as usize);
    let target = context.mask.target(start);
    let own_tail = || tail::split(url).1.to_vec();
    let tail = match target {
        _ if wrapped => own_tail(),
        None => return None,
        // The whole target is the URL if it ends in punctuation. In HTML it is not known here whether a target is that of a link.
        Some(target) if target.end == end && context.kind != Kind::Html => own_tail(),
        // A bare URL was already trimmed; the link target around it contains the rest.
        // In a sentence (`<meta content="See http://a.org/.">`) the URL is only a part of the value.
        Some(target) if !context.file[target.start..start].trim_ascii().is_empty() => return None,
        Some(target) => {
            let rest = context.file.get(end..target.end)?.to_vec();
            let stops = |b: &u8| b".,:;!?*'([{)]}".contains(b);
            rest.iter().all(stops).then_some(rest)?
        }
    };
    if tail.is_empty() {
        return None;
    }
    // Exempt are names of articles, companies and programs (`…/wiki/Yahoo!`, `…/coreutils/[`, `…/joe[bot]`), globs, and selectors (`#/copy:to:`).
    let colons = memchr::memchr_iter(b':', checked.url.as_bytes());
    let selector = tail == b":" && colons.count() > 1;
    // `#:~:text=` is followed by words of the page.
    let fragment = checked.url.fragment().unwrap_or_default();
    let words = contains(fragment, b":~:text=");
    // The host of the examples of RFC 1808 and RFC 3986: `http://a/b/c/g.`
    let one_letter = checked.url.host().is_some_and(|host| host.len() == 1);
    let exempt = is_cut_by_cell(checked)
        || one_letter
        || is_enclosed(checked, &tail)
        || is_bracketed_word(&tail)
        || words
        || names_operator(fragment)
        || selector
        || tail == b"." && (ends_abbreviation(url) || ends_value(&checked.url))
        || tail.iter().all(|b| b"!*?[({".contains(b));
    (!exempt).then(|| {
        let message = format!(
            "URL ends with `{}`, which probably belongs to the sentence; move it out of the link",
            String::from_utf8_lossy(&tail)
        );
        checked.violation(message)
    })
}
