//! The data of a report, as its script reads them.

use serde::Serialize;
use serde_json::{Value, json};

use super::table::Table;
use crate::trends::{Month, Trend};
use crate::visible::lossy;

/// All of it.
#[derive(Debug, Serialize)]
pub(super) struct Data<'c> {
    /// An object: what the charts and lists show.
    #[serde(flatten)]
    pub(super) sums: Value,
    pub(super) files: &'c [String],
    pub(super) table: &'c Table,
}

/// A place of a URL.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Place {
    /// An index of `files`.
    pub(super) file: u32,
    pub(super) message: Option<u64>,
    pub(super) line: u64,
}

/// How often a name occurs. `trend` has pairs: the months since `first`, and how often.
pub(super) fn named(name: &[u8], trend: &Trend, first: Month) -> Value {
    let pair = |&(month, count): &(Month, u64)| [u64::from(month - first), count];
    let pairs: Vec<u64> = trend.months.iter().flat_map(pair).collect();
    json!({"name": lossy(name), "count": trend.count, "trend": pairs})
}
