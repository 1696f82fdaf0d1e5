//! The data of a report, as its script reads them.

use serde::Serialize;

use super::table::Table;
use crate::trends::{Month, Trend};
use crate::visible::lossy;

/// All of it.
#[derive(Debug, Serialize)]
pub(super) struct Data {
    pub(super) version: &'static str,
    /// The day.
    pub(super) made: String,
    pub(super) arguments: Vec<String>,
    pub(super) defanged: bool,
    pub(super) totals: Totals,
    /// The first month with a URL, and the number of months from it to the last one.
    pub(super) first: String,
    pub(super) months: Month,
    pub(super) urls: Vec<Named>,
    pub(super) messages: Vec<Named>,
    pub(super) new_hosts: Vec<Named>,
    pub(super) domains: Vec<Named>,
    pub(super) hosts: Vec<Named>,
    pub(super) schemes: Vec<Named>,
    pub(super) forms: Vec<Named>,
    pub(super) flaws: Vec<Named>,
    pub(super) rewriters: Vec<Named>,
    pub(super) senders: Vec<Group>,
    pub(super) threads: Vec<Group>,
    pub(super) traits: Vec<(&'static str, u64)>,
    pub(super) repeated: Vec<Repeated>,
    pub(super) files: Vec<String>,
    pub(super) table: Table,
}

/// The sums of the search.
#[derive(Debug, Serialize)]
pub(super) struct Totals {
    pub(super) urls: u64,
    pub(super) distinct: usize,
    pub(super) hosts: usize,
    pub(super) domains: usize,
    pub(super) senders: usize,
    pub(super) messages_with_urls: u64,
    #[serde(flatten)]
    pub(super) searched: Searched,
    /// URLs without a date.
    pub(super) undated: u64,
    /// URLs that are not in the table.
    pub(super) left_out: u64,
}

/// The size of the input.
#[derive(Debug, Serialize)]
pub(crate) struct Searched {
    pub(crate) files: u64,
    pub(crate) files_with_urls: u64,
    pub(crate) messages: u64,
    pub(crate) bytes: u64,
    /// Files that could not be read completely.
    pub(crate) errors: u64,
}

/// How often a name occurs.
#[derive(Debug, Serialize)]
pub(super) struct Named {
    pub(super) name: String,
    count: u64,
    /// Pairs: the months since the first one, and how often.
    trend: Vec<u64>,
}

/// The messages of a sender or of a thread.
#[derive(Debug, Serialize)]
pub(super) struct Group {
    #[serde(flatten)]
    pub(super) sums: Named,
    /// From or Subject of the first one.
    pub(super) field: String,
    pub(super) messages: u64,
}

/// A URL that occurs more than once.
#[derive(Debug, Serialize)]
pub(super) struct Repeated {
    pub(super) url: String,
    pub(super) count: u64,
    pub(super) first: Option<String>,
    pub(super) last: Option<String>,
    pub(super) places: Vec<Place>,
}

/// A place of a URL.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Place {
    /// An index of `files`.
    pub(super) file: u32,
    pub(super) message: Option<u64>,
    pub(super) line: u64,
}

/// The trends with their names; months count from `first`.
pub(super) fn named<'n>(
    trends: impl IntoIterator<Item = (&'n [u8], &'n Trend)>,
    first: Month,
) -> Vec<Named> {
    let pairs = |trend: &Trend| {
        let pair = |&(month, count): &(Month, u64)| [u64::from(month - first), count];
        trend.months.iter().flat_map(pair).collect()
    };
    let named = trends.into_iter().map(|(name, trend)| Named {
        name: lossy(name).into_owned(),
        count: trend.count,
        trend: pairs(trend),
    });
    named.collect()
}
