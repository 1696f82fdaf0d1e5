//! `--count-by`: how often each URL, host, scheme or file occurs.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;

use super::{Print, StdoutBuffer};
use crate::args::By;
use crate::dates;
use crate::found::Found;

/// Memory for each name.
pub(super) struct Tally {
    by: By,
    top: Option<usize>,
    counts: HashMap<Box<[u8]>, u64>,
}

impl Tally {
    pub(super) fn new(by: By, top: Option<usize>) -> Tally {
        let counts = HashMap::new();
        Tally { by, top, counts }
    }

    fn add(&mut self, name: &[u8], count: u64) {
        match self.counts.get_mut(name) {
            Some(sum) => *sum += count,
            None => drop(self.counts.insert(name.into(), count)),
        }
    }
}

impl Print for Tally {
    fn found(&mut self, _: &mut StdoutBuffer, _: &Path, found: &Found) {
        let facts = found.facts.as_deref();
        let month;
        let name = match self.by {
            By::Url => Some(&found.url[..]),
            By::Host => facts.and_then(|facts| facts.host.as_deref()),
            By::Scheme => facts.and_then(|facts| facts.scheme.as_deref()),
            By::File => return,
            By::Month => {
                month = facts.and_then(|facts| dates::month(facts.origin.date?));
                month.as_deref().map(str::as_bytes)
            }
        };
        match (self.by, name) {
            (By::Host, Some(host)) => self.add(&host.to_ascii_lowercase(), 1),
            (_, Some(name)) => self.add(name, 1),
            (_, None) => self.add(b"-", 1),
        }
    }

    fn end(&mut self, _: &mut StdoutBuffer, path: &Path, count: u64) {
        if self.by == By::File && count > 0 {
            self.add(path.as_os_str().as_encoded_bytes(), count);
        }
    }

    fn finish(&mut self, page: &mut StdoutBuffer) {
        let mut counts: Vec<_> = self.counts.drain().collect();
        counts.sort_by(|(a, n), (b, m)| (Reverse(n), a).cmp(&(Reverse(m), b)));
        for (name, count) in counts.iter().take(self.top.unwrap_or(usize::MAX)) {
            page.write_number(*count);
            page.write(b"\t");
            page.write_text(name);
            page.write(b"\n");
            page.turn();
        }
    }
}
