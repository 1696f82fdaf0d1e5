//! `--count-by`: how often each URL, host, scheme, file or month occurs.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use super::rows::Base;
use super::{Print, Rows, StdoutBuffer};
use crate::args::By;
use crate::dates;
use crate::found::Found;
use crate::visible::one_line;

/// Writes the name that a match counts for.
pub(super) fn render(by: By, rows: &mut Rows, found: &Found<'_>) {
    const UNKNOWN: &[u8] = b"-";
    let url = || found.m.url();
    let lower = |name: Option<&[u8]>| name.map_or(UNKNOWN.to_vec(), <[u8]>::to_ascii_lowercase);
    match by {
        By::Url => rows.text.write(found.m.as_bytes()),
        By::Host => rows.text.write(&lower(url().host())),
        By::Scheme => rows.text.write(&lower(url().scheme())),
        By::File => {}
        By::Month => {
            let month = found.origin.date.and_then(dates::month);
            rows.text
                .write(month.as_deref().map_or(UNKNOWN, str::as_bytes));
        }
    }
}

/// Keeps every name in memory.
pub(super) struct Tally {
    by: By,
    top: usize,
    counts: HashMap<Box<[u8]>, u64>,
}

impl Tally {
    pub(super) fn new(by: By, top: Option<u64>) -> Tally {
        let top = top.map_or(usize::MAX, |top| top.try_into().unwrap_or(usize::MAX));
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
    fn rows(&mut self, _: &mut StdoutBuffer, rows: &Rows, range: Range<usize>, _: Base) {
        if self.by != By::File {
            range.for_each(|i| self.add(rows.text(i), 1));
        }
    }

    fn end(&mut self, _: &mut StdoutBuffer, path: &Path, count: u64) {
        if self.by == By::File && count > 0 {
            self.add(path.as_os_str().as_encoded_bytes(), count);
        }
    }

    fn finish(&mut self, stdout: &mut StdoutBuffer) {
        let mut counts: Vec<_> = self.counts.drain().collect();
        counts.sort_by(|(a, n), (b, m)| (Reverse(n), a).cmp(&(Reverse(m), b)));
        for (name, count) in counts.iter().take(self.top) {
            stdout.write_number(*count);
            stdout.write(b"\t");
            stdout.write_text(&one_line(name));
            stdout.write(b"\n");
            stdout.turn();
        }
    }
}
