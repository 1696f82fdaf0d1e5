//! What a rule found, in the URL or in the text.

use std::ops::Range;

use crate::document::Link;

/// A violation of a rule. Ranges are bytes of the URL for rules that check matches, otherwise bytes of the text.
#[derive(Debug)]
pub(super) struct Violation {
    pub(super) at: Range<usize>,
    pub(super) message: String,
    /// The URL, if it does not stand at `at`.
    pub(super) url: Option<Vec<u8>>,
    /// The fix: ranges and their replacements.
    pub(super) edits: Vec<(Range<usize>, Vec<u8>)>,
}

impl Violation {
    pub(super) fn new(at: Range<usize>, message: impl Into<String>) -> Violation {
        Violation {
            at,
            message: message.into(),
            url: None,
            edits: Vec::new(),
        }
    }

    /// One of the target of a link.
    pub(super) fn of_link(link: &Link, message: impl Into<String>) -> Violation {
        Violation {
            url: Some(link.target.clone()),
            ..Violation::new(link.place_of_target(), message)
        }
    }

    pub(super) fn edit(mut self, at: Range<usize>, with: impl Into<Vec<u8>>) -> Violation {
        self.edits.push((at, with.into()));
        self
    }
}
