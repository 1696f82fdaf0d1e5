//! Counts the matches, and keeps the first ones for the table. Memory grows with the number of distinct URLs, hosts, senders and threads.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use super::data::{Data, Place, named};
use super::item::Item;
use super::page;
use super::table::Table;
use super::{ReportOptions, TRAITS};
use crate::dates;
use crate::stats::Stats;
use crate::trends::{self, Month, Trend, Trends};
use crate::visible::lossy;

/// How many names each list has.
const TOP: usize = 200;

/// How many places of a repeated URL are listed.
const PLACES: usize = 5;

/// The counts so far.
#[derive(Default, Debug)]
pub(crate) struct Collector {
    pub(crate) options: ReportOptions,
    files: Vec<String>,
    /// The file and number of the message of the last match.
    last: Option<(u32, u64)>,
    all: Trend,
    messages: Trend,
    urls: HashMap<Box<[u8]>, UrlSum>,
    hosts: Trends,
    domains: Trends,
    schemes: Trends,
    forms: Trends,
    flaws: Trends,
    rewriters: Trends,
    senders: Groups,
    threads: Groups,
    traits: [u64; TRAITS.len()],
    table: Table,
    left_out: u64,
}

/// One URL.
#[derive(Default, Debug)]
struct UrlSum {
    count: u64,
    first: Option<Month>,
    last: Option<Month>,
    places: Vec<Place>,
}

/// Messages with a name in common: their sender, or their thread.
#[derive(Default, Debug)]
struct Groups {
    /// URLs.
    trends: Trends,
    /// The number of messages, and a field of the first one.
    messages: HashMap<Box<[u8]>, (u64, Box<str>)>,
}

impl Groups {
    fn add_message(&mut self, name: &[u8], field: &[u8]) {
        if name.is_empty() {
            return;
        }
        trends::update(&mut self.messages, name, |(count, first)| {
            if *count == 0 {
                *first = lossy(field).as_ref().into();
            }
            *count += 1;
        });
    }

    /// Those with the most URLs; `field` is From or Subject of the first message.
    fn top(&self, first: Month) -> Value {
        let top = self.trends.top(TOP).into_iter();
        let groups = top.map(|(name, trend)| {
            let known = self.messages.get(name);
            let (messages, field) = known.map_or((0, ""), |(count, field)| (*count, field));
            let mut group = named(name, trend, first);
            group["field"] = field.into();
            group["messages"] = messages.into();
            group
        });
        groups.collect()
    }
}

impl Collector {
    pub(crate) fn new(options: ReportOptions) -> Collector {
        Collector {
            options,
            ..Collector::default()
        }
    }

    /// Begins the next file that has a match.
    pub(crate) fn begin_file(&mut self, path: &Path) {
        self.files.push(path.to_string_lossy().into_owned());
    }

    /// Adds the next match of the file.
    pub(crate) fn add(&mut self, item: &Item<'_>) {
        let month = item.date.and_then(trends::month_of);
        self.all.add(month, 1);
        for (trends, name) in [
            (&mut self.hosts, item.host),
            (&mut self.domains, item.domain),
            (&mut self.schemes, item.scheme),
            (&mut self.forms, item.form),
            (&mut self.rewriters, item.rewriter),
            (&mut self.senders.trends, item.sender),
            (&mut self.threads.trends, item.thread),
        ] {
            if !name.is_empty() {
                trends.add(name, month, 1);
            }
        }
        for flaw in item.flaws.split(|&b| b == b',').filter(|f| !f.is_empty()) {
            self.flaws.add(flaw, month, 1);
        }
        for (bit, count) in self.traits.iter_mut().enumerate() {
            *count += u64::from(item.traits >> bit & 1);
        }
        let file = self.files.len().saturating_sub(1) as u32;
        self.add_message(item, file, month);
        self.add_url(item, file, month);
        if self.table.len() < self.options.rows && self.left_out == 0 && self.table.has_room() {
            self.table.add(item, file)
        } else {
            self.left_out += 1
        }
    }

