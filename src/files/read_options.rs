//! How files are read.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::pauses::StreamOptions;

/// How files are read.
///
/// ```
/// let mut read = urlgrep::files::ReadOptions::default();
/// read.container = urlgrep::files::types().find(|name| *name == "mbox");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The type, one of [`types`](super::types), that is used for all files instead of detecting it.
    pub container: Option<&'static str>,
    /// The maximum growth of a compressed file, as a multiple of its size; 0 means no limit. A file may always grow to 64 MiB.
    pub max_growth: u64,
    /// If given, only this part of each file is read: one of its [`ranges`](super::ranges). Positions are still those of the file.
    pub range: Option<Range<u64>>,
    /// If given, pipes and terminals are searched while they are read.
    pub streams: Option<StreamOptions>,
    /// Counts the bytes that are read, before decompression.
    pub count: Arc<AtomicU64>,
}

impl Default for ReadOptions {
    /// Types are detected; a file may grow to 250 times its size; a stream is searched when a chunk of it is complete.
    fn default() -> ReadOptions {
        ReadOptions {
            container: None,
            max_growth: 250,
            range: None,
            streams: None,
            count: Arc::default(),
        }
    }
}
