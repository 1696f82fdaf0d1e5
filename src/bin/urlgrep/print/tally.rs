//! `--count-by`: how often each URL, host, file, month and so on occurs.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use clap::ValueEnum;
use urlgrep::url::{self, Url};

use super::rows::Base;
use super::{CountFormat, Print, Rows, Stats, StdoutBuffer, drawn};
use crate::args::By;
use crate::dates;
use crate::defang::Defang;
use crate::found::Found;
use crate::trends::{self, Month, Trends};
use crate::visible::one_line;

/// The subject of a count, and how the counts are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tallied {
    pub(crate) by: By,
    pub(crate) top: Option<u64>,
    pub(crate) format: CountFormat,
    pub(crate) defang: Defang,
    /// Whether bars and lines are drawn.
    pub(crate) draws: bool,
}

impl Tallied {
    /// Writes the name that a match counts for, and its month if lines are drawn.
    pub(super) fn render(self, rows: &mut Rows, found: &Found<'_>) {
        self.render_name(rows, found);
        if self.draws {
            // Months have no line over months.
            let is_month = matches!(self.by, By::Month | By::Year);
            let date = found.origin.header.date.filter(|_| !is_month);
            let month = date.and_then(trends::month_of).unwrap_or(0);
            rows.text.write(&month.to_be_bytes());
        }
    }

    fn render_name(self, rows: &mut Rows, found: &Found<'_>) {
        const UNKNOWN: &[u8] = b"-";
        let header = &found.origin.header;
        let lower = |name: Option<&[u8]>| name.map_or(UNKNOWN.to_vec(), <[u8]>::to_ascii_lowercase);
        let host = |name: Option<Vec<u8>>| {
            let name = name.unwrap_or(UNKNOWN.to_vec());
            self.defang.host(&name).into_owned()
        };
        let known = |date: Option<String>| date.map_or(UNKNOWN.to_vec(), String::into_bytes);
        let name = match self.by {
            By::Url => return rows.text.write(&self.defang.url(found.bytes())),
            By::Host => host(counted_host(&found.url(), |url| url.host())),
            By::Domain => host(counted_host(&found.url(), |url| url.domain())),
            By::Scheme => lower(found.url().scheme()),
            By::File => return,
            By::Month => known(header.date.and_then(dates::month)),
            By::Year => known(header.date.and_then(dates::year)),
            By::Sender => {
                let sender = header.sender.as_deref();
                let sender = sender.map(|sender| self.defang.addresses(sender).into_owned());
                known(sender)
            }
        };
        rows.text.write(&name);
    }

    /// The key of the name in JSON and CSV.
    fn key(self) -> String {
        let name = self.by.to_possible_value();
        let name = name.filter(|_| self.by != By::File);
        name.map_or("path".to_string(), |name| name.get_name().to_string())
    }
}

/// The host of a URL, or its domain, as it is counted: in lower case, without the full stop of the root, and without escapes of
/// characters that need none. `None` if it is empty.
pub(super) fn counted_host(
    url: &Url<'_, [u8]>,
    part: for<'u, 't> fn(&'u Url<'t, [u8]>) -> Option<&'u [u8]>,
) -> Option<Vec<u8>> {
    let normalized = url.host()?.contains(&b'%').then(|| url.normalized());
    let normalized = normalized.as_deref().map(|url| url::parse(url).0);
    let name = part(normalized.as_ref().unwrap_or(url))?;
    let name = name.strip_suffix(b".").unwrap_or(name);
    let lower = match str::from_utf8(name) {
        Ok(name) => name.to_lowercase().into_bytes(),
        Err(_) => name.to_ascii_lowercase(),
    };
    (!lower.is_empty()).then_some(lower)
}

/// Keeps every name in memory.
pub(super) struct Tally {
    tallied: Tallied,
    counts: HashMap<Box<[u8]>, u64>,
    /// The same by month, if they are drawn.
    trends: Trends,
}

impl Tally {
    pub(super) fn new(tallied: Tallied) -> Tally {
        Tally {
            tallied,
            counts: HashMap::new(),
            trends: Trends::default(),
        }
    }

    fn add(&mut self, name: &[u8], count: u64) {
        trends::update(&mut self.counts, name, |sum| *sum += count);
    }
}

impl Print for Tally {
    fn rows(&mut self, _: &mut StdoutBuffer, rows: &Rows, range: Range<usize>, _: Base) {
        for i in range {
            match rows.text(i).split_last_chunk() {
                _ if self.tallied.by == By::File => {}
                Some((name, &month)) if self.tallied.draws => {
                    let month = Month::from_be_bytes(month);
                    self.trends
                        .add(name, Some(month).filter(|&month| month > 0), 1);
                }
                _ => self.add(rows.text(i), 1),
            }
        }
    }

    fn end(&mut self, _: &mut StdoutBuffer, path: &Path, count: u64) {
        let path = path.as_os_str().as_encoded_bytes();
        match self.tallied.by {
            By::File if count == 0 => {}
            By::File if self.tallied.draws => self.trends.add(path, None, count),
            By::File => self.add(path, count),
            _ => {}
        }
    }

    fn finish(&mut self, stdout: &mut StdoutBuffer, _: &Stats) {
        let Tallied { top, format, .. } = self.tallied;
        let top = top.map_or(usize::MAX, |top| top.try_into().unwrap_or(usize::MAX));
        if self.tallied.draws {
            return drawn::write(stdout, &self.trends.top(top));
        }
        let counts = self.counts.iter().map(|(name, &count)| (&**name, count));
        let key = &self.tallied.key();
        format.begin(stdout, key);
        for (name, count) in trends::top(counts, top, |&count| count) {
            if format == CountFormat::Plain {
                stdout.write_number(count);
                stdout.write(b"\t");
                stdout.write_text(&one_line(name));
                stdout.write(b"\n");
            } else {
                format.write(stdout, count, key, name);
            }
            stdout.turn();
        }
    }
}
