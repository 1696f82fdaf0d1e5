//! Maps violations and their fixes to positions in the file.

use std::ops::Range;

use super::context::{CheckedMatch, TextContext};
use super::finding::{Edit, Finding, Fix};
use super::fixable::{allows_change, is_certain};
use super::rule::Rule;
use super::violation::Violation;
use crate::span::{before, beginning};

/// The finding of a rule that checks matches.
pub(super) fn finding_of_match(
    checked: &CheckedMatch<'_>,
    rule: &'static Rule,
    violation: Violation,
) -> Finding {
    let (m, context) = (checked.m, checked.context);
    // If the scheme is missing, positions in the assumed URL do not exist in the text.
    let (at, edits) = match m.assumed() {
        None => (violation.at, violation.edits),
        Some(_) => (0..m.as_bytes().len(), Vec::new()),
    };
    let to_file = |at: Range<usize>| {
        let last = m.source_of(at.end.max(at.start + 1) - 1).end;
        context.range_in_file(m.source_of(at.start).start..last)
    };
    let len = m.as_bytes().len();
    let edits: Option<Vec<Edit>> = edits
        .into_iter()
        .map(|(at, with)| {
            // An insertion comes before a byte, or after the last one.
            let at = if !at.is_empty() {
                let file = to_file(at.clone());
                (file.end - file.start == at.len() as u64).then_some(file)?
            } else if at.start == len {
                let end = to_file(len.checked_sub(1)?..len).end;
                end..end
            } else {
                let start = to_file(at.start..at.start + 1).start;
                start..start
            };
            Some(Edit { at, with })
        })
        .collect();
    let edits = edits.filter(|edits| !edits.is_empty());
    let changeable = context.text.map.is_verbatim(m.span())
        && allows_change(context, m.span().start)
        && is_certain(checked);
    let edits = edits.filter(|_| changeable);
    let fix = rule.fix().zip(edits);
    Finding {
        fix: fix.map(|(safety, edits)| Fix { safety, edits }),
        ..Finding::new(rule, to_file(at), violation.message, m.as_bytes().to_vec())
    }
}

/// The longest text that is reported after a violation, in bytes.
const MAX_REST: usize = 256;

/// The finding of a rule that checks texts.
pub(super) fn finding_of_text(
    context: &TextContext<'_>,
    rule: &'static Rule,
    violation: Violation,
) -> Finding {
    // The reported text extends to the next blank or bracket, if that is near.
    let rest = &context.text.bytes[violation.at.end..];
    let rest = beginning(rest, MAX_REST);
    let ends = |b: u8| b.is_ascii_whitespace() || b"<>()[]{}\"'`".contains(&b);
    let len = before(rest, ends);
    let bytes = &context.text.bytes[violation.at.start..violation.at.end + len];
    let edits = violation.edits.into_iter().map(|(at, with)| Edit {
        at: context.range_in_file(at),
        with,
    });
    let edits: Vec<Edit> = edits.collect();
    let changeable = context.text.map.is_verbatim(violation.at.clone())
        && !edits.is_empty()
        && allows_change(context, violation.at.start);
    let fix = rule.fix().filter(|_| changeable);
    let at = context.range_in_file(violation.at);
    Finding {
        fix: fix.map(|safety| Fix { safety, edits }),
        ..Finding::new(rule, at, violation.message, bytes.to_vec())
    }
}
