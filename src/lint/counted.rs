//! Messages that declare their length. A fix must not change the length, because readers rely on it.

use super::finding::{Finding, Fix};
use crate::container::Container;
use crate::text::Text;

/// Describes the field that declares the length of `text`, a text of `chunk`. `None` if no field does.
pub(super) fn length_field(
    container: &Container,
    chunk: &[u8],
    text: &Text<'_>,
) -> Option<&'static str> {
    if container.name() == "rnews" {
        return Some("the length in its batch");
    }
    let head = chunk.get(text.place.head.clone()).unwrap_or_default();
    // A message that began in an earlier chunk may have one.
    let declared = text.place.message == Some(0) || has_length(head);
    declared.then_some("the message's Content-Length")
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

/// Removes the fix if it would change the length, on which `what` relies, and says why.
pub(super) fn remove_fix(finding: &mut Finding, what: &str) {
    if finding.fix.as_ref().is_some_and(changes_length) {
        finding.fix = None;
        finding.message += &format!("; not fixed, because {what} would become wrong");
    }
}

fn changes_length(fix: &Fix) -> bool {
    let removed: u64 = fix
        .edits
        .iter()
        .map(|edit| edit.at.end - edit.at.start)
        .sum();
    let added: usize = fix.edits.iter().map(|edit| edit.with.len()).sum();
    removed != added as u64
}
