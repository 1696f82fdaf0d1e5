//! Messages that say how long they are: a fix that changes that makes the count wrong, and what reads by it loses the place.

use super::finding::{Finding, Fix};
use crate::container::Container;
use crate::text::Text;

/// What counts the bytes of the text, a text of `chunk`; none: nothing does.
pub(super) fn count_of(
    container: &Container,
    chunk: &[u8],
    text: &Text<'_>,
) -> Option<&'static str> {
    if container.name() == "rnews" {
        return Some("the length in its batch");
    }
    let head = chunk.get(text.place.head.clone()).unwrap_or_default();
    // What goes on from the chunk before may have one.
    let counts = text.place.message == Some(0) || has_length(head);
    counts.then_some("the message's Content-Length")
}

fn has_length(head: &[u8]) -> bool {
    const NAME: &[u8] = b"Content-Length";
    let mut lines = head.split(|b| *b == b'\n');
    lines.any(|line| {
        let name = line.get(..NAME.len());
        let after = line.get(NAME.len()..).unwrap_or_default();
        name.is_some_and(|name| name.eq_ignore_ascii_case(NAME))
            && after.trim_ascii_start().starts_with(b":")
    })
}

/// Takes the fix away if it makes the count wrong, and says so.
pub(super) fn keep(finding: &mut Finding, count: &str) {
    if finding.fix.as_ref().is_some_and(changes_length) {
        finding.fix = None;
        finding.message += &format!("; no fix, since {count} would be wrong");
    }
}

fn changes_length(fix: &Fix) -> bool {
    let taken: u64 = fix
        .edits
        .iter()
        .map(|edit| edit.at.end - edit.at.start)
        .sum();
    let put: usize = fix.edits.iter().map(|edit| edit.with.len()).sum();
    taken != put as u64
}
