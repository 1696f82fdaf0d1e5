//! Blanks inside a wrapper that touch no line break (tests/spec/blank.md).

use super::fold::{Fold, Gap};
use crate::scan::{is_known_with_slashes, scheme_at};

/// The first run with a blank before it that does not look like a URL's: nothing in it but letters and such.
pub(super) fn first_unlikely(text: &[u8], fold: &Fold) -> Option<usize> {
    let likely = |word: &[u8]| {
        word.iter()
            .any(|b| b"/.-_=&?%#".contains(b) || b.is_ascii_digit())
    };
    fold.runs
        .iter()
        .position(|run| run.gap == Gap::Blank && !likely(&text[run.at.clone()]))
}

/// The first run with white space before it that begins with a known scheme and `://`: another URL of the same wrapper.
/// After `=`, `/` or `?` a line break does not part them.
pub(super) fn second_url(text: &[u8], fold: &Fold) -> Option<usize> {
    (1..fold.runs.len()).find(|&i| {
        let apart = match fold.runs[i].gap {
            Gap::None => false,
            Gap::Blank => true,
            Gap::Break => !b"=/?".contains(&text[fold.runs[i - 1].at.end - 1]),
        };
        // `ne⏎ws://` is one scheme.
        let has_scheme = || scheme_at(&fold.split(i).0.unfold(text).0, 0).is_some();
        apart && is_known_with_slashes(text, fold.runs[i].at.start) && has_scheme()
    })
}
