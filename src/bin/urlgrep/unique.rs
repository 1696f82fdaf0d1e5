//! `-U`: each URL once.

use std::collections::HashSet;

use urlgrep::url;

use crate::args;

/// The different URLs so far, all in memory.
#[derive(Debug)]
pub(crate) struct Seen {
    by: args::Unique,
    urls: HashSet<Box<[u8]>>,
}

impl Seen {
    pub(crate) fn new(by: args::Unique) -> Seen {
        let urls = HashSet::new();
        Seen { by, urls }
    }

    /// Whether the URL is new; then it is remembered.
    pub(crate) fn is_first(&mut self, url: &[u8]) -> bool {
        match self.by {
            args::Unique::Exact => !self.urls.contains(url) && self.urls.insert(url.into()),
            args::Unique::Normalized => self.urls.insert(url::parse(url).0.normalized().into()),
        }
    }
}
