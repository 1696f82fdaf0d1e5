//! The sums of a run.

use std::collections::BTreeMap;

/// The sums so far.
#[derive(Default, Debug)]
pub(crate) struct Stats {
    pub(crate) files: u64,
    pub(crate) with_urls: u64,
    pub(crate) bytes: u64,
    pub(crate) messages: u64,
    /// The bytes of texts in each notation.
    pub(crate) notations: BTreeMap<&'static str, u64>,
    pub(crate) urls: u64,
    pub(crate) errors: u64,
}
