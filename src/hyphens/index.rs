//! The evidence that open hyphens may need, to look up.

use std::collections::{BTreeSet, HashSet};

use super::key::host;
use super::readings::{OpenReading, Part};

/// URLs to look up: whole, by host, by their beginning.
#[derive(Clone, Default, Debug)]
pub(super) struct Index {
    keys: HashSet<u64>,
    urls: BTreeSet<Vec<u8>>,
    /// In lower case.
    hosts: HashSet<Vec<u8>>,
}

impl Index {
    pub(super) fn add(&mut self, key: u64, url: &[u8]) {
        if !self.urls.contains(url) {
            self.urls.insert(url.to_vec());
            self.keys.insert(key);
            let host = host(url).map(<[u8]>::to_ascii_lowercase);
            self.hosts.extend(host);
        }
    }

    pub(super) fn append(&mut self, mut other: Index) {
        self.keys.extend(other.keys);
        self.urls.append(&mut other.urls);
        self.hosts.extend(other.hosts);
    }

    pub(super) fn clear(&mut self) {
        // Most are empty, and clearing an empty set takes time too.
        if !self.urls.is_empty() {
            *self = Index::default();
        }
    }

    /// The only reading that has evidence.
    pub(super) fn choose<'r, 'm>(
        &self,
        readings: &'r [OpenReading<'m>],
    ) -> Option<&'r OpenReading<'m>> {
        let only = |has: &dyn Fn(&OpenReading<'_>) -> bool| {
            let may_have = |reading: &&OpenReading<'_>| {
                self.keys.contains(&reading.key) || reading.needs_any_key()
            };
            let mut with = readings
                .iter()
                .filter(may_have)
                .filter(|reading| has(reading));
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
            Part::Host(host) => self.hosts.contains(&host.to_ascii_lowercase()),
            Part::Beginning(beginning) => {
                let mut from = self.urls.range(beginning.to_vec()..);
                let starts = |url: &Vec<u8>| url.starts_with(beginning);
                beginning.ends_with(b"/") && from.next().is_some_and(starts)
            }
        }
    }
}
