//! A name of a host: labels with dots between them.

use std::ops::Range;

use crate::domain::{self, Trust};
use crate::span::cut;

/// A run of labels with dots between them, and the text that it stands in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'t> {
    pub(super) text: &'t [u8],
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether all labels are letters, digits, and hyphens within them.
    pub(super) is_plain: bool,
    /// The number of labels, and where the last two begin.
    pub(super) len: usize,
    pub(super) second: usize,
    pub(super) top: usize,
    /// How far to trust the last one; none if it is no top-level domain.
    pub(super) trust: Option<Trust>,
}

impl<'t> Name<'t> {
    pub(super) fn new(text: &'t [u8], at: Range<usize>) -> Name<'t> {
        let label_before = |end: usize| {
            let dot = text[at.start..end].iter().rposition(|&b| b == b'.');
            dot.map_or(at.start, |dot| at.start + dot + 1)
        };
        let top = label_before(at.end);
        let dots = text[at.clone()].iter().filter(|&&b| b == b'.');
        Name {
            text,
            start: at.start,
            end: at.end,
            is_plain: false,
            len: 1 + dots.count(),
            second: label_before(top.saturating_sub(1).max(at.start)),
            top,
            trust: domain::trust(&text[top..at.end]),
        }
    }

    pub(super) fn bytes(&self) -> &'t [u8] {
        &self.text[self.start..self.end]
    }

    pub(super) fn labels(&self) -> impl DoubleEndedIterator<Item = &'t [u8]> + use<'t> {
        self.bytes().split(|&b| b == b'.')
    }

    pub(super) fn first(&self) -> &'t [u8] {
        cut(self.bytes(), b'.').0
    }

    pub(super) fn top_level(&self) -> &'t [u8] {
        &self.text[self.top..self.end]
    }

    pub(super) fn second_level(&self) -> &'t [u8] {
        &self.text[self.second..self.top.saturating_sub(1).max(self.second)]
    }
}
