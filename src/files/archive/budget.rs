//! How much the members of an archive may grow, all together.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::super::cut::too_large;
use super::super::decompressed::{is_too_large, size};

/// The sums of a file that the walk found, with all its members at all depths.
#[derive(Default, Debug)]
pub(in crate::files) struct Budget {
    /// The bytes of the file itself that were read, or its length.
    consumed: AtomicU64,
    /// The bytes of members that were read.
    produced: AtomicU64,
    /// The maximum growth as a multiple of the file's size; 0 means no limit.
    max_growth: u64,
}

impl Budget {
    pub(in crate::files) fn new(max_growth: u64) -> Budget {
        Budget {
            max_growth,
            ..Budget::default()
        }
    }

    /// The file has this length.
    pub(in crate::files) fn has_len(&self, len: u64) {
        self.consumed.fetch_max(len, Relaxed);
    }

    pub(in crate::files) fn is_exceeded(&self) -> bool {
        let (read, size) = (self.produced.load(Relaxed), self.consumed.load(Relaxed));
        is_too_large(read, size, self.max_growth)
    }
}

/// The bytes of the file.
pub(in crate::files) struct Counted<R> {
    pub(in crate::files) reader: R,
    pub(in crate::files) budget: Arc<Budget>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = self.reader.read(into)?;
        self.budget.consumed.fetch_add(len as u64, Relaxed);
        Ok(len)
    }
}

/// The bytes of a member, up to the limit.
pub(in crate::files) struct Limited {
    pub(in crate::files) reader: Box<dyn Read + Send>,
    pub(in crate::files) budget: Arc<Budget>,
}

impl Read for Limited {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let budget = &self.budget;
        if budget.is_exceeded() {
            let (growth, position) = (budget.max_growth, size(budget.produced.load(Relaxed)));
            return Err(too_large(format_args!(
                "the archive's members exceed {growth} times its size (--max-growth), stopped after {position}"
            )));
        }
        let len = self.reader.read(into)?;
        budget.produced.fetch_add(len as u64, Relaxed);
        Ok(len)
    }
}
