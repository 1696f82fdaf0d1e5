//! `-U`: of equal URLs the first.

use std::collections::HashSet;

use urlgrep::url;

use crate::args;

/// The URLs so far: memory for each that differs.
#[derive(Debug)]
pub(crate) struct Seen {
    by: args::Unique,
    urls: HashSet<Box<[u8]>>,
}

impl Seen {
    pub(crate) fn by(by: args::Unique) -> Seen {
        let urls = HashSet::new();
        Seen { by, urls }
    }

    /// Whether this URL is the first of its kind; then it is remembered.
    pub(crate) fn is_first(&mut self, url: &[u8]) -> bool {
        match self.by {
            args::Unique::Exact => !self.urls.contains(url) && self.urls.insert(url.into()),
            args::Unique::Normalized => self.urls.insert(url::parse(url).0.normalized().into()),
        }
    }
}
