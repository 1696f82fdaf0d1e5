//! A batch: the results of a worker for one chunk, on their way to the output.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use urlgrep::HyphenEvidence;

use crate::found::{Deferred, Header};
use crate::print::Rows;
use urlgrep::files::{Chunk, Unread};

/// The results of a chunk, or of a piece of it.
#[derive(Debug)]
pub(crate) struct Batch {
    pub(crate) chunk: Arc<Chunk>,
    /// The number of matches that are only counted.
    pub(crate) count: u64,
    pub(crate) rows: Rows,
    /// The first lines of the chunk, in its first batch, if lines around URLs are shown.
    pub(crate) first_lines: Vec<String>,
    /// Matches between the rows, in order.
    pub(crate) deferred: VecDeque<Deferred>,
    /// Evidence of a plain text. In mail the worker resolves the hyphens of each message.
    pub(crate) evidence: HyphenEvidence,
    /// Only in the last batch of a chunk.
    pub(crate) sums: Option<Sums>,
}

/// The sums of a chunk, which count for the chunks after it.
#[derive(Default, Debug)]
pub(crate) struct Sums {
    /// Its last lines, if lines around URLs are shown.
    pub(crate) last_lines: Vec<String>,
    pub(crate) newlines: u64,
    pub(crate) messages: u64,
    /// The bytes of its texts in each notation, for `--stats`.
    pub(crate) notations: BTreeMap<&'static str, u64>,
    /// The header of its last message.
    pub(crate) header: Header,
    /// Texts that could not be decoded, each with its offset in the file.
    pub(crate) damaged: Vec<(u64, String)>,
    /// Attachments of kinds that are not read.
    pub(crate) unread: Vec<&'static Unread>,
}
