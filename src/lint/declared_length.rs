//! Messages that declare their length. A fix must not change the length, because readers rely on it.

use super::finding::{Finding, Fix};
use crate::container::{Container, field};
use crate::text::Text;

/// Describes the field that declares the length of `text`, a text of `chunk`. `None` if no field does.
pub(super) fn field_of(
    container: &Container,
    chunk: &[u8],
    text: &Text<'_>,
) -> Option<&'static str> {
    if container.name() == "rnews" {
        return Some("the length in its batch");
    }
    let head = chunk.get(text.place.head.clone()).unwrap_or_default();
    // A message that began in an earlier chunk may have one.
    let declared = text.place.message == Some(0) || field(head, "Content-Length").is_some();
    declared.then_some("the message's Content-Length")
}

/// Removes the fix if it would change the length, on which `what` relies, and says why.
pub(super) fn remove_fix(finding: &mut Finding, what: &str) {
    if finding.fix.as_ref().is_some_and(changes_length) {
        finding.fix = None;
        finding.message += &format!("; not fixed, because {what} could become wrong");
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
