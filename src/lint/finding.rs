//! Findings: what a rule raised, placed in the file.

use std::ops::Range;

use super::rule::{Rule, Safety};

/// Something that a rule raised. Ranges are bytes of the file, half-open, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// Which rule.
    pub rule: &'static Rule,
    /// Where: from the first byte concerned to the last.
    pub at: Range<u64>,
    /// What is wrong, in one sentence without a final stop.
    pub message: String,
    /// The URL, folds taken out, or what stands in its place.
    pub url: Vec<u8>,
    /// What would put it right.
    pub fix: Option<Fix>,
}

/// What puts a finding right.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fix {
    /// Whether it keeps what the document means.
    pub safety: Safety,
    /// In order, apart from each other, within the URL or at its ends.
    pub edits: Vec<Edit>,
}

/// Bytes of the file and what stands there instead.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Edit {
    /// Bytes of the file, half-open, from 0.
    pub at: Range<u64>,
    /// What replaces them.
    pub with: Vec<u8>,
}
