//! What a text says elsewhere about a hyphen at a line break: its URLs that stand in one piece.
//!
//! There is hardly ever a hyphen to settle, so URLs are only kept, back to back, until one asks.

use urlgrep::{Evidence, Flaw, Match};

/// URLs that stand in one piece.
#[derive(Default, Debug)]
pub(crate) struct Unbroken {
    /// Each with a newline, which no URL holds.
    urls: Vec<u8>,
}

impl Unbroken {
    /// Keeps the match's URL, if nothing else can stand in its place.
    pub(crate) fn add(&mut self, m: &Match<'_, [u8]>) {
        let sure = m.alternatives().is_empty() && !m.is_joined();
        if sure && !m.known_flaws().contains(Flaw::UnclosedWrapper) {
            self.urls.extend_from_slice(m.as_bytes());
            self.urls.push(b'\n');
        }
    }

    pub(crate) fn append(&mut self, mut other: Unbroken) {
        self.urls.append(&mut other.urls);
    }

    pub(crate) fn clear(&mut self) {
        self.urls.clear();
    }

    pub(crate) fn evidence(&self) -> Evidence {
        let mut evidence = Evidence::new();
        for url in self.urls.split(|&b| b == b'\n') {
            evidence.add_url(url);
        }
        evidence
    }
}
