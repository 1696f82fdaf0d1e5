//! Verifies fixes: after a fix the document has the same URLs as before, for the linter and for a search, up to what the fix changes.
//! A fix that fails is removed.
//!
//! All fixes are applied at once, and the URLs and links of both documents are compared. A difference removes the fixes beside it, and
//! the rest is verified again. So a document with fixes is read a few times, no matter how many fixes it has.

use std::collections::HashSet;
use std::ops::Range;

use super::document_linter::DocumentLinter;
use super::finding::{Edit, Finding, Fix};
use super::rule::Safety;
use super::setup::Setup;
use crate::document::{Kind, Role};
use crate::extract::Extractor;
use crate::matched::Match;
use crate::url;

/// How often the rest is verified again. Then all of it is removed.
const ROUNDS: usize = 6;

/// Removes the fixes that change more than their URL.
pub(super) fn remove_wrong_fixes(
    setup: &Setup,
    kind: Kind,
    document: &[u8],
    findings: &mut [Finding],
) {
    let mut right: Vec<&Fix> = Vec::new();
    // A wrong fix removes those beside it. An unsafe one is more often wrong, so it is not verified with the safe ones.
    for safety in [Safety::Safe, Safety::Unsafe] {
        let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
        let mut waiting: Vec<&Fix> = fixes.filter(|fix| fix.safety == safety).collect();
        // Fixes of the same place are verified one after the other.
        for _ in 0..ROUNDS {
            if waiting.is_empty() {
                break;
            }
            let (batch, rest) = compatible(waiting);
            waiting = rest;
            right.extend(verified(setup, kind, document, batch));
        }
    }
    let right: HashSet<*const Fix> = right.into_iter().map(std::ptr::from_ref).collect();
    for finding in findings {
        let is_wrong = |fix: &mut Fix| !right.contains(&std::ptr::from_ref(fix));
        finding.fix.take_if(is_wrong);
    }
}

/// Those of `fixes`, which are in order, that can be applied together.
pub(super) fn right_fixes<'f>(
    setup: &Setup,
    kind: Kind,
    document: &[u8],
    fixes: Vec<&'f Fix>,
) -> Vec<&'f Fix> {
    verified(setup, kind, document, compatible(fixes).0)
}

/// The document with `fixes` applied, which are in order and do not overlap.
pub(super) fn apply(document: &[u8], fixes: &[&Fix]) -> Vec<u8> {
    Edits::new(fixes).apply(document)
}

/// Those of `fixes`, which are in order, that do not overlap, and the others.
fn compatible(fixes: Vec<&Fix>) -> (Vec<&Fix>, Vec<&Fix>) {
    let mut end = None;
    let fixes = fixes.into_iter().filter(|fix| !fix.edits.is_empty());
    fixes.partition(|fix| {
        let region = region(fix);
        // Of two fixes at the same position, the second one waits.
        let fits = end.is_none_or(|end| region.start > end);
        if fits {
            end = Some(region.end);
        }
        fits
    })
}

/// The part of the document that a fix changes.
fn region(fix: &Fix) -> Range<u64> {
    fix.edits[0].at.start..fix.edits[fix.edits.len() - 1].at.end
}

/// Those of `fixes`, which are in order and do not overlap, that change nothing but their URL.
fn verified<'f>(
    setup: &Setup,
    kind: Kind,
    document: &[u8],
    mut fixes: Vec<&'f Fix>,
) -> Vec<&'f Fix> {
    if fixes.is_empty() {
        return fixes;
    }
    let before = items(setup, kind, document);
    for _ in 0..ROUNDS {
        let places = differences(setup, kind, document, &before, &fixes);
        if places.is_empty() {
            return fixes;
        }
        let mut wrong = vec![false; fixes.len()];
        for place in places {
            wrong[neighbours(&fixes, place)].fill(true);
        }
        let mut wrong = wrong.into_iter();
        fixes.retain(|_| wrong.next() == Some(false));
    }
    Vec::new()
}

/// The fixes directly before and after a place.
fn neighbours(fixes: &[&Fix], place: u64) -> Range<usize> {
    let after = fixes.partition_point(|fix| fix.edits[0].at.start <= place);
    after.saturating_sub(1)..fixes.len().min(after + 1)
}

/// The places in `document` whose URL or link becomes another one when `fixes` are applied.
fn differences(
    setup: &Setup,
    kind: Kind,
    document: &[u8],
    before: &[Item],
    fixes: &[&Fix],
) -> Vec<u64> {
    let edits = Edits::new(fixes);
    let mut after = items(setup, kind, &edits.apply(document));
    for item in &mut after {
        item.at = edits.source(item.at.start)..edits.source(item.at.end);
    }
    let is_kept = |item: &&Item| item.by == By::Link || edits.replacement(&item.at).is_none();
    let mut places = edits.without_url(&after);
    let mut old = before.iter().filter(is_kept).peekable();
    let mut new = after.iter().filter(is_kept).peekable();
    loop {
        match (old.peek(), new.peek()) {
            (None, None) => return places,
            (Some(from), Some(to)) if edits.is_same(from, to) => {
                old.next();
                new.next();
            }
            (Some(from), to) if to.is_none_or(|to| from.at.start <= to.at.start) => {
                places.push(from.at.start);
                old.next();
            }
            (_, to) => {
                places.extend(to.map(|to| to.at.start));
                new.next();
            }
        }
    }
}