    /// Counts the message of a match, if it is the first in it.
    fn add_message(&mut self, item: &Item<'_>, file: u32, month: Option<Month>) {
        let Some(number) = item.message.filter(|&number| number > 0) else {
            return;
        };
        if self.last.replace((file, number)) == Some((file, number)) {
            return;
        }
        self.messages.add(month, 1);
        self.senders.add_message(item.sender, item.from);
        self.threads.add_message(item.thread, item.subject);
    }

    fn add_url(&mut self, item: &Item<'_>, file: u32, month: Option<Month>) {
        trends::update(&mut self.urls, item.url, |sum| {
            sum.count += 1;
            let months = [sum.first, sum.last, month];
            sum.first = months.into_iter().flatten().min();
            sum.last = months.into_iter().flatten().max();
            if sum.places.len() < PLACES {
                sum.places.push(Place {
                    file,
                    message: item.message,
                    line: item.line,
                });
            }
        });
    }

    /// The report.
    pub(crate) fn page(&self, stats: &Stats) -> Vec<u8> {
        let beginnings = self.hosts.beginnings();
        let first = self.all.months.first().map_or(0, |&(month, _)| month);
        let last = self.all.months.last().map_or(0, |&(month, _)| month);
        let dated: u64 = self.all.months.iter().map(|(_, count)| count).sum();
        let one = |trend: &Trend| [named(b"", trend, first)];
        let list = |trends: &Trends| {
            let top = trends.top(TOP).into_iter();
            top.map(|(name, trend)| named(name, trend, first))
                .collect::<Value>()
        };
        let traits: Vec<_> = TRAITS.into_iter().zip(self.traits).collect();
        let sums = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "made": made(),
            "arguments": arguments(),
            "defanged": self.options.defang.0,
            "totals": {
                "urls": self.all.count,
                "distinct": self.urls.len(),
                "hosts": self.hosts.len(),
                "domains": self.domains.len(),
                "senders": self.senders.trends.len(),
                "messages_with_urls": self.messages.count,
                "files": stats.files,
                "files_with_urls": stats.with_urls,
                "messages": stats.messages,
                "bytes": stats.bytes,
                "errors": stats.errors,
                "undated": self.all.count - dated,
                "left_out": self.left_out,
            },
            // The first month with a URL, and the number of months from it to the last one.
            "first": trends::month_name(first),
            "months": match dated {
                0 => 0,
                _ => last - first + 1,
            },
            "urls": one(&self.all),
            "messages": one(&self.messages),
            "new_hosts": one(&beginnings),
            "domains": list(&self.domains),
            "hosts": list(&self.hosts),
            "schemes": list(&self.schemes),
            "forms": list(&self.forms),
            "flaws": list(&self.flaws),
            "rewriters": list(&self.rewriters),
            "senders": self.senders.top(first),
            "threads": self.threads.top(first),
            "traits": traits,
            "repeated": self.repeated(),
        });
        page::html(&Data {
            sums,
            files: &self.files,
            table: &self.table,
        })
    }

    /// The URLs that occur most, if more than once.
    fn repeated(&self) -> Value {
        let all = self.urls.iter().map(|(url, sum)| (&**url, sum));
        let again = all.filter(|(_, sum)| sum.count > 1);
        let top = trends::top(again, TOP, |sum| sum.count).into_iter();
        let repeated = top.map(|(url, sum)| {
            json!({
                "url": lossy(url),
                "count": sum.count,
                "first": sum.first.map(trends::month_name),
                "last": sum.last.map(trends::month_name),
                "places": sum.places,
            })
        });
        repeated.collect()
    }
}

/// Today's date.
fn made() -> String {
    let now = dates::timestamp(dates::now()).unwrap_or_default();
    now.chars().take(10).collect()
}

/// The arguments as typed.
fn arguments() -> Vec<String> {
    let typed = std::env::args_os().skip(1);
    typed
        .map(|typed| typed.to_string_lossy().into_owned())
        .collect()
}
