//! The evidence for open hyphens: URLs of the same text that stand unbroken. [`Index::choose`] takes the readings of a match, and gives the
//! only one that such a URL supports.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use super::host::{host, lower};
use super::readings::{OpenReading, Part};

/// URLs to look up: whole, by host, by their beginning.
pub(super) struct Index<'u> {
    urls: BTreeSet<&'u [u8]>,
    /// In lower case.
    hosts: HashSet<Cow<'u, [u8]>>,
}

impl<'u> FromIterator<&'u [u8]> for Index<'u> {
    fn from_iter<I: IntoIterator<Item = &'u [u8]>>(urls: I) -> Index<'u> {
        let urls: BTreeSet<_> = urls.into_iter().collect();
        let hosts = urls.iter().filter_map(|url| host(url));
        let hosts = hosts.map(lower).collect();
        Index { urls, hosts }
    }
}

impl Index<'_> {
    /// The only reading that has evidence.
    pub(super) fn choose<'r, 'm>(
        &self,
        readings: &'r [OpenReading<'m>],
    ) -> Option<&'r OpenReading<'m>> {
        let only = |has: &dyn Fn(&OpenReading<'_>) -> bool| {
            let mut with = readings.iter().filter(|reading| has(reading));
            with.next().filter(|_| with.next().is_none())
        };
        let whole = || only(&|reading| self.urls.contains(reading.url));
        // The rest of the URL may differ.
        let part = || only(&|reading| self.has_part(&reading.part));
        whole().or_else(part)
    }

    /// Whether any reading has evidence.
    pub(super) fn has_any(&self, readings: &[OpenReading<'_>]) -> bool {
        let has = |reading: &OpenReading<'_>| {
            self.urls.contains(reading.url) || self.has_part(&reading.part)
        };
        readings.iter().any(has)
    }

    fn has_part(&self, part: &Part<'_>) -> bool {
        match *part {
            Part::Whole => false,
            Part::Host(host) => self.hosts.contains(&lower(host)),
            Part::Beginning(beginning) => {
                let mut from = self.urls.range(beginning..);
                let starts = |url: &&[u8]| url.starts_with(beginning);
                beginning.ends_with(b"/") && from.next().is_some_and(starts)
            }
        }
    }
}