/// A URL or a link of a document.
struct Item {
    /// The URL, or the label of a link. Bytes of the file.
    at: Range<u64>,
    /// The URL again, or where the target of a link may stand.
    target: Range<u64>,
    /// The URL or the target in a form that does not depend on escapes, the default port and case.
    url: Vec<u8>,
    role: Role,
    accepted: bool,
    by: By,
}

/// What found an item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum By {
    Linter,
    /// A search, which may read a text differently: it passes over what is refused.
    Search,
    /// The link's own marks.
    Link,
}

/// The URLs and links of a document, in order.
fn items(setup: &Setup, kind: Kind, document: &[u8]) -> Vec<Item> {
    let reader = DocumentLinter::new(setup, kind, document);
    let bytes = |at: Range<usize>| at.start as u64..at.end as u64;
    let links = reader.mask.links().iter().map(|link| Item {
        at: bytes(link.label.clone()),
        target: bytes(reader.mask.reach_of(link)),
        url: canonical(&link.target),
        role: Role::Label,
        accepted: true,
        by: By::Link,
    });
    let mut items: Vec<Item> = links.collect();
    let search = Extractor::default();
    reader.each_text(|text, _| {
        let item = |m: &Match<'_, [u8]>, by| {
            let segments = text.map.segments(m.span());
            let (start, end) = (segments.first()?.start, segments.last()?.end);
            Some(Item {
                at: start..end,
                target: start..end,
                url: canonical(m.assumed().unwrap_or(m.as_bytes())),
                role: reader.mask.role(start as usize),
                accepted: m.is_accepted(),
                by,
            })
        };
        let found = reader.matches(text);
        items.extend(found.iter().filter_map(|m| item(m, By::Linter)));
        let found = search.extract_text(text);
        items.extend(found.filter_map(|m| item(&m, By::Search)));
    });
    items.sort_by_key(|item| (item.at.start, item.at.end, item.by));
    items
}

/// The URL, normalized, with every character encoded that must be.
fn canonical(url: &[u8]) -> Vec<u8> {
    let normalized = url::parse(url).0.normalized();
    let mut out = Vec::with_capacity(normalized.len());
    for byte in normalized.iter() {
        match byte {
            b'[' | b']' | b'|' | b'^' | b'`' | b'{' | b'}' | b'"' | b'<' | b'>' | b'\\' | b' ' => {
                out.extend_from_slice(format!("%{byte:02X}").as_bytes());
            }
            byte => out.push(*byte),
        }
    }
    out
}

/// The edits of several fixes, in order.
struct Edits<'f> {
    edits: Vec<&'f Edit>,
    /// Where each edit ends: in the new document, and in the old one.
    ends: Vec<(u64, u64)>,
    /// The regions of unsafe fixes, which make another URL.
    replaced: Vec<Range<u64>>,
}

