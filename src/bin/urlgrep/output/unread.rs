//! How many files of each kind were not read.

use std::fmt;
use std::ptr;

use urlgrep::files::Unread;

/// Counts by kind, in the order of their first files.
#[derive(Default)]
pub(super) struct UnreadCounts(Vec<(&'static Unread, u64)>);

impl UnreadCounts {
    pub(super) fn add(&mut self, kind: &'static Unread) {
        let mut known = self.0.iter_mut();
        match known.find(|(known, _)| ptr::eq(*known, kind)) {
            Some((_, count)) => *count += 1,
            None => self.0.push((kind, 1)),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// `2 PDF files, 1 zip archive`
impl fmt::Display for UnreadCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<_> = self.0.iter().map(|(kind, n)| kind.count(*n)).collect();
        f.write_str(&kinds.join(", "))
    }
}
