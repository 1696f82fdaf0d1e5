//! Iterates over the lines of a document, for masks that are made line by line.

use std::ops::Range;

use crate::text::{self, without_break};

/// A line without its line break.
#[derive(Clone, Debug)]
pub(super) struct DocumentLine<'d> {
    pub(super) at: Range<usize>,
    pub(super) bytes: &'d [u8],
    /// The columns of white space at its beginning. Tab stops are every 8 columns.
    pub(super) indent: usize,
}

impl<'d> DocumentLine<'d> {
    pub(super) fn is_blank(&self) -> bool {
        self.trimmed().is_empty()
    }

    pub(super) fn trimmed(&self) -> &'d [u8] {
        self.bytes.trim_ascii()
    }
}

/// The lines of `document`, in order.
pub(super) fn lines(document: &[u8]) -> impl Iterator<Item = DocumentLine<'_>> {
    text::lines(document, 0..document.len()).map(|line| {
        let bytes = without_break(&document[line.clone()]);
        DocumentLine {
            at: line.start..line.start + bytes.len(),
            bytes,
            indent: indent(bytes),
        }
    })
}

fn indent(line: &[u8]) -> usize {
    let mut columns = 0;
    for byte in line {
        columns = match byte {
            b' ' => columns + 1,
            b'\t' => columns / 8 * 8 + 8,
            _ => break,
        };
    }
    columns
}
