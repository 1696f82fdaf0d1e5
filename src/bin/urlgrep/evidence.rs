//! What a text says elsewhere about a hyphen at a line break: its URLs that stand in one piece.
//!
//! There is hardly ever a hyphen to settle, so URLs are only kept, back to back, until one asks.

use std::borrow::Cow;

use urlgrep::{Flaw, HyphenEvidence, Match};

use crate::found::Found;

/// Where so many hosts are asked about all URLs are evidence: to compare with each would take longer.
const MANY: usize = 16;

/// Bytes for the URLs of a small text.
const SOME: usize = 1 << 10;

/// URLs that stand in one piece.
#[derive(Default, Debug)]
pub(crate) struct Unbroken {
    /// Each with a newline, which no URL holds.
    urls: Vec<u8>,
    /// Those that stood there when many were open, so that no URL is added twice.
    all: Option<HyphenEvidence>,
}

impl Unbroken {
    /// Keeps the match's URL, if nothing else can stand in its place.
    pub(crate) fn add(&mut self, m: &Match<'_, [u8]>) {
        let sure = m.alternatives().is_empty() && !m.is_joined();
        if sure && !m.known_flaws().contains(Flaw::UnclosedWrapper) {
            if self.urls.is_empty() {
                self.urls.reserve(SOME);
            }
            self.urls.extend_from_slice(m.as_bytes());
            self.urls.push(b'\n');
        }
    }

    pub(crate) fn append(&mut self, mut other: Unbroken) {
        self.urls.append(&mut other.urls);
    }

    pub(crate) fn clear(&mut self) {
        *self = Unbroken::default();
    }

    /// Those that may settle one of the matches which are open.
    pub(crate) fn evidence<'f>(
        &mut self,
        found: impl Iterator<Item = &'f Found>,
    ) -> Cow<'_, HyphenEvidence> {
        let mut beginnings = Vec::new();
        for beginning in found.flat_map(Found::beginnings) {
            if beginnings.len() < MANY && !beginnings.contains(&beginning) {
                beginnings.push(beginning);
            }
        }
        let (lines, mut start) = (&self.urls, 0);
        let urls = memchr::memchr_iter(b'\n', lines).map(|end| {
            let url = &lines[start..end];
            start = end + 1;
            url
        });
        if beginnings.len() == MANY || self.all.is_some() {
            let all = self.all.get_or_insert_default();
            urls.for_each(|url| all.add_url(url));
            self.urls.clear();
            return Cow::Borrowed(all);
        }
        let mut some = HyphenEvidence::new();
        urls.filter(|url| may_settle(url, &beginnings))
            .for_each(|url| some.add_url(url));
        Cow::Owned(some)
    }
}

/// Whether it begins with one of these behind its scheme; any that has a login may.
fn may_settle(url: &[u8], beginnings: &[Vec<u8>]) -> bool {
    let rest = rest(url);
    let is = |beginning: &Vec<u8>| {
        let begun = rest.get(..beginning.len());
        begun.is_some_and(|begun| begun.eq_ignore_ascii_case(beginning))
    };
    let slashes = url[..url.len() - rest.len()].ends_with(b"/");
    beginnings.iter().any(is) || slashes && memchr::memchr(b'@', rest).is_some()
}

/// What follows the scheme and the slashes.
pub(crate) fn rest(url: &[u8]) -> &[u8] {
    let rest = memchr::memchr(b':', url).map_or(url, |colon| &url[colon + 1..]);
    rest.strip_prefix(b"//").unwrap_or(rest)
}
