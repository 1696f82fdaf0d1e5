//! The sums of a run.

use std::collections::BTreeMap;
use std::time::Instant;

/// The sums so far.
#[derive(Debug)]
pub(crate) struct Stats {
    pub(crate) files: u64,
    pub(crate) with_urls: u64,
    pub(crate) bytes: u64,
    pub(crate) messages: u64,
    /// The bytes of texts in each notation.
    pub(crate) notations: BTreeMap<&'static str, u64>,
    pub(crate) urls: u64,
    pub(crate) errors: u64,
    pub(crate) begin: Instant,
}

impl Stats {
    pub(crate) fn new() -> Stats {
        Stats {
            files: 0,
            with_urls: 0,
            bytes: 0,
            messages: 0,
            notations: BTreeMap::new(),
            urls: 0,
            errors: 0,
            begin: Instant::now(),
        }
    }
}
