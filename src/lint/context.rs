//! What rules see.

use std::ops::Range;

use super::host;
use super::linter::Settings;
use super::placeholder::is_placeholder;
use crate::document::{Kind, Mask, Role};
use crate::flaw::{Flaw, FlawAt, Flaws};
use crate::matched::Match;
use crate::scan::Form;
use crate::text::Text;
use crate::url::{self, Url};

/// A text of a document, with what is known of the document.
#[derive(Clone, Copy)]
pub(super) struct Page<'p> {
    pub(super) kind: Kind,
    pub(super) mask: &'p Mask,
    pub(super) text: &'p Text<'p>,
    /// The whole file.
    pub(super) file: &'p [u8],
    pub(super) settings: &'p Settings,
    /// Where the matches of the text stand: bytes of the text, in order.
    pub(super) spans: &'p [Range<usize>],
}

impl Page<'_> {
    /// What stands at the byte `at` of the text.
    pub(super) fn role(&self, at: usize) -> Role {
        self.mask.role(self.text.map.source_of(at).start as usize)
    }

    /// Whether the byte `at` of the text lies within a match that begins before it.
    pub(super) fn is_within(&self, at: usize) -> bool {
        let after = self.spans.partition_point(|span| span.start < at);
        after > 0 && at < self.spans[after - 1].end
    }
}

/// A match, or a candidate that the profile refused.
pub(super) struct Found<'p> {
    pub(super) page: &'p Page<'p>,
    pub(super) m: &'p Match<'p, [u8]>,
    /// Taken apart; of one without scheme the one that is meant.
    pub(super) url: Url<'p>,
    /// The parser's flaws with their places, in order.
    pub(super) placed: Vec<FlawAt>,
    /// Every flaw.
    pub(super) flaws: Flaws,
    pub(super) role: Role,
}

impl<'p> Found<'p> {
    pub(super) fn of(page: &'p Page<'p>, m: &'p Match<'p, [u8]>) -> Found<'p> {
        let judged = m.assumed().unwrap_or(m.as_bytes());
        let (url, placed) = url::parse(judged);
        Found {
            page,
            m,
            url,
            placed,
            flaws: m.flaws(),
            role: page.role(m.span().start),
        }
    }

    /// The whole URL.
    pub(super) fn whole(&self) -> Range<usize> {
        0..self.url.as_bytes().len()
    }

    /// Where a component of the URL stands in it.
    pub(super) fn range_of(&self, component: &[u8]) -> Range<usize> {
        let start = component.as_ptr() as usize - self.url.as_bytes().as_ptr() as usize;
        start..start + component.len()
    }

    /// The component that the byte `at` of the URL belongs to.
    pub(super) fn component(&self, at: usize) -> &'p [u8] {
        let url = &self.url;
        let parts = [
            url.user(),
            url.password(),
            url.host(),
            url.port(),
            url.path(),
            url.query(),
            url.fragment(),
        ];
        let mut parts = parts.into_iter().flatten();
        let found = parts.find(|part| {
            let range = self.range_of(part);
            range.start <= at && at < range.end
        });
        found.unwrap_or_default()
    }

    /// The first place of a flaw that no later standard takes either.
    pub(super) fn invalid(&self, flaw: Flaw) -> Option<Range<usize>> {
        let mut invalid = self.placed.iter().filter(|p| p.invalid && p.flaw == flaw);
        invalid.next().map(|placed| placed.at.clone())
    }

    /// Whether any component is a placeholder, or one stands right behind the URL.
    pub(super) fn is_template(&self) -> bool {
        let url = &self.url;
        let parts = [
            url.user(),
            url.password(),
            url.host(),
            url.port(),
            url.path(),
        ];
        parts.into_iter().flatten().any(is_placeholder)
            || url.query().is_some_and(is_placeholder)
            || self.goes_on()
    }

    /// Whether what stands right behind the URL makes it the beginning of a template.
    pub(super) fn goes_on(&self) -> bool {
        if !matches!(self.m.form(), Form::Bare | Form::Prefix) {
            return false;
        }
        let rest = &self.page.text.bytes[self.m.span().end..];
        // `%(name)s`
        let format = self.m.as_bytes().ends_with(b"%") && rest.starts_with(b"(");
        // In AsciiDoc the text of a link.
        let label = rest.starts_with(b"[") && self.page.kind == Kind::Asciidoc;
        let opens = rest.first().is_some_and(|b| b"<{$%[\\".contains(b)) && !label;
        // Emphasis has a star before it too.
        let star = || self.page.text.bytes[..self.m.span().start].ends_with(b"*");
        let any = rest.starts_with(b"*") && !star();
        format || opens || any || rest.starts_with(b"..") || rest.starts_with("…".as_bytes())
    }

    /// Whether the host is one that the configuration allows.
    pub(super) fn is_allowed_host(&self) -> bool {
        let host = self.url.host().unwrap_or_default();
        let mut allowed = self.page.settings.allowed_hosts.iter();
        allowed.any(|pattern| host::is_meant(host, pattern))
    }

    /// Whether the host is on this network.
    pub(super) fn is_local(&self) -> bool {
        host::is_local(self.url.host().unwrap_or_default())
    }

    /// Whether the host is reserved for examples.
    pub(super) fn is_example(&self) -> bool {
        host::is_example(self.url.host().unwrap_or_default())
    }

    /// The URL as text, to be shown.
    pub(super) fn shown(part: &[u8]) -> String {
        String::from_utf8_lossy(part).into_owned()
    }
}
