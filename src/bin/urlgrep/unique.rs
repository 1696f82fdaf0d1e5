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
            args::Unique::Normalized => self.insert(url::parse(url).0.normalized()),
            args::Unique::NoFragment => {
                let mut normalized = url::parse(url).0.normalized();
                let end = memchr::memchr(b'#', &normalized);
                normalized.truncate(end.unwrap_or(normalized.len()));
                self.insert(normalized)
            }
            args::Unique::NoTracking => {
                let (parsed, _) = url::parse(url);
                let kept = parsed.without_tracking();
                self.insert(url::parse(&kept).0.normalized())
            }
        }
    }

    fn insert(&mut self, url: Vec<u8>) -> bool {
        self.urls.insert(url.into())
    }
}
