//! Places what rules report in the file, with its fix.

use std::ops::Range;

use super::context::{CheckedMatch, TextContext};
use super::finding::{Edit, Finding, Fix};
use super::fixable::{allows_change, is_certain};
use super::rule::{Rule, Violation};

/// The finding of a rule that checks matches.
pub(super) fn finding_of_match(
    checked: &CheckedMatch<'_>,
    rule: &'static Rule,
    violation: Violation,
) -> Finding {
    let (m, text) = (checked.m, checked.context.text);
    // If the scheme is missing, positions in the assumed URL do not exist in the text.
    let (at, edits) = match m.assumed() {
        None => (violation.at, violation.edits),
        Some(_) => (0..m.as_bytes().len(), Vec::new()),
    };
    let to_text = |at: Range<usize>| {
        let last = m.source_of(at.end.max(at.start + 1) - 1).end;
        m.source_of(at.start).start..last
    };
    let to_file = |at: Range<usize>| {
        let last = text.map.source_of(at.end.max(at.start + 1) - 1).end;
        text.map.source_of(at.start).start..last
    };
    let len = m.as_bytes().len();
    let edits: Option<Vec<Edit>> = edits
        .into_iter()
        .map(|(at, with)| {
            // An insertion comes before a byte, or after the last one.
            let at = match at.is_empty() {
                true if at.start == len => {
                    let end = to_file(to_text(len.checked_sub(1)?..len)).end;
                    end..end
                }
                true => {
                    let start = to_file(to_text(at.start..at.start + 1)).start;
                    start..start
                }
                false => {
                    let file = to_file(to_text(at.clone()));
                    (file.end - file.start == at.len() as u64).then_some(file)?
                }
            };
            Some(Edit { at, with })
        })
        .collect();
    let edits = edits.filter(|edits| !edits.is_empty());
    let changeable = text.map.is_verbatim(m.span())
        && allows_change(checked.context, m.span().start)
        && is_certain(checked);
    Finding {
        rule,
        severity: rule.severity(),
        at: to_file(to_text(at)),
        message: violation.message,
        url: m.as_bytes().to_vec(),
        fix: edits.filter(|_| changeable).and_then(|edits| {
            Some(Fix {
                safety: rule.fix()?,
                edits,
            })
        }),
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
    let map = &context.text.map;
    // The reported text extends to the next blank or bracket, if that is near.
    let rest = &context.text.bytes[violation.at.end..];
    let rest = &rest[..rest.len().min(MAX_REST)];
    let ends = |b: &u8| b.is_ascii_whitespace() || b"<>()[]{}\"'`".contains(b);
    let len = rest.iter().position(ends).unwrap_or(rest.len());
    let bytes = &context.text.bytes[violation.at.start..violation.at.end + len];
    let edits = violation.edits.into_iter().map(|(at, with)| Edit {
        at: map.source_of(at.start).start..map.source_of(at.end - 1).end,
        with,
    });
    let edits: Vec<Edit> = edits.collect();
    let changeable = map.is_verbatim(violation.at.clone())
        && !edits.is_empty()
        && allows_change(context, violation.at.start);
    Finding {
        rule,
        severity: rule.severity(),
        at: map.source_of(violation.at.start).start..map.source_of(violation.at.end - 1).end,
        message: violation.message,
        url: bytes.to_vec(),
        fix: rule
            .fix()
            .filter(|_| changeable)
            .map(|safety| Fix { safety, edits }),
    }
}
