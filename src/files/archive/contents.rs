//! The bytes of an archive.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use super::Budget;

/// The bytes of an archive; some have been read already.
pub(in crate::files) struct Contents {
    pub(in crate::files) head: Vec<u8>,
    pub(in crate::files) rest: Box<dyn Read + Send>,
    /// Where they are a file as it is.
    pub(in crate::files) path: Option<PathBuf>,
    pub(in crate::files) budget: Arc<Budget>,
}

impl Contents {
    #[cfg(any(feature = "tar", feature = "zip", feature = "outlook", feature = "pdf"))]
    pub(super) fn stream(self) -> Box<dyn Read + Send> {
        Box::new(io::Cursor::new(self.head).chain(self.rest))
    }
}
