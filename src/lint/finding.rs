//! Findings: what a rule reports, with positions in the file.

use std::ops::Range;

use super::rule::{Rule, Safety, Severity};

/// A problem that a rule reported. Ranges are bytes of the file, half-open, 0-based.
///
/// ```
/// use urlgrep::{document::Kind, lint::Linter};
/// let findings = Linter::default().lint(Kind::Text, b"See <HTTP://a.org/>.");
/// assert_eq!((findings[0].rule.name(), &findings[0].at), ("uppercase-scheme", &(5..9)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Its severity: that of the rule, or the configured one.
    pub severity: Severity,
    /// The position, from the first affected byte to the last.
    pub at: Range<u64>,
    /// The problem, as one sentence without a final full stop.
    pub message: String,
    /// The URL, unfolded; of a link, its target; else the text in its place.
    pub url: Vec<u8>,
    /// How to correct it, if there is a way.
    pub fix: Option<Fix>,
}

impl Finding {
    /// Without a fix, and with the rule's own severity.
    pub(super) fn new(
        rule: &'static Rule,
        at: Range<u64>,
        message: String,
        url: Vec<u8>,
    ) -> Finding {
        Finding {
            rule,
            severity: rule.severity(),
            at,
            message,
            url,
            fix: None,
        }
    }
}

/// A correction.
///
/// ```
/// use urlgrep::{document::Kind, lint::{Linter, Safety}};
/// let findings = Linter::default().lint(Kind::Text, b"See <HTTP://a.org/>.");
/// assert_eq!(findings[0].fix.as_ref().map(|fix| fix.safety), Some(Safety::Safe));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fix {
    /// Whether it keeps the meaning of the document.
    pub safety: Safety,
    /// The edits in order, without overlap, within the URL or at its ends.
    pub edits: Vec<Edit>,
}

/// A replacement of bytes of the file.
///
/// ```
/// use urlgrep::{document::Kind, lint::Linter};
/// let findings = Linter::default().lint(Kind::Text, b"See <HTTP://a.org/>.");
/// let edit = &findings[0].fix.as_ref().unwrap().edits[0];
/// assert_eq!((&edit.at, &edit.with[..]), (&(5..9), &b"http"[..]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Edit {
    /// The replaced bytes of the file, half-open, 0-based.
    pub at: Range<u64>,
    /// The replacement.
    pub with: Vec<u8>,
}

/// Moves findings by `len` bytes, the length of the byte order mark before the text that was linted.
pub(super) fn shift(findings: &mut [Finding], len: usize) {
    let len = len as u64;
    let moved = |at: &Range<u64>| at.start + len..at.end + len;
    for finding in findings {
        finding.at = moved(&finding.at);
        let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits);
        edits.for_each(|edit| edit.at = moved(&edit.at));
    }
}