impl<'f> Edits<'f> {
    fn new(fixes: &[&'f Fix]) -> Edits<'f> {
        let edits: Vec<&Edit> = fixes.iter().flat_map(|fix| &fix.edits).collect();
        let mut shift = 0;
        let ends = edits.iter().map(|edit| {
            shift += edit.with.len() as i64 - (edit.at.end - edit.at.start) as i64;
            (edit.at.end.saturating_add_signed(shift), edit.at.end)
        });
        let ends = ends.collect();
        let replacing = fixes.iter().filter(|fix| fix.safety == Safety::Unsafe);
        let replaced = replacing.map(|fix| region(fix)).collect();
        Edits {
            edits,
            ends,
            replaced,
        }
    }

    fn apply(&self, document: &[u8]) -> Vec<u8> {
        let (mut out, mut at) = (Vec::with_capacity(document.len()), 0);
        for edit in &self.edits {
            out.extend_from_slice(&document[at..edit.at.start as usize]);
            out.extend_from_slice(&edit.with);
            at = edit.at.end as usize;
        }
        out.extend_from_slice(&document[at..]);
        out
    }

    /// Where the byte `at` of the new document is in the old one. What an edit wrote is at its beginning.
    fn source(&self, at: u64) -> u64 {
        let edit = self.ends.partition_point(|(new, _)| *new <= at);
        let (new, old) = edit.checked_sub(1).map_or((0, 0), |last| self.ends[last]);
        let next = self.edits.get(edit).map_or(u64::MAX, |edit| edit.at.start);
        next.min(old + (at - new))
    }

    /// The index of the unsafe fix that touches this range.
    fn replacement(&self, at: &Range<u64>) -> Option<usize> {
        let next = self
            .replaced
            .partition_point(|region| region.end < at.start);
        let region = self.replaced.get(next)?;
        (region.start <= at.end).then_some(next)
    }

    /// The places of unsafe fixes that did not make a URL.
    fn without_url(&self, after: &[Item]) -> Vec<u64> {
        let mut urls = vec![0; self.replaced.len()];
        let found = after.iter();
        for item in found.filter(|item| item.by == By::Linter && item.accepted) {
            if let Some(i) = self.replacement(&item.at) {
                urls[i] += 1;
            }
        }
        let regions = self.replaced.iter().zip(urls);
        let wrong = regions.filter(|(_, urls)| *urls != 1);
        wrong.map(|(region, _)| region.start).collect()
    }

    fn is_same(&self, from: &Item, to: &Item) -> bool {
        let role = from.role == to.role || from.role == Role::Prose && to.role == Role::Autolink;
        // The target of a link may have been replaced.
        let is_replaced = || self.replacement(&from.target).is_some();
        let url = from.url == to.url || from.by == By::Link && is_replaced();
        from.at.start == to.at.start
            && from.by == to.by
            && from.accepted == to.accepted
            && role
            && url
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(safety: Safety, edits: &[(Range<u64>, &str)]) -> Fix {
        let edits = edits.iter().map(|(at, with)| Edit {
            at: at.clone(),
            with: with.as_bytes().to_vec(),
        });
        Fix {
            safety,
            edits: edits.collect(),
        }
    }

    /// The indices of the fixes that are right.
    fn right(kind: Kind, document: &str, fixes: &[Fix]) -> Vec<usize> {
        let setup = Setup::default();
        let right = right_fixes(&setup, kind, document.as_bytes(), fixes.iter().collect());
        let index = |fix: &&Fix| fixes.iter().position(|other| std::ptr::eq(other, *fix));
        right.iter().filter_map(index).collect()
    }

    const DOCUMENT: &str = "See http://a.org:80/x here.\n\nAnd http://b.org:80/y here.\n\nAnd http://c.org:80/z here.\n";

    #[test]
    fn a_fix_that_changes_its_url_is_wrong() {
        let port = |at: u64| fix(Safety::Safe, &[(at..at + 3, "")]);
        let (first, third) = (port(16), port(74));
        assert_eq!(
            right(Kind::Text, DOCUMENT, &[first.clone(), third.clone()]),
            [0, 1]
        );
        for wrong in [
            // Another path, a shorter URL, another host, two URLs, no URL.
            fix(Safety::Safe, &[(49..50, "q")]),
            fix(Safety::Safe, &[(48..49, " ")]),
            fix(Safety::Safe, &[(40..41, "q")]),
            fix(Safety::Safe, &[(50..50, " http://d.org/")]),
            fix(Safety::Safe, &[(33..37, "")]),
        ] {
            let fixes = [first.clone(), wrong.clone(), third.clone()];
            let kept = right(Kind::Text, DOCUMENT, &fixes);
            assert!(!kept.contains(&1), "{wrong:?} {kept:?}");
            assert_eq!(
                right(Kind::Text, DOCUMENT, std::slice::from_ref(&wrong)),
                [0; 0],
                "{wrong:?}"
            );
        }
    }

    #[test]
    fn a_fix_that_changes_what_stands_around_other_urls_is_wrong() {
        // Of each pair, the edits make the second URL code, a comment, or a label.
        for open in ["`` ", "<!-- ", "["] {
            let document = "See http://a.org/x and http://b.org/y`` --> [x](http://c.org/) here.\n";
            let wrong = fix(Safety::Safe, &[(18..18, open)]);
            assert_eq!(
                right(Kind::Markdown, document, &[wrong]).len(),
                usize::from(open == "[")
            );
        }
        let angle = fix(Safety::Safe, &[(4..4, "<"), (21..21, ">")]);
        assert_eq!(right(Kind::Markdown, DOCUMENT, &[angle]), [0]);
    }

    #[test]
    fn an_unsafe_fix_makes_one_url() {
        let document = "See htpp://a.org/x and http://b.org/y here.\n";
        let scheme = fix(Safety::Unsafe, &[(4..8, "http")]);
        assert_eq!(right(Kind::Text, document, &[scheme]), [0]);
        let none = fix(Safety::Unsafe, &[(4..8, "hppt")]);
        assert_eq!(right(Kind::Text, document, &[none]), [0; 0]);
    }

    #[test]
    fn fixes_that_overlap_wait() {
        let (one, other) = (
            fix(Safety::Safe, &[(4..4, "<"), (21..21, ">")]),
            fix(Safety::Safe, &[(16..19, "")]),
        );
        assert_eq!(compatible(vec![&one, &other]).1, [&other]);
    }
}
