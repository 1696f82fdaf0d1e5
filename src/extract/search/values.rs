//! Values that are a URL as a whole, since their notation says so: `href="x.html"`. These matches need no candidate; the notes of the text
//! say where they stand.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::Search;
use super::standing::Standing;
use super::template::is_template;
use crate::class::Class;
use crate::extent::{self, Offers, Reading};
use crate::flaw::Flaws;
use crate::grammar::login::authority_len;
use crate::haystack::Haystack;
use crate::matched::Match;
use crate::scan::Candidate;
use crate::span::beginning;
use crate::text::{Notes, Value};
use crate::url::{self, Url};

impl<'t, T: Haystack + ?Sized> Search<'t, T> {
    /// The match of the next value, if `candidate` does not stand before it. A candidate after the value is kept. One in the host of a
    /// value that is refused is taken.
    pub(super) fn next_value(&mut self, candidate: &mut Option<Candidate>) -> Option<Match<'t, T>> {
        let values = &self.notes?.values;
        while let Some(value) = values.get(self.passed_values) {
            if candidate.is_some_and(|candidate| candidate.start < value.at.start) {
                return None;
            }
            self.passed_values += 1;
            if value.at.start < self.context.from {
                continue;
            }
            if let Some(found) = self.read_value(value) {
                self.context.from = value.at.end;
                let is_after = |candidate: &Candidate| candidate.outer >= value.at.end;
                self.resume = candidate.take().filter(is_after);
                return Some(found);
            }
            let end = value.at.start + end_of_odd_host(&self.context.text[value.at.clone()]);
            self.context.from = self.context.from.max(end);
            if candidate
                .take_if(|candidate| candidate.start < end)
                .is_some()
            {
                return None;
            }
        }
        None
    }

    /// The match that the value is, if it is a URL that the reader sees or all are asked for.
    fn read_value(&mut self, value: &'t Value) -> Option<Match<'t, T>> {
        let (text, options) = (self.text, self.context.options);
        if value.relative || !value.assumed.is_empty() {
            match self.base.as_deref() {
                Some(base) => return self.resolve_value(value, base),
                None if value.relative => return None,
                None => {}
            }
        }
        let mut found = None;
        let take = &mut |reading: &Reading<'_>| {
            let profile = &options.profile;
            let (flaws, refused) = reading.judge(profile);
            let is_template = || !flaws.is_empty() && is_template(reading.url, false, b"");
            let accepted = !refused && !is_template();
            if accepted || options.all {
                found = Some(Match::new(text, reading, flaws, accepted, profile));
            }
            ControlFlow::Break(())
        };
        let scratch = &mut self.scratch;
        let _ = extent::read_value(text.bytes(), value, &mut Offers { take, scratch });
        self.note_value(value, found?)
    }

    /// The match of a value that is relative to `base`, or lacks the scheme of it.
    fn resolve_value(&self, value: &'t Value, base: &[u8]) -> Option<Match<'t, T>> {
        let text = self.text;
        let reference = &text.bytes()[value.at.clone()];
        let resolved = Url::new(Cow::Borrowed(base)).resolve(reference);
        let mut flaws = Flaws::NONE;
        let target = url::components(&resolved, &mut flaws);
        let options = self.context.options;
        let is_accepted = !options.profile.refuses(target.scheme_info(), flaws);
        if !is_accepted && !options.all {
            return None;
        }
        let reference = extent::whole_value(text.bytes(), &value.at);
        let mut found = Match::from_reference(text, reference, T::owned(resolved));
        if !is_accepted {
            found.refuse();
        }
        self.note_value(value, found)
    }

    /// Notes how the value was written, and the attribute that it stands in. Nothing if it says nothing to the reader there.
    fn note_value(&self, value: &'t Value, mut found: Match<'t, T>) -> Option<Match<'t, T>> {
        if let Some(written) = &value.written {
            found.set_written(T::owned(written.to_vec()));
        }
        if value.attribute.is_empty() {
            return Some(found);
        }
        let standing = Standing::Attribute(Cow::Borrowed(&value.attribute));
        self.note_standing_as(standing, &mut found).then_some(found)
    }
}

/// Where the authority of a refused URL ends if it has a sign that no host has, and then more of a name; else 0. What stands before the sign
/// is no URL: `https://good.com&x.a.org`. But `http://a.org)` means `http://a.org`.
fn end_of_odd_host(url: &[u8]) -> usize {
    let Some(colon) = memchr::memmem::find(beginning(url, MAX_SCHEME), b"://") else {
        return 0;
    };
    let rest = &url[colon + 3..];
    let end = authority_len(rest);
    let authority = String::from_utf8_lossy(&rest[..end]).to_lowercase();
    let name = authority.trim_end_matches(|c: char| !c.is_alphanumeric());
    let name = MARKED_DOTS
        .iter()
        .fold(name.to_string(), |name, dot| name.replace(dot, "."));
    let is_odd = |c: char| !c.is_alphanumeric() && !"-._~%:@[]".contains(c);
    // Another URL begins there: `http://a.org,http://b.org`.
    let holds_another = || {
        let front = rest[..end].strip_suffix(b":").unwrap_or_default();
        let scheme = &front[front.len() - Class::ALPHA.run_back(front)..];
        rest[end..].starts_with(b"//") && url::find(scheme).is_some()
    };
    if name.contains(is_odd) && !holds_another() {
        colon + 3 + end
    } else {
        0
    }
}

/// What the reader of a text takes for a dot: those of East Asia, and what a writer puts so that nobody clicks on the URL.
const MARKED_DOTS: [&str; 7] = ["。", "．", "｡", "(.)", "(dot)", "{.}", "{dot}"];

/// Longer than the name of any scheme and the slashes after it, in bytes.
const MAX_SCHEME: usize = 64;

/// Whether other URLs can be relative to this one: it has a scheme and `//`.
pub(in crate::extract) fn is_base(url: &[u8]) -> bool {
    let url = Url::new(Cow::Borrowed(url));
    url.scheme().is_some() && url.host().is_some()
}

/// The longest base of a page: it is read again for each of its URLs.
const MAX_BASE: usize = 2048;

/// The base of the page's relative URLs, if it can be one.
pub(super) fn base<'t>(given: Option<&[u8]>, notes: Option<&'t Notes>) -> Option<Cow<'t, [u8]>> {
    let own = notes.and_then(|notes| notes.base.as_deref());
    let base = match (given, own) {
        (Some(given), Some(own)) => Cow::Owned(Url::new(Cow::Borrowed(given)).resolve(own)),
        (Some(given), None) => Cow::Owned(given.to_vec()),
        (None, own) => Cow::Borrowed(own?),
    };
    let is_short = own.is_none() || base.len() <= MAX_BASE;
    (is_short && is_base(&base)).then_some(base)
}
